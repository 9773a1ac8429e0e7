// The language server in a worker of its own: a program that runs doesn't keep who types from being helped.

import {type LanguageServer, Mariner} from '../../../emulator/web/package/index.js';
import type {FromEditor, ToEditor} from './messages.ts';
import {loadModule, serve} from './module.ts';

const post = (message: FromEditor) => self.postMessage(message);

serve<ToEditor>(async () => {
    const module = await loadModule('editor.wasm');
    let server: LanguageServer | null = null;
    return async (message) => {
        try {
            server ??= (await Mariner.load(module)).languageServer((answer) => post({kind: 'said', message: answer}));
            server.receive(message);
        } catch {
            server = null;  // it has met its end (out of memory, say); the page opens its texts in a fresh one
            post({kind: 'lost'});
        }
    };
}, (message) => post({kind: 'failed', message}));
