// api_tests.mjs in a worker, with the module that the page compiled.
import * as mariner4 from '/index.js';
import {run} from './api_tests.mjs';

onmessage = async ({data}) => {
    const lines = [];
    await run(mariner4, data, (...line) => lines.push(line), 500);
    postMessage(lines);
};
