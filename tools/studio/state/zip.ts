// ZIP archives in and out: small ones, of text. What is no text, or too large, is left out and named.

import {deflate, inflate, safeName} from './link.ts';
import type {SourceFile} from './model.ts';
import {isPicture, pictureBytes, pictureText} from './picture.ts';

const mostFile = 4 << 20;
const mostAll = 16 << 20;
const mostEntries = 500;

const table = Uint32Array.from({length: 256}, (_, n) => {
    let value = n;
    for (let k = 0; k < 8; ++k) {
        value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    }
    return value;
});
function checksum(bytes: Uint8Array): number {
    let value = 0xffffffff;
    for (const byte of bytes) {
        value = table[(value ^ byte) & 0xff]! ^ (value >>> 8);
    }
    return (value ^ 0xffffffff) >>> 0;
}

class Bytes {
    readonly #pieces: Uint8Array[] = [];
    size = 0;

    put(bytes: Uint8Array): void {
        this.#pieces.push(bytes);
        this.size += bytes.length;
    }
    /** Pairs of width in bytes and value. */
    fields(...fields: [2 | 4, number][]): void {
        const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
        const view = new DataView(bytes.buffer);
        let at = 0;
        for (const [width, value] of fields) {
            width === 2 ? view.setUint16(at, value, true) : view.setUint32(at, value, true);
            at += width;
        }
        this.put(bytes);
    }
    all(): Uint8Array<ArrayBuffer> {
        const all = new Uint8Array(this.size);
        let at = 0;
        for (const piece of this.#pieces) {
            all.set(piece, at);
            at += piece.length;
        }
        return all;
    }
}

export async function toZip(files: SourceFile[]): Promise<Uint8Array<ArrayBuffer>> {
    const out = new Bytes();
    const directory = new Bytes();
    const encoder = new TextEncoder();
    for (const file of files) {
        const name = encoder.encode(file.name);
        const content = isPicture(file) ? pictureBytes(file) : encoder.encode(file.text);
        const packed = await deflate(content);
        const common: [2 | 4, number][] = [
            [2, 20], [2, 0x800], [2, 8], [2, 0], [2, 0x21], [4, checksum(content)], [4, packed.length], [4, content.length],
            [2, name.length], [2, 0],
        ];
        directory.fields([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, out.size]);
        directory.put(name);
        out.fields([4, 0x04034b50], ...common);
        out.put(name);
        out.put(packed);
    }
    const begin = out.size;
    out.put(directory.all());
    out.fields([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, directory.size], [4, begin], [2, 0]);
    return out.all();
}

export interface Unpacked {
    files: SourceFile[];
    leftOut: string[];
}

export async function fromZip(bytes: Uint8Array): Promise<Unpacked> {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const result: Unpacked = {files: [], leftOut: []};
    const used = new Set<string>();
    let left = mostAll;
    for (const entry of entriesOf(view)) {
        const name = new TextDecoder().decode(bytes.subarray(entry.nameAt, entry.nameAt + entry.nameSize));
        if (name.endsWith('/') || name.startsWith('__MACOSX/')) {
            continue;
        }
        const text = await textOf(bytes, view, entry, Math.min(left, mostFile));
        if (text === null) {
            result.leftOut.push(safeName(name));
        } else {
            left -= text.length;
            result.files.push({name: safeName(name, used), text});
        }
    }
    return result;
}

interface Entry {
    method: number;
    size: number;
    nameAt: number;
    nameSize: number;
    at: number;
}

function entriesOf(view: DataView): Entry[] {
    const entries: Entry[] = [];
    let end = view.byteLength - 22;
    while (end >= 0 && end > view.byteLength - 22 - 0x10000 && view.getUint32(end, true) !== 0x06054b50) {
        --end;
    }
    if (end < 0 || view.getUint32(end, true) !== 0x06054b50) {
        throw new RangeError('no ZIP archive');
    }
    let at = view.getUint32(end + 16, true);
    const count = Math.min(view.getUint16(end + 10, true), mostEntries);
    for (let i = 0; i < count && at + 46 <= view.byteLength && view.getUint32(at, true) === 0x02014b50; ++i) {
        const nameSize = view.getUint16(at + 28, true);
        entries.push({
            method: view.getUint16(at + 10, true), size: view.getUint32(at + 20, true), nameAt: at + 46, nameSize,
            at: view.getUint32(at + 42, true),
        });
        at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return entries;
}

/** Null for what is no text. */
async function textOf(bytes: Uint8Array, view: DataView, entry: Entry, most: number): Promise<string | null> {
    try {
        const begin = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
        const packed = bytes.subarray(begin, begin + entry.size);
        const content = entry.method === 0 ? packed : entry.method === 8 ? await inflate(packed, most) : null;
        return content && content.length <= most ? pictureText(content) ?? new TextDecoder('utf-8', {fatal: true}).decode(content) : null;
    } catch {
        return null;
    }
}
