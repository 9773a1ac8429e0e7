// What page and workers say to each other, beside the messages of the two protocols.

import type {SourceFile} from '../state/model.ts';

/** To the worker that runs programs, and from it. */
export type ToRunner =
    | {kind: 'open'; session: number; files: SourceFile[]; hasTools: boolean}
    | {kind: 'close'; session: number}
    | {kind: 'pixels'; session: number; address: number; units: number}
    | {kind: 'debug'; session: number; message: object};
export type FromRunner =
    | {kind: 'failed'; message: string}
    | {kind: 'debug'; session: number; message: unknown}
    | {kind: 'pixels'; session: number; pixels: Uint8ClampedArray};

/** To the worker that knows the language, and from it. `lost`: it has forgotten all texts. */
export type ToEditor = object;
export type FromEditor =
    | {kind: 'failed'; message: string}
    | {kind: 'lost'}
    | {kind: 'said'; message: unknown};

/** To the worker that judges by a rubric, and from it. */
export interface ToJudge {
    name: string;
    text: string;
    files: SourceFile[];
    sources: SourceFile[];
}
export type FromJudge =
    | {kind: 'failed'; message: string}
    | {kind: 'judged'; judgement: any};

/** To the worker that knows the bundled games, and from it. */
export interface ToRooms {
    number: number;
    wish: object;
    program: SourceFile;
}
export type FromRooms =
    | {kind: 'failed'; message: string}
    | {kind: 'refused'; number: number; message: string}
    | {kind: 'advised'; number: number; advice: any};
