// Tasks that check themselves: the visible cases of a rubric that lies among the project's files, an example's or a
// teacher's, over the program as it is now.

import {emptyNote, h, icon, spoken} from '../parts/dom.ts';
import {isRubric} from '../servers/judge.ts';
import type {CaseVerdict, Studio} from '../state/model.ts';
import {goToLine} from './caret.ts';
import {type Context, differs, type MakePane} from './pane.ts';

export const rubricOf = (now: Studio) => now.project.files.find(({name}) => isRubric(name)) ?? null;

export const makeTasks: MakePane = (context) => {
    const element = h('div', {class: 'machine-body'});
    return {
        element,
        focus: () => element.querySelector<HTMLElement>('button')?.focus(),
        update(now, before) {
            if (!differs(now, before, 'judgement', 'isJudging', 'language') && before !== null && rubricOf(now) === rubricOf(before)) {
                return;
            }
            const words = context.words();
            const rubric = rubricOf(now);
            if (!rubric) {
                element.replaceChildren(emptyNote('check', words.noTasks));
                return;
            }
            const hadFocus = element.contains(document.activeElement);
            const run = h('button', {class: 'b ink', type: 'button', disabled: now.isJudging, onclick: () => context.command('judge')}, icon('check'),
                now.isJudging ? words.judging : words.judge);
            element.replaceChildren(
                h('div', {class: 'strip'}, h('span', {}, headOf(now, words.number)), h('span', {class: 'push'}, run)),
                h('div', {class: 'scroll'}, ...taskNote(rubric.name, context), ...verdicts(now, context)));
            if (hadFocus) {
                run.focus();
            }
        },
    };
};

const headOf = ({judgement}: Studio, number: (value: number) => string): Node | string =>
    judgement && judgement.trouble === '' ? h('b', {}, `${number(judgement.points)} / ${number(judgement.worth)}`) : '';

/** What the example asks for, in the page's language. */
function taskNote(rubric: string, context: Context): Node[] {
    const tasks = context.words().tasks[rubric.replace(/\.toml$/i, '')];
    return tasks ? [h('ol', {class: 'tasks'}, ...tasks.map((task) => h('li', {}, ...spoken(task))))] : [];
}

function verdicts({judgement}: Studio, context: Context): Node[] {
    if (!judgement) {
        return [];
    }
    const trouble = judgement.trouble || judgement.diagnostics;
    return [
        ...trouble === '' ? [] : [h('pre', {class: 'explained'}, trouble)],
        h('ul', {class: 'findings verdicts', 'aria-label': context.words().tasksTab}, ...judgement.cases.map((one) => verdict(one, context))),
    ];
}
function verdict(one: CaseVerdict, context: Context): HTMLElement {
    const words = context.words();
    return h('li', {class: one.hasPassed ? 'passed' : null},
        h('span', {class: 'mark'}, icon(one.hasPassed ? 'check' : 'err'), h('span', {class: 'sr'}, one.hasPassed ? words.passed : words.notPassed)),
        h('div', {}, h('p', {}, h('b', {}, one.name), ' ', h('span', {class: 'by'}, `${words.number(one.points)} / ${words.number(one.worth)}`)),
            one.reason === '' ? null : h('p', {}, ...spoken(one.reason)),
            one.line === 0 ? null : h('p', {}, h('button', {class: 'b line', type: 'button', onclick: () => {
                context.store.change({kind: 'set', values: {active: one.file}});
                context.store.tell();
                goToLine(one.line);
            }}, words.atLine(one.line))),
            one.hasPassed || one.input === '' ? null : h('p', {}, `${words.typed} `, h('code', {}, one.input.trim().replaceAll('\n', ' ⏎ '))),
            one.picture === null ? null : h('div', {class: 'pictures'}, pictureOf(one.picture, 'wanted', words.wantedPicture), pictureOf(one.picture, 'drawn', words.drawnPicture)),
            one.lines.length === 0 ? null : h('pre', {class: 'diff'}, ...one.lines.slice(0, 40).map(({kind, text}) =>
                h('span', {class: kind}, `${{same: '  ', missing: '− ', extra: '+ ', gap: '… '}[kind]}${text}\n`)))));
}

/** Of units, each at least a pixel; both of a case are as large. */
function pictureOf({columns, rows, ...both}: NonNullable<CaseVerdict['picture']>, which: 'wanted' | 'drawn', title: string): HTMLElement {
    const canvas = h('canvas', {role: 'img', 'aria-label': title, width: columns, height: rows});
    const bytes = atob(both[which]);
    const image = new ImageData(columns, rows);
    for (let i = 0; i < columns * rows; ++i) {
        image.data.set([bytes.charCodeAt(3 * i), bytes.charCodeAt(3 * i + 1), bytes.charCodeAt(3 * i + 2), 255], 4 * i);
    }
    canvas.getContext('2d')!.putImageData(image, 0, 0);
    return h('figure', {}, canvas, h('figcaption', {}, title));
}
