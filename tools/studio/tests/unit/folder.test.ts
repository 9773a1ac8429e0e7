import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Folder} from '../../servers/folder.ts';

/** A disk behind a server, as `mariner studio` is one. */
class Disk {
    texts: string[];
    constructor(...texts: string[]) { this.texts = texts; }
    stamp(i: number) { return `s${this.texts[i]}`; }
    fetch = (address: string, wish?: {headers: Record<string, string>; body: string}) => {
        const json = (status: number, content: unknown) => Promise.resolve(new Response(JSON.stringify(content), {status}));
        if (!wish) {
            return json(200, {files: this.texts.map((text, i) => ({name: `f${i}`, stamp: this.stamp(i), text}))});
        }
        const i = Number(address.split('/')[1]);
        if (wish.headers['X-Stamp'] !== this.stamp(i)) {
            return json(409, {stamp: this.stamp(i), text: this.texts[i]});
        }
        this.texts[i] = wish.body;
        return json(200, {stamp: this.stamp(i)});
    };
}
async function folderOn(disk: Disk) {
    globalThis.fetch = disk.fetch as unknown as typeof fetch;
    const folder = new Folder();
    return {folder, project: (await folder.load())!};
}

test('what is typed is saved with the ends of lines that were there', async () => {
    const disk = new Disk('a\r\nb\r\n', 'c\n');
    const {folder, project} = await folderOn(disk);
    assert.deepEqual(project.files.map(({text}) => text), ['a\nb\n', 'c\n']);
    assert.deepEqual(await folder.save([{name: 'f0', text: 'x\nb\n'}, {name: 'f1', text: 'c\n'}, {name: 'new', text: '?'}]), []);
    assert.deepEqual(disk.texts, ['x\r\nb\r\n', 'c\n']);
    assert.deepEqual(await folder.look(), []);
});

test('nothing that somebody else has written is written over before it is decided', async () => {
    const disk = new Disk('a');
    const {folder} = await folderOn(disk);
    disk.texts[0] = 'theirs';
    assert.deepEqual(await folder.save([{name: 'f0', text: 'mine'}]), [{name: 'f0', text: 'theirs'}]);
    assert.deepEqual(await folder.save([{name: 'f0', text: 'mine!'}]), [{name: 'f0', text: 'theirs'}]);
    assert.deepEqual(disk.texts, ['theirs']);
    folder.agree({name: 'f0', text: 'theirs'});
    assert.deepEqual(await folder.save([{name: 'f0', text: 'mine!'}]), []);
    assert.deepEqual(disk.texts, ['mine!']);
    // The same when it is noticed first.
    disk.texts[0] = 'theirs again';
    assert.deepEqual(await folder.look(), [{name: 'f0', text: 'theirs again'}]);
    assert.equal(folder.isUnchanged({name: 'f0', text: 'mine!'}), true);
    await folder.save([{name: 'f0', text: 'typed meanwhile'}]);
    assert.deepEqual(disk.texts, ['theirs again']);
});
