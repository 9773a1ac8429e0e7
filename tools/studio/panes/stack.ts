// Calls, the innermost first, in the hues of the timeline. Each leads to its line.

import {emptyNote, h} from '../parts/dom.ts';
import {hueOf} from '../state/derive.ts';
import {goToLine} from './editor.ts';
import {differs, type MakePane} from './pane.ts';

export const makeStack: MakePane = (context) => {
    const element = h('div', {class: 'machine-body'});
    return {
        element,
        update(now, before) {
            if (!differs(now, before, 'frames', 'calls', 'language', 'phase')) {
                return;
            }
            const words = context.words();
            if (now.frames.length === 0) {
                element.replaceChildren(emptyNote('chip', words.noStackYet));
                return;
            }
            const frames = now.frames.map((frame, i) => {
                const isOuter = i === now.frames.length - 1;
                const where = words.atLine(frame.line);
                const section = h('section', {class: `fr${i === 0 ? ' top' : ''}`, 'aria-label': frame.routine},
                    h('header', {}, h('b', {}, frame.routine),
                        h('button', {class: 'b by', type: 'button', disabled: frame.line === 0, onclick: () => goToLine(frame.line)},
                            isOuter && i > 0 ? `${words.startedHere}, ${where}` : where)));
                section.style.setProperty('--fc', `var(--c${hueOf(now, frame.routine)})`);
                return section;
            });
            element.replaceChildren(h('div', {class: 'strip'}, h('span', {}, words.callsDeep(now.frames.length - 1))),
                now.frames.length === 1 ? h('p', {class: 'small-note'}, words.noFrames) : '', h('div', {class: 'frames'}, ...frames));
        },
    };
};
