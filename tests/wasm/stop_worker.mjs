// A worker of a page that runs programs until it is told to stop; it answers then, and at once when nothing runs.
import {Mariner} from '/index.js';

let mariner;
let stopper;
onmessage = async ({data}) => {
    if (data.run) {
        stopper = new AbortController();
        const {simulation} = mariner.assemble(data.run);
        const state = await simulation.run({signal: stopper.signal});
        simulation.release();
        postMessage(state);
    } else if (data.stop) {
        stopper.abort();
    } else {
        mariner = data.module ? await Mariner.load(data.module) : mariner;
        postMessage({});
    }
};
