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

/** Lines count from 1, units within them from 0. */
export interface TextEdit {
    file: string;
    line: number;
    from: number;
    toLine: number;
    to: number;
    text: string;
}
export interface Repair {
    sentence: string;
    edits: TextEdit[];
}
/** Places count UTF-16 units from 0 within their line; lines count from 1. */
export interface Problem {
    severity: 'error' | 'warning';
    file: string;
    line: number;
    from: number;
    to: number;
    message: string;
    more: string[];
    topic: string;
    repairs: Repair[];
}
/** `kind` is the class of its colour. */
export interface ColouredWord {
    line: number;
    from: number;
    to: number;
    kind: string;
}
/** A place of the text, in somebody's list. */
export interface Place {
    file: string;
    line: number;
    from: number;
    to: number;
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

/** A call with what lies in its frame; `place` is what was put there, where that is known. */
export interface FrameContents extends Frame {
    memoryReference: string;
    size: number;
    arguments: string[];
    words: {memoryReference: string; value: string; place: string}[];
}

/** What the checks found in a run. */
export interface Finding {
    kind: string;
    file: string;
    line: number;
    message: string;
    why: string;
    remedy: string;
    times: number;
}
export interface Checks {
    steps: number;
    isWhole: boolean;
    cause: {why: string; remedy: string} | null;
    findings: Finding[];
}
/** What a rubric's case came to; `lines` is the difference from what was wanted. */
export interface CaseVerdict {
    name: string;
    hasPassed: boolean;
    points: number;
    worth: number;
    reason: string;
    input: string;
    file: string;
    line: number;
    lines: {kind: 'same' | 'missing' | 'extra' | 'gap'; text: string}[];
    /** Where the picture is another than the one that is wanted. */
    picture: {columns: number; rows: number; wanted: string; drawn: string} | null;
}
/** `trouble`: the rubric is wrong; `diagnostics`: the program doesn't assemble. */
export interface Judgement {
    title: string;
    points: number;
    worth: number;
    trouble: string;
    diagnostics: string;
    cases: CaseVerdict[];
}
/** A tool that watches a run, and what it can be told. */
export interface ToolParameter {
    name: string;
    kind: string;
    allowed: string[];
    fallback: string;
    help: string;
}
export interface ToolKind {
    name: string;
    summary: string;
    /** It acts on the program, and has to be there from the first step. */
    isActing: boolean;
    parameters: ToolParameter[];
}
export type PartShape = 'line' | 'bar' | 'table' | 'lines' | 'grid' | 'chart' | 'timeline' | 'pad' | 'lamps' | 'canvas';
export type PartValue = null | boolean | number | string | PartValue[];
/** A part of what a tool has found out, and how it is to be drawn: docs/remote.md says what each shape's value is. */
export interface ToolPart {
    key: string;
    label: string;
    shape: PartShape;
    heads: string[];
    value: PartValue;
}
export interface ToolPanel {
    title: string;
    notes: string[];
    parts: ToolPart[];
}
/** How often what was executed in a run. */
export interface Counts {
    steps: number;
    isWhole: boolean;
    lines: {file: string; line: number; executed: number; instructions: number}[];
    routines: {name: string; file: string; line: number; calls: number; self: number; inclusive: number}[];
    instructions: {name: string; executed: number}[];
}

/** Who plays a bundled game: by the colour of his tokens, his side, the name that he gave or his seat. */
export interface Player {
    kind: 'yellow' | 'red' | 'you' | 'computer' | 'named' | 'numbered';
    seat: number;
    name: string;
    letter: string;
}
/** What a column is worth to who moves; `moves` are those of who wins, 0 if that isn't known. */
export interface ColumnHint {
    kind: 'full' | 'unknown' | 'wins' | 'loses' | 'draws';
    moves: number;
    letters: string;
}
export type Outcome = 'won' | 'drawn' | 'lost';
/** A move that gave something away. `typed`: bytes of input before it. */
export interface Slip {
    move: number;
    player: Player;
    column: number;
    before: Outcome;
    after: Outcome;
    better: number[];
    /** Rows from the highest, of ".", "1" and "2". */
    board: string;
    typed: number;
}
/** What is known of a bundled game when its program has read so much. */
export interface Advice {
    typed: string;
    isOver: boolean;
    asksForColumn: boolean;
    /** The number of its leftmost column. */
    first: number;
    turns: number;
    /** Of the two on a board of text. */
    letters: string;
    mover: Player | null;
    winner: Player | null;
    hints: ColumnHint[] | null;
    review: {unknown: number; slips: Slip[]} | null;
}
/** Win in so many moves; `input` sets it up in the room's program, after so many turns. */
export interface Puzzle {
    date: string;
    room: string;
    side: 'yellow' | 'red';
    winsIn: number;
    turns: number;
    input: string;
}
/** How somebody fared with it: moves, or 0 if not solved. */
export interface PuzzleResult {
    wonIn: number;
    tries: number;
}

/** What an instruction makes of a register (`place`) or of memory. */
export interface Effect {
    place: string;
    address: number;
    size: number;
    oldBits: number;
    newBits: number;
}
/** Where the machine stands. `done`: what the step before did, where that is known; `next`: what the next one will do. */
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
    done: {file: string; line: number; effects: Effect[]} | null;
    next: Effect[];
}

export interface Calls {
    from: number;
    to: number;
    routines: string[];
    stacks: number[][];
    depths: number[];
}
export interface Marks {
    output: number[];
    input: number[];
    /** Where the run was stopped by a breakpoint. */
    breakpoint: number[];
    error: number[];
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
    /** As the program calls them. */
    colours: Record<number, string>;
}
/** A program that goes round and round. */
export interface Loop {
    line: number;
    why: string;
    /** Steps after which the whole state is the same again; 0 if it isn't. */
    repeatsAfter: number;
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
    /** It was asked about the picture. */
    isUnit: boolean;
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
export type MachineTab = 'registers' | 'floats' | 'system' | 'memory' | 'stack' | 'symbols' | 'statistics' | 'checks' | 'tools' | 'tasks' | 'game';
export type Overlay = 'none' | 'commands' | 'help' | 'share' | 'drafts' | 'rename' | 'condition' | 'places' | 'outline' | 'fileName' | 'conflict' | 'picture';
export type View = 'code' | 'machine' | 'display' | 'console' | 'start';
export type NumberForm = 'auto' | 'hex' | 'dec' | 'unsigned' | 'bin' | 'text' | 'float';
/** Bytes in a cell of memory. */
export type CellSize = 1 | 2 | 4;

/** The registers before the first step. */
export type Fresh = Pick<Studio, 'registers' | 'floats' | 'system'>;

export interface Studio {
    project: Project;
    active: string;
    savedAt: number;
    problems: Problem[];
    /** Of the file that is open. */
    words: ColouredWord[];
    breakpoints: Record<string, number[]>;
    /** When a breakpoint counts, by file and line. */
    conditions: Record<string, Record<number, string>>;
    phase: Phase;
    /** The text has changed since the program was started. */
    isStale: boolean;
    moment: Moment | null;
    /** While the handle of the timeline is held: where. */
    dragged: number | null;
    /** Where the program stood before the last motion. */
    previous: {step: number; file: string; line: number} | null;
    /** What every run begins with; null: not asked for yet. */
    fresh: Fresh | null;
    registers: RegisterValue[];
    floats: RegisterValue[];
    /** Of coprocessor 0, with the flags of coprocessor 1. */
    system: RegisterValue[];
    registersBefore: Record<string, number>;
    frames: Frame[];
    /** Null: not asked for yet at this moment. */
    contents: FrameContents[] | null;
    isChecking: boolean;
    checks: Checks | null;
    counts: Counts | null;
    toolKinds: ToolKind[];
    tool: string;
    /** Null: not asked for yet at this moment. */
    toolReport: ToolPanel | null;
    hasHeat: boolean;
    judgement: Judgement | null;
    isJudging: boolean;
    /** Of the program's chance. */
    seed: number;
    /** Of the bundled game that is open; null: not asked for. */
    advice: Advice | null;
    isThinking: boolean;
    puzzle: Puzzle | null;
    /** Of the puzzle that is open. */
    result: PuzzleResult | null;
    /** Of who sent the link to the puzzle. */
    rival: PuzzleResult | null;
    labels: Record<number, string>;
    segments: {id: string; memoryReference: string}[];
    memory: MemoryView | null;
    pieces: Piece[];
    isFolded: boolean;
    /** So much was printed that not all of it is kept. */
    isCut: boolean;
    geometry: Geometry | null;
    pixels: Uint8ClampedArray | null;
    calls: {whole: Calls | null; part: Calls | null};
    marks: Marks;
    /** What was executed at each step, of a run that has few. */
    shortRun: string[] | null;
    window: {from: number; to: number} | null;
    who: Who | null;
    said: string;
    view: View;
    machineTab: MachineTab;
    form: NumberForm;
    cellSize: CellSize;
    /** The register whose address the memory pane shows, wherever it goes; empty for none. */
    followed: string;
    /** How many depths of calls the timeline shows. */
    depths: number;
    theme: Theme;
    language: string;
    speed: number;
    overlay: Overlay;
    helpTopic: string;
    /** What the overlay `places` lists. */
    places: Place[];
    isFull: boolean;
    /** The deed of the tour that is next: state/tour.ts. */
    tour: number;
    /** The editor's keys are Vim's. */
    hasVim: boolean;
    /** The files are those of a folder: which there are is settled. */
    isFolder: boolean;
    /** A text that was changed here and on the disk: the disk's. */
    conflict: SourceFile | null;
    isEmbedded: boolean;
    isReadOnly: boolean;
}

export const noMarks: Marks = {output: [], input: [], breakpoint: [], error: []};

export function newStudio(project: Project): Studio {
    return {
        project, active: project.files[0]?.name ?? '', savedAt: 0, problems: [], words: [], breakpoints: {}, conditions: {}, phase: 'none', isStale: false,
        moment: null, dragged: null, previous: null, fresh: null, registers: [], floats: [], system: [], registersBefore: {}, frames: [], contents: null,
        isChecking: false, checks: null, counts: null, toolKinds: [], tool: '', toolReport: null, hasHeat: false, judgement: null, isJudging: false, seed: 0, advice: null, isThinking: false, puzzle: null, result: null, rival: null, labels: {},
        segments: [], memory: null, pieces: [], isFolded: false, isCut: false, geometry: null, pixels: null,
        calls: {whole: null, part: null}, marks: noMarks, shortRun: null, window: null, who: null, said: '', view: 'start',
        machineTab: 'registers', form: 'auto', cellSize: 4, followed: '', depths: 3, theme: 'day', language: 'en', speed: 10, overlay: 'none', helpTopic: '', places: [], isFull: false, tour: -1, hasVim: false, isFolder: false, conflict: null,
        isEmbedded: false, isReadOnly: false,
    };
}
