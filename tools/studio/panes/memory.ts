// Memory in words, with labels beside; the text segment with its instructions. A cell leads to who wrote it.

import {editCell, emptyNote, h, icon} from '../parts/dom.ts';
import {hex, placeName, wordText} from '../state/derive.ts';
import type {CellSize, MemoryView, Studio} from '../state/model.ts';
import {type Context, differs, type MakePane} from './pane.ts';
import {goToLine} from './caret.ts';
import {formSwitch} from './registers.ts';

const rowBytes = 16;
const pageBytes = 256;
const cellSizes: CellSize[] = [4, 2, 1];

export const makeMemory: MakePane = (context) => {
    const strip = h('div', {class: 'strip'});
    const scroll = h('div', {class: 'scroll'});
    const cellId = (address: number) => `mem-${address}`;
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
        const size = context.store.value.cellSize;
        const by = {ArrowRight: size, ArrowLeft: -size, ArrowDown: rowBytes, ArrowUp: -rowBytes}[event.key];
        const page = {PageDown: 1, PageUp: -1}[event.key];
        if (page) {
            event.preventDefault();
            turn(page);
        } else if (by) {
            const cell = scroll.querySelector<HTMLElement>(`td.w[data-at="${selected + by}"]`);
            if (cell) {
                event.preventDefault();
                choose(cell);
            }
        } else if (event.key === 'Enter' && selected >= 0 && !(event.target instanceof HTMLInputElement)) {
            event.preventDefault();
            edit(selected);
        }
    });
    /** To what lies before or behind what is shown. */
    function turn(pages: number): void {
        const {memory} = context.store.value;
        if (memory) {
            context.store.change({kind: 'set', values: {followed: ''}});
            void context.conductor.observer.showMemory(context.conductor.observer.memorySegment, hex(memory.address + pages * pageBytes));
        }
    }
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
            scroll.querySelector<HTMLElement>('[role="grid"]')?.focus();
            if (isTaken) {
                void context.conductor.setMemory(address, text, context.store.value.cellSize);
            }
        };
        editCell(cell, cell.textContent ?? '', context.words().newValueOf(name), done);
    }
    scroll.addEventListener('ask', () => askAbout(selected));
    function choose(cell: HTMLElement): void {
        scroll.querySelector('td.w.sel')?.classList.remove('sel');
        cell.classList.add('sel');
        selected = Number(cell.dataset['at']);
        scroll.querySelector('[role="grid"]')?.setAttribute('aria-activedescendant', cell.id);
        cell.scrollIntoView({block: 'nearest', inline: 'nearest'});
    }
    function askAbout(address: number): void {
        if (address >= 0) {
            const name = placeName(context.store.value.labels, address, 0x400);
            void context.conductor.inquiry.wrote(name || hex(address), {memoryReference: hex(address), size: context.store.value.cellSize});
        }
    }

    function showStrip(now: Studio): void {
        const words = context.words();
        const field = h('input', {class: 'place', 'aria-label': words.addressField, placeholder: words.addressField, autocomplete: 'off', spellcheck: 'false'});
        field.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') {
                const label = Object.entries(now.labels).find(([, name]) => name === field.value.trim());
                const address = label ? Number(label[0]) : Number(field.value);
                const register = now.registers.find(({name}) => name === field.value.trim());
                if (register) {
                    context.store.change({kind: 'set', values: {followed: register.name}});
                    void context.conductor.observer.showMemory('', hex(register.bits & ~15));
                } else if (Number.isFinite(address) && field.value.trim() !== '') {
                    context.store.change({kind: 'set', values: {followed: ''}});
                    void context.conductor.observer.showMemory('', hex((address >>> 0) & ~15));
                }
            }
        });
        strip.replaceChildren(
            h('span', {class: 'seg', role: 'group', 'aria-label': words.segment}, ...now.segments.map(({id, memoryReference}) => h('button', {
                class: 'b', type: 'button', 'aria-pressed': String(id === context.conductor.observer.memorySegment),
                onclick: () => {
                    context.store.change({kind: 'set', values: {followed: ''}});
                    void context.conductor.observer.showMemory(id, memoryReference);
                },
            }, words.segments[id] ?? id))),
            h('span', {class: 'seg', role: 'group', 'aria-label': words.cellSize}, ...cellSizes.map((size) => h('button', {
                class: 'b', type: 'button', 'aria-pressed': String(size === now.cellSize),
                onclick: () => context.store.change({kind: 'set', values: {cellSize: size}}),
            }, words.cellSizes[size]!))),
            formSwitch(now, context),
            h('span', {class: 'push'}, now.followed === '' ? '' : h('span', {class: 'chip calm'}, words.follows(now.followed)),
                h('button', {class: 'b icon small', type: 'button', 'aria-label': words.before, title: words.before, onclick: () => turn(-1)}, icon('up')),
                h('button', {class: 'b icon small', type: 'button', 'aria-label': words.behind, title: words.behind, onclick: () => turn(1)}, icon('down')), field));
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
        const hadFocus = scroll.contains(document.activeElement);
        scroll.replaceChildren(now.memory.instructions ? instructionTable(now.memory.instructions, context)
            : now.memory.bytes.length === 0 ? emptyNote('chip', words.noMemoryHere) : wordTable(now, now.memory, context, selected, cellId));
        if (scroll.parentElement !== element) {
            element.replaceChildren(strip, scroll);
        }
        if (hadFocus) {
            scroll.querySelector<HTMLElement>('[role="grid"]')?.focus();
        }
    }

    return {
        element,
        focus: () => {
            scroll.querySelector<HTMLElement>('[role="grid"]')?.focus();
            const first = scroll.querySelector<HTMLElement>('td.w.sel') ?? scroll.querySelector<HTMLElement>('td.w');
            if (first) {
                choose(first);
            }
        },
        update(now, before) {
            if (differs(now, before, 'memory', 'segments', 'labels', 'form', 'cellSize', 'followed', 'language', 'phase')) {
                show(now);
            }
        },
    };
};

/** A cell's bits as they are shown: bytes and halves as numbers or characters, words in the form that is chosen. */
function cellText(bits: number, size: CellSize, form: Studio['form']): string {
    if (size === 4) {
        return wordText(bits, form);
    }
    const signed = bits << (32 - 8 * size) >> (32 - 8 * size);
    const character = size === 1 && bits >= 0x20 && bits < 0x7f ? String.fromCharCode(bits) : '·';
    const texts: Partial<Record<Studio['form'], string>> = {
        hex: hex(bits, 2 * size), bin: bits.toString(2).padStart(8 * size, '0'), text: size === 1 ? character : wordText(bits, 'text').slice(0, size), unsigned: String(bits),
    };
    return texts[form] ?? String(signed);
}
const bitsAt = (view: DataView, offset: number, size: CellSize): number =>
    size === 4 ? view.getUint32(offset, true) : size === 2 ? view.getUint16(offset, true) : view.getUint8(offset);

function wordTable(now: Studio, memory: MemoryView, context: Context, selected: number, cellId: (address: number) => string): HTMLElement {
    const words = context.words();
    const size = now.cellSize;
    const view = new DataView(memory.bytes.buffer, memory.bytes.byteOffset, memory.bytes.length);
    const before = memory.before ? new DataView(memory.before.buffer, memory.before.byteOffset, memory.before.length) : null;
    const rows: HTMLElement[] = [];
    const isChosen = (address: number) => address <= selected && selected < address + size;
    for (let at = 0; at + rowBytes <= memory.bytes.length; at += rowBytes) {
        const cells: HTMLElement[] = [];
        for (let offset = at; offset < at + rowBytes; offset += size) {
            const address = memory.address + offset;
            const bits = bitsAt(view, offset, size);
            const old = before !== null && offset + size <= before.byteLength ? bitsAt(before, offset, size) : bits;
            const text = cellText(bits, size, now.form);
            const place = placeName(now.labels, address, 0x400) || hex(address);
            cells.push(h('td', {
                class: `w${bits === 0 ? ' z' : ''}${old !== bits ? ' ch' : ''}${isChosen(address) ? ' sel' : ''}`, role: 'gridcell', id: cellId(address), 'data-at': address,
                'aria-label': words.memoryCell(place, old === bits ? null : cellText(old, size, now.form), text),
                title: words.cell(hex(address), size === 4 ? `${hex(bits)} ${wordText(bits, 'dec')} ${wordText(bits, 'text')}` : text),
            }, text));
        }
        rows.push(h('tr', {role: 'row'}, h('td', {class: 'a', role: 'gridcell'}, hex(memory.address + at)),
            h('td', {class: 'label', role: 'gridcell'}, placeName(now.labels, memory.address + at, 0x400)), ...cells));
    }
    const heads = [words.address, words.label, ...Array.from({length: rowBytes / size}, (_, i) => `+${size * i}`)];
    const chosen = rows.flatMap((row) => [...row.children]).find((cell) => cell.classList.contains('sel'));
    return h('table', {class: 'mem', role: 'grid', tabindex: 0, 'aria-activedescendant': chosen?.id, 'aria-label': words.memory}, h('thead', {role: 'rowgroup'}, h('tr', {role: 'row'},
        ...heads.map((text, i) => h('th', {scope: 'col', role: 'columnheader', class: i > 1 ? 'w' : ''}, text)))), h('tbody', {role: 'rowgroup'}, ...rows));
}

function instructionTable(instructions: NonNullable<MemoryView['instructions']>, context: Context): HTMLElement {
    const words = context.words();
    return h('table', {class: 'mem', 'aria-label': words.memory},
        h('thead', {}, h('tr', {}, ...[words.address, words.code, words.instruction, words.line].map((text) => h('th', {scope: 'col'}, text)))),
        h('tbody', {}, ...instructions.map((one) => h('tr', {
            'data-line': one.line || null, class: context.store.value.moment?.address === one.address ? 'at' : null,
        }, h('td', {class: 'a'}, one.address), h('td', {class: 'a'}, one.bytes), h('td', {}, one.text), h('td', {class: 'label'}, one.line ? String(one.line) : '')))));
}
