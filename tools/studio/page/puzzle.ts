// The puzzle of a day, as a link holds it: its day, and how somebody fared with it.

import type {Puzzle, PuzzleResult} from '../state/model.ts';

/** One day is one day for everybody: that of Greenwich. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Behind the # of an address: the puzzle's day and how it went. */
export function puzzleFragment({date}: Puzzle, result: PuzzleResult | null): string {
    return `puzzle=${date}${result ? `&won=${result.wonIn}&tries=${result.tries}` : ''}`;
}
export function puzzleOfFragment(fragment: string): {date: string; rival: PuzzleResult | null} | null {
    const match = /^#?puzzle=(\d{4}-\d\d-\d\d|today)(?:&won=(\d{1,2})&tries=(\d{1,4}))?$/.exec(fragment);
    return match && {
        date: match[1] === 'today' ? today() : match[1]!,
        rival: match[3] ? {wonIn: Number(match[2]), tries: Number(match[3])} : null,
    };
}
