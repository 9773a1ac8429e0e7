// Runs mariner.wasm as a program of this machine: its arguments, files, streams and terminal.

import fs from 'node:fs';
import {fileURLToPath} from 'node:url';
import {CompiledCode} from './compiled-code.js';
import {fromSystem, NodeFiles, NodeInput, NodeOutput, NodeTerminal} from './node-files.js';
import {randomSource, Wasi} from './wasi.js';

const internalError = 70;
const gamesFolder = fileURLToPath(new URL('games', import.meta.url));

/// An error that tells more than its stack would.
function reasonOf(problem) {
    return problem instanceof RangeError ? 'it needs more memory or stack than Node gives it' : problem.message;
}

function currentFolder() {
    try {
        return fromSystem(process.cwd());
    } catch {
        throw new Error('the current folder is gone');
    }
}

function run(random) {
    const module = new WebAssembly.Module(fs.readFileSync(new URL('mariner.wasm', import.meta.url)));
    const terminal = new NodeTerminal();
    const wasi = new Wasi({
        args: ['mariner', ...process.argv.slice(2)],
        environment: {...process.env, PWD: currentFolder(), MARINER_GAMES: fromSystem(gamesFolder)},
        files: new NodeFiles(),
        streams: [new NodeInput(), new NodeOutput(1), new NodeOutput(2)],
        random,
    });
    let instance;
    const more = {
        compiled: new CompiledCode(process.env.MARINER_PATIENCE).imports(() => instance.exports.memory),
        mariner: {
            terminal_raw: (isRaw) => Number(terminal.setRaw(isRaw !== 0)),
            terminal_size(descriptor) {
                const [columns, lines] = terminal.size(descriptor) ?? [0, 0];
                return columns << 16 | lines;
            },
        },
    };
    instance = new WebAssembly.Instance(module, wasi.imports(module, more));
    return wasi.start(instance);
}

try {
    process.exit(run(await randomSource()));
} catch (problem) {
    fs.writeSync(2, `mariner4: ${reasonOf(problem)}\n`);
    process.exit(internalError);
}
