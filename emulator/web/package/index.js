// Mariner in a page, a worker or Node: assemble a MIPS32 program written for MARS, run it in slices, look at it, go back.
// index.d.ts says what each function takes and gives.

import {CompiledCode} from './compiled-code.js';
import {MemoryFiles} from './memory-files.js';
import {Patterns} from './patterns.js';
import {randomSource, Wasi} from './wasi.js';

/// A slice after which a page still feels alive.
const slice = 12;

const text = new TextDecoder();
const bytesOf = (content) => typeof content === 'string' ? new TextEncoder().encode(content) : content;

/// Others get their turn: messages, clicks, the next picture.
const breathe = () => new Promise((go) => {
    if (typeof setImmediate === 'function') {
        setImmediate(go);
    } else {
        const {port1, port2} = new MessageChannel();
        port1.onmessage = () => { port1.close(); go(); };
        port2.postMessage(null);
    }
});
const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

async function bytesOfModule(name) {
    const place = new URL(name, import.meta.url);
    if (place.protocol === 'file:' && typeof process === 'object') {
        return (await import('node:fs')).readFileSync(place);
    }
    const response = await fetch(place);
    if (!response.ok) {
        throw new Error(`mariner4: ${place} can't be fetched (${response.status})`);
    }
    return response.arrayBuffer();
}

/// The module, compiled: give it to Mariner.load() here and in workers, so that each starts in a moment.
export async function compile(source, name = 'page.wasm') {
    const bytes = await (source ?? bytesOfModule(name));
    try {
        return await WebAssembly.compile(bytes instanceof Response ? await bytes.arrayBuffer() : bytes);
    } catch (problem) {
        if (/Content.Security.Policy|CSP/i.test(problem.message)) {
            throw new Error("mariner4: this page forbids WebAssembly: its Content-Security-Policy needs 'wasm-unsafe-eval'");
        }
        throw problem;
    }
}

/// The same for the module that holds the language server.
export const compileEditor = (source) => compile(source, 'editor.wasm');
/// And for the one that judges programs by rubrics.
export const compileJudge = (source) => compile(source, 'judge.wasm');

export class Mariner {
    /// What programs and assembler find at absolute paths.
    files = new MemoryFiles();
    #exports;

    static async load(module, {environment = {}} = {}) {
        const compiled = module instanceof WebAssembly.Module ? module : await compile(module);
        const mariner = new Mariner();
        const silent = {read: () => 0, write: (bytes) => bytes.length};
        const wasi = new Wasi({environment, files: mariner.files, streams: [silent, silent, silent], random: await randomSource()});
        const memory = () => mariner.#exports.memory;
        const more = {patterns: new Patterns().imports(memory), compiled: new CompiledCode().imports(memory)};
        const instance = await WebAssembly.instantiate(compiled, wasi.imports(compiled, more));
        mariner.#exports = instance.exports;
        wasi.attach(instance);
        instance.exports._initialize();
        return mariner;
    }

    /// sources: one text, or texts by file names; the first is where the program begins, all are assembled together unless
    /// options.files names those that are.
    assemble(sources, options = {}) {
        const texts = typeof sources === 'string' ? {'program.asm': sources} : sources;
        for (const [name, content] of Object.entries(texts)) {
            this.files.put(name, content);
        }
        const wish = {files: Object.keys(texts), ...options};
        wish.files = wish.files.map((name) => name.startsWith('/') ? name : `/${name}`);
        this.send(JSON.stringify(wish));
        const handle = this.#exports.simulation_create();
        const report = this.json();
        if (report.trouble) {
            throw new Error(`mariner4: ${report.trouble}`);
        }
        return {...report, simulation: handle === 0 ? null : new Simulation(this, this.#exports, handle)};
    }

    /// A debug adapter (DAP) for programs among `files`. `send` gets each message, an object.
    debugAdapter(send) { return new DebugAdapter(this, this.#exports, send); }

    /// A language server (LSP) for texts that are open and those among `files`, in a module of compileEditor(). `send` gets each message, an object.
    languageServer(send) { return new LanguageServer(this, this.#exports, send); }

    /// A rubric's visible cases over a program, in a module of compileJudge(): {title, worth, submission}, or {trouble}.
    judge(wish) {
        this.send(JSON.stringify(wish));
        this.#exports.judge();
        return this.json();
    }

    /// What who plays a bundled game wants to know, in the studio's module rooms.wasm.
    advise(wish) {
        this.send(JSON.stringify(wish));
        this.#exports.advise();
        return this.json();
    }

    // ---- for this file
    send(content) {
        const bytes = bytesOf(content);
        const address = this.#exports.inbox(bytes.length);
        new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
    }
    bytes() {
        return new Uint8Array(this.#exports.memory.buffer, this.#exports.outbox(), this.#exports.outbox_size()).slice();
    }
    json() { return JSON.parse(text.decode(this.bytes())); }
}

/// A program that stands somewhere in its run.
export class Simulation {
    #mariner;
    #exports;
    #number;
    #decoder = new TextDecoder();
    #description;

    constructor(mariner, exports, handle) {
        this.#mariner = mariner;
        this.#exports = exports;
        this.#number = handle;
    }
    get #handle() {
        if (this.#number === 0) {
            throw new Error('mariner4: this simulation was released');
        }
        return this.#number;
    }

    // ---- moving
    /// One slice: at most about so many milliseconds.
    advance(milliseconds = slice) { return this.move('resume', {milliseconds}); }
    /// Slices, and turns for others between them, until the program ends, stops at a breakpoint, or wants input that
    /// `input` doesn't give.
    async run({signal, output, input, milliseconds = slice} = {}) {
        for (;;) {
            const state = this.advance(milliseconds);
            const printed = this.takeOutput();
            if (printed !== '') {
                output?.(printed);
            }
            if (signal?.aborted) {
                return state;
            }
            if (state.state === 'input') {
                const line = await input?.();
                if (line === undefined) {
                    return state;
                }
                line === null ? this.endInput() : this.giveInput(line);
            } else if (state.state === 'sleeping') {
                await pause(Math.min(state.milliseconds, slice));
            } else if (state.state === 'running') {
                await breathe();
            } else {
                return state;
            }
        }
    }
    move(motion, {backward = false, milliseconds = 1000} = {}) {
        this.#mariner.send(motion);
        this.#exports.simulation_move(this.#handle, Number(backward), milliseconds);
        const {trouble, ...state} = this.#mariner.json();
        if (trouble) {
            throw new RangeError(`mariner4: ${trouble}`);
        }
        return state;
    }
    get state() {
        this.#exports.simulation_state(this.#handle);
        return this.#mariner.json();
    }
    /// A moment to come back to with restore(), as long as the history reaches.
    snapshot() { return this.state.steps; }
    restore(snapshot) {
        this.#exports.simulation_go_to(this.#handle, snapshot);
        return this.#mariner.json();
    }
    setBreakpoint(address, isSet = true) { this.#exports.simulation_breakpoint(this.#handle, address, Number(isSet)); }

    // ---- the console
    giveInput(content) {
        this.#mariner.send(content);
        this.#exports.simulation_input(this.#handle);
    }
    endInput() { this.#exports.simulation_end_input(this.#handle); }
    takeOutputBytes() {
        this.#exports.simulation_output(this.#handle);
        return this.#mariner.bytes();
    }
    /// As text; a character whose bytes aren't all there yet comes next time.
    takeOutput() { return this.#decoder.decode(this.takeOutputBytes(), {stream: true}); }

    // ---- the machine
    register(name) { return this.#exports.simulation_register(this.#handle, this.#registerId(name)) >>> 0; }
    setRegister(name, value) {
        const isSet = this.#exports.simulation_set_register(this.#handle, this.#registerId(name), value);
        if (!isSet) {
            throw new RangeError(`mariner4: ${name} can't be changed`);
        }
    }
    /// All of them, the program counter too, by their names.
    registers() {
        this.#exports.simulation_registers(this.#handle);
        return this.#mariner.json();
    }
    /// Fewer bytes than asked for where the segment ends.
    memory(address, size) {
        this.#exports.simulation_memory(this.#handle, address, size);
        return this.#mariner.bytes();
    }
    setMemory(address, content) {
        this.#mariner.send(content);
        if (!this.#exports.simulation_set_memory(this.#handle, address)) {
            throw new RangeError(`mariner4: not all of it lies in one data segment`);
        }
    }
    word(address) {
        const word = this.#exports.simulation_word(this.#handle, address);
        if (Number.isNaN(word)) {
            throw new RangeError(`mariner4: there is no word at ${address}`);
        }
        return word;
    }
    /// What MARS's bitmap display would show, row by row from where static data begins, or from `address`. Fit for new
    /// ImageData().
    picture({address = -1, width = 64, height = 64} = {}) {
        this.#exports.simulation_picture(this.#handle, address, width * height);
        return {width, height, pixels: new Uint8ClampedArray(this.#mariner.bytes().buffer)};
    }
    /// {files, entry, instructions, labels}: doesn't change.
    get description() {
        if (!this.#description) {
            this.#exports.simulation_describe(this.#handle);
            this.#description = this.#mariner.json();
        }
        return this.#description;
    }
    addressOf(label) { return this.description.labels.find(({name}) => name === label)?.address; }
    /// Gives back what it holds; nothing may be asked of it any more.
    release() {
        if (this.#number !== 0) {
            this.#exports.simulation_release(this.#number);
            this.#number = 0;
        }
    }

    #registerId(name) {
        this.#mariner.send(name);
        const id = this.#exports.register_id();
        if (id < 0) {
            throw new RangeError(`mariner4: no register ${name}`);
        }
        return id;
    }
}

/// Messages as both protocols frame them.
function framed(message) {
    const body = bytesOf(JSON.stringify(message));
    const head = bytesOf(`Content-Length: ${body.length}\r\n\r\n`);
    const bytes = new Uint8Array(head.length + body.length);
    bytes.set(head);
    bytes.set(body, head.length);
    return bytes;
}
function* unframed(bytes) {
    for (let at = 0; at < bytes.length;) {
        const head = /^Content-Length: (\d+)\r\n\r\n/.exec(text.decode(bytes.subarray(at, at + 64)));
        const begin = at + head[0].length;
        at = begin + Number(head[1]);
        yield JSON.parse(text.decode(bytes.subarray(begin, at)));
    }
}

/// The Debug Adapter Protocol: requests in, responses and events out.
export class DebugAdapter {
    #mariner;
    #exports;
    #handle;
    #send;
    #isAtWork = false;

    constructor(mariner, exports, send) {
        this.#mariner = mariner;
        this.#exports = exports;
        this.#send = send;
        this.#handle = exports.conversation_create();
    }

    /// A request, as an object.
    receive(message) {
        if (this.#handle === 0) {
            throw new Error('mariner4: this debug adapter was released');
        }
        this.#mariner.send(framed(message));
        this.#exports.conversation_receive(this.#handle);
        this.#work();
    }
    /// A picture of the program's memory as it is now, a word a unit: fit for new ImageData(). Empty before the launch.
    pixels(address, units) {
        if (this.#handle === 0) {
            return new Uint8ClampedArray();
        }
        this.#exports.conversation_pixels(this.#handle, address, units);
        return new Uint8ClampedArray(this.#mariner.bytes().buffer);
    }
    release() {
        if (this.#handle !== 0) {
            this.#exports.conversation_release(this.#handle);
            this.#handle = 0;
        }
    }

    async #work() {
        this.#deliver();
        if (this.#isAtWork) {
            return;
        }
        this.#isAtWork = true;
        while (this.#handle !== 0 && this.#exports.conversation_advance(this.#handle, slice) === 1) {
            this.#deliver();
            await breathe();
        }
        this.#isAtWork = false;
        this.#deliver();
    }
    #deliver() {
        if (this.#handle !== 0) {
            this.#exports.conversation_answer(this.#handle);
            for (const message of unframed(this.#mariner.bytes())) {
                this.#send(message);
            }
        }
    }
}

/// The Language Server Protocol: requests and notifications in, responses and notifications out.
export class LanguageServer {
    #mariner;
    #exports;
    #handle;
    #send;
    #timer;

    constructor(mariner, exports, send) {
        this.#mariner = mariner;
        this.#exports = exports;
        this.#send = send;
        this.#handle = exports.language_create();
    }

    /// A message, as an object.
    receive(message) {
        if (this.#handle === 0) {
            throw new Error('mariner4: this language server was released');
        }
        this.#mariner.send(framed(message));
        this.#exports.language_receive(this.#handle);
        this.#deliver();
        this.#wait();
    }
    release() {
        if (this.#handle !== 0) {
            clearTimeout(this.#timer);
            this.#exports.language_release(this.#handle);
            this.#handle = 0;
        }
    }

    /// What it tells by itself waits until nothing has been asked for a while.
    #wait() {
        clearTimeout(this.#timer);
        const patience = this.#handle === 0 ? -1 : this.#exports.language_patience(this.#handle);
        if (patience >= 0) {
            this.#timer = setTimeout(() => {
                this.#exports.language_work(this.#handle);
                this.#deliver();
                this.#wait();
            }, patience);
        }
    }
    #deliver() {
        this.#exports.language_answer(this.#handle);
        for (const message of unframed(this.#mariner.bytes())) {
            this.#send(message);
        }
    }
}
