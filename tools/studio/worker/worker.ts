// The core in a worker: the WebAssembly module with the debug adapter. It works in slices, so that a message (a pause,
// say) is read between two of them; no memory is shared, and any static host will do.

import {type DebugAdapter, Mariner} from '../../../emulator/web/package/index.js';
import type {SourceFile} from '../state/model.ts';
import {isPicture, pictureBytes} from '../state/picture.ts';
import type {FromRunner, ToRunner} from './messages.ts';
import {loadModule, serve} from './module.ts';

const post = (message: FromRunner) => self.postMessage(message);

class Runner {
    #session = 0;
    #adapter: DebugAdapter | null = null;
    /** The module with the tools, when they were first asked for. */
    #withTools: Promise<WebAssembly.Module> | null = null;

    constructor(private readonly module: WebAssembly.Module) {}

    async receive(message: ToRunner): Promise<void> {
        switch (message.kind) {
            case 'open':
                await this.#open(message.session, message.files, message.hasTools);
                break;
            case 'close':
                if (message.session === this.#session) {
                    this.#close();
                }
                break;
            case 'pixels':
                if (message.session === this.#session) {
                    const pixels = this.#adapter?.pixels(message.address, message.units) ?? new Uint8ClampedArray();
                    self.postMessage({kind: 'pixels', session: message.session, pixels} satisfies FromRunner, {transfer: [pixels.buffer]});
                }
                break;
            case 'debug':
                if (message.session === this.#session) {
                    this.#adapter?.receive(message.message);
                }
                break;
        }
    }

    /** Every run has an instance to itself: what it needed is given back as a whole. */
    async #open(session: number, files: SourceFile[], hasTools: boolean): Promise<void> {
        this.#close();
        this.#session = session;
        const mariner = await Mariner.load(hasTools ? await (this.#withTools ??= loadModule('panels.wasm')) : this.module);
        for (const file of files) {
            mariner.files.put(`/${file.name}`, isPicture(file) ? pictureBytes(file) : file.text);
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

serve<ToRunner>(async () => {
    const runner = new Runner(await loadModule('core.wasm'));
    return (message) => runner.receive(message);
}, (message) => post({kind: 'failed', message}));
