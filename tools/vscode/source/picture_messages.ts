// What the display's panel and the extension say to each other.

export interface Geometry { columns: number; rows: number; memoryReference: string }

export type ToPicture =
    | {kind: 'picture'; columns: number; rows: number; words: string}
    | {kind: 'state'; isRunning: boolean; hasEnded: boolean}
    | {kind: 'who'; text: string; canGo: boolean; column: number; row: number};

export type FromPicture =
    | {kind: 'ready'}
    | {kind: 'key'; key: string; isDown: boolean; text: string}
    | {kind: 'pointer'; column: number; row: number; buttons: number}
    | {kind: 'click'; column: number; row: number}
    | {kind: 'goThere'};
