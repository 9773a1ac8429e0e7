// How often what ran, up to where the run has come: routines, instructions, and a switch for the heat beside the lines.

import {emptyNote, h} from '../parts/dom.ts';
import type {Counts} from '../state/model.ts';
import {goToLine} from './caret.ts';
import {type Context, differs, type MakePane} from './pane.ts';

const mostRows = 40;

export const makeStatistics: MakePane = (context) => {
    const element = h('div', {class: 'machine-body'});
    return {
        element,
        focus: () => element.querySelector<HTMLElement>('button')?.focus(),
        update(now, before) {
            if (!differs(now, before, 'counts', 'hasHeat', 'moment', 'language', 'phase')) {
                return;
            }
            const words = context.words();
            if (!now.counts) {
                element.replaceChildren(emptyNote('chip', now.moment ? words.counting : words.noCountsYet));
                return;
            }
            const hadFocus = element.contains(document.activeElement);
            const {steps, isWhole} = now.counts;
            const heat = h('button', {class: 'b', type: 'button', 'aria-pressed': String(now.hasHeat), onclick: () => context.command('heat')}, words.heat);
            element.replaceChildren(
                h('div', {class: 'strip'}, h('span', {}, isWhole ? words.countedSteps(steps) : words.countedPart(steps)), h('span', {class: 'push'}, h('span', {class: 'seg'}, heat))),
                h('div', {class: 'scroll'}, routineTable(now.counts, context), instructionTable(now.counts, context)));
            if (hadFocus) {
                heat.focus();
            }
        },
    };
};

/** A bar behind the number says which part of the whole it is. */
function share(part: number, whole: number, text: string): HTMLElement {
    const cell = h('td', {class: 'w share'}, text);
    cell.style.setProperty('--part', `${whole > 0 ? Math.min(100, 100 * part / whole) : 0}%`);
    return cell;
}
const head = (...texts: string[]) => h('thead', {}, h('tr', {}, ...texts.map((text, i) => h('th', {scope: 'col', class: i > 0 ? 'w' : ''}, text))));

function routineTable({steps, routines}: Counts, context: Context): HTMLElement {
    const words = context.words();
    return h('table', {class: 'mem list', 'aria-label': words.routines}, head(words.routine, words.callsHead, words.ownSteps, words.allSteps),
        h('tbody', {}, ...routines.slice(0, mostRows).map((one) => h('tr', {},
            h('td', {}, h('button', {class: 'b word', type: 'button', disabled: one.line === 0, onclick: () => goToLine(one.line)}, h('span', {class: 'l'}, one.name))),
            h('td', {class: 'w'}, words.number(one.calls)), share(one.self, steps, words.number(one.self)), h('td', {class: 'w'}, words.number(one.inclusive))))));
}
function instructionTable({steps, instructions}: Counts, context: Context): HTMLElement {
    const words = context.words();
    return h('table', {class: 'mem list', 'aria-label': words.instructionMix}, head(words.instruction, words.timesHead),
        h('tbody', {}, ...instructions.slice(0, mostRows).map((one) => h('tr', {},
            h('td', {}, h('code', {class: 'm'}, one.name)), share(one.executed, steps, words.number(one.executed))))));
}
