import assert from 'node:assert/strict';
import {test} from 'node:test';
import {deflate, fromFragment, inflate, safeName, toFragment} from '../../state/link.ts';
import {fromZip, toZip} from '../../state/zip.ts';

const project = {name: 'p', files: [{name: 'a.asm', text: 'Tiếng Việt ✓\n'.repeat(9000)}], input: '1\n2\n'};

test('a link gives back what it was made from', async () => {
    const settings = {seed: 77, form: 'hex' as const, breakpoints: {[project.files[0]!.name]: [3, 5]}, conditions: {[project.files[0]!.name]: {3: '$t0 == 1'}}};
    const link = await toFragment({project, step: 12, settings});
    assert.match(link, /^v1\.[\w-]+$/);
    assert.deepEqual(await fromFragment(`#${link}`), {project, step: 12, settings});
});

test('a link that is broken, foreign or too large is none', async () => {
    const packed = async (content: unknown) => {
        const bytes = await deflate(new TextEncoder().encode(JSON.stringify(content)));
        return `v1.${Buffer.from(bytes).toString('base64url')}`;
    };
    for (const text of ['', '#', 'v1.', 'v1.A', 'v2.AAAA', 'v1.!!!!', await packed(null), await packed({}), await packed({files: []}),
        await packed({files: Array(1000).fill(['a', 'b'])}), await packed({files: [['a', 'x'.repeat(20 << 20)]]})]) {
        assert.equal(await fromFragment(text), null, text.slice(0, 40));
    }
    const odd = await fromFragment(await packed({files: [['../../x.asm', 1], ['x.asm', 'y']], step: -3, input: {}, name: 5}));
    assert.deepEqual(odd, {project: {name: '5', files: [{name: 'x.asm', text: '1'}, {name: 'x-2.asm', text: 'y'}], input: ''}, step: null,
        settings: {seed: null, form: 'auto', breakpoints: {}, conditions: {}}});
});

test('names stay inside, and apart', () => {
    const used = new Set<string>();
    assert.deepEqual(['a.asm', 'a.asm', '/etc/passwd', '..\\..\\b', '', '\u202egnp.asm', 'd/../e', '__proto__', 'constructor'].map((name) => safeName(name, used)),
        ['a.asm', 'a-2.asm', 'etc/passwd', 'b', 'file.asm', 'gnp.asm', 'd/e', '__proto__.asm', 'constructor.asm']);
});

test('an archive gives back its texts, and names what it leaves out', async () => {
    const files = [{name: 'a.asm', text: 'main:\n'}, {name: 'd/ô.txt', text: ''}];
    const bytes = await toZip(files);
    assert.deepEqual(await fromZip(bytes), {files, leftOut: []});
    for (let cut = 0; cut < bytes.length; cut += 7) {
        const found = await fromZip(bytes.slice(0, cut)).catch(() => ({files: [], leftOut: []}));
        assert.equal(found.files.length, 0);
    }
    for (let at = 0; at < bytes.length; at += 3) {
        const spoilt = bytes.slice();
        spoilt[at] = spoilt[at]! ^ 0xff;
        await fromZip(spoilt).catch((problem) => assert.ok(problem instanceof RangeError, String(problem)));
    }
});

test('what unpacks to more than may be is refused', async () => {
    await assert.rejects(inflate(await deflate(new Uint8Array(1 << 20)), 1000), RangeError);
});

test('a link may hold anything where its settings stand', async () => {
    const packed = async (content: object) => `v1.${Buffer.from(await deflate(new TextEncoder().encode(JSON.stringify(content)))).toString('base64url')}`;
    const odd = await fromFragment(await packed({files: [['a.asm', '']], seed: 'x', form: 'huge', breakpoints: {'a.asm': [1, -2, 'x', 2.5], b: [1], c: 7}, conditions: {'a.asm': 5, b: {}}}));
    assert.deepEqual(odd?.settings, {seed: null, form: 'auto', breakpoints: {'a.asm': [1]}, conditions: {'a.asm': {}}});
});
