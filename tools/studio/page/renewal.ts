// Brings the panes up to date, as time allows: what takes longer than a part of a frame goes on in the next one, so that
// keys and pictures never wait. A pane that isn't on the page is left as it is until it is.

import {differs, type Pane} from '../panes/pane.ts';
import type {Studio} from '../state/model.ts';

/** Milliseconds of a frame. */
const share = 5;
/** In one frame after so many, whatever it takes. */
const mostFrames = 4;
/** When the step is told all else shows it. */
const last = ['timeline', 'who'];

export class Renewal {
    readonly #shown = new Map<string, Studio>();
    #late: string[] = [];
    #frames = 0;

    constructor(private readonly panes: Map<string, Pane>) {}

    /** Whether all of them show this now. */
    update(now: Studio, isAtOnce: boolean): boolean {
        const begin = performance.now();
        const isWhole = isAtOnce || ++this.#frames >= mostFrames;
        const first = this.#late;
        this.#late = [];
        for (const id of new Set([...first, ...this.panes.keys()].filter((one) => !last.includes(one)))) {
            if (isWhole || performance.now() - begin < share) {
                this.#renew(id, now);
            } else {
                this.#late.push(id);
            }
        }
        if (this.#late.length > 0) {
            return false;
        }
        last.forEach((id) => this.#renew(id, now));
        this.#frames = 0;
        return true;
    }
    #renew(id: string, now: Studio): void {
        const pane = this.panes.get(id)!;
        const before = this.#shown.get(id) ?? null;
        if (before !== now && pane.element.isConnected) {
            pane.update(now, differs(now, before, 'language') ? null : before);
            this.#shown.set(id, now);
        }
    }
}
