// A button for every answer of a bundled game: telephones have no number keys in sight. A hint stands on the columns'
// buttons; when the game is over, what can be done next.

import {h} from '../parts/dom.ts';
import {adviceNow, isPast} from '../state/derive.ts';
import {type Game, gameOf} from '../state/games.ts';
import type {ColumnHint, Studio} from '../state/model.ts';
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
        if (event.key.toLowerCase() === 'h' && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            context.command('hint');
        } else if (by && at >= 0) {
            event.preventDefault();
            chosen = (at + by + buttons.length) % buttons.length;
            buttons.forEach((button, i) => { button.tabIndex = i === chosen ? 0 : -1; });
            buttons[chosen]!.focus();
        } else if (event.key === 'ArrowDown' && at >= 0) {
            event.preventDefault();
            buttons[at]!.click();
        }
    });
    const button = (text: string, label: string, i: number, press: () => void, below: Node | null = null) => h('button', {
        class: 'b line', type: 'button', 'aria-label': label === text ? null : label, tabindex: i === chosen ? 0 : -1, onclick: press,
    }, text, below);

    function playing(game: Game, hints: ColumnHint[] | null): HTMLElement[] {
        const words = context.words();
        const column = (text: string, i: number) => {
            const hint = hints?.[i];
            const label = words.column(text) + (hint ? `, ${words.worth(hint)}` : '');
            return button(text, label, i, () => answer(text), hint ? h('small', {class: hint.kind, 'data-letters': hint.letters}) : null);
        };
        const others = game.others.map((text, i) => button(text, text, game.columns.length + i, () => answer(text)));
        const hint = button(words.hint, words.hint, game.columns.length + others.length, () => context.command('hint'), h('kbd', {'aria-hidden': 'true'}, 'H'));
        hint.setAttribute('aria-keyshortcuts', 'H');
        const {puzzle} = context.store.value;
        return [
            ...puzzle ? [h('p', {class: 'task'}, h('b', {}, words.puzzleOf(puzzle.date)), ` ${words.puzzleTask(puzzle)}`)] : [],
            h('div', {class: hints ? 'columns hinted' : 'columns'}, ...game.columns.map(column)),
            h('div', {class: 'others'}, ...others, hint),
            h('p', {class: 'hint'}, words.pressColumn, h('span', {class: 'kb'}, ' ', h('kbd', {}, 'Esc'), ` ${words.escGivesBack}`)),
        ];
    }
    function over(): HTMLElement[] {
        const words = context.words();
        const {puzzle, result} = context.store.value;
        return [...puzzle && result ? [h('p', {class: 'task'}, h('b', {}, words.puzzleResult(puzzle, result)))] : [], h('div', {class: 'others'}, button(words.playAgain, words.playAgain, 0, () => context.command('playAgain')),
            button(puzzle ? words.sharePuzzle : words.review, puzzle ? words.sharePuzzle : words.review, 1, () => context.command('review')))];
    }

    return {element, show: (now) => {
        const game = gameOf(now);
        const isPlaying = now.phase === 'running' || now.phase === 'waiting';
        const isOver = now.phase === 'ended' && !isPast(now);
        element.hidden = !game || !isPlaying && !isOver;
        if (!game || element.hidden) {
            return;
        }
        const hints = isPlaying && now.phase === 'waiting' ? adviceNow(now)?.hints ?? null : null;
        const name = JSON.stringify([now.language, isPlaying, game.columns, game.others, hints, now.puzzle?.date, now.result]);
        if (element.dataset['shows'] === name) {
            return;  // a button that is being pressed stays where it is
        }
        const place = [...element.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
        element.dataset['shows'] = name;
        element.setAttribute('aria-label', context.words().answers);
        element.replaceChildren(...isPlaying ? playing(game, hints) : over());
        if (place >= 0) {
            const buttons = element.querySelectorAll('button');
            (buttons[place] ?? buttons[0])?.focus();
        }
        if (!element.querySelector('[tabindex="0"]')) {
            element.querySelector('button')!.tabIndex = 0;
        }
    }};
}
