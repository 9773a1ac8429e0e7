// The workers, as the page sees them: one runs programs, the other knows the language.

import type {SourceFile} from '../state/model.ts';
import type {FromEditor, FromRunner, ToEditor, ToRunner} from '../worker/messages.ts';

export type MakeWorker = (script: string) => Worker;

/** A debug adapter of one's own, as long as nobody opens another. */
export interface Session {
    send: (message: object) => void;
    close: () => void;
}

export class Core {
    readonly #worker: Worker;
    #session = 0;
    #lost: () => void = () => {};
    /** Who waits for one, in the order of asking. */
    #pictures: ((pixels: Uint8ClampedArray) => void)[] = [];
    #receive: (message: unknown) => void = () => {};

    constructor(make: MakeWorker, failed: (message: string) => void) {
        this.#worker = make('worker.js');
        this.#worker.onmessage = ({data}: MessageEvent<FromRunner>) => {
            if (data.kind === 'failed') {
                failed(data.message);
            } else if (data.session === this.#session && data.kind === 'pixels') {
                this.#pictures.shift()?.(data.pixels);
            } else if (data.session === this.#session && data.kind === 'debug') {
                this.#receive(data.message);
            }
        };
        this.#worker.onerror = ({message}) => failed(message);
    }

    /** Ends the one before, whose owner is told that it is `lost`. */
    open(files: SourceFile[], hasTools: boolean, receive: (message: unknown) => void, lost: () => void): Session {
        this.#end();
        const session = this.#session;
        this.#receive = receive;
        this.#lost = lost;
        this.#send({kind: 'open', session, files, hasTools});
        const ifCurrent = (deed: () => void) => {
            if (session === this.#session) {
                deed();
            }
        };
        return {
            send: (message) => ifCurrent(() => this.#send({kind: 'debug', session, message})),
            close: () => ifCurrent(() => {
                this.#send({kind: 'close', session});
                this.#end();
            }),
        };
    }
    /** Not by the protocol: a picture may be wanted sixty times a second. */
    pixels(address: number, units: number): Promise<Uint8ClampedArray> {
        return new Promise((go) => {
            this.#pictures.push(go);
            this.#send({kind: 'pixels', session: this.#session, address, units});
        });
    }
    #end(): void {
        this.#pictures.splice(0).forEach((go) => go(new Uint8ClampedArray()));
        ++this.#session;
        this.#receive = () => {};
        this.#lost();
        this.#lost = () => {};
    }
    #send(message: ToRunner): void { this.#worker.postMessage(message); }
}

/** Messages to the language server, which comes with the first one; `lost`: it has forgotten all texts. */
export function connectEditor(make: MakeWorker, receive: (message: unknown) => void, lost: () => void, failed: (message: string) => void): (message: ToEditor) => void {
    let worker: Worker | null = null;
    return (message) => (worker ??= makeEditor(make, receive, lost, failed)).postMessage(message);
}
function makeEditor(make: MakeWorker, receive: (message: unknown) => void, lost: () => void, failed: (message: string) => void): Worker {
    const worker = make('editor.js');
    worker.onmessage = ({data}: MessageEvent<FromEditor>) => {
        switch (data.kind) {
            case 'said':
                receive(data.message);
                break;
            case 'lost':
                lost();
                break;
            case 'failed':
                failed(data.message);
                break;
        }
    };
    worker.onerror = ({message}) => failed(message);
    return worker;
}
