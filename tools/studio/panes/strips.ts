// Draws the timeline's two strips: calls in depths, marks above them, the future veiled, the scale, the handle.

import {shownStep} from '../state/derive.ts';
import type {Calls, Marks, Studio} from '../state/model.ts';

const hues = 7;
const gap = 12;
/** A row of calls in the lower strip; what lies above and below them. */
const laneRow = 14;
const laneRest = 30;
/** A run of fewer steps is drawn instruction by instruction. */
const cellsBelow = 50;
/** Marks that are nearer to each other than this become one. */
const crowd = 17;

export const laneHeight = (now: Studio): number => laneRest + laneRow * (now.depths + (now.shortRun ? 1 : 0));

export interface Strip {
    canvas: HTMLCanvasElement;
    calls: Calls | null;
    from: number;
    to: number;
    isDetail: boolean;
    number: (value: number) => string;
    /** What stands there before anything has run. */
    empty: string;
}
interface Rows {
    top: number;
    rowHeight: number;
    depths: number;
}

class Brush {
    readonly context: CanvasRenderingContext2D;
    readonly width: number;
    readonly height: number;
    readonly #style = getComputedStyle(document.documentElement);

    constructor(canvas: HTMLCanvasElement) {
        const ratio = devicePixelRatio || 1;
        this.width = canvas.clientWidth;
        this.height = canvas.clientHeight;
        canvas.width = Math.round(this.width * ratio);
        canvas.height = Math.round(this.height * ratio);
        this.context = canvas.getContext('2d')!;
        this.context.scale(ratio, ratio);
    }
    colour(token: string): string { return this.#style.getPropertyValue(`--${token}`).trim(); }
    fill(token: string, x: number, y: number, width: number, height: number): void {
        this.context.fillStyle = this.colour(token);
        this.context.fillRect(x, y, width, height);
    }
    write(text: string, token: string, x: number, y: number, size = 11): void {
        this.context.font = `${size}px ${this.colour('ui')}`;
        this.context.fillStyle = this.colour(token);
        this.context.fillText(text, x, y);
    }
}

export function drawStrip(now: Studio, strip: Strip): void {
    const brush = new Brush(strip.canvas);
    if (brush.width === 0) {
        return;
    }
    if (!now.moment || now.moment.last === 0) {
        if (!strip.isDetail) {
            brush.context.strokeStyle = brush.colour('line');
            brush.context.strokeRect(0.5, 0.5, brush.width - 1, brush.height - 2);
            brush.write(strip.empty, 'ink3', 12, brush.height / 2 + 4, 12);
        }
        return;
    }
    const x = (step: number) => (step - strip.from) / (strip.to - strip.from) * brush.width;
    const top = strip.isDetail ? 15 : 1;
    const rowHeight = strip.isDetail ? laneRow : 8;
    const all = strip.isDetail ? now.depths : 3;
    const cells = strip.isDetail && now.moment.last < cellsBelow ? now.shortRun : null;
    // The instructions of a short run take the room that its calls leave.
    const deepest = Math.max(1, ...strip.calls?.stacks.map(({length}) => length) ?? []);
    const depths = !cells ? all : deepest === 1 ? 0 : Math.min(all, deepest);
    const height = all * rowHeight + (cells ? laneRow : 0);
    const rows: Rows = {top, rowHeight, depths};
    drawCalls(brush, now, strip, x, rows);
    if (cells) {
        drawCells(brush, now, cells, x, top + depths * rowHeight, top + height);
    }
    drawFuture(brush, x, shownStep(now), now.moment.last, top, height);
    if (strip.isDetail) {
        drawNames(brush, now, strip, x, rows);
        drawMarks(brush, now, strip, x);
        drawScale(brush, strip, x, now.moment.last);
    } else if (now.window) {
        brush.context.strokeStyle = brush.colour('ink');
        brush.context.lineWidth = 1.5;
        brush.context.strokeRect(x(now.window.from), 0.75, Math.max(6, x(now.window.to) - x(now.window.from)), brush.height - 1.5);
    }
    drawHandle(brush, Math.max(1, Math.min(brush.width - 1, x(shownStep(now)))), strip.isDetail);
}

const hueToken = (now: Studio, calls: Calls, routine: number): string => {
    const name = calls.routines[routine] ?? '';
    const at = (now.calls.whole?.routines ?? calls.routines).indexOf(name);
    return `c${at <= 0 ? 0 : 1 + (at - 1) % (hues - 1)}`;
};

/** Columns that show the same routine at a depth, as one stretch. */
function* stretches(calls: Calls, depth: number): Generator<{routine: number; from: number; to: number}> {
    const width = (calls.to - calls.from) / calls.stacks.length;
    let begin = 0;
    for (let i = 1; i <= calls.stacks.length; ++i) {
        const routine = calls.stacks[begin]?.[depth];
        if (i === calls.stacks.length || calls.stacks[i]?.[depth] !== routine) {
            if (routine !== undefined) {
                yield {routine, from: calls.from + begin * width, to: calls.from + i * width};
            }
            begin = i;
        }
    }
}

type Place = (step: number) => number;

function drawCalls(brush: Brush, now: Studio, {calls}: Strip, x: Place, {top, rowHeight, depths}: Rows): void {
    if (!calls) {
        brush.fill('later', 0, top, brush.width, rowHeight);
        return;
    }
    for (let depth = 0; depth < depths; ++depth) {
        for (const {routine, from, to} of stretches(calls, depth)) {
            const [left, right] = [Math.max(0, x(from)), Math.min(brush.width, x(to))];
            if (right > left) {
                const width = Math.max(0.6, right - left - (right - left > 3 ? 1 : 0));
                brush.fill(hueToken(now, calls, routine), left, top + depth * rowHeight, width, rowHeight - 1);
                if (now.theme === 'contrast' && width > 3) {
                    brush.context.strokeStyle = brush.colour('line');
                    brush.context.strokeRect(left + 0.5, top + depth * rowHeight + 0.5, width - 1, rowHeight - 2);
                }
            }
        }
    }
}

/** Behind the focus the run is veiled and hatched: it is known, and not yet there. */
function drawFuture(brush: Brush, x: Place, step: number, last: number, top: number, height: number): void {
    const [left, right] = [Math.max(0, x(step)), Math.min(brush.width, x(last))];
    if (step >= last || right <= left) {
        return;
    }
    const {context} = brush;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, height);
    context.clip();
    context.globalAlpha = 0.62;
    brush.fill('paper', left, top, right - left, height);
    context.globalAlpha = 0.28;
    context.strokeStyle = brush.colour('edge');
    for (let i = left - height; i < right; i += 7) {
        context.beginPath();
        context.moveTo(i, top + height);
        context.lineTo(i + height, top);
        context.stroke();
    }
    context.restore();
}

function drawNames(brush: Brush, now: Studio, {calls}: Strip, x: Place, {top, rowHeight, depths}: Rows): void {
    for (let depth = 0; calls && depth < depths; ++depth) {
        for (const {routine, from, to} of stretches(calls, depth)) {
            const left = Math.max(0, x(from));
            const room = Math.min(brush.width, x(to)) - left - 9;
            if (room > 17) {
                brush.context.font = `500 11px ${brush.colour('ui')}`;
                const deeper = depth === depths - 1 ? deeperThan(calls, depths, from, to) : 0;
                const more = deeper > 0 ? ` +${deeper}` : '';
                const name = shortened(calls.routines[routine] ?? '', (text) => brush.context.measureText(text + more).width <= room);
                brush.write(name === '' ? '' : name + more, left >= x(shownStep(now)) ? 'ink3' : 'c-ink', left + 5, top + depth * rowHeight + rowHeight - 4);
            }
        }
    }
}
function shortened(name: string, fits: (text: string) => boolean): string {
    let text = name;
    while (text !== '' && !fits(text === name ? text : `${text}…`)) {
        text = text.slice(0, -1);
    }
    return text === name ? name : text.length > 1 ? `${text}…` : '';
}

/** How many calls lie deeper than what is shown, at most, in a stretch. */
function deeperThan(calls: Calls, depths: number, from: number, to: number): number {
    const width = (calls.to - calls.from) / calls.stacks.length;
    const [first, last] = [Math.floor((from - calls.from) / width), Math.ceil((to - calls.from) / width)];
    return calls.depths.slice(first, last).reduce((most, depth) => Math.max(most, depth - depths), 0);
}

/** A run of few steps, instruction by instruction. */
function drawCells(brush: Brush, {phase, calls, theme}: Studio, cells: string[], x: Place, top: number, bottom: number): void {
    const height = bottom - top - 1;
    cells.forEach((text, step) => {
        const [left, right] = [x(step), x(step + 1)];
        const isWrong = phase === 'crashed' && step === cells.length - 1;
        const isMain = (calls.whole?.stacks[Math.floor(step * calls.whole.stacks.length / cells.length)]?.length ?? 1) < 2;
        brush.fill(isWrong ? 'stop-bg' : isMain ? 'c1' : 'press', left, top, Math.max(1, right - left - 1), height);
        if (theme === 'contrast') {
            brush.context.strokeStyle = brush.colour('line');
            brush.context.strokeRect(left + 0.5, top + 0.5, Math.max(0, right - left - 2), height - 1);
        }
        brush.context.font = `12px ${brush.colour('code')}`;
        const name = shortened(text.replace(/\s+/g, ' '), (one) => brush.context.measureText(one).width <= right - left - 12);
        brush.context.fillStyle = brush.colour(isWrong ? 'stop' : isMain ? 'c-ink' : 'ink2');
        brush.context.fillText(name, left + 6, top + height / 2 + 4);
    });
}

type Kind = keyof Marks;
const markColours: Record<Kind, string> = {output: 'ink2', input: 'link', breakpoint: 'stop', error: 'stop'};
const shapes: Record<Kind, (context: CanvasRenderingContext2D, x: number) => void> = {
    output: (context, x) => context.fillRect(x - 3, 4, 6, 6),
    input: (context, x) => {
        context.beginPath();
        context.moveTo(x - 4, 3.5);
        context.lineTo(x + 4, 3.5);
        context.lineTo(x, 11);
        context.fill();
    },
    breakpoint: (context, x) => {
        context.beginPath();
        context.arc(x, 7, 3.5, 0, 2 * Math.PI);
        context.fill();
    },
    error: (context, x) => {
        context.lineWidth = 1.5;
        context.beginPath();
        context.moveTo(x - 3.5, 3.5);
        context.lineTo(x + 3.5, 10.5);
        context.moveTo(x + 3.5, 3.5);
        context.lineTo(x - 3.5, 10.5);
        context.stroke();
    },
};

/** Where marks of a kind crowd, one stands for them with their number. */
export function crowded(steps: number[], x: Place, from: number, to: number): {x: number; count: number}[] {
    const drawn: {x: number; count: number}[] = [];
    for (const step of steps) {
        const last = drawn.at(-1);
        if (step < from || step > to) {
            continue;
        }
        if (last && x(step) - last.x < crowd) {
            ++last.count;
        } else {
            drawn.push({x: x(step), count: 1});
        }
    }
    return drawn;
}
function drawMarks(brush: Brush, now: Studio, strip: Strip, x: Place): void {
    const {context} = brush;
    for (const kind of ['output', 'input', 'breakpoint', 'error'] as const) {
        for (const mark of crowded(now.marks[kind], x, strip.from, strip.to)) {
            const at = Math.min(brush.width - 5, mark.x);
            context.fillStyle = context.strokeStyle = brush.colour(markColours[kind]);
            shapes[kind](context, at);
            if (mark.count > 1) {
                brush.write(String(mark.count), 'ink3', at + 5, 11, 9);
            }
        }
    }
}

/** Light and dark, as a chart's border. */
function drawScale(brush: Brush, strip: Strip, x: Place, last: number): void {
    const wanted = (strip.to - strip.from) / Math.max(1, brush.width / 70);
    const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
    const stride = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= wanted) ?? 10 * power);
    const y = brush.height - gap - 2;
    brush.fill('edge', Math.max(0, x(0)), y, Math.min(brush.width, x(last)) - Math.max(0, x(0)), 3);
    for (let step = Math.ceil(strip.from / stride) * stride, i = step / stride; step <= Math.min(strip.to, last); step += stride, ++i) {
        if (i % 2 === 1) {
            brush.fill('paper', x(step), y + 1, Math.max(0, Math.min(x(step + stride), x(last)) - x(step) - 1), 1);
        }
        if (x(step) < brush.width - 40) {
            brush.write(strip.number(step), 'ink3', x(step) + 1, brush.height - 1);
        }
    }
}

function drawHandle(brush: Brush, x: number, isDetail: boolean): void {
    brush.fill('focus', x - 1, 0, 2, brush.height - (isDetail ? gap : 0));
    if (isDetail) {
        const {context} = brush;
        context.beginPath();
        context.moveTo(x - 6, 0);
        context.lineTo(x + 6, 0);
        context.lineTo(x + 6, 7);
        context.lineTo(x, 14);
        context.lineTo(x - 6, 7);
        context.fill();
    }
}
