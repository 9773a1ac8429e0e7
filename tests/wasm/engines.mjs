// node engines.mjs FOLDER PATIENCE WORD...: runs build/wasm/engines.wasm with what lies in the package's FOLDER.
// PATIENCE: steps before a program is compiled; -1: never.
import fs from 'node:fs';
import {pathToFileURL} from 'node:url';

const [folder, patience, ...words] = process.argv.slice(2);
const from = (name) => import(pathToFileURL(`${folder}/${name}`));
const {CompiledCode} = await from('compiled-code.js');
const {NodeFiles, NodeInput, NodeOutput} = await from('node-files.js');
const {randomSource, Wasi} = await from('wasi.js');

const module = new WebAssembly.Module(fs.readFileSync(new URL('../../build/wasm/engines.wasm', import.meta.url)));
const wasi = new Wasi({
    args: ['engines', ...words],
    environment: {PWD: process.cwd()},
    files: new NodeFiles(),
    streams: [new NodeInput(), new NodeOutput(1), new NodeOutput(2)],
    random: await randomSource(),
});
let instance;
const compiled = new CompiledCode(Number(patience)).imports(() => instance.exports.memory);
instance = new WebAssembly.Instance(module, wasi.imports(module, {compiled}));
process.exit(wasi.start(instance));
