// What page and worker say to each other, beside the Debug Adapter Protocol's own messages.

import type {SourceFile} from '../state/model.ts';

export type ToWorker =
    | {kind: 'check'; id: number; files: SourceFile[]}
    | {kind: 'open'; session: number; files: SourceFile[]}
    | {kind: 'close'; session: number}
    | {kind: 'debug'; session: number; message: object};

export type FromWorker =
    | {kind: 'ready'}
    | {kind: 'failed'; message: string}
    | {kind: 'checked'; id: number; report: unknown}
    | {kind: 'debug'; session: number; message: unknown};
