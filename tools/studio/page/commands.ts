// TABLE of commands: name, keys, deed. The palette, the keyboard and the buttons' hints are made from it.

import type {Overlay} from '../state/model.ts';
import type {Store} from '../state/store.ts';
import {cursorLine, fixAtCursor, toggleBreakpointAtCursor} from '../panes/caret.ts';
import type {Context} from '../panes/pane.ts';

export interface Command {
    id: string;
    group: 'run' | 'move' | 'ask' | 'go' | 'page';
    /** By event.code without Key and Digit, so that another layout's letters stay where they are. */
    keys: string[];
    run: () => unknown;
}

/** What the whole page can do, beside what the conductor can. */
export interface Deeds {
    focusPane: (id: string) => void;
    nextPane: (by: 1 | -1) => void;
    share: () => void;
    download: () => void;
    openFiles: () => void;
    nextTheme: () => void;
    nextLanguage: () => void;
    showStart: () => void;
    toggleVim: () => void;
    toggleTour: () => void;
    /** Of the language server, about where the cursor is. */
    ask: (what: 'explain' | 'definition' | 'references' | 'format') => void;
    toggleHeat: () => void;
    fullPane: () => void;
    judge: () => void;
    hint: () => void;
    review: () => void;
    puzzle: () => void;
}

export function makeCommands(context: Context, store: Store, deeds: Deeds): Command[] {
    const {conductor} = context;
    const overlay = (name: Overlay) => store.change({kind: 'set', values: {overlay: name}});
    return [
        {id: 'run', group: 'run', keys: ['F5', 'Ctrl+Enter'], run: () => conductor.run()},
        {id: 'check', group: 'run', keys: ['Ctrl+F5'], run: () => conductor.runWithChecks()},
        {id: 'judge', group: 'run', keys: [], run: () => deeds.judge()},
        {id: 'hint', group: 'ask', keys: ['Alt+Shift+H'], run: deeds.hint},
        {id: 'review', group: 'ask', keys: [], run: deeds.review},
        {id: 'puzzle', group: 'go', keys: [], run: deeds.puzzle},
        {id: 'playAgain', group: 'run', keys: [], run: () => conductor.start(false)},
        {id: 'pause', group: 'run', keys: ['F9'], run: () => conductor.pause()},
        {id: 'stop', group: 'run', keys: ['Shift+F9'], run: () => conductor.stop()},
        {id: 'runBack', group: 'run', keys: ['Shift+F5'], run: () => conductor.move('reverseContinue')},

        {id: 'step', group: 'move', keys: ['F7', 'Alt+Period'], run: () => conductor.step(1)},
        {id: 'back', group: 'move', keys: ['F8', 'Alt+Comma'], run: () => conductor.step(-1)},
        {id: 'next', group: 'move', keys: ['F10', 'Alt+Shift+Period'], run: () => conductor.move('next')},
        {id: 'previous', group: 'move', keys: ['Ctrl+F10', 'Alt+Shift+Comma'], run: () => conductor.move('stepBack')},
        {id: 'out', group: 'move', keys: ['Shift+F11', 'Alt+O'], run: () => conductor.move('stepOut')},
        {id: 'backToCall', group: 'move', keys: ['Alt+Shift+O'], run: () => conductor.backToCall()},
        {id: 'toCursor', group: 'move', keys: ['Alt+C'], run: () => conductor.runTo(cursorLine(), 'continue')},
        {id: 'backToCursor', group: 'move', keys: ['Alt+Shift+C'], run: () => conductor.runTo(cursorLine(), 'reverseContinue')},
        {id: 'start', group: 'move', keys: [], run: () => conductor.toStart()},
        {id: 'end', group: 'move', keys: [], run: () => conductor.toEnd()},

        {id: 'who', group: 'ask', keys: ['Alt+W'], run: askHere},
        {id: 'whoBack', group: 'ask', keys: ['Alt+Shift+W'], run: () => conductor.inquiry.goBack()},
        {id: 'breakpoint', group: 'ask', keys: ['Alt+B'], run: () => cursorLine() > 0 && toggleBreakpointAtCursor(context)},
        {id: 'condition', group: 'ask', keys: ['Alt+Shift+B'], run: () => cursorLine() > 0 && overlay('condition')},
        {id: 'explain', group: 'ask', keys: ['Alt+H'], run: () => deeds.ask('explain')},
        {id: 'definition', group: 'ask', keys: ['F12'], run: () => deeds.ask('definition')},
        {id: 'references', group: 'ask', keys: ['Shift+F12'], run: () => deeds.ask('references')},
        {id: 'rename', group: 'ask', keys: ['F2'], run: () => overlay('rename')},
        {id: 'outline', group: 'go', keys: [], run: () => overlay('outline')},
        {id: 'format', group: 'ask', keys: [], run: () => deeds.ask('format')},
        {id: 'heat', group: 'ask', keys: [], run: () => deeds.toggleHeat()},
        {id: 'fix', group: 'ask', keys: ['Alt+Enter'], run: () => fixAtCursor(context)},
        {id: 'help', group: 'ask', keys: ['F1'], run: () => overlay('help')},

        {id: 'program', group: 'go', keys: ['Alt+E'], run: () => deeds.focusPane('program')},
        {id: 'registers', group: 'go', keys: ['Alt+R'], run: () => deeds.focusPane('registers')},
        {id: 'memory', group: 'go', keys: ['Alt+M'], run: () => deeds.focusPane('memory')},
        {id: 'input', group: 'go', keys: ['Alt+I'], run: () => deeds.focusPane('console')},
        {id: 'display', group: 'go', keys: ['Alt+D'], run: () => deeds.focusPane('display')},
        {id: 'timeline', group: 'go', keys: ['Alt+T'], run: () => deeds.focusPane('timeline')},
        {id: 'nextPane', group: 'go', keys: ['F6'], run: () => deeds.nextPane(1)},
        {id: 'previousPane', group: 'go', keys: ['Shift+F6'], run: () => deeds.nextPane(-1)},

        {id: 'fullPane', group: 'page', keys: ['Alt+Shift+F'], run: deeds.fullPane},
        {id: 'picture', group: 'page', keys: [], run: () => overlay('picture')},
        {id: 'commands', group: 'page', keys: ['Ctrl+K'], run: () => overlay('commands')},
        {id: 'share', group: 'page', keys: [], run: deeds.share},
        {id: 'download', group: 'page', keys: ['Ctrl+S'], run: deeds.download},
        {id: 'open', group: 'page', keys: ['Ctrl+O'], run: deeds.openFiles},
        {id: 'fileName', group: 'page', keys: [], run: () => overlay('fileName')},
        {id: 'drafts', group: 'page', keys: [], run: () => overlay('drafts')},
        {id: 'startPage', group: 'page', keys: [], run: deeds.showStart},
        {id: 'tour', group: 'page', keys: [], run: deeds.toggleTour},
        {id: 'vim', group: 'page', keys: [], run: deeds.toggleVim},
        {id: 'theme', group: 'page', keys: [], run: deeds.nextTheme},
        {id: 'language', group: 'page', keys: [], run: deeds.nextLanguage},
    ];
}

/** The pane that has the keyboard knows what is chosen in it. */
function askHere(): void {
    document.activeElement?.dispatchEvent(new CustomEvent('ask', {bubbles: true}));
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

export function keyOf(event: KeyboardEvent): string {
    const code = event.code.replace(/^(Key|Digit)/, '').replace(/^NumpadEnter$/, 'Enter');
    const control = isMac() ? event.metaKey || event.ctrlKey : event.ctrlKey;
    return `${control ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.shiftKey ? 'Shift+' : ''}${code}`;
}

/** As it stands on the keyboard. */
export function shownKey(key: string): string {
    const plain = key.replace('Period', '.').replace('Comma', ',');
    return isMac() ? plain.replace('Ctrl+', '⌘').replace('Alt+', '⌥').replace('Shift+', '⇧') : plain;
}
export const ariaKeys = (keys: string[]): string =>
    keys.map((key) => key.replace('Ctrl', 'Control').replace('Period', '.').replace('Comma', ',')).join(' ');
