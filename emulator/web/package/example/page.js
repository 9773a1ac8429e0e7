// The page's own: a program is run in slices, so that the buttons work meanwhile.
import {Mariner} from '../index.js';

const part = (id) => document.getElementById(id);
let stopper;
let giveLine = () => {};

part('input').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
        giveLine(`${part('input').value}\n`);
        part('input').value = '';
    }
});
part('stop').addEventListener('click', () => {
    stopper?.abort();
    giveLine(undefined);
});

function draw(simulation) {
    const {width, height, pixels} = simulation.picture();
    part('picture').getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
}

async function run(mariner) {
    part('output').textContent = '';
    const {text, simulation} = mariner.assemble({'hw.asm': part('source').value});
    if (!simulation) {
        part('output').textContent = text;
        part('state').textContent = 'not assembled';
        return;
    }
    stopper = new AbortController();
    part('run').disabled = !(part('stop').disabled = false);
    part('state').textContent = 'running';
    const end = await simulation.run({
        signal: stopper.signal,
        output(printed) { part('output').textContent += printed; },
        input() {
            draw(simulation);
            part('state').textContent = 'waits for input';
            part('input').focus();
            return new Promise((go) => { giveLine = go; });
        },
    });
    draw(simulation);
    part('output').textContent += end.message ?? '';
    part('state').textContent = `${end.state === 'ended' ? end.reason : 'stopped'}, ${end.steps} instructions`;
    part('run').disabled = !(part('stop').disabled = true);
    simulation.release();
}

try {
    const mariner = await Mariner.load();
    part('run').addEventListener('click', () => run(mariner));
    part('state').textContent = 'ready';
} catch (problem) {
    part('state').textContent = problem.message;
}
