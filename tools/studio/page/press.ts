// What is being pressed stays where it is. A button that is drawn anew between going down and coming up isn't clicked, and
// a list that moves in the meantime is clicked in another row: the page waits with its next picture until the press is over.

const pressed = 'button, a, summary, [role="row"], [role="tab"], [role="option"], [data-at], [data-piece]';
/** Milliseconds. Who holds on for longer isn't kept from seeing what goes on. */
const longest = 1000;

export class Press {
    #since: number | null = null;

    constructor() {
        const begin = (event: Event) => {
            if ((event.target as Element).closest?.(pressed)) {
                this.#since = performance.now();
            }
        };
        const end = () => { this.#since = null; };
        addEventListener('pointerdown', begin, {capture: true});
        // The space bar presses when it comes up.
        addEventListener('keydown', (event) => event.key === ' ' && !event.repeat && begin(event), {capture: true});
        for (const kind of ['pointerup', 'pointercancel', 'keyup']) {
            addEventListener(kind, end, {capture: true});
        }
        addEventListener('blur', end);  // of the window
    }
    /** In the next frame in which nothing is pressed. */
    nextFrame(act: () => void): void {
        requestAnimationFrame(() => this.#since !== null && performance.now() - this.#since < longest ? this.nextFrame(act) : act());
    }
}
