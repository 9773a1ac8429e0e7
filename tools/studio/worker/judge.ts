// The grader in a worker of its own, made when the first program is to be judged and ended when it takes too long.

import {Mariner} from '../../../emulator/web/package/index.js';
import type {FromJudge, ToJudge} from './messages.ts';
import {isPicture, pictureBytes} from '../state/picture.ts';
import type {SourceFile} from '../state/model.ts';
import {loadModule, serve} from './module.ts';

const post = (message: FromJudge) => self.postMessage(message);

/** A picture as the grader's module takes it: its size, and three bytes a pixel. One that can't be read is told of by the grader. */
async function readable(file: SourceFile): Promise<SourceFile> {
    try {
        const image = await createImageBitmap(new Blob([pictureBytes(file)]), {premultiplyAlpha: 'none', colorSpaceConversion: 'none'});
        const {width, height} = image;
        const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
        canvas.drawImage(image, 0, 0);
        const {data} = canvas.getImageData(0, 0, width, height);
        let text = '';
        for (let i = 0; i < data.length; i += 4) {
            text += String.fromCharCode(data[i]!, data[i + 1]!, data[i + 2]!);
        }
        return {...file, text: `${width} ${height} ${btoa(text)}`};
    } catch {
        return file;
    }
}

serve<ToJudge>(async () => {
    const module = await loadModule('judge.wasm');
    return async (wish) => {
        // Every judgement has an instance to itself: what it needed is given back as a whole.
        try {
            const files = await Promise.all(wish.files.map((file) => isPicture(file) ? readable(file) : file));
            post({kind: 'judged', judgement: (await Mariner.load(module)).judge({...wish, files})});
        } catch (problem) {
            post({kind: 'failed', message: String(problem)});
        }
    };
}, (message) => post({kind: 'failed', message}));
