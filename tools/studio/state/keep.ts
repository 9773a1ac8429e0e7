// Drafts in the browser's own store: each project under its id, with its earlier versions. Where there is no such store
// (a private window, say) nothing is kept, and the page works all the same.

import type {Project} from './model.ts';

export interface Draft {
    id: string;
    savedAt: number;
    project: Project;
    versions: {savedAt: number; project: Project}[];
}

const mostVersions = 20;
const minutesBetween = 5;

/** The version before becomes an earlier one, unless the last earlier one is young. */
export function nextDraft(draft: Draft | null, id: string, project: Project, now: number): Draft {
    if (!draft) {
        return {id, savedAt: now, project, versions: []};
    }
    const latest = draft.versions[0];
    const isOld = !latest || draft.savedAt - latest.savedAt > minutesBetween * 60_000;
    const versions = isOld ? [{savedAt: draft.savedAt, project: draft.project}, ...draft.versions].slice(0, mostVersions) : draft.versions;
    return {id, savedAt: now, project, versions};
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/** `apart`: another page has written the draft since this one read it, and it was left as it is. */
export type Kept = 'kept' | 'apart' | 'nowhere';

/** `seenAt`: when the text was kept that this page goes on from; undefined if it began with nothing. */
export const isOfAnother = (draft: Draft | null, seenAt: number | undefined): boolean => draft !== null && draft.savedAt !== seenAt;

export class Keep {
    #database: Promise<IDBDatabase | null>;
    /** Of drafts that this page has read or written. */
    readonly #seenAt = new Map<string, number>();

    constructor() {
        this.#database = new Promise((go) => {
            try {
                const request = indexedDB.open('mariner-studio', 1);
                request.onupgradeneeded = () => request.result.createObjectStore('drafts', {keyPath: 'id'});
                request.onsuccess = () => go(request.result);
                request.onerror = () => go(null);
            } catch {
                go(null);
            }
        });
    }

    async #drafts(mode: IDBTransactionMode): Promise<IDBObjectStore | null> {
        return (await this.#database)?.transaction('drafts', mode).objectStore('drafts') ?? null;
    }
    /** The latest first. */
    async list(): Promise<Draft[]> {
        const drafts = await this.#drafts('readonly');
        const all = drafts ? await settled(drafts.getAll() as IDBRequest<Draft[]>) : [];
        return all.sort((a, b) => b.savedAt - a.savedAt);
    }
    /** From now on this page's text is that of the draft. */
    goOnFrom(draft: Draft): void { this.#seenAt.set(draft.id, draft.savedAt); }
    async save(id: string, project: Project, now: number): Promise<Kept> {
        const drafts = await this.#drafts('readwrite');
        if (!drafts) {
            return 'nowhere';
        }
        const before = await settled(drafts.get(id) as IDBRequest<Draft | undefined>) ?? null;
        if (isOfAnother(before, this.#seenAt.get(id))) {
            return 'apart';
        }
        this.#seenAt.set(id, now);
        await settled(drafts.put(nextDraft(before, id, project, now)));
        return 'kept';
    }
    async remove(id: string): Promise<void> {
        const drafts = await this.#drafts('readwrite');
        if (drafts) {
            await settled(drafts.delete(id));
        }
    }
}
