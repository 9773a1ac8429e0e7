// What the page knows, as one value. No DOM, no protocol. Changed by state/changes.ts only.

export interface SourceFile {
    name: string;
    text: string;
}

/** What the student owns: kept, shared, downloaded. */
export interface Project {
    name: string;
    files: SourceFile[];
    input: string;
}

export interface Repair {
    sentence: string;
    edits: {file: string; line: number; from: number; to: number; text: string}[];
}
/** Places count UTF-16 units from 0 within their line; lines count from 1. */
export interface Problem {
    severity: 'error' | 'warning';
    file: string;
    line: number;
    from: number;
    to: number;
    message: string;
    hint: string;
    why: string;
    topic: string;
    repairs: Repair[];
}

export interface RegisterValue {
    name: string;
    bits: number;
    text: string;
    group: string;
    number: number | null;
}
export interface Frame {
    routine: string;
    file: string;
    line: number;
}

/** Where the machine stands. */
export interface Moment {
    step: number;
    first: number;
    last: number;
    printed: number;
    consumed: number;
    isRunning: boolean;
    isWaiting: boolean;
    address: string;
    file: string;
    line: number;
    routine: string;
    end: {isNormal: boolean; exitCode: number; message: string; explanation: string} | null;
}

export interface Calls {
    from: number;
    to: number;
    routines: string[];
    stacks: number[][];
}
export interface Marks {
    output: number[];
    input: number[];
}

/** A piece of the console. `start` counts bytes of output, or of input, before it. */
export interface Piece {
    kind: 'output' | 'input' | 'note';
    text: string;
    start: number;
    after: number;
}

export interface Geometry {
    columns: number;
    rows: number;
    memoryReference: string;
}

export interface Use {
    place: string;
    memoryReference: string;
    size: number;
    value: string;
}
export interface Writer {
    subject: string;
    step: number;
    file: string;
    line: number;
    text: string;
    routine: string;
    oldValue: string;
    newValue: string;
    uses: Use[];
}
export interface Who {
    subject: string;
    from: number;
    chain: Writer[];
    isMissing: boolean;
}

export interface MemoryView {
    reference: string;
    address: number;
    bytes: Uint8Array;
    before: Uint8Array | null;
    instructions: {address: string; bytes: string; text: string; line: number}[] | null;
}

export type Phase = 'none' | 'running' | 'waiting' | 'paused' | 'ended' | 'crashed';
export type Theme = 'day' | 'night' | 'contrast';
export type MachineTab = 'registers' | 'floats' | 'memory' | 'stack';
export type View = 'code' | 'machine' | 'display' | 'console' | 'start';
export type NumberForm = 'auto' | 'hex' | 'dec' | 'bin' | 'text' | 'float';

export interface Studio {
    project: Project;
    active: string;
    savedAt: number;
    problems: Problem[];
    breakpoints: Record<string, number[]>;
    phase: Phase;
    /** The text has changed since the program was started. */
    isStale: boolean;
    moment: Moment | null;
    /** While the handle of the timeline is held: where. */
    dragged: number | null;
    /** Where the program stood before the last motion. */
    previous: {step: number; file: string; line: number} | null;
    registers: RegisterValue[];
    floats: RegisterValue[];
    registersBefore: Record<string, number>;
    frames: Frame[];
    labels: Record<number, string>;
    segments: {id: string; memoryReference: string}[];
    memory: MemoryView | null;
    pieces: Piece[];
    isFolded: boolean;
    geometry: Geometry | null;
    pixels: Uint8ClampedArray | null;
    calls: {whole: Calls | null; part: Calls | null};
    marks: Marks;
    window: {from: number; to: number} | null;
    who: Who | null;
    said: string;
    view: View;
    machineTab: MachineTab;
    form: NumberForm;
    theme: Theme;
    language: string;
    speed: number;
    overlay: 'none' | 'commands' | 'help' | 'share' | 'drafts';
    helpTopic: string;
    isEmbedded: boolean;
    isReadOnly: boolean;
}

export const noMarks: Marks = {output: [], input: []};

export function newStudio(project: Project): Studio {
    return {
        project, active: project.files[0]?.name ?? '', savedAt: 0, problems: [], breakpoints: {}, phase: 'none', isStale: false,
        moment: null, dragged: null, previous: null, registers: [], floats: [], registersBefore: {}, frames: [], labels: {},
        segments: [], memory: null, pieces: [], isFolded: false, geometry: null, pixels: null,
        calls: {whole: null, part: null}, marks: noMarks, window: null, who: null, said: '', view: 'start',
        machineTab: 'registers', form: 'auto', theme: 'day', language: 'en', speed: 10, overlay: 'none', helpTopic: '',
        isEmbedded: false, isReadOnly: false,
    };
}
