// What is told who plays a bundled game, in a worker of its own: hints take seconds, and the program goes on meanwhile.

import {Mariner} from '../../../emulator/web/package/index.js';
import type {FromRooms, ToRooms} from './messages.ts';
import {loadModule, serve} from './module.ts';

const post = (message: FromRooms) => self.postMessage(message);
const folder = '/games';

serve<ToRooms>(async () => {
    const module = await loadModule('rooms.wasm');
    let mariner: Mariner | null = null;
    return async ({number, wish, program}) => {
        try {
            mariner ??= await Mariner.load(module, {environment: {MARINER_GAMES: folder}});
            mariner.files.put(`${folder}/${program.name}`, program.text);
            post({kind: 'advised', number, advice: mariner.advise(wish)});
        } catch (problem) {
            mariner = null;
            post({kind: 'refused', number, message: String(problem)});
        }
    };
}, (message) => post({kind: 'failed', message}));
