// What tests/editors/run.py has VS Code do in Chromium: opens a wrong program, repairs it by its lightbulb, sets a
// breakpoint, runs, goes back, looks at registers and labels, asks who drew a unit of the picture, reads and changes memory,
// opens the disassembly, stops where a register is written, and types and clicks into the picture of a running program. Writes
// what it saw as JSON, and a screenshot of each stage:  node drive.mjs ADDRESS FOLDER CHROMIUM
import {mkdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';

const [address, folder, chromiumPath] = process.argv.slice(2);
const {chromium} = createRequire(join(process.env.NODE_PATH, 'x.js'))('playwright-core');
const seen = {troubles: []};
mkdirSync(folder, {recursive: true});

const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--disable-component-update'],
});
const page = await browser.newPage({viewport: {width: 1400, height: 1500}});
page.setDefaultTimeout(60_000);
page.on('pageerror', (problem) => seen.troubles.push(String(problem)));

let pictures = 0;
const picture = (name) => page.screenshot({path: join(folder, `${++pictures}-${name}.png`)});
const has = (selector) => page.locator(selector).first().waitFor({state: 'attached'});
const hasNo = (selector) => page.waitForFunction((one) => !document.querySelector(one), selector);
const until = async (question, what) => {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
        const answer = await question();
        if (answer) {
            return answer;
        }
        await page.waitForTimeout(50);
    }
    throw new Error(`waited in vain for ${what}`);
};
async function goTo(line, column = 1) {
    await page.keyboard.press('Control+g');
    await page.locator('.quick-input-widget input[type=text]').fill(`:${line}:${column}`);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').waitFor({state: 'hidden'});
}
const stoppedLine = () => until(() => page.evaluate(() =>
    Number(document.querySelector('.debug-call-stack .line-number')?.textContent?.split(':')[0] ?? 0)), 'the line where the program stands');
const registers = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.customview-tree .monaco-list-row')]
    .map((row) => [row.querySelector('.label-name')?.textContent, row.querySelector('.label-description')?.textContent]).filter(([, value]) => value)));

async function open(name) {
    await has('.monaco-workbench .explorer-folders-view');
    await page.locator('.explorer-folders-view .monaco-list-row', {hasText: name}).dblclick();
    await page.locator('.tab.active', {hasText: name}).waitFor();
    await has('.monaco-editor .view-line');
}
const display = () => until(async () => {
    for (const frame of page.frames()) {
        if (await frame.locator('#picture').count().catch(() => 0)) {
            return frame;
        }
    }
    return null;
}, 'the picture');
async function sizeOf(canvas) {
    await until(() => canvas.evaluate((one) => one.width > 0 && one.clientWidth > 0), 'the size of the picture');
    return canvas.evaluate((one) => ({columns: one.width, rows: one.height, width: one.clientWidth, height: one.clientHeight}));
}
const middleOf = (size, column, row) => ({x: size.width * (column + 0.5) / size.columns, y: size.height * (row + 0.5) / size.rows});

async function converse() {
    await page.goto(address);
    await open('stripes.asm');

    await has('.squiggly-error');
    await picture('error');
    const line = 11;
    await goTo(line, 10);
    await page.locator('.monaco-editor .codicon-light-bulb, .monaco-editor .codicon-lightbulb, .monaco-editor .codicon-lightbulb-autofix, .monaco-editor .codicon-gutter-lightbulb-auto-fix, .monaco-editor .codicon-gutter-lightbulb').first().click();
    await page.locator('.action-widget').waitFor();
    await picture('lightbulb');
    seen.repairs = await page.locator('.action-widget .monaco-list-row').allInnerTexts();
    await page.keyboard.press('Enter');  // the first
    await hasNo('.squiggly-error');
    await page.keyboard.press('Control+s');
    seen.lens = await until(() => page.locator('.codelens-decoration').first().innerText().catch(() => ''), 'the code lens');
    await picture('repaired');

    await goTo(17);
    await page.keyboard.press('F9');
    await has('.codicon-debug-breakpoint');
    await page.keyboard.press('F5');
    await has('.debug-toolbar');
    seen.stopped = await stoppedLine();
    for (const section of ['Variables', 'Watch']) {  // room for ours
        await page.locator('.pane-header', {hasText: section}).click();
    }
    seen.registers = await until(async () => { const all = await registers(); return Object.keys(all).length > 20 && all; }, 'the registers');
    await picture('stopped');
    await page.keyboard.press('F5');
    await until(async () => JSON.stringify(await registers()) !== JSON.stringify(seen.registers), 'the next stop');
    seen.later = await registers();
    seen.changed = await page.locator('.customview-tree .monaco-list-row .highlight').allInnerTexts();
    await picture('changed');
    await page.locator('.debug-toolbar .codicon-debug-reverse-continue').click();
    await until(async () => JSON.stringify(await registers()) === JSON.stringify(seen.registers), 'the stop before');
    await page.locator('.debug-toolbar .codicon-debug-step-back').click();
    seen.back = await until(async () => { const now = await stoppedLine(); return now !== seen.stopped && now; }, 'a line before');
    await picture('back');

    const panel = await display();
    const canvas = panel.locator('#picture');
    const size = await sizeOf(canvas);
    await canvas.click({position: middleOf(size, 0, 0)});
    seen.who = await until(async () => { const text = await panel.locator('#note').innerText(); return text.includes('written by') && text; }, 'who drew it');
    seen.picture = size;
    await picture('pixel');
    await lookAtLabels();
    await lookAtMemory();
    await lookAtDisassembly();
    await breakOnData();
    await playWithKeys();
}

// ---- VS Code's own views: memory, disassembly, data breakpoints
/// By the palette. It closes if a view that has just been opened takes the focus: then it is asked for again.
async function command(name) {
    const input = page.locator('.quick-input-widget input[type=text]');
    const row = page.locator('.quick-input-widget .monaco-list-row', {hasText: name}).first();
    await until(async () => {
        if (!await input.isVisible()) {
            await page.keyboard.press('F1');
        }
        return input.fill(`>${name}`, {timeout: 3000}).then(() => row.click({timeout: 3000})).then(() => true, () => false);
    }, `the command ${name}`);
}
const variable = (name) => page.locator('.debug-variables .monaco-list-row', {has: page.locator('.name', {hasText: new RegExp(`^${name.replace('$', '\\$')}`)})}).first();
const inFrame = (selector, what) => until(async () => {
    for (const frame of page.frames()) {
        const text = await frame.locator(selector).innerText({timeout: 500}).catch(() => '');
        if (text) {
            return text;
        }
    }
    return '';
}, what);

async function lookAtLabels() {
    await page.locator('.pane-header', {hasText: 'Variables'}).click();
    const rows = page.locator('.debug-variables .monaco-list-row');
    const labels = rows.filter({has: page.locator('.scope', {hasText: /^Labels$/})});
    seen.labels = await until(async () => {  // the view is drawn again now and then, so that one click may miss
        if (await labels.getAttribute('aria-expanded', {timeout: 2000}).catch(() => null) === 'false') {
            await labels.click({timeout: 2000}).catch(() => {});
            await page.waitForTimeout(500);
        }
        return (await rows.allInnerTexts()).find((text) => text.startsWith('picture'));
    }, 'the labels');
    await picture('labels');
}

async function lookAtMemory() {
    // $t1 points to the second unit. The view is drawn again now and then, so that one click may miss.
    await until(async () => {
        await variable('$t1').hover({timeout: 2000}).catch(() => {});
        await variable('$t1').locator('.codicon-debug-inspect-memory').click({timeout: 2000}).catch(() => {});
        return await page.locator('.tab', {hasText: 'memory.bin'}).count();
    }, 'the memory view');
    seen.memory = await inFrame('#bytes', 'the memory');
    await command('Change the first byte that is shown');
    seen.written = await until(async () => { const now = await inFrame('#bytes', 'the memory'); return now !== seen.memory && now; }, 'what was written');
    await picture('memory');
}

async function lookAtDisassembly() {
    await page.locator('.tab', {hasText: 'stripes.asm'}).first().click();
    await command('Open Disassembly View');
    const lines = page.locator('.disassembly-view .monaco-list-row, .monaco-list-row:has(.disassembly-view)');  // as VS Code's age has it
    seen.disassembly = await until(async () => { const all = (await lines.allInnerTexts()).join('\n'); return /bne/.test(all) && all; }, 'the instructions');
    await picture('disassembly');
    await command('View: Close Editor');
}

async function breakOnData() {
    await page.locator('.tab', {hasText: 'stripes.asm'}).first().click();
    await command('Remove All Breakpoints');
    const entry = page.locator('.monaco-menu .action-item', {hasText: 'Break on Value Change'});
    await until(async () => {
        await variable('$t2').click({button: 'right', timeout: 2000}).catch(() => {});
        return await entry.count();
    }, 'the menu of a register');
    await picture('break-on');
    await entry.click();
    await has('.debug-breakpoints .codicon-debug-breakpoint-data');
    await page.keyboard.press('F5');
    seen.dataStop = await until(async () => { const text = await page.locator('.pane-header', {hasText: 'Call Stack'}).innerText(); return /became/.test(text) && text; }, 'the data breakpoint');
    seen.dataLine = await stoppedLine();
    await picture('data-breakpoint');
}

// ---- keys and the pointer in the picture of a running program
async function playWithKeys() {
    await command('Remove All Breakpoints');
    await page.keyboard.press('Shift+F5');
    await page.locator('.debug-toolbar').waitFor({state: 'hidden'});
    await page.keyboard.press('Control+Shift+E');
    await open('keys.asm');
    await page.keyboard.press('F5');
    const panel = await display();
    const canvas = panel.locator('#picture');
    await panel.locator('#note', {hasText: 'keys and pointer go to the program'}).waitFor();
    const colour = (column, row) => canvas.evaluate((one, at) => [...one.getContext('2d').getImageData(...at, 1, 1).data], [column, row]);
    const colours = async (column, row, wanted) => until(async () => { const now = await colour(column, row); return now[2] === wanted && now; },
        `the colour ${wanted} at ${column}, ${row}`);
    await colours(0, 0, 0);
    await canvas.click({position: middleOf(await sizeOf(canvas), 5, 3)});
    seen.clicked = await colours(5, 3, 255);
    await page.keyboard.press('k');
    seen.typed = await colours(0, 0, 'k'.charCodeAt(0));
    await picture('keys');
}

try {
    await converse();
} catch (problem) {
    seen.troubles.push(String(problem.message ?? problem));
    await picture('trouble').catch(() => {});
}
writeFileSync(join(folder, 'seen.json'), JSON.stringify(seen));
await browser.close();
