// A menu below the button that opens it: arrows move, Escape and going elsewhere close it.

import {h} from './dom.ts';

export interface MenuItem {
    text: string;
    key?: string;
    choose: () => void;
}

export function openMenu(opener: HTMLElement, label: string, items: MenuItem[]): void {
    let isOpen = true;
    const close = (gives: boolean) => {
        if (!isOpen) {
            return;  // going away, it loses the keyboard, and is told so
        }
        isOpen = false;
        menu.remove();
        opener.setAttribute('aria-expanded', 'false');
        if (gives && opener.isConnected) {
            opener.focus();
        }
    };
    const buttons = items.map((item) => h('button', {class: 'b', type: 'button', role: 'menuitem', tabindex: -1, onclick: () => {
        close(true);
        item.choose();
    }}, h('span', {}, item.text), item.key ? h('kbd', {}, item.key) : null));
    const menu = h('div', {class: 'pop menu', role: 'menu', 'aria-label': label}, ...buttons);
    menu.addEventListener('keydown', (event) => {
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1}[event.key];
        if (to !== undefined) {
            event.preventDefault();
            buttons.at(to % buttons.length)?.focus();
        } else if (event.key === 'Escape' || event.key === 'Tab') {
            event.preventDefault();
            event.stopPropagation();
            close(true);
        }
    });
    menu.addEventListener('focusout', (event) => {
        if (!menu.contains(event.relatedTarget as Node | null)) {
            close(false);
        }
    });
    const box = opener.getBoundingClientRect();
    (opener.closest('header, section') ?? document.body).append(menu);
    menu.style.top = `${Math.max(4, Math.min(box.bottom + 4, innerHeight - menu.offsetHeight - 4))}px`;
    menu.style.left = `${Math.max(4, Math.min(box.left, innerWidth - menu.offsetWidth - 4))}px`;
    opener.setAttribute('aria-expanded', 'true');
    buttons[0]?.focus();
}
