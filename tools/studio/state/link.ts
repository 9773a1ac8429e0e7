// A link holds a program, its input and the step that is shown: compressed, behind the #, so that nothing is sent to
// anybody. "v1." and base64 of deflated JSON; a later version brings an upgrader for each one before it.

import type {NumberForm, Project, Studio} from './model.ts';

/** How the sender looked at the program. */
export interface SharedSettings {
    /** Of the run's chance: the step is another one without it. */
    seed: number | null;
    breakpoints: Studio['breakpoints'];
    conditions: Studio['conditions'];
    form: NumberForm;
}
export interface Shared {
    project: Project;
    step: number | null;
    settings: SharedSettings;
}

/** What a link holds of the page. What was typed while the program ran is as much its input as what was prepared. */
export function shareOf(now: Studio): Shared {
    const typed = now.isStale ? '' : now.pieces.filter(({kind}) => kind === 'input').map(({text}) => text).join('');
    const {project, breakpoints, conditions, form, moment} = now;
    return {
        project: {...project, input: typed.length > project.input.length ? typed : project.input}, step: moment?.step ?? null,
        settings: {seed: moment ? now.seed : null, breakpoints, conditions, form},
    };
}

/** A link from elsewhere may hold anything. */
const mostBytes = 8 << 20;
const mostFiles = 200;
const mostPoints = 1000;

export async function deflate(bytes: Uint8Array): Promise<Uint8Array> { return through(bytes, new CompressionStream('deflate-raw'), Infinity); }
export async function inflate(bytes: Uint8Array, most = mostBytes): Promise<Uint8Array> {
    return through(bytes, new DecompressionStream('deflate-raw'), most);
}

/** Rejected if more comes out than may. */
async function through(bytes: Uint8Array, stream: GenericTransformStream, most: number): Promise<Uint8Array> {
    const writer = (stream.writable as WritableStream<Uint8Array>).getWriter();
    const written = writer.write(bytes).then(() => writer.close());
    written.catch(() => {});
    const pieces: Uint8Array[] = [];
    let size = 0;
    const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
    for (;;) {
        const {done, value} = await reader.read();
        if (done) {
            break;
        }
        size += value.length;
        if (size > most) {
            await reader.cancel();
            throw new RangeError('too large');
        }
        pieces.push(value);
    }
    await written;
    const all = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return all;
}

function toBase64(bytes: Uint8Array): string {
    let text = '';
    for (let i = 0; i < bytes.length; i += 4096) {
        text += String.fromCharCode(...bytes.subarray(i, i + 4096));
    }
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
const fromBase64 = (text: string): Uint8Array =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

export async function toFragment({project, step, settings}: Shared): Promise<string> {
    const content = {name: project.name, files: project.files.map(({name, text}) => [name, text]), input: project.input, step, ...settings};
    return `v1.${toBase64(await deflate(new TextEncoder().encode(JSON.stringify(content))))}`;
}

/** Null if it is no link of ours, or a broken one. */
export async function fromFragment(fragment: string): Promise<Shared | null> {
    const text = fragment.replace(/^#/, '');
    if (!text.startsWith('v1.')) {
        return null;
    }
    try {
        return checked(JSON.parse(new TextDecoder().decode(await inflate(fromBase64(text.slice(3))))));
    } catch {
        return null;
    }
}

function checked(content: unknown): Shared | null {
    const {name, files, input, step, seed, form, breakpoints, conditions} = content as Record<string, unknown>;
    if (!Array.isArray(files) || files.length === 0 || files.length > mostFiles) {
        return null;
    }
    const used = new Set<string>();
    const sources = files.map((file: unknown) => {
        const [fileName, text] = file as unknown[];
        const safe = safeName(String(fileName), used);
        return {name: safe, text: String(text)};
    });
    return {
        project: {name: String(name ?? '').slice(0, 100) || 'program', files: sources, input: typeof input === 'string' ? input : ''},
        step: isCount(step) ? step : null,
        settings: {
            seed: isCount(seed) ? seed : null, form: forms.includes(form as NumberForm) ? form as NumberForm : 'auto',
            breakpoints: Object.fromEntries(entriesOf(breakpoints).filter(([file]) => used.has(file))
                .map(([file, lines]) => [file, Array.isArray(lines) ? lines.filter(isCount).slice(0, mostPoints) : []])),
            conditions: Object.fromEntries(entriesOf(conditions).filter(([file]) => used.has(file))
                .map(([file, texts]) => [file, Object.fromEntries(entriesOf(texts).slice(0, mostPoints).map(([line, text]) => [Number(line), String(text).slice(0, 200)]))])),
        },
    };
}

const forms: NumberForm[] = ['auto', 'hex', 'dec', 'unsigned', 'bin', 'text', 'float'];
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const entriesOf = (value: unknown): [string, unknown][] => typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** A name that is one, and that no other file has: no way out of the folder, no control characters, nothing that every object has. */
export function safeName(name: string, used: Set<string> = new Set()): string {
    const parts = name.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').split(/[/\\]/)
        .filter((part) => part !== '' && part !== '.' && part !== '..');
    const joined = parts.join('/').slice(-200) || 'file.asm';
    const base = joined in {} ? `${joined}.asm` : joined;
    let result = base;
    for (let i = 2; used.has(result); ++i) {
        result = base.replace(/(\.[^./]*)?$/, (end) => `-${i}${end}`);
    }
    used.add(result);
    return result;
}
