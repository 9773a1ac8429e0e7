import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isPicture, pictureBytes, pictureText} from '../../state/picture.ts';
import {fromZip, toZip} from '../../state/zip.ts';

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255, 128]);

test('a picture is kept as a text, and is itself again in an archive', async () => {
    const text = pictureText(png)!;
    assert.ok(isPicture({name: 'a.png', text}));
    assert.deepEqual(pictureBytes({name: 'a.png', text}), png);
    const packed = await toZip([{name: 'a.png', text}, {name: 'a.asm', text: 'nop\n'}]);
    assert.deepEqual(await fromZip(packed), {files: [{name: 'a.png', text}, {name: 'a.asm', text: 'nop\n'}], leftOut: []});
});

test('what is no picture, or too large a one, is none', () => {
    assert.equal(pictureText(new TextEncoder().encode('main: nop')), null);
    const large = new Uint8Array(2 << 20);
    large.set(png);
    assert.equal(pictureText(large), null);
    assert.ok(!isPicture({name: 'a.png', text: 'main: nop'}));
});
