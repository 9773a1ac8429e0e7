// The bar above the panes: running, moving the moment, speed, and what else the page can do. Its words are set when the
// language changes, and those of the frame's fixed parts with them.

import {h, icon} from '../parts/dom.ts';
import {type MenuItem, openMenu} from '../parts/menu.ts';
import {differs} from '../panes/pane.ts';
import {isBusy} from '../state/derive.ts';
import type {Studio} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import type {Words} from '../words/en.ts';
import {ariaKeys, type Command, shownKey} from './commands.ts';
import {speeds} from './conductor.ts';
import {byId, narrow} from './widths.ts';

export interface BarDeeds {
    words: () => Words;
    commands: () => Command[];
    run: (id: string) => void;
    /** The language is another. */
    renamed: () => void;
}

export class Toolbar {
    constructor(private readonly store: Store, private readonly deeds: BarDeeds) {}

    get #words(): Words { return this.deeds.words(); }

    update(now: Studio, before: Studio | null): void {
        const words = this.#words;
        if (differs(now, before, 'phase', 'isStale')) {
            const runs = isBusy(now.phase) ? [this.#button('stop', words.stop, 'stop', 'stop'), this.#iconButton('pause', words.pause, 'pause')]
                : [this.#button('run', words.run, 'run', 'go'), this.#moreRuns()];
            const hadFocus = byId('runs').contains(document.activeElement);
            byId('runs').replaceChildren(...runs);
            if (hadFocus) {
                (byId('runs').firstElementChild as HTMLElement).focus();
            }
        }
        if (differs(now, before, 'isChecking')) {
            byId('tools').querySelector('[data-command="check"]')?.setAttribute('aria-pressed', String(now.isChecking));
        }
        if (differs(now, before, 'moment', 'phase')) {
            const canGoBack = now.moment !== null && now.moment.step > now.moment.first;
            for (const id of ['start', 'runBack', 'back']) {
                byId('motion').querySelector<HTMLButtonElement>(`[data-command="${id}"]`)?.toggleAttribute('disabled', !canGoBack);
            }
        }
        if (differs(now, before, 'speed')) {
            const slider = byId('speed') as HTMLInputElement;
            const text = speeds[now.speed] === undefined ? words.fullSpeed : words.perSecond(speeds[now.speed]!);
            slider.value = String(now.speed);
            slider.setAttribute('aria-valuetext', text);
            byId('speed-text').textContent = text;
        }
        if (before === null || now.project.name !== before.project.name || now.savedAt !== before.savedAt) {
            byId('project-name').textContent = now.project.name;
            byId('saved').textContent = now.savedAt > 0 ? words.saved : '';
            document.title = `${now.project.name} · ${words.title}`;
        }
        if (before === null) {
            this.#showWords();
        }
    }
    /** What else can be done with a program; and in a narrow window what its bar has no room for. */
    #moreRuns(): HTMLButtonElement {
        const words = this.#words;
        const item = (id: string): MenuItem => {
            const key = this.deeds.commands().find((one) => one.id === id)?.keys[0];
            return {text: words.commandNames[id] ?? id, choose: () => this.deeds.run(id), ...key ? {key: shownKey(key)} : {}};
        };
        const open = () => openMenu(more, words.moreRuns, [
            ...['check', 'toCursor', 'judge'].map(item), ...this.store.value.phase === 'none' ? [] : ['runBack', 'stop'].map(item),
            ...narrow.matches ? ['commands', 'theme', 'language'].map(item) : []]);
        const more = h('button', {class: 'b go icon', type: 'button', 'aria-label': words.moreRuns, title: words.moreRuns, 'aria-haspopup': 'menu',
            'aria-expanded': 'false', onclick: open}, icon('down'));
        return more;
    }
    /** A button of the toolbar, with its key. */
    #button(id: string, text: string, sign: string, kind: string): HTMLButtonElement {
        const {keys} = this.deeds.commands().find((one) => one.id === id)!;
        const name = this.#words.commandNames[id] ?? text;
        return h('button', {
            class: `b ${kind}`, type: 'button', 'data-command': id, 'aria-keyshortcuts': keys.length > 0 ? ariaKeys(keys) : null,
            title: `${name}${keys[0] ? ` (${shownKey(keys[0])})` : ''}`, onclick: () => this.deeds.run(id),
        }, icon(sign), h('span', {class: 'w'}, text));
    }
    #keysOf(id: string): string { return this.deeds.commands().find((one) => one.id === id)!.keys.map(shownKey).join(', '); }
    #iconButton(id: string, name: string, sign: string): HTMLButtonElement {
        const button = this.#button(id, name, sign, 'icon');
        button.replaceChildren(icon(sign));
        button.setAttribute('aria-label', name);
        return button;
    }
    /** What changes with the language only. */
    #showWords(): void {
        const words = this.#words;
        byId('title').textContent = words.title;
        byId('skip').textContent = words.skip;
        byId('brand').setAttribute('aria-label', words.startPage);
        byId('project').title = words.project;
        byId('transport').setAttribute('aria-label', words.runToolbar);
        byId('speed-label').textContent = words.speed;
        byId('open-whole').textContent = words.openInStudio;
        const long = (id: string, text: string, longer: string, sign: string) => {
            const button = this.#button(id, text, sign, '');
            button.setAttribute('aria-label', text);
            button.title = `${longer} (${this.#keysOf(id)})`;
            return button;
        };
        byId('motion').replaceChildren(
            this.#iconButton('start', words.toStart, 'start'), this.#iconButton('runBack', words.runBack, 'rrun'),
            long('back', words.back, words.backLong, 'back'), long('step', words.step, words.stepLong, 'step'),
            long('next', words.next, words.nextLong, 'next'), long('out', words.out, words.outLong, 'out'),
            this.#iconButton('end', words.toEnd, 'end'));
        const canGoBack = (this.store.value.moment?.step ?? 0) > 0;
        for (const id of ['start', 'runBack', 'back']) {
            byId('motion').querySelector(`[data-command="${id}"]`)?.toggleAttribute('disabled', !canGoBack);
        }
        const checks = this.#button('check', words.checks, 'check', 'wide');
        checks.setAttribute('aria-label', words.runWithChecks);
        checks.setAttribute('aria-pressed', String(this.store.value.isChecking));
        byId('tools').replaceChildren(checks,
            this.#iconButton('share', words.share, 'share'), this.#iconButton('commands', words.commands, 'find'),
            this.#iconButton('theme', words.theme, 'theme'), this.#iconButton('language', words.menuLanguage, 'globe'),
            this.#iconButton('help', words.help, 'help'));
        this.deeds.renamed();
        byId('pane-machine').setAttribute('aria-label', words.machine);
        byId('machine-tabs').setAttribute('aria-label', words.machine);
        byId('pane-data').setAttribute('aria-label', words.memory);
        byId('data-tabs').setAttribute('aria-label', words.memory);
        byId('dock').setAttribute('aria-label', words.panes);
        byId('dock-tabs').setAttribute('aria-label', words.panes);
    }
}
