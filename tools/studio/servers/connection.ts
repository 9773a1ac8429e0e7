// Requests with numbers, and the answers that belong to them. Over any transport: a function out, a method in.

interface Waiting {
    resolve: (body: Body) => void;
    reject: (problem: Error) => void;
}
export type Body = Record<string, any>;

interface Incoming {
    type?: string;
    request_seq?: number;
    success?: boolean;
    message?: string;
    event?: string;
    body?: Body;
}

export class Refused extends Error {}

export class Connection {
    #number = 0;
    #waiting = new Map<number, Waiting>();

    constructor(private readonly send: (message: object) => void, private readonly event: (name: string, body: Body) => void) {}

    request(command: string, args: object = {}): Promise<Body> {
        const seq = ++this.#number;
        return new Promise((resolve, reject) => {
            this.#waiting.set(seq, {resolve, reject});
            this.send({seq, type: 'request', command, arguments: args});
        });
    }

    receive(message: unknown): void {
        const incoming = message as Incoming;
        if (incoming.type === 'event') {
            this.event(incoming.event ?? '', incoming.body ?? {});
            return;
        }
        const waiting = this.#waiting.get(incoming.request_seq ?? -1);
        if (!waiting) {
            return;
        }
        this.#waiting.delete(incoming.request_seq!);
        if (incoming.success) {
            waiting.resolve(incoming.body ?? {});
        } else {
            waiting.reject(new Refused(incoming.message ?? ''));
        }
    }

    /** Nothing more will come. */
    close(): void {
        for (const {reject} of this.#waiting.values()) {
            reject(new Refused('closed'));
        }
        this.#waiting.clear();
    }
}
