// The grader in a worker of its own, made when the first program is to be judged and ended when it takes too long.

import {Mariner} from '../../../emulator/web/package/index.js';
import type {FromJudge, ToJudge} from './messages.ts';
import {loadModule, serve} from './module.ts';

const post = (message: FromJudge) => self.postMessage(message);

serve<ToJudge>(async () => {
    const module = await loadModule('judge.wasm');
    return async (wish) => {
        // Every judgement has an instance to itself: what it needed is given back as a whole.
        try {
            post({kind: 'judged', judgement: (await Mariner.load(module)).judge(wish)});
        } catch (problem) {
            post({kind: 'failed', message: String(problem)});
        }
    };
}, (message) => post({kind: 'failed', message}));
