// What tests/editors/run.py has VS Code do in Chromium: opens a wrong program, repairs it by its lightbulb, sets a
// breakpoint, runs, goes back, looks at registers and asks who drew a unit of the picture. Writes what it saw as JSON, and a
// screenshot of each stage:  node drive.mjs ADDRESS FOLDER CHROMIUM
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
    await page.locator('.quick-input-widget input').fill(`:${line}:${column}`);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').waitFor({state: 'hidden'});
}
const stoppedLine = () => until(() => page.evaluate(() =>
    Number(document.querySelector('.debug-call-stack .line-number')?.textContent?.split(':')[0] ?? 0)), 'the line where the program stands');
const registers = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.customview-tree .monaco-list-row')]
    .map((row) => [row.querySelector('.label-name')?.textContent, row.querySelector('.label-description')?.textContent]).filter(([, value]) => value)));

async function converse() {
    await page.goto(address);
    await has('.monaco-workbench .explorer-folders-view');
    await page.locator('.explorer-folders-view .monaco-list-row', {hasText: 'stripes.asm'}).dblclick();
    await has('.monaco-editor .view-line');

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

    const panel = await until(async () => {
        for (const frame of page.frames()) {
            if (await frame.locator('#picture').count().catch(() => 0)) {
                return frame;
            }
        }
        return null;
    }, 'the picture');
    const canvas = panel.locator('#picture');
    await until(() => canvas.evaluate((one) => one.width > 0 && one.clientWidth > 0), 'the size of the picture');
    const size = await canvas.evaluate((one) => ({columns: one.width, rows: one.height, width: one.clientWidth, height: one.clientHeight}));
    await canvas.click({position: {x: size.width * 0.5 / size.columns, y: size.height * 0.5 / size.rows}});
    seen.who = await until(async () => { const text = await panel.locator('#note').innerText(); return text.includes('written by') && text; }, 'who drew it');
    seen.picture = size;
    await picture('pixel');
}

try {
    await converse();
} catch (problem) {
    seen.troubles.push(String(problem.message ?? problem));
    await picture('trouble').catch(() => {});
}
writeFileSync(join(folder, 'seen.json'), JSON.stringify(seen));
await browser.close();
