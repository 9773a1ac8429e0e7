import assert from 'node:assert/strict';
import {test} from 'node:test';
import {crowded} from '../../panes/strips.ts';
import {specificationOf} from '../../panes/tools.ts';
import {sourceOf, unitAt} from '../../state/derive.ts';
import {columnAt, gameOf, games} from '../../state/games.ts';
import {packed, toGif} from '../../state/gif.ts';
import {newStudio, type Use, type Writer} from '../../state/model.ts';

const studioOf = (name: string) => newStudio({name, files: [{name: `${name}.asm`, text: ''}], input: ''});

test('a game is known by its file, and a place of its picture by the column there', () => {
    assert.equal(gameOf(studioOf('bitmap')), games['bitmap']);
    assert.equal(gameOf(studioOf('homework')), null);
    const game = games['bitmap']!;
    assert.deepEqual([0, 3, 4, 11, 12, 59, 60].map((unit) => columnAt(game, unit)), [null, null, '1', '1', '2', '7', null]);
    assert.equal(columnAt(games['solo']!, 8), null);
});

test('a unit of the picture has an address, and its value a source', () => {
    const studio = {...studioOf('p'), geometry: {columns: 8, rows: 4, memoryReference: '0x10010000', colours: {}}};
    assert.deepEqual(unitAt(studio, 0x10010000 + 4 * 11), {column: 3, row: 1});
    assert.equal(unitAt(studio, 0x10010000 + 4 * 32), null);
    assert.equal(unitAt(studio, 0x1000fffc), null);
    const use = (place: string, value: string): Use => ({place, memoryReference: '', size: 4, value});
    const writer = (newValue: string, ...uses: Use[]): Writer => ({subject: '', step: 0, file: '', line: 0, text: '', routine: '', oldValue: '0x0', newValue, uses});
    assert.equal(sourceOf(writer('0x00000007', use('a', '0x00000007'), use('b', '0x00000009')))?.place, 'a');
    assert.equal(sourceOf(writer('0x00000007', use('a', '0x00000007'), use('b', '0x00000007'))), null);
    assert.equal(sourceOf(writer('0x00000007', use('b', '0x00000009')))?.place, 'b');
    assert.equal(sourceOf(writer('0x00000007')), null);
});

test('marks that crowd become one with their number', () => {
    const marks = crowded([1, 2, 3, 50, 99, 200], (step) => step, 0, 100);
    assert.deepEqual(marks, [{x: 1, count: 3}, {x: 50, count: 1}, {x: 99, count: 1}]);
});

test('a tool is specified as on the command line', () => {
    assert.equal(specificationOf('cache', {}), 'cache');
    assert.equal(specificationOf('cache', {blocks: '64', classes: '', heat: 'yes'}), 'cache:blocks=64,heat=yes');
});

/** As a reader of GIFs does it. */
function unpacked(bytes: number[]): number[] {
    const out: number[] = [];
    let [held, bits, width, at] = [0, 0, 9, 0];
    let words: number[][] = [];
    let before: number[] | null = null;
    const clear = () => {
        words = Array.from({length: 258}, (_, i) => [i]);
        width = 9;
        before = null;
    };
    clear();
    for (;;) {
        for (; bits < width; bits += 8) {
            held |= bytes[at++]! << bits;
        }
        const code = held & (1 << width) - 1;
        held >>>= width;
        bits -= width;
        if (code === 257) {
            assert.equal(at, bytes.length);
            return out;
        }
        if (code === 256) {
            clear();
            continue;
        }
        const word: number[] = words[code] ?? [...before!, before![0]!];
        assert.ok(code <= words.length);
        out.push(...word);
        if (before && words.length < 4096) {
            words.push([...before, word[0]!]);
            width = Math.min(12, Math.max(width, words.length.toString(2).length));
        }
        before = word;
    }
}

test('what a GIF packs is read back: little, much, and more than its table holds', () => {
    let seed = 1;
    const chance = () => (seed = Math.imul(seed, 1103515245) + 12345 >>> 0) >>> 16;
    for (const [size, colours] of [[1, 1], [2, 2], [70, 3], [60_000, 2], [60_000, 256]] as const) {
        const numbers = Uint8Array.from({length: size}, () => chance() % colours);
        assert.deepEqual(unpacked(packed(numbers)), [...numbers]);
    }
    const frame = Uint8ClampedArray.from([255, 0, 0, 255, 0, 0, 255, 255]);
    const gif = toGif(2, 1, [frame, frame], 3, 10);
    assert.deepEqual([...gif.subarray(6, 10)], [6, 0, 3, 0]);
    assert.deepEqual([...gif.subarray(13, 19)], [255, 0, 0, 0, 0, 255]);
    assert.equal(gif.at(-1), 0x3b);
});
