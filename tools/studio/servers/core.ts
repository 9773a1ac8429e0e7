// The worker, as the page sees it: one that is started anew when it doesn't answer any more.

import type {SourceFile} from '../state/model.ts';
import type {FromWorker, ToWorker} from '../worker/messages.ts';

export class Core {
    #worker: Worker;
    #checks = new Map<number, (report: unknown) => void>();
    #number = 0;
    #session = 0;
    #receive: (message: unknown) => void = () => {};

    constructor(private readonly make: () => Worker, private readonly failed: (message: string) => void) {
        this.#worker = this.#start();
    }

    /** What the assembler says of these files. */
    check(files: SourceFile[]): Promise<unknown> {
        const id = ++this.#number;
        return new Promise((go) => {
            this.#checks.set(id, go);
            this.#send({kind: 'check', id, files});
        });
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

    #send(message: ToWorker): void { this.#worker.postMessage(message); }
    #start(): Worker {
        const worker = this.make();
        worker.onmessage = ({data}: MessageEvent<FromWorker>) => this.#take(data);
        worker.onerror = ({message}) => this.failed(message);
        return worker;
    }
    #take(message: FromWorker): void {
        switch (message.kind) {
            case 'ready':
                break;
            case 'failed':
                this.failed(message.message);
                break;
            case 'checked':
                this.#checks.get(message.id)?.(message.report);
                this.#checks.delete(message.id);
                break;
            case 'debug':
                if (message.session === this.#session) {
                    this.#receive(message.message);
                }
                break;
        }
    }
}
