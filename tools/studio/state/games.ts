// TABLE of the bundled games: what their players answer, for buttons, and where the columns stand in the picture. The
// rules are the programs' own.

import type {Studio} from './model.ts';

export interface Game {
    /** A button for each: a column of the board. */
    columns: string[];
    /** Other answers that the game asks for now and then. */
    others: string[];
    /** In units: where the first column begins, and how wide one is. */
    picture: {left: number; width: number} | null;
    /** As its board looks on the start page. */
    board: string;
}

const fromOne = ['1', '2', '3', '4', '5', '6', '7'];
const fromNought = ['0', '1', '2', '3', '4', '5', '6'];
const drawn = {left: 4, width: 8};

export const games: Record<string, Game> = {
    rows: {columns: fromOne, others: ['Y', 'N'], picture: null, board: '| | | | | | | |\n| | | |O| | | |\n| | |X|X| | | |\n| |O|X|O|O| | |\n|X|X|O|X|O| | |'},
    columns: {columns: fromOne, others: ['X', 'O', 'Y', 'N'], picture: null, board: '|. . . . . . .|\n|. . . O . . .|\n|. . X X . . .|\n|. O X O O . .|\n|X X O X O . .|'},
    solo: {columns: fromNought, others: [], picture: null, board: '_|_|_|_|_|_|_\n_|_|_|O|_|_|_\n_|_|X|X|_|_|_\n_|O|X|O|O|_|_\nX|X|O|X|O|_|_'},
    bitmap: {columns: fromOne, others: [], picture: drawn, board: '● ● ● ● ● ● ●\n● ● ● ● O ● ●\n● ● ● O X ● ●\n● ● O X X ● ●\nO X O O X O X'},
    tactics: {columns: fromNought, others: ['R', 'Y', 'B', 'N'], picture: null, board: '- - - - - - -\n- - - O - - -\n- - X X - - -\n- O X # O - -\nX X O X O - -'},
    master: {columns: fromOne, others: ['?'], picture: drawn, board: '● ● ● ● ● ● ●\n● ● ● ● ● ● ●\n● ● ● X ● ● ●\n● ● ● O ● ● ●\n● O X X O X ●'},
};

/** The game that is open, by the name of its file: it may have been changed, and is still played so. */
export const roomOf = ({project}: Studio): string => /^(?:.*\/)?([a-z]+)\.asm$/.exec(project.files[0]?.name ?? '')?.[1] ?? '';
export const gameOf = (now: Studio): Game | null => Object.hasOwn(games, roomOf(now)) ? games[roomOf(now)]! : null;

/** The answer that a unit of the picture stands for; null beside the board. */
export function columnAt(game: Game, unit: number): string | null {
    return game.picture ? game.columns[Math.floor((unit - game.picture.left) / game.picture.width)] ?? null : null;
}
