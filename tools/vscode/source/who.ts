// "Who wrote this?": the instruction that last wrote a register, memory or a unit of the picture, and what it used in turn.

import * as vscode from 'vscode';
import {uriOf} from './debugging.ts';

/** What may be asked about: a place by its name, or memory. */
export interface Question {
    subject: string;
    place?: string;
    memoryReference?: string;
    size?: number;
    step?: number;
}

export interface Writer {
    found: boolean;
    step: number;
    source?: {path?: string; name?: string};
    line?: number;
    text?: string;
    routine?: string;
    oldValue?: string;
    newValue?: string;
    uses?: {place?: string; memoryReference?: string; size?: number; value: string}[];
}

export async function ask(session: vscode.DebugSession, {place, memoryReference, size, step}: Question): Promise<Writer> {
    return await session.customRequest('whoWrote', {
        ...(place !== undefined ? {place} : {memoryReference, size: size ?? 4}), ...(step !== undefined && {step}),
    }) as Writer;
}

const mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true, backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.findMatchForeground'), overviewRulerLane: vscode.OverviewRulerLane.Full,
});

/** Shows the line, marked until another place is looked at. */
export async function reveal(writer: Writer): Promise<void> {
    if (!writer.source?.path || !writer.line) {
        return;
    }
    const document = await vscode.workspace.openTextDocument(uriOf(writer.source.path));
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const editor = await vscode.window.showTextDocument(document, {preserveFocus: true, viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One});
    const range = document.lineAt(Math.min(writer.line, document.lineCount) - 1).range;
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    vscode.window.visibleTextEditors.forEach((one) => one.setDecorations(mark, one === editor ? [range] : []));
}

export const sentence = (subject: string, writer: Writer): string => !writer.found ? `${subject}: nothing has written it so far`
    : `${subject}: written by ${writer.source?.name ?? ''}:${writer.line ?? '?'} ${(writer.text ?? '').trim().replace(/\s+/g, ' ')}`
        + `, step ${writer.step}, ${writer.oldValue} became ${writer.newValue}`;

type Choice = vscode.QuickPickItem & {act: () => Promise<void>};

/** The answer as a list: the line, the moment, and what the instruction used, each to be asked about in turn. */
export async function whoWrote(session: vscode.DebugSession, question: Question): Promise<void> {
    let writer: Writer;
    try {
        writer = await ask(session, question);
    } catch (problem) {
        void vscode.window.showWarningMessage(`Mariner: ${problem instanceof Error ? problem.message : String(problem)}`);
        return;
    }
    if (!writer.found) {
        void vscode.window.showInformationMessage(sentence(question.subject, writer));
        return;
    }
    await reveal(writer);
    const choices: Choice[] = [
        {
            label: `$(go-to-file) ${(writer.text ?? '').trim().replace(/\s+/g, ' ')}`,
            description: `line ${writer.line ?? '?'}, in ${writer.routine ?? '?'}, step ${writer.step}`,
            detail: `${writer.oldValue} became ${writer.newValue}`, act: () => reveal(writer),
        },
        {
            label: '$(history) Go back to this moment', description: `step ${writer.step}`,
            act: async () => { await session.customRequest('goToStep', {step: writer.step}); },
        },
        ...(writer.uses ?? []).map((use): Choice => {
            const subject = use.place ?? use.memoryReference ?? '';
            return {
                label: `$(search) Who wrote ${subject}?`, description: `it is ${use.value}`,
                act: () => whoWrote(session, {subject, ...use, step: writer.step}),
            };
        }),
    ];
    const chosen = await vscode.window.showQuickPick(choices, {title: sentence(question.subject, writer), placeHolder: 'What next?'});
    await chosen?.act();
}

/** What a command was called on: a variable, a register of the view, or the word at the cursor; else it is asked for. */
export async function placeToAsk(thing: unknown): Promise<Question | null> {
    const variable = (thing as {variable?: {name?: string; memoryReference?: string; type?: string}} | undefined)?.variable;
    if (variable?.name) {
        return {subject: variable.name, place: variable.name};
    }
    const editor = vscode.window.activeTextEditor;
    const word = editor?.document.getWordRangeAtPosition(editor.selection.active);
    const text = editor && word ? editor.document.getText(word) : '';
    const place = await vscode.window.showInputBox({title: 'Who wrote this?', prompt: 'A register, a label or an address', value: text});
    return place ? {subject: place, place} : null;
}
