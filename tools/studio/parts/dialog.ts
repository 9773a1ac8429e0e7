// A modal dialog: what is behind it can't be reached, Escape closes it, and the keyboard goes back to where it was.

import {h} from './dom.ts';

export class Dialog {
    readonly element = h('div');
    #opener: Element | null = null;

    constructor(private readonly close: () => void) {
        this.element.addEventListener('keydown', (event) => {
            if (event.key === 'Escape') {
                event.stopPropagation();
                this.close();
            } else if (event.key === 'Tab') {
                this.#keepInside(event);
            }
        });
        this.element.addEventListener('pointerdown', (event) => {
            if (event.target === this.element.firstElementChild) {
                this.close();
            }
        });
    }

    show(label: string, ...content: Node[]): void {
        if (this.element.childElementCount === 0) {
            this.#opener = document.activeElement;
        }
        this.element.replaceChildren(h('div', {class: 'veil'}, h('div', {class: 'dlg', role: 'dialog', 'aria-modal': 'true', 'aria-label': label}, ...content)));
        document.getElementById('app')!.inert = true;
        this.element.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
    }
    hide(): void {
        if (this.element.childElementCount > 0) {
            this.element.replaceChildren();
            document.getElementById('app')!.inert = false;
            if (this.#opener instanceof HTMLElement && this.#opener.isConnected) {
                this.#opener.focus();
            }
        }
    }

    #keepInside(event: KeyboardEvent): void {
        const all = [...this.element.querySelectorAll<HTMLElement>('input:not([hidden]), button, textarea, a[href], [tabindex="0"]')]
            .filter((one) => one.offsetParent !== null);
        const [first, last] = [all[0], all.at(-1)];
        if (event.shiftKey ? document.activeElement === first : document.activeElement === last) {
            event.preventDefault();
            (event.shiftKey ? last : first)?.focus();
        }
    }
}
