// What the language server knows, where the text is written: explanations under the pointer, words to complete, the
// form of the instruction under way, colours.

import {acceptCompletion, autocompletion, type Completion, type CompletionContext, type CompletionResult} from '@codemirror/autocomplete';
import {type Extension, Prec, type Range, StateEffect, StateField} from '@codemirror/state';
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

const setColours = StateEffect.define<DecorationSet>();
const colouredWords = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
        const said = transaction.effects.findLast((effect) => effect.is(setColours));
        return said ? said.value as DecorationSet : value.map(transaction.changes);
    },
});
/** Few of many are in sight: the others cost nothing. */
const shownWords = ViewPlugin.fromClass(class {
    decorations: DecorationSet = Decoration.none;
    constructor(view: EditorView) { this.read(view); }
    update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged || update.transactions.some(({effects}) => effects.some((one) => one.is(setColours)))) {
            this.read(update.view);
        }
    }
    read(view: EditorView): void {
        const found: Range<Decoration>[] = [];
        const {from, to} = view.viewport;
        view.state.field(colouredWords).between(from, to, (begin, end, value) => { found.push(value.range(begin, end)); });
        this.decorations = Decoration.set(found);
    }
}, {decorations: (plugin) => plugin.decorations});

const markOf = new Map<string, Decoration>();
function mark(kind: string): Decoration {
    const known = markOf.get(kind) ?? Decoration.mark({class: kind});
    markOf.set(kind, known);
    return known;
}
/** The server's colours, for the text that they were made for. */
export function colourWords(view: EditorView, words: ColouredWord[]): void {
    const {doc} = view.state;
    const found: Range<Decoration>[] = [];
    for (const {line, from, to, kind} of words) {
        if (kind !== '' && line <= doc.lines) {
            const place = doc.line(line);
            if (place.from + to <= place.to && to > from) {
                found.push(mark(kind).range(place.from + from, place.from + to));
            }
        }
    }
    view.dispatch({effects: setColours.of(Decoration.set(found, true))});
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
