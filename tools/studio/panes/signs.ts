// What stands in the editor's margin, in and between its lines: breakpoints, where the run stands, errors and what the
// checks found, how often each line ran.

import {type Range, RangeSet, StateEffect, StateField} from '@codemirror/state';
import {Decoration, type DecorationSet, EditorView, GutterMarker, WidgetType} from '@codemirror/view';
import {asSentence, h, icon, spoken} from '../parts/dom.ts';
import {changedRegisters, changedWord, isPast, wordText} from '../state/derive.ts';
import {effectPlace, effectText} from '../state/effects.ts';
import type {Effect, Finding, Problem, Studio} from '../state/model.ts';
import {editNow, goToLine} from './caret.ts';
import type {Context} from './pane.ts';

/** More messages than this are shown as waves, and told where the cursor is. */
export const mostNotes = 4;

export const setMarks = StateEffect.define<DecorationSet>();
export const marks = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
        const mapped = value.map(transaction.changes);
        return transaction.effects.reduce((latest, effect) => effect.is(setMarks) ? effect.value : latest, mapped);
    },
    provide: (field) => EditorView.decorations.from(field),
});

export class Sign extends GutterMarker {
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
export const setSigns = StateEffect.define<Signs>();
export const signs = StateField.define<Signs>({
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

export function signsOf(now: Studio, view: EditorView, context: Context) {
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
        h('dl', {}, ...[[words.checkWhy, finding.why], [words.checkRemedy, finding.remedy]].filter(([, text]) => text !== '')
            .flatMap(([name, text]) => [h('dt', {}, name!), h('dd', {}, ...spoken(asSentence(text!)))])),
        h('p', {class: 'acts'},
            all().length > 1 ? h('button', {class: 'b line', type: 'button', onclick: next}, words.nextPlace) : '',
            h('button', {class: 'b', type: 'button', onclick: () => context.conductor.examiner.stopChecking()}, words.checksOff)));
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
    const isTold = now.checks?.findings.some((one) => one.file === moment.file && one.line === moment.line);
    if (isCrash && moment.end && !isTold) {
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
    return h('dl', {}, ...rows.filter(([, name]) => name !== 'source').flatMap(([, name, text]) => [h('dt', {}, asTitle(name!)), h('dd', {}, ...spoken(name === 'why' || name === 'remedy' ? asSentence(text!) : text!))]));
}
const asTitle = (name: string): string => `${(name[0] ?? '').toUpperCase()}${name.slice(1)}`;

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
    const {files} = context.store.value.project;
    const meant = problem.repairs[0] ? changedWord(files, problem.repairs[0]) : null;
    const acts: (Node | string)[] = problem.repairs.slice(0, 3).flatMap((repair, i) => {
        const word = changedWord(files, repair);
        const button = h('button', {class: i === 0 ? 'b line fix' : 'b fix', type: 'button', onclick: () => editNow(repair.edits, context)},
            ...spoken(word === null ? words.change(repair.sentence) : words.changeTo(word)));
        return i === 0 ? [...meant === null ? [] : [h('span', {}, words.didYouMean(meant))], button] : [h('span', {}, words.orWrite), button];
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
