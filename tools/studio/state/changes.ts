// Everything that can happen to the studio's state: a union, and a pure function for each member.

import {noMarks} from './model.ts';
import type {
    Calls, Checks, ColouredWord, Counts, Frame, FrameContents, Geometry, MemoryView, Moment, Marks, Phase, Piece, Problem, Project,
    RegisterValue, SourceFile, Studio, TextEdit, Who,
} from './model.ts';

/** What a pane may set by itself, without more thought. */
type Plain = Pick<Studio, 'fresh' | 'view' | 'machineTab' | 'form' | 'cellSize' | 'followed' | 'depths' | 'geometry' | 'pixels' | 'tool' | 'toolKinds' | 'toolReport' | 'theme' | 'language' | 'speed' | 'overlay' | 'helpTopic' | 'window' |
    'judgement' | 'isJudging' | 'seed' | 'advice' | 'isThinking' | 'puzzle' | 'result' | 'rival' | 'places' | 'isFull' | 'hasVim' | 'tour' | 'isCut' | 'isFolder' | 'isChecking' | 'hasHeat' | 'dragged' | 'savedAt' | 'said' | 'active' | 'isEmbedded' | 'isReadOnly'>;

export interface Seen {
    moment: Moment;
    registers: RegisterValue[];
    floats: RegisterValue[];
    system: RegisterValue[];
    frames: Frame[];
    segments: Studio['segments'];
    pixels: Uint8ClampedArray | null;
    memory: MemoryView | null;
}

export type Change =
    | {kind: 'set'; values: Partial<Plain>}
    | {kind: 'open'; project: Project}
    | {kind: 'edit'; file: string; text: string}
    | {kind: 'addFile'; file: string; text: string}
    | {kind: 'removeFile'; file: string}
    | {kind: 'renameFile'; file: string; to: string}
    | {kind: 'nameProject'; name: string}
    | {kind: 'input'; text: string}
    | {kind: 'edits'; edits: TextEdit[]}
    | {kind: 'problems'; problems: Problem[]; words: ColouredWord[]}
    | {kind: 'breakpoints'; file: string; lines: number[]}
    | {kind: 'condition'; file: string; line: number; text: string}
    | {kind: 'contents'; contents: FrameContents[]}
    | {kind: 'checks'; checks: Checks | null}
    | {kind: 'counts'; counts: Counts | null}
    | {kind: 'started'}
    | {kind: 'launched'; geometry: Geometry | null; labels: Record<number, string>}
    | {kind: 'phase'; phase: Phase}
    | {kind: 'progress'; moment: Moment; registers: RegisterValue[]}
    | {kind: 'seen'; seen: Seen}
    | {kind: 'memory'; memory: MemoryView | null}
    | {kind: 'piece'; piece: Omit<Piece, 'start' | 'after'>}
    | {kind: 'calls'; which: 'whole' | 'part'; calls: Calls}
    | {kind: 'marks'; marks: Marks}
    | {kind: 'shortRun'; texts: string[] | null}
    | {kind: 'who'; who: Who | null}
    | {kind: 'conflict'; conflict: SourceFile}
    | {kind: 'brokenAt'; step: number}
    | {kind: 'stopped'};

/** More output than this is folded away at its beginning; a page must not drown in it. */
export const mostShown = 120_000;
const mostBreaks = 2000;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const emptyRun = {
    moment: null, dragged: null, previous: null, registers: [], floats: [], system: [], registersBefore: {}, frames: [], contents: null, labels: {}, segments: [],
    checks: null, counts: null, toolReport: null, advice: null,
    memory: null, pieces: [], isFolded: false, isCut: false, geometry: null, pixels: null, calls: {whole: null, part: null}, marks: noMarks, shortRun: null,
    window: null, who: null,
} satisfies Partial<Studio>;

function withFiles(studio: Studio, files: Project['files'], active = studio.active): Studio {
    return {...studio, project: {...studio.project, files}, active, isStale: studio.phase !== 'none'};
}

/** Edits that don't overlap, told in the text as it was. */
export function edited(text: string, edits: Omit<TextEdit, 'file'>[]): string {
    const starts = [0];
    for (const {index} of text.matchAll(/\r\n|\r|\n/g)) {
        starts.push(text.startsWith('\r\n', index) ? index + 2 : index + 1);
    }
    const at = (line: number, unit: number) => line > starts.length ? text.length : Math.min(starts[line - 1]! + unit, text.length);
    let result = '';
    let copied = 0;
    for (const edit of [...edits].sort((a, b) => a.line - b.line || a.from - b.from)) {
        const from = at(edit.line, edit.from);
        result += text.slice(copied, from) + edit.text;
        copied = Math.max(from, at(edit.toLine, edit.to));
    }
    return result + text.slice(copied);
}

function addPiece(studio: Studio, piece: Omit<Piece, 'start' | 'after'>): Studio {
    const pieces = studio.pieces.slice();
    const last = pieces.at(-1);
    if (last?.kind === 'output' && piece.kind === 'output' && last.text.length < 4096) {
        pieces[pieces.length - 1] = {...last, text: last.text + piece.text};
    } else {
        const total = (kind: Piece['kind']) => {
            const latest = pieces.findLast((one) => one.kind === kind);
            return latest && kind !== 'note' ? latest.start + bytesOf(latest.text) : 0;
        };
        pieces.push({...piece, start: total(piece.kind), after: total('output')});
    }
    let shown = pieces.reduce((sum, {text}) => sum + text.length, 0);
    let folded = 0;
    while (shown > mostShown && folded < pieces.length - 1) {
        shown -= pieces[folded]!.text.length;
        ++folded;
    }
    return {...studio, pieces: pieces.slice(folded), isFolded: studio.isFolded || folded > 0};
}

export function phaseOf(moment: Moment, phase: Phase): Phase {
    return moment.end ? (moment.end.isNormal ? 'ended' : 'crashed') : moment.isWaiting ? 'waiting' : phase;
}

/** What came later has never happened: somebody has changed the machine. */
function printedBefore(pieces: Piece[], {printed, consumed}: Moment): Piece[] {
    const limits = {output: printed, input: consumed, note: 0};
    return pieces.flatMap((piece) => {
        const bytes = new TextEncoder().encode(piece.text);
        const kept = Math.max(0, Math.min(bytes.length, limits[piece.kind] - piece.start));
        return kept === 0 ? [] : [kept === bytes.length ? piece : {...piece, text: new TextDecoder().decode(bytes.subarray(0, kept))}];
    });
}

function see(studio: Studio, {moment, ...seen}: Seen): Studio {
    const last = studio.moment;
    const hasMoved = last !== null && last.step !== moment.step;
    const isCut = last !== null && moment.last < last.last;
    return {
        ...studio, ...seen, moment, pieces: isCut ? printedBefore(studio.pieces, moment) : studio.pieces,
        marks: isCut ? {...studio.marks, breakpoint: studio.marks.breakpoint.filter((step) => step <= moment.last)} : studio.marks, phase: phaseOf(moment, 'paused'), contents: null, toolReport: hasMoved ? null : studio.toolReport,
        counts: last?.last === moment.last ? studio.counts : null,
        dragged: studio.dragged === moment.step ? null : studio.dragged,
        previous: hasMoved ? {step: last.step, file: last.file, line: last.line} : studio.previous,
        registersBefore: hasMoved || last === null
            ? Object.fromEntries([...studio.registers, ...studio.floats, ...studio.system].map(({name, bits}) => [name, bits]))
            : studio.registersBefore,
    };
}

export function apply(studio: Studio, change: Change): Studio {
    switch (change.kind) {
        case 'set':
            return {...studio, ...change.values};
        case 'open':
            return {
                ...studio, ...emptyRun, isFolder: false, conflict: null, judgement: null, isJudging: false, puzzle: null, result: null, rival: null, tour: -1, project: change.project, active: change.project.files[0]?.name ?? '', problems: [],
                words: [], breakpoints: {}, conditions: {}, phase: 'none', isStale: false,
            };
        case 'edit':
            return withFiles(studio, studio.project.files.map((file) => file.name === change.file ? {...file, text: change.text} : file));
        case 'addFile':
            return withFiles(studio, [...studio.project.files.filter(({name}) => name !== change.file),
                {name: change.file, text: change.text}], change.file);
        case 'removeFile': {
            const files = studio.project.files.filter(({name}) => name !== change.file);
            return files.length === 0 ? studio : withFiles(studio, files, files[0]!.name);
        }
        case 'renameFile':
            return withFiles(studio, studio.project.files.map((file) => file.name === change.file ? {...file, name: change.to} : file),
                studio.active === change.file ? change.to : studio.active);
        case 'nameProject':
            return {...studio, project: {...studio.project, name: change.name}};
        case 'input':
            return {...studio, project: {...studio.project, input: change.text}};
        case 'edits':
            return withFiles(studio, studio.project.files.map((file) => {
                const own = change.edits.filter(({file: name}) => name === file.name);
                return own.length > 0 ? {...file, text: edited(file.text, own)} : file;
            }));
        case 'problems':
            return {...studio, problems: change.problems, words: change.words};
        case 'condition':
            return {...studio, conditions: {...studio.conditions, [change.file]: {...studio.conditions[change.file], [change.line]: change.text}}};
        case 'contents':
            return {...studio, contents: change.contents};
        case 'checks':
            return {...studio, checks: change.checks};
        case 'counts':
            return {...studio, counts: change.counts};
        case 'breakpoints':
            return {...studio, breakpoints: {...studio.breakpoints, [change.file]: change.lines}};
        case 'started':
            return {...studio, ...emptyRun, phase: 'running', isStale: false};
        case 'launched':
            return {...studio, geometry: change.geometry, labels: change.labels};
        case 'phase':
            return studio.phase === change.phase ? studio : {...studio, phase: change.phase, who: null};
        case 'progress':
            return {...studio, moment: change.moment, registers: change.registers, phase: phaseOf(change.moment, studio.phase)};
        case 'seen':
            return see(studio, change.seen);
        case 'memory':
            return {...studio, memory: change.memory};
        case 'piece':
            return addPiece(studio, change.piece);
        case 'calls':
            return {...studio, calls: {...studio.calls, [change.which]: change.calls}};
        case 'marks':
            return {...studio, marks: change.marks};
        case 'shortRun':
            return {...studio, shortRun: change.texts};
        case 'brokenAt':
            return studio.marks.breakpoint.includes(change.step) ? studio
                : {...studio, marks: {...studio.marks, breakpoint: [...studio.marks.breakpoint, change.step].sort((a, b) => a - b).slice(-mostBreaks)}};
        case 'who':
            return {...studio, who: change.who};
        case 'conflict':
            return {...studio, conflict: change.conflict};
        case 'stopped':
            return {...studio, ...emptyRun, phase: 'none'};
    }
}
