// Reads what the machine is like at a moment, as a whole, so that no pane shows another step than the others; while a
// program runs, how far it has come and its picture; and the whole run, for the timeline.

import type {Change, Seen} from '../state/changes.ts';
import {hex} from '../state/derive.ts';
import type {Geometry, MemoryView, Moment, Studio} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import type {Debug} from '../servers/debug.ts';
import {Latest} from '../servers/moment.ts';
import type {Lead} from './lead.ts';

/** Milliseconds between two looks at a run. */
const progressAfter = 60;
/** That are asked for and haven't come yet. */
const mostPictures = 2;
const memoryBytes = 512;
const rowBytes = 16;
/** A run with fewer is shown instruction by instruction. */
const fewSteps = 50;
const instructionCount = 64;
const columns = {first: 32, whole: 256, part: 200};
/** A long run's calls are read in few columns: reading them runs the program again. */
const mostMilliseconds = 800;

export class Observer {
    readonly #calls: Latest<void>;
    #memoryReference = '';
    #memorySegment = 'data';
    #isWatched = false;

    /** `isPlaying`: step by step, in a speed of somebody's choice. `wait`: so long, or to the next frame. */
    constructor(private readonly store: Store, private readonly debug: Debug, private readonly lead: Lead, private readonly isPlaying: () => boolean,
        private readonly wait: (milliseconds: number) => Promise<void>) {
        this.#calls = new Latest(() => this.#readCalls(), () => {});
    }

    get #studio(): Studio { return this.store.value; }
    #change(change: Change): void { this.store.change(change); }

    // ---- a moment
    /** What is there when it has got to the moment that is under way: all is asked for at once, and answered in that order. */
    async read(arriving: Promise<Moment>): Promise<Seen> {
        const {geometry} = this.#studio;
        const reference = this.#memoryReference;
        const [moment, registers, floats, system, frames, segments, pixels, memory] = await Promise.all([
            arriving, this.debug.registers(), this.debug.floats(), this.debug.system(), this.debug.frames(), this.debug.segments(),
            geometry ? this.debug.pixels(geometry) : null, reference === '' ? null : this.#readMemory(true),
        ]);
        const followed = registers.find(({name}) => name === this.#studio.followed);
        if (followed) {
            this.#memoryReference = hex(followed.bits & ~(rowBytes - 1));
        } else if (reference === '') {
            this.#memoryReference = segments[0]?.memoryReference ?? '';
        }
        const isElsewhere = this.#memoryReference !== reference;
        return {moment, registers, floats, system, frames, segments, pixels, memory: isElsewhere ? await this.#readMemory(true) : memory};
    }
    show(seen: Seen): void {
        const {moment} = seen;
        const isLonger = this.#studio.moment?.last !== moment.last || this.#studio.calls.whole === null;
        this.#change({kind: 'seen', seen});
        this.#followFocus(moment);
        if (this.isPlaying() && this.#studio.phase === 'paused') {
            this.#change({kind: 'phase', phase: 'running'});
        }
        if (!this.isPlaying() && (isLonger || this.#studio.window !== null)) {
            this.#calls.ask();
        }
    }

    /** The part of the run that the lower strip shows goes where the focus goes. */
    #followFocus({step, last}: Moment): void {
        const {window} = this.#studio;
        if (window && (step < window.from || step > window.to)) {
            const size = Math.min(window.to - window.from, last);
            const from = Math.max(0, Math.min(last - size, Math.round(step - size / 2)));
            this.#change({kind: 'set', values: {window: {from, to: from + size}}});
        }
    }

    // ---- parts of it
    async showMemory(segment: string, reference: string): Promise<void> {
        this.#memorySegment = segment;
        this.#memoryReference = reference;
        if (this.debug.isOpen) {
            await this.lead.attempt(async () => this.#change({kind: 'memory', memory: await this.#readMemory(false)}));
        }
    }
    get memorySegment(): string { return this.#memorySegment; }
    async #readMemory(compares: boolean): Promise<MemoryView> {
        const before = this.#studio.memory;
        const isText = this.#memorySegment === 'text';
        const [memory, instructions] = await Promise.all([
            this.debug.memory(this.#memoryReference, memoryBytes), isText ? this.debug.instructions(this.#memoryReference, instructionCount) : null,
        ]);
        const isSame = before?.reference === memory.reference;
        return {...memory, before: isSame ? (compares ? before.bytes : before.before) : null, instructions};
    }
    /** A picture that no comment speaks of. */
    async openPicture(geometry: Geometry): Promise<void> {
        this.#change({kind: 'set', values: {geometry}});
        if (this.debug.isOpen) {
            await this.lead.attempt(async () => this.#change({kind: 'set', values: {pixels: await this.debug.pixels(geometry)}}));
        }
    }

    // ---- the whole run
    setWindow(window: Studio['window']): void {
        this.#change({kind: 'set', values: {window}});
        this.#calls.ask();
    }
    async #readCalls(): Promise<void> {
        const {moment, window, phase} = this.#studio;
        if (!moment || phase === 'running' || moment.last === 0) {
            return;
        }
        const {end, last} = moment;
        const error = end && !end.isNormal ? [last] : this.#studio.marks.error.filter((step) => step <= last);
        this.#change({kind: 'marks', marks: {...await this.debug.marks(), breakpoint: this.#studio.marks.breakpoint, error}});
        const isShort = moment.last < fewSteps && moment.first === 0;
        this.#change({kind: 'shortRun', texts: isShort ? await this.debug.steps(0, moment.last) : null});
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
        const calls = await this.debug.calls(from, to, Math.max(1, Math.min(count, to - from)));
        this.#change({kind: 'calls', which, calls});
    }

    // ---- while it runs
    async watch(): Promise<void> {
        if (this.#isWatched) {
            return;
        }
        this.#isWatched = true;
        void this.#watchPicture();
        while (this.#isWatching()) {
            await this.wait(progressAfter);
            try {
                const [moment, registers] = await Promise.all([this.debug.moment(), this.debug.registers()]);
                if (moment.isRunning && this.#studio.phase === 'running') {
                    this.#change({kind: 'progress', moment, registers});
                }
            } catch {
                break;
            }
        }
        this.#isWatched = false;
    }
    #isWatching(): boolean { return this.#studio.phase === 'running' && this.debug.isOpen && !this.isPlaying(); }
    /** It is asked for with each frame of the window; the next one doesn't wait for the answer. */
    async #watchPicture(): Promise<void> {
        let underWay = 0;
        while (this.#isWatched && this.#isWatching()) {
            const {geometry} = this.#studio;
            await this.wait(geometry ? 0 : progressAfter);
            if (!geometry || underWay === mostPictures) {
                continue;
            }
            ++underWay;
            void this.debug.pixels(geometry).then((pixels) => {
                --underWay;
                if (pixels && this.#isWatching() && this.#studio.geometry === geometry) {
                    this.#change({kind: 'set', values: {pixels}});
                }
            });
        }
    }
}
