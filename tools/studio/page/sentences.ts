// What is said of a moment: where it is, what the step before it did.

import {changedRegisters, wordText} from '../state/derive.ts';
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
/** What the step before this moment has written to memory. */
function deed({done}: Moment, studio: Studio, words: Words): string {
    const effect = done?.effects.find(({place}) => place === '');
    return done && effect ? words.did(done.line, effectPlace(studio, words, effect), effectText(effect.oldBits, effect), effectText(effect.newBits, effect)) : '';
}
export function changesSentence(studio: Studio, words: Words, areNamed: boolean): string {
    const changed = changedRegisters(studio).filter(({name}) => name !== 'pc');
    const one = changed[0];
    if (!one || !areNamed || changed.length > 1) {
        return changed.length > 0 ? words.registersMoved(changed.length) : '';
    }
    return words.registerMoved(one.name, wordText(studio.registersBefore[one.name] ?? 0, 'auto'), wordText(one.bits, 'auto'));
}
