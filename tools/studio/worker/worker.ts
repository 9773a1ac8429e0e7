// The core in a worker: the WebAssembly module with its servers. It works in slices, so that a message (a pause, say) is
// read between two of them; no memory is shared, and any static host will do.

import {compile, Mariner, type DebugAdapter} from '../../../emulator/web/package/index.js';
import type {SourceFile} from '../state/model.ts';
import type {FromWorker, ToWorker} from './messages.ts';

const post = (message: FromWorker) => self.postMessage(message);

async function loadModule(): Promise<WebAssembly.Module> {
    const response = await fetch(new URL('core.wasm', self.location.href));
    if (!response.ok) {
        throw new Error(`core.wasm: ${response.status}`);
    }
    return compile(response);
}

class Worker {
    readonly #module: WebAssembly.Module;
    #checker: Mariner;
    #session = 0;
    #adapter: DebugAdapter | null = null;

    constructor(module: WebAssembly.Module, checker: Mariner) {
        this.#module = module;
        this.#checker = checker;
    }

    async receive(message: ToWorker): Promise<void> {
        switch (message.kind) {
            case 'check':
                post({kind: 'checked', id: message.id, report: await this.#check(message.files)});
                break;
            case 'open':
                await this.#open(message.session, message.files);
                break;
            case 'close':
                if (message.session === this.#session) {
                    this.#close();
                }
                break;
            case 'debug':
                if (message.session === this.#session) {
                    this.#adapter?.receive(message.message);
                }
                break;
        }
    }

    /** An instance that has met its end (out of memory, say) is replaced by a fresh one. */
    async #check(files: SourceFile[]): Promise<unknown> {
        try {
            const {simulation, diagnostics} = this.#checker.assemble(textsOf(files));
            simulation?.release();
            return diagnostics;
        } catch {
            this.#checker = await Mariner.load(this.#module);
            return [];
        }
    }

    /** Every run has an instance to itself: what it needed is given back as a whole. */
    async #open(session: number, files: SourceFile[]): Promise<void> {
        this.#close();
        this.#session = session;
        const mariner = await Mariner.load(this.#module);
        for (const [name, text] of Object.entries(textsOf(files))) {
            mariner.files.put(name, text);
        }
        if (this.#session === session) {
            this.#adapter = mariner.debugAdapter((answer) => {
                if (this.#session === session) {
                    post({kind: 'debug', session, message: answer});
                }
            });
        }
    }
    #close(): void {
        this.#adapter?.release();
        this.#adapter = null;
        this.#session = 0;
    }
}

const textsOf = (files: SourceFile[]): Record<string, string> =>
    Object.fromEntries(files.map(({name, text}) => [`/${name}`, text]));

async function main(): Promise<void> {
    const waiting: ToWorker[] = [];
    let take = (message: ToWorker) => { waiting.push(message); };
    self.onmessage = ({data}: MessageEvent<ToWorker>) => take(data);
    try {
        const module = await loadModule();
        const worker = new Worker(module, await Mariner.load(module));
        let turn: Promise<void> = Promise.resolve();
        take = (message) => { turn = turn.then(() => worker.receive(message)); };
        waiting.forEach(take);
        post({kind: 'ready'});
    } catch (problem) {
        post({kind: 'failed', message: String(problem)});
    }
}
void main();
