// Draws what a tool has found out: TABLE of shapes, a way to draw each. Which tool it is nobody has to know; docs/remote.md
// says what a shape's value is.

import type {PartShape, PartValue, ToolPanel, ToolPart} from '../state/model.ts';
import type {Words} from '../words/en.ts';
import {h} from './dom.ts';

export interface ReportDeeds {
    words: () => Words;
    goTo: (file: string, line: number) => void;
    press: (key: string) => void;
}
type Draw = (part: ToolPart, deeds: ReportDeeds) => HTMLElement | null;

const shapes: Record<PartShape, Draw> = {line, bar, table, lines, grid, chart, timeline, pad, lamps, canvas};

export function drawReport(panel: ToolPanel, deeds: ReportDeeds): HTMLElement[] {
    const drawn = new Set(panel.parts.filter(({shape}) => shape === 'timeline').map(({label}) => label));
    const blocks: HTMLElement[] = [];
    for (const part of panel.parts) {
        if (part.shape === 'lines' && drawn.has(part.label)) {
            continue;  // the same as text
        }
        const element = (shapes[part.shape] ?? lines)(part, deeds);
        if (!element) {
            continue;
        }
        const isFact = part.shape === 'line' || part.shape === 'bar';
        const last = blocks.at(-1);
        if (isFact && last?.classList.contains('facts')) {
            last.append(...element.childNodes);
        } else {
            blocks.push(element);
        }
    }
    return [h('p', {class: 'title'}, panel.title), ...blocks, ...panel.notes.map((note) => h('p', {class: 'by'}, note))];
}

// ---- values
const listOf = (value: PartValue): PartValue[] => Array.isArray(value) ? value : value === null ? [] : [value];
const rowsOf = (value: PartValue): PartValue[][] => listOf(value).map(listOf);
function textOf(value: PartValue, {words}: ReportDeeds): string {
    if (typeof value === 'number') {
        return Number.isInteger(value) ? words().number(value) : String(Number(value.toFixed(4)));
    }
    return value === null ? '–' : value === true ? words().yes : value === false ? words().no : Array.isArray(value) ? value.map((one) => textOf(one, {words} as ReportDeeds)).join(' ') : value;
}
/** The number that a text begins with: "83%". */
const percentOf = (value: PartValue): number => Math.max(0, Math.min(100, parseFloat(String(value)) || 0));
const meter = (percent: number) => h('span', {class: 'meter', 'aria-hidden': 'true'}, h('i', {style: `width: ${percent}%`}));

// ---- shapes
function line({label, value}: ToolPart, deeds: ReportDeeds): HTMLElement {
    return h('dl', {class: 'facts'}, h('div', {}, h('dt', {class: label.startsWith(' ') ? 'sub' : null}, label.trim()), h('dd', {}, placed(textOf(value, deeds), deeds))));
}
function bar({label, value}: ToolPart, deeds: ReportDeeds): HTMLElement {
    return h('dl', {class: 'facts'}, h('div', {}, h('dt', {}, label.trim()), h('dd', {}, meter(percentOf(value)), textOf(value, deeds))));
}
/** A place in the source leads there: "hw.asm:15 (its text)". */
function placed(text: string, {goTo}: ReportDeeds): Node | string {
    const match = /^\/?(.+?):(\d+) \((.*)\)$/s.exec(text);
    return match ? h('button', {class: 'b place', type: 'button', onclick: () => goTo(match[1]!, Number(match[2]))}, h('span', {class: 'by'}, `${match[1]}:${match[2]}`), ' ', h('code', {}, match[3]!.replace(/\s+/g, ' '))) : text;
}
function table({label, heads, value}: ToolPart, deeds: ReportDeeds): HTMLElement | null {
    const rows = rowsOf(value);
    if (rows.length === 0) {
        return null;
    }
    const longest = Math.max(1, ...rows.flat().map((cell) => /^#+$/.test(String(cell)) ? String(cell).length : 0));
    const cell = (content: PartValue) => {
        const isBar = typeof content === 'string' && /^#+$/.test(content);
        const isNumber = typeof content === 'number' || typeof content === 'string' && /^-?[\d.,]+%?$/.test(content);
        return h('td', {class: isNumber ? 'w' : null}, isBar ? meter(100 * content.length / longest) : placed(textOf(content, deeds), deeds));
    };
    const isNumeric = (column: number) => typeof rows[0]![column] === 'number';
    return block(label, h('div', {class: 'wide', tabindex: 0, role: 'group', 'aria-label': label}, h('table', {class: 'mem'},
        h('thead', {}, h('tr', {}, ...heads.map((head, i) => h('th', {scope: 'col', class: isNumeric(i) ? 'w' : null}, head)))),
        h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map(cell)))))));
}
function lines({label, value}: ToolPart, deeds: ReportDeeds): HTMLElement {
    return block(label, h('pre', {tabindex: 0, role: 'group', 'aria-label': label || deeds.words().toolReport('')}, listOf(value).map((one) => textOf(one, deeds)).join('\n')));
}
const block = (label: string, ...content: (Node | null)[]): HTMLElement =>
    h('section', {class: 'part'}, label === '' ? null : h('p', {class: 'title part-title'}, label), ...content);

const mostLetters = 128;
/** A square for each letter; the first that the heads name is nothing, the last the most. */
function grid({label, heads, value}: ToolPart, {words}: ReportDeeds): HTMLElement {
    const rows = listOf(value).map(String);
    const signs = heads.map((head) => head[0] ?? '');
    const level = (letter: string) => Math.round(6 * Math.max(0, signs.indexOf(letter)) / Math.max(1, signs.length - 1));
    const counts = heads.map((head, i) => `${head.slice(1).trim()}: ${words().number(rows.join('').split(signs[i]!).length - 1)}`);
    const columns = rows.length === 1 ? Math.min(16, rows[0]!.length) : Math.max(1, ...rows.map((row) => row.length));
    const isLarge = rows.join('').length <= mostLetters;
    return block(label,
        h('div', {class: isLarge ? 'cells' : 'cells small', role: 'img', 'aria-label': `${label}. ${counts.join(', ')}`, style: `grid-template-columns: repeat(${columns}, ${isLarge ? '1.375rem' : 'minmax(2px, 1fr)'})`},
            ...[...rows.join('')].map((letter, i) => h('i', {class: `l${level(letter)}`, title: `${i}: ${heads[signs.indexOf(letter)]?.slice(1).trim() ?? letter}`}, isLarge ? letter : ''))),
        h('p', {class: 'legend', 'aria-hidden': 'true'}, ...heads.map((head, i) => h('span', {}, h('i', {class: `l${level(signs[i]!)}`}, signs[i]!), head.slice(1).trim()))));
}

const space = 'http://www.w3.org/2000/svg';
function svg(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
    const element = document.createElementNS(space, tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, String(value)));
    element.append(...children);
    return element;
}
/** A line through points. Where each x is twice the one before, all are as far apart. */
function chart({label, heads, value}: ToolPart, deeds: ReportDeeds): HTMLElement | null {
    const points = rowsOf(value).map(([x, y]) => [Number(x), Number(y)] as const);
    if (points.length === 0) {
        return null;
    }
    const [width, height, left, top, bottom] = [460, 180, 40, 12, 34];
    const doubles = points.length > 2 && points.every(([x], i) => i === 0 || x === 2 * points[i - 1]![0]);
    const along = (x: number) => doubles ? Math.log2(x) : x;
    const [low, high] = [along(points[0]![0]), along(points.at(-1)![0])];
    const isPercent = heads[1]?.includes('%') ?? false;
    const most = isPercent ? 100 : Math.max(...points.map(([, y]) => y), 1);
    const x = (at: number) => left + (width - left - 12) * (high === low ? 0.5 : (along(at) - low) / (high - low));
    const y = (at: number) => height - bottom - (height - bottom - top) * at / most;
    const text = (content: string, at: [number, number], anchor = 'middle') => svg('text', {x: at[0], y: at[1], 'text-anchor': anchor}, content);
    const drawing = svg('svg', {viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': `${label}. ${points.map(([a, b]) => `${a}: ${b}`).join(', ')}`},
        ...[0, most / 2, most].flatMap((one) => [svg('line', {x1: left, x2: width - 12, y1: y(one), y2: y(one), class: 'rule'}), text(textOf(one, deeds), [left - 6, y(one) + 4], 'end')]),
        svg('polyline', {points: points.map(([a, b]) => `${x(a)},${y(b)}`).join(' ')}),
        ...points.map(([a, b]) => svg('circle', {cx: x(a), cy: y(b), r: 3}, svg('title', {}, `${textOf(a, deeds)}: ${textOf(b, deeds)}`))),
        ...points.filter((_, i) => points.length <= 10 || i % Math.ceil(points.length / 8) === 0).map(([a]) => text(textOf(a, deeds), [x(a), height - bottom + 16])),
        text(heads[0] ?? '', [(left + width) / 2, height - 3]));
    return block(label, drawing as unknown as HTMLElement);
}

/** Instructions by cycles: where each is at each moment, and why it is late. */
function timeline({label, heads, value}: ToolPart, deeds: ReportDeeds): HTMLElement | null {
    const rows = rowsOf(value).map(([name, f, d, x, why]) => ({name: textOf(name ?? null, deeds), f: Number(f), d: Number(d), x: Number(x), why: typeof why === 'string' ? why : ''}));
    if (rows.length === 0) {
        return null;
    }
    const first = Math.min(...rows.map(({f}) => f));
    const last = Math.max(...rows.map(({x}) => x + 2));
    const cycles = Array.from({length: last - first + 1}, (_, i) => first + i);
    const stage = ({f, d, x}: typeof rows[number], cycle: number) =>
        cycle < f || cycle > x + 2 ? '' : cycle < d ? 'F' : cycle < x ? 'D' : cycle === x ? 'X' : cycle === x + 1 ? 'M' : 'W';
    const cell = (row: typeof rows[number], cycle: number) => {
        const name = stage(row, cycle);
        const waits = name === 'F' && cycle > row.f || name === 'D' && cycle > row.d;
        return h('td', {class: name === '' ? null : `s${name}${waits ? ' late' : ''}`, title: waits ? row.why : null}, waits ? name.toLowerCase() : name);
    };
    return block(label, h('div', {class: 'wide', tabindex: 0, role: 'group', 'aria-label': label}, h('table', {class: 'stages'},
        h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, heads[0] ?? ''), ...cycles.map((cycle) => h('th', {scope: 'col'}, String(cycle))), h('th', {scope: 'col'}, heads[4] ?? ''))),
        h('tbody', {}, ...rows.map((row) => h('tr', {}, h('th', {scope: 'row'}, placed(row.name, deeds)), ...cycles.map((cycle) => cell(row, cycle)), h('td', {class: 'why'}, row.why)))))));
}

function pad({label, heads, value}: ToolPart, {press}: ReportDeeds): HTMLElement {
    return block(label, h('div', {class: 'pad', role: 'group', 'aria-label': label}, ...heads.map((key) => h('button', {
        class: 'b line', type: 'button', 'aria-pressed': String(value === key), onclick: () => press(key),
    }, key))));
}

/** The segments a to g and the point, in a field of 24 by 40. */
const segments = ['M5 3h14', 'M20 5v13', 'M20 22v13', 'M5 37h14', 'M4 22v13', 'M4 5v13', 'M5 20h14', 'M24 37h.1'];
function lamps({label, heads, value}: ToolPart): HTMLElement {
    const lit = listOf(value).map(Number);
    return block(label, h('div', {class: 'lamps'}, ...lit.map((bits, i) => h('figure', {},
        svg('svg', {viewBox: '0 0 28 40', role: 'img', 'aria-label': `${heads[i] ?? ''}: ${[...'abcdefg.'].filter((_, bit) => bits >> bit & 1).join(' ') || '–'}`},
            ...segments.map((path, bit) => svg('path', {d: path, class: bits >> bit & 1 ? 'lit' : ''}))) as unknown as HTMLElement,
        h('figcaption', {}, heads[i] ?? '')))));
}
/** As a picture, in which nothing runs. */
function canvas({label, value}: ToolPart): HTMLElement | null {
    return typeof value !== 'string' || value === '' ? null
        : block(label, h('div', {class: 'wide', tabindex: 0, role: 'group', 'aria-label': label}, h('img', {class: 'canvas', alt: label, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(value)}`})));
}
