// A button for every answer of a bundled game: telephones have no number keys in sight.

import {h} from '../parts/dom.ts';
import {gameOf} from '../state/games.ts';
import type {Studio} from '../state/model.ts';
import type {Context} from './pane.ts';

export interface KeyRow {
    element: HTMLElement;
    show: (now: Studio) => void;
}

export function makeKeyRow(context: Context): KeyRow {
    const element = h('div', {class: 'keyrow', role: 'group', hidden: true});
    let chosen = 3;

    const answer = (text: string) => void context.conductor.giveInput(`${text}\n`);
    element.addEventListener('keydown', (event) => {
        const buttons = [...element.querySelectorAll('button')];
        const at = buttons.indexOf(event.target as HTMLButtonElement);
        const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (by && at >= 0) {
            event.preventDefault();
            chosen = (at + by + buttons.length) % buttons.length;
            buttons.forEach((button, i) => { button.tabIndex = i === chosen ? 0 : -1; });
            buttons[chosen]!.focus();
        } else if (event.key === 'ArrowDown' && at >= 0) {
            event.preventDefault();
            buttons[at]!.click();
        }
    });

    return {element, show: (now) => {
        const game = gameOf(now);
        const isPlaying = game !== null && (now.phase === 'running' || now.phase === 'waiting');
        element.hidden = !isPlaying;
        if (!isPlaying) {
            return;
        }
        const words = context.words();
        const name = `${now.language} ${game.columns.join()} ${game.others.join()}`;
        if (element.dataset['shows'] === name) {
            return;  // a button that is being pressed stays where it is
        }
        element.dataset['shows'] = name;
        element.setAttribute('aria-label', words.answers);
        const button = (text: string, label: string, i: number) => h('button', {
            class: 'b line', type: 'button', 'aria-label': label, tabindex: i === chosen ? 0 : -1, onclick: () => answer(text),
        }, text);
        element.replaceChildren(
            h('div', {class: 'columns'}, ...game.columns.map((text, i) => button(text, words.column(text), i))),
            ...game.others.length === 0 ? [] : [h('div', {class: 'others'}, ...game.others.map((text, i) => button(text, text, game.columns.length + i)))],
            h('p', {class: 'hint'}, words.pressColumn, h('span', {class: 'kb'}, ' ', h('kbd', {}, 'Esc'), ` ${words.escGivesBack}`)));
    }};
}
