// The picture, as large as whole pixels allow. A click asks who drew a unit; keys go to the program while it has them.

import {emptyNote, h, icon} from '../parts/dom.ts';
import {hex, isBusy} from '../state/derive.ts';
import type {Studio} from '../state/model.ts';
import {differs, type MakePane} from './pane.ts';

export const makeDisplay: MakePane = (context) => {
    const title = h('h2');
    const note = h('span', {class: 'note'});
    const hint = h('span', {class: 'chip live', hidden: true});
    const save = h('button', {class: 'b icon small', type: 'button', onclick: savePicture}, icon('cam'));
    const canvas = h('canvas', {role: 'img', tabindex: 0});
    const cross = h('span', {class: 'cross', hidden: true});
    const screen = h('div', {class: 'screen'}, canvas, cross);
    const body = h('div', {class: 'disp', id: 'disp'});
    const element = h('section', {class: 'pane p-disp', id: 'pane-display'},
        h('div', {class: 'head'}, title, note, h('span', {class: 'push group'}, hint, save)), body);
    let unit: {column: number; row: number} | null = null;

    const sizes = new ResizeObserver(() => fit(context.store.value));
    sizes.observe(body);

    canvas.addEventListener('click', (event) => {
        const {geometry} = context.store.value;
        if (!geometry || isBusy(context.store.value.phase)) {
            return;
        }
        const box = canvas.getBoundingClientRect();
        unit = {
            column: Math.max(0, Math.min(geometry.columns - 1, Math.floor((event.clientX - box.left) / box.width * geometry.columns))),
            row: Math.max(0, Math.min(geometry.rows - 1, Math.floor((event.clientY - box.top) / box.height * geometry.rows))),
        };
        ask();
    });
    canvas.addEventListener('ask', ask);
    function ask(): void {
        const {geometry} = context.store.value;
        if (geometry) {
            unit ??= {column: 0, row: 0};
            const address = Number(geometry.memoryReference) + 4 * (unit.row * geometry.columns + unit.column);
            void context.conductor.whoWrote(context.words().unit(unit.column, unit.row), {memoryReference: hex(address), size: 4});
            fit(context.store.value);
        }
    }
    for (const event of ['focus', 'blur']) {
        canvas.addEventListener(event, () => {
            hint.textContent = event === 'focus' ? context.words().keysGo : context.words().keysHere;
        });
    }
    // While the program runs, what is typed on the picture is its input, key by key; at rest the arrows choose a unit.
    canvas.addEventListener('keydown', (event) => {
        const now = context.store.value;
        if (event.ctrlKey || event.altKey || event.metaKey || event.key === 'Tab') {
            return;
        }
        if (event.key === 'Escape') {
            canvas.blur();
        } else if (isBusy(now.phase)) {
            const text = event.key.length === 1 ? event.key : event.key === 'Enter' ? '\n' : '';
            if (text !== '') {
                event.preventDefault();
                event.stopPropagation();
                void context.conductor.giveInput(text);
            }
        } else if (now.geometry) {
            moveUnit(event, now);
        }
    });
    function moveUnit(event: KeyboardEvent, now: Studio): void {
        const by = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
        if (by && now.geometry) {
            event.preventDefault();
            const {columns, rows} = now.geometry;
            unit = {
                column: Math.max(0, Math.min(columns - 1, (unit?.column ?? 0) + by[0]!)),
                row: Math.max(0, Math.min(rows - 1, (unit?.row ?? 0) + by[1]!)),
            };
            fit(now);
        } else if (event.key === 'Enter') {
            ask();
        }
    }

    function savePicture(): void {
        canvas.toBlob((picture) => {
            if (picture) {
                h('a', {href: URL.createObjectURL(picture), download: `${context.store.value.project.name}.png`}).click();
            }
        });
    }

    /** Whole device pixels for each unit: crisp at any zoom. */
    function fit(now: Studio): void {
        const {geometry} = now;
        if (!geometry || !screen.isConnected || body.clientWidth === 0) {
            return;
        }
        const ratio = devicePixelRatio || 1;
        const padding = 2 * parseFloat(getComputedStyle(body).paddingLeft);
        const [width, height] = [body.clientWidth - padding, body.clientHeight - padding];
        const scale = Math.max(1, Math.floor(Math.min(width * ratio / geometry.columns, height * ratio / geometry.rows))) / ratio;
        canvas.style.width = `${geometry.columns * scale}px`;
        canvas.style.height = `${geometry.rows * scale}px`;
        cross.hidden = unit === null || isBusy(now.phase);
        if (unit) {
            cross.style.left = `${canvas.offsetLeft + unit.column * scale - 3}px`;
            cross.style.top = `${canvas.offsetTop + unit.row * scale - 3}px`;
            cross.style.width = cross.style.height = `${scale + 6}px`;
        }
    }
    function paint(now: Studio): void {
        const {geometry, pixels} = now;
        if (!geometry) {
            body.replaceChildren(emptyNote('pic', context.words().noPicture));
            unit = null;
            return;
        }
        if (!screen.isConnected) {
            body.replaceChildren(screen);
        }
        if (canvas.width !== geometry.columns || canvas.height !== geometry.rows) {
            canvas.width = geometry.columns;
            canvas.height = geometry.rows;
        }
        if (pixels) {
            canvas.getContext('2d')!.putImageData(new ImageData(pixels as Uint8ClampedArray<ArrayBuffer>, geometry.columns, geometry.rows), 0, 0);
        }
        fit(now);
    }

    return {
        element,
        focus: () => canvas.focus(),
        update(now, before) {
            const words = context.words();
            if (differs(now, before, 'geometry', 'language', 'phase')) {
                element.setAttribute('aria-label', words.display);
                title.textContent = words.display;
                canvas.setAttribute('aria-label', words.pictureOf);
                note.textContent = now.geometry ? words.displayNote(now.geometry.columns, now.geometry.rows) : '';
                save.setAttribute('aria-label', words.savePicture);
                save.title = words.savePicture;
                save.hidden = now.geometry === null;
                hint.hidden = now.geometry === null || !isBusy(now.phase);
                hint.textContent = document.activeElement === canvas ? words.keysGo : words.keysHere;
            }
            if (differs(now, before, 'pixels', 'geometry', 'language')) {
                paint(now);
            } else if (differs(now, before, 'phase', 'who')) {
                fit(now);
            }
        },
    };
};
