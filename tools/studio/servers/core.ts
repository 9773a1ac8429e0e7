// The workers, as the page sees them: one runs programs, the other knows the language.

import type {SourceFile} from '../state/model.ts';
import type {FromEditor, FromRunner, ToEditor, ToRunner} from '../worker/messages.ts';

export type MakeWorker = (script: string) => Worker;

export class Core {
    readonly #worker: Worker;
    #session = 0;
    #receive: (message: unknown) => void = () => {};

    constructor(make: MakeWorker, failed: (message: string) => void) {
        this.#worker = make('worker.js');
        this.#worker.onmessage = ({data}: MessageEvent<FromRunner>) => {
            if (data.kind === 'failed') {
                failed(data.message);
            } else if (data.session === this.#session) {
                this.#receive(data.message);
            }
        };
        this.#worker.onerror = ({message}) => failed(message);
    }

    /** A debug adapter of its own, which ends the one before. */
    open(files: SourceFile[], receive: (message: unknown) => void): (message: object) => void {
        const session = ++this.#session;
        this.#receive = receive;
        this.#send({kind: 'open', session, files});
        return (message) => {
            if (session === this.#session) {
                this.#send({kind: 'debug', session, message});
            }
        };
    }
    close(): void {
        this.#send({kind: 'close', session: this.#session});
        ++this.#session;
        this.#receive = () => {};
    }
    #send(message: ToRunner): void { this.#worker.postMessage(message); }
}

/** Messages to the language server; `lost`: it has forgotten all texts. */
export function connectEditor(make: MakeWorker, receive: (message: unknown) => void, lost: () => void, failed: (message: string) => void): (message: ToEditor) => void {
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
    return (message) => worker.postMessage(message);
}
