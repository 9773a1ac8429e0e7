// What lies over the page: commands, reference, sharing, drafts. One of them at a time.

import {fileText} from '../parts/beside.ts';
import {Dialog} from '../parts/dialog.ts';
import {h, icon} from '../parts/dom.ts';
import {cursorSpot, editNow, goToLine} from '../panes/caret.ts';
import type {Context} from '../panes/pane.ts';
import {hex} from '../state/derive.ts';
import type {Draft, Keep} from '../state/keep.ts';
import {safeName, shareOf, toFragment} from '../state/link.ts';
import type {Place, Project, SourceFile, Studio} from '../state/model.ts';
import {type Command, keyOf, shownKey} from './commands.ts';

export interface Sources {
    keep: Keep;
    commands: () => Command[];
    /** Other keys for a command; none: its own again. */
    setKey: (id: string, key: string | null) => void;
    openDraft: (draft: Draft) => void;
    openBeside: (project: Project) => void;
    openFiles: () => void;
    download: () => void;
    downloadZip: () => void;
    newProject: () => void;
    takeFromDisk: (text: SourceFile) => void;
    keepMine: (text: SourceFile) => void;
}

/** Of a picture that is opened by hand: as many as one request for memory gives. */
const mostUnits = 512 * 512;

interface Entry {
    section: string;
    form: string;
    meaning: string;
    more: string;
}

export class Overlays {
    readonly #dialog: Dialog;
    #reference: Promise<Entry[]> | null = null;

    constructor(private readonly context: Context, private readonly sources: Sources) {
        this.#dialog = new Dialog(() => this.#close());
    }
    get element(): HTMLElement { return this.#dialog.element; }
    get #words() { return this.context.words(); }
    #close(): void { this.context.store.change({kind: 'set', values: {overlay: 'none', helpTopic: ''}}); }

    update(now: Studio, before: Studio | null): void {
        if (before !== null && now.overlay === before.overlay && now.language === before.language) {
            return;
        }
        switch (now.overlay) {
            case 'none':
                this.#dialog.hide();
                break;
            case 'commands':
                this.#showCommands(now);
                break;
            case 'help':
                this.#showHelp(now.helpTopic);
                break;
            case 'share':
                void this.#showShare(now);
                break;
            case 'drafts':
                void this.#showDrafts();
                break;
            case 'rename':
                void this.#showRename(now);
                break;
            case 'condition':
                this.#showCondition(now);
                break;
            case 'places':
                this.#showPlaces(now);
                break;
            case 'outline':
                void this.#showOutline(now);
                break;
            case 'conflict':
                this.#showConflict(now);
                break;
            case 'picture':
                this.#showPicture();
                break;
            case 'fileName':
                this.#showFileName(now);
                break;
        }
    }

    // ---- a field and a list under it
    #finder(label: string, listLabel: string, none: string, fill: (query: string) => {group: string; items: HTMLElement[]}[], choose: (item: HTMLElement) => void): Node[] {
        const field = h('input', {
            role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'found', 'aria-label': label, placeholder: label, autocomplete: 'off', spellcheck: 'false',
        });
        const list = h('div', {role: 'listbox', id: 'found', 'aria-label': listLabel, tabindex: 0});
        const nothing = h('p', {class: 'nothing', role: 'status', hidden: true}, none);
        const items = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
        const mark = (chosen: HTMLElement | undefined) => {
            for (const item of items()) {
                item.setAttribute('aria-selected', String(item === chosen));
            }
            chosen ? field.setAttribute('aria-activedescendant', chosen.id) : field.removeAttribute('aria-activedescendant');
            chosen?.scrollIntoView({block: 'nearest'});
        };
        const show = () => {
            const groups = fill(field.value.trim());
            let count = 0;
            for (const {items: members} of groups) {
                members.forEach((item) => { item.id = `found-${++count}`; });
            }
            list.replaceChildren(...groups.filter(({items: members}) => members.length > 0).map(({group, items: members}, i) =>
                h('div', {role: 'group', 'aria-labelledby': `found-group-${i}`}, h('span', {id: `found-group-${i}`}, group), ...members)));
            mark(items()[0]);
            nothing.hidden = items().length > 0;
        };
        field.addEventListener('input', show);
        field.addEventListener('keydown', (event) => {
            const all = items();
            const at = all.findIndex((item) => item.getAttribute('aria-selected') === 'true');
            const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
            if (by && all.length > 0) {
                event.preventDefault();
                mark(all[(at + by + all.length) % all.length]);
            } else if (event.key === 'Enter' && all[at]) {
                event.preventDefault();
                choose(all[at]);
            }
        });
        list.addEventListener('click', (event) => {
            const item = (event.target as HTMLElement).closest<HTMLElement>('[role="option"]');
            if (item) {
                choose(item);
            }
        });
        queueMicrotask(show);
        return [h('div', {class: 'find'}, icon('find'), field, this.#closeButton()), list, nothing];
    }
    #closeButton(): HTMLElement {
        return h('button', {class: 'b icon small', type: 'button', 'aria-label': this.#words.close, onclick: () => this.#close()}, icon('x'));
    }
    #title(text: string): HTMLElement {
        return h('div', {class: 'dh'}, h('h2', {class: 'ptitle'}, text), h('span', {class: 'push'}, this.#closeButton()));
    }

    #showCommands(now: Studio): void {
        const words = this.#words;
        const commands = this.sources.commands();
        let outline: {name: string; line: number}[] = [];
        void this.context.language.outline(now.project.files, now.active).then((items) => {
            outline = items;
            if (this.context.store.value.overlay === 'commands') {
                this.element.querySelector('input')?.dispatchEvent(new Event('input'));
            }
        }, () => {});
        const fill = (query: string) => {
            const wanted = query.toLowerCase();
            const line = /^:?(\d+)$/.exec(query);
            const here = line ? [{group: words.commandGroups['go']!, items: [
                h('div', {role: 'option', 'data-line': line[1]}, words.goToLine(Number(line[1]))),
                h('div', {role: 'option', 'data-step': line[1]}, words.goToStep(Number(line[1]))),
            ]}] : /^0x[0-9a-f]{1,8}$/i.test(query) ? [{group: words.commandGroups['go']!, items: [
                h('div', {role: 'option', 'data-address': String(Number(query))}, words.goToAddress(hex(Number(query)))),
            ]}] : [];
            const groups = (['run', 'move', 'ask', 'go', 'page'] as const).map((group) => ({
                group: words.commandGroups[group] ?? group,
                items: commands.filter((one) => one.group === group && (words.commandNames[one.id] ?? '').toLowerCase().includes(wanted))
                    .map((one) => h('div', {role: 'option', 'data-command': one.id}, words.commandNames[one.id] ?? one.id,
                        h('span', {class: 'push'}, ...one.keys.map((key) => h('kbd', {}, shownKey(key)))))),
            }));
                  const lines = wanted === '' ? [] : outline.filter(({name}) => name.toLowerCase().includes(wanted)).slice(0, 20);
            const labels = wanted === '' ? [] : Object.entries(this.context.store.value.labels).filter(([, name]) => name.toLowerCase().includes(wanted)).slice(0, 20);
            return [...here, ...groups, {group: words.symbols, items: [
                ...lines.map(({name, line: at}) => h('div', {role: 'option', 'data-line': at}, name, h('span', {class: 'push'}, words.atLine(at)))),
                ...labels.map(([address, name]) => h('div', {role: 'option', 'data-address': address}, name, h('span', {class: 'push'}, h('code', {}, hex(Number(address)))))),
            ]}];
        };
        const hint = h('p', {class: 'keys-hint', role: 'status'}, words.keysHint);
        let asking: string | null = null;
        this.#dialog.show(words.commands, ...this.#finder(words.palette, words.commands, words.noCommand, fill, (item) => {
            const {command, line, step, address} = item.dataset;
            this.#close();
            this.context.store.tell();
            if (command) {
                this.context.command(command);
            } else if (line) {
                goToLine(Number(line));
            } else if (step) {
                void this.context.conductor.seek(Number(step));
            } else if (address) {
                this.context.store.change({kind: 'set', values: {machineTab: 'memory', view: 'machine'}});
                void this.context.conductor.observer.showMemory('', hex(Number(address) & ~15));
            }
        }), hint);
        const field = this.element.querySelector('input')!;
        // In front of the page's own keys, which are elsewhere while this is open.
        field.addEventListener('keydown', (event) => {
            const chosen = this.element.querySelector<HTMLElement>('[role="option"][aria-selected="true"]')?.dataset['command'];
            const isModifier = ['Control', 'Alt', 'Shift', 'Meta'].includes(event.key);
            if (asking !== null && !isModifier) {
                event.preventDefault();
                event.stopImmediatePropagation();
                this.sources.setKey(asking, event.key === 'Escape' ? null : keyOf(event));
                asking = null;
                hint.textContent = words.keysHint;
                field.dispatchEvent(new Event('input'));
            } else if (event.key === 'F2' && chosen) {
                event.preventDefault();
                asking = chosen;
                hint.textContent = words.pressKeys(words.commandNames[chosen] ?? chosen);
            }
        }, {capture: true});
    }

    // ---- one question, one answer
    /** `take` gives the reason why the answer can't be, or an empty text. */
    #question(title: string, note: string, value: string, button: string, take: (text: string) => Promise<string> | string, ...more: HTMLElement[]): void {
        const field = h('input', {value, 'aria-label': title, autocomplete: 'off', spellcheck: 'false', maxlength: 200});
        const trouble = h('p', {class: 'nothing', role: 'alert'});
        const form = h('form', {class: 'dbody', onsubmit: (event: Event) => {
            event.preventDefault();
            void Promise.resolve(take(field.value.trim())).then((why) => { why === '' ? this.#close() : trouble.textContent = why; },
                (problem) => { trouble.textContent = (problem as Error).message; });
        }}, h('p', {}, note), h('p', {class: 'share-row one'}, field), trouble,
        h('p', {class: 'acts'}, h('button', {class: 'b ink', type: 'submit'}, button), ...more));
        this.#dialog.show(title, this.#title(title), form);
        field.focus();
        field.select();
    }
    async #showRename(now: Studio): Promise<void> {
        const words = this.#words;
        const {language, conductor} = this.context;
        const spot = cursorSpot(now.active);
        const found = await language.renamed(now.project.files, spot);
        if (!found) {
            this.#close();
            conductor.say(words.nothingToRename);
            return;
        }
        this.#question(words.renameTitle(found.name), words.renameNote, found.name, words.renameButton, async (text) => {
            const edits = await language.rename(spot, text);
            this.#close();
            this.context.store.tell();
            editNow(edits, this.context);
            conductor.say(words.renamed(edits.length));
            return '';
        });
    }
    #showCondition(now: Studio): void {
        const words = this.#words;
        const {line} = cursorSpot(now.active);
        const known = now.conditions[now.active]?.[line] ?? '';
        this.#question(words.conditionTitle(line), words.conditionNote, known, words.conditionButton, async (text) => {
            await this.context.conductor.setCondition(now.active, line, text);
            return '';
        });
    }
    #showFileName(now: Studio): void {
        const words = this.#words;
        const {store} = this.context;
        if (now.isFolder) {
            return this.#close();
        }
        const names = now.project.files.map(({name}) => name);
        const remove = names.length > 1 ? [h('button', {class: 'b line', type: 'button', onclick: () => {
            this.#close();
            store.change({kind: 'removeFile', file: now.active});
        }}, words.removeFile(now.active))] : [];
        this.#question(words.fileName, words.fileNameNote, now.active, words.renameButton, (text) => {
            if (text !== now.active && (names.includes(text) || text === '')) {
                return words.nameTaken;
            }
            store.change({kind: 'renameFile', file: now.active, to: safeName(text)});
            return '';
        }, ...remove);
    }

    /** Columns, rows and the address of the first unit. */
    #showPicture(): void {
        const words = this.#words;
        const {segments, labels} = this.context.store.value;
        const heap = segments.find(({id}) => id === 'heap')?.memoryReference ?? '0x10040000';
        this.#question(words.openPicture, words.pictureNote, `64 x 64 ${heap}`, words.open, (text) => {
            const [, columns, rows, place] = /^\s*(\d+)\s*[x×,\s]\s*(\d+)[\s,]+(\S+)\s*$/.exec(text) ?? [];
            const label = Object.entries(labels).find(([, name]) => name === place);
            const address = label ? Number(label[0]) : Number(place);
            if (!(Number(columns) > 0) || !(Number(rows) > 0) || Number(columns) * Number(rows) > mostUnits || !Number.isInteger(address) || address % 4 !== 0) {
                return words.pictureWrong;
            }
            void this.context.conductor.observer.openPicture({columns: Number(columns), rows: Number(rows), memoryReference: hex(address), colours: {}});
            return '';
        });
    }
    #showConflict({conflict}: Studio): void {
        const words = this.#words;
        if (!conflict) {
            return;
        }
        const button = (text: string, kind: string, deed: (text: SourceFile) => void) => h('button', {class: `b ${kind}`, type: 'button', onclick: () => {
            this.#close();
            deed(conflict);
        }}, text);
        this.#dialog.show(words.conflictTitle(conflict.name), this.#title(words.conflictTitle(conflict.name)), h('div', {class: 'dbody'},
            h('p', {}, words.conflictNote), h('p', {class: 'acts'}, button(words.keepMine, 'line', this.sources.keepMine),
                button(words.takeFromDisk, 'line', this.sources.takeFromDisk))));
    }

    // ---- places of the text
    #goTo({file, line, from}: Place): void {
        const {store} = this.context;
        this.#close();
        store.change({kind: 'set', values: {active: file, view: store.value.view === 'start' ? 'console' : 'code'}});
        store.tell();
        goToLine(line, from);
    }
    #showPlaces(now: Studio): void {
        const words = this.#words;
        const textAt = ({file, line}: Place) => now.project.files.find(({name}) => name === file)?.text.split(/\r\n|\r|\n/)[line - 1]?.trim() ?? '';
        const fill = (query: string) => [...new Set(now.places.map(({file}) => file))].map((file) => ({
            group: file,
            items: now.places.map((place, i) => ({place, i})).filter(({place}) => place.file === file && textAt(place).includes(query))
                .map(({place, i}) => h('div', {role: 'option', class: 'entry', 'data-at': i}, h('code', {}, String(place.line)), h('span', {}, textAt(place)))),
        }));
        this.#dialog.show(words.places(now.places.length), ...this.#finder(words.placesFind, words.places(now.places.length), words.nothingThere, fill,
            (item) => this.#goTo(now.places[Number(item.dataset['at'])]!)));
    }
    async #showOutline(now: Studio): Promise<void> {
        const words = this.#words;
        const items = await this.context.language.outline(now.project.files, now.active).catch(() => []);
        if (this.context.store.value.overlay !== 'outline') {
            return;
        }
        const fill = (query: string) => [{group: now.active, items: items.filter(({name}) => name.toLowerCase().includes(query.toLowerCase()))
            .map((item) => h('div', {role: 'option', class: 'entry', 'data-line': item.line},
                h('code', {}, '\u2007'.repeat(2 * item.depth), item.name), h('span', {}, `${item.detail} ${words.atLine(item.line)}`.trim())))}];
        this.#dialog.show(words.outline, ...this.#finder(words.outlineFind, words.outline, words.nothingThere, fill,
            (item) => this.#goTo({file: now.active, line: Number(item.dataset['line']), from: 0, to: 0})));
    }

    // ---- reference
    #loadReference(): Promise<Entry[]> {
        this.#reference ??= fileText('reference.json').then((text) => JSON.parse(text) as Entry[]).catch(() => []);
        return this.#reference;
    }
    #showHelp(topic: string): void {
        const words = this.#words;
        void this.#loadReference().then((entries) => {
            if (this.context.store.value.overlay !== 'help') {
                return;
            }
            const fill = (query: string) => {
                const wanted = query.toLowerCase();
                const sections = [...new Set(entries.map(({section}) => section))];
                const rank = ({form, meaning}: Entry) => {
                    const name = form.toLowerCase().split(/[\s,]/)[0]!;
                    return name === wanted ? 0 : form.toLowerCase().startsWith(wanted) ? 1 : form.toLowerCase().includes(wanted) ? 2
                        : meaning.toLowerCase().includes(wanted) ? 3 : 4;
                };
                return sections.map((section) => ({
                    group: words.referenceSections[section] ?? section,
                    items: entries.filter((one) => one.section === section && rank(one) < 4).sort((a, b) => rank(a) - rank(b)).slice(0, 60)
                        .map((one) => h('div', {role: 'option', class: 'entry'}, h('code', {}, one.form), h('span', {}, one.meaning),
                            one.more !== '' ? h('code', {class: 'more'}, one.more) : null)),
                }));
            };
            this.#dialog.show(words.reference, ...this.#finder(words.referenceSearch, words.reference, words.referenceNone, fill, () => {}));
            const field = this.element.querySelector('input');
            if (field && topic !== '') {
                field.value = topic;
                field.dispatchEvent(new Event('input'));
            }
        });
    }

    // ---- sharing
    async #showShare(now: Studio): Promise<void> {
        const words = this.#words;
        const fragment = await toFragment(shareOf(now));
        const address = `${location.origin === 'null' ? '' : location.origin}${location.pathname}`;
        const field = (label: string, text: string) => {
            const input = h('input', {readonly: true, value: text, 'aria-label': label});
            const copy = h('button', {class: 'b line', type: 'button'}, words.copy);
            copy.addEventListener('click', () => {
                input.select();
                void navigator.clipboard?.writeText(text).then(() => { copy.textContent = words.copied; }, () => {});
            });
            return h('p', {class: 'share-row'}, h('span', {class: 'share-name'}, label), input, copy);
        };
        const frame = `<iframe src="${address}?embed#${fragment}" title="${now.project.name.replace(/[<>&"]/g, '')}" width="100%" height="400" loading="lazy"></iframe>`;
        const button = (text: string, run: () => void) => h('button', {class: 'b line', type: 'button', onclick: () => {
            this.#close();
            run();
        }}, text);
        this.#dialog.show(words.shareTitle, this.#title(words.shareTitle), h('div', {class: 'dbody'}, h('p', {}, words.shareNote),
            field(words.link, `${address}#${fragment}`), field(words.embedTitle, frame),
            h('p', {class: 'acts'}, button(words.download, this.sources.download), button(words.downloadZip, this.sources.downloadZip),
                button(words.openFiles, this.sources.openFiles))));
    }

    // ---- drafts
    async #showDrafts(): Promise<void> {
        const words = this.#words;
        const drafts = await this.sources.keep.list().catch(() => []);
        const closing = (open: () => void) => () => {
            this.#close();
            open();
        };
        const row = (draft: Draft) => h('li', {},
            h('button', {class: 'b line', type: 'button', onclick: closing(() => this.sources.openDraft(draft))}, `${words.open} ${draft.project.name}`),
            h('span', {class: 'by'}, words.when(draft.savedAt)),
            h('button', {class: 'b icon', type: 'button', 'aria-label': `${words.remove} ${draft.project.name}`, onclick: () => {
                void this.sources.keep.remove(draft.id).then(() => this.#showDrafts());
            }}, icon('x')),
            draft.versions.length > 0 ? h('details', {}, h('summary', {}, words.versions), h('ul', {}, ...draft.versions.map((version) => h('li', {},
                h('button', {class: 'b', type: 'button', onclick: closing(() => this.sources.openBeside(version.project))}, words.when(version.savedAt)))))) : null);
        const name = h('input', {value: this.context.store.value.project.name, 'aria-label': words.projectName, maxlength: 100});
        name.addEventListener('change', () => this.context.store.change({kind: 'nameProject', name: name.value.trim() || 'program'}));
        this.#dialog.show(words.drafts, this.#title(words.drafts), h('div', {class: 'dbody'},
            h('p', {class: 'share-row'}, h('span', {class: 'share-name'}, words.projectName), name,
                h('button', {class: 'b line', type: 'button', onclick: closing(() => this.sources.newProject())}, words.newProject)),
            drafts.length === 0 ? h('p', {}, words.noDrafts) : h('ul', {class: 'drafts'}, ...drafts.map(row))));
    }
}

