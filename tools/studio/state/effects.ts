// What an instruction does, in words: in the program's lines, and in the sentence that is said.

import type {Words} from '../words/en.ts';
import {hex, placeName, unitAt, wordText} from './derive.ts';
import type {Effect, Studio} from './model.ts';

/** As people call what an instruction writes: a register, a unit of the picture, a label, an address. */
export function effectPlace(studio: Studio, words: Words, {place, address}: Effect): string {
    const unit = place === '' ? unitAt(studio, address) : null;
    return place !== '' ? place : unit ? words.unit(unit.column, unit.row) : placeName(studio.labels, address, 0x400) || hex(address);
}
export const effectText = (bits: number, {size}: Effect): string => size === 4 ? wordText(bits, 'auto') : String(bits);
