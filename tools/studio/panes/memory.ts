// Memory in words, with labels beside; the text segment with its instructions. A cell leads to who wrote it.

import {editCell, emptyNote, h} from '../parts/dom.ts';
import {hex, placeName, wordText} from '../state/derive.ts';
import type {MemoryView, Studio} from '../state/model.ts';
import {type Context, differs, type MakePane} from './pane.ts';
import {goToLine} from './editor.ts';

const wordsInRow = 4;

export const makeMemory: MakePane = (context) => {
    const strip = h('div', {class: 'strip'});
    const scroll = h('div', {class: 'scroll'});
    const element = h('div', {class: 'machine-body'});
    let selected = -1;

    scroll.addEventListener('click', (event) => {
        const cell = (event.target as HTMLElement).closest<HTMLElement>('td.w');
        if (cell && !(event.target instanceof HTMLInputElement)) {
            choose(cell);
            askAbout(Number(cell.dataset['at']));
        }
        const line = (event.target as HTMLElement).closest<HTMLElement>('tr[data-line]');
        if (line) {
            goToLine(Number(line.dataset['line']));
        }
    });
    scroll.addEventListener('keydown', (event) => {
        const by = {ArrowRight: 4, ArrowLeft: -4, ArrowDown: 4 * wordsInRow, ArrowUp: -4 * wordsInRow}[event.key];
        if (by) {
            const cell = scroll.querySelector<HTMLElement>(`td.w[data-at="${selected + by}"]`);
            if (cell) {
                event.preventDefault();
                choose(cell);
                cell.focus();
            }
        } else if (event.key === 'Enter' && selected >= 0 && !(event.target instanceof HTMLInputElement)) {
            event.preventDefault();
            edit(selected);
        }
    });
    scroll.addEventListener('dblclick', (event) => {
        const cell = (event.target as HTMLElement).closest<HTMLElement>('td.w');
        if (cell) {
            edit(Number(cell.dataset['at']));
        }
    });
    function edit(address: number): void {
        const now = context.store.value;
        const cell = scroll.querySelector<HTMLElement>(`td.w[data-at="${address}"]`);
        if (!cell || now.isReadOnly) {
            return;
        }
        const name = placeName(now.labels, address, 0x400) || hex(address);
        const done = (isTaken: boolean, text: string) => {
            show(context.store.value);
            scroll.querySelector<HTMLElement>(`td.w[data-at="${address}"]`)?.focus();
            if (isTaken) {
                void context.conductor.setMemory(address, text);
            }
        };
        editCell(cell, cell.textContent ?? '', context.words().newValueOf(name), done);
    }
    scroll.addEventListener('ask', () => askAbout(selected));
    function choose(cell: HTMLElement): void {
        scroll.querySelector('td.w[tabindex="0"]')?.setAttribute('tabindex', '-1');
        cell.tabIndex = 0;
        selected = Number(cell.dataset['at']);
    }
    function askAbout(address: number): void {
        if (address >= 0) {
            const name = placeName(context.store.value.labels, address, 0x400);
            void context.conductor.whoWrote(name || hex(address), {memoryReference: hex(address), size: 4});
        }
    }

    function showStrip(now: Studio): void {
        const words = context.words();
        const field = h('input', {class: 'place', 'aria-label': words.addressField, placeholder: words.addressField, autocomplete: 'off', spellcheck: 'false'});
        field.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') {
                const label = Object.entries(now.labels).find(([, name]) => name === field.value.trim());
                const address = label ? Number(label[0]) : Number(field.value);
                if (Number.isFinite(address) && field.value.trim() !== '') {
                    void context.conductor.showMemory('', hex((address >>> 0) & ~15));
                }
            }
        });
        strip.replaceChildren(
            h('span', {class: 'seg', role: 'group', 'aria-label': words.segment}, ...now.segments.map(({id, memoryReference}) => h('button', {
                class: 'b', type: 'button', 'aria-pressed': String(id === context.conductor.memorySegment),
                onclick: () => void context.conductor.showMemory(id, memoryReference),
            }, words.segments[id] ?? id))),
            h('span', {class: 'push'}, field));
    }

    function show(now: Studio): void {
        const words = context.words();
        if (!now.memory) {
            element.replaceChildren(emptyNote('chip', words.noMemoryYet));
            return;
        }
        if (!(document.activeElement instanceof HTMLInputElement && strip.contains(document.activeElement))) {
            const hadFocus = strip.contains(document.activeElement);
            showStrip(now);
            if (hadFocus) {
                strip.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
            }
        }
        scroll.replaceChildren(now.memory.instructions ? instructionTable(now.memory.instructions, context)
            : now.memory.bytes.length === 0 ? emptyNote('chip', words.noMemoryHere) : wordTable(now, now.memory, context, selected));
        if (scroll.parentElement !== element) {
            element.replaceChildren(strip, scroll);
        }
    }

    return {
        element,
        focus: () => (scroll.querySelector<HTMLElement>('td.w[tabindex="0"]') ?? scroll.querySelector<HTMLElement>('td.w'))?.focus(),
        update(now, before) {
            if (differs(now, before, 'memory', 'segments', 'labels', 'form', 'language', 'phase')) {
                show(now);
            }
        },
    };
};

function wordTable(now: Studio, memory: MemoryView, context: Context, selected: number): HTMLElement {
    const words = context.words();
    const view = new DataView(memory.bytes.buffer, memory.bytes.byteOffset);
    const before = memory.before ? new DataView(memory.before.buffer, memory.before.byteOffset) : null;
    const rows: HTMLElement[] = [];
    let hasStop = false;
    for (let at = 0; at + 4 * wordsInRow <= memory.bytes.length; at += 4 * wordsInRow) {
        const cells: HTMLElement[] = [];
        for (let i = 0; i < wordsInRow; ++i) {
            const offset = at + 4 * i;
            const address = memory.address + offset;
            const bits = view.getUint32(offset, true);
            const isChanged = before !== null && offset + 4 <= before.byteLength && before.getUint32(offset, true) !== bits;
            const isStop: boolean = selected < 0 ? !hasStop : address === selected;
            hasStop ||= isStop;
            cells.push(h('td', {
                class: `w${bits === 0 ? ' z' : ''}${isChanged ? ' ch' : ''}`, 'data-at': address, tabindex: isStop ? 0 : -1,
                title: words.cell(hex(address), `${hex(bits)} ${wordText(bits, 'dec')} ${wordText(bits, 'text')}`),
            }, wordText(bits, now.form)));
        }
        rows.push(h('tr', {}, h('td', {class: 'a'}, hex(memory.address + at)),
            h('td', {class: 'label'}, placeName(now.labels, memory.address + at, 0x400)), ...cells));
    }
    const heads = [words.address, words.label, ...Array.from({length: wordsInRow}, (_, i) => `+${4 * i}`)];
    return h('table', {class: 'mem', 'aria-label': words.memory}, h('thead', {}, h('tr', {}, ...heads.map((text, i) => h('th', {scope: 'col', class: i > 1 ? 'w' : ''}, text)))),
        h('tbody', {}, ...rows));
}

function instructionTable(instructions: NonNullable<MemoryView['instructions']>, context: Context): HTMLElement {
    const words = context.words();
    return h('table', {class: 'mem', 'aria-label': words.memory},
        h('thead', {}, h('tr', {}, ...[words.address, words.code, words.instruction, words.line].map((text) => h('th', {scope: 'col'}, text)))),
        h('tbody', {}, ...instructions.map((one) => h('tr', {
            'data-line': one.line || null, class: context.store.value.moment?.address === one.address ? 'at' : null,
        }, h('td', {class: 'a'}, one.address), h('td', {class: 'a'}, one.bytes), h('td', {}, one.text), h('td', {class: 'label'}, one.line ? String(one.line) : '')))));
}
