// Labels of data with where they lie and what is there; each leads into memory.

import {emptyNote, h} from '../parts/dom.ts';
import {hex} from '../state/derive.ts';
import {differs, type MakePane} from './pane.ts';

export const makeSymbols: MakePane = (context) => {
    const element = h('div', {class: 'machine-body'});
    const show = (address: number) => {
        context.store.change({kind: 'set', values: {machineTab: 'memory'}});
        void context.conductor.observer.showMemory('', hex(address & ~15));
    };
    return {
        element,
        focus: () => element.querySelector<HTMLElement>('button')?.focus(),
        update(now, before) {
            if (!differs(now, before, 'labels', 'language', 'phase')) {
                return;
            }
            const words = context.words();
            const all = Object.entries(now.labels).map(([address, name]) => ({address: Number(address), name})).sort((a, b) => a.address - b.address);
            if (all.length === 0) {
                element.replaceChildren(emptyNote('chip', words.noSymbols));
                return;
            }
            element.replaceChildren(h('table', {class: 'mem list', 'aria-label': words.symbols},
                h('thead', {}, h('tr', {}, ...[words.label, words.address].map((text) => h('th', {scope: 'col'}, text)))),
                h('tbody', {}, ...all.map(({address, name}) => h('tr', {},
                    h('td', {}, h('button', {class: 'b word', type: 'button', onclick: () => show(address)}, h('span', {class: 'l'}, name))),
                    h('td', {class: 'a'}, hex(address)))))));
        },
    };
};
