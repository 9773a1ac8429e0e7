// What a screen reader hears: a sentence for a motion; while a key is held, only the last one.

const restAfter = 400;

export class Voice {
    #isHeld = false;
    #timer = 0;

    /** `live` waits until the reader is silent, `alarm` doesn't. */
    constructor(private readonly live: HTMLElement, private readonly alarm: HTMLElement) {
        addEventListener('keydown', ({repeat}) => { this.#isHeld = repeat; }, {capture: true});
        addEventListener('keyup', () => { this.#isHeld = false; }, {capture: true});
    }

    say(sentence: string, isUrgent: boolean): void {
        clearTimeout(this.#timer);
        if (isUrgent) {
            this.alarm.textContent = sentence;
        } else if (this.#isHeld) {
            this.#timer = window.setTimeout(() => { this.live.textContent = sentence; }, restAfter);
        } else {
            this.live.textContent = sentence;
        }
    }
}
