// The editor that is on the page, as commands and other panes know it: where its cursor is, what is done there.

import {EditorView} from '@codemirror/view';
import type {TextEdit} from '../state/model.ts';
import {explain} from './assist.ts';
import type {Context} from './pane.ts';

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

export function toggleBreakpoint(context: Context, line: number): void {
    const {active, breakpoints} = context.store.value;
    const lines = breakpoints[active] ?? [];
    const next = lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line].sort((a, b) => a - b);
    void context.conductor.setBreakpoints(active, next);
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
