// A bundled game, seen from beside its board: whose turn it is, what each column is worth, the moves that gave something
// away (from each of which one may go on differently), the puzzle of a day and its result.

import {emptyNote, h, icon} from '../parts/dom.ts';
import {puzzleFragment} from '../page/puzzle.ts';
import {adviceNow, isPast} from '../state/derive.ts';
import {gameOf} from '../state/games.ts';
import type {Advice, Player, Puzzle, PuzzleResult, Slip, Studio} from '../state/model.ts';
import type {Words} from '../words/en.ts';
import {type Context, differs, type MakePane} from './pane.ts';

export const makeGame: MakePane = (context) => {
    const element = h('div', {class: 'machine-body'});

    function show(now: Studio): void {
        const words = context.words();
        if (!gameOf(now)) {
            element.replaceChildren(emptyNote('pad', words.noGame));
            return;
        }
        const place = [...element.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
        const isRunning = now.moment !== null;
        const advice = adviceNow(now);
        const button = (id: string, text: string, isOff: boolean) =>
            h('button', {class: 'b line', type: 'button', disabled: isOff, onclick: () => context.command(id)}, text);
        element.replaceChildren(
            h('div', {class: 'strip'},
                button('hint', words.hint, !isRunning || now.isThinking), button('review', words.review, !isRunning || now.isThinking),
                isRunning ? button('playAgain', words.playAgain, false) : null,
                h('span', {class: 'push note', role: 'status'}, now.isThinking ? words.thinking : '')),
            h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': words.gameTab},
                now.puzzle ? puzzlePart(now.puzzle, now.result, now.rival, context) : null,
                advice ? standing(now, advice, words) : h('p', {class: 'by'}, isRunning ? words.gameNote : words.gameNotYet),
                advice && isPast(now) ? h('p', {}, h('button', {class: 'b ink', type: 'button', onclick: () => context.takeUp(now.moment!.consumed)}, words.playFromHere)) : null,
                advice?.hints ? hintTable(advice, words) : null,
                advice?.review ? review(advice, context) : null));
        element.querySelectorAll('button')[place]?.focus();
    }

    return {
        element,
        focus: () => element.querySelector<HTMLElement>('button:not([disabled])')?.focus(),
        update(now, before) {
            if (differs(now, before, 'advice', 'isThinking', 'puzzle', 'result', 'rival', 'phase', 'language', 'moment', 'pieces') || before?.project.files[0]?.name !== now.project.files[0]?.name) {
                show(now);
            }
        },
    };
};

function standing({phase}: Studio, {mover, winner, isOver}: Advice, words: Words): HTMLElement {
    const text = winner ? words.hasWon(winner) : isOver || phase === 'ended' ? words.isDraw : mover ? words.toMove(mover) : words.gameNote;
    return h('p', {class: 'standing'}, token(winner ?? mover), h('b', {}, text));
}
const token = (player: Player | null): Node | null =>
    player && (player.kind === 'yellow' || player.kind === 'red') ? h('i', {class: `token ${player.kind}`, 'aria-hidden': 'true'}) : null;

function hintTable({hints, first, mover}: Advice, words: Words): HTMLElement {
    return h('table', {class: 'hints'},
        h('caption', {}, mover ? words.worthFor(mover) : words.hint),
        h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, words.columnHead), h('th', {scope: 'col'}, words.worthHead))),
        h('tbody', {}, ...hints!.map((hint, i) => h('tr', {class: hint.kind}, h('th', {scope: 'row'}, String(i + first)), h('td', {}, words.worth(hint))))));
}

function review({review: found, letters}: Advice, context: Context): HTMLElement {
    const words = context.words();
    const {slips, unknown} = found!;
    return h('section', {class: 'review'},
        h('p', {class: 'title'}, words.reviewed(slips.length)),
        h('ul', {class: 'findings slips'}, ...slips.map((slip) => slipItem(slip, letters, context))),
        unknown > 0 ? h('p', {class: 'by'}, words.notJudged(unknown)) : null);
}
function slipItem(slip: Slip, letters: string, context: Context): HTMLElement {
    const words = context.words();
    return h('li', {},
        smallBoard(slip.board, letters),
        h('div', {}, h('p', {}, h('b', {}, words.slipHead(slip.move, slip.player, slip.column))), h('p', {}, words.slip(slip)),
            h('p', {}, h('button', {class: 'b line', type: 'button', 'aria-label': `${words.playFromHere}: ${words.slipHead(slip.move, slip.player, slip.column)}`,
                onclick: () => context.takeUp(slip.typed)}, words.playFromHere))));
}
function smallBoard(board: string, letters: string): HTMLElement {
    const cell = (sign: string) => sign === '.' ? h('i', {}, '·') : h('i', {class: sign === '1' ? 'x' : 'o'}, letters[Number(sign) - 1] ?? sign);
    return h('div', {class: 'small-board', 'aria-hidden': 'true'}, ...[...board.replaceAll('\n', '')].map(cell));
}

function puzzlePart(puzzle: Puzzle, result: PuzzleResult | null, rival: PuzzleResult | null, context: Context): HTMLElement {
    const words = context.words();
    const address = () => new URL(`#${puzzleFragment(puzzle, result)}`, document.baseURI).href;
    const note = h('span', {class: 'note', role: 'status'});
    const share = h('button', {class: 'b ink', type: 'button', onclick: () => {
        const text = `${words.puzzleOf(puzzle.date)}: ${result ? words.puzzleResult(puzzle, result) : words.puzzleTask(puzzle)} ${address()}`;
        void navigator.clipboard?.writeText(text).then(() => { note.textContent = words.copied; }, () => { note.textContent = text; });
    }}, icon('share'), words.sharePuzzle);
    return h('section', {class: 'puzzle'},
        h('p', {class: 'title'}, words.puzzleOf(puzzle.date)),
        h('p', {}, words.puzzleTask(puzzle)),
        rival ? h('p', {class: 'by'}, words.puzzleRival(puzzle, rival)) : null,
        result ? h('p', {}, h('b', {}, words.puzzleResult(puzzle, result))) : null,
        h('p', {}, share, ' ', h('a', {class: 'link', href: address()}, words.link), ' ', note));
}
