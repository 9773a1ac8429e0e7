// Puts the page together: the one place that knows all parts.

import hello from '../examples/hello.asm';
import {fileText, findFiles, makeWorker} from '../parts/beside.ts';
import type {Context, Pane} from '../panes/pane.ts';
import {differs} from '../panes/pane.ts';
import {panes} from '../panes/panes.ts';
import {Core} from '../servers/core.ts';
import {Folder} from '../servers/folder.ts';
import {Judge} from '../servers/judge.ts';
import {Language} from '../servers/language.ts';
import {Rooms} from '../servers/rooms.ts';
import {isBusy, isPast, stateName} from '../state/derive.ts';
import {Keep} from '../state/keep.ts';
import {newStudio, type Studio} from '../state/model.ts';
import {Store} from '../state/store.ts';
import {wordsOf} from '../words/words.ts';
import {type Command, keyOf, makeCommands} from './commands.ts';
import {Conductor} from './conductor.ts';
import {Desk} from './desk.ts';
import {Frame} from './frame.ts';
import {makeGutters} from './gutters.ts';
import {Overlays} from './overlays.ts';
import {Press} from './press.ts';
import {today} from './puzzle.ts';
import {Referee} from './referee.ts';
import {Renewal} from './renewal.ts';
import {Settings} from './settings.ts';
import {Toolbar} from './toolbar.ts';
import {Tutor} from './tutor.ts';
import {Voice} from './voice.ts';
import {byId} from './widths.ts';

/** Whoever runs the program at once doesn't wait for it to be read. */
const readAfter = 500;

class Page {
    readonly #press = new Press();
    readonly #store = new Store(newStudio({name: 'hello', files: [{name: 'hello.asm', text: hello}], input: ''}),
        (tell) => this.#press.nextFrame(tell));
    readonly #keep = new Keep();
    readonly #language: Language;
    readonly #conductor: Conductor;
    readonly #context: Context;
    readonly #commands: Command[];
    readonly #panes = new Map<string, Pane>();
    readonly #desk: Desk;
    readonly #frame: Frame;
    readonly #overlays: Overlays;
    readonly #referee: Referee;
    readonly #settings: Settings;
    readonly #toolbar: Toolbar;
    readonly #tutor: Tutor;
    readonly #renewal = new Renewal(this.#panes);
    /** What all of the page shows. */
    #shown: Studio | null = null;
    #gutters = {rename: () => {}};
    readonly #voice = new Voice(byId('live'), byId('alarm'));

    constructor() {
        const failed = (message: string) => this.#conductor.say(this.#words.noCore(message));
        const words = () => this.#words;
        const core = new Core(makeWorker, failed);
        this.#language = new Language(makeWorker, failed);
        this.#conductor = new Conductor(this.#store, core, (milliseconds) => new Promise((go) => milliseconds > 0 ? setTimeout(go, milliseconds) : requestAnimationFrame(() => go())),
            () => this.#language.programOf(this.#store.value.project.files, this.#store.value.active));
        this.#referee = new Referee(this.#store, this.#conductor, new Rooms(makeWorker, fileText),
            {words, open: (project) => this.#desk.openBeside(project), run: () => this.#run('run')});
        /** Of `mariner studio`. */
        const folder = new URLSearchParams(location.search).has('folder') ? new Folder() : null;
        this.#desk = new Desk(this.#store, this.#keep, this.#conductor, folder, {words, openPuzzle: (date, rival) => this.#referee.openPuzzle(date, rival)});
        this.#context = {
            store: this.#store, conductor: this.#conductor, language: this.#language, words, command: (id) => this.#run(id),
            openFiles: (files) => this.#desk.openBeside({name: files[0]!.name.replace(/\.asm$/, ''), files, input: ''}),
            takeUp: (consumed) => void this.#referee.takeUp(consumed),
        };
        this.#tutor = new Tutor(this.#context, new Judge(makeWorker));
        this.#frame = new Frame(this.#store, this.#panes, words);
        this.#settings = new Settings(this.#store, () => this.#commands);
        this.#toolbar = new Toolbar(this.#store, {words, commands: () => this.#commands, run: (id) => this.#run(id), renamed: () => this.#gutters.rename()});
        this.#commands = makeCommands(this.#context, this.#store, {
            focusPane: (id) => this.#frame.focusPane(id), nextPane: (by) => this.#frame.nextPane(by), fullPane: () => this.#frame.fullPane(),
            share: () => this.#set({overlay: 'share'}), showStart: () => this.#set({view: 'start'}),
            download: () => this.#desk.download(), openFiles: () => byId('chooser').click(),
            nextTheme: () => this.#settings.nextTheme(), nextLanguage: () => this.#settings.nextLanguage(), toggleVim: () => this.#settings.toggleVim(), toggleTour: () => this.#settings.toggleTour(),
            ask: (what) => void this.#tutor.ask(what), toggleHeat: () => this.#set({hasHeat: !this.#store.value.hasHeat}),
            judge: () => void this.#tutor.runTasks(),
            hint: () => this.#referee.hint(), review: () => this.#referee.review(), puzzle: () => void this.#referee.openPuzzle(today()),
        });
        this.#settings.takeKeys();
        this.#overlays = new Overlays(this.#context, {
            keep: this.#keep, commands: () => this.#commands,
            setKey: (id, key) => {
                this.#settings.setKey(id, key);
                this.#toolbar.update(this.#store.value, null);
            },
            openDraft: (draft) => this.#desk.openOwn(draft), openBeside: (project) => this.#desk.openBeside(project), openFiles: () => byId('chooser').click(),
            download: () => this.#desk.download(), downloadZip: () => void this.#desk.downloadZip(), newProject: () => this.#desk.newProject(),
            takeFromDisk: (text) => this.#desk.takeFromDisk(text), keepMine: (text) => this.#desk.keepMine(text),
        });
    }

    get #words() { return wordsOf(this.#store.value.language); }
    #set(values: Extract<Parameters<Store['change']>[0], {kind: 'set'}>['values']): void { this.#store.change({kind: 'set', values}); }
    #run(id: string): void { void this.#commands.find((one) => one.id === id)?.run(); }

    async begin(): Promise<void> {
        this.#build();
        this.#settings.read();
        this.#store.subscribe((now, before, isAtOnce) => this.#update(now, before, isAtOnce));
        this.#update(this.#store.value, null, true);
        this.#listen();
        await this.#desk.openFirst();
        setTimeout(() => this.#tutor.check(), readAfter);
        this.#store.tell();
        document.documentElement.dataset['ready'] = 'yes';
        if (!this.#desk.folder && 'serviceWorker' in navigator && location.protocol.startsWith('http')) {
            void navigator.serviceWorker.register('offline.js').catch(() => {});
        }
    }

    #build(): void {
        const places: Record<string, HTMLElement> = {
            program: byId('main'), start: byId('main'), world: byId('world'), time: byId('app'), float: document.body,
        };
        for (const row of panes) {
            const pane = fenced(row.id, row.make(this.#context));
            this.#panes.set(row.id, pane);
            if (row.place === 'tour') {
                byId('pane-timeline').prepend(pane.element);
            } else if (row.place !== 'machine') {
                places[row.place]!.append(pane.element);
            }
        }
        byId('main').append(byId('pane-machine'), byId('pane-data'), byId('world'));
        this.#gutters = makeGutters((id) => this.#words.gutters[id] ?? id);
        document.body.append(this.#overlays.element);
    }

    #update(now: Studio, before: Studio | null, isAtOnce: boolean): boolean {
        const last = differs(now, before, 'language') ? null : before;
        this.#frame.update(now, last);
        this.#askForMore(now, last);
        this.#settings.goOn(now);
        if (last && differs(now, last, 'project', 'active')) {
            this.#tutor.noticeEdit(now, last);
            this.#desk.noticeEdit();
        }
        markTheme(now);
        const isAll = this.#renewal.update(now, isAtOnce);
        if (isAll) {
            this.#finish(now, differs(now, this.#shown, 'language') ? null : this.#shown);
        }
        return isAll;
    }
    /** What is around the panes; whoever sees or hears of it finds the panes as it says. */
    #finish(now: Studio, last: Studio | null): void {
        this.#shown = now;
        markRoot(now, last);
        this.#toolbar.update(now, last);
        this.#overlays.update(now, last);
        if (differs(now, last, 'said')) {
            this.#voice.say(now.said, now.phase === 'crashed' && last?.phase !== 'crashed');
        }
    }
    /** What takes time is asked for when it is looked at. */
    #askForMore(now: Studio, last: Studio | null): void {
        const isShown = this.#frame.isShown.bind(this.#frame);
        if (!now.fresh && now.phase === 'none' && now.view !== 'start') {
            void this.#conductor.readFresh();
        }
        if (isShown('stack') && now.contents === null && now.frames.length > 0 && differs(now, last, 'machineTab', 'contents', 'frames')) {
            void this.#conductor.examiner.readContents();
        }
        if ((isShown('statistics') || now.hasHeat) && now.counts === null && now.moment && !isBusy(now.phase)
            && differs(now, last, 'machineTab', 'hasHeat', 'counts', 'phase', 'moment')) {
            void this.#conductor.examiner.count();
        }
        if (isShown('tools') && (now.toolKinds.length === 0 || now.tool !== '' && now.toolReport === null) && !isBusy(now.phase)
            && differs(now, last, 'machineTab', 'toolReport', 'moment', 'phase')) {
            void this.#conductor.examiner.readTools();
        }
        this.#referee.update(now, last, isShown('game') || now.puzzle !== null);
    }

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
        const instead = (id: string, deed: () => void) => byId(id).addEventListener('click', (event) => {
            event.preventDefault();
            deed();
        });
        instead('brand', () => this.#set({view: 'start'}));
        instead('skip', () => this.#frame.focusPane('program'));
        byId('project').addEventListener('click', () => this.#set({overlay: 'drafts'}));
        byId('speed').addEventListener('input', (event) => this.#set({speed: Number((event.target as HTMLInputElement).value)}));
        byId('chooser').addEventListener('change', (event) => {
            const chooser = event.target as HTMLInputElement;
            void this.#desk.openList([...chooser.files ?? []]).then(() => { chooser.value = ''; });
        });
        addEventListener('dragover', (event) => event.preventDefault());
        addEventListener('drop', (event) => {
            event.preventDefault();
            void this.#desk.openList([...event.dataTransfer?.files ?? []]);
        });
        addEventListener('hashchange', () => void this.#desk.openLink());
        addEventListener('pagehide', () => {
            void this.#desk.save();
            this.#desk.folder?.leave();
        });
        document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void this.#desk.save());
    }
}

/** Before the panes are told: what is drawn on a canvas takes the theme's colours as they are then. */
function markTheme({theme}: Studio): void {
    const root = document.documentElement;
    if (root.dataset['theme'] !== theme) {
        root.dataset['theme'] = theme;
    }
}

/** What style.css goes by. What is set again is looked at again, with everything below it. */
function markRoot(now: Studio, last: Studio | null): void {
    const root = document.documentElement;
    const facts: Record<string, string> = {
        state: stateName(now), phase: now.phase, view: now.view, moment: isPast(now) && !isBusy(now.phase) ? 'past' : 'live',
        pic: now.geometry ? 'yes' : 'none', run: !now.moment || now.moment.last === 0 ? 'none' : now.moment.last < 50 ? 'short' : 'some',
    };
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
