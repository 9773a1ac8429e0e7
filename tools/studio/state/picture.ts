// A picture among a project's files, as a rubric may want one. It is kept as a data address: drafts, links and archives hold
// it as they hold texts.

import type {SourceFile} from './model.ts';

const head = 'data:image/png;base64,';
const signature = [0x89, 0x50, 0x4e, 0x47];
const mostBytes = 1 << 20;

export const isPicture = ({text}: SourceFile): boolean => text.startsWith(head);

/** Null if these bytes are no picture of this kind, or one that is too large. */
export function pictureText(bytes: Uint8Array): string | null {
    if (bytes.length > mostBytes || signature.some((byte, i) => bytes[i] !== byte)) {
        return null;
    }
    let text = '';
    for (let i = 0; i < bytes.length; i += 4096) {
        text += String.fromCharCode(...bytes.subarray(i, i + 4096));
    }
    return head + btoa(text);
}
export const pictureBytes = ({text}: SourceFile): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text.slice(head.length)), (character) => character.charCodeAt(0));
