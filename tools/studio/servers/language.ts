// A client of the language server: what is wrong with a text, and what can be said of a place in it. All knowledge of the
// protocol's spelling is here. Places count lines from 1 and UTF-16 units from 0, as the page's others do.

import type {ColouredWord, Place, Problem, Repair, SourceFile, TextEdit} from '../state/model.ts';
import {isPicture} from '../state/picture.ts';
import {connectEditor, type MakeWorker} from './core.ts';
import {isRubric, isSource} from './judge.ts';
import {Rpc} from './rpc.ts';

interface Position {line: number; character: number}
interface Range {start: Position; end: Position}
interface Location {uri: string; range: Range}
interface Diagnostic {range: Range; severity: number; message: string}
interface Action {title: string; diagnostics?: Diagnostic[]; edit?: {changes?: Record<string, {range: Range; newText: string}[]>}}

export interface Spot {file: string; line: number; column: number}
export interface Offer {label: string; detail: string; rank: string; kind: number; from: number; to: number; text: string; data: unknown}
export interface Signature {label: string; note: string; from: number; to: number}
export interface OutlineItem {name: string; detail: string; line: number; depth: number}
export interface Report {problems: Problem[]; words: ColouredWord[]}

const uriOf = (file: string) => `file:///${file.split('/').map(encodeURIComponent).join('/')}`;
const fileOf = (uri: string) => decodeURIComponent(uri.replace(/^file:\/\/\//, ''));
const documentOf = (file: string) => ({textDocument: {uri: uriOf(file)}});
const askedAt = ({file, line, column}: Spot) => ({...documentOf(file), position: {line: line - 1, character: column}});
const placeOf = ({uri, range}: Location): Place =>
    ({file: fileOf(uri), line: range.start.line + 1, from: range.start.character, to: range.end.line > range.start.line ? range.start.character : range.end.character});

/** The page's own classes of colour for the kinds that the server announces. */
const colourOf: Record<string, string> = {
    keyword: 'm', decorator: 'k', function: 'l', property: 'l', enumMember: 'n_', macro: 'm', parameter: 'r', variable: 'r', number: 'n_',
    event: 'n_', string: 's', comment: 'c',
};
/** The format that is asked for, in the words of the protocol. */
const abilities = {textDocument: {
    diagnostic: {}, completion: {completionItem: {documentationFormat: ['markdown']}}, hover: {contentFormat: ['markdown']},
    documentSymbol: {hierarchicalDocumentSymbolSupport: true},
    signatureHelp: {signatureInformation: {parameterInformation: {labelOffsetSupport: true}}},
}};

export class Language {
    readonly #rpc: Rpc;
    #texts = new Map<string, string>();
    #version = 0;
    #latest = 0;
    #isReady: Promise<unknown> | null = null;
    #legend: {kinds: string[]; definition: number} = {kinds: [], definition: 0};

    constructor(make: MakeWorker, failed: (message: string) => void) {
        this.#rpc = new Rpc(connectEditor(make, (message) => this.#rpc.receive(message), () => this.#restart(), failed));
    }

    /** What is wrong with these files, and the colours of the first. Null if a later question has been asked meanwhile. */
    async report(files: SourceFile[], active: string): Promise<Report | null> {
        const version = ++this.#latest;
        const isLate = () => version !== this.#latest;
        await this.#show(files);
        const problems: Problem[] = [];
        for (const {name} of files.filter(({name}) => isSource(name) || name === active && !isRubric(name))) {
            if (isLate()) {
                return null;
            }
            problems.push(...await this.#problemsOf(name));
        }
        const words = isRubric(active) ? [] : await this.#coloursOf(active);
        return isLate() ? null : {problems, words};
    }
    async #problemsOf(file: string): Promise<Problem[]> {
        const {items} = await this.#rpc.request('textDocument/diagnostic', documentOf(file)) as {items: Diagnostic[]};
        if (items.length === 0) {
            return [];
        }
        const actions = await this.#rpc.request('textDocument/codeAction', {
            ...documentOf(file), range: {start: {line: 0, character: 0}, end: {line: 10_000_000, character: 0}},
            context: {diagnostics: [], only: ['quickfix']},
        }) as Action[];
        return items.filter(({severity}) => severity <= 2).map((item) => problemOf(file, item, actions));
    }
    async #coloursOf(file: string): Promise<ColouredWord[]> {
        const answer = await this.#rpc.request('textDocument/semanticTokens/full', documentOf(file)) as {data: number[]} | null;
        return answer ? wordsOf(answer.data, this.#legend) : [];
    }

    /** The files that make one program with this one. */
    async programOf(files: SourceFile[], active: string): Promise<string[]> {
        if (files.length === 1 && isSource(active)) {
            return [active];
        }
        await this.#show(files);
        const first = isRubric(active) ? files.find(({name}) => isSource(name))?.name ?? active : active;
        const {files: uris} = await this.#rpc.request('mariner/program', documentOf(first)) as {files: string[]};
        return uris.map(fileOf);
    }
    /** Markdown; empty where there is nothing to say. */
    async hover(files: SourceFile[], spot: Spot): Promise<{text: string; from: number; to: number} | null> {
        await this.#show(files);
        const answer = await this.#rpc.request('textDocument/hover', askedAt(spot)) as {contents: {value: string}; range?: Range} | null;
        return answer ? {text: answer.contents.value, from: answer.range?.start.character ?? spot.column, to: answer.range?.end.character ?? spot.column} : null;
    }
    async complete(files: SourceFile[], spot: Spot): Promise<{isWhole: boolean; offers: Offer[]}> {
        await this.#show(files);
        const {isIncomplete, items} = await this.#rpc.request('textDocument/completion', askedAt(spot)) as {isIncomplete: boolean; items: any[]};
        return {isWhole: !isIncomplete, offers: items.map((item) => ({
            label: item.label, detail: item.detail ?? '', rank: item.sortText ?? item.label, kind: item.kind, data: item.data,
            from: item.textEdit.range.start.character, to: item.textEdit.range.end.character, text: item.textEdit.newText,
        }))};
    }
    /** What an offer means, as Markdown. */
    async describe({label, data}: Offer): Promise<string> {
        const {documentation} = await this.#rpc.request('completionItem/resolve', {label, data}) as {documentation?: {value: string}};
        return documentation?.value ?? '';
    }
    /** The form of the instruction that is being written, with the place of the operand in it. */
    async signature(files: SourceFile[], spot: Spot): Promise<Signature | null> {
        await this.#show(files);
        const answer = await this.#rpc.request('textDocument/signatureHelp', askedAt(spot)) as any;
        const form = answer?.signatures[answer.activeSignature ?? 0];
        const [from, to] = form?.parameters[answer.activeParameter ?? 0]?.label ?? [0, 0];
        return form ? {label: form.label, note: form.documentation ?? '', from, to} : null;
    }
    async definitions(files: SourceFile[], spot: Spot): Promise<Place[]> {
        await this.#show(files);
        return (await this.#rpc.request('textDocument/definition', askedAt(spot)) as Location[]).map(placeOf);
    }
    async references(files: SourceFile[], spot: Spot): Promise<Place[]> {
        await this.#show(files);
        return (await this.#rpc.request('textDocument/references', {...askedAt(spot), context: {includeDeclaration: true}}) as Location[]).map(placeOf);
    }
    /** The name that can be changed there; null if there is none. */
    async renamed(files: SourceFile[], spot: Spot): Promise<{name: string} | null> {
        await this.#show(files);
        const answer = await this.#rpc.request('textDocument/prepareRename', askedAt(spot)).catch(() => null) as {placeholder: string} | null;
        return answer ? {name: answer.placeholder} : null;
    }
    /** Throws, with the reason, if the name can't be that one. */
    async rename(spot: Spot, newName: string): Promise<TextEdit[]> {
        return editsOf(await this.#rpc.request('textDocument/rename', {...askedAt(spot), newName}) as Action['edit']);
    }
    async format(files: SourceFile[], file: string): Promise<TextEdit[]> {
        await this.#show(files);
        const edits = await this.#rpc.request('textDocument/formatting', {...documentOf(file), options: {tabSize: 8, insertSpaces: true}});
        return editsOf({changes: {[uriOf(file)]: edits ?? []}});
    }
    async outline(files: SourceFile[], file: string): Promise<OutlineItem[]> {
        await this.#show(files);
        const walk = (items: any[], depth: number): OutlineItem[] => items.flatMap((item) => [
            {name: item.name, detail: item.detail ?? '', line: item.selectionRange.start.line + 1, depth}, ...walk(item.children ?? [], depth + 1)]);
        return walk(await this.#rpc.request('textDocument/documentSymbol', documentOf(file)) ?? [], 0);
    }

    // ---- the texts as the server knows them
    async #show(all: SourceFile[]): Promise<void> {
        const files = all.filter((file) => !isRubric(file.name) && !isPicture(file));
        this.#isReady ??= this.#begin();
        await this.#isReady;
        const names = new Set(files.map(({name}) => name));
        for (const name of [...this.#texts.keys()].filter((one) => !names.has(one))) {
            this.#texts.delete(name);
            this.#rpc.tell('textDocument/didClose', documentOf(name));
        }
        for (const {name, text} of files) {
            const known = this.#texts.get(name);
            const version = ++this.#version;
            if (known === undefined) {
                this.#rpc.tell('textDocument/didOpen', {textDocument: {uri: uriOf(name), languageId: 'mips', version, text}});
            } else if (known !== text) {
                this.#rpc.tell('textDocument/didChange', {textDocument: {uri: uriOf(name), version}, contentChanges: [{text}]});
            }
            this.#texts.set(name, text);
        }
    }
    async #begin(): Promise<void> {
        const {capabilities} = await this.#rpc.request('initialize', {rootUri: 'file:///', capabilities: abilities});
        const {tokenTypes, tokenModifiers} = capabilities.semanticTokensProvider.legend;
        this.#legend = {kinds: tokenTypes, definition: 1 << tokenModifiers.indexOf('definition')};
        this.#rpc.tell('initialized', {});
    }
    #restart(): void {
        this.#rpc.forget();
        this.#texts.clear();
        this.#isReady = null;
    }
}

/** Its first line says what is wrong; the others what to do, why, and where to read on. */
export function problemOf(file: string, {range, severity, message}: Diagnostic, actions: Action[]): Problem {
    const own = actions.filter(({diagnostics}) => diagnostics?.some((one) => one.message === message &&
        one.range.start.line === range.start.line && one.range.start.character === range.start.character));
    const repairs: Repair[] = own.map(({title, edit}) => ({sentence: title, edits: editsOf(edit)}));
    const lines = message.split('\n');
    const topic = /^see: mariner ref (.*)$/.exec(lines.at(-1)!)?.[1] ?? '';
    const more = lines.slice(1, topic === '' ? undefined : -1).filter((line) => !repairs.some(({sentence}) => sentence === line));
    return {
        severity: severity === 1 ? 'error' : 'warning', file, line: range.start.line + 1, from: range.start.character,
        to: range.end.line > range.start.line ? Infinity : range.end.character, message: lines[0]!, more, topic, repairs,
    };
}
function editsOf(edit: Action['edit']): TextEdit[] {
    return Object.entries(edit?.changes ?? {}).flatMap(([uri, edits]) => edits.map(({range, newText}) => ({
        file: fileOf(uri), line: range.start.line + 1, from: range.start.character, toLine: range.end.line + 1, to: range.end.character, text: newText,
    })));
}
/** Five numbers a word, each place told from the word before. */
export function wordsOf(data: number[], {kinds, definition}: {kinds: string[]; definition: number}): ColouredWord[] {
    const words: ColouredWord[] = [];
    let line = 1;
    let from = 0;
    for (let i = 0; i + 4 < data.length; i += 5) {
        line += data[i]!;
        from = data[i]! > 0 ? data[i + 1]! : from + data[i + 1]!;
        const kind = colourOf[kinds[data[i + 3]!] ?? ''] ?? '';
        words.push({line, from, to: from + data[i + 2]!, kind: kind === 'l' && (data[i + 4]! & definition) !== 0 ? 'd' : kind});
    }
    return words;
}
