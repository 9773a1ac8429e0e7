// What the program printed and read, up to the focus; and its input. A character leads to the instruction that printed it.

import {h, icon, saveFile} from '../parts/dom.ts';
import {byteOfCharacter, consoleAt, isPast} from '../state/derive.ts';
import type {Piece, Studio} from '../state/model.ts';
import {makeKeyRow} from './keyrow.ts';
import {differs, type MakePane} from './pane.ts';

const mostInput = 4 << 20;
const mostRunning = 12_000;

export const makeConsole: MakePane = (context) => {
    const title = h('h2');
    const note = h('span', {class: 'note'});
    const log = h('div', {class: 'con', role: 'log', tabindex: 0});
    const field = h('input', {id: 'ci', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off'});
    const label = h('label', {class: 'sr', for: 'ci'});
    const chooser = h('input', {type: 'file', hidden: true});
    const load = h('button', {class: 'b', type: 'button', onclick: () => chooser.click()});
    const form = h('form', {class: 'conin'}, label, h('span', {'aria-hidden': 'true'}, '›'), field, load, chooser);
    const keyRow = makeKeyRow(context);
    const save = h('button', {class: 'b icon small', type: 'button', onclick: () => void saveOutput()}, icon('save'));
    const prepared = h('div', {class: 'prepared', hidden: true});
    const element = h('section', {class: 'pane p-con', id: 'pane-console'}, h('div', {class: 'head'}, title, note, h('span', {class: 'push group'}, save)), log, keyRow.element, prepared, form);
    let pieces: Piece[] = [];
    let caret: {piece: Piece; index: number} | null = null;

    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const {value} = field;
        field.value = '';
        void context.conductor.giveInput(`${value}\n`);
    });
    field.addEventListener('keydown', (event) => {
        if (event.key === 'd' && event.ctrlKey) {
            event.preventDefault();
            void context.conductor.giveInput('', true);
        }
    });
    /** Several lines that are pasted are several lines of input. */
    field.addEventListener('paste', (event) => {
        const text = event.clipboardData?.getData('text') ?? '';
        if (text.includes('\n')) {
            event.preventDefault();
            void context.conductor.giveInput(text.replaceAll('\r\n', '\n').slice(0, mostInput));
        }
    });
    chooser.addEventListener('change', () => {
        const file = chooser.files?.[0];
        chooser.value = '';
        void file?.slice(0, mostInput).text().then((text) => context.conductor.giveInput(text, true));
    });
    log.addEventListener('click', (event) => {
        if (getSelection()?.isCollapsed !== false) {
            caret = placeAt(event, pieces);
            ask();
        }
    });
    log.addEventListener('ask', ask);
    function ask(): void {
        const at = caret ?? lastCharacter(pieces);
        if (at) {
            const character = [...at.piece.text.slice(at.index)][0] ?? '';
            void context.conductor.inquiry.printed(at.piece, byteOfCharacter(at.piece, at.index), character);
        }
    }

    // Measured when it is scrolled only: to measure is to lay out.
    let isAtEnd = true;
    log.addEventListener('scroll', () => { isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40; }, {passive: true});

    const known = new WeakMap<Piece, HTMLElement>();
    function elementOf(piece: Piece, i: number): HTMLElement {
        const shown = known.get(piece) ?? (piece.kind === 'note' ? h('div', {class: 'sys bad'}, h('span', {}, piece.text.trim()))
            : h('span', {class: piece.kind === 'input' ? 'in' : null, dir: 'auto'}, piece.text));
        known.set(piece, shown);
        if (piece.kind !== 'note') {
            shown.dataset['piece'] = String(i);
        }
        return shown;
    }
    const notesNow = new Map<string, HTMLElement>();
    function noteOf(kind: string, text: string): HTMLElement {
        const note = notesNow.get(kind)?.textContent === text ? notesNow.get(kind)! : h('div', {class: kind}, text);
        notesNow.set(kind, note);
        return note;
    }
    /** Only what is another than before is touched: there may be much of it. Whether anything was. */
    function showAll(wanted: HTMLElement[]): boolean {
        const kept = new Set<Element>(wanted);
        let hasChanged = false;
        for (const one of [...log.children]) {
            if (!kept.has(one)) {
                one.remove();
                hasChanged = true;
            }
        }
        let at: Element | null = log.firstElementChild;
        for (const one of wanted) {
            if (one === at) {
                at = at.nextElementSibling;
            } else {
                log.insertBefore(one, at);
                hasChanged = true;
            }
        }
        return hasChanged;
    }
    /** All of it, what is folded too. */
    async function saveOutput(): Promise<void> {
        saveFile(`${context.store.value.project.name}.txt`, await context.conductor.wholeOutput());
    }

    function show(now: Studio): void {
        const words = context.words();
        const shown = consoleAt(now);
        pieces = now.phase === 'running' ? latest(shown.pieces) : shown.pieces;
        const elements = pieces.map((piece, i) => elementOf(piece, i));
        const notes = [
            now.isFolded ? noteOf('sys', now.isCut ? words.foldedAndCut : words.folded) : null,
            pieces.length === 0 && shown.later === 0 ? noteOf('sys empty', words.nothingPrinted) : null,
        ].filter((one) => one !== null);
        const after = shown.later > 0 ? [noteOf('sys later', words.moreLater(shown.later))] : [];
        if (showAll([...notes, ...elements, ...after]) && (isAtEnd || now.phase === 'waiting')) {
            log.scrollTop = log.scrollHeight;
        }
    }
    function showInput(now: Studio): void {
        const words = context.words();
        element.setAttribute('aria-label', words.console);
        title.textContent = words.console;
        log.setAttribute('aria-label', words.log);
        label.textContent = words.input;
        load.textContent = words.loadFile;
        const isWanted = now.phase === 'waiting';
        form.classList.toggle('want', isWanted);
        field.placeholder = isWanted ? words.inputWanted : words.inputAhead;
        save.setAttribute('aria-label', words.saveOutput);
        save.title = words.saveOutput;
        note.textContent = isWanted ? words.states.waiting : '';
        const count = now.project.input.length;
        prepared.hidden = count === 0 || now.phase !== 'none';
        prepared.replaceChildren(icon('con'), h('span', {}, words.prepared(count)),
            h('button', {class: 'b', type: 'button', onclick: () => context.store.change({kind: 'input', text: ''})}, words.clear));
    }

    return {
        element,
        focus: () => field.focus(),
        update(now, before) {
            if (differs(now, before, 'pieces', 'isFolded', 'isCut', 'language', 'phase') || differs(now, before, 'moment', 'dragged') && (isPast(now) || before !== null && isPast(before))) {
                show(now);
            }
            if (differs(now, before, 'pieces', 'language')) {
                save.hidden = now.pieces.length === 0;
            }
            if (differs(now, before, 'phase', 'project', 'geometry', 'language', 'advice', 'moment', 'pieces')) {
                keyRow.show(now.geometry ? {...now, phase: 'none'} : now);
            }
            if (differs(now, before, 'phase', 'language') || before?.project.input !== now.project.input) {
                showInput(now);
                if (now.phase === 'waiting' && before?.phase !== 'waiting' && document.activeElement === document.body) {
                    field.focus();
                }
            }
        },
    };
};

/** While it runs, so much of the end is enough to be seen. */
function latest(pieces: Piece[]): Piece[] {
    let length = 0;
    const first = pieces.findLastIndex(({text}) => (length += text.length) > mostRunning);
    return first < 0 ? pieces : pieces.slice(first);
}

/** The character under the pointer. */
function placeAt(event: MouseEvent, pieces: Piece[]): {piece: Piece; index: number} | null {
    const range = caretRange(event.clientX, event.clientY);
    const span = range?.node.parentElement?.closest<HTMLElement>('[data-piece]');
    const piece = span ? pieces[Number(span.dataset['piece'])] : undefined;
    if (!range || !piece) {
        return null;
    }
    // The caret stands between two characters: it is the one that the pointer is on.
    const probe = document.createRange();
    const before = Math.max(0, range.offset - 1);
    probe.setStart(range.node, before);
    probe.setEnd(range.node, range.offset);
    const box = probe.getBoundingClientRect();
    const isBefore = range.offset > 0 && event.clientX >= box.left && event.clientX <= box.right && event.clientY <= box.bottom;
    return {piece, index: Math.min(isBefore ? before : range.offset, piece.text.length - 1)};
}
function caretRange(x: number, y: number): {node: Node; offset: number} | null {
    if ('caretPositionFromPoint' in document) {
        const place = document.caretPositionFromPoint(x, y);
        return place ? {node: place.offsetNode, offset: place.offset} : null;
    }
    const range = (document as unknown as {caretRangeFromPoint(x: number, y: number): Range | null}).caretRangeFromPoint(x, y);
    return range ? {node: range.startContainer, offset: range.startOffset} : null;
}
function lastCharacter(pieces: Piece[]): {piece: Piece; index: number} | null {
    const piece = pieces.findLast(({kind}) => kind === 'output');
    return piece ? {piece, index: piece.text.trimEnd().length - 1} : null;
}
