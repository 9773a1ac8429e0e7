// What the language server knows, where the text is written: explanations under the pointer, words to complete, the
// form of the instruction under way, colours.

import {acceptCompletion, autocompletion, type Completion, type CompletionContext, type CompletionResult} from '@codemirror/autocomplete';
import {type ChangeDesc, ChangeSet, type Extension, Prec, type Range, StateEffect, StateField, type Text} from '@codemirror/state';
import {Decoration, type DecorationSet, type EditorView, hoverTooltip, keymap, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate} from '@codemirror/view';
import {h} from '../parts/dom.ts';
import {markdown} from '../parts/markdown.ts';
import type {Offer, Signature} from '../servers/language.ts';
import type {ColouredWord} from '../state/model.ts';
import {type Context} from './pane.ts';

/** Typing is not to be followed by a question for every key. */
const restAfter = 180;

const spotAt = (view: EditorView, position: number, file: string) => {
    const line = view.state.doc.lineAt(position);
    return {file, line: line.number, column: position - line.from};
};

/** The tooltip over a place: one at a time, gone when the text or the cursor moves. */
const setTip = StateEffect.define<Tooltip | null>();
const tip = StateField.define<Tooltip | null>({
    create: () => null,
    update(value, transaction) {
        const said = transaction.effects.findLast((effect) => effect.is(setTip));
        return said ? said.value as Tooltip | null : transaction.docChanged || transaction.selection ? null : value;
    },
    provide: (field) => showTooltip.from(field),
});

/** The server's colours, for the text that they were made for, and what has been typed since. */
interface Coloured {
    words: ColouredWord[];
    text: Text;
    since: ChangeDesc;
}
const setColours = StateEffect.define<ColouredWord[]>();
const colouredWords = StateField.define<Coloured | null>({
    create: () => null,
    update(value, transaction) {
        const said = transaction.effects.findLast((effect) => effect.is(setColours));
        return said ? {words: said.value as ColouredWord[], text: transaction.newDoc, since: ChangeSet.empty(transaction.newDoc.length)}
            : value && transaction.docChanged ? {...value, since: value.since.composeDesc(transaction.changes.desc)} : value;
    },
});
/** Few of many are in sight: the others cost nothing. */
const shownWords = ViewPlugin.fromClass(class {
    decorations: DecorationSet = Decoration.none;
    constructor(view: EditorView) { this.read(view); }
    update(update: ViewUpdate): void {
        if (update.viewportChanged || update.transactions.some(({effects}) => effects.some((one) => one.is(setColours)))) {
            this.read(update.view);
        } else if (update.docChanged) {
            this.decorations = this.decorations.map(update.changes);
        }
    }
    read(view: EditorView): void {
        const coloured = view.state.field(colouredWords);
        const found: Range<Decoration>[] = [];
        if (coloured) {
            const {words, text, since} = coloured;
            const back = since.invertedDesc;
            const [first, last] = [text.lineAt(back.mapPos(view.viewport.from)).number, text.lineAt(back.mapPos(view.viewport.to)).number];
            for (let i = firstOf(words, first); i < words.length && words[i]!.line <= last; ++i) {
                const {line, from, to, kind} = words[i]!;
                // The words may be those of the text before: a line is no longer than it is.
                const {from: begin, to: close} = text.line(line);
                const [at, end] = [since.mapPos(Math.min(begin + from, close), 1), since.mapPos(Math.min(begin + to, close), -1)];
                if (kind !== '' && end > at) {
                    found.push(mark(kind).range(at, end));
                }
            }
        }
        this.decorations = Decoration.set(found, true);
    }
}, {decorations: (plugin) => plugin.decorations});

/** The first of the words, which are in order, at or behind a line. */
function firstOf(words: ColouredWord[], line: number): number {
    let [low, high] = [0, words.length];
    while (low < high) {
        const middle = low + high >> 1;
        if (words[middle]!.line < line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
const markOf = new Map<string, Decoration>();
function mark(kind: string): Decoration {
    const known = markOf.get(kind) ?? Decoration.mark({class: kind});
    markOf.set(kind, known);
    return known;
}
export function colourWords(view: EditorView, words: ColouredWord[]): void {
    const {lines} = view.state.doc;
    view.dispatch({effects: setColours.of(words.filter(({line}) => line <= lines))});
}

/** It may be higher than the window: then it scrolls, and the keyboard must reach it. */
const card = (...content: (Node | string)[]) => h('div', {class: 'card', tabindex: 0}, ...content);

/** What stands at the cursor, said and shown. */
export async function explain(view: EditorView, context: Context): Promise<void> {
    const {project, active} = context.store.value;
    const {head} = view.state.selection.main;
    const found = await context.language.hover(project.files, spotAt(view, head, active)).catch(() => null);
    if (!found) {
        context.conductor.say(context.words().nothingToExplain);
        return;
    }
    const at = view.state.doc.lineAt(head).from + found.from;
    const content = markdown(found.text);
    view.dispatch({effects: setTip.of({pos: at, above: true, create: () => ({dom: card(content)})})});
    context.conductor.say((content.textContent ?? '').slice(0, 400));
}
export const closeTip = (view: EditorView): boolean => {
    const isOpen = view.state.field(tip, false) != null;
    if (isOpen) {
        view.dispatch({effects: setTip.of(null)});
    }
    return isOpen;
};

const kinds: Record<number, string> = {3: 'function', 6: 'variable', 10: 'property', 12: 'constant', 14: 'keyword', 15: 'type', 17: 'text', 20: 'enum', 21: 'constant'};
function completionOf(offer: Offer, context: Context): Completion {
    return {
        label: offer.label, detail: offer.detail, type: kinds[offer.kind] ?? 'text', boost: -Number(/^\d+/.exec(offer.rank)?.[0] ?? 0),
        apply: (view, _, from, to) => {
            view.dispatch({changes: {from, to, insert: offer.text}, selection: {anchor: from + offer.text.length}, userEvent: 'input.complete'});
        },
        ...offer.data === undefined ? {} : {info: async () => {
            const text = await context.language.describe(offer).catch(() => '');
            return text === '' ? null : card(markdown(text));
        }},
    };
}

async function complete(context: Context, asked: CompletionContext): Promise<CompletionResult | null> {
    const {project, active, isReadOnly} = context.store.value;
    const line = asked.state.doc.lineAt(asked.pos);
    const before = line.text.slice(0, asked.pos - line.from);
    if (isReadOnly || !asked.explicit && !/[\w$.%]$/.test(before)) {
        return null;
    }
    // The key that asks is not in the store before the next turn.
    const files = project.files.map((file) => file.name === active ? {...file, text: asked.state.doc.toString()} : file);
    const {isWhole, offers} = await context.language.complete(files, {file: active, line: line.number, column: asked.pos - line.from});
    const first = offers[0];
    if (!first || asked.aborted) {
        return null;
    }
    return {
        from: line.from + first.from, to: asked.pos, options: offers.map((offer) => completionOf(offer, context)),
        ...isWhole ? {validFor: /^[\w$.%]*$/} : {},
    };
}

function signatureTip({label, note, from, to}: Signature, position: number): Tooltip {
    const content = card(h('p', {class: 'form'}, label.slice(0, from), h('b', {}, label.slice(from, to)), label.slice(to)), note === '' ? '' : h('p', {}, note));
    return {pos: position, above: true, create: () => ({dom: content})};
}
/** After a blank or a comma the form of the instruction is shown, with the operand that comes. */
function signatures(context: Context): Extension {
    let timer = 0;
    return ViewPlugin.define(() => ({
        update(update: ViewUpdate) {
            const isTyped = update.transactions.some((one) => one.isUserEvent('input.type'));
            if (!isTyped) {
                return;
            }
            clearTimeout(timer);
            const {view} = update;
            timer = window.setTimeout(() => {
                const {head} = view.state.selection.main;
                const line = view.state.doc.lineAt(head);
                if (!/[\s,]$/.test(line.text.slice(0, head - line.from))) {
                    return;
                }
                const {project, active} = context.store.value;
                void context.language.signature(project.files, spotAt(view, head, active)).then((found) => {
                    if (found && view.state.selection.main.head === head) {
                        view.dispatch({effects: setTip.of(signatureTip(found, line.from + line.text.search(/\S/)))});
                    }
                }, () => {});
            }, restAfter);
        },
        destroy() { clearTimeout(timer); },
    }));
}

export function assist(context: Context): Extension {
    return [
        tip, colouredWords, shownWords, signatures(context),
        hoverTooltip(async (view, position) => {
            const {project, active} = context.store.value;
            const found = await context.language.hover(project.files, spotAt(view, position, active)).catch(() => null);
            const line = view.state.doc.lineAt(position);
            return found ? {pos: line.from + found.from, end: line.from + found.to, above: true, create: () => ({dom: card(markdown(found.text))})} : null;
        }, {hoverTime: 350}),
        autocompletion({override: [(asked) => complete(context, asked)], icons: false, activateOnTypingDelay: 120}),
        Prec.highest(keymap.of([{key: 'Tab', run: acceptCompletion}, {key: 'Escape', run: closeTip}])),
    ];
}
