// Registers, in groups; what has changed since the focus was elsewhere is marked by shape and text. The integer ones and
// the floating-point ones are two panes of one kind.

import {editCell, emptyNote, h} from '../parts/dom.ts';
import {changedRegisters, colourName, placeName, unitAt, wordText} from '../state/derive.ts';
import type {Fresh, NumberForm, RegisterValue, Studio} from '../state/model.ts';
import {type Context, differs, type MakePane, type Pane} from './pane.ts';

const forms: NumberForm[] = ['auto', 'hex', 'dec', 'unsigned', 'bin', 'text', 'float'];
/** In the order in which they are read most. */
const order = ['results', 'arguments', 'temporaries', 'saved', 'pointers', 'other', 'floats', 'system'];

export const makeRegisters: MakePane = (context) => makeGrid(context, (now) => heldIn(now).registers, 'registers');
export const makeFloats: MakePane = (context) =>
    makeGrid(context, (now) => heldIn(now).floats.map((one) => ({...one, group: 'floats'})), 'floats');
export const makeSystem: MakePane = (context) => makeGrid(context, (now) => heldIn(now).system.map((one) => ({...one, group: 'system'})), 'system');

/** Before a run, what every run begins with. */
const heldIn = (now: Studio): Fresh => now.registers.length > 0 || !now.fresh ? now : now.fresh;

/** The double that a register begins, together with the one behind it; null where both are nothing. */
function doubleAt(floats: RegisterValue[], register: RegisterValue): string | null {
    const at = floats.findIndex(({name}) => name === register.name);
    const upper = floats[at + 1];
    if (at % 2 !== 0 || !upper || register.bits === 0 && upper.bits === 0) {
        return null;
    }
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(0, upper.bits);
    view.setUint32(4, register.bits);
    return String(view.getFloat64(0));
}

/** How numbers are shown, in all panes. */
export function formSwitch(now: Studio, context: Context): HTMLElement {
    const words = context.words();
    return h('span', {class: 'seg', role: 'group', 'aria-label': words.numberForm}, ...forms.map((form) => h('button', {
        class: 'b', type: 'button', 'aria-pressed': String(form === now.form), onclick: () => context.store.change({kind: 'set', values: {form}}),
    }, words.forms[form as keyof typeof words.forms])));
}

function makeGrid(context: Context, valuesOf: (now: Studio) => RegisterValue[], name: 'registers' | 'floats' | 'system'): Pane {
    const strip = h('div', {class: 'strip'});
    const grid = h('div', {class: 'regs', role: 'grid', tabindex: 0});
    const element = h('div', {class: 'machine-body'});
    let selected = '';
    /** What is on the page, with what it was made from. */
    let rows = new Map<string, {key: string; element: HTMLElement}>();
    let layout = '';

    const rowId = (register: string) => `${name}-${register.replace(/\W/g, '_')}`;
    function select(register: string): void {
        selected = register;
        for (const row of grid.querySelectorAll('.reg')) {
            row.classList.toggle('sel', row.id === rowId(register));
        }
        grid.setAttribute('aria-activedescendant', rowId(register));
        document.getElementById(rowId(register))?.scrollIntoView({block: 'nearest'});
    }
    function ask(): void {
        if (selected !== '') {
            void context.conductor.inquiry.wrote(selected, {place: selected});
        }
    }
    grid.addEventListener('keydown', (event) => {
        const rows = [...grid.querySelectorAll<HTMLElement>('.reg')];
        const at = rows.findIndex((row) => row.id === rowId(selected));
        const by = {ArrowDown: 1, ArrowUp: -1, Home: -1000, End: 1000}[event.key];
        if (by !== undefined && rows.length > 0) {
            event.preventDefault();
            const next = Math.max(0, Math.min(rows.length - 1, at + by));
            select(rows[next]!.dataset['name']!);
        } else if (event.key === 'Enter' && event.target === grid) {
            event.preventDefault();
            edit(selected);
        }
    });
    grid.addEventListener('click', (event) => {
        const row = (event.target as HTMLElement).closest<HTMLElement>('.reg');
        if (row && !(event.target instanceof HTMLInputElement)) {
            select(row.dataset['name']!);
            ask();
        }
    });
    grid.addEventListener('dblclick', (event) => {
        const row = (event.target as HTMLElement).closest<HTMLElement>('.reg');
        if (row) {
            edit(row.dataset['name']!);
        }
    });
    grid.addEventListener('ask', ask);

    function edit(register: string): void {
        const now = context.store.value;
        const value = valuesOf(now).find((one) => one.name === register);
        const place = document.getElementById(rowId(register))?.querySelector('.v');
        if (!value || !place || now.isReadOnly || !now.moment) {
            return;
        }
        editCell(place, wordText(value.bits, name === 'floats' ? 'float' : now.form), context.words().newValueOf(register), (isTaken, text) => {
            rows.set(register, {key: '', element: rows.get(register)!.element});
            show(context.store.value);
            grid.focus();
            if (isTaken) {
                void context.conductor.setRegister(register, text, name === 'floats');
            }
        });
    }

    function row(now: Studio, register: RegisterValue, isChanged: boolean): HTMLElement {
        const words = context.words();
        const form = name === 'floats' && now.form === 'auto' ? 'float' : now.form;
        const text = wordText(register.bits, form);
        const before = isChanged ? wordText(now.registersBefore[register.name]!, form) : null;
        const unit = name === 'registers' ? unitAt(now, register.bits) : null;
        const label = unit ? words.unit(unit.column, unit.row) : (register.bits === 0 ? undefined : colourName(now, register.bits)) ?? (register.text || (name === 'registers' ? placeName(now.labels, register.bits, 0x400) : ''));
        const double = name === 'floats' ? doubleAt(heldIn(now).floats, register) : null;
        const isZero = !isChanged && register.bits === 0;
        const key = [text, before, label, double, now.language, register.name === selected].join('|');
        const known = rows.get(register.name);
        if (known?.key === key) {
            return known.element;
        }
        const element = h('div', {
            class: `reg${isChanged ? ' ch' : ''}${isZero ? ' zero' : ''}${register.name === selected ? ' sel' : ''}`, role: 'row',
            id: rowId(register.name), 'data-name': register.name,
            'aria-label': words.registerRow(register.name, register.number, before, text, unit ? words.unitSpoken(unit.column, unit.row) : label),
        },
        h('span', {class: 'x', role: 'gridcell'}, isChanged ? '◆' : ''),
        h('span', {class: 'nm', role: 'rowheader'}, register.name),
        h('span', {class: 'nr', role: 'gridcell'}, register.number === null ? '' : String(register.number)),
        h('span', {class: 'v', role: 'gridcell'},
            ...(before === null ? [text] : [h('span', {class: 'old'}, before), ' → ', h('b', {}, text)]),
            label !== '' ? h('span', {class: 'lab'}, label) : null,
            double === null ? null : h('span', {class: 'alt'}, words.asDouble(double))));
        rows.set(register.name, {key, element});
        return element;
    }

    function show(now: Studio): void {
        const words = context.words();
        const values = valuesOf(now);
        if (values.length === 0) {
            element.replaceChildren(emptyNote('chip', words.noRegistersYet));
            return;
        }
        const changed = new Set(changedRegisters(now).map((one) => one.name));
        const own = values.filter((one) => changed.has(one.name) && one.name !== 'pc');
        const isMarked = (one: RegisterValue) => now.phase !== 'running' && changed.has(one.name) && one.name !== 'pc';
        showStrip(now, own.length);
        grid.setAttribute('aria-label', words[name]);
        const groups = order.filter((group) => values.some((one) => one.group === group));
        const nextLayout = [now.language, ...values.map((one) => `${one.group} ${one.name}`)].join();
        if (nextLayout !== layout) {
            layout = nextLayout;
            rows = new Map();
            grid.replaceChildren(...groups.map((group) => h('div', {class: 'g', role: 'rowgroup', 'aria-label': words.groups[group]},
                h('div', {class: 'gh', 'aria-hidden': 'true'}, words.groups[group] ?? group),
                ...values.filter((one) => one.group === group).map((one) => row(now, one, isMarked(one))))));
        } else {
            for (const one of values) {
                const shown = rows.get(one.name)!.element;
                const next = row(now, one, isMarked(one));
                if (next !== shown) {
                    shown.replaceWith(next);
                }
            }
        }
        if (grid.parentElement !== element) {
            element.replaceChildren(strip, grid);
        }
    }
    let shownStrip = '';
    function showStrip(now: Studio, count: number): void {
        const words = context.words();
        const isBefore = !now.moment || now.moment.step === 0;
        const key = [now.language, now.form, now.phase === 'running', count, now.previous?.step, isBefore].join();
        if (key === shownStrip) {
            return;
        }
        shownStrip = key;
        strip.replaceChildren(
            now.phase === 'running' ? h('span', {}, words.states.running) : count > 0 ? h('b', {class: 'new'}, `◆ ${words.changedSince(count, now.previous?.step ?? 0)}`)
                : h('span', {}, isBefore ? words.beforeFirst : words.nothingChanged),
            h('span', {class: 'push'}, formSwitch(now, context)));
    }

    return {
        element,
        focus: () => {
            grid.focus();
            if (selected === '') {
                select(grid.querySelector<HTMLElement>('.reg')?.dataset['name'] ?? '');
            }
        },
        update(now, before) {
            if (differs(now, before, 'fresh', 'registers', 'floats', 'system', 'registersBefore', 'form', 'language', 'labels', 'phase')) {
                show(now);
            }
        },
    };
}
