// A module that lies beside the page, compiled.

import {compile} from '../../../emulator/web/package/index.js';

export async function loadModule(name: string): Promise<WebAssembly.Module> {
    const kept = (self as unknown as {marinerModules?: Record<string, string>}).marinerModules?.[name];
    if (kept) {
        return compile(Uint8Array.from(atob(kept), (one) => one.charCodeAt(0)));
    }
    const response = await fetch(new URL(name, self.location.href));
    if (!response.ok) {
        throw new Error(`${name}: ${response.status}`);
    }
    return compile(response);
}

/** Messages are taken one after the other, from when there is somebody to take them. */
export function serve<Message>(begin: () => Promise<(message: Message) => Promise<void>>, failed: (message: string) => void): void {
    const waiting: Message[] = [];
    let take = (message: Message): void => { waiting.push(message); };
    self.onmessage = ({data}: MessageEvent<Message>) => take(data);
    void begin().then((receive) => {
        let turn: Promise<void> = Promise.resolve();
        take = (message) => { turn = turn.then(() => receive(message)); };
        waiting.forEach((message) => take(message));
    }, (problem) => failed(String(problem)));
}
