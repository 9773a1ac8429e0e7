// The one value that all panes show. Whoever wants to know of changes is told once a frame, however many there were.

import {apply, type Change} from './changes.ts';
import type {Studio} from './model.ts';

/** `isAtOnce`: somebody waits for it. False if not all of it could be shown, and more time is wanted. */
export type Subscriber = (now: Studio, before: Studio, isAtOnce: boolean) => unknown;

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
        this.#planTurn();
    }
    #planTurn(): void {
        if (!this.#isPlanned) {
            this.#isPlanned = true;
            this.plan(() => this.tell(false));
        }
    }
    tell(isAtOnce = true): void {
        this.#isPlanned = false;
        const before = this.#told;
        this.#told = this.#value;
        for (const subscriber of this.#subscribers) {
            if (subscriber(this.#told, before, isAtOnce) === false) {
                this.#planTurn();
            }
        }
    }
}
