// Leads a run: turns wishes into questions to the debug adapter, and its answers into changes of the state. Panes and
// commands call it; it knows no DOM.

import type {Change, Seen} from '../state/changes.ts';
import {changedRegisters, hex, isBusy, sourceOf, wordText} from '../state/derive.ts';
import {effectPlace, effectText} from '../state/effects.ts';
import type {CellSize, Geometry, Moment, Phase, Piece, Studio, Use, Who, Writer} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import type {Core} from '../servers/core.ts';
import {Debug} from '../servers/debug.ts';
import {Latest} from '../servers/moment.ts';
import {wordsOf} from '../words/words.ts';

/** Steps a second for each place of the speed's slider; the last one is as fast as it goes. */
export const speeds = [1, 2, 5, 10, 25, 50, 100, 1000, 10_000, 100_000];
const framesPerSecond = 25;
/** Milliseconds between two looks at a run without a picture; with one, every so many pictures. */
const progressAfter = 60;
const turnsForProgress = 4;
const memoryBytes = 512;
const rowBytes = 16;
/** A run with fewer is shown instruction by instruction. */
const fewSteps = 50;
const instructionCount = 64;
const columns = {first: 32, whole: 256, part: 200};
/** A long run's calls are read in few columns: reading them runs the program again. */
const mostMilliseconds = 800;
/** A chain of who-wrote is followed by itself as long as there is one thing to follow. */
const longestChain = 8;
/** Of the output, for who wants to have it as a file: more is not kept. */
const mostKept = 200_000_000;

export class Conductor {
    readonly #debug: Debug;
    readonly #seeker: Latest<number>;
    readonly #calls: Latest<void>;
    #memoryReference = '';
    #memorySegment = 'data';
    #hasTools = false;
    #toolWish = '';
    #taking = Promise.resolve();
    #printed: string[] = [];
    #printedLength = 0;
    /** Where the program asks for input that isn't there. */
    #asksAt: number | null = null;
    #isPlaying = false;
    #isWatched = false;
    #asked: {step: number}[] = [];
    /** The file with the line that is run to. */
    #goal: string | null = null;
    /** Where the last wish leads to, while it is under way: keys that are pressed quickly add up. */
    #target: number | null = null;

    /** `programOf`: the files that are assembled with the open one. */
    constructor(private readonly store: Store, core: Core, private readonly wait: (milliseconds: number) => Promise<void>,
        private readonly programOf: () => Promise<string[]>) {
        this.#debug = new Debug(core, {
            output: (category, text) => this.#print(category, text),
            stopped: (reason, text) => void this.#hasStopped(reason, text),
            waiting: () => void this.#waits(),
            input: (text) => this.#change({kind: 'piece', piece: {kind: 'input', text}}),
        });
        this.#seeker = new Latest((step) => this.#seekNow(step), (problem) => this.#trouble(problem));
        this.#calls = new Latest(() => this.#readCalls(), () => {});
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
        void this.#watch();
    }
    async start(stopsAtStart: boolean): Promise<void> {
        const {project, breakpoints, conditions} = this.#studio;
        this.#asksAt = null;
        this.#goal = null;
        this.#asked = [];
        this.#target = null;
        this.#printed = [];
        this.#printedLength = 0;
        this.#change({kind: 'started'});
        if (this.#studio.view === 'start') {
            this.#change({kind: 'set', values: {view: 'console'}});
        }
        this.say(this.#words.isRunning);
        try {
            await this.#debug.launch({files: project.files, programs: await this.programOf(), breakpoints, conditions, stopsAtStart: true, hasTools: this.#hasTools});
            if (project.input !== '') {
                await this.#give(project.input);
            }
            this.#change({kind: 'launched', geometry: await this.#debug.geometry(), labels: await this.#debug.labels()});
            await this.#refresh();
            if (!stopsAtStart) {
                this.#change({kind: 'phase', phase: 'running'});
                await this.#debug.go('continue', {threadId: 1});
                void this.#watch();
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
            return this.#check();
        }
        if (this.#studio.phase !== 'waiting') {
            await this.start(false);
        }
    }
    stopChecking(): void {
        this.#change({kind: 'set', values: {isChecking: false}});
        this.#change({kind: 'checks', checks: null});
    }
    async #check(): Promise<void> {
        await this.#try(async () => {
            this.say(this.#words.checking);
            const checks = await this.#debug.checks();
            this.#change({kind: 'checks', checks});
            const first = checks.findings[0];
            this.say(first ? `${this.#words.checksFound(checks.findings.length)} ${this.#words.checkAt(first.line, first.message)}.` : this.#words.checksNone);
        });
    }
    /** How often every line ran, up to where the run has come. */
    async count(): Promise<void> {
        if (this.#debug.isOpen && this.#studio.phase !== 'running' && this.#studio.counts === null) {
            await this.#try(async () => this.#change({kind: 'counts', counts: await this.#debug.counts()}));
        }
    }
    async readContents(): Promise<void> {
        if (this.#debug.isOpen && this.#studio.phase !== 'running') {
            await this.#try(async () => this.#change({kind: 'contents', contents: await this.#debug.contents()}));
        }
    }
    /** Which tools there are, and what the chosen one has counted. The first time the run is begun anew, in the module that has them. */
    async readTools(): Promise<void> {
        const {tool} = this.#studio;
        if (this.#toolWish === '' && this.#studio.toolKinds.length > 0 || isBusy(this.#studio.phase)) {
            return;
        }
        await this.#try(async () => {
            await this.#takeTools();
            const report = this.#debug.isOpen && tool !== '' ? await this.#debug.tools([this.#toolWish]) : null;
            this.#change({kind: 'set', values: {toolReport: report}});
        });
    }
    async useTool(specification: string): Promise<void> {
        this.#toolWish = specification;
        this.#change({kind: 'set', values: {toolReport: null}});
        await this.readTools();
    }
    async #takeTools(): Promise<void> {
        if (!this.#hasTools) {
            this.#hasTools = true;
            this.#taking = this.#beginWithTools();
        }
        await this.#taking;
    }
    async #beginWithTools(): Promise<void> {
        const {moment, pieces, isStale} = this.#studio;
        await this.start(true);
        if (moment && !isStale) {
            await this.#give(pieces.filter(({kind}) => kind === 'input').map(({text}) => text).join('').slice(this.#studio.project.input.length));
            await this.#seekNow(moment.step);
        }
        if (this.#debug.isOpen) {
            this.#change({kind: 'set', values: {toolKinds: await this.#debug.toolKinds()}});
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
        this.#isPlaying = false;
        this.#debug.close();
        this.#seeker.forget();
        this.#change({kind: 'stopped'});
        this.say(this.#words.hasStopped);
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
        void this.#watch();
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
        void this.#watch();
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
        if (this.#asksAt === null) {
            return;
        }
        const at = this.#asksAt;
        this.#asksAt = null;
        if ((this.#studio.moment?.step ?? at) < at) {
            await this.#debug.goToStep(at);
        }
        this.#change({kind: 'phase', phase: 'running'});
        if (this.#studio.speed < speeds.length) {
            return this.play();
        }
        await this.#try(() => this.#debug.go('continue', {threadId: 1}));
        void this.#watch();
    }
    async #give(text: string, isLast = false): Promise<void> {
        await this.#try(() => this.#debug.giveInput(text, isLast));
    }

    press(key: string, isDown: boolean): void {
        if (this.#debug.isOpen && isBusy(this.#studio.phase)) {
            this.#debug.press(key, isDown);
        }
    }
    point(column: number, row: number, buttons: number): void { this.#debug.point(column, row, buttons); }

    // ---- looking and changing
    /** All that the program has printed up to the moment that is shown. */
    async wholeOutput(): Promise<string> {
        const {moment} = this.#studio;
        const all = this.#printed.join('');
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
    /** A picture that no comment speaks of. */
    async openPicture(geometry: Geometry): Promise<void> {
        this.#change({kind: 'set', values: {geometry}});
        if (this.#debug.isOpen) {
            await this.#try(async () => this.#change({kind: 'set', values: {pixels: await this.#debug.pixels(geometry)}}));
        }
    }
    async showMemory(segment: string, reference: string): Promise<void> {
        this.#memorySegment = segment;
        this.#memoryReference = reference;
        if (this.#debug.isOpen) {
            await this.#try(async () => this.#change({kind: 'memory', memory: await this.#readMemory(false)}));
        }
    }
    get memorySegment(): string { return this.#memorySegment; }
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
    setWindow(window: Studio['window']): void {
        this.#change({kind: 'set', values: {window}});
        this.#calls.ask();
    }

    // ---- who made this?
    async whoWrote(subject: string, use: Partial<Use>, isUnit = false): Promise<void> {
        await this.#who(subject, isUnit, (step) => this.#debug.whoWrote(use, step));
    }
    async whoPrinted(piece: Piece, byte: number, character: string): Promise<void> {
        if (piece.kind === 'output') {
            await this.#who(this.#words.character(JSON.stringify(character)), false, () => this.#debug.whoPrinted(character, byte));
        }
    }
    async #who(subject: string, isUnit: boolean, ask: (step: number) => Promise<Writer | null>): Promise<void> {
        if (!this.#debug.isOpen) {
            return;
        }
        await this.#settle();
        await this.#try(async () => {
            const from = this.#studio.moment?.step ?? 0;
            const first = await ask(from);
            const who: Who = {subject, isUnit, from, chain: first ? [{...first, subject}] : [], isMissing: first === null};
            await this.#follow(who);
            this.#change({kind: 'who', who});
            this.say(first ? `${isUnit ? this.#words.whoDrew(subject) : this.#words.who(subject)} ${this.#words.atMoment(first.step, first.line, first.routine)} ${first.text}`
                : this.#words.whoNobody(subject));
        });
    }
    async #follow(who: Who): Promise<void> {
        while (who.chain.length > 0 && who.chain.length < longestChain) {
            const last = who.chain.at(-1)!;
            const source = sourceOf(last);
            const writer = source && await this.#debug.whoWrote(source, last.step);
            if (!writer) {
                break;
            }
            who.chain.push(writer);
        }
    }
    /** From a link of the chain to who made what it used. */
    async askOn(at: Writer, use: Use): Promise<void> {
        const who = this.#studio.who;
        if (!who) {
            return;
        }
        await this.#try(async () => {
            const writer = await this.#debug.whoWrote(use, at.step);
            const chain = who.chain.slice(0, who.chain.indexOf(at) + 1);
            const next: Who = {...who, chain: writer ? [...chain, writer] : chain};
            await this.#follow(next);
            this.#change({kind: 'who', who: next});
            if (!writer) {
                this.say(this.#words.whoNobody(use.place || use.memoryReference));
            }
        });
    }
    async goToWriter(writer: Writer): Promise<void> {
        this.#asked.push({step: this.#studio.moment?.step ?? 0});
        await this.seek(writer.step);
    }
    async backFromWriter(): Promise<void> {
        const asked = this.#asked.pop();
        if (asked) {
            await this.seek(asked.step);
        }
    }
    closeWho(): void { this.#change({kind: 'who', who: null}); }

    // ---- what comes of it
    #print(category: string, text: string): void {
        if (category === 'stdout') {
            this.#printedLength += text.length;
            if (this.#printedLength <= mostKept) {
                this.#printed.push(text);
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
                this.say(`${this.#words.stoppedAtBreakpoint(moment.line, moment.routine)} ${this.#changes(false)}`);
            } else {
                this.#sayMoment();
            }
            if (this.#studio.isChecking && this.#studio.phase !== 'running') {
                await this.#check();
            }
        });
    }
    async #waits(): Promise<void> {
        await this.#try(async () => {
            await this.#debug.go('pause', {threadId: 1});
            this.#asksAt = (await this.#debug.moment()).step;
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
        let moment = await this.#debug.goToStep(step);
        // Into the unknown it goes in stretches, so that it can be stopped.
        for (let before = -1; moment.step < step && moment.step > before && !moment.end && !moment.isWaiting && !this.#seeker.isOutdated;) {
            before = moment.step;
            this.#change({kind: 'progress', moment, registers: this.#studio.registers, pixels: null});
            moment = await this.#debug.goToStep(step);
        }
        if (this.#target === step) {
            this.#target = null;
        }
        if (moment.isWaiting) {
            this.#asksAt = moment.step;
        }
        await this.#see(moment);
        if (!this.#isPlaying && this.#studio.dragged === null) {
            this.#sayMoment();
        }
    }
    async #refresh(): Promise<void> { await this.#see(await this.#debug.moment()); }

    async #see(moment: Moment): Promise<void> {
        const {geometry} = this.#studio;
        const [registers, floats, system, frames, segments, pixels] = await Promise.all([
            this.#debug.registers(), this.#debug.floats(), this.#debug.system(), this.#debug.frames(), this.#debug.segments(),
            geometry ? this.#debug.pixels(geometry) : Promise.resolve(null),
        ]);
        if (this.#memoryReference === '') {
            this.#memoryReference = segments[0]?.memoryReference ?? '';
        }
        const followed = registers.find(({name}) => name === this.#studio.followed);
        if (followed) {
            this.#memoryReference = hex(followed.bits & ~(rowBytes - 1));
        }
        const memory = await this.#readMemory(true);
        const seen: Seen = {
            moment: {...moment, isWaiting: moment.isWaiting || moment.step === this.#asksAt}, registers, floats, system, frames, segments, pixels,
            memory,
        };
        const isLonger = this.#studio.moment?.last !== moment.last || this.#studio.calls.whole === null;
        this.#change({kind: 'seen', seen});
        if (this.#isPlaying && this.#studio.phase === 'paused') {
            this.#change({kind: 'phase', phase: 'running'});
        }
        if (!this.#isPlaying && (isLonger || this.#studio.window !== null)) {
            this.#calls.ask();
        }
    }
    async #readMemory(compares: boolean) {
        const before = this.#studio.memory;
        const isText = this.#memorySegment === 'text';
        const memory = await this.#debug.memory(this.#memoryReference, memoryBytes);
        const isSame = before?.reference === memory.reference;
        return {
            ...memory,
            before: isSame ? (compares ? before.bytes : before.before) : null,
            instructions: isText ? await this.#debug.instructions(this.#memoryReference, instructionCount) : null,
        };
    }
    async #readCalls(): Promise<void> {
        const {moment, window, phase} = this.#studio;
        if (!moment || phase === 'running' || moment.last === 0) {
            return;
        }
        const {end, last} = moment;
        const error = end && !end.isNormal ? [last] : this.#studio.marks.error.filter((step) => step <= last);
        this.#change({kind: 'marks', marks: {...await this.#debug.marks(), breakpoint: this.#studio.marks.breakpoint, error}});
        const isShort = moment.last < fewSteps && moment.first === 0;
        this.#change({kind: 'shortRun', texts: isShort ? await this.#debug.steps(0, moment.last) : null});
        const whole = this.#studio.calls.whole;
        if (!whole || whole.to !== moment.last) {
            const begin = performance.now();
            await this.#readPart('whole', 0, moment.last, columns.first);
            if ((performance.now() - begin) * columns.whole / columns.first < mostMilliseconds) {
                await this.#readPart('whole', 0, moment.last, columns.whole);
            }
        }
        if (window) {
            await this.#readPart('part', window.from, window.to, columns.part);
        }
    }
    async #readPart(which: 'whole' | 'part', from: number, to: number, count: number): Promise<void> {
        const calls = await this.#debug.calls(from, to, Math.max(1, Math.min(count, to - from)));
        this.#change({kind: 'calls', which, calls});
    }
    /** While it runs: how far it has come, and its picture, which is asked for as often as the window is painted. */
    async #watch(): Promise<void> {
        if (this.#isWatched) {
            return;
        }
        this.#isWatched = true;
        const isWatching = () => this.#studio.phase === 'running' && this.#debug.isOpen && !this.#isPlaying;
        for (let turn = 0; isWatching(); ++turn) {
            const {geometry} = this.#studio;
            await this.wait(geometry ? 0 : progressAfter);
            try {
                const pixels = geometry ? await this.#debug.pixels(geometry) : null;
                if (geometry && turn % turnsForProgress !== 0) {
                    if (pixels && isWatching()) {
                        this.#change({kind: 'set', values: {pixels}});
                    }
                    continue;
                }
                const moment = await this.#debug.moment();
                const registers = await this.#debug.registers();
                if (moment.isRunning && this.#studio.phase === 'running') {
                    this.#change({kind: 'progress', moment, registers, pixels});
                }
            } catch {
                break;
            }
        }
        this.#isWatched = false;
    }

    // ---- sentences
    #sayMoment(): void {
        const words = this.#words;
        const {moment, phase} = this.#studio;
        if (!moment) {
            return;
        }
        const sentences: Record<Phase, () => string> = {
            none: () => words.ready,
            running: () => words.isRunning,
            waiting: () => words.waitsAt(moment.line),
            ended: () => words.endedAt(moment.step, moment.end?.exitCode ?? 0),
            crashed: () => words.crashed(moment.line, moment.end?.message ?? ''),
            paused: () => `${words.atMoment(moment.step, moment.line, moment.routine)} ${this.#deed(moment) || this.#changes(true)}`,
        };
        this.say(sentences[phase]().trim());
    }
    /** What the step before this moment has written to memory. */
    #deed({done}: Moment): string {
        const effect = done?.effects.find(({place}) => place === '');
        return done && effect ? this.#words.did(done.line, effectPlace(this.#studio, this.#words, effect), effectText(effect.oldBits, effect), effectText(effect.newBits, effect)) : '';
    }
    #changes(areNamed: boolean): string {
        const changed = changedRegisters(this.#studio).filter(({name}) => name !== 'pc');
        const one = changed[0];
        if (!one || !areNamed || changed.length > 1) {
            return changed.length > 0 ? this.#words.registersMoved(changed.length) : '';
        }
        return this.#words.registerMoved(one.name, wordText(this.#studio.registersBefore[one.name] ?? 0, 'auto'), wordText(one.bits, 'auto'));
    }
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
