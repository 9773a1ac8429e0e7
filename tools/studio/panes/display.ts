// The picture, as large as whole pixels allow. A click asks who drew a unit; keys go to the program while it has them.

import {emptyNote, h, icon, onResize, saveFile} from '../parts/dom.ts';
import {openMenu} from '../parts/menu.ts';
import {hex, isBusy} from '../state/derive.ts';
import {columnAt, gameOf} from '../state/games.ts';
import {toGif} from '../state/gif.ts';
import type {Studio} from '../state/model.ts';
import {makeKeyRow} from './keyrow.ts';
import {differs, type MakePane} from './pane.ts';

/** Of the film, and of its longer side in pixels. */
const filmFrames = 48;
const filmPixels = 320;

export const makeDisplay: MakePane = (context) => {
    const title = h('h2');
    const note = h('span', {class: 'note'});
    const hint = h('span', {class: 'chip live', hidden: true});
    const save = h('button', {class: 'b icon small', type: 'button', 'aria-haspopup': 'menu', onclick: () => openMenu(save, context.words().savePicture, [
        {text: context.words().savePng, choose: savePicture}, {text: context.words().saveGif, choose: () => void saveFilm()},
    ])}, icon('cam'));
    const whole = h('button', {class: 'b icon small', type: 'button', onclick: () => context.command('fullPane')}, icon('full'));
    const byHand = h('button', {class: 'b line', type: 'button', onclick: () => context.store.change({kind: 'set', values: {overlay: 'picture'}})});
    const keyRow = makeKeyRow(context);
    const canvas = h('canvas', {role: 'img', tabindex: 0});
    const cross = h('span', {class: 'cross', hidden: true});
    const screen = h('div', {class: 'screen'}, canvas, cross);
    const body = h('div', {class: 'disp', id: 'disp'});
    const element = h('section', {class: 'pane p-disp', id: 'pane-display'},
        h('div', {class: 'head'}, title, note, h('span', {class: 'push group'}, hint, save, whole)), body);
    let unit: {column: number; row: number} | null = null;

    onResize(body, () => fit(context.store.value));

    function unitAt(event: MouseEvent): {column: number; row: number} | null {
        const {geometry} = context.store.value;
        const box = canvas.getBoundingClientRect();
        return geometry && {
            column: Math.max(0, Math.min(geometry.columns - 1, Math.floor((event.clientX - box.left) / box.width * geometry.columns))),
            row: Math.max(0, Math.min(geometry.rows - 1, Math.floor((event.clientY - box.top) / box.height * geometry.rows))),
        };
    }
    canvas.addEventListener('click', (event) => {
        const now = context.store.value;
        const at = unitAt(event);
        if (!at) {
            return;
        }
        if (isBusy(now.phase)) {
            const game = gameOf(now);
            const answer = game && columnAt(game, at.column);
            if (answer !== null) {
                void context.conductor.giveInput(`${answer}\n`);
            }
            return;
        }
        unit = at;
        ask();
    });
    // A program that asks the display's registers is told of the pointer.
    const point = (event: PointerEvent | null) => {
        if (context.store.value.phase === 'running') {
            const at = event && unitAt(event);
            context.conductor.point(at?.column ?? -1, at?.row ?? -1, event?.buttons ?? 0);
        }
    };
    for (const kind of ['pointermove', 'pointerdown', 'pointerup'] as const) {
        canvas.addEventListener(kind, point);
    }
    canvas.addEventListener('pointerleave', () => point(null));
    canvas.addEventListener('contextmenu', (event) => context.store.value.phase === 'running' && event.preventDefault());
    canvas.addEventListener('ask', ask);
    function ask(): void {
        const {geometry} = context.store.value;
        if (geometry) {
            unit ??= {column: 0, row: 0};
            const address = Number(geometry.memoryReference) + 4 * (unit.row * geometry.columns + unit.column);
            void context.conductor.inquiry.wrote(context.words().unit(unit.column, unit.row), {memoryReference: hex(address), size: 4}, true);
            fit(context.store.value);
        }
    }
    function showKeys(now: Studio): void {
        const {keysGo, keysHere} = context.words();
        hint.replaceChildren(icon('pad'), document.activeElement === canvas ? keysGo(gameOf(now) !== null) : keysHere);
    }
    for (const event of ['focus', 'blur']) {
        canvas.addEventListener(event, () => {
            showKeys(context.store.value);
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
            event.preventDefault();
            event.stopPropagation();
            typeKey(event, now);
        } else if (now.geometry) {
            moveUnit(event, now);
        }
    });
    canvas.addEventListener('keyup', (event) => context.conductor.press(event.key, false));
    function typeKey(event: KeyboardEvent, now: Studio): void {
        const game = gameOf(now);
        if (game && event.key.toLowerCase() === 'h') {
            return context.command('hint');
        }
        if (game?.columns.includes(event.key)) {
            return void context.conductor.giveInput(`${event.key}\n`);
        }
        if (game && ['ArrowLeft', 'ArrowRight', 'ArrowDown'].includes(event.key)) {
            return keyRow.element.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
        }
        if (!event.repeat) {
            context.conductor.press(event.key, true);
        }
        const text = event.key.length === 1 ? event.key : event.key === 'Enter' ? '\n' : '';
        if (text !== '') {
            void context.conductor.giveInput(text);
        }
    }
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

    /** The picture as it came about, from the beginning of the run to its end. */
    async function saveFilm(): Promise<void> {
        const {geometry, project} = context.store.value;
        const frames = geometry ? await context.conductor.film(filmFrames) : [];
        if (geometry && frames.length > 0) {
            const scale = Math.max(1, Math.floor(filmPixels / Math.max(geometry.columns, geometry.rows)));
            saveFile(`${project.name}.gif`, toGif(geometry.columns, geometry.rows, frames, scale, 12), 'image/gif');
        }
    }

    /** Whole device pixels for each unit: crisp at any zoom. */
    function fit(now: Studio): void {
        const {geometry} = now;
        if (!geometry || !screen.isConnected || body.clientWidth === 0) {
            return;
        }
        const ratio = devicePixelRatio || 1;
        const padding = 2 * parseFloat(getComputedStyle(body).paddingLeft);
        const below = keyRow.element.hidden ? 0 : keyRow.element.offsetHeight + padding;
        const [width, height] = [body.clientWidth - padding, body.clientHeight - padding - below];
        const scale = Math.max(1, Math.floor(Math.min(width * ratio / geometry.columns, height * ratio / geometry.rows))) / ratio;
        canvas.style.width = `${geometry.columns * scale}px`;
        canvas.style.height = `${geometry.rows * scale}px`;
        body.style.setProperty('--unit', `${scale}px`);
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
            const note = emptyNote('pic', context.words().noPicture);
            byHand.textContent = context.words().openPicture;
            note.append(byHand);
            body.replaceChildren(note);
            unit = null;
            return;
        }
        const isNew = !screen.isConnected || canvas.width !== geometry.columns || canvas.height !== geometry.rows;
        if (isNew) {
            canvas.width = geometry.columns;
            canvas.height = geometry.rows;
            body.replaceChildren(screen, keyRow.element);
        }
        if (pixels) {
            canvas.getContext('2d')!.putImageData(new ImageData(pixels as Uint8ClampedArray<ArrayBuffer>, geometry.columns, geometry.rows), 0, 0);
        }
        if (isNew || !isBusy(now.phase)) {
            fit(now);
        }
    }

    return {
        element,
        focus: () => canvas.focus(),
        update(now, before) {
            const words = context.words();
            if (differs(now, before, 'phase', 'project', 'language', 'advice', 'moment', 'pieces', 'puzzle', 'result')) {
                keyRow.show(now);
            }
            if (differs(now, before, 'geometry', 'language', 'phase')) {
                whole.setAttribute('aria-label', words.fullPane);
                whole.title = words.fullPane;
                element.setAttribute('aria-label', words.display);
                title.textContent = words.display;
                canvas.setAttribute('aria-label', words.pictureOf);
                note.textContent = now.geometry ? words.displayNote(now.geometry.columns, now.geometry.rows) : '';
                save.setAttribute('aria-label', words.savePicture);
                save.title = words.savePicture;
                save.hidden = now.geometry === null;
                hint.hidden = now.geometry === null || !isBusy(now.phase);
                showKeys(now);
            }
            if (differs(now, before, 'pixels', 'geometry', 'language')) {
                paint(now);
            } else if (differs(now, before, 'phase', 'who')) {
                fit(now);
            }
        },
    };
};
