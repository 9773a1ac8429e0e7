// The one value that all panes show. Whoever wants to know of changes is told once a frame, however many there were.

import {apply, type Change} from './changes.ts';
import type {Studio} from './model.ts';

export type Subscriber = (now: Studio, before: Studio) => void;

export class Store {
    #value: Studio;
    #told: Studio;
    #subscribers: Subscriber[] = [];
    #isPlanned = false;

    /** `plan` calls back once a frame; tests give their own. */
    constructor(value: Studio, private readonly plan: (tell: () => void) => void) {
        this.#value = value;
        this.#told = value;
    }
    get value(): Studio { return this.#value; }

    subscribe(subscriber: Subscriber): void { this.#subscribers.push(subscriber); }

    change(change: Change): void {
        const next = apply(this.#value, change);
        if (next === this.#value) {
            return;
        }
        this.#value = next;
        if (!this.#isPlanned) {
            this.#isPlanned = true;
            this.plan(() => this.tell());
        }
    }
    /** At once. */
    tell(): void {
        this.#isPlanned = false;
        const before = this.#told;
        this.#told = this.#value;
        for (const subscriber of this.#subscribers) {
            subscriber(this.#told, before);
        }
    }
}
