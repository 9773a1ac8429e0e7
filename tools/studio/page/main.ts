// Puts the page together: the one place that knows all parts.

import hello from '../examples/hello.asm';
import {findFiles, makeWorker} from '../parts/beside.ts';
import {h, icon, saveFile, tabs} from '../parts/dom.ts';
import {type MenuItem, openMenu} from '../parts/menu.ts';
import type {Context, Pane} from '../panes/pane.ts';
import {differs} from '../panes/pane.ts';
import {cursorSpot, editNow, explainAtCursor, goToLine} from '../panes/editor.ts';
import {panes} from '../panes/panes.ts';
import {rubricOf} from '../panes/tasks.ts';
import {Core} from '../servers/core.ts';
import {type DiskText, Folder} from '../servers/folder.ts';
import {isRubric, Judge} from '../servers/judge.ts';
import {Language} from '../servers/language.ts';
import {isBusy, isPast, stateName} from '../state/derive.ts';
import {Keep} from '../state/keep.ts';
import {fromFragment, safeName} from '../state/link.ts';
import {type MachineTab, newStudio, type Place, type Project, type Studio, type Theme, type View} from '../state/model.ts';
import {Store} from '../state/store.ts';
import {fromZip, toZip} from '../state/zip.ts';
import {languages, preferredLanguage, wordsOf} from '../words/words.ts';
import {ariaKeys, type Command, keyOf, makeCommands, shownKey} from './commands.ts';
import {Conductor, speeds} from './conductor.ts';
import {makeGutters} from './gutters.ts';
import {Overlays} from './overlays.ts';

const themes: Theme[] = ['day', 'night', 'contrast'];
const machineTabs: MachineTab[] = ['registers', 'floats', 'memory', 'stack', 'symbols', 'statistics', 'checks', 'tools', 'tasks', 'system'];
const mostFile = 16 << 20;
const checkAfter = 250;
const saveAfter = 600;
const lookAfter = 2000;
/** What the folder's own project is called among the drafts. */
const folderDraft = 'folder';
const helloName = 'hello.asm';

const byId = (id: string) => document.getElementById(id)!;
const narrow = matchMedia('(max-width: 639px)');
const medium = matchMedia('(max-width: 1023px)');
const wide = matchMedia('(min-width: 1600px)');
/** In a wide window they have a pane of their own below the others. */
const lowerTabs: MachineTab[] = ['memory', 'stack', 'symbols', 'statistics'];

class Page {
    readonly #store = new Store(newStudio({name: 'hello', files: [{name: helloName, text: hello}], input: ''}),
        (tell) => requestAnimationFrame(tell));
    readonly #keep = new Keep();
    /** Of `mariner studio`. */
    readonly #folder = new URLSearchParams(location.search).has('folder') ? new Folder() : null;
    readonly #core: Core;
    readonly #language: Language;
    readonly #judge: Judge;
    readonly #conductor: Conductor;
    readonly #context: Context;
    readonly #commands: Command[];
    /** As the table has them. */
    readonly #ownKeys = new Map<string, string[]>();
    readonly #panes = new Map<string, Pane>();
    readonly #overlays: Overlays;
    #draft = newId();
    #gutters = {rename: () => {}};
    /** What a wide window shows of both halves of the machine. */
    #chosen: {upper: MachineTab; lower: MachineTab} = {upper: 'registers', lower: 'memory'};
    #checkTimer = 0;
    #saveTimer = 0;
    /** What is opened isn't kept before it is changed. */
    #opened: Project = this.#store.value.project;

    constructor() {
        const failed = (message: string) => this.#conductor.say(this.#words.noCore(message));
        this.#core = new Core(makeWorker, failed);
        this.#language = new Language(makeWorker, failed);
        this.#judge = new Judge(makeWorker);
        this.#conductor = new Conductor(this.#store, this.#core, (milliseconds) => new Promise((go) => milliseconds > 0 ? setTimeout(go, milliseconds) : requestAnimationFrame(() => go())),
            () => this.#language.programOf(this.#store.value.project.files, this.#store.value.active));
        this.#context = {
            store: this.#store, conductor: this.#conductor, language: this.#language, words: () => this.#words,
            command: (id) => this.#run(id), openFiles: (files) => this.#openBeside({name: files[0]!.name.replace(/\.asm$/, ''), files, input: ''}),
        };
        this.#commands = makeCommands(this.#context, this.#store, {
            focusPane: (id) => this.#focusPane(id), nextPane: (by) => this.#nextPane(by), share: () => this.#set({overlay: 'share'}),
            download: () => this.#download(), openFiles: () => byId('chooser').click(), nextTheme: () => this.#nextTheme(),
            nextLanguage: () => this.#nextLanguage(), showStart: () => this.#set({view: 'start'}),
            ask: (what) => void this.#ask(what), toggleHeat: () => this.#toggleHeat(), fullPane: () => this.#fullPane(),
            judge: () => void this.#runTasks(),
        });
        for (const command of this.#commands) {
            this.#ownKeys.set(command.id, command.keys);
        }
        this.#takeKeys();
        this.#overlays = new Overlays(this.#context, {
            keep: this.#keep, commands: () => this.#commands, setKey: (id, key) => this.#setKey(id, key),
            openProject: (project, id) => this.#openOwn(project, id), openFiles: () => byId('chooser').click(),
            download: () => this.#download(), downloadZip: () => void this.#downloadZip(), newProject: () => this.#newProject(),
            takeFromDisk: (text) => this.#takeFromDisk(text), keepMine: (text) => this.#keepMine(text),
        });
    }

    get #words() { return wordsOf(this.#store.value.language); }
    #set(values: Extract<Parameters<Store['change']>[0], {kind: 'set'}>['values']): void { this.#store.change({kind: 'set', values}); }
    #run(id: string): void { void this.#commands.find((one) => one.id === id)?.run(); }

    async begin(): Promise<void> {
        this.#build();
        this.#readSettings();
        this.#store.subscribe((now, before) => this.#update(now, before));
        this.#update(this.#store.value, null);
        this.#listen();
        await this.#openFirst();
        this.#check();
        this.#store.tell();
        document.documentElement.dataset['ready'] = 'yes';
        if (!this.#folder && 'serviceWorker' in navigator && location.protocol.startsWith('http')) {
            void navigator.serviceWorker.register('offline.js').catch(() => {});
        }
    }

    // ---- the frame
    #build(): void {
        const places: Record<string, HTMLElement> = {
            program: byId('main'), start: byId('main'), world: byId('world'), time: byId('app'), float: document.body,
        };
        for (const row of panes) {
            const pane = fenced(row.id, row.make(this.#context));
            this.#panes.set(row.id, pane);
            if (row.place !== 'machine') {
                places[row.place]!.append(pane.element);
            }
        }
        byId('main').append(byId('pane-machine'), byId('pane-data'), byId('world'));
        this.#gutters = makeGutters((id) => this.#words.gutters[id] ?? id);
        document.body.append(this.#overlays.element);
    }

    #update(now: Studio, before: Studio | null): void {
        const last = differs(now, before, 'language') ? null : before;
        const root = document.documentElement;
        const facts: Record<string, string> = {
            theme: now.theme, state: stateName(now), phase: now.phase, view: now.view, moment: isPast(now) && !isBusy(now.phase) ? 'past' : 'live',
            pic: now.geometry ? 'yes' : 'none', run: !now.moment || now.moment.last === 0 ? 'none' : now.moment.last < 50 ? 'short' : 'some',
        };
        // What is set again is looked at again, with everything below it.
        for (const [name, value] of Object.entries(facts)) {
            if (root.dataset[name] !== value) {
                root.dataset[name] = value;
            }
        }
        if (last === null || differs(now, last, 'isEmbedded', 'isFull')) {
            root.lang = now.language;
            root.toggleAttribute('data-embed', now.isEmbedded);
            root.toggleAttribute('data-full', now.isFull);
        }
        if (this.#isShown('stack') && now.contents === null && now.frames.length > 0 && differs(now, last, 'machineTab', 'contents', 'frames')) {
            void this.#conductor.readContents();
        }
        if ((this.#isShown('statistics') || now.hasHeat) && now.counts === null && now.moment && !isBusy(now.phase)
            && differs(now, last, 'machineTab', 'hasHeat', 'counts', 'phase', 'moment')) {
            void this.#conductor.count();
        }
        if (this.#isShown('tools') && (now.toolKinds.length === 0 || now.tool !== '' && now.toolReport === null) && !isBusy(now.phase)
            && differs(now, last, 'machineTab', 'toolReport', 'moment', 'phase')) {
            void this.#conductor.readTools();
        }
        for (const pane of this.#panes.values()) {
            pane.update(now, last);
        }
        this.#showBar(now, last);
        this.#showMachine(now, last);
        this.#showDock(now, last);
        this.#overlays.update(now, last);
        if (differs(now, last, 'said')) {
            const where = now.phase === 'crashed' && last?.phase !== 'crashed' ? 'alarm' : 'live';
            byId(where).textContent = now.said;
        }
        if (last && differs(now, last, 'project', 'active')) {
            this.#noticeEdit(now, last);
        }
    }

    #showBar(now: Studio, before: Studio | null): void {
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
            const key = this.#commands.find((one) => one.id === id)?.keys[0];
            return {text: words.commandNames[id] ?? id, choose: () => this.#run(id), ...key ? {key: shownKey(key)} : {}};
        };
        const open = () => openMenu(more, words.moreRuns, [
            ...['check', 'toCursor', 'judge'].map(item), ...this.#store.value.phase === 'none' ? [] : ['runBack', 'stop'].map(item),
            ...narrow.matches ? ['commands', 'theme', 'language'].map(item) : []]);
        const more = h('button', {class: 'b go icon', type: 'button', 'aria-label': words.moreRuns, title: words.moreRuns, 'aria-haspopup': 'menu',
            'aria-expanded': 'false', onclick: open}, icon('down'));
        return more;
    }
    /** A button of the toolbar, with its key. */
    #button(id: string, text: string, sign: string, kind: string): HTMLButtonElement {
        const {keys} = this.#commands.find((one) => one.id === id)!;
        const name = this.#words.commandNames[id] ?? text;
        return h('button', {
            class: `b ${kind}`, type: 'button', 'data-command': id, 'aria-keyshortcuts': keys.length > 0 ? ariaKeys(keys) : null,
            title: `${name}${keys[0] ? ` (${shownKey(keys[0])})` : ''}`, onclick: () => this.#run(id),
        }, icon(sign), h('span', {class: 'w'}, text));
    }
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
            button.setAttribute('aria-label', longer);
            return button;
        };
        byId('motion').replaceChildren(
            this.#iconButton('start', words.toStart, 'start'), this.#iconButton('runBack', words.runBack, 'rrun'),
            long('back', words.back, words.backLong, 'back'), long('step', words.step, words.stepLong, 'step'),
            long('next', words.next, words.nextLong, 'next'), long('out', words.out, words.outLong, 'out'),
            this.#iconButton('end', words.toEnd, 'end'));
        const canGoBack = (this.#store.value.moment?.step ?? 0) > 0;
        for (const id of ['start', 'runBack', 'back']) {
            byId('motion').querySelector(`[data-command="${id}"]`)?.toggleAttribute('disabled', !canGoBack);
        }
        const checks = this.#button('check', words.checks, 'check', 'wide');
        checks.setAttribute('aria-label', words.runWithChecks);
        checks.setAttribute('aria-pressed', String(this.#store.value.isChecking));
        byId('tools').replaceChildren(checks,
            this.#iconButton('share', words.share, 'share'), this.#iconButton('commands', words.commands, 'find'),
            this.#iconButton('theme', words.theme, 'theme'), this.#iconButton('language', words.menuLanguage, 'globe'),
            this.#iconButton('help', words.help, 'help'));
        this.#gutters.rename();
        byId('pane-machine').setAttribute('aria-label', words.machine);
        byId('machine-tabs').setAttribute('aria-label', words.machine);
        byId('pane-data').setAttribute('aria-label', words.memory);
        byId('data-tabs').setAttribute('aria-label', words.memory);
        byId('dock').setAttribute('aria-label', words.panes);
        byId('dock-tabs').setAttribute('aria-label', words.panes);
    }

    #showMachine(now: Studio, before: Studio | null): void {
        if (!differs(now, before, 'machineTab', 'registersBefore', 'registers', 'phase', 'checks')) {
            return;
        }
        const words = this.#words;
        const changed = now.phase === 'running' ? 0 : now.registers.filter(({name, bits}) => name !== 'pc' && now.registersBefore[name] !== undefined && now.registersBefore[name] !== bits).length;
        const found = now.checks?.findings.length ?? 0;
        const names: Record<MachineTab, string> = {
            registers: words.registers, floats: words.floats, system: words.system, memory: words.memory, stack: words.stack, symbols: words.symbols,
            statistics: words.statistics, checks: words.checks, tasks: words.tasksTab, tools: words.tools,
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
            const pane = this.#panes.get(chosen)!;
            body.setAttribute('aria-label', names[chosen]);
            if (pane.element.parentElement !== body) {
                body.replaceChildren(pane.element);
            }
        };
        const half = lowerTabs.includes(now.machineTab) ? 'lower' : 'upper';
        this.#chosen[half] = now.machineTab;
        if (wide.matches) {
            show('machine', machineTabs.filter((id) => !lowerTabs.includes(id)), this.#chosen.upper);
            show('data', lowerTabs, this.#chosen.lower);
        } else {
            show('machine', machineTabs, now.machineTab);
        }
    }
    #isShown(tab: MachineTab): boolean {
        const {machineTab} = this.#store.value;
        return machineTab === tab || wide.matches && Object.values(this.#chosen).includes(tab);
    }

    #showDock(now: Studio, before: Studio | null): void {
        if (differs(now, before, 'view', 'geometry')) {
            const words = this.#words;
            const ids: View[] = narrow.matches ? ['code', 'machine', 'display', 'console'] : ['machine', 'display', 'console'];
            const signs: Record<View, string> = {code: 'code', machine: 'chip', display: 'pic', console: 'con', start: 'help'};
            const chosen = now.view === 'code' && !narrow.matches ? 'machine' : now.view;
            tabs(byId('dock-tabs'), ids.map((id) => ({id, title: words.dock[id]!, controls: 'main', icon: signs[id]})), chosen,
                (id) => this.#set({view: id as View}));
        }
    }

    // ---- listening
    #listen(): void {
        addEventListener('keydown', (event) => {
            const key = keyOf(event);
            const command = this.#commands.find(({keys}) => keys.includes(key));
            if (command && (this.#store.value.overlay === 'none' || command.id === 'commands')) {
                event.preventDefault();
                event.stopPropagation();
                void command.run();
            }
        }, {capture: true});
        byId('brand').addEventListener('click', (event) => {
            event.preventDefault();
            this.#set({view: 'start'});
        });
        byId('skip').addEventListener('click', (event) => {
            event.preventDefault();
            this.#focusPane('program');
        });
        byId('project').addEventListener('click', () => this.#set({overlay: 'drafts'}));
        byId('speed').addEventListener('input', (event) => this.#set({speed: Number((event.target as HTMLInputElement).value)}));
        byId('chooser').addEventListener('change', (event) => {
            const chooser = event.target as HTMLInputElement;
            void this.#openList([...chooser.files ?? []]).then(() => { chooser.value = ''; });
        });
        addEventListener('dragover', (event) => event.preventDefault());
        addEventListener('drop', (event) => {
            event.preventDefault();
            void this.#openList([...event.dataTransfer?.files ?? []]);
        });
        addEventListener('hashchange', () => void this.#openLink());
        addEventListener('resize', () => this.#showDock(this.#store.value, null));
        addEventListener('pagehide', () => {
            void this.#save();
            this.#folder?.leave();
        });
        document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void this.#save());
        narrow.addEventListener('change', () => this.#fitView());
        medium.addEventListener('change', () => this.#fitView());
        wide.addEventListener('change', () => this.#showMachine(this.#store.value, null));
    }
    #fitView(): void { this.#showDock(this.#store.value, null); }

    #focusPane(id: string): void {
        if ((machineTabs as string[]).includes(id)) {
            this.#set({machineTab: id as MachineTab, view: 'machine'});
        } else if (id === 'console' || id === 'display') {
            this.#set({view: id});
        } else if (id === 'program') {
            this.#set({view: 'code'});
        }
        this.#store.tell();
        this.#panes.get(id)?.focus?.();
    }
    #nextPane(by: 1 | -1): void {
        const {view, machineTab} = this.#store.value;
        const ring = view === 'start' ? ['program', 'start', 'timeline'] : ['program', ...wide.matches ? Object.values(this.#chosen) : [machineTab], 'display', 'console', 'timeline'];
        const shown = ring.filter((id) => (this.#panes.get(id)?.element.offsetParent ?? null) !== null);
        const at = shown.findIndex((id) => this.#panes.get(id)!.element.contains(document.activeElement));
        const next = this.#panes.get(shown[(at + by + shown.length) % shown.length]!);
        next?.focus?.();
    }

    // ---- settings
    #readSettings(): void {
        const parameters = new URLSearchParams(location.search);
        const kept = readJson('mariner-studio') as {theme?: Theme; language?: string} | null;
        const system: Theme = matchMedia('(prefers-contrast: more)').matches ? 'contrast' : matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
        const theme = themes.find((one) => one === (parameters.get('theme') ?? kept?.theme)) ?? system;
        const wished = parameters.get('lang') ?? kept?.language ?? '';
        this.#set({
            theme, language: wished in languages ? wished : preferredLanguage(navigator.languages),
            isEmbedded: parameters.has('embed'), isReadOnly: parameters.has('readonly'),
        });
        this.#store.tell();
    }
    #nextTheme(): void {
        this.#set({theme: themes[(themes.indexOf(this.#store.value.theme) + 1) % themes.length]!});
        this.#keepSettings();
    }
    #nextLanguage(): void {
        const all = Object.keys(languages);
        this.#set({language: all[(all.indexOf(this.#store.value.language) + 1) % all.length]!});
        this.#keepSettings();
    }
    /** Keys that were chosen belong to one command only. */
    #takeKeys(): void {
        const chosen = readJson('mariner-studio-keys') as Record<string, string> | null ?? {};
        const taken = new Set(Object.values(chosen));
        for (const command of this.#commands) {
            const own = this.#ownKeys.get(command.id) ?? [];
            const key = chosen[command.id];
            command.keys = typeof key === 'string' ? [key] : own.filter((one) => !taken.has(one));
        }
    }
    #setKey(id: string, key: string | null): void {
        const kept = readJson('mariner-studio-keys') as Record<string, string> | null ?? {};
        const chosen = Object.fromEntries(Object.entries(kept).filter(([other, its]) => other !== id && its !== key));
        keepJson('mariner-studio-keys', key === null ? chosen : {...chosen, [id]: key});
        this.#takeKeys();
        this.#showBar(this.#store.value, null);
    }
    #keepSettings(): void {
        const {theme, language} = this.#store.value;
        keepJson('mariner-studio', {theme, language});
    }

    // ---- the text: checked while it is typed, and kept
    #noticeEdit(now: Studio, before: Studio): void {
        if (now.project.files !== before.project.files || now.active !== before.active) {
            clearTimeout(this.#checkTimer);
            this.#checkTimer = window.setTimeout(() => this.#check(), checkAfter);
        }
        clearTimeout(this.#saveTimer);
        this.#saveTimer = window.setTimeout(() => void this.#save(), saveAfter);
    }
    #check(): void {
        const {project, active} = this.#store.value;
        void this.#language.report(project.files, active).then((report) => {
            if (report) {
                const {problems} = report;
                const hadError = this.#store.value.problems.some(({severity}) => severity === 'error');
                this.#store.change({kind: 'problems', ...report});
                const error = problems.find(({severity}) => severity === 'error');
                if (error && this.#store.value.phase === 'none') {
                    this.#conductor.say(this.#words.errorAt(error.line, error.message.replaceAll('`', '')));
                } else if (!error && (hadError || this.#store.value.said === '') && this.#store.value.phase === 'none') {
                    this.#conductor.say(this.#words.ready);
                }
            }
        }, () => {});
    }
    /** Of the language server, about where the cursor is. */
    async #ask(what: 'explain' | 'definition' | 'references' | 'format'): Promise<void> {
        const {project, active} = this.#store.value;
        const spot = cursorSpot(active);
        if (spot.line === 0) {
            return;
        }
        if (what === 'explain') {
            return explainAtCursor(this.#context);
        }
        if (what === 'format') {
            return editNow(await this.#language.format(project.files, active), this.#context);
        }
        const places = await this.#language[what === 'definition' ? 'definitions' : 'references'](project.files, spot).catch(() => []);
        if (places.length === 0) {
            this.#conductor.say(this.#words.nothingThere);
        } else if (what === 'definition' && places.length === 1) {
            this.#goTo(places[0]!);
        } else {
            this.#set({overlay: 'places', places});
        }
    }
    #goTo({file, line, from}: Place): void {
        this.#set({active: file});
        this.#store.tell();
        goToLine(line, from);
    }
    /** The rubric's visible cases, over the program as it is now. */
    async #runTasks(): Promise<void> {
        const {project, active} = this.#store.value;
        const rubric = rubricOf(this.#store.value);
        this.#set({machineTab: 'tasks', view: 'machine'});
        if (!rubric) {
            return this.#conductor.say(this.#words.noTasks);
        }
        this.#set({isJudging: true, judgement: null});
        try {
            const judgement = await this.#judge.judge(rubric, project.files, await this.#language.programOf(project.files, active));
            this.#set({judgement});
            const passed = judgement.cases.filter(({hasPassed}) => hasPassed).length;
            this.#conductor.say(judgement.trouble !== '' ? judgement.trouble : this.#words.judged(passed, judgement.cases.length));
        } catch (problem) {
            this.#conductor.say((problem as Error).message);
        }
        this.#set({isJudging: false});
    }
    #toggleHeat(): void {
        this.#set({hasHeat: !this.#store.value.hasHeat});
    }
    /** The pane that has the keyboard takes the whole window, and gives it back. */
    #fullPane(): void {
        const pane = document.activeElement?.closest<HTMLElement>('.pane') ?? byId('pane-program');
        const isFull = !this.#store.value.isFull;
        document.querySelectorAll('.pane.full').forEach((one) => one.classList.remove('full'));
        pane.classList.toggle('full', isFull);
        this.#set({isFull});
    }
    async #save(): Promise<void> {
        clearTimeout(this.#saveTimer);
        const {project, isEmbedded} = this.#store.value;
        if (project === this.#opened || isEmbedded) {
            return;
        }
        const now = Date.now();
        this.#opened = project;
        if (this.#folder && this.#draft === folderDraft) {
            return this.#saveToFolder(this.#folder, project, now);
        }
        if (await this.#keep.save(this.#draft, project, now).catch(() => false)) {
            this.#set({savedAt: now});
        }
    }

    // ---- the folder of `mariner studio`
    async #saveToFolder(folder: Folder, project: Project, now: number): Promise<void> {
        try {
            this.#meet(await folder.save(project.files));
            this.#set({savedAt: now});
        } catch (problem) {
            this.#opened = {...project};  // the next turn tries again
            this.#conductor.say(this.#words.notSavedBecause((problem as Error).message.trim()));
        }
    }
    async #lookAtFolder(folder: Folder): Promise<void> {
        if (this.#draft === folderDraft) {
            this.#meet(await folder.look().catch(() => []));
        }
        setTimeout(() => void this.#lookAtFolder(folder), lookAfter);
    }
    /** A text that was changed on the disk only is taken over; one that was changed on both sides is asked about. */
    #meet(theirs: DiskText[]): void {
        for (const text of theirs) {
            const own = this.#store.value.project.files.find(({name}) => name === text.name);
            if (own?.text === text.text) {
                this.#folder?.agree(text);
            } else if (own && this.#folder?.isUnchanged(own)) {
                this.#takeFromDisk(text);
            } else if (own) {
                this.#store.change({kind: 'conflict', conflict: text});
                this.#set({overlay: 'conflict'});
            }
        }
    }
    #takeFromDisk(text: DiskText): void {
        this.#folder?.agree(text);
        this.#store.change({kind: 'edit', file: text.name, text: text.text});
        this.#conductor.say(this.#words.readAgain(text.name));
    }
    #keepMine(text: DiskText): void {
        this.#folder?.agree(text);
        this.#opened = {...this.#opened};  // what was tried once is tried again
        void this.#save();
    }

    // ---- opening
    async #openFirst(): Promise<void> {
        if (this.#folder) {
            const project = await this.#folder.load().catch(() => null);
            if (project) {
                this.#openOwn(project, folderDraft);
                this.#set({isFolder: true});
            }
            void this.#lookAtFolder(this.#folder);
            return;
        }
        if (await this.#openLink()) {
            return;
        }
        const latest = this.#store.value.isEmbedded ? undefined : (await this.#keep.list().catch(() => []))[0];
        if (latest) {
            this.#openOwn(latest.project, latest.id);
        }
    }
    async #openLink(): Promise<boolean> {
        const shared = await fromFragment(location.hash);
        if (!shared) {
            return false;
        }
        this.#openBeside(shared.project);
        if (shared.step !== null && shared.step > 0) {
            await this.#conductor.start(true);
            await this.#conductor.seek(shared.step);
        }
        return true;
    }
    #openOwn(project: Project, id: string): void {
        this.#draft = id;
        this.#open(project);
    }
    /** What comes from elsewhere is a draft of its own: one's own work stays what it is. */
    #openBeside(project: Project): void {
        void this.#save();
        this.#draft = newId();
        this.#open(project);
        this.#conductor.say(this.#words.openedBeside);
    }
    #open(project: Project): void {
        this.#opened = project;
        this.#conductor.stop();
        this.#store.change({kind: 'open', project});
        this.#set({view: narrow.matches ? 'code' : 'console', savedAt: 0, said: this.#words.ready});
    }
    #newProject(): void {
        void this.#save();
        this.#draft = newId();
        this.#open({name: 'program', files: [{name: 'program.asm', text: ''}], input: ''});
    }
    async #openList(files: File[]): Promise<void> {
        const leftOut: string[] = [];
        const used = new Set<string>();
        const sources: Project['files'] = [];
        for (const file of files) {
            try {
                const bytes = new Uint8Array(await file.slice(0, mostFile).arrayBuffer());
                if (/\.zip$/i.test(file.name)) {
                    const unpacked = await fromZip(bytes);
                    sources.push(...unpacked.files);
                    leftOut.push(...unpacked.leftOut);
                } else {
                    sources.push({name: safeName(file.name, used), text: new TextDecoder('utf-8', {fatal: true}).decode(bytes)});
                }
            } catch {
                leftOut.push(safeName(file.name));
            }
        }
        if (sources.length > 0 && sources.every(({name}) => isRubric(name)) && this.#store.value.view !== 'start') {
            this.#store.change({kind: 'addFile', file: sources[0]!.name, text: sources[0]!.text});
            this.#set({active: this.#store.value.project.files[0]!.name, machineTab: 'tasks', view: 'machine'});
            this.#conductor.say(this.#words.tasksOpened(sources[0]!.name));
        } else if (sources.length > 0) {
            const first = sources.findIndex(({name}) => /\.(asm|s)$/i.test(name));
            const [main] = sources.splice(Math.max(0, first), 1);
            this.#openBeside({name: safeName(files[0]!.name).replace(/\.[^.]*$/, ''), files: [main!, ...sources], input: ''});
            void this.#keep.save(this.#draft, this.#store.value.project, Date.now()).catch(() => false);
        }
        if (leftOut.length > 0) {
            this.#conductor.say(sources.length > 0 ? this.#words.leftOut(leftOut.join(', ')) : this.#words.badFile(leftOut.join(', ')));
        }
    }
    #download(): void {
        const {project, active} = this.#store.value;
        const file = project.files.find(({name}) => name === active);
        if (file) {
            saveFile(file.name.replace(/.*\//, ''), file.text);
        }
    }
    async #downloadZip(): Promise<void> {
        const {project} = this.#store.value;
        saveFile(`${safeName(project.name)}.zip`, await toZip(project.files), 'application/zip');
    }
}

const newId = () => `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;

function keepJson(key: string, value: unknown): void {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // A window that keeps nothing: so be it.
    }
}
function readJson(key: string): unknown {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
        return null;
    }
}

/** A pane that throws is logged, and the others go on. */
function fenced(id: string, pane: Pane): Pane {
    return {...pane, update: (now, before) => {
        try {
            pane.update(now, before);
        } catch (problem) {
            console.error(id, problem);
        }
    }};
}

void findFiles().then(() => new Page().begin());
