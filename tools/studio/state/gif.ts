// Pictures that follow each other, as an animated GIF.

const mostColours = 256;
const endlessly = [0x21, 0xff, 0x0b, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0];

class Bytes {
    readonly #all: number[] = [];
    put(...bytes: number[]): void { this.#all.push(...bytes); }
    short(value: number): void { this.#all.push(value & 0xff, value >> 8); }
    /** In blocks of at most 255, and an empty one. */
    blocks(bytes: number[]): void {
        for (let at = 0; at < bytes.length; at += 255) {
            const part = bytes.slice(at, at + 255);
            this.#all.push(part.length, ...part);
        }
        this.#all.push(0);
    }
    get all(): Uint8Array<ArrayBuffer> { return Uint8Array.from(this.#all); }
}

/** Numbers of colours for pixels; more than 256 of them are rounded to as many as a byte tells apart. */
class Palette {
    readonly #numbers = new Map<number, number>();
    readonly #isRounded: boolean;

    constructor(frames: Uint8ClampedArray[]) {
        const seen = new Set<number>();
        for (const frame of frames) {
            for (let i = 0; i < frame.length && seen.size <= mostColours; i += 4) {
                seen.add(frame[i]! << 16 | frame[i + 1]! << 8 | frame[i + 2]!);
            }
        }
        this.#isRounded = seen.size > mostColours;
    }
    number(red: number, green: number, blue: number): number {
        const colour = this.#isRounded ? (red & 0xe0) << 16 | (green & 0xe0) << 8 | blue & 0xc0 : red << 16 | green << 8 | blue;
        const known = this.#numbers.get(colour) ?? this.#numbers.size;
        this.#numbers.set(colour, known);
        return known;
    }
    get bytes(): number[] {
        const colours = [...this.#numbers.keys()];
        return Array.from({length: mostColours}, (_, i) => colours[i] ?? 0).flatMap((colour) => [colour >> 16, colour >> 8 & 0xff, colour & 0xff]);
    }
}

/** The format's own compression (LZW), of numbers of eight bits. */
export function packed(numbers: Uint8Array): number[] {
    const [clear, end] = [256, 257];
    const out: number[] = [];
    let [held, bits, width] = [0, 0, 9];
    let codes = new Map<number, number>();
    let next = end + 1;
    const write = (code: number) => {
        held |= code << bits;
        for (bits += width; bits >= 8; bits -= 8) {
            out.push(held & 0xff);
            held >>>= 8;
        }
    };
    write(clear);
    let word = numbers[0] ?? 0;
    for (const number of numbers.subarray(1)) {
        const key = word << 8 | number;
        const known = codes.get(key);
        if (known !== undefined) {
            word = known;
            continue;
        }
        write(word);
        word = number;
        if (next === 4096) {
            write(clear);
            codes = new Map();
            next = end + 1;
            width = 9;
        } else {
            codes.set(key, next);
            if (next++ === 1 << width) {
                ++width;
            }
        }
    }
    write(word);
    write(end);
    if (bits > 0) {
        out.push(held & 0xff);
    }
    return out;
}

/** `scale`: pixels for a unit. The last picture stays for a while. */
export function toGif(columns: number, rows: number, frames: Uint8ClampedArray[], scale: number, hundredths: number): Uint8Array<ArrayBuffer> {
    const palette = new Palette(frames);
    const [width, height] = [columns * scale, rows * scale];
    const pictures = frames.map((frame) => {
        const numbers = new Uint8Array(width * height);
        for (let row = 0; row < rows; ++row) {
            const begin = row * scale * width;
            for (let column = 0; column < columns; ++column) {
                const at = 4 * (row * columns + column);
                numbers.fill(palette.number(frame[at]!, frame[at + 1]!, frame[at + 2]!), begin + column * scale, begin + (column + 1) * scale);
            }
            for (let i = 1; i < scale; ++i) {
                numbers.copyWithin(begin + i * width, begin, begin + width);
            }
        }
        return numbers;
    });
    const out = new Bytes();
    out.put(...new TextEncoder().encode('GIF89a'));
    out.short(width);
    out.short(height);
    out.put(0xf7, 0, 0, ...palette.bytes, ...endlessly);
    pictures.forEach((numbers, i) => {
        out.put(0x21, 0xf9, 4, 0);
        out.short(i === pictures.length - 1 ? 200 : hundredths);
        out.put(0, 0, 0x2c);
        [0, 0, width, height].forEach((value) => out.short(value));
        out.put(0, 8);
        out.blocks(packed(numbers));
    });
    out.put(0x3b);
    return out.all;
}
