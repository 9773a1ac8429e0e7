// What the language side says about the text. Panes know this file only: today it asks the assembler for its report; a
// language server can take its place without a change elsewhere.

import type {Problem, Repair, SourceFile} from '../state/model.ts';
import type {Core} from './core.ts';

interface Edit {file: string; line: number; column: number; length: number; text: string}
interface Diagnostic {
    severity: 'error' | 'warning';
    message: string;
    hint?: string;
    why?: string;
    see?: string;
    file?: string;
    line?: number;
    column?: number;
    length?: number;
    repairs?: {sentence: string; edits: Edit[]}[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Columns of the report count bytes from 1; those of the editor count UTF-16 units from 0. */
function unitsBefore(line: string, column: number): number {
    return decoder.decode(encoder.encode(line).subarray(0, Math.max(0, column - 1))).length;
}

const nameOf = (path: string | undefined): string => (path ?? '').replace(/^\//, '');

export class Language {
    #latest = 0;

    constructor(private readonly core: Core) {}

    /** Null if a later question has been asked meanwhile. */
    async problems(files: SourceFile[]): Promise<Problem[] | null> {
        const version = ++this.#latest;
        const report = await this.core.check(files);
        return version === this.#latest ? problemsOf(report as Diagnostic[], files) : null;
    }
}

export function problemsOf(report: Diagnostic[], files: SourceFile[]): Problem[] {
    const lines = new Map(files.map(({name, text}) => [name, text.split(/\r\n|\r|\n/)]));
    const place = (file: string, line: number, column: number, length: number) => {
        const text = lines.get(file)?.[line - 1] ?? '';
        return {from: unitsBefore(text, column), to: unitsBefore(text, column + length)};
    };
    return report.map((one) => {
        const file = nameOf(one.file);
        const line = one.line ?? 1;
        const repairs: Repair[] = (one.repairs ?? []).map(({sentence, edits}) => ({
            sentence,
            edits: edits.map((edit) => ({
                file: nameOf(edit.file), line: edit.line, text: edit.text,
                ...place(nameOf(edit.file), edit.line, edit.column, edit.length),
            })),
        }));
        return {
            severity: one.severity, file, line, ...place(file, line, one.column ?? 1, one.length ?? 0), message: one.message,
            hint: one.hint ?? '', why: one.why ?? '', topic: one.see ?? '', repairs,
        };
    });
}
