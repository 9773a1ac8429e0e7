// What is said of a moment: where it is, what the step before it did.

import {changedRegisters, colourName, unitAt, wordText} from '../state/derive.ts';
import {effectPlace, effectText} from '../state/effects.ts';
import type {Moment, Phase, Studio} from '../state/model.ts';
import type {Words} from '../words/en.ts';

export function momentSentence(studio: Studio, words: Words): string {
    const {moment, phase} = studio;
    if (!moment) {
        return '';
    }
    const sentences: Record<Phase, () => string> = {
        none: () => words.ready,
        running: () => words.isRunning,
        waiting: () => words.waitsAt(moment.line),
        ended: () => words.endedAt(moment.step, moment.end?.exitCode ?? 0),
        crashed: () => words.crashed(moment.line, moment.end?.message ?? ''),
        paused: () => `${words.atMoment(moment.step, moment.line, moment.routine)} ${deed(moment, studio, words) || changesSentence(studio, words, true)}`,
    };
    return sentences[phase]().trim();
}
/** Of a motion by lines: it stays where the reader's eye is. */
export const lineSentence = (studio: Studio, words: Words): string =>
    `${words.onLine(studio.moment?.line ?? 0)} ${changesSentence(studio, words, true)}`.trim();

/** What the step before this moment has written to memory. */
function deed({done}: Moment, studio: Studio, words: Words): string {
    const effect = done?.effects.find(({place}) => place === '');
    if (!done || !effect) {
        return '';
    }
    const [from, to] = [effectText(effect.oldBits, effect), effectText(effect.newBits, effect)];
    const unit = unitAt(studio, effect.address);
    return unit ? words.drew(done.line, words.unitSpoken(unit.column, unit.row), colourName(studio, effect.newBits) ?? to, colourName(studio, effect.oldBits) ?? from)
        : words.did(done.line, effectPlace(studio, words, effect), from, to);
}
export function changesSentence(studio: Studio, words: Words, areNamed: boolean): string {
    const changed = changedRegisters(studio).filter(({name}) => name !== 'pc');
    const one = changed[0];
    if (!one || !areNamed || changed.length > 1) {
        return changed.length > 0 ? words.registersMoved(changed.length) : '';
    }
    return words.registerMoved(one.name, wordText(studio.registersBefore[one.name] ?? 0, 'auto'), wordText(one.bits, 'auto'));
}
