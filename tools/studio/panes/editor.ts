// The program: text, errors with their repairs, breakpoints, and where the run stands.

import {closeBrackets, closeBracketsKeymap, completionKeymap} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap, indentWithTab} from '@codemirror/commands';
import {bracketMatching, codeFolding, foldGutter, foldKeymap, foldService} from '@codemirror/language';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {Compartment, EditorState, type Range, RangeSet, StateEffect, StateField} from '@codemirror/state';
import {
    crosshairCursor, Decoration, type DecorationSet, drawSelection, EditorView, rectangularSelection, gutter, GutterMarker, highlightActiveLine, keymap, lineNumbers, WidgetType,
} from '@codemirror/view';
import {colours} from '../parts/colours.ts';
import {h, icon, tabs} from '../parts/dom.ts';
import {changedRegisters, isPast, wordText} from '../state/derive.ts';
import {effectPlace, effectText} from '../state/effects.ts';
import type {Effect, Finding, Problem, Studio, TextEdit} from '../state/model.ts';
import {assist, colourWords, explain} from './assist.ts';
import {type Context, differs, type MakePane} from './pane.ts';

/** More messages than this are shown as waves, and told where the cursor is. */
const mostNotes = 4;

const setMarks = StateEffect.define<DecorationSet>();
const marks = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
        const mapped = value.map(transaction.changes);
        return transaction.effects.reduce((latest, effect) => effect.is(setMarks) ? effect.value : latest, mapped);
    },
    provide: (field) => EditorView.decorations.from(field),
});

class Sign extends GutterMarker {
    constructor(readonly name: string, readonly className: string) { super(); }
    override eq(other: Sign): boolean { return this.name === other.name && this.className === other.className; }
    override toDOM(): Node { return h('span', {class: this.className}, icon(this.name)); }
}
/** How often the line ran: a bar whose strength grows with it, and the number for who points at it. */
class Heat extends GutterMarker {
    constructor(readonly level: number, readonly text: string) { super(); }
    override eq(other: Heat): boolean { return this.level === other.level && this.text === other.text; }
    override toDOM(): Node { return h('span', {class: `heat h${this.level}`, title: this.text}); }
}
interface Signs {
    points: RangeSet<GutterMarker>;
    places: RangeSet<GutterMarker>;
    heat: RangeSet<GutterMarker>;
}
const setSigns = StateEffect.define<Signs>();
const signs = StateField.define<Signs>({
    create: () => ({points: RangeSet.empty, places: RangeSet.empty, heat: RangeSet.empty}),
    update(value, transaction) {
        const mapped = {
            points: value.points.map(transaction.changes), places: value.places.map(transaction.changes), heat: value.heat.map(transaction.changes),
        };
        return transaction.effects.reduce((latest, effect) => effect.is(setSigns) ? effect.value : latest, mapped);
    },
});

/** An element between or behind lines; two with the same key look the same. */
class Note extends WidgetType {
    constructor(readonly key: string, readonly make: () => HTMLElement) { super(); }
    override eq(other: Note): boolean { return this.key === other.key; }
    override toDOM(): HTMLElement { return this.make(); }
    override ignoreEvent(): boolean { return true; }
}

/** From a label at a line's begin, or a directive of a section, to the one in front of the next. */
function foldAt(state: EditorState, from: number, to: number): {from: number; to: number} | null {
    const opens = /^(?:[A-Za-z_][\w.$]*\s*:|\s*\.[a-z]+\s*$)/;
    if (!opens.test(state.doc.sliceString(from, to))) {
        return null;
    }
    let last = state.doc.lineAt(from);
    let end = to;
    while (last.number < state.doc.lines) {
        last = state.doc.line(last.number + 1);
        if (opens.test(last.text)) {
            break;
        }
        end = last.text.trim() === '' || /^\s*#/.test(last.text) ? end : last.to;
    }
    return end > to ? {from: to, to: end} : null;
}

/** The message's `code` in back quotes, as elements. */
export function spoken(text: string): (Node | string)[] {
    return text.split(/`([^`]*)`/).map((part, i) => i % 2 === 1 ? h('code', {}, part) : part);
}

export const makeEditor: MakePane = (context) => {
    const files = h('div', {class: 'tabs', role: 'tablist'});
    const add = h('button', {class: 'b icon small', type: 'button', onclick: () => askForFile(context)}, icon('plus'));
    const crumb = h('span', {class: 'crumb'});
    const host = h('div', {class: 'code', id: 'code'});
    const keys = h('div', {class: 'accessory', role: 'toolbar'});
    const head = h('div', {class: 'head'}, files, add, crumb);
    const element = h('section', {class: 'pane p-code', id: 'pane-program'}, head, host, keys);
    const states = new Map<string, EditorState>();
    const writing = new Compartment();
    const label = new Compartment();
    let shown = {name: '', text: ''};
    let place = '';
    let cursorLineBefore = 0;

    const view = new EditorView({parent: host, state: EditorState.create({})});

    function makeState(text: string): EditorState {
        return EditorState.create({doc: text, extensions: [
            gutter({
                class: 'cm-points', markers: (of) => of.state.field(signs).points, initialSpacer: () => new Sign('bp', 'bp'),
                domEventHandlers: {mousedown: (of, line) => {
                    toggleBreakpoint(context, of.state.doc.lineAt(line.from).number);
                    return true;
                }},
            }),
            lineNumbers(),
            gutter({class: 'cm-heat', markers: (of) => of.state.field(signs).heat}),
            gutter({class: 'cm-places', markers: (of) => of.state.field(signs).places, initialSpacer: () => new Sign('at', 'mk')}),
            history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), search({top: true}),
            keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
            EditorState.allowMultipleSelections.of(true), rectangularSelection(), crosshairCursor(), codeFolding(), foldService.of(foldAt),
            foldGutter({openText: '⌄', closedText: '›'}),
            EditorState.tabSize.of(8), colours, assist(context), marks, signs,
            writing.of(EditorState.readOnly.of(context.store.value.isReadOnly)),
            label.of(EditorView.contentAttributes.of({'aria-label': context.words().source, spellcheck: 'false', autocapitalize: 'off', tabindex: '0'})),
            EditorView.updateListener.of((update) => {
                if (update.docChanged) {
                    shown.text = update.state.doc.toString();
                    context.store.change({kind: 'edit', file: shown.name, text: shown.text});
                }
                const {problems, active} = context.store.value;
                const line = update.state.doc.lineAt(update.state.selection.main.head).number;
                if (update.selectionSet && line !== cursorLineBefore && problems.filter(({file}) => file === active).length > mostNotes) {
                    decorate(context.store.value);  // what isn't told elsewhere is told at the cursor
                }
                cursorLineBefore = line;
            }),
        ]});
    }

    /** Another file, or a text that came from elsewhere. */
    function open(now: Studio): boolean {
        const file = now.project.files.find(({name}) => name === now.active);
        if (!file || file.name === shown.name && file.text === shown.text) {
            return false;
        }
        if (shown.name !== '') {
            states.set(shown.name, view.state);
        }
        const known = states.get(file.name);
        shown = {name: file.name, text: file.text};
        view.setState(known && known.doc.toString() === file.text ? known : makeState(file.text));
        place = '';
        return true;
    }

    let isDecorating = false;
    /** Never from inside an update of the view: then it waits for the next turn. */
    function decorate(now: Studio): void {
        if (!isDecorating) {
            isDecorating = true;
            queueMicrotask(() => {
                isDecorating = false;
                const {decorations, ...others} = signsOf(now, view, context);
                view.dispatch({effects: [setMarks.of(decorations), setSigns.of(others)]});
            });
        }
    }

    /** The line of the focus is brought into sight when it is another one. */
    function follow(now: Studio): void {
        const {moment} = now;
        const key = moment ? `${moment.file}:${moment.line}:${moment.step}` : '';
        if (!moment || key === place || moment.isRunning) {
            return;
        }
        place = key;
        if (moment.file !== shown.name) {
            if (now.project.files.some(({name}) => name === moment.file)) {
                context.store.change({kind: 'set', values: {active: moment.file}});
            }
        } else if (moment.line > 0 && moment.line <= view.state.doc.lines) {
            view.dispatch({effects: EditorView.scrollIntoView(view.state.doc.line(moment.line).from, {y: 'nearest', yMargin: 80})});
        }
    }

    function showHead(now: Studio): void {
        const words = context.words();
        element.setAttribute('aria-label', words.program);
        files.setAttribute('aria-label', words.files);
        add.setAttribute('aria-label', words.newFile);
        add.title = words.newFile;
        add.hidden = now.isReadOnly || now.isFolder;
        files.ondblclick = now.isFolder ? null : () => context.store.change({kind: 'set', values: {overlay: 'fileName'}});
        tabs(files, now.project.files.map(({name}) => ({id: name, title: name, controls: 'code'})), now.active,
            (active) => context.store.change({kind: 'set', values: {active}}));
        crumb.replaceChildren(...(now.moment?.routine ? [`${words.inRoutine} `, h('b', {}, now.moment.routine)] : []));
        keys.setAttribute('aria-label', words.characters);
        keys.replaceChildren(...['\t', '$', ',', '(', ')', ':', '#', '.'].map((text) => h('button', {
            class: 'b', type: 'button', 'aria-label': text === '\t' ? 'Tab' : text,
            onmousedown: (event: Event) => event.preventDefault(),
            onclick: () => view.dispatch(view.state.replaceSelection(text)),
        }, text === '\t' ? 'Tab' : text)));
    }

    return {
        element,
        focus: () => view.focus(),
        update(now, before) {
            const isOpened = open(now);
            if (before === null || namesOf(now) !== namesOf(before) || differs(now, before, 'active', 'isReadOnly', 'isFolder', 'language') || now.moment?.routine !== before.moment?.routine) {
                showHead(now);
            }
            if (differs(now, before, 'isReadOnly', 'language')) {
                view.dispatch({effects: [
                    writing.reconfigure(EditorState.readOnly.of(now.isReadOnly)),
                    label.reconfigure(EditorView.contentAttributes.of({'aria-label': context.words().source, spellcheck: 'false', autocapitalize: 'off', tabindex: '0'})),
                ]});
            }
            if (differs(now, before, 'words')) {
                queueMicrotask(() => colourWords(view, now.words));
            }
            if (before && now.view !== before.view) {
                place = '';  // it was out of sight, and could not follow
            }
            const isOnlyProgress = before !== null && now.phase === 'running' && before.phase === 'running' && !differs(now, before, 'project', 'active', 'problems', 'language');
            if (!isOnlyProgress && differs(now, before, 'view', 'problems', 'conditions', 'checks', 'counts', 'hasHeat', 'breakpoints', 'moment', 'previous', 'who', 'active', 'phase', 'isStale', 'dragged', 'language') || isOpened) {
                decorate(now);
                follow(now);
            }
        },
    };
};

const namesOf = ({project}: Studio): string => project.files.map(({name}) => name).join('\n');

function toggleBreakpoint(context: Context, line: number): void {
    const {active, breakpoints} = context.store.value;
    const lines = breakpoints[active] ?? [];
    const next = lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line].sort((a, b) => a - b);
    void context.conductor.setBreakpoints(active, next);
}

/** The editor that is on the page: for commands. */
function openView(): EditorView | null {
    const editor = document.querySelector<HTMLElement>('.cm-editor');
    return editor && EditorView.findFromDOM(editor);
}
export function cursorLine(): number { return cursorSpot('').line; }
/** Where the cursor is, in the open file. */
export function cursorSpot(file: string): {file: string; line: number; column: number} {
    const view = openView();
    if (!view) {
        return {file, line: 0, column: 0};
    }
    const {head} = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    return {file, line: line.number, column: head - line.from};
}
export function goToLine(line: number, column = 0): void {
    const view = openView();
    if (view && line >= 1) {
        const place = view.state.doc.line(Math.min(line, view.state.doc.lines));
        const at = Math.min(place.from + column, place.to);
        view.dispatch({selection: {anchor: at}, effects: EditorView.scrollIntoView(at, {y: 'center'})});
        view.focus();
    }
}
export function explainAtCursor(context: Context): void {
    const view = openView();
    if (view) {
        void explain(view, context);
    }
}
export const toggleBreakpointAtCursor = (context: Context): void => toggleBreakpoint(context, cursorLine());

function askForFile(context: Context): void {
    const used = new Set(context.store.value.project.files.map(({name}) => name));
    let name = 'more.asm';
    for (let i = 2; used.has(name); ++i) {
        name = `more${i}.asm`;
    }
    context.store.change({kind: 'addFile', file: name, text: ''});
}

// ---- what stands in the margin, in and between the lines

function signsOf(now: Studio, view: EditorView, context: Context) {
    const {doc} = view.state;
    const at = (line: number) => line >= 1 && line <= doc.lines ? doc.line(line) : null;
    const decorations: Range<Decoration>[] = [];
    const points: Range<GutterMarker>[] = [];
    const places: Range<GutterMarker>[] = [];
    const heat: Range<GutterMarker>[] = [];

    for (const number of now.breakpoints[now.active] ?? []) {
        const line = at(number);
        if (line) {
            const hasCondition = (now.conditions[now.active]?.[number] ?? '') !== '';
            points.push(new Sign('bp', hasCondition ? 'bp when' : 'bp').range(line.from));
        }
    }
    addProblems(now, view, context, decorations, places);
    if (!now.isStale) {
        addPlaces(now, at, context, decorations, places);
        addFindings(now, at, context, decorations, points);
        addHeat(now, at, context, heat);
    }
    return {
        decorations: Decoration.set(decorations, true), points: RangeSet.of(points, true), places: RangeSet.of(places, true),
        heat: RangeSet.of(heat, true),
    };
}

/** What the checks found stands under its line, with the way out. */
function addFindings(now: Studio, at: Lines, context: Context, decorations: Range<Decoration>[], points: Range<GutterMarker>[]): void {
    const told = new Set<number>();
    for (const [i, finding] of (now.checks?.findings ?? []).entries()) {
        const line = finding.file === now.active ? at(finding.line) : null;
        if (!line) {
            continue;
        }
        if (!told.has(finding.line) && !(now.breakpoints[now.active] ?? []).includes(finding.line)) {
            points.push(new Sign('check', 'found').range(line.from));
        }
        if (told.size < mostNotes && !told.has(finding.line)) {
            const key = `${i} ${JSON.stringify(finding)}${now.language}`;
            decorations.push(Decoration.widget({side: 2, block: true, widget: new Note(key, () => findingNote(finding, i, context))}).range(line.to));
        }
        told.add(finding.line);
    }
}
function findingNote(finding: Finding, index: number, context: Context): HTMLElement {
    const words = context.words();
    const all = () => context.store.value.checks?.findings ?? [];
    const next = () => {
        const place = all()[(index + 1) % all().length];
        if (place) {
            context.store.change({kind: 'set', values: {active: place.file}});
            context.store.tell();
            goToLine(place.line);
        }
    };
    return boxed('say warn',
        h('p', {class: 't'}, icon('check'), h('span', {}, ...spoken(words.checkAt(finding.line, finding.message)))),
        finding.why === '' ? null : h('p', {}, ...spoken(finding.why)),
        finding.remedy === '' ? null : h('p', {}, ...spoken(finding.remedy)),
        h('p', {class: 'acts'},
            all().length > 1 ? h('button', {class: 'b line', type: 'button', onclick: next}, words.nextPlace) : '',
            h('button', {class: 'b', type: 'button', onclick: () => context.conductor.stopChecking()}, words.checksOff)));
}

/** On a scale of powers, the hottest line of the program at its top. */
function addHeat(now: Studio, at: Lines, context: Context, heat: Range<GutterMarker>[]): void {
    if (!now.hasHeat) {
        return;
    }
    const lines = now.counts?.lines ?? [];
    const most = lines.reduce((sum, {executed}) => Math.max(sum, executed), 2);
    for (const {file, line: number, executed} of lines) {
        const line = file === now.active ? at(number) : null;
        if (line) {
            heat.push(new Heat(1 + Math.round(5 * Math.log(executed) / Math.log(most)), context.words().ranTimes(executed)).range(line.from));
        }
    }
}

const effectSentence = (now: Studio, context: Context, effect: Effect): string =>
    `${effectPlace(now, context.words(), effect)}  ${effectText(effect.oldBits, effect)} → ${effectText(effect.newBits, effect)}`;

type Lines = (line: number) => {from: number; to: number; text: string} | null;

function addPlaces(now: Studio, at: Lines, context: Context, decorations: Range<Decoration>[], places: Range<GutterMarker>[]): void {
    const {moment, previous, who} = now;
    if (!moment || now.phase === 'running') {
        return;
    }
    for (const writer of who?.chain ?? []) {
        const line = writer.file === now.active ? at(writer.line) : null;
        if (line) {
            decorations.push(Decoration.line({class: 'who'}).range(line.from));
        }
    }
    const before = moment.done ?? previous;
    const was = before && before.file === now.active && before.line !== moment.line ? at(before.line) : null;
    if (was) {
        places.push(new Sign('was', 'mk was').range(was.from));
    }
    const line = moment.file === now.active ? at(moment.line) : null;
    if (!line) {
        return;
    }
    const isCrash = now.phase === 'crashed' && !isPast(now);
    decorations.push(Decoration.line({class: isCrash ? 'dead' : 'at'}).range(line.from));
    places.push(new Sign('at', isCrash ? 'mk dead' : 'mk at').range(line.from));
    const inlay = (text: string, at: number, kind: string) =>
        decorations.push(Decoration.widget({side: 1, widget: new Note(kind + text, () => h('span', {class: kind}, text))}).range(at));
    const {done} = moment;
    const doneLine = done && done.file === now.active ? at(done.line) : null;
    if (doneLine) {
        const text = done!.effects.map((effect) => effectSentence(now, context, effect)).join(', ');
        if (text !== '') {
            inlay(text, doneLine.to, 'inlay');
        }
    } else {
        const changed = changedRegisters(now).filter(({name}) => name !== 'pc');
        if (changed.length > 0 && changed.length <= 2 && was) {
            inlay(changed.map(({name, bits}) => `${name}  ${wordText(now.registersBefore[name] ?? 0, 'auto')} → ${wordText(bits, 'auto')}`).join(', '), was.to, 'inlay');
        }
    }
    const next = moment.next.map((effect) => `${effectPlace(now, context.words(), effect)} ← ${effectText(effect.newBits, effect)}`).join(', ');
    if (next !== '' && doneLine !== line) {
        inlay(context.words().nextWill(next), line.to, 'inlay f');
    } else if (now.phase === 'waiting') {
        inlay(context.words().waitsHere, line.to, 'inlay f');
    }
    if (isCrash && moment.end) {
        const {explanation, message} = moment.end;
        decorations.push(Decoration.widget({side: 1, block: true, widget: new Note(`${now.checks !== null}${now.language}${explanation}`, () => crashNote(message, explanation, now.checks === null, context))})
            .range(line.to));
    }
}

/** The editor measures blocks without their margins: the room around the note is the box's. */
const boxed = (className: string, ...content: (Node | null)[]): HTMLElement =>
    h('div', {class: 'say-box'}, h('div', {class: className, role: 'note'}, ...content));

function crashNote(message: string, explanation: string, mayCheck: boolean, context: Context): HTMLElement {
    const words = context.words();
    return boxed('say',
        h('p', {class: 't'}, icon('err'), h('span', {}, words.crashTitle(message))),
        explained(explanation),
        h('p', {class: 'acts'},
            mayCheck ? h('button', {class: 'b ink', type: 'button', onclick: () => context.command('check')}, icon('check'), words.runWithChecks) : '',
            h('button', {class: 'b line', type: 'button', onclick: () => context.command('back')}, icon('back'), words.backLong),
            mayCheck ? h('span', {}, words.checksNote) : ''));
}

/** Its lines say "what  text"; the first one and the source stand above it already. */
function explained(explanation: string): HTMLElement {
    const rows = explanation.trim().split('\n').slice(1).map((line) => /^ {2}(\S+) {2,}(.*)$/.exec(line) ?? ['', '', line.trim()]);
    return h('dl', {}, ...rows.filter(([, name]) => name !== 'source').flatMap(([, name, text]) => [h('dt', {}, name!), h('dd', {}, ...spoken(text!))]));
}

function addProblems(now: Studio, view: EditorView, context: Context, decorations: Range<Decoration>[], places: Range<GutterMarker>[]): void {
    const {doc, selection} = view.state;
    const cursor = doc.lineAt(selection.main.head).number;
    const here = now.problems.filter(({file, line}) => file === now.active && line <= doc.lines)
        .sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
    const told = new Set<number>();
    for (const problem of here) {
        const line = doc.line(problem.line);
        const isError = problem.severity === 'error';
        const from = Math.min(line.from + problem.from, line.to);
        const to = Math.min(Math.max(line.from + problem.to, from), line.to);
        if (to > from) {
            decorations.push(Decoration.mark({class: isError ? 'wave' : 'wave warn', attributes: {title: problem.message.replaceAll('`', '')}}).range(from, to));
        }
        if (told.has(problem.line)) {
            continue;
        }
        const isTold = told.size < mostNotes || problem.line === cursor;
        if (isError) {
            decorations.push(Decoration.line({class: 'err'}).range(line.from));
            places.push(new Sign('err', 'mk err').range(line.from));
        }
        if (isTold) {
            told.add(problem.line);
            const key = JSON.stringify(problem) + now.language;
            decorations.push(Decoration.widget({side: 1, block: true, widget: new Note(key, () => problemNote(problem, context))}).range(line.to));
        }
    }
}

function problemNote(problem: Problem, context: Context): HTMLElement {
    const words = context.words();
    const acts: (Node | string)[] = problem.repairs.slice(0, 3).flatMap((repair, i) => {
        const button = h('button', {class: i === 0 ? 'b line fix' : 'b fix', type: 'button', onclick: () => editNow(repair.edits, context)},
            ...spoken(words.change(repair.sentence)));
        return i === 0 ? [button] : [h('span', {}, words.orWrite), button];
    });
    if (problem.topic !== '') {
        acts.push(h('button', {class: 'b', type: 'button', onclick: () =>
            context.store.change({kind: 'set', values: {overlay: 'help', helpTopic: problem.topic}})}, words.explain));
    }
    return boxed(problem.severity === 'error' ? 'say' : 'say warn',
        h('p', {class: 't'}, icon('err'), h('span', {}, ...spoken(problem.message))),
        ...problem.more.map((line) => h('p', {}, ...spoken(line))),
        acts.length > 0 ? h('p', {class: 'acts'}, ...acts) : null);
}

/** The edits of the open file in one transaction, so that one undo takes them back; those of others as changes of their text. */
export function editNow(edits: TextEdit[], context: Context): void {
    const view = openView();
    if (!view) {
        return;
    }
    const {active} = context.store.value;
    const {doc} = view.state;
    const at = (line: number, unit: number) => line > doc.lines ? doc.length : Math.min(doc.line(line).from + unit, doc.line(line).to);
    view.dispatch({
        changes: edits.filter(({file}) => file === active).map(({line, from, toLine, to, text}) => ({from: at(line, from), to: at(toLine, to), insert: text})),
        userEvent: 'input.repair',
    });
    const others = edits.filter(({file}) => file !== active);
    if (others.length > 0) {
        context.store.change({kind: 'edits', edits: others});
    }
    view.focus();
}

/** The repair of the line that the cursor is in: for the command. */
export function fixAtCursor(context: Context): void {
    const {problems, active} = context.store.value;
    const line = cursorLine();
    const own = problems.filter(({file, repairs}) => file === active && repairs.length > 0);
    const repair = (own.find((one) => one.line === line) ?? own[0])?.repairs[0];
    if (repair) {
        editNow(repair.edits, context);
    }
}
