// Calls, the innermost first, in the hues of the timeline, with what lies in their frames. A frame leads to its line, a
// word of it to who wrote it.

import {emptyNote, h} from '../parts/dom.ts';
import {hueOf, placeName, wordText} from '../state/derive.ts';
import type {Frame, FrameContents, Studio} from '../state/model.ts';
import {goToLine} from './caret.ts';
import {type Context, differs, type MakePane} from './pane.ts';

export const makeStack: MakePane = (context) => {
    const element = h('div', {class: 'machine-body'});
    return {
        element,
        focus: () => element.querySelector<HTMLElement>('button')?.focus(),
        update(now, before) {
            if (!differs(now, before, 'frames', 'contents', 'calls', 'language', 'phase', 'form')) {
                return;
            }
            const words = context.words();
            if (now.frames.length === 0) {
                element.replaceChildren(emptyNote('chip', words.noStackYet));
                return;
            }
            element.replaceChildren(h('div', {class: 'strip'}, h('span', {}, words.callsDeep(now.frames.length - 1))),
                now.frames.length === 1 ? h('p', {class: 'small-note'}, words.noFrames) : '',
                h('div', {class: 'frames'}, ...now.frames.map((frame, i) => frameBox(now, frame, i, context))));
        },
    };
};

function frameBox(now: Studio, frame: Frame, i: number, context: Context): HTMLElement {
    const words = context.words();
    const isOuter = i === now.frames.length - 1;
    const where = words.atLine(frame.line);
    const contents = now.contents?.[i] ?? null;
    const section = h('section', {class: `fr${i === 0 ? ' top' : ''}`, role: 'group', 'aria-label': frame.routine},
        h('header', {}, h('b', {}, frame.routine),
            contents && contents.arguments.length > 0 ? h('code', {class: 'args'}, `(${contents.arguments.map((one) => valueText(now, one)).join(', ')})`) : null,
            h('button', {class: 'b by', type: 'button', disabled: frame.line === 0, onclick: () => goToLine(frame.line)},
                isOuter && i > 0 ? `${words.startedHere}, ${where}` : where)),
        contents && contents.words.length > 0 ? wordList(now, contents, context) : null);
    section.style.setProperty('--fc', `var(--c${hueOf(now, frame.routine)})`);
    return section;
}

const valueText = (now: Studio, value: string): string => {
    const bits = Number(value);
    return placeName(now.labels, bits, 0x400) || wordText(bits, now.form);
};

/** From the highest address down, as the stack grows. */
function wordList(now: Studio, contents: FrameContents, context: Context): HTMLElement {
    const words = context.words();
    const item = ({memoryReference, value, place}: FrameContents['words'][number]) => h('li', {},
        h('span', {}, memoryReference),
        h('button', {class: 'b word', type: 'button', 'aria-label': words.frameWord(memoryReference, place, valueText(now, value)),
            onclick: () => void context.conductor.inquiry.wrote(memoryReference, {memoryReference, size: 4})},
        ...place === '' ? [] : [h('span', {class: 'r'}, place), ' '], h('span', {}, valueText(now, value))));
    return h('ul', {}, ...[...contents.words].reverse().map(item));
}
