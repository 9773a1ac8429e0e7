// The first visit: what can be tried on the program that is open, games to play and read, examples. No dialog in the way.

import {fileText} from '../parts/beside.ts';
import {h, icon} from '../parts/dom.ts';
import {version} from '../page/version.ts';
import {games} from '../state/games.ts';
import {differs, type MakePane} from './pane.ts';

/** In the order of their difficulty; words/ has their names. */
const examples = ['hello', 'loops', 'echo', 'sum', 'functions', 'factorial', 'reverse', 'average', 'files', 'picture', 'keys', 'interrupts'];
/** Those without a task of their own: what comes of them is seen, and not printed. */
const withoutTask = ['picture'];
/** Tokens in their players' colours; as discs in the board of a game that draws. */
const coloured = (board: string, isDrawn: boolean): (Node | string)[] =>
    board.split(/([XO])/).map((part) => part === 'X' || part === 'O' ? h('i', {class: part.toLowerCase()}, isDrawn ? '●' : part) : part);

export const makeStart: MakePane = (context) => {
    const body = h('div', {class: 'pane-body', tabindex: 0, role: 'region'});
    const element = h('section', {class: 'pane p-hello', id: 'pane-start'}, body);

    async function open(name: string, hasTask = false): Promise<void> {
        const names = [`${name}.asm`, ...hasTask ? [`${name}.toml`] : []];
        const texts = await Promise.all(names.map((one) => fileText(`examples/${one}`)));
        context.openFiles(names.map((one, i) => ({name: one, text: texts[i]!})));
        if (hasTask) {
            context.store.change({kind: 'set', values: {machineTab: 'tasks'}});
        }
    }
    /** A game begins at once: who only wants to look at its source stops it. */
    async function play(name: string): Promise<void> {
        await open(name);
        context.store.change({kind: 'set', values: {view: games[name]?.picture ? 'display' : 'console'}});
        context.store.tell();
        context.command('run');
    }

    return {
        element,
        focus: () => body.focus(),
        update(now, before) {
            if (!differs(now, before, 'language', 'tour')) {
                return;
            }
            const words = context.words();
            element.setAttribute('aria-label', words.start);
            body.setAttribute('aria-label', words.startHere);
            body.replaceChildren(h('div', {class: 'hello'},
                h('div', {}, h('h2', {class: 'big'}, words.startTitle), h('p', {class: 'lead'}, words.startLead)),
                h('section', {'aria-labelledby': 'h-tour'}, h('h3', {id: 'h-tour'}, words.tour, ' ', h('span', {}, words.tourNote)),
                    h('ol', {class: 'tour'}, ...words.tourSteps.map(([title, text], i) => h('li', {class: i === Math.max(0, now.tour) ? 'now' : i < now.tour ? 'done' : null},
                        h('b', {}, h('span', {class: 'no', 'aria-hidden': 'true'}, String(i + 1)), title), h('span', {}, text))))),
                h('section', {'aria-labelledby': 'h-games'}, h('h3', {id: 'h-games'}, words.games, ' ', h('span', {}, words.gamesNote)),
                    h('div', {class: 'games'}, ...Object.entries(games).map(([name, {board, picture}]) => h('button', {class: 'game', type: 'button', onclick: () => void play(name)},
                        h('span', {class: picture ? 'board drawn' : 'board', 'aria-hidden': 'true'}, ...coloured(board, picture !== null)),
                        h('b', {}, name), h('span', {}, words.gameNotes[name] ?? '')))),
                    h('button', {class: 'b line puzzle-card', type: 'button', onclick: () => context.command('puzzle')}, icon('pad'), h('b', {}, words.puzzle), h('span', {}, words.puzzleNote))),
                h('section', {'aria-labelledby': 'h-examples'}, h('h3', {id: 'h-examples'}, words.examples, ' ', h('span', {}, words.examplesNote)),
                    h('div', {class: 'exs'}, ...examples.map((name) => h('button', {type: 'button', onclick: () => void open(name, !withoutTask.includes(name))},
                        h('b', {}, words.exampleNotes[name]?.[0] ?? name), h('span', {}, words.exampleNotes[name]?.[1] ?? ''))))),
                h('p', {class: 'version', id: 'version'}, words.version(version))));
        },
    };
};
