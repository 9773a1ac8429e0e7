// Who made this: the chain from a value to where it came from. Not modal; it stands beside what it speaks of.

import {h, icon} from '../parts/dom.ts';
import {colourName, hex, sourceOf, wordText} from '../state/derive.ts';
import type {Use, Who, Writer} from '../state/model.ts';
import {type Context, differs, type MakePane} from './pane.ts';

export const makeWho: MakePane = (context) => {
    const element = h('div', {id: 'float'});
    let opener: Element | null = null;
    let chosen: HTMLElement | null = null;

    element.addEventListener('focusin', ({target}) => { chosen = (target as HTMLElement).matches('.jump') ? target as HTMLElement : chosen; });

    element.addEventListener('keydown', (event) => {
        const steps = [...element.querySelectorAll<HTMLElement>('.jump')];
        const at = steps.indexOf(document.activeElement as HTMLElement);
        const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (event.key === 'Escape') {
            event.stopPropagation();
            context.conductor.inquiry.close();
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
            chosen = null;
            const dialog = makeDialog(now.who, context, () => (chosen ?? element.querySelector<HTMLElement>('.jump'))?.click());
            element.replaceChildren(dialog);
            queueMicrotask(() => placeBeside(dialog, now.who!.isUnit));
            (dialog.querySelector<HTMLElement>('.jump') ?? dialog.querySelector<HTMLElement>('button'))?.focus();
        },
    };
};

/** Beside the unit that it speaks of, with a line that leads there; elsewhere it has its corner. */
function placeBeside(dialog: HTMLElement, isUnit: boolean): void {
    const unit = document.querySelector<HTMLElement>('.cross:not([hidden])')?.getBoundingClientRect();
    if (!isUnit || !unit || unit.width === 0 || innerWidth < 1024) {
        return;
    }
    const [x, y] = [unit.left + unit.width / 2, unit.top + unit.height / 2];
    const {width, height} = dialog.getBoundingClientRect();
    const inside = (value: number, most: number) => Math.max(8, Math.min(value, most - 8));
    if (innerWidth >= 1600) {
        const pane = document.getElementById('pane-display')!.getBoundingClientRect();
        const [left, top] = [inside(pane.left - width - 12, innerWidth - width), inside(y - height / 3, innerHeight - height - 140)];
        const leader = h('span', {class: 'leader', 'aria-hidden': 'true'});
        leader.style.cssText = `left: ${left + width}px; top: ${inside(y, top + height)}px; width: ${Math.max(0, unit.left - left - width)}px`;
        dialog.style.cssText = `left: ${left}px; top: ${top}px; right: auto`;
        dialog.parentElement?.append(leader);
        return;
    }
    const below = y + 24 + height < innerHeight;
    const top = unit.top - 16 - height >= 8 ? unit.top - 16 - height : below ? unit.bottom + 16 : 8;
    dialog.style.cssText = `left: ${inside(x - width / 2, innerWidth - width)}px; top: ${top}px; right: auto`;
    if (top + height < unit.top) {
        const tip = h('span', {class: 'tip', 'aria-hidden': 'true'});
        tip.style.cssText = `left: ${x - 6}px; top: ${top + height - 6}px`;
        dialog.parentElement?.append(tip);
    }
}

/** `goThere`: to the step that is chosen. */
function makeDialog(who: Who, context: Context, goThere: () => void): HTMLElement {
    const words = context.words();
    const title = who.isUnit ? words.whoDrew(who.subject) : words.who(who.subject);
    const close = h('button', {class: 'b icon small', type: 'button', 'aria-label': words.close, onclick: () => context.conductor.inquiry.close()}, icon('x'));
    return h('section', {class: 'pop who', role: 'dialog', 'aria-label': title},
        h('div', {class: 'ph'}, icon('who'), h('h2', {class: 'ptitle'}, title), h('span', {class: 'push'}, close)),
        who.isMissing ? h('p', {class: 'lonely'}, words.whoNobody(who.subject))
            : h('ol', {class: 'chain'}, ...who.chain.map((writer, i) => link(writer, who.chain[i - 1] ?? null, i === who.chain.length - 1, context))),
        h('footer', {}, h('span', {class: 'kb'}, h('kbd', {}, '↑'), ' ', h('kbd', {}, '↓'), ` ${words.keyChoose} `, h('kbd', {}, 'Enter')),
            h('button', {class: 'b', type: 'button', onclick: goThere}, words.keyGoThere), h('button', {class: 'b', type: 'button', onclick: () => void context.conductor.inquiry.goBack()}, icon('back'), words.whoBack)));
}

const useName = (use: Use, context: Context): string =>
    use.place || context.store.value.labels[Number(use.memoryReference)] || use.memoryReference;

/** A colour of the picture, beside its value. */
function swatch(bits: number): HTMLElement {
    const box = h('span', {class: 'swatch', 'aria-hidden': 'true'});
    box.style.background = `#${(bits & 0xffffff).toString(16).padStart(6, '0')}`;
    return box;
}

/** `before` is the link that this one was asked from: it says what became of it. */
function link(writer: Writer, before: Writer | null, isLast: boolean, context: Context): HTMLElement {
    const words = context.words();
    const now = context.store.value;
    const bits = (text: string) => wordText(Number(text), 'auto');
    const named = (text: string) => h('code', {}, Number(text) === 0 ? bits(text) : colourName(now, Number(text)) ?? bits(text));
    const isUnit = before === null && now.who?.isUnit === true;
    const shown = (text: string): (Node | string)[] => isUnit ? [swatch(Number(text)), ' ', colourName(now, Number(text)) ?? h('code', {}, bits(text))] : [h('code', {}, bits(text))];
    const name = Number.isNaN(Number(writer.subject)) ? writer.subject : now.labels[Number(writer.subject)] ?? hex(Number(writer.subject));
    const from = sourceOf(writer);
    const source = from ? useName(from, context) : '';
    const sentence: (Node | string)[] = before === null || writer.newValue === ''
        ? writer.newValue === '' ? [h('code', {}, name), ` ${words.whoPrinted}`] : [...isUnit ? [] : [h('code', {}, name), ' '], ...shown(writer.newValue), words.whoWas, ...shown(writer.oldValue)]
        : source !== '' && !isLast ? [h('code', {}, name), ` ${words.whoCameFrom} `, h('code', {}, source)]
            : writer.uses.length === 0 ? [h('code', {}, name), ` ${words.whoSet} `, named(writer.newValue), `, ${words.whoConstant}`]
                : [h('code', {}, name), ` ${words.whoBecame(bits(writer.oldValue), bits(writer.newValue))}`];
    const uses = isLast ? writer.uses : [];
    return h('li', {class: isLast ? 'end' : null},
        h('span', {class: 'q'}, ...sentence),
        h('pre', {}, `${writer.line || ''}  ${writer.text}`),
        uses.length > 0 ? h('span', {class: 'q uses'}, `${words.whoFrom} `, ...uses.map((use) => h('button', {
            class: 'b use', type: 'button', title: words.who(useName(use, context)), onclick: () => void context.conductor.inquiry.askOn(writer, use),
        }, `${useName(use, context)} = ${bits(use.value)}`))) : null,
        h('button', {class: 'b jump', type: 'button', 'aria-label': words.goToStep(writer.step), onclick: () => void context.conductor.inquiry.goTo(writer)},
            words.stepNumber(writer.step)));
}
