// The program: text, errors with their repairs, breakpoints, and where the run stands.

import {closeBrackets, closeBracketsKeymap, completionKeymap} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap, indentWithTab} from '@codemirror/commands';
import {bracketMatching, codeFolding, foldGutter, foldKeymap, foldService} from '@codemirror/language';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {Compartment, EditorState} from '@codemirror/state';
import {crosshairCursor, drawSelection, EditorView, rectangularSelection, gutter, highlightActiveLine, keymap, lineNumbers} from '@codemirror/view';
import {Vim, vim} from '@replit/codemirror-vim';
import {colours} from '../parts/colours.ts';
import {h, icon, tabs} from '../parts/dom.ts';
import type {Studio} from '../state/model.ts';
import {isPicture} from '../state/picture.ts';
import {assist, colourWords} from './assist.ts';
import {toggleBreakpoint} from './caret.ts';
import {type Context, differs, type MakePane} from './pane.ts';
import {marks, mostNotes, setMarks, setSigns, Sign, signs, signsOf} from './signs.ts';

/** From a label at a line's begin, or a directive of a section, to the one in front of the next. */
function foldAt(state: EditorState, from: number, to: number): {from: number; to: number} | null {
    const opens = /^(?:[A-Za-z_][\w.$]*\s*:|\s*\.[a-z]+\s*$)/;
    if (!opens.test(state.doc.sliceString(from, to))) {
        return null;
    }
    let last = state.doc.lineAt(from);
    let end = to;
    while (last.number < state.doc.lines) {
        last = state.doc.line(last.number + 1);
        if (opens.test(last.text)) {
            break;
        }
        end = last.text.trim() === '' || /^\s*#/.test(last.text) ? end : last.to;
    }
    return end > to ? {from: to, to: end} : null;
}

export const makeEditor: MakePane = (context) => {
    const files = h('div', {class: 'tabs', role: 'tablist'});
    const add = h('button', {class: 'b icon small', type: 'button', onclick: () => askForFile(context)}, icon('plus'));
    const crumb = h('span', {class: 'crumb'});
    const host = h('div', {class: 'code', id: 'code'});
    const keys = h('div', {class: 'accessory', role: 'toolbar'});
    const head = h('div', {class: 'head'}, files, add, crumb);
    const element = h('section', {class: 'pane p-code', id: 'pane-program'}, head, host, keys);
    const states = new Map<string, EditorState>();
    const writing = new Compartment();
    const label = new Compartment();
    const vimKeys = new Compartment();
    let shown = {name: '', text: ''};
    let place = '';
    let cursorLineBefore = 0;

    Vim.defineEx('write', 'w', () => context.command('download'));
    const view = new EditorView({parent: host, state: EditorState.create({})});

    function makeState(text: string): EditorState {
        return EditorState.create({doc: text, extensions: [
            vimKeys.of(context.store.value.hasVim ? vim({status: true}) : []),  // before all other keys
            gutter({
                class: 'cm-points', markers: (of) => of.state.field(signs).points, initialSpacer: () => new Sign('bp', 'bp'),
                domEventHandlers: {mousedown: (of, line) => {
                    toggleBreakpoint(context, of.state.doc.lineAt(line.from).number);
                    return true;
                }},
            }),
            lineNumbers(),
            gutter({class: 'cm-heat', markers: (of) => of.state.field(signs).heat}),
            gutter({class: 'cm-places', markers: (of) => of.state.field(signs).places, initialSpacer: () => new Sign('at', 'mk')}),
            history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), search({top: true}),
            keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
            EditorState.allowMultipleSelections.of(true), rectangularSelection(), crosshairCursor(), codeFolding(), foldService.of(foldAt),
            foldGutter({openText: '⌄', closedText: '›'}),
            EditorState.tabSize.of(8), colours, assist(context), marks, signs,
            writing.of(EditorState.readOnly.of(context.store.value.isReadOnly)),
            label.of(EditorView.contentAttributes.of({'aria-label': context.words().source, spellcheck: 'false', autocapitalize: 'off', tabindex: '0'})),
            EditorView.updateListener.of((update) => {
                if (update.docChanged) {
                    shown.text = update.state.doc.toString();
                    context.store.change({kind: 'edit', file: shown.name, text: shown.text});
                }
                const {problems, active} = context.store.value;
                const line = update.state.doc.lineAt(update.state.selection.main.head).number;
                if (update.selectionSet && line !== cursorLineBefore && problems.filter(({file}) => file === active).length > mostNotes) {
                    decorate(context.store.value);  // what isn't told elsewhere is told at the cursor
                }
                cursorLineBefore = line;
            }),
        ]});
    }

    /** Another file, or a text that came from elsewhere. */
    function open(now: Studio): boolean {
        const file = now.project.files.find(({name}) => name === now.active);
        if (!file || file.name === shown.name && file.text === shown.text) {
            return false;
        }
        if (shown.name !== '') {
            states.set(shown.name, view.state);
        }
        const known = states.get(file.name);
        shown = {name: file.name, text: file.text};
        view.setState(known && known.doc.toString() === file.text ? known : makeState(file.text));
        place = '';
        return true;
    }

    let isDecorating = false;
    /** Never from inside an update of the view: then it waits for the next turn. */
    function decorate(now: Studio): void {
        if (!isDecorating) {
            isDecorating = true;
            queueMicrotask(() => {
                isDecorating = false;
                const {decorations, ...others} = signsOf(now, view, context);
                view.dispatch({effects: [setMarks.of(decorations), setSigns.of(others)]});
            });
        }
    }

    /** The line of the focus is brought into sight when it is another one. */
    function follow(now: Studio): void {
        const {moment} = now;
        const key = moment ? `${moment.file}:${moment.line}:${moment.step}` : '';
        if (!moment || key === place || moment.isRunning) {
            return;
        }
        place = key;
        if (moment.file !== shown.name) {
            if (now.project.files.some(({name}) => name === moment.file)) {
                context.store.change({kind: 'set', values: {active: moment.file}});
            }
        } else if (moment.line > 0 && moment.line <= view.state.doc.lines) {
            view.dispatch({effects: EditorView.scrollIntoView(view.state.doc.line(moment.line).from, {y: 'nearest', yMargin: 80})});
        }
    }

    function showHead(now: Studio): void {
        const words = context.words();
        element.setAttribute('aria-label', words.program);
        files.setAttribute('aria-label', words.files);
        add.setAttribute('aria-label', words.newFile);
        add.title = words.newFile;
        add.hidden = now.isReadOnly || now.isFolder;
        files.ondblclick = now.isFolder ? null : () => context.store.change({kind: 'set', values: {overlay: 'fileName'}});
        tabs(files, now.project.files.filter((file) => !isPicture(file)).map(({name}) => ({id: name, title: name, controls: 'code'})), now.active,
            (active) => context.store.change({kind: 'set', values: {active}}));
        crumb.replaceChildren(...(now.moment?.routine ? [`${words.inRoutine} `, h('b', {}, now.moment.routine)] : []));
        keys.setAttribute('aria-label', words.characters);
        keys.replaceChildren(...['\t', '$', ',', '(', ')', ':', '#', '.'].map((text) => h('button', {
            class: 'b', type: 'button', 'aria-label': text === '\t' ? 'Tab' : text,
            onmousedown: (event: Event) => event.preventDefault(),
            onclick: () => view.dispatch(view.state.replaceSelection(text)),
        }, text === '\t' ? 'Tab' : text)));
    }

    return {
        element,
        focus: () => view.focus(),
        update(now, before) {
            const isOpened = open(now);
            if (before === null || namesOf(now) !== namesOf(before) || differs(now, before, 'active', 'isReadOnly', 'isFolder', 'language') || now.moment?.routine !== before.moment?.routine) {
                showHead(now);
            }
            if (differs(now, before, 'isReadOnly', 'language')) {
                view.dispatch({effects: [
                    writing.reconfigure(EditorState.readOnly.of(now.isReadOnly)),
                    label.reconfigure(EditorView.contentAttributes.of({'aria-label': context.words().source, spellcheck: 'false', autocapitalize: 'off', tabindex: '0'})),
                ]});
            }
            if (differs(now, before, 'hasVim')) {
                view.dispatch({effects: vimKeys.reconfigure(now.hasVim ? vim({status: true}) : [])});
            }
            if (differs(now, before, 'words')) {
                queueMicrotask(() => colourWords(view, now.words));
            }
            if (before && now.view !== before.view) {
                place = '';  // it was out of sight, and could not follow
            }
            const isOnlyProgress = before !== null && now.phase === 'running' && before.phase === 'running' && !differs(now, before, 'project', 'active', 'problems', 'language');
            if (!isOnlyProgress && differs(now, before, 'view', 'problems', 'conditions', 'checks', 'counts', 'hasHeat', 'breakpoints', 'moment', 'previous', 'who', 'active', 'phase', 'isStale', 'dragged', 'language') || isOpened) {
                decorate(now);
                follow(now);
            }
        },
    };
};

const namesOf = ({project}: Studio): string => project.files.map(({name}) => name).join('\n');

function askForFile(context: Context): void {
    const used = new Set(context.store.value.project.files.map(({name}) => name));
    let name = 'more.asm';
    for (let i = 2; used.has(name); ++i) {
        name = `more${i}.asm`;
    }
    context.store.change({kind: 'addFile', file: name, text: ''});
}
