// The tour of one minute: deeds in a row, each of which is seen to be done.

import {isBusy, isPast} from './derive.ts';
import type {Studio} from './model.ts';

type Deed = (studio: Studio) => boolean;
const deeds: Deed[] = [
    ({moment, phase}) => moment !== null && moment.last > 0 && !isBusy(phase),
    (studio) => isPast(studio) && !isBusy(studio.phase),
    ({who}) => who !== null,
    ({problems}) => problems.some(({severity}) => severity === 'error'),
];
export const tourLength = deeds.length;

/** The deed that is next, from 0; the tour's length when all are done, -1 when nobody is on it. */
export function tourNow(studio: Studio): number {
    const {tour} = studio;
    return tour >= 0 && tour < tourLength && deeds[tour]!(studio) ? tour + 1 : tour;
}
