// What the checks found in the run, place by place; each leads to its line, where the same stands in the margin.

import {asSentence, emptyNote, h, icon, spoken} from '../parts/dom.ts';
import {goToLine} from './caret.ts';
import {differs, type MakePane} from './pane.ts';

export const makeChecks: MakePane = (context) => {
    const element = h('div', {class: 'machine-body'});
    const go = (file: string, line: number) => {
        context.store.change({kind: 'set', values: {active: file}});
        context.store.tell();
        goToLine(line);
    };
    return {
        element,
        focus: () => element.querySelector<HTMLElement>('button')?.focus(),
        update(now, before) {
            if (!differs(now, before, 'checks', 'isChecking', 'language', 'phase')) {
                return;
            }
            const words = context.words();
            const run = h('button', {class: 'b ink', type: 'button', onclick: () => context.command('check')}, icon('check'), words.runWithChecks);
            if (!now.checks) {
                element.replaceChildren(h('div', {class: 'none'}, icon('check'), h('p', {}, words.checksNote), h('p', {class: 'acts'}, run)));
                return;
            }
            const {findings, isWhole, steps} = now.checks;
            const count = findings.length === 0 ? words.checksNone : words.checksFound(findings.length);
            element.replaceChildren(
                h('div', {class: 'strip'}, h('span', {}, isWhole ? count : `${count} ${words.countedPart(steps)}`),
                    h('span', {class: 'push'}, h('button', {class: 'b', type: 'button', onclick: () => context.conductor.examiner.stopChecking()}, words.checksOff))),
                findings.length === 0 ? emptyNote('check', words.checksNone) : h('ul', {class: 'findings'}, ...findings.map((one) => h('li', {},
                    h('button', {class: 'b by', type: 'button', disabled: one.line === 0, onclick: () => go(one.file, one.line)}, words.atLine(one.line)),
                    h('div', {}, h('p', {}, h('b', {}, ...spoken(one.message)), one.times > 1 ? ` ${words.ranTimes(one.times)}` : ''),
                        one.why === '' ? null : h('p', {}, ...spoken(asSentence(one.why))), one.remedy === '' ? null : h('p', {}, ...spoken(asSentence(one.remedy))))))));
        },
    };
};
