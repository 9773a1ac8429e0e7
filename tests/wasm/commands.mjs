// The package's command in workers of this page.

export const compiled = async (name) => WebAssembly.compile(await (await fetch(name)).arrayBuffer());

class AskedWorker {
    #worker;

    /// Which has the module.
    static async start(script, module) {
        const worker = new AskedWorker();
        worker.#worker = new Worker(script, {type: 'module'});
        await worker.ask({module}, 60000);
        return worker;
    }
    /// The worker's answer; null if there is none in so many milliseconds: then the worker is ended.
    ask(message, milliseconds) {
        return new Promise((go, fail) => {
            const timer = setTimeout(() => { this.end(); go(null); }, milliseconds);
            this.#worker.onmessage = ({data}) => { clearTimeout(timer); go(data); };
            this.#worker.onerror = ({message: trouble}) => { clearTimeout(timer); fail(new Error(trouble)); };
            this.#worker.postMessage(message);
        });
    }
    tell(message) { this.#worker.postMessage(message); }
    end() { this.#worker.terminate(); }
}
const startCommandWorker = (module) => AskedWorker.start('/tests/command_worker.mjs', module);

/// What each command does: {code, out, err, files}, or null if it doesn't end in time.
export async function runAll(module, commands, milliseconds) {
    const answers = [];
    const waiting = commands.entries();
    const work = async () => {
        let worker = await startCommandWorker(module);
        for (const [at, command] of waiting) {
            answers[at] = await worker.ask(command, milliseconds);
            worker = answers[at] ? worker : await startCommandWorker(module);
        }
        worker.end();
    };
    await Promise.all(Array.from({length: navigator.hardwareConcurrency}, work));
    return answers;
}

const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));
async function timeOf(act) {
    const begin = performance.now();
    const answer = await act();
    return {answer, milliseconds: performance.now() - begin};
}

/// Turn by turn a command and an empty message, in a worker that has the module: {commands, messages, memory}.
export async function timeCommand(module, command, rounds) {
    const worker = await startCommandWorker(module);
    const times = {commands: [], messages: []};
    for (let i = 0; i < rounds; ++i) {
        const {answer, milliseconds} = await timeOf(() => worker.ask(command, 60000));
        if (answer?.code !== 0) {
            throw new Error(answer?.err ?? 'no answer');
        }
        times.commands.push(milliseconds);
        times.memory = answer.memory;
        times.messages.push((await timeOf(() => worker.ask({}, 60000))).milliseconds);
    }
    worker.end();
    return times;
}

/// How long a worker of the library takes to stop an endless program, and to answer when it has nothing to do.
export async function timeStops(module, source, rounds) {
    const worker = await AskedWorker.start('/tests/stop_worker.mjs', module);
    const times = {stops: [], messages: []};
    for (let i = 0; i < rounds; ++i) {
        worker.tell({run: source});
        await pause(50 + 3 * i);
        const {answer, milliseconds} = await timeOf(() => worker.ask({stop: true}, 60000));
        if (answer?.state !== 'running') {
            throw new Error(JSON.stringify(answer));
        }
        times.stops.push(milliseconds);
        times.messages.push((await timeOf(() => worker.ask({}, 60000))).milliseconds);
    }
    worker.end();
    return times;
}
