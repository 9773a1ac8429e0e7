// The whole run, and the part of it around the focus: calls in depths, marks above them, the handle. A column of pixels is
// a moment; however long the run is, it costs the same.

import {h, icon, onResize} from '../parts/dom.ts';
import {isBusy, isPast, shownStep} from '../state/derive.ts';
import type {Studio} from '../state/model.ts';
import {drawStrip, laneHeight} from './strips.ts';
import {type Context, differs, type MakePane} from './pane.ts';

const [fewestDepths, mostDepths] = [1, 8];

export const makeTimeline: MakePane = (context) => {
    const field = h('input', {id: 'st', inputmode: 'numeric', autocomplete: 'off', 'aria-describedby': 'of'});
    const fieldLabel = h('label', {for: 'st'});
    const of = h('span', {id: 'of'});
    const chip = h('span', {class: 'chip calm'});
    const what = h('span', {class: 'what'});
    const legend = h('span', {class: 'keys'});
    const overview = h('canvas', {id: 'ov', 'aria-hidden': 'true'});
    const detail = h('canvas', {id: 'de', 'aria-hidden': 'true'});
    const edge = h('button', {class: 'gutter rowg', type: 'button', role: 'separator', 'aria-orientation': 'horizontal', 'aria-valuemin': fewestDepths, 'aria-valuemax': mostDepths});
    const slider = h('div', {id: 'tl', role: 'slider', tabindex: 0, 'aria-valuemin': 0}, overview, detail);
    const element = h('section', {class: 'time', id: 'pane-timeline'}, edge,
        h('div', {class: 'log'}, h('span', {class: 'step'}, fieldLabel, field, of), chip, what, legend), h('div', {class: 'lanes'}, slider));

    onResize(slider, () => draw(context.store.value));
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
    holdAndDrag(detail, context, () => rangeOf(context.store.value, true));
    holdAndDrag(overview, context, () => rangeOf(context.store.value, false), () => context.store.value.window);
    dragDepths(edge, context);
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
    slider.addEventListener('dblclick', () => context.conductor.observer.setWindow(null));

    function draw(now: Studio): void {
        const last = Math.max(now.moment?.last ?? 0, 1);
        const {from, to} = rangeOf(now, true);
        detail.style.height = `${laneHeight(now)}px`;
        const number = context.words().number;
        const empty = overview.clientWidth < 480 ? context.words().emptyRunShort : context.words().emptyRun;
        drawStrip(now, {canvas: overview, calls: now.calls.whole, from: 0, to: last, isDetail: false, number, empty});
        drawStrip(now, {canvas: detail, calls: now.window ? now.calls.part : now.calls.whole, from, to, isDetail: true, number, empty});
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
        edge.setAttribute('aria-label', words.depths);
        edge.setAttribute('aria-valuenow', String(now.depths));
        slider.setAttribute('aria-label', words.moment);
        slider.setAttribute('aria-valuemax', String(moment?.last ?? 0));
        slider.setAttribute('aria-valuenow', String(step));
        slider.setAttribute('aria-valuetext', words.valueText(step, moment?.last ?? 0, moment?.line ?? 0, moment?.routine ?? ''));
        showLegend(now);
    }
    /** Made anew only when it reads otherwise: the button in it keeps the focus, and a press that has begun. */
    function showLegend(now: Studio): void {
        const words = context.words();
        const wanted = isPast(now) ? `${now.language} ${now.marks.breakpoint.length > 0} ${now.marks.error.length > 0}` : '';
        if (wanted === legendShown) {
            return;
        }
        legendShown = wanted;
        legend.replaceChildren(...isPast(now) ? [
            h('span', {class: 'opt mark-output'}, words.legendOutput), h('span', {class: 'opt mark-input'}, words.legendInput),
            now.marks.breakpoint.length > 0 ? h('span', {class: 'opt mark-breakpoint'}, words.legendBreakpoint) : '',
            now.marks.error.length > 0 ? h('span', {class: 'opt mark-error'}, words.legendError) : '',
            h('button', {class: 'b line', type: 'button', onclick: () => context.command('end')}, icon('end'), h('span', {class: 'w'}, words.backToEnd)),
        ] : []);
    }
    let legendShown = '';
    let before = -1;

    return {
        element,
        focus: () => slider.focus(),
        update(now, earlier) {
            if (differs(now, earlier, 'moment', 'phase', 'said', 'dragged', 'isStale', 'problems', 'marks', 'depths', 'checks', 'language')) {
                showWords(now);
            }
            const isOnlyLonger = earlier !== null && now.phase === 'running' && earlier.phase === 'running' && !differs(now, earlier, 'calls', 'theme', 'depths', 'dragged');
            if (!isOnlyLonger && differs(now, earlier, 'moment', 'dragged', 'calls', 'marks', 'shortRun', 'depths', 'window', 'theme', 'phase', 'language')) {
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
    const found = now.checks?.findings.length ?? 0;
    return found > 0 && !isBusy(now.phase) ? ['warn', words.placesToLookAt(found)] : now.phase === 'crashed' ? ['bad', words.crashedAt(now.moment?.step ?? 0)]
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
        context.conductor.observer.setWindow(null);
        return;
    }
    const begin = Math.max(0, Math.min(last - size, around - (around - from) * (size / (to - from))));
    context.conductor.observer.setWindow({from: Math.round(begin), to: Math.round(begin + size)});
}

function slideByKey(event: KeyboardEvent, context: Context): boolean {
    const now = context.store.value;
    const {moment, marks} = now;
    if (event.altKey || event.metaKey || !moment) {
        return false;
    }
    const {from, to} = rangeOf(now, true);
    const page = Math.max(1, to - from);
    const all = [...marks.output, ...marks.input, ...marks.breakpoint, ...marks.error].sort((a, b) => a - b);
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

/** A press goes there; while it is held, every place that the pointer comes to is shown. In a frame it moves the frame. */
function holdAndDrag(canvas: HTMLCanvasElement, context: Context, range: () => {from: number; to: number}, frame: () => {from: number; to: number} | null = () => null): void {
    let held: 'moment' | 'frame' | null = null;
    let grabbed = 0;
    const stepAt = (event: PointerEvent): number => {
        const {from, to} = range();
        const box = canvas.getBoundingClientRect();
        return Math.round(from + (to - from) * (event.clientX - box.left) / box.width);
    };
    const go = (event: PointerEvent) => {
        const last = context.store.value.moment?.last ?? 0;
        const shown = frame();
        if (held === 'frame' && shown) {
            const size = shown.to - shown.from;
            const from = Math.max(0, Math.min(last - size, stepAt(event) - grabbed));
            context.conductor.observer.setWindow({from, to: from + size});
        } else {
            void context.conductor.drag(Math.max(0, Math.min(last, stepAt(event))));
        }
    };
    canvas.addEventListener('pointerdown', (event) => {
        if (context.store.value.moment && event.button === 0) {
            const at = stepAt(event);
            const shown = frame();
            held = shown && at >= shown.from && at <= shown.to ? 'frame' : 'moment';
            grabbed = shown ? at - shown.from : 0;
            canvas.setPointerCapture(event.pointerId);
            if (held === 'moment') {
                go(event);
            }
        }
    });
    canvas.addEventListener('pointermove', (event) => {
        if (held) {
            go(event);
        }
    });
    const release = () => {
        if (held === 'moment') {
            context.conductor.release();
        }
        held = null;
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
}

/** The timeline's upper edge: pulled up, it shows deeper calls. */
function dragDepths(edge: HTMLElement, context: Context): void {
    const set = (depths: number) => context.store.change({kind: 'set', values: {depths: Math.max(fewestDepths, Math.min(mostDepths, depths))}});
    let begin: {y: number; depths: number} | null = null;
    edge.addEventListener('pointerdown', (event) => {
        edge.setPointerCapture(event.pointerId);
        begin = {y: event.clientY, depths: context.store.value.depths};
    });
    edge.addEventListener('pointermove', (event) => begin && set(begin.depths + Math.round((begin.y - event.clientY) / 14)));
    edge.addEventListener('pointerup', () => { begin = null; });
    edge.addEventListener('dblclick', () => set(3));
    edge.addEventListener('keydown', (event) => {
        const to = {ArrowUp: context.store.value.depths + 1, ArrowDown: context.store.value.depths - 1, Home: fewestDepths, End: mostDepths}[event.key];
        if (to !== undefined) {
            event.preventDefault();
            set(to);
        }
    });
}
