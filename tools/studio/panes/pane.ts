// What a pane is: it is made once, and told of every change. Panes know the state and the studio's verbs, and not each
// other.

import type {SourceFile, Studio} from '../state/model.ts';
import type {Words} from '../words/en.ts';
import type {Language} from '../servers/language.ts';
import type {Conductor} from '../page/conductor.ts';
import type {Store} from '../state/store.ts';

export interface Context {
    store: Store;
    conductor: Conductor;
    language: Language;
    words: () => Words;
    /** By the name of a row in page/commands.ts. */
    command: (id: string) => void;
    openFiles: (files: SourceFile[]) => void;
    /** A bundled game goes on from where it asked for the input behind so many bytes. */
    takeUp: (consumed: number) => void;
}

export interface Pane {
    element: HTMLElement;
    /** `before` is what was shown last; null the first time, and when the language is another. */
    update: (now: Studio, before: Studio | null) => void;
    focus?: () => void;
}

export type MakePane = (context: Context) => Pane;

/** Whether one of these has another value than before. */
export const differs = <Key extends keyof Studio>(now: Studio, before: Studio | null, ...keys: Key[]): boolean =>
    before === null || keys.some((key) => now[key] !== before[key]);
