// Stands beside a bundled game: tells what its columns are worth and which moves gave it away, brings the puzzle of a day
// and keeps the count of its solver. The game itself is the program's own.

import {fileText} from '../parts/beside.ts';
import type {GameSoFar, Rooms} from '../servers/rooms.ts';
import {Latest} from '../servers/moment.ts';
import {typedSoFar} from '../state/derive.ts';
import {gameOf, roomOf} from '../state/games.ts';
import type {Advice, Project, PuzzleResult, Studio} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import type {Words} from '../words/en.ts';
import type {Conductor} from './conductor.ts';

export interface RefereeDeeds {
    words: () => Words;
    open: (project: Project) => void;
    run: () => void;
}

export class Referee {
    readonly #looks: Latest<void>;
    /** What somebody asked for and hasn't got yet, of the game as it was then: looks that come by themselves answer it, too. */
    #wish: {typed: string; hints?: boolean; review?: boolean} | null = null;
    /** Games of the puzzle that are over, by what was typed in them. */
    #played = new Set<string>();

    constructor(private readonly store: Store, private readonly conductor: Conductor, private readonly rooms: Rooms, private readonly deeds: RefereeDeeds) {
        this.#looks = new Latest(() => this.#look(), (problem) => this.#trouble(problem));
    }

    get #studio(): Studio { return this.store.value; }
    #set(values: Extract<Parameters<Store['change']>[0], {kind: 'set'}>['values']): void { this.store.change({kind: 'set', values}); }

    /** What each column is worth to who is to move. */
    hint(): void { this.#ask({hints: true}); }
    /** Which moves gave something away. */
    review(): void {
        this.#set({machineTab: 'game', view: 'machine'});
        this.#ask({review: true});
    }
    #ask(wish: {hints?: boolean; review?: boolean}): void {
        const game = this.#game();
        if (game === null) {
            return this.conductor.say(this.deeds.words().noGame);
        }
        this.#wish = {...this.#wish?.typed === game.typed ? this.#wish : {}, ...wish, typed: game.typed};
        this.#set({isThinking: true});
        this.conductor.say(this.deeds.words().thinking);
        this.#looks.ask();
    }
    /** To the question before a move, or before the next one: the game goes on from there. */
    async takeUp(typed: number): Promise<void> {
        this.#set({view: gameOf(this.#studio)?.picture ? 'display' : 'console'});
        await this.conductor.takeUp(typed);
    }

    /** Told of every change: who looks at the game sees how it stands. */
    update(now: Studio, before: Studio | null, isShown: boolean): void {
        const hasMoved = before === null || now.phase !== before.phase || now.moment !== before.moment || now.machineTab !== before.machineTab;
        if (!hasMoved || now.phase === 'running' || now.phase === 'none' || !isShown && !this.rooms.isAwake) {
            return;
        }
        const game = this.#game();
        if (game && now.advice?.typed !== game.typed) {
            this.#looks.ask();
        }
    }

    #game(): GameSoFar | null {
        const now = this.#studio;
        return gameOf(now) && now.moment && !now.isFolded ? {room: roomOf(now), seed: now.seed, typed: typedSoFar(now)} : null;
    }
    async #look(): Promise<void> {
        const game = this.#game();
        if (game === null) {
            return;
        }
        const asked = this.#wish?.typed === game.typed ? this.#wish : null;
        const wish = {...asked?.hints && {hints: true}, ...asked?.review && {review: true}};
        const advice = await this.rooms.advise(game, wish);
        this.#set({isThinking: this.#wish !== null && this.#wish !== asked});
        if (this.#game()?.typed !== game.typed) {
            return;
        }
        this.#wish = this.#wish === asked ? null : this.#wish;
        const last = this.#studio.advice;
        const isSame = last?.typed === game.typed;
        this.#set({advice: {...advice, hints: advice.hints ?? (isSame ? last.hints : null), review: advice.review ?? (isSame ? last.review : null)}});
        this.#note(game, advice);
        const words = this.deeds.words();
        if (wish.hints) {
            this.conductor.say(advice.hints && advice.mover ? words.hintFor(advice.mover, advice.hints, advice.first) : words.noHintNow);
        } else if (advice.review) {
            this.conductor.say(words.reviewed(advice.review.slips.length));
        }
    }
    /** The puzzle is counted where its game ends. */
    #note(game: GameSoFar, advice: Advice): void {
        const {puzzle, phase, result} = this.#studio;
        if (!puzzle || phase !== 'ended' || !advice.isOver) {
            return;
        }
        this.#played.add(game.typed);
        const wonIn = advice.winner?.kind === puzzle.side ? Math.ceil((advice.turns - puzzle.turns) / 2) : 0;
        const best = result && result.wonIn > 0 && (wonIn === 0 || result.wonIn <= wonIn) ? result : {wonIn, tries: this.#played.size};
        this.#set({result: best, machineTab: 'game'});
        this.conductor.say(this.deeds.words().puzzleResult(puzzle, best));
    }
    #trouble(problem: unknown): void {
        this.#set({isThinking: false});
        this.conductor.say((problem as Error).message);
    }

    // ---- the puzzle of a day
    async openPuzzle(date: string, rival: PuzzleResult | null = null): Promise<void> {
        const words = this.deeds.words();
        this.conductor.say(words.thinking);
        try {
            const puzzle = await this.rooms.puzzle(date);
            const name = `${puzzle.room}.asm`;
            this.deeds.open({name: words.puzzleOf(puzzle.date), files: [{name, text: await fileText(`examples/${name}`)}], input: puzzle.input});
            this.#played = new Set();
            this.#set({puzzle, result: null, rival, machineTab: 'game', view: 'display'});
            this.store.tell();
            this.deeds.run();
        } catch (problem) {
            this.#trouble(problem);
        }
    }
}
