// What panes show, computed from the state. Pure, so that it can be tested without a page.

import {gameOf} from './games.ts';
import type {Advice, NumberForm, Phase, Piece, RegisterValue, Repair, SourceFile, Studio, Use, Writer} from './model.ts';

export const isPast = ({moment, dragged}: Studio): boolean =>
    moment !== null && (dragged ?? moment.step) < moment.last;

/** The step under the handle: while it is dragged, before the machine has got there. */
export const shownStep = ({moment, dragged}: Studio): number => dragged ?? moment?.step ?? 0;

export const hex = (bits: number, digits = 8): string => `0x${(bits >>> 0).toString(16).padStart(digits, '0')}`;

function characters(bits: number): string {
    let text = '';
    for (let i = 0; i < 4; ++i) {
        const byte = (bits >>> (8 * i)) & 0xff;
        text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
    }
    return text;
}

function float(bits: number): string {
    const view = new DataView(new ArrayBuffer(4));
    view.setUint32(0, bits);
    return String(Number(view.getFloat32(0).toPrecision(8)));
}

/** A word in a form that was chosen. `auto`: small numbers as they are, others as addresses are written. */
export function wordText(bits: number, form: NumberForm): string {
    const signed = bits | 0;
    switch (form) {
        case 'auto':
            return Math.abs(signed) < 0x10000 ? String(signed) : hex(bits);
        case 'hex':
            return hex(bits);
        case 'dec':
            return String(signed);
        case 'unsigned':
            return String(bits >>> 0);
        case 'bin':
            return (bits >>> 0).toString(2).padStart(32, '0').replace(/(.{8})(?=.)/g, '$1 ');
        case 'text':
            return characters(bits);
        case 'float':
            return float(bits);
    }
}

export const changedRegisters = (studio: Studio): RegisterValue[] =>
    [...studio.registers, ...studio.floats, ...studio.system].filter(({name, bits}) =>
        studio.registersBefore[name] !== undefined && studio.registersBefore[name] !== bits);

/** The label at an address, or the nearest one before it with the distance. */
export function placeName(labels: Record<number, string>, address: number, reach = 0x1000): string {
    const at = labels[address];
    if (at !== undefined) {
        return at;
    }
    let best = -1;
    for (const text of Object.keys(labels)) {
        const one = Number(text);
        if (one <= address && address - one < reach && one > best) {
            best = one;
        }
    }
    return best < 0 ? '' : `${labels[best]}+${address - best}`;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The console as it was at the focus, and how many lines come later. */
export function consoleAt(studio: Studio): {pieces: Piece[]; later: number} {
    const {moment, pieces} = studio;
    if (!moment || !isPast(studio)) {
        return {pieces, later: 0};
    }
    const shown: Piece[] = [];
    let later = 0;
    for (const piece of pieces) {
        const bytes = encoder.encode(piece.text);
        const limit = piece.kind === 'output' ? moment.printed : piece.kind === 'input' ? moment.consumed : -1;
        const kept = Math.max(0, Math.min(bytes.length, limit - piece.start));
        if (kept > 0) {
            shown.push({...piece, text: kept === bytes.length ? piece.text : decoder.decode(bytes.subarray(0, kept))});
        }
        if (kept < bytes.length && piece.kind === 'output') {
            later += (decoder.decode(bytes.subarray(kept)).match(/\n|[^\n]$/g) ?? []).length;
        }
    }
    return {pieces: shown, later};
}

/** What the program has read up to the focus. */
export const typedSoFar = (studio: Studio): string =>
    consoleAt(studio).pieces.filter(({kind}) => kind === 'input').map(({text}) => text).join('');

/** Of the game as it stands at the focus; what was said of another position is none. */
export const adviceNow = (studio: Studio): Advice | null =>
    studio.advice && studio.advice.typed === typedSoFar(studio) ? studio.advice : null;

/** The number of the byte that a character of a piece begins with. */
export const byteOfCharacter = (piece: Piece, index: number): number =>
    piece.start + encoder.encode(piece.text.slice(0, index)).length;

/** Routines get hues in the order of their first call; the stack uses the same. */
export function hueOf(studio: Studio, routine: string): number {
    const names = studio.calls.whole?.routines ?? [];
    const at = names.indexOf(routine);
    return at <= 0 ? 0 : 1 + (at - 1) % 6;
}

/** The unit of the picture at an address, where there is one. */
export function unitAt({geometry}: Studio, address: number): {column: number; row: number} | null {
    const unit = geometry ? (address - Number(geometry.memoryReference)) / 4 : -1;
    return geometry && unit >= 0 && unit < geometry.columns * geometry.rows ? {column: Math.floor(unit) % geometry.columns, row: Math.floor(unit / geometry.columns)} : null;
}

/** The word that a repair puts in another one's place, if that is all it does. */
export function changedWord(files: SourceFile[], {edits}: Repair): string | null {
    const [edit] = edits;
    if (!edit || edits.length > 1 || edit.line !== edit.toLine) {
        return null;
    }
    const line = files.find(({name}) => name === edit.file)?.text.split(/\r\n|\r|\n/)[edit.line - 1] ?? '';
    const words = (text: string) => text.split(/([\s,()]+)/);
    const old = words(line);
    const fresh = words(line.slice(0, edit.from) + edit.text + line.slice(edit.to));
    const other = fresh.filter((word, i) => word !== old[i]);
    return old.length === fresh.length && other.length === 1 && other[0]!.trim() !== '' ? other[0]! : null;
}

/** As the program calls it. */
export const colourName = ({geometry}: Studio, bits: number): string | undefined => geometry?.colours[bits >>> 0];

/** What a value came from: the only thing that was used, or the only one that had it already. */
export function sourceOf({uses, newValue}: Writer): Use | null {
    const alike = uses.filter(({value}) => Number(value) === Number(newValue));
    return uses.length === 1 ? uses[0]! : alike.length === 1 && newValue !== '' ? alike[0]! : null;
}

export type StateName = 'first' | 'run' | 'play' | 'past' | 'error' | 'crash' | 'ready' | 'end';

export function stateName(studio: Studio): StateName {
    if (studio.phase === 'none') {
        return studio.problems.some(({severity}) => severity === 'error') ? 'error' : studio.view === 'start' ? 'first' : 'ready';
    }
    return isBusy(studio.phase) ? gameOf(studio)?.picture && studio.view !== 'machine' && studio.view !== 'code' ? 'play' : 'run'
        : isPast(studio) ? 'past' : studio.phase === 'crashed' ? 'crash' : studio.phase === 'ended' ? 'end' : 'ready';
}

export const isBusy = (phase: Phase): boolean => phase === 'running' || phase === 'waiting';
