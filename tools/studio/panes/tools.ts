// MARS's tools and the others: which there are and what they can be told comes from the core; what they have counted up
// to the focus is drawn by its shapes.

import {emptyNote, h} from '../parts/dom.ts';
import {drawReport, type ReportDeeds} from '../parts/report.ts';
import type {Studio, ToolKind, ToolParameter} from '../state/model.ts';
import {goToLine} from './caret.ts';
import {differs, type MakePane} from './pane.ts';

/** As the command line takes it: `cache:size=1024,ways=2`. */
export function specificationOf(name: string, values: Record<string, string>): string {
    const told = Object.entries(values).filter(([, value]) => value !== '').map(([key, value]) => `${key}=${value}`);
    return told.length === 0 ? name : `${name}:${told.join(',')}`;
}

/** Parameters that name files to be written: in a page the drawings are there to be seen. */
const forFiles = ['svg', 'png'];

export const makeTools: MakePane = (context) => {
    const element = h('div', {class: 'machine-body'});
    const values = new Map<string, Record<string, string>>();
    const deeds: ReportDeeds = {
        words: context.words, press: (key) => void context.conductor.examiner.pressPad(key),
        goTo: (file, line) => {
            context.store.change({kind: 'set', values: {active: file}});
            context.store.tell();
            goToLine(line);
        },
    };

    function choose(name: string): void {
        context.store.change({kind: 'set', values: {tool: name}});
        void context.conductor.examiner.useTool(specificationOf(name, values.get(name) ?? {}));
    }
    function field(kind: ToolKind, parameter: ToolParameter): HTMLElement {
        const own = values.get(kind.name) ?? {};
        values.set(kind.name, own);
        const change = (value: string) => {
            own[parameter.name] = value === parameter.fallback ? '' : value;
            choose(kind.name);
        };
        const value = own[parameter.name] || parameter.fallback;
        const input = parameter.kind === 'choice'
            ? h('select', {onchange: (event: Event) => change((event.target as HTMLSelectElement).value)},
                ...parameter.allowed.map((one) => h('option', {value: one, selected: one === value}, one)))
            : h('input', {value, autocomplete: 'off', spellcheck: 'false', onchange: (event: Event) => change((event.target as HTMLInputElement).value.trim())});
        return h('label', {title: parameter.help}, h('span', {}, parameter.name), input);
    }
    function show(now: Studio): void {
        const words = context.words();
        if (now.toolKinds.length === 0) {
            element.replaceChildren(emptyNote('chip', words.noToolsYet));
            return;
        }
        const kind = now.toolKinds.find(({name}) => name === now.tool);
        const {activeElement} = document;
        const place = activeElement && element.contains(activeElement) ? [...element.querySelectorAll('button, input, select')].indexOf(activeElement) : -1;
        element.replaceChildren(
            h('div', {class: 'strip'}, h('span', {class: 'seg wraps', role: 'group', 'aria-label': words.tools}, ...now.toolKinds.map(({name, summary}) => h('button', {
                class: 'b', type: 'button', title: summary, 'aria-pressed': String(name === now.tool), onclick: () => choose(name),
            }, name)))),
            !kind ? emptyNote('chip', words.chooseTool) : h('div', {class: 'tool'},
                h('p', {}, kind.summary),
                kind.parameters.length === 0 ? null : h('div', {class: 'parameters'}, ...kind.parameters.filter(({name}) => !forFiles.includes(name)).map((one) => field(kind, one))),
                now.toolReport === null ? h('p', {class: 'by'}, words.counting) : h('div', {class: 'report', role: 'region', 'aria-label': words.toolReport(kind.name)}, ...drawReport(now.toolReport, deeds))));
        if (place >= 0) {
            element.querySelectorAll<HTMLElement>('button, input, select')[place]?.focus();
        }
    }

    return {
        element,
        focus: () => element.querySelector<HTMLElement>('button')?.focus(),
        update(now, before) {
            if (differs(now, before, 'toolKinds', 'tool', 'toolReport', 'language')) {
                show(now);
            }
        },
    };
};
