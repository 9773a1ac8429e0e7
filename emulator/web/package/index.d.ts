/** Mariner 4: assembles and runs MIPS32 programs written for MARS. Nothing here waits or prints. */

/** The compiled module: give it to `Mariner.load` here and in workers, so that each starts in a moment. */
export function compile(source?: BufferSource | Response | Promise<BufferSource | Response>): Promise<WebAssembly.Module>;
/** The same for the module that judges programs by rubrics. */
export function compileJudge(source?: BufferSource | Response | Promise<BufferSource | Response>): Promise<WebAssembly.Module>;
/** And for the language server. */
export function compileEditor(source?: BufferSource | Response | Promise<BufferSource | Response>): Promise<WebAssembly.Module>;

export interface AssembleOptions {
    /** Which of the sources are assembled, in this order; all, unless told. The others may be included. */
    files?: string[];
    /** Of the program. */
    arguments?: string[];
    memory?: 'default' | 'compact-data' | 'compact-text';
    /** `main`: start at the global label main, not at the first instruction. */
    entry?: 'main';
    pseudo?: boolean;
    delayedBranching?: boolean;
    selfModifying?: boolean;
    warningsAreErrors?: boolean;
    /** Of random streams that the program doesn't seed itself. */
    seed?: number;
    maxSteps?: number;
    /** Keyboard and display at 0xffff0000; true unless told. */
    devices?: boolean;
    /** Megabytes for going back; 32 unless told. */
    history?: number;
}

export interface Diagnostic {
    severity: 'error' | 'warning';
    message: string;
    file: string;
    line: number;
    column: number;
    [more: string]: unknown;
}

export interface Assembled {
    diagnostics: Diagnostic[];
    /** The same for people: each with its line, the place underlined. */
    text: string;
    /** In front of its first instruction; null if there were errors. */
    simulation: Simulation | null;
}

/** Files in memory: what the assembler reads, and what programs open. */
export interface Files {
    put(path: string, content: string | Uint8Array): void;
    get(path: string): Uint8Array | undefined;
    /** Throws where there is none. */
    remove(path: string): void;
}

export class Mariner {
    /** Loads the module that lies beside this file, or the one given. */
    static load(module?: WebAssembly.Module | BufferSource | Response | Promise<BufferSource | Response>, options?: {environment?: Record<string, string>}): Promise<Mariner>;
    readonly files: Files;
    /** `sources`: one text, or texts by file name. Throws for wrong options; errors of the program are in the answer. */
    assemble(sources: string | Record<string, string | Uint8Array>, options?: AssembleOptions): Assembled;
    /** The Debug Adapter Protocol for programs among `files`. `send` gets each response and event. */
    debugAdapter(send: (message: object) => void): DebugAdapter;
    /**
     * A language server for texts that are open, and those among `files`; it calls `send` with every message. In a module
     * of compileEditor().
     */
    languageServer(send: (message: object) => void): LanguageServer;
    /**
     * What `mariner check` says of `sources` by a rubric's visible cases: {title, worth, submission} as docs/grading.md
     * tells it, or {trouble} if the rubric is wrong. In a module of compileJudge().
     */
    judge(wish: {name: string; text: string; files: {name: string; text: string}[]; sources: {name: string; text: string}[]}): Record<string, any>;
    /** What who plays a bundled game wants to know; in a module of the studio, rooms.wasm. */
    advise(wish: object): Record<string, any>;
}

export interface State {
    /**
     * running: call again. input: give some and call again. sleeping: call again in so many `milliseconds`.
     * stopped: `reason` says why. ended: `reason`, `exitCode` and `message` say how.
     */
    state: 'running' | 'input' | 'sleeping' | 'stopped' | 'ended';
    reason?: string;
    message?: string;
    exitCode?: number;
    milliseconds?: number;
    /** Instructions executed so far; the furthest and the earliest moment that restore() reaches. */
    steps: number;
    furthest: number;
    earliest: number;
    pc: number;
    /** Sentences for the user: files that were refused, say. */
    notes: string;
}

export type Motion = 'instruction' | 'instruction-over' | 'line' | 'line-over' | 'out' | 'resume' | 'syscall' | 'input';

export interface Description {
    files: string[];
    entry: number;
    instructions: {address: number; word: number; text: string; file?: number; line?: number}[];
    labels: {name: string; address: number; isData: boolean; isGlobal: boolean}[];
}

export class Simulation {
    /** One slice of about so many milliseconds (12 unless told). */
    advance(milliseconds?: number): State;
    /**
     * Slices, with turns for others between them, until it ends or stops. `input` is asked for a line when the program
     * waits for one: undefined leaves it waiting, null ends the input. An aborted signal stops it after the slice.
     */
    run(options?: {
        signal?: AbortSignal;
        output?: (text: string) => void;
        input?: () => string | null | undefined | Promise<string | null | undefined>;
        milliseconds?: number;
    }): Promise<State>;
    move(motion: Motion, options?: {backward?: boolean; milliseconds?: number}): State;
    readonly state: State;
    /** A moment of this run, to come back to. Going back needs no snapshot: any number of steps is one. */
    snapshot(): number;
    restore(snapshot: number): State;
    setBreakpoint(address: number, isSet?: boolean): void;

    giveInput(content: string | Uint8Array): void;
    endInput(): void;
    /** What was printed since the last call. */
    takeOutput(): string;
    takeOutputBytes(): Uint8Array;

    /** "$t0", "t0", "$8", "$f12" (raw bits), "hi", "lo". */
    register(name: string): number;
    setRegister(name: string, value: number): void;
    /** All of them, by names like "$t0", and "pc". */
    registers(): Record<string, number>;
    memory(address: number, size: number): Uint8Array;
    setMemory(address: number, content: string | Uint8Array): void;
    /** Throws where none can be. */
    word(address: number): number;
    /** MARS's bitmap display, at the begin of static data unless told; `pixels` is RGBA, as ImageData wants it. */
    picture(geometry?: {address?: number; width?: number; height?: number}): {
        width: number;
        height: number;
        pixels: Uint8ClampedArray;
    };
    readonly description: Description;
    addressOf(label: string): number | undefined;
    /** Gives its memory back; it can't be used any more. */
    release(): void;
}

export class DebugAdapter {
    /** A request of the Debug Adapter Protocol. */
    receive(message: object): void;
    /** A picture of the program's memory as it is now, a word a unit: RGBA. Empty before the launch. */
    pixels(address: number, units: number): Uint8ClampedArray<ArrayBuffer>;
    release(): void;
}

export class LanguageServer {
    /** A message of the Language Server Protocol. */
    receive(message: object): void;
    release(): void;
}
