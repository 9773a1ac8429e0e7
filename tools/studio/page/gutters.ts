// TABLE of gutters: the lines between panes that can be moved. Sizes are fractions, kept for each of the window's widths.

import {h} from '../parts/dom.ts';

type WidthClass = 'tablet' | 'desk' | 'wide';
interface Row {
    id: string;
    /** The pane at whose right (column) or lower (row) end it lies. */
    pane: string;
    /** What is divided. */
    whole: string;
    isColumn: boolean;
    widths: WidthClass[];
    /** In pixels: what is left of the pane in front, and of those behind. A pane that is pushed below folds to its head, where one lies over the other. */
    least: [number, number];
}
const head = 34;
const rows: Row[] = [
    {id: 'code', pane: 'pane-program', whole: 'main', isColumn: true, widths: ['desk', 'wide'], least: [320, 280]},
    {id: 'regs', pane: 'pane-machine', whole: 'main', isColumn: true, widths: ['wide'], least: [280, 280]},
    {id: 'machine', pane: 'pane-machine', whole: 'main', isColumn: false, widths: ['desk', 'wide'], least: [140, 160]},
    {id: 'display', pane: 'pane-display', whole: 'world', isColumn: true, widths: ['tablet', 'desk'], least: [160, 160]},
    {id: 'console', pane: 'pane-display', whole: 'world', isColumn: false, widths: ['wide'], least: [160, 190]},
    {id: 'source', pane: 'pane-program', whole: 'main', isColumn: false, widths: ['tablet'], least: [140, 140]},
];
const keptAs = 'mariner-studio-sizes';

const widthClass = (): WidthClass => innerWidth >= 1600 ? 'wide' : innerWidth >= 1024 ? 'desk' : 'tablet';
const sizesNow = (): Record<string, number> => {
    try {
        return JSON.parse(localStorage.getItem(`${keptAs}-${widthClass()}`) ?? '{}') as Record<string, number>;
    } catch {
        return {};
    }
};

/** Neither side gets less than its least. */
const kept = ({least}: Row, pixels: number, whole: number): number => Math.max(least[0], Math.min(Math.max(least[0], whole - least[1]), pixels));
/** The same, but for a pane that is pushed on: it becomes its head; pulled out again, it has its least at once. */
function folded({least}: Row, pixels: number, now: number, whole: number): number {
    const [isShut, isOpen] = [now <= head + 1, now >= whole - head - 1];
    if (pixels < least[0]) {
        return isShut && pixels > now ? least[0] : head;
    }
    if (whole - pixels < least[1]) {
        return isOpen && pixels < now ? whole - least[1] : whole - head;
    }
    return pixels;
}

/** `name` gives a gutter's accessible name. */
export function makeGutters(name: (id: string) => string): {rename: () => void} {
    const byId = (id: string) => document.getElementById(id)!;
    const gutters = rows.map((row) => {
        const element = h('button', {class: `gutter ${row.isColumn ? 'col' : 'rowg'}`, type: 'button', role: 'separator', 'data-gutter': row.id,
            'aria-orientation': row.isColumn ? 'vertical' : 'horizontal'});
        byId(row.pane).append(element);
        const extent = () => {
            const box = byId(row.whole).getBoundingClientRect();
            const pane = byId(row.pane).getBoundingClientRect();
            return row.isColumn ? {from: pane.left, size: pane.width, whole: box.width} : {from: pane.top, size: pane.height, whole: box.height};
        };
        const show = (fraction: number | null) => {
            byId('main').style.setProperty(`--${row.id}-part`, fraction === null ? '' : `${(100 * fraction).toFixed(2)}%`);
            const {size, whole} = extent();
            if (whole > 0) {
                element.setAttribute('aria-valuenow', String(Math.round(100 * size / whole)));
            }
        };
        const set = (pixels: number | null) => {
            const {whole} = extent();
            const others = row.id === 'code' && widthClass() === 'wide' ? byId('world').getBoundingClientRect().width : 0;
            const fraction = pixels === null ? null : (row.isColumn ? kept(row, pixels, whole - others) : folded(row, pixels, extent().size, whole)) / whole;
            show(fraction);
            const {[row.id]: _, ...sizes} = sizesNow();
            try {
                localStorage.setItem(`${keptAs}-${widthClass()}`, JSON.stringify(fraction === null ? sizes : {...sizes, [row.id]: fraction}));
            } catch {
                // A window that keeps nothing: so be it.
            }
        };
        element.addEventListener('pointerdown', (event) => element.setPointerCapture(event.pointerId));
        element.addEventListener('pointermove', (event) => element.hasPointerCapture(event.pointerId) && set((row.isColumn ? event.clientX : event.clientY) - extent().from));
        element.addEventListener('dblclick', () => set(null));
        element.addEventListener('keydown', (event) => {
            const [less, more] = row.isColumn ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
            const by = {[less!]: -16, [more!]: 16, Home: -100_000, End: 100_000}[event.key];
            if (by !== undefined) {
                event.preventDefault();
                set(extent().size + by * (event.shiftKey ? 4 : 1));
            }
        });
        return {row, element, show};
    });
    const restore = () => {
        const sizes = sizesNow();
        const width = widthClass();
        for (const {row, element, show} of gutters) {
            const isThere = row.widths.includes(width);
            element.hidden = !isThere;
            element.setAttribute('aria-valuemin', '0');
            element.setAttribute('aria-valuemax', '100');
            element.setAttribute('aria-valuenow', '50');
            const size = sizes[row.id];
            show(isThere && typeof size === 'number' && size > 0 && size < 1 ? size : null);
        }
    };
    for (const query of ['(min-width: 1600px)', '(min-width: 1024px)']) {
        matchMedia(query).addEventListener('change', restore);
    }
    restore();
    return {rename: () => gutters.forEach(({row, element}) => element.setAttribute('aria-label', name(row.id)))};
}
