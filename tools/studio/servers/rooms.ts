// What is known of a bundled game beside its program: whose turn it is, what the columns are worth, which moves gave it
// away, the puzzle of a day. Its module comes when it is first asked for.

import type {Advice, Puzzle} from '../state/model.ts';
import type {FromRooms} from '../worker/messages.ts';
import type {MakeWorker} from './core.ts';

/** What its players have typed, and the seed of its chance: that is the whole game. */
export interface GameSoFar {
    room: string;
    seed: number;
    typed: string;
}
/** The program that has the book of openings. */
const bookName = 'master.asm';

interface Waiting {
    resolve: (advice: any) => void;
    reject: (problem: Error) => void;
}

export class Rooms {
    #worker: Worker | null = null;
    #number = 0;
    #waiting = new Map<number, Waiting>();

    constructor(private readonly make: MakeWorker, private readonly read: (name: string) => Promise<string>) {}

    get isAwake(): boolean { return this.#worker !== null; }

    async puzzle(date: string): Promise<Puzzle> { return (await this.#ask({puzzle: date})).puzzle; }
    async advise(game: GameSoFar, wish: {hints?: boolean; review?: boolean} = {}): Promise<Advice> {
        const {game: state, hints, review} = await this.#ask({...game, ...wish});
        return {typed: game.typed, isOver: state.isOver, asksForColumn: state.asksForColumn, first: state.first, turns: state.turns, letters: state.letters,
            mover: state.mover ?? null, winner: state.winner ?? null, hints: hints ?? null, review: review ?? null};
    }

    async #ask(wish: object): Promise<any> {
        const program = {name: bookName, text: await this.read(`examples/${bookName}`)};
        const worker = this.#worker ??= this.#begin();
        const number = ++this.#number;
        return new Promise((resolve, reject) => {
            this.#waiting.set(number, {resolve, reject});
            worker.postMessage({number, wish, program});
        });
    }
    #begin(): Worker {
        const worker = this.make('rooms.js');
        const failed = (message: string) => {
            const waiting = [...this.#waiting.values()];
            this.#waiting.clear();
            this.#worker = null;
            worker.terminate();
            waiting.forEach(({reject}) => reject(new Error(message)));
        };
        worker.onerror = ({message}) => failed(message);
        worker.onmessage = ({data}: MessageEvent<FromRooms>) => {
            if (data.kind === 'failed') {
                return failed(data.message);
            }
            const waiting = this.#waiting.get(data.number);
            this.#waiting.delete(data.number);
            if (data.kind === 'advised' && data.advice.trouble === undefined) {
                waiting?.resolve(data.advice);
            } else {
                waiting?.reject(new Error(data.kind === 'advised' ? data.advice.trouble : data.message));
            }
        };
        return worker;
    }
}
