// JSON-RPC as the language server speaks it: requests with numbers and the answers that belong to them, and
// notifications that nobody answers.

import {Refused} from './connection.ts';

interface Waiting {
    resolve: (result: any) => void;
    reject: (problem: Error) => void;
}

export class Rpc {
    #number = 0;
    #waiting = new Map<number, Waiting>();

    constructor(private readonly send: (message: object) => void) {}

    request(method: string, params: object): Promise<any> {
        const id = ++this.#number;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, {resolve, reject});
            this.send({jsonrpc: '2.0', id, method, params});
        });
    }
    tell(method: string, params: object): void { this.send({jsonrpc: '2.0', method, params}); }

    receive(message: unknown): void {
        const {id, result, error} = message as {id?: number; result?: unknown; error?: {message: string}};
        const waiting = this.#waiting.get(id ?? -1);
        if (waiting) {
            this.#waiting.delete(id!);
            error ? waiting.reject(new Refused(error.message)) : waiting.resolve(result);
        }
    }
    /** Nothing more will come of what was asked. */
    forget(): void {
        for (const {reject} of this.#waiting.values()) {
            reject(new Refused('closed'));
        }
        this.#waiting.clear();
    }
}
