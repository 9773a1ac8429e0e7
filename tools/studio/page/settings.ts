// What somebody has chosen for the page: theme, language, keys. Kept by the browser; a window that keeps nothing goes
// without.

import type {Studio, Theme} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import {tourLength, tourNow} from '../state/tour.ts';
import {languages, preferredLanguage} from '../words/words.ts';
import type {Command} from './commands.ts';

const themes: Theme[] = ['day', 'night', 'contrast'];

export class Settings {
    /** As the table has them. */
    readonly #ownKeys = new Map<string, string[]>();

    constructor(private readonly store: Store, private readonly commands: () => Command[]) {}

    #set(values: Extract<Parameters<Store['change']>[0], {kind: 'set'}>['values']): void { this.store.change({kind: 'set', values}); }

    read(): void {
        const parameters = new URLSearchParams(location.search);
        const kept = readJson('mariner-studio') as {theme?: Theme; language?: string; hasVim?: boolean} | null;
        const hasToured = readJson('mariner-studio-toured') === true;
        const system: Theme = matchMedia('(prefers-contrast: more)').matches ? 'contrast' : matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
        const theme = themes.find((one) => one === (parameters.get('theme') ?? kept?.theme)) ?? system;
        const wished = parameters.get('lang') ?? kept?.language ?? '';
        this.#set({
            theme, language: wished in languages ? wished : preferredLanguage(navigator.languages),
            hasVim: kept?.hasVim === true, tour: hasToured || parameters.has('embed') || parameters.has('folder') ? -1 : 0, isEmbedded: parameters.has('embed'), isReadOnly: parameters.has('readonly'),
        });
        this.store.tell();
    }
    nextTheme(): void {
        this.#set({theme: themes[(themes.indexOf(this.store.value.theme) + 1) % themes.length]!});
        this.#keepSettings();
    }
    nextLanguage(): void {
        const all = Object.keys(languages);
        this.#set({language: all[(all.indexOf(this.store.value.language) + 1) % all.length]!});
        this.#keepSettings();
    }
    /** Away from the tour, or to its beginning. */
    toggleTour(): void {
        const isOver = this.store.value.tour >= 0;
        this.#set({tour: isOver ? -1 : 0});
        keepJson('mariner-studio-toured', isOver);
    }
    /** The tour, when its next deed is done. */
    goOn(now: Studio): void {
        const tour = tourNow(now);
        if (tour !== now.tour) {
            this.#set({tour});
            if (tour === tourLength) {
                keepJson('mariner-studio-toured', true);
            }
        }
    }
    toggleVim(): void {
        this.#set({hasVim: !this.store.value.hasVim});
        this.#keepSettings();
    }
    /** Keys that were chosen belong to one command only. */
    takeKeys(): void {
        const chosen = readJson('mariner-studio-keys') as Record<string, string> | null ?? {};
        const taken = new Set(Object.values(chosen));
        for (const command of this.commands()) {
            const own = this.#ownKeys.get(command.id) ?? command.keys;
            this.#ownKeys.set(command.id, own);
            const key = chosen[command.id];
            command.keys = typeof key === 'string' ? [key] : own.filter((one) => !taken.has(one));
        }
    }
    setKey(id: string, key: string | null): void {
        const kept = readJson('mariner-studio-keys') as Record<string, string> | null ?? {};
        const chosen = Object.fromEntries(Object.entries(kept).filter(([other, its]) => other !== id && its !== key));
        keepJson('mariner-studio-keys', key === null ? chosen : {...chosen, [id]: key});
        this.takeKeys();
    }
    #keepSettings(): void {
        const {theme, language, hasVim} = this.store.value;
        keepJson('mariner-studio', {theme, language, hasVim});
    }
}

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
