// The page's files, from its sources: scripts by esbuild, the reference from docs/reference, a list of all for the
// service worker. Called by tools/studio/build: CORE FOLDER.
import {createHash} from 'node:crypto';
import {cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {brotliCompressSync} from 'node:zlib';
import {build} from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const [core, out] = process.argv.slice(2);
/** In bytes, compressed. */
const most = {script: 400_000, core: 500_000, language: 500_000, judge: 500_000, panels: 500_000, rooms: 100_000, first: 1_500_000};
const games = ['bitmap', 'columns', 'rows', 'solo', 'tactics', 'master'];
const version = /^project\([^)]*VERSION\s+([\d.]+)/m.exec(readFileSync(join(root, 'CMakeLists.txt'), 'utf8'))[1];
const sections = ['instructions', 'pseudo-instructions', 'directives', 'syscalls', 'registers'];

const common = {
    outdir: out, bundle: true, target: 'es2022', minify: true, legalComments: 'eof', loader: {'.asm': 'text'}, external: ['node:*'], logLevel: 'warning',
    define: {MARINER_VERSION: JSON.stringify(version), 'import.meta.url': '""'},
};
async function scripts() {
    await build({
        entryPoints: {worker: join(here, 'worker/worker.ts'), editor: join(here, 'worker/editor.ts'), judge: join(here, 'worker/judge.ts'), rooms: join(here, 'worker/rooms.ts'), offline: join(here, 'page/offline.ts')},
        ...common, format: 'esm',
    });
    await build({entryPoints: {main: join(here, 'page/main.ts')}, ...common, format: 'iife'});
}

/** Rows of the tables of docs/reference: the form, what it means, and an example where there is one. */
function reference() {
    return sections.flatMap((section) => readFileSync(join(root, 'docs/reference', `${section}.md`), 'utf8').split('\n')
        .filter((line) => /^\| (`|\d)/.test(line)).map((line) => line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
        .map((cells) => entryOf(section, cells)).filter((entry) => entry !== null));
}
const plain = (text) => (text ?? '').replaceAll('`', '');
function entryOf(section, cells) {
    switch (section) {
    case 'instructions':
        return cells.length === 4 ? {section, form: plain(cells[0]), meaning: plain(cells[1]), more: plain(cells[3])} : null;
    case 'pseudo-instructions':
        return cells.length > 2 ? {section, form: plain(cells[0]), meaning: plain(cells[1]), more: plain(cells[2]).replaceAll('<br>', '; ')} : null;
    case 'directives':
        return {section, form: plain(cells[0]), meaning: plain(cells[1]), more: ''};
    case 'syscalls':
        return {section, form: `${cells[0]} ${plain(cells[1])}`, meaning: plain(cells[4]), more: [cells[2], cells[3]].filter((text) => text).join(' → ')};
    default:
        return {section, form: plain(`${cells[1]} (${cells[0]})`), meaning: plain(cells[2]), more: ''};
    }
}

function filesIn(folder) {
    return readdirSync(folder, {withFileTypes: true}).flatMap((entry) =>
        entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]);
}

/** For a page that was opened from a file: it may fetch nothing, and takes all it needs from one script. */
function local() {
    const names = filesIn(out).map((file) => relative(out, file));
    const read = (pattern, encoding) => Object.fromEntries(names.filter((name) => pattern.test(name)).map((name) => [name, readFileSync(join(out, name), encoding)]));
    const files = {texts: read(/^(worker|editor|judge|rooms)\.js$|\.json$|^examples\//, 'utf8'), modules: read(/\.wasm$/, 'base64')};
    writeFileSync(join(out, 'local.js'), `window.marinerFiles = ${JSON.stringify(files)};\n`);
}

/** The service worker keeps all of it, under a name that says what is in it. */
function list() {
    const names = filesIn(out).map((file) => relative(out, file)).filter((name) => name !== 'offline.js').sort();
    const sum = createHash('sha256');
    for (const name of names) {
        sum.update(name).update(readFileSync(join(out, name)));
    }
    const script = join(out, 'offline.js');
    writeFileSync(script, readFileSync(script, 'utf8').replace('"PAGE_FILES"', JSON.stringify(['./', ...names]))
        .replace('"PAGE_NAME"', JSON.stringify(`mariner-${sum.digest('hex').slice(0, 16)}`)));
}

/** Of the packages that the scripts are bundled from. */
function licences() {
    const rows = Object.entries(JSON.parse(readFileSync(join(here, 'package-lock.json'), 'utf8')).packages);
    const texts = rows.filter(([folder, row]) => folder !== '' && !row.dev)
        .map(([folder]) => `==== ${folder.replace('node_modules/', '')}\n\n${readFileSync(join(here, folder, 'LICENSE'), 'utf8')}`);
    writeFileSync(join(out, 'licences.txt'), texts.join('\n'));
}

function measure() {
    const packed = (...names) => names.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(out, name))).length, 0);
    const sizes = {script: packed('main.js', 'worker.js', 'editor.js', 'judge.js', 'rooms.js'), core: packed('core.wasm'), language: packed('editor.wasm'), judge: packed('judge.wasm'), panels: packed('panels.wasm'), rooms: packed('rooms.wasm')};
    sizes.first = sizes.script + sizes.core + sizes.language + packed('index.html', 'style.css', 'panes.css');
    console.log(`${Object.entries(sizes).map(([name, size]) => `${name} ${(size / 1000).toFixed(0)} KB`).join(', ')} (brotli)`);
    for (const [name, size] of Object.entries(sizes)) {
        if (size > most[name]) {
            throw new Error(`${name} is larger than ${most[name] / 1000} KB`);
        }
    }
}

rmSync(out, {recursive: true, force: true});
mkdirSync(join(out, 'examples'), {recursive: true});
await scripts();
for (const name of ['index.html', 'style.css', 'panes.css', 'manifest.json', 'icon.svg']) {
    cpSync(join(here, 'page', name), join(out, name));
}
for (const name of readdirSync(join(here, 'examples'))) {
    cpSync(join(here, 'examples', name), join(out, 'examples', name));
}
for (const game of games) {
    cpSync(join(root, 'asm', game, `${game}.asm`), join(out, 'examples', `${game}.asm`));
}
cpSync(core, join(out, 'core.wasm'));
for (const name of ['editor.wasm', 'judge.wasm', 'panels.wasm', 'rooms.wasm']) {
    cpSync(join(dirname(core), name), join(out, name));
}
writeFileSync(join(out, 'reference.json'), JSON.stringify(reference()));
list();
local();
licences();
measure();
