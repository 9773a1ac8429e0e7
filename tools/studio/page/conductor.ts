// Leads a run: turns wishes into questions to the debug adapter, and its answers into changes of the state. Panes and
// commands call it; it knows no DOM.

import type {Change, Seen} from '../state/changes.ts';
import {hex, isBusy} from '../state/derive.ts';
import type {CellSize, Moment, Studio} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import type {Core} from '../servers/core.ts';
import {Debug} from '../servers/debug.ts';
import {readFresh} from '../servers/fresh.ts';
import {Latest} from '../servers/moment.ts';
import {wordsOf} from '../words/words.ts';
import {Examiner} from './examiner.ts';
import {Inquiry} from './inquiry.ts';
import type {Lead} from './lead.ts';
import {Observer} from './observer.ts';
import {changesSentence, lineSentence, momentSentence} from './sentences.ts';

/** Steps a second for each place of the speed's slider; the last one is as fast as it goes. */
export const speeds = [1, 2, 5, 10, 25, 50, 100, 1000, 10_000, 100_000];
const framesPerSecond = 25;
/** Of the output, for who wants to have it as a file: more is not kept. */
const mostKept = 100_000_000;

export class Conductor {
    readonly observer: Observer;
    readonly inquiry: Inquiry;
    readonly examiner: Examiner;
    readonly #debug: Debug;
    readonly #seeker: Latest<number>;
    #printed: string[] = [];
    #printedLength = 0;
    /** Where the program asks for input that isn't there. */
    #asksAt: number | null = null;
    /** Input has come since it was last set going; perhaps while it was only about to ask. */
    #hasAnswer = false;
    #isPlaying = false;
    #isReadingFresh = false;
    /** The file with the line that is run to. */
    #goal: string | null = null;
    /** Where the last wish leads to, while it is under way: keys that are pressed quickly add up. */
    #target: number | null = null;

    /** `programOf`: the files that are assembled with the open one. */
    constructor(private readonly store: Store, private readonly core: Core, private readonly wait: (milliseconds: number) => Promise<void>,
        private readonly programOf: () => Promise<string[]>) {
        const debug = new Debug(core, {
            output: (category, text) => this.#print(category, text),
            stopped: (reason, text) => void this.#hasStopped(reason, text),
            waiting: () => void this.#waits(),
            input: (text) => this.#change({kind: 'piece', piece: {kind: 'input', text}}),
        });
        const lead: Lead = {
            settle: () => this.#settle(), attempt: (work) => this.#try(work), say: (sentence) => this.say(sentence), seek: (step) => this.seek(step),
        };
        this.#debug = debug;
        this.observer = new Observer(store, debug, lead, () => this.#isPlaying, wait);
        this.inquiry = new Inquiry(store, debug, lead);
        this.examiner = new Examiner(store, debug, lead, () => this.#again());
        this.#seeker = new Latest((step) => this.#seekNow(step), (problem) => this.#trouble(problem));
    }

    get #studio(): Studio { return this.store.value; }
    get #words() { return wordsOf(this.#studio.language); }
    #change(change: Change): void { this.store.change(change); }
    say(said: string): void { this.#change({kind: 'set', values: {said}}); }

    // ---- running
    async run(): Promise<void> {
        const {phase, isStale, moment} = this.#studio;
        if (phase === 'running') {
            return this.pause();
        }
        if (phase === 'waiting') {
            return;
        }
        const isAtEnd = moment !== null && moment.end !== null && moment.step === moment.last;
        if (phase === 'none' || isStale || isAtEnd) {
            await this.start(this.#studio.speed < speeds.length);
            if (this.#studio.speed >= speeds.length || !this.#debug.isOpen) {
                return;
            }
        }
        if (this.#studio.speed < speeds.length) {
            return this.play();
        }
        this.#change({kind: 'phase', phase: 'running'});
        await this.#try(() => this.#debug.go('continue', {threadId: 1}));
        void this.observer.watch();
    }
    /** With the chance of a new game, unless it is to be the same run again. */
    async start(stopsAtStart: boolean, seed = Math.floor(Math.random() * 2 ** 31)): Promise<void> {
        const {project, breakpoints, conditions} = this.#studio;
        this.#asksAt = null;
        this.#hasAnswer = false;
        this.#goal = null;
        this.inquiry.forget();
        this.#target = null;
        this.#printed = [];
        this.#printedLength = 0;
        this.#change({kind: 'started'});
        this.#change({kind: 'set', values: {seed}});
        if (this.#studio.view === 'start') {
            this.#change({kind: 'set', values: {view: 'console'}});
        }
        this.say(this.#words.isRunning);
        try {
            await this.#debug.launch({files: project.files, programs: await this.programOf(), breakpoints, conditions, stopsAtStart: true, seed, hasTools: this.examiner.hasTools, tools: this.examiner.acting});
            if (project.input !== '') {
                await this.#give(project.input);
            }
            this.#change({kind: 'launched', geometry: await this.#debug.geometry(), labels: await this.#debug.labels()});
            await this.#refresh();
            if (!stopsAtStart) {
                this.#change({kind: 'phase', phase: 'running'});
                await this.#debug.go('continue', {threadId: 1});
                void this.observer.watch();
            }
        } catch (problem) {
            this.#debug.close();
            this.#change({kind: 'stopped'});
            const errors = this.#studio.problems.filter(({severity}) => severity === 'error');
            this.say(errors[0] ? this.#words.errorAt(errors[0].line, errors[0].message) : String((problem as Error).message));
        }
    }
    /** A run that is over already is looked at as it is. */
    async runWithChecks(): Promise<void> {
        this.#change({kind: 'set', values: {isChecking: true}});
        const {moment, isStale} = this.#studio;
        if (moment?.end && !isStale && this.#debug.isOpen) {
            await this.#settle();
            return this.examiner.check();
        }
        if (this.#studio.phase !== 'waiting') {
            await this.start(false);
        }
    }
    /** The same run once more, with what it has read, to where it is. */
    async #again(): Promise<void> {
        const {moment, pieces, isStale, seed} = this.#studio;
        await this.start(true, seed);
        if (moment && !isStale) {
            await this.#give(pieces.filter(({kind}) => kind === 'input').map(({text}) => text).join('').slice(this.#studio.project.input.length));
            await this.#seekNow(moment.step);
        }
    }
    async pause(): Promise<void> {
        this.#isPlaying = false;
        this.#seeker.forget();
        this.#target = null;
        if (isBusy(this.#studio.phase) && this.#debug.isOpen) {
            await this.#try(() => this.#debug.go('pause', {threadId: 1}));
        }
    }
    stop(): void {
        const isRunaway = this.#studio.phase === 'running' && !this.#isPlaying;
        this.#isPlaying = false;
        this.#seeker.forget();
        this.#change({kind: 'stopped'});
        this.say(this.#words.hasStopped);
        if (!isRunaway) {
            return this.#debug.close();
        }
        void this.#debug.closeAndLook().then((loop) => {
            if (loop && this.#studio.phase === 'none' && (loop.repeatsAfter > 0 || loop.why !== '')) {
                this.say(loop.repeatsAfter > 0 ? this.#words.neverEnds(loop.repeatsAfter) : this.#words.goesRound(loop.line, withoutRoot(loop.why)));
            }
        });
    }
    /** Step by step through what is known, and on into what isn't. */
    async play(): Promise<void> {
        if (this.#isPlaying) {
            return;
        }
        this.#isPlaying = true;
        this.#change({kind: 'phase', phase: 'running'});
        while (this.#isPlaying) {
            const rate = speeds[this.#studio.speed] ?? speeds.at(-1)!;
            const stride = Math.max(1, Math.round(rate / framesPerSecond));
            const from = this.#studio.moment?.step ?? 0;
            await this.#try(() => this.#seekNow(from + stride));
            const {moment} = this.#studio;
            if (!moment || moment.step === from || moment.end || this.#studio.phase === 'waiting') {
                break;
            }
            await this.wait(1000 * stride / rate);
        }
        this.#isPlaying = false;
        await this.#try(() => this.#refresh());
        this.#sayMoment();
    }

    // ---- moving
    async seek(step: number): Promise<void> {
        if (!this.#debug.isOpen) {
            return this.#studio.phase === 'none' && step > 0 ? this.begin() : undefined;
        }
        this.#target = Math.max(0, Math.round(step));
        await this.#settle();
        this.#seeker.ask(this.#target ?? step);
    }
    async drag(step: number): Promise<void> {
        this.#change({kind: 'set', values: {dragged: step}});
        await this.seek(step);
    }
    release(): void {
        this.#change({kind: 'set', values: {dragged: null}});
        this.#sayMoment();
    }
    async step(by: 1 | -1): Promise<void> {
        const {moment} = this.#studio;
        if (!moment) {
            return by > 0 ? this.begin() : undefined;
        }
        const from = this.#target ?? moment.step;
        if (by < 0 && from <= moment.first) {
            return this.say(this.#words.alreadyAtStart);
        }
        if (by > 0 && moment.end && moment.step === moment.last) {
            return this.say(this.#words.alreadyAtEnd);
        }
        await this.seek(from + by);
    }
    async toStart(): Promise<void> {
        const {moment} = this.#studio;
        return moment && moment.step > moment.first ? this.seek(moment.first) : this.say(this.#words.alreadyAtStart);
    }
    async toEnd(): Promise<void> {
        const {moment} = this.#studio;
        return moment && moment.step < moment.last ? this.seek(moment.last) : this.say(this.#words.alreadyAtEnd);
    }
    /** By the adapter's own motions: next, stepOut, stepBack, reverseContinue. */
    async move(command: 'next' | 'stepOut' | 'stepBack' | 'reverseContinue'): Promise<void> {
        if (!this.#debug.isOpen) {
            return command === 'next' ? this.begin() : undefined;
        }
        await this.#settle();
        const {moment} = this.#studio;
        if ((command === 'stepBack' || command === 'reverseContinue') && moment && moment.step <= moment.first) {
            return this.say(this.#words.alreadyAtStart);
        }
        if (moment?.end && moment.step === moment.last && (command === 'next' || command === 'stepOut')) {
            return this.say(this.#words.alreadyAtEnd);
        }
        this.#change({kind: 'phase', phase: 'running'});
        await this.#try(() => this.#debug.go(command, {threadId: 1}));
        void this.observer.watch();
    }
    /** In front of the call that this routine was entered by. */
    async backToCall(): Promise<void> {
        await this.#settle();
        await this.#try(async () => {
            const step = await this.#debug.callBefore();
            return step === null ? this.say(this.#words.alreadyAtStart) : this.seek(step);
        });
    }
    /** On or back to a line of the open file, past no breakpoint: for so long, the line is one. */
    async runTo(line: number, command: 'continue' | 'reverseContinue'): Promise<void> {
        if (!this.#debug.isOpen && command === 'continue') {
            await this.start(true);
        }
        if (!this.#debug.isOpen || line === 0) {
            return;
        }
        await this.#settle();
        const {active, breakpoints, conditions} = this.#studio;
        this.#goal = active;
        this.#change({kind: 'phase', phase: 'running'});
        await this.#try(async () => {
            await this.#debug.setBreakpoints(active, [...breakpoints[active] ?? [], line], {...conditions[active], [line]: ''});
            await this.#debug.go(command, {threadId: 1});
        });
        void this.observer.watch();
    }
    /** In front of the first instruction. */
    async begin(): Promise<void> {
        await this.start(true);
        this.#sayMoment();
    }

    // ---- input
    async giveInput(text: string, isLast = false): Promise<void> {
        if (!this.#debug.isOpen) {
            this.#change({kind: 'input', text: this.#studio.project.input + text});
            return;
        }
        await this.#give(text, isLast);
        this.#hasAnswer = true;
        await this.#goOnAnswered();
    }
    /** From where it asked, if there is something that it hasn't seen. */
    async #goOnAnswered(): Promise<void> {
        const at = this.#asksAt;
        if (at === null || !this.#hasAnswer) {
            return;
        }
        this.#asksAt = null;
        this.#hasAnswer = false;
        if ((this.#studio.moment?.step ?? at) < at) {
            await this.#debug.goToStep(at);
        }
        this.#change({kind: 'phase', phase: 'running'});
        if (this.#studio.speed < speeds.length) {
            return this.play();
        }
        await this.#try(() => this.#debug.go('continue', {threadId: 1}));
        void this.observer.watch();
    }
    async #give(text: string, isLast = false): Promise<void> {
        await this.#try(() => this.#debug.giveInput(text, isLast));
    }

    /** Back to where it asked for the input behind so many bytes, to be answered differently. */
    async takeUp(consumed: number): Promise<void> {
        await this.#settle();
        await this.#try(async () => {
            await this.#see(this.#debug.takeUp(consumed));
            this.#change({kind: 'phase', phase: 'running'});
            await this.#debug.go('continue', {threadId: 1});
        });
        void this.observer.watch();
    }
    press(key: string, isDown: boolean): void {
        if (this.#debug.isOpen && isBusy(this.#studio.phase)) {
            this.#debug.press(key, isDown);
        }
    }
    point(column: number, row: number, buttons: number): void { this.#debug.point(column, row, buttons); }

    // ---- looking and changing
    /** For who looks at the registers before the first run. */
    async readFresh(): Promise<void> {
        if (!this.#isReadingFresh && !this.#studio.fresh && this.#debug.isIdle) {
            this.#isReadingFresh = true;
            const fresh = await readFresh(this.core);
            this.#isReadingFresh = false;
            if (fresh) {
                this.#change({kind: 'set', values: {fresh}});
            }
        }
    }
    /** All that the program has printed up to the moment that is shown. */
    async wholeOutput(): Promise<string> {
        const {moment} = this.#studio;
        const all = this.#printed.join('');
        if (this.#printedLength > mostKept) {
            this.say(this.#words.outputCut(mostKept));
        }
        return moment && moment.step < moment.last ? new TextDecoder().decode(new TextEncoder().encode(all).subarray(0, moment.printed)) : all;
    }
    /** The picture at evenly spread moments of the run; those that look alike count once. */
    async film(count: number): Promise<Uint8ClampedArray[]> {
        const frames: Uint8ClampedArray[] = [];
        await this.#settle();
        await this.#try(async () => {
            const {moment, geometry} = this.#studio;
            if (!moment || !geometry) {
                return;
            }
            for (let i = 0; i < count; ++i) {
                await this.#debug.goToStep(Math.round(moment.first + (moment.last - moment.first) * i / (count - 1)));
                const pixels = await this.#debug.pixels(geometry);
                const before = frames.at(-1);
                if (pixels && (!before || pixels.some((value, at) => value !== before[at]))) {
                    frames.push(pixels);
                }
            }
            await this.#seekNow(moment.step);
        });
        return frames;
    }
    async setRegister(name: string, value: string, isFloat: boolean): Promise<void> {
        await this.#settle();
        await this.#try(async () => {
            await this.#debug.setRegister(name, value, isFloat);
            await this.#refresh();
        });
    }
    async setBreakpoints(file: string, lines: number[]): Promise<void> {
        this.#change({kind: 'breakpoints', file, lines});
        if (this.#debug.isOpen) {
            await this.#try(() => this.#debug.setBreakpoints(file, lines, this.#studio.conditions[file]));
        }
    }
    /** An empty one always counts. */
    async setCondition(file: string, line: number, text: string): Promise<void> {
        this.#change({kind: 'condition', file, line, text});
        const lines = this.#studio.breakpoints[file] ?? [];
        await this.setBreakpoints(file, lines.includes(line) ? lines : [...lines, line].sort((a, b) => a - b));
    }
    async setMemory(address: number, value: string, size: CellSize): Promise<void> {
        await this.#settle();
        await this.#try(async () => {
            if (size === 4) {
                await this.#debug.setRegister(hex(address), value, false);
            } else {
                await this.#debug.setMemory(hex(address), bytesOf(value, size));
            }
            await this.#refresh();
        });
    }
    // ---- what comes of it
    #print(category: string, text: string): void {
        if (category === 'stdout') {
            this.#printedLength += text.length;
            if (this.#printedLength <= mostKept) {
                this.#printed.push(text);
            } else if (!this.#studio.isCut) {
                this.#change({kind: 'set', values: {isCut: true}});
            }
            this.#change({kind: 'piece', piece: {kind: 'output', text}});
        } else if (category === 'stderr' || category === 'console' && this.#studio.phase !== 'none' && this.#hasLogs()) {
            this.#change({kind: 'piece', piece: {kind: 'note', text: withoutRoot(text)}});
        }
    }
    #hasLogs(): boolean {
        return Object.values(this.#studio.conditions).some((lines) => Object.values(lines).some((text) => text.startsWith('>')));
    }
    async #hasStopped(reason: string, text: string): Promise<void> {
        if (reason === 'goto' || reason === 'entry' && text === '') {
            return;
        }
        await this.#try(async () => {
            const goal = this.#goal;
            if (goal !== null) {
                this.#goal = null;
                await this.#debug.setBreakpoints(goal, this.#studio.breakpoints[goal] ?? [], this.#studio.conditions[goal]);
            }
            await this.#refresh();
            const {moment} = this.#studio;
            if (reason === 'breakpoint' && moment && goal === null) {
                this.#change({kind: 'brokenAt', step: moment.step});
                this.say(`${this.#words.stoppedAtBreakpoint(moment.line, moment.routine)} ${changesSentence(this.#studio, this.#words, false)}`);
            } else if (reason === 'step' && this.#studio.phase === 'paused' && moment) {
                this.say(lineSentence(this.#studio, this.#words));
            } else {
                this.#sayMoment();
            }
            if (this.#studio.isChecking && this.#studio.phase !== 'running') {
                await this.examiner.check();
            }
        });
    }
    async #waits(): Promise<void> {
        await this.#try(async () => {
            await this.#debug.go('pause', {threadId: 1});
            this.#asksAt = (await this.#debug.moment()).step;
            if (this.#hasAnswer) {
                return this.#goOnAnswered();
            }
            await this.#refresh();
            this.say(this.#words.waitsAt(this.#studio.moment?.line ?? 0));
        });
    }
    /** Before a question that only a program at rest can be asked. */
    async #settle(): Promise<void> {
        this.#isPlaying = false;
        if (this.#studio.phase === 'running') {
            await this.#try(() => this.#debug.go('pause', {threadId: 1}));
        }
    }
    async #seekNow(step: number): Promise<void> {
        let seen = await this.observer.read(this.#debug.goToStep(step));
        // Into the unknown it goes in stretches, so that it can be stopped.
        for (let before = -1; seen.moment.step < step && seen.moment.step > before && !seen.moment.end && !seen.moment.isWaiting && !this.#seeker.isOutdated;) {
            before = seen.moment.step;
            this.#change({kind: 'progress', moment: seen.moment, registers: seen.registers});
            seen = await this.observer.read(this.#debug.goToStep(step));
        }
        const {moment} = seen;
        if (this.#target === step) {
            this.#target = null;
        }
        if (moment.isWaiting) {
            this.#asksAt = moment.step;
        }
        this.#show(seen);
        if (!this.#isPlaying && this.#studio.dragged === null) {
            this.#sayMoment();
        }
    }
    async #refresh(): Promise<void> { await this.#see(this.#debug.moment()); }
    async #see(arriving: Promise<Moment>): Promise<void> { this.#show(await this.observer.read(arriving)); }
    #show(seen: Seen): void {
        const {moment} = seen;
        this.observer.show({...seen, moment: {...moment, isWaiting: moment.isWaiting || moment.step === this.#asksAt}});
    }

    #sayMoment(): void { this.say(momentSentence(this.#studio, this.#words)); }
    async #try(work: () => Promise<unknown>): Promise<void> {
        try {
            await work();
        } catch (problem) {
            this.#trouble(problem);
        }
    }
    #trouble(problem: unknown): void {
        const message = (problem as Error).message;
        if (message !== 'closed' && message !== 'no program') {
            this.say(message);
        }
    }
}

/** A number, or one character in quotes, in so many bytes. */
function bytesOf(text: string, size: CellSize): Uint8Array {
    const value = /^'(.)'$/.exec(text.trim())?.[1]?.charCodeAt(0) ?? Number(text);
    if (!Number.isInteger(value) || text.trim() === '') {
        throw new Error(text);
    }
    return Uint8Array.from({length: size}, (_, i) => value >> (8 * i) & 0xff);
}

/** The page's files lie in the root of their own small world; nobody has to see that. */
const withoutRoot = (text: string): string => text.replace(/^\//gm, '');
