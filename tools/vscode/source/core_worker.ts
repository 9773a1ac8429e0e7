// The WebAssembly core in a worker, of a page or of Node: one server, and the files that it may read.

import {compile, Mariner} from '../../../emulator/web/package/index.js';
import type {FromCore, Role, ToCore} from './core_messages.ts';

interface Port {
    post(message: FromCore): void;
    listen(take: (message: ToCore) => void): void;
}

async function openPort(): Promise<Port> {
    if (typeof self !== 'undefined' && typeof self.postMessage === 'function') {
        return {
            post: (message) => self.postMessage(message),
            listen: (take) => { self.onmessage = ({data}: MessageEvent<ToCore>) => take(data); },
        };
    }
    const {parentPort} = await import('node:worker_threads');
    return {
        post: (message) => parentPort!.postMessage(message),
        listen: (take) => { parentPort!.on('message', take); },
    };
}

interface Server {
    receive(message: object): void;
}

class Core {
    #mariner: Mariner | null = null;
    #server: Server | null = null;

    constructor(private readonly port: Port) {}

    async take(message: ToCore): Promise<void> {
        switch (message.kind) {
        case 'start':
            await this.#start(message.role, message.module);
            break;
        case 'file':
            this.#mariner?.files.put(message.path, message.content);
            break;
        case 'gone':
            if (this.#mariner?.files.get(message.path)) {
                this.#mariner.files.remove(message.path);
            }
            break;
        case 'message':
            this.#server?.receive(message.message);
            break;
        }
    }
    async #start(role: Role, module: Uint8Array): Promise<void> {
        this.#mariner = await Mariner.load(await compile(module as Uint8Array<ArrayBuffer>));
        const send = (message: object) => this.port.post({kind: 'message', message});
        this.#server = role === 'language' ? this.#mariner.languageServer(send) : this.#mariner.debugAdapter(send);
    }
}

async function main(): Promise<void> {
    const port = await openPort();
    const core = new Core(port);
    let turn = Promise.resolve();
    port.listen((message) => {
        turn = turn.then(() => core.take(message)).catch((problem: unknown) => port.post({kind: 'failed', problem: String(problem)}));
    });
}
void main();
