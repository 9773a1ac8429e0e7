// Runs the package's command in a worker of a page: mariner.wasm, with files in memory. It gets the module once, then
// {words, input, files}, texts of bytes, and answers {code, out, err, files, memory}; an empty answer to anything else. In
// files a folder is null.
import {CompiledCode} from '/compiled-code.js';
import {MemoryFiles} from '/memory-files.js';
import {randomSource, Wasi} from '/wasi.js';

const folder = '/folder of a page';
const patience = 0;  // steps; everything is compiled

const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const textOf = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

class Input {
    constructor(bytes) {
        this.bytes = bytes;
    }
    read(room) {
        const piece = this.bytes.subarray(0, room.length);
        room.set(piece);
        this.bytes = this.bytes.subarray(piece.length);
        return piece.length;
    }
}
class Output {
    text = '';
    write(bytes) {
        this.text += textOf(bytes);
        return bytes.length;
    }
}

function put(files, wanted) {
    files.makeFolder(folder);
    for (const [name, content] of Object.entries(wanted)) {
        content === null ? files.makeFolder(`${folder}/${name}`) : files.put(`${folder}/${name}`, bytesOf(content));
    }
}
function filesLeft(files) {
    const left = files.list(folder).filter(({kind}) => kind === 'file');
    return Object.fromEntries(left.map(({name}) => [name, textOf(files.get(`${folder}/${name}`))]));
}

function run(module, {words, input = '', files: wanted}) {
    const files = new MemoryFiles();
    put(files, wanted);
    const [out, err] = [new Output(), new Output()];
    const wasi = new Wasi({
        args: ['mariner', ...words],
        environment: {PWD: folder, LC_ALL: 'C.UTF-8'},
        files,
        streams: [new Input(bytesOf(input)), out, err],
        random,
    });
    let instance;
    const more = {
        mariner: {terminal_raw: () => 0, terminal_size: () => 0},
        compiled: new CompiledCode(patience).imports(() => instance.exports.memory),
    };
    instance = new WebAssembly.Instance(module, wasi.imports(module, more));
    const code = wasi.start(instance);
    return {code, out: out.text, err: err.text, files: filesLeft(files), memory: instance.exports.memory.buffer.byteLength};
}

let module;
let random;
onmessage = async ({data}) => {
    module = data.module ?? module;
    random ??= await randomSource();
    try {
        postMessage(data.words ? run(module, data) : {});
    } catch (problem) {
        postMessage({code: -1, out: '', err: `${problem.stack}\n`, files: {}});
    }
};
