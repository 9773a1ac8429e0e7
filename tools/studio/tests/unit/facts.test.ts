// The page knows nothing about MIPS: the names of instructions, registers, directives and services come from the
// reference that is written from the core's own tables, and none of them stands in TypeScript.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';

const studio = process.cwd();
const reference = join(studio, '../../docs/reference');
/** Words of plain English or of JavaScript that are instructions, too. */
const alsoWords = new Set(['add', 'and', 'or', 'not', 'sub', 'break', 'move', 'j', 'b', 'la', 'abs', 'div', 'nop', 'la', 'l', 'li', 'sync', 'round', 'sb', 'sh', 'sd', 's']);

function sources(folder: string): string[] {
    return readdirSync(folder, {withFileTypes: true}).flatMap((entry) =>
        entry.name === 'node_modules' || entry.name === 'tests' || entry.name === 'words' ? []
            : entry.isDirectory() ? sources(join(folder, entry.name)) : entry.name.endsWith('.ts') ? [join(folder, entry.name)] : []);
}
/** First words of the rows with at least so many cells: tables of two tell what the letters mean. */
const forms = (name: string, cells: number) => readFileSync(join(reference, name), 'utf8').split('\n')
    .filter((line) => line.split(/(?<!\\)\|/).length >= cells + 2).map((line) => /^\| `([^` ]+)/.exec(line)?.[1] ?? '').filter((word) => word !== '');

test('no instruction, register, directive or service is named in TypeScript', () => {
    const names = new Set([...forms('instructions.md', 4), ...forms('pseudo-instructions.md', 3)].filter((name) => !alsoWords.has(name) && name.length > 1));
    const registers = new Set([...readFileSync(join(reference, 'registers.md'), 'utf8').matchAll(/`(\$\w+)`/g)].map((found) => found[1]!));
    const directives = new Set(forms('directives.md', 2).filter((name) => name.startsWith('.')));
    assert.ok(names.size > 100 && registers.size > 30 && directives.size > 10, 'the reference was not read');
    const faults: string[] = [];
    for (const file of sources(studio)) {
        const text = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
        const strings = [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
        for (const string of strings) {
            const words = string.match(/[$.]?[A-Za-z][\w.]*/g) ?? [];
            faults.push(...words.filter((word) => names.has(word) && string.trim() === word || registers.has(word) || directives.has(word) && string.trim() === word)
                .map((word) => `${file}: ${word}`));
        }
    }
    assert.deepEqual(faults, []);
});
