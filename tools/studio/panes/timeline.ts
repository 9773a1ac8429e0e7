// The whole run, and the part of it around the focus: calls in depths, marks above them, the handle. A column of pixels is
// a moment; however long the run is, it costs the same.

import {h, icon} from '../parts/dom.ts';
import {isBusy, isPast, shownStep} from '../state/derive.ts';
import type {Calls, Studio} from '../state/model.ts';
import {type Context, differs, type MakePane} from './pane.ts';

const depths = 3;
const hues = 7;
const gap = 12;

interface Strip {
    canvas: HTMLCanvasElement;
    calls: Calls | null;
    from: number;
    to: number;
    isDetail: boolean;
}

export const makeTimeline: MakePane = (context) => {
    const field = h('input', {id: 'st', inputmode: 'numeric', autocomplete: 'off', 'aria-describedby': 'of'});
    const fieldLabel = h('label', {for: 'st'});
    const of = h('span', {id: 'of'});
    const chip = h('span', {class: 'chip calm'});
    const what = h('span', {class: 'what'});
    const legend = h('span', {class: 'keys'});
    const overview = h('canvas', {id: 'ov', 'aria-hidden': 'true'});
    const detail = h('canvas', {id: 'de', 'aria-hidden': 'true'});
    const slider = h('div', {id: 'tl', role: 'slider', tabindex: 0, 'aria-valuemin': 0}, overview, detail);
    const element = h('section', {class: 'time', id: 'pane-timeline'},
        h('div', {class: 'log'}, h('span', {class: 'step'}, fieldLabel, field, of), chip, what, legend), h('div', {class: 'lanes'}, slider));

    new ResizeObserver(() => draw(context.store.value)).observe(slider);
    field.addEventListener('keydown', (event) => {
        const step = Number(field.value.replace(/[^\d]/g, ''));
        if (event.key === 'Enter' && Number.isSafeInteger(step)) {
            void context.conductor.seek(step);
        }
    });
    slider.addEventListener('keydown', (event) => {
        if (slideByKey(event, context)) {
            event.preventDefault();
            event.stopPropagation();
        }
    });
    for (const canvas of [overview, detail]) {
        holdAndDrag(canvas, context, () => rangeOf(context.store.value, canvas === detail));
    }
    detail.addEventListener('wheel', (event) => {
        event.preventDefault();
        const {from, to} = rangeOf(context.store.value, true);
        const at = from + (to - from) * (event.offsetX / detail.clientWidth);
        zoom(context, at, event.deltaY > 0 ? 1.5 : 1 / 1.5);
    }, {passive: false});
    overview.addEventListener('wheel', (event) => {
        event.preventDefault();
        zoom(context, shownStep(context.store.value), event.deltaY > 0 ? 1.5 : 1 / 1.5);
    }, {passive: false});
    slider.addEventListener('dblclick', () => context.conductor.setWindow(null));

    function draw(now: Studio): void {
        const last = Math.max(now.moment?.last ?? 0, 1);
        drawStrip(context, now, {canvas: overview, calls: now.calls.whole, from: 0, to: last, isDetail: false});
        const {from, to} = rangeOf(now, true);
        drawStrip(context, now, {canvas: detail, calls: now.window ? now.calls.part : now.calls.whole, from, to, isDetail: true});
    }

    function showWords(now: Studio): void {
        const words = context.words();
        const {moment} = now;
        const step = shownStep(now);
        element.setAttribute('aria-label', words.timeline);
        fieldLabel.textContent = words.stepField;
        if (document.activeElement !== field || before !== step) {
            field.value = words.number(step);
            field.style.width = `max(4.75rem, ${words.number(moment?.last ?? 0).length + 2}ch)`;
        }
        before = step;
        of.textContent = words.of(moment?.last ?? 0);
        const [kind, text] = chipOf(now, context);
        chip.className = `chip ${kind}`;
        chip.textContent = text;
        what.textContent = now.isStale ? words.changedText : now.said || words.ready;
        slider.setAttribute('aria-label', words.moment);
        slider.setAttribute('aria-valuemax', String(moment?.last ?? 0));
        slider.setAttribute('aria-valuenow', String(step));
        slider.setAttribute('aria-valuetext', words.valueText(step, moment?.last ?? 0, moment?.line ?? 0, moment?.routine ?? ''));
        legend.replaceChildren(...isPast(now) ? [
            h('span', {class: 'opt mark-output'}, words.legendOutput), h('span', {class: 'opt mark-input'}, words.legendInput),
            h('button', {class: 'b line', type: 'button', onclick: () => context.command('end')}, icon('end'), h('span', {class: 'w'}, words.backToEnd)),
        ] : []);
    }
    let before = -1;

    return {
        element,
        focus: () => slider.focus(),
        update(now, earlier) {
            if (differs(now, earlier, 'moment', 'phase', 'said', 'dragged', 'isStale', 'problems', 'language')) {
                showWords(now);
            }
            if (differs(now, earlier, 'moment', 'dragged', 'calls', 'marks', 'window', 'theme', 'phase', 'language')) {
                draw(now);
            }
        },
    };
};

function chipOf(now: Studio, context: Context): [string, string] {
    const words = context.words();
    const errors = now.problems.filter(({severity}) => severity === 'error').length;
    if (now.phase === 'none') {
        return errors > 0 ? ['bad', words.errors(errors)] : ['calm', words.states.none];
    }
    if (!isBusy(now.phase) && isPast(now)) {
        return ['past', words.beforeTheEnd((now.moment?.last ?? 0) - shownStep(now))];
    }
    return now.phase === 'crashed' ? ['bad', words.crashedAt(now.moment?.step ?? 0)]
        : [isBusy(now.phase) ? 'live' : 'calm', words.states[now.phase]];
}

const rangeOf = (now: Studio, isDetail: boolean): {from: number; to: number} =>
    isDetail && now.window ? now.window : {from: 0, to: Math.max(now.moment?.last ?? 0, 1)};

/** By a factor, around a step that stays where it is. */
function zoom(context: Context, around: number, factor: number): void {
    const now = context.store.value;
    const last = now.moment?.last ?? 0;
    const {from, to} = rangeOf(now, true);
    const size = Math.max(20, (to - from) * factor);
    if (size >= last || last === 0) {
        context.conductor.setWindow(null);
        return;
    }
    const begin = Math.max(0, Math.min(last - size, around - (around - from) * (size / (to - from))));
    context.conductor.setWindow({from: Math.round(begin), to: Math.round(begin + size)});
}

function slideByKey(event: KeyboardEvent, context: Context): boolean {
    const now = context.store.value;
    const {moment, marks} = now;
    if (event.altKey || event.metaKey || !moment) {
        return false;
    }
    const {from, to} = rangeOf(now, true);
    const page = Math.max(1, Math.round((to - from) / 2));
    const all = [...marks.output, ...marks.input].sort((a, b) => a - b);
    const deeds: Record<string, () => unknown> = {
        ArrowRight: () => event.ctrlKey ? context.command('next') : context.command('step'),
        ArrowLeft: () => event.ctrlKey ? context.command('previous') : context.command('back'),
        PageDown: () => context.conductor.seek(Math.min(moment.last, moment.step + page)),
        PageUp: () => context.conductor.seek(moment.step - page),
        Home: () => context.command('start'),
        End: () => context.command('end'),
        ArrowDown: () => context.conductor.seek(all.find((step) => step > moment.step) ?? moment.last),
        ArrowUp: () => context.conductor.seek(all.findLast((step) => step < moment.step) ?? 0),
        '+': () => zoom(context, moment.step, 0.5),
        '=': () => zoom(context, moment.step, 0.5),
        '-': () => zoom(context, moment.step, 2),
        ' ': () => context.command('run'),
    };
    const deed = deeds[event.key];
    deed?.();
    return deed !== undefined;
}

/** A press goes there; while it is held, every place that the pointer comes to is shown. */
function holdAndDrag(canvas: HTMLCanvasElement, context: Context, range: () => {from: number; to: number}): void {
    let isHeld = false;
    const go = (event: PointerEvent) => {
        const {from, to} = range();
        const last = context.store.value.moment?.last ?? 0;
        const box = canvas.getBoundingClientRect();
        const step = Math.round(from + (to - from) * (event.clientX - box.left) / box.width);
        void context.conductor.drag(Math.max(0, Math.min(last, step)));
    };
    canvas.addEventListener('pointerdown', (event) => {
        if (context.store.value.moment && event.button === 0) {
            isHeld = true;
            canvas.setPointerCapture(event.pointerId);
            go(event);
        }
    });
    canvas.addEventListener('pointermove', (event) => {
        if (isHeld) {
            go(event);
        }
    });
    const release = () => {
        if (isHeld) {
            isHeld = false;
            context.conductor.release();
        }
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
}

// ---- drawing

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

function drawStrip(context: Context, now: Studio, strip: Strip): void {
    const brush = new Brush(strip.canvas);
    if (brush.width === 0) {
        return;
    }
    if (!now.moment || now.moment.last === 0) {
        if (!strip.isDetail) {
            const words = context.words();
            brush.context.strokeStyle = brush.colour('line');
            brush.context.strokeRect(0.5, 0.5, brush.width - 1, brush.height - 2);
            brush.write(brush.width < 480 ? words.emptyRunShort : words.emptyRun, 'ink3', 12, brush.height / 2 + 4, 12);
        }
        return;
    }
    const x = (step: number) => (step - strip.from) / (strip.to - strip.from) * brush.width;
    const top = strip.isDetail ? 15 : 1;
    const rowHeight = strip.isDetail ? 14 : 8;
    drawCalls(brush, now, strip, x, top, rowHeight);
    drawFuture(brush, x, shownStep(now), now.moment.last, top, depths * rowHeight);
    if (strip.isDetail) {
        drawNames(brush, now, strip, x, top, rowHeight);
        drawMarks(brush, now, strip, x);
        drawScale(brush, context, strip, x, now.moment.last);
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

function drawCalls(brush: Brush, now: Studio, {calls}: Strip, x: Place, top: number, rowHeight: number): void {
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

function drawNames(brush: Brush, now: Studio, {calls}: Strip, x: Place, top: number, rowHeight: number): void {
    for (let depth = 0; calls && depth < depths; ++depth) {
        for (const {routine, from, to} of stretches(calls, depth)) {
            const left = Math.max(0, x(from));
            const room = Math.min(brush.width, x(to)) - left - 9;
            if (room > 17) {
                brush.context.font = `500 11px ${brush.colour('ui')}`;
                const name = shortened(calls.routines[routine] ?? '', (text) => brush.context.measureText(text).width <= room);
                brush.write(name, left >= x(shownStep(now)) ? 'ink3' : 'c-ink', left + 5, top + depth * rowHeight + rowHeight - 4);
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

function drawMarks(brush: Brush, now: Studio, strip: Strip, x: Place): void {
    const {context} = brush;
    const drawn = {output: -10, input: -10};
    for (const step of now.marks.output) {
        const px = x(step);
        if (step >= strip.from && step <= strip.to && px - drawn.output > 7) {
            brush.fill('ink2', px - 3, 4, 6, 6);
            drawn.output = px;
        }
    }
    for (const step of now.marks.input) {
        const px = x(step);
        if (step >= strip.from && step <= strip.to && px - drawn.input > 8) {
            context.fillStyle = brush.colour('link');
            context.beginPath();
            context.moveTo(px - 4, 3.5);
            context.lineTo(px + 4, 3.5);
            context.lineTo(px, 11);
            context.fill();
            drawn.input = px;
        }
    }
    if (now.phase === 'crashed' && now.moment && now.moment.last <= strip.to) {
        const px = Math.min(brush.width - 5, x(now.moment.last));
        context.strokeStyle = brush.colour('stop');
        context.lineWidth = 1.5;
        context.beginPath();
        context.moveTo(px - 3.5, 3.5);
        context.lineTo(px + 3.5, 10.5);
        context.moveTo(px + 3.5, 3.5);
        context.lineTo(px - 3.5, 10.5);
        context.stroke();
    }
}

/** Light and dark, as a chart's border. */
function drawScale(brush: Brush, page: Context, strip: Strip, x: Place, last: number): void {
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
            brush.write(page.words().number(step), 'ink3', x(step) + 1, brush.height - 1);
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
