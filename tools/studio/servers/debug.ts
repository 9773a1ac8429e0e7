// A client of the debug adapter: what the page asks, as functions; what it is told, as events. All knowledge of the
// protocol's spelling is here.

import type {Calls, Checks, Counts, Effect, Frame, FrameContents, Geometry, Loop, Marks, MemoryView, Moment, RegisterValue, SourceFile, ToolKind, ToolPanel, Use, Writer} from '../state/model.ts';
import {type Body, Connection} from './connection.ts';
import type {Core, Session} from './core.ts';

export interface Events {
    output: (category: string, text: string) => void;
    /** It has stopped by itself: at a breakpoint, an exception, its end, or since it was told to. */
    stopped: (reason: string, text: string) => void;
    waiting: () => void;
    /** The program has read this. */
    input: (text: string) => void;
}

export interface Launch {
    files: SourceFile[];
    /** Those that are assembled; the others can be included, or read. */
    programs: string[];
    breakpoints: Record<string, number[]>;
    conditions: Record<string, Record<number, string>>;
    stopsAtStart: boolean;
    /** Of the program's chance. */
    seed: number;
    /** The module that has the tools: a larger one. */
    hasTools: boolean;
    /** Those that act on the program. */
    tools: string[];
}

const nameOf = (path: string | undefined): string => (path ?? '').replace(/^\//, '');

function bytesOf(base64: string): Uint8Array {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) {
        bytes[i] = text.charCodeAt(i);
    }
    return bytes;
}

const effectOf = (body: Body): Effect => ({
    place: body.place ?? '', address: Number(body.memoryReference ?? 0), size: body.size ?? 4, oldBits: Number(body.oldValue), newBits: Number(body.newValue),
});

function momentOf(body: Body): Moment {
    return {
        step: body.step, first: body.first, last: body.last, printed: body.printed, consumed: body.consumed,
        isRunning: body.isRunning, isWaiting: body.isWaiting, address: body.instructionPointerReference,
        done: body.done ? {file: nameOf(body.done.source?.path), line: body.done.line ?? 0, effects: body.done.effects.map(effectOf)} : null,
        next: (body.next ?? []).map(effectOf),
        file: nameOf(body.source?.path), line: body.line ?? 0, routine: body.end ? body.routine.replace(/\+\d+$/, '') : body.routine, end: body.end ? {...body.end, explanation: body.end.explanation.replace(/^\//gm, '')} : null,
    };
}

/** A number alone counts visits; what stands behind > is printed, and the program goes on; else it is an expression. */
const wishOf = (text: string): object => text === '' ? {} : text.startsWith('>') ? {logMessage: text.slice(1).trim()} : /^\s*(>=?)?\s*\d+\s*$/.test(text) ? {hitCondition: text.trim()} : {condition: text};

/** The bits stand in the value's text: "5 (0x00000005)". */
function registerOf(variable: Body): RegisterValue {
    const bits = /0x([0-9a-f]{8})/.exec(variable.value)?.[1] ?? '0';
    return {
        name: variable.name, bits: parseInt(bits, 16) >>> 0, text: variable.value.replace(/^.*\(0x[0-9a-f]{8}\) ?/, ''),
        group: variable.group ?? '', number: variable.number ?? null,
    };
}

export class Debug {
    #connection: Connection | null = null;
    #session: Session | null = null;
    /** Of a run that is over, but for a last question. */
    #leaving: Connection | null = null;

    constructor(private readonly core: Core, private readonly events: Events) {}

    get isOpen(): boolean { return this.#connection !== null; }
    /** Nobody waits for an answer, not even to a last question. */
    get isIdle(): boolean { return this.#connection === null && this.#leaving === null; }

    /** Throws with the assembler's report if the program can't be run. */
    async launch(wish: Launch): Promise<void> {
        this.close();
        let hasInitialized = () => {};
        const initialized = new Promise<void>((go) => { hasInitialized = go; });
        const connection: Connection = new Connection((message) => session.send(message), (name, body) => {
            if (name === 'initialized') {
                hasInitialized();
            } else if (this.#connection === connection) {
                this.#event(name, body);
            }
        });
        const session = this.core.open(wish.files, wish.hasTools, (message) => connection.receive(message), () => connection.close());
        this.#session = session;
        this.#connection = connection;
        await connection.request('initialize', {adapterID: 'mariner', linesStartAt1: true, columnsStartAt1: true, supportsWaitingEvent: true});
        await connection.request('launch', {
            program: wish.programs, cwd: '/', stopAtEnd: true, stopOnEntry: wish.stopsAtStart, seed: wish.seed, tools: wish.tools,
        });
        await initialized;
        for (const [file, lines] of Object.entries(wish.breakpoints)) {
            await this.setBreakpoints(file, lines, wish.conditions[file]);
        }
        await connection.request('configurationDone');
    }
    close(): void {
        this.#leaving?.close();
        this.#leaving = null;
        this.#connection?.close();
        this.#connection = null;
        this.#session?.close();
        this.#session = null;
    }
    /** Ends a run that is under way, and tells whether it went round and round. Whoever launches meanwhile doesn't wait for that. */
    async closeAndLook(): Promise<Loop | null> {
        const leaving = this.#connection;
        this.#connection = null;
        this.#leaving = leaving;
        try {
            await leaving?.request('pause', {threadId: 1});
            const loop = await leaving?.request('loop');
            return loop?.found ? {line: loop.line ?? 0, why: loop.why, repeatsAfter: loop.repeatsAfter} : null;
        } catch {
            return null;
        } finally {
            if (this.#leaving === leaving) {
                this.close();
            }
        }
    }

    /** The lines where it will stop: the next ones with instructions. */
    async setBreakpoints(file: string, lines: number[], conditions: Record<number, string> = {}): Promise<number[]> {
        const body = await this.#ask('setBreakpoints', {
            source: {path: `/${file}`}, breakpoints: lines.map((line) => ({line, ...wishOf(conditions[line] ?? '')})),
        });
        const wrong = body.breakpoints.find((point: Body, i: number) => !point.verified && (conditions[lines[i]!] ?? '') !== '');
        if (wrong) {
            throw new Error(wrong.message);
        }
        return body.breakpoints.map((point: Body, i: number) => point.verified ? point.line ?? lines[i] : lines[i]);
    }

    async go(command: string, args: object = {}): Promise<void> { await this.#ask(command, args); }
    async goToStep(step: number): Promise<Moment> { return momentOf(await this.#ask('goToStep', {step})); }
    async moment(): Promise<Moment> { return momentOf(await this.#ask('moment')); }
    /** To where the program asked for the input behind so many bytes; what came after is forgotten. */
    async takeUp(consumed: number): Promise<Moment> { return momentOf(await this.#ask('takeUp', {consumed})); }
    async giveInput(text: string, isLast = false): Promise<void> { await this.#ask('giveInput', {text, isLast}); }

    async registers(): Promise<RegisterValue[]> { return this.#variables(1); }
    async floats(): Promise<RegisterValue[]> { return this.#variables(2); }
    async system(): Promise<RegisterValue[]> { return this.#variables(4); }
    press(key: string, isDown: boolean): void { void this.#ask('key', {key, isDown}).catch(() => {}); }
    point(column: number, row: number, buttons: number): void { void this.#ask('pointer', {column, row, buttons}).catch(() => {}); }
    async #variables(reference: number): Promise<RegisterValue[]> {
        return (await this.#ask('variables', {variablesReference: reference})).variables.map(registerOf);
    }
    async setRegister(name: string, value: string, isFloat: boolean): Promise<void> {
        await this.#ask('setVariable', {variablesReference: isFloat ? 2 : 1, name, value});
    }
    async labels(): Promise<Record<number, string>> {
        const {variables} = await this.#ask('variables', {variablesReference: 5});
        return Object.fromEntries(variables.filter((one: Body) => one.memoryReference)
            .map((one: Body) => [Number(one.memoryReference), one.name]));
    }
    async frames(): Promise<Frame[]> {
        const {stackFrames} = await this.#ask('stackTrace', {levels: 200});
        return stackFrames.map((frame: Body) => ({routine: frame.name, file: nameOf(frame.source?.path), line: frame.line}));
    }
    /** What lies in the frames of the calls. */
    async contents(): Promise<FrameContents[]> {
        const {frames} = await this.#ask('frames', {levels: 30});
        return frames.map((frame: Body) => ({
            routine: frame.name, file: nameOf(frame.source?.path), line: frame.line ?? 0, memoryReference: frame.memoryReference,
            size: frame.size, arguments: frame.arguments ?? [],
            words: frame.words.map((word: Body) => ({memoryReference: word.memoryReference, value: word.value, place: word.place ?? ''})),
        }));
    }
    /** The step of the call that led here; null in the outermost routine. */
    async callBefore(): Promise<number | null> {
        const {frames} = await this.#ask('frames', {levels: 1});
        return frames[0]?.entered === undefined ? null : frames[0].entered - 1;
    }
    async checks(): Promise<Checks> {
        const {steps, isWhole, cause, findings} = await this.#ask('checks');
        return {steps, isWhole, cause: cause ?? null, findings: findings.map((one: Body) => ({...one, file: nameOf(one.source?.path), line: one.line ?? 0}))};
    }
    async counts(): Promise<Counts> {
        const {steps, isWhole, lines, routines, instructions} = await this.#ask('counts');
        const placed = (one: Body) => ({...one, file: nameOf(one.source?.path), line: one.line ?? 0});
        return {steps, isWhole, lines: lines.map(placed), routines: routines.map(placed), instructions};
    }
    async toolKinds(): Promise<ToolKind[]> {
        const {tools} = await this.#ask('toolKinds');
        return tools.map((tool: Body) => ({name: tool.name, summary: tool.summary, isActing: tool.acts,
            parameters: tool.parameters.map((one: Body) => ({name: one.name, kind: one.kind, allowed: one.allowed, fallback: one.default, help: one.help}))}));
    }
    /** What the tool of that name, one of them, has found out up to the moment. */
    async tools(specifications: string[], name: string): Promise<ToolPanel | null> {
        const {panels} = await this.#ask('tools', {tools: specifications});
        const panel = panels.find((one: Body) => one.name === name);
        return panel ? {title: panel.title ?? name, notes: panel.notes ?? [], parts: panel.parts.map((part: Body) => ({
            key: part.key, label: part.label ?? '', shape: part.shape, heads: part.heads ?? [], value: part.value ?? null,
        }))} : null;
    }
    async pressPad(tool: string, key: string): Promise<void> { await this.#ask('pressPad', {tool, key}); }
    async segments(): Promise<{id: string; memoryReference: string}[]> {
        return (await this.#ask('segments')).segments as {id: string; memoryReference: string}[];
    }
    async memory(reference: string, count: number): Promise<MemoryView> {
        const body = await this.#ask('readMemory', {memoryReference: reference, count});
        return {reference, address: Number(body.address), bytes: bytesOf(body.data), before: null, instructions: null};
    }
    async instructions(reference: string, count: number): Promise<NonNullable<MemoryView['instructions']>> {
        const {instructions} = await this.#ask('disassemble', {memoryReference: reference, instructionCount: count});
        return instructions.filter((one: Body) => one.instructionBytes)
            .map((one: Body) => ({address: one.address, bytes: one.instructionBytes, text: one.instruction, line: one.line ?? 0}));
    }
    async setMemory(reference: string, bytes: Uint8Array): Promise<void> {
        await this.#ask('writeMemory', {memoryReference: reference, data: btoa(String.fromCharCode(...bytes))});
    }

    async geometry(): Promise<Geometry | null> {
        const body = await this.#ask('picture');
        return body.columns ? {columns: body.columns, rows: body.rows, memoryReference: body.memoryReference,
            colours: Object.fromEntries((body.colours ?? []).map((one: Body) => [Number(one.value), one.name.toLowerCase()]))} : null;
    }
    /** Fit for ImageData; null when the run is over. */
    async pixels({columns, rows, memoryReference}: Geometry): Promise<Uint8ClampedArray | null> {
        const pixels = await this.core.pixels(Number(memoryReference), columns * rows);
        return pixels.length === 4 * columns * rows ? pixels : null;
    }

    async calls(from: number, to: number, columns: number): Promise<Calls> {
        const body = await this.#ask('calls', {from, to, columns});
        return {from: body.from, to: body.to, routines: body.routines.map(({name}: Body) => name), stacks: body.stacks, depths: body.depths};
    }
    /** The text of each instruction, from the first step on. */
    async steps(from: number, to: number): Promise<string[]> {
        return (await this.#ask('steps', {from, to})).steps.map(({text}: Body) => text ?? '');
    }
    async marks(): Promise<Pick<Marks, 'output' | 'input'>> {
        const {output, input} = await this.#ask('marks');
        return {output, input};
    }
    async whoWrote(use: Partial<Use>, step: number): Promise<Writer | null> {
        const wish = use.place ? {place: use.place} : {memoryReference: use.memoryReference, size: use.size ?? 4};
        return writerOf(use.place || use.memoryReference || '', await this.#ask('whoWrote', {...wish, step}));
    }
    async whoPrinted(subject: string, byte: number): Promise<Writer | null> {
        return writerOf(subject, await this.#ask('whoPrinted', {byte}));
    }

    #ask(command: string, args: object = {}): Promise<Body> {
        return this.#connection ? this.#connection.request(command, args) : Promise.reject(new Error('no program'));
    }
    #event(name: string, body: Body): void {
        switch (name) {
            case 'output':
                this.events.output(body.category, body.output);
                break;
            case 'stopped':
                this.events.stopped(body.reason, body.text ?? '');
                break;
            case 'input':
                this.events.input(body.text);
                break;
            case 'waiting':
                this.events.waiting();
                break;
            default:
                break;
        }
    }
}

function writerOf(subject: string, body: Body): Writer | null {
    return !body.found ? null : {
        subject, step: body.step, file: nameOf(body.source?.path), line: body.line ?? 0, text: body.text ?? '', routine: body.routine ?? '',
        oldValue: body.oldValue ?? '', newValue: body.newValue ?? '',
        uses: body.uses.map((use: Body) => ({
            place: use.place ?? '', memoryReference: use.memoryReference ?? '', size: use.size ?? 4, value: use.value,
        })),
    };
}
