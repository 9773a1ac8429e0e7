// What the registers hold before the first step of any program: read once, from the core, which alone knows it.

import type {Fresh} from '../state/model.ts';
import type {Core} from './core.ts';
import {Debug} from './debug.ts';

const nothing = () => {};

/** Null if somebody has begun a run in the meantime: that goes before. */
export async function readFresh(core: Core): Promise<Fresh | null> {
    const name = 'nothing.asm';
    const debug = new Debug(core, {output: nothing, stopped: nothing, waiting: nothing, input: nothing});
    try {
        await debug.launch({files: [{name, text: ''}], programs: [name], breakpoints: {}, conditions: {}, stopsAtStart: true, seed: 0, hasTools: false, tools: []});
        const [registers, floats, system] = await Promise.all([debug.registers(), debug.floats(), debug.system()]);
        return {registers, floats, system};
    } catch {
        return null;
    } finally {
        debug.close();
    }
}
