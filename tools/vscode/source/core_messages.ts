// What the extension and a worker with the WebAssembly core say to each other.

export type Role = 'language' | 'debug';

export type ToCore =
    | {kind: 'start'; role: Role; module: Uint8Array}
    | {kind: 'file'; path: string; content: Uint8Array}
    | {kind: 'gone'; path: string}
    | {kind: 'message'; message: object};

export type FromCore =
    | {kind: 'message'; message: object}
    | {kind: 'failed'; problem: string};
