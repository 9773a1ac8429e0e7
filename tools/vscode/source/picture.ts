// The script in the display's panel: draws words 0x00rrggbb, and tells of keys, the pointer and clicks.

import type {FromPicture, ToPicture} from './picture_messages.ts';

declare function acquireVsCodeApi(): {postMessage(message: FromPicture): void};
const {postMessage: tell} = acquireVsCodeApi();
const canvas = document.getElementById('picture') as HTMLCanvasElement;
const note = document.getElementById('note')!;
let isRunning = false;
let isAsking = false;  // the note is an answer

function draw(columns: number, rows: number, words: string): void {
    if (canvas.width !== columns || canvas.height !== rows) {
        canvas.width = columns;
        canvas.height = rows;
        fit();
    }
    const bytes = Uint8Array.from(atob(words), (c) => c.charCodeAt(0));
    const pixels = new Uint8ClampedArray(4 * columns * rows);
    for (let i = 0; i < pixels.length; i += 4) {
        pixels[i] = bytes[i + 2] ?? 0;
        pixels[i + 1] = bytes[i + 1] ?? 0;
        pixels[i + 2] = bytes[i] ?? 0;
        pixels[i + 3] = 255;
    }
    canvas.getContext('2d')!.putImageData(new ImageData(pixels, columns, rows), 0, 0);
}

/** Whole device pixels for each unit, as large as there is room. */
function fit(): void {
    const {clientWidth, clientHeight} = canvas.parentElement!;
    const ratio = devicePixelRatio || 1;
    const scale = Math.max(1, Math.floor(Math.min(clientWidth * ratio / canvas.width, clientHeight * ratio / canvas.height))) / ratio;
    canvas.style.width = `${canvas.width * scale}px`;
    canvas.style.height = `${canvas.height * scale}px`;
}
new ResizeObserver(fit).observe(canvas.parentElement!);

function say(text: string, action?: string): void {
    note.textContent = text;
    if (action) {
        const button = document.createElement('button');
        button.textContent = action;
        button.onclick = () => tell({kind: 'goThere'});
        note.append(' ', button);
    }
}

addEventListener('message', ({data}: MessageEvent<ToPicture>) => {
    switch (data.kind) {
    case 'picture':
        draw(data.columns, data.rows, data.words);
        break;
    case 'state':
        isAsking = isAsking && isRunning === data.isRunning;
        isRunning = data.isRunning;
        if (!isAsking) {
            say(data.hasEnded ? 'The program has ended.' : isRunning ? 'Click the picture: keys and pointer go to the program.' : 'Click a unit to see who drew it.');
        }
        break;
    case 'who':
        isAsking = true;
        say(data.text, data.canGo ? 'Go back to this moment' : undefined);
        break;
    }
});

function unitAt(event: MouseEvent): {column: number; row: number} {
    const box = canvas.getBoundingClientRect();
    const part = (at: number, size: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(at / size * count)));
    return {column: part(event.clientX - box.left, box.width, canvas.width), row: part(event.clientY - box.top, box.height, canvas.height)};
}
/** The browser numbers left 1, right 2, middle 4. */
const pointer = (event: MouseEvent) => {
    if (isRunning) {
        tell({kind: 'pointer', ...unitAt(event), buttons: event.buttons & 7});
    }
};
canvas.addEventListener('mousemove', pointer);
canvas.addEventListener('mouseup', pointer);
canvas.addEventListener('mousedown', (event) => {
    canvas.focus();
    pointer(event);
});
canvas.addEventListener('mouseleave', () => tell({kind: 'pointer', column: -1, row: -1, buttons: 0}));
canvas.addEventListener('contextmenu', (event) => event.preventDefault());
canvas.addEventListener('click', (event) => {
    if (!isRunning) {
        tell({kind: 'click', ...unitAt(event)});
    }
});
for (const kind of ['keydown', 'keyup'] as const) {
    canvas.addEventListener(kind, (event) => {
        if (!isRunning || event.ctrlKey || event.altKey || event.metaKey || event.key === 'Tab') {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
        const text = kind === 'keyup' ? '' : event.key.length === 1 ? event.key : event.key === 'Enter' ? '\n' : '';
        tell({kind: 'key', key: event.key, isDown: kind === 'keydown', text});
    });
}
tell({kind: 'ready'});
