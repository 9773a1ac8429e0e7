// What lies on the desk: the project that is open, where it comes from (a link, a draft, files, the folder of `mariner
// studio`) and where it is kept. What is opened replaces nobody's work.

import {saveFile} from '../parts/dom.ts';
import {type DiskText, Folder} from '../servers/folder.ts';
import {isRubric} from '../servers/judge.ts';
import type {Draft, Keep, Kept} from '../state/keep.ts';
import {fromFragment, safeName} from '../state/link.ts';
import type {Project, PuzzleResult} from '../state/model.ts';
import {isPicture, pictureText} from '../state/picture.ts';
import type {Store} from '../state/store.ts';
import {fromZip, toZip} from '../state/zip.ts';
import type {Words} from '../words/en.ts';
import type {Conductor} from './conductor.ts';
import {puzzleOfFragment} from './puzzle.ts';
import {narrow} from './widths.ts';

const mostFile = 16 << 20;
const saveAfter = 600;
const lookAfter = 2000;
/** What the folder's own project is called among the drafts. */
const folderDraft = 'folder';

export interface DeskDeeds {
    words: () => Words;
    openPuzzle: (date: string, rival: PuzzleResult | null) => Promise<void>;
}

export class Desk {
    #draft = newId();
    #saveTimer = 0;
    /** What is opened isn't kept before it is changed. */
    #opened: Project;

    constructor(private readonly store: Store, private readonly keep: Keep, private readonly conductor: Conductor, readonly folder: Folder | null,
        private readonly deeds: DeskDeeds) {
        this.#opened = store.value.project;
    }

    #set(values: Extract<Parameters<Store['change']>[0], {kind: 'set'}>['values']): void { this.store.change({kind: 'set', values}); }

    noticeEdit(): void {
        clearTimeout(this.#saveTimer);
        this.#saveTimer = window.setTimeout(() => void this.save(), saveAfter);
    }
    async save(): Promise<void> {
        clearTimeout(this.#saveTimer);
        const {project, isEmbedded} = this.store.value;
        if (project === this.#opened || isEmbedded) {
            return;
        }
        const now = Date.now();
        this.#opened = project;
        if (this.folder && this.#draft === folderDraft) {
            return this.#saveToFolder(this.folder, project, now);
        }
        const draft = this.#draft;
        let kept = await this.#keep(draft, project, now);
        if (kept === 'apart') {
            const own = newId();
            kept = await this.#keep(own, project, now);
            this.#draft = this.#draft === draft ? own : this.#draft;
            this.conductor.say(this.deeds.words().keptApart);
        }
        if (kept === 'kept') {
            this.#set({savedAt: now});
        }
    }
    #keep(id: string, project: Project, now: number): Promise<Kept> {
        return this.keep.save(id, project, now).catch(() => 'nowhere');
    }

    // ---- the folder of `mariner studio`
    async #saveToFolder(folder: Folder, project: Project, now: number): Promise<void> {
        try {
            this.#meet(await folder.save(project.files));
            this.#set({savedAt: now});
        } catch (problem) {
            this.#opened = {...project};  // the next turn tries again
            this.conductor.say(this.deeds.words().notSavedBecause((problem as Error).message.trim()));
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
            const own = this.store.value.project.files.find(({name}) => name === text.name);
            if (own?.text === text.text) {
                this.folder?.agree(text);
            } else if (own && this.folder?.isUnchanged(own)) {
                this.takeFromDisk(text);
            } else if (own) {
                this.store.change({kind: 'conflict', conflict: text});
                this.#set({overlay: 'conflict'});
            }
        }
    }
    takeFromDisk(text: DiskText): void {
        this.folder?.agree(text);
        this.store.change({kind: 'edit', file: text.name, text: text.text});
        this.conductor.say(this.deeds.words().readAgain(text.name));
    }
    keepMine(text: DiskText): void {
        this.folder?.agree(text);
        this.#opened = {...this.#opened};  // what was tried once is tried again
        void this.save();
    }

    // ---- opening
    async openFirst(): Promise<void> {
        if (this.folder) {
            const project = await this.folder.load().catch(() => null);
            if (project) {
                this.#draft = folderDraft;
                this.#open(project);
                this.#set({isFolder: true});
            }
            void this.#lookAtFolder(this.folder);
            return;
        }
        if (await this.openLink()) {
            return;
        }
        const latest = this.store.value.isEmbedded ? undefined : (await this.keep.list().catch(() => []))[0];
        if (latest) {
            this.openOwn(latest);
        }
    }
    async openLink(): Promise<boolean> {
        const puzzle = puzzleOfFragment(location.hash);
        if (puzzle) {
            await this.deeds.openPuzzle(puzzle.date, puzzle.rival);
            return true;
        }
        const shared = await fromFragment(location.hash);
        if (!shared) {
            return false;
        }
        const {seed, breakpoints, conditions, form} = shared.settings;
        this.openBeside(shared.project);
        this.#set({form});
        for (const [file, lines] of Object.entries(breakpoints)) {
            this.store.change({kind: 'breakpoints', file, lines});
            Object.entries(conditions[file] ?? {}).forEach(([line, text]) => this.store.change({kind: 'condition', file, line: Number(line), text}));
        }
        if (shared.step !== null && shared.step > 0) {
            await this.conductor.start(true, seed ?? undefined);
            await this.conductor.seek(shared.step);
        }
        return true;
    }
    openOwn(draft: Draft): void {
        this.keep.goOnFrom(draft);
        this.#draft = draft.id;
        this.#open(draft.project);
    }
    /** What comes from elsewhere is a draft of its own: one's own work stays what it is. */
    openBeside(project: Project): void {
        void this.save();
        this.#draft = newId();
        this.#open(project);
        this.conductor.say(this.deeds.words().openedBeside);
    }
    #open(project: Project): void {
        this.#opened = project;
        this.conductor.stop();
        this.store.change({kind: 'open', project});
        this.#set({view: narrow.matches ? 'code' : 'console', savedAt: 0, said: this.deeds.words().ready});
    }
    newProject(): void {
        void this.save();
        this.#draft = newId();
        this.#open({name: 'program', files: [{name: 'program.asm', text: ''}], input: ''});
    }
    async openList(files: File[]): Promise<void> {
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
                    sources.push({name: safeName(file.name, used), text: pictureText(bytes) ?? new TextDecoder('utf-8', {fatal: true}).decode(bytes)});
                }
            } catch {
                leftOut.push(safeName(file.name));
            }
        }
        if (sources.length > 0 && sources.every((file) => isRubric(file.name) || isPicture(file))) {
            const {active} = this.store.value;
            sources.forEach(({name, text}) => this.store.change({kind: 'addFile', file: name, text}));
            this.#set({active, machineTab: 'tasks', view: 'machine'});
            this.conductor.say(this.deeds.words().tasksOpened(sources.map(({name}) => name).join(', ')));
        } else if (sources.length > 0) {
            const first = sources.findIndex(({name}) => /\.(asm|s)$/i.test(name));
            const [main] = sources.splice(Math.max(0, first), 1);
            this.openBeside({name: safeName(files[0]!.name).replace(/\.[^.]*$/, ''), files: [main!, ...sources], input: ''});
            void this.#keep(this.#draft, this.store.value.project, Date.now());
        }
        if (leftOut.length > 0) {
            this.conductor.say(sources.length > 0 ? this.deeds.words().leftOut(leftOut.join(', ')) : this.deeds.words().badFile(leftOut.join(', ')));
        }
    }
    download(): void {
        const {project, active} = this.store.value;
        const file = project.files.find(({name}) => name === active);
        if (file) {
            saveFile(file.name.replace(/.*\//, ''), file.text);
        }
    }
    async downloadZip(): Promise<void> {
        const {project} = this.store.value;
        saveFile(`${safeName(project.name)}.zip`, await toZip(project.files), 'application/zip');
    }
}

const newId = () => `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;
