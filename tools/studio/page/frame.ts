// Which panes stand where: the machine's tabs (in a wide window in two halves), the small window's dock, the pane that has
// the keyboard.

import {h, tabs} from '../parts/dom.ts';
import {differs, type Pane} from '../panes/pane.ts';
import {gameOf} from '../state/games.ts';
import type {MachineTab, Studio, View} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import type {Words} from '../words/en.ts';
import {byId, medium, narrow, wide} from './widths.ts';

const machineTabs: MachineTab[] = ['registers', 'memory', 'stack', 'symbols', 'statistics', 'checks', 'tools', 'tasks', 'game', 'floats', 'system'];
/** In a wide window they have a pane of their own below the others. */
const lowerTabs: MachineTab[] = ['memory', 'stack', 'symbols', 'statistics'];

export class Frame {
    /** What a wide window shows of both halves of the machine. */
    #chosen: {upper: MachineTab; lower: MachineTab} = {upper: 'registers', lower: 'memory'};

    constructor(private readonly store: Store, private readonly panes: Map<string, Pane>, private readonly words: () => Words) {
        addEventListener('resize', () => this.showDock(this.store.value, null));
        narrow.addEventListener('change', () => this.showDock(this.store.value, null));
        medium.addEventListener('change', () => this.showDock(this.store.value, null));
        wide.addEventListener('change', () => this.showMachine(this.store.value, null));
    }

    get #words(): Words { return this.words(); }
    #set(values: Extract<Parameters<Store['change']>[0], {kind: 'set'}>['values']): void { this.store.change({kind: 'set', values}); }

    update(now: Studio, before: Studio | null): void {
        this.showMachine(now, before);
        this.showDock(now, before);
    }

    showMachine(now: Studio, before: Studio | null): void {
        if (!differs(now, before, 'machineTab', 'registersBefore', 'registers', 'phase', 'checks', 'project')) {
            return;
        }
        const words = this.#words;
        const changed = now.phase === 'running' ? 0 : now.registers.filter(({name, bits}) => name !== 'pc' && now.registersBefore[name] !== undefined && now.registersBefore[name] !== bits).length;
        const found = now.checks?.findings.length ?? 0;
        const names: Record<MachineTab, string> = {
            registers: words.registers, floats: words.floatsTab, system: words.systemTab, memory: words.memory, stack: words.stack, symbols: words.symbols,
            statistics: words.statistics, checks: words.checks, tasks: words.tasksTab, tools: words.tools, game: words.gameTab,
        };
        const extras: Partial<Record<MachineTab, Node | null>> = {
            registers: changed > 0 ? h('span', {class: 'n'}, String(changed), h('span', {class: 'sr'}, ` ${words.changed}`)) : null,
            checks: found > 0 ? h('span', {class: 'n'}, String(found)) : null,
        };
        const show = (place: 'machine' | 'data', ids: MachineTab[], chosen: MachineTab) => {
            const key = [now.language, chosen, changed, found, ...ids].join();
            const list = byId(`${place}-tabs`);
            if (list.dataset['shows'] === key) {
                return;
            }
            list.dataset['shows'] = key;
            tabs(byId(`${place}-tabs`), ids.map((id) => ({id, title: names[id], controls: `${place}-body`, extra: extras[id] ?? null})), chosen,
                (id) => this.#set({machineTab: id as MachineTab}));
            const body = byId(`${place}-body`);
            const pane = this.panes.get(chosen)!;
            body.setAttribute('aria-label', names[chosen]);
            if (pane.element.parentElement !== body) {
                body.replaceChildren(pane.element);
            }
        };
        const ids = machineTabs.filter((id) => id !== 'game' || gameOf(now));
        const chosen = ids.includes(now.machineTab) ? now.machineTab : 'registers';
        this.#chosen[lowerTabs.includes(chosen) ? 'lower' : 'upper'] = chosen;
        if (wide.matches) {
            show('machine', ids.filter((id) => !lowerTabs.includes(id)), this.#chosen.upper);
            show('data', lowerTabs, this.#chosen.lower);
        } else {
            show('machine', ids, chosen);
        }
    }
    isShown(tab: MachineTab): boolean {
        const {machineTab} = this.store.value;
        return machineTab === tab || wide.matches && Object.values(this.#chosen).includes(tab);
    }

    showDock(now: Studio, before: Studio | null): void {
        if (differs(now, before, 'view', 'geometry', 'phase')) {
            const words = this.#words;
            const ids: View[] = narrow.matches ? ['code', 'machine', 'display', 'console'] : ['machine', 'display', 'console'];
            const signs: Record<View, string> = {code: 'code', machine: 'chip', display: 'pic', console: 'con', start: 'help'};
            const chosen = now.view === 'code' && !narrow.matches ? 'machine' : now.view;
            // What a program waits for is told where it can be given, as the console may be out of sight.
            const waits = now.phase === 'waiting' ? h('span', {class: 'waits'}, h('span', {class: 'sr'}, ` ${words.states.waiting}`)) : null;
            tabs(byId('dock-tabs'), ids.map((id) => ({id, title: words.dock[id]!, controls: 'main', icon: signs[id], extra: id === 'console' ? waits : null})), chosen,
                (id) => this.#set({view: id as View}));
        }
    }

    focusPane(id: string): void {
        if ((machineTabs as string[]).includes(id)) {
            this.#set({machineTab: id as MachineTab, view: 'machine'});
        } else if (id === 'console' || id === 'display') {
            this.#set({view: id});
        } else if (id === 'program') {
            this.#set({view: 'code'});
        }
        this.store.tell();
        this.panes.get(id)?.focus?.();
    }
    nextPane(by: 1 | -1): void {
        const {view, machineTab} = this.store.value;
        const ring = view === 'start' ? ['program', 'start', 'timeline'] : ['program', ...wide.matches ? Object.values(this.#chosen) : [machineTab], 'display', 'console', 'timeline'];
        const shown = ring.filter((id) => (this.panes.get(id)?.element.offsetParent ?? null) !== null);
        const at = shown.findIndex((id) => this.panes.get(id)!.element.contains(document.activeElement));
        const next = this.panes.get(shown[(at + by + shown.length) % shown.length]!);
        next?.focus?.();
    }

    /** The pane that has the keyboard takes the whole window, and gives it back. */
    fullPane(): void {
        const pane = document.activeElement?.closest<HTMLElement>('.pane') ?? byId('pane-program');
        const isFull = !this.store.value.isFull;
        document.querySelectorAll('.pane.full').forEach((one) => one.classList.remove('full'));
        pane.classList.toggle('full', isFull);
        this.#set({isFull});
    }
}
