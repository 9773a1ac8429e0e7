// Who made this: the chain from a value to where it came from. Not modal; it stands beside what it speaks of.

import {h, icon} from '../parts/dom.ts';
import {hex, wordText} from '../state/derive.ts';
import type {Use, Who, Writer} from '../state/model.ts';
import {type Context, differs, type MakePane} from './pane.ts';

export const makeWho: MakePane = (context) => {
    const element = h('div', {id: 'float'});
    let opener: Element | null = null;

    element.addEventListener('keydown', (event) => {
        const steps = [...element.querySelectorAll<HTMLElement>('.jump')];
        const at = steps.indexOf(document.activeElement as HTMLElement);
        const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (event.key === 'Escape') {
            event.stopPropagation();
            context.conductor.closeWho();
        } else if (by && steps.length > 0) {
            event.preventDefault();
            steps[(at + by + steps.length) % steps.length]!.focus();
        }
    });

    return {
        element,
        update(now, before) {
            if (!differs(now, before, 'who', 'language')) {
                return;
            }
            if (!now.who) {
                const hadFocus = element.contains(document.activeElement);
                element.replaceChildren();
                if (hadFocus && opener instanceof HTMLElement && opener.isConnected) {
                    opener.focus();
                }
                return;
            }
            if (!before?.who) {
                opener = document.activeElement;
            }
            const dialog = makeDialog(now.who, context);
            element.replaceChildren(dialog);
            (dialog.querySelector<HTMLElement>('.jump') ?? dialog.querySelector<HTMLElement>('button'))?.focus();
        },
    };
};

function makeDialog(who: Who, context: Context): HTMLElement {
    const words = context.words();
    const title = words.who(who.subject);
    const close = h('button', {class: 'b icon small', type: 'button', 'aria-label': words.close, onclick: () => context.conductor.closeWho()}, icon('x'));
    return h('section', {class: 'pop who', role: 'dialog', 'aria-label': title},
        h('div', {class: 'ph'}, icon('who'), h('h2', {class: 'ptitle'}, title), h('span', {class: 'push'}, close)),
        who.isMissing ? h('p', {class: 'lonely'}, words.whoNobody(who.subject))
            : h('ol', {class: 'chain'}, ...who.chain.map((writer, i) => link(writer, i === who.chain.length - 1, context))),
        h('footer', {}, h('button', {class: 'b', type: 'button', onclick: () => void context.conductor.backFromWriter()}, icon('back'), words.whoBack)));
}

const useName = (use: Use, context: Context): string =>
    use.place || context.store.value.labels[Number(use.memoryReference)] || use.memoryReference;

function link(writer: Writer, isLast: boolean, context: Context): HTMLElement {
    const words = context.words();
    const bits = (text: string) => wordText(Number(text), 'auto');
    const became = writer.newValue === '' ? words.whoPrinted : words.whoBecame(bits(writer.oldValue), bits(writer.newValue));
    const uses = isLast ? writer.uses : [];
    return h('li', {class: isLast ? 'end' : null},
        h('span', {class: 'q'}, h('code', {}, Number.isNaN(Number(writer.subject)) ? writer.subject : context.store.value.labels[Number(writer.subject)] ?? hex(Number(writer.subject))), ` ${became}`),
        h('pre', {}, `${writer.line || ''}  ${writer.text}`),
        uses.length > 0 ? h('span', {class: 'q uses'}, `${words.whoFrom} `, ...uses.map((use) => h('button', {
            class: 'b use', type: 'button', title: words.who(useName(use, context)), onclick: () => void context.conductor.askOn(writer, use),
        }, `${useName(use, context)} = ${bits(use.value)}`))) : null,
        h('button', {class: 'b jump', type: 'button', 'aria-label': words.goToStep(writer.step), onclick: () => void context.conductor.goToWriter(writer)},
            words.stepNumber(writer.step)));
}
