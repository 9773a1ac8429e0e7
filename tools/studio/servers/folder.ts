// The files that `mariner studio` was opened on: read, saved over what was read, and looked at again now and then. What
// somebody else has changed meanwhile is never written over.

import type {Project, SourceFile} from '../state/model.ts';

/** As both sides last agreed on it. */
interface Known {
    index: number;
    stamp: string;
    text: string;
    lineEnd: string;
    /** What somebody else has written, as long as nobody has decided. */
    theirs: string | null;
}
export interface DiskText {
    name: string;
    text: string;
}
interface Listed {
    name: string;
    stamp: string;
    text: string;
}

/** The editor's lines end in one way; those of the disk as they did. */
const shown = (text: string) => text.replace(/\r\n?/g, '\n');

export class Folder {
    #known = new Map<string, Known>();
    #turn: Promise<unknown> = Promise.resolve();

    async load(): Promise<Project | null> {
        const listed = await this.#list('files');
        const files = listed.map(({name, text, stamp}, index) => this.#agree(name, index, stamp, text));
        return files.length > 0 ? {name: files[0]!.name.replace(/\.[^.]*$/, ''), files, input: ''} : null;
    }
    /** The texts of the disk where somebody else has written: those of the page are not saved. */
    save(files: SourceFile[]): Promise<DiskText[]> { return this.#after(() => this.#save(files)); }
    /** The texts of the disk that are others than they were. */
    look(): Promise<DiskText[]> { return this.#after(() => this.#look()); }
    /** Whether the page's text is what both sides last agreed on. */
    isUnchanged({name, text}: SourceFile): boolean { return this.#known.get(name)?.text === text; }
    /** The page has taken the disk's text, or is to be saved over it. */
    agree({name, text}: DiskText): void {
        const known = this.#known.get(name);
        if (known) {
            known.text = shown(text);
            known.theirs = null;
        }
    }
    leave(): void { navigator.sendBeacon('bye'); }

    async #save(files: SourceFile[]): Promise<DiskText[]> {
        const conflicts: DiskText[] = [];
        for (const {name, text} of files) {
            const known = this.#known.get(name);
            if (!known || known.text === text) {
                continue;
            }
            if (known.theirs !== null) {
                conflicts.push({name, text: known.theirs});
                continue;
            }
            const answer = await fetch(`files/${known.index}`, {
                method: 'PUT', headers: {'X-Stamp': known.stamp}, body: text.replaceAll('\n', known.lineEnd),
            });
            if (answer.status === 409) {
                const theirs = await answer.json() as {stamp: string; text: string};
                known.stamp = theirs.stamp;
                known.theirs = shown(theirs.text);
                conflicts.push({name, text: known.theirs});
            } else if (answer.ok) {
                known.stamp = (await answer.json() as {stamp: string}).stamp;
                known.text = text;
            } else {
                throw new Error(await answer.text());
            }
        }
        return conflicts;
    }
    async #look(): Promise<DiskText[]> {
        const stamps = await this.#list('stamps');
        if (stamps.every(({name, stamp}) => this.#known.get(name)?.stamp === stamp)) {
            return [];
        }
        const changed: DiskText[] = [];
        for (const {name, stamp, text} of await this.#list('files')) {
            const known = this.#known.get(name);
            if (known && known.stamp !== stamp) {
                known.stamp = stamp;
                known.theirs = shown(text);
                changed.push({name, text: known.theirs});
            }
        }
        return changed;
    }
    #agree(name: string, index: number, stamp: string, text: string): SourceFile {
        this.#known.set(name, {index, stamp, text: shown(text), lineEnd: text.includes('\r\n') ? '\r\n' : '\n', theirs: null});
        return {name, text: shown(text)};
    }
    async #list(what: 'files' | 'stamps'): Promise<Listed[]> {
        const answer = await fetch(what);
        if (!answer.ok) {
            throw new Error(await answer.text());
        }
        return (await answer.json() as {files: Listed[]}).files;
    }
    /** One after the other: a look between a save and its answer would take it for somebody else's. */
    #after<T>(work: () => Promise<T>): Promise<T> {
        const next = this.#turn.then(work, work);
        this.#turn = next.catch(() => {});
        return next;
    }
}
