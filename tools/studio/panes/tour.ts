// The tour's next deed, in a line above the timeline: it goes on by itself when the deed is done, and away when it is
// told to.

import {h, icon} from '../parts/dom.ts';
import {tourLength} from '../state/tour.ts';
import {differs, type MakePane} from './pane.ts';

export const makeTour: MakePane = (context) => {
    const text = h('p', {role: 'status'});
    const close = h('button', {class: 'b icon small', type: 'button', onclick: () => context.command('tour')}, icon('x'));
    const element = h('div', {class: 'tourbar', id: 'tour', role: 'region', hidden: true}, text, close);
    return {
        element,
        update(now, before) {
            if (!differs(now, before, 'tour', 'view', 'language', 'isEmbedded')) {
                return;
            }
            const words = context.words();
            element.hidden = now.tour < 0 || now.view === 'start' || now.isEmbedded;
            element.setAttribute('aria-label', words.tour);
            close.setAttribute('aria-label', words.endTour);
            close.title = words.endTour;
            const step = words.tourSteps[now.tour];
            text.replaceChildren(...step ? [h('span', {class: 'no'}, words.tourPlace(now.tour + 1, tourLength)), h('b', {}, step[0]), ` ${step[1]}`] : now.tour === tourLength ? [h('b', {}, words.tourDone)] : []);
        },
    };
};
