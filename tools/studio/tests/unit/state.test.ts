import assert from 'node:assert/strict';
import {test} from 'node:test';
import {apply, type Change, edited, mostShown} from '../../state/changes.ts';
import {byteOfCharacter, changedWord, consoleAt, hueOf, placeName, stateName, wordText} from '../../state/derive.ts';
import {isOfAnother, nextDraft} from '../../state/keep.ts';
import {type Moment, newStudio, type Studio} from '../../state/model.ts';
import {Store} from '../../state/store.ts';

const project = {name: 'p', files: [{name: 'a.asm', text: 'x'}, {name: 'b.asm', text: 'y'}], input: ''};
const fresh = () => newStudio(project);
const after = (...changes: Change[]): Studio => changes.reduce(apply, fresh());
const moment = (more: Partial<Moment>): Moment => ({
    step: 0, first: 0, last: 9, printed: 0, consumed: 0, isRunning: false, isWaiting: false, address: '0x00400000', file: 'a.asm', line: 1,
    routine: 'main', end: null, done: null, next: [], ...more,
});
const register = (name: string, bits: number) => ({name, bits, text: '', group: 'other', number: null});
const seen = (at: Partial<Moment>, ...registers: ReturnType<typeof register>[]): Change =>
    ({kind: 'seen', seen: {moment: moment(at), registers, floats: [], system: [], frames: [], segments: [], pixels: null, memory: null}});

test('subscribers are told once a frame, with what they saw before', () => {
    let frame = () => {};
    const told: [string, string][] = [];
    const store = new Store(fresh(), (tell) => { frame = tell; });
    store.subscribe((now, before) => told.push([now.said, before.said]));
    store.change({kind: 'set', values: {said: '1'}});
    store.change({kind: 'set', values: {said: '2'}});
    assert.deepEqual(told, []);
    frame();
    assert.deepEqual(told, [['2', '']]);
});

test('an edit makes a run stale, and the last file stays', () => {
    const studio = after({kind: 'started'}, {kind: 'edit', file: 'b.asm', text: 'z'});
    assert.equal(studio.isStale, true);
    assert.equal(studio.project.files[1]!.text, 'z');
    assert.equal(after({kind: 'removeFile', file: 'a.asm'}, {kind: 'removeFile', file: 'b.asm'}).project.files.length, 1);
    assert.equal(after({kind: 'renameFile', file: 'a.asm', to: 'c.asm'}).active, 'c.asm');
});

test('what changed is told against the moment before, not against the same one again', () => {
    const studio = after(seen({step: 1}, register('r', 1)), seen({step: 2}, register('r', 2)), seen({step: 2}, register('r', 2)));
    assert.equal(studio.registersBefore['r'], 1);
    assert.equal(studio.previous?.step, 1);
});

test('the console is cut at the focus, in the middle of a character too', () => {
    const told = after(
        {kind: 'piece', piece: {kind: 'output', text: 'á one\n'}}, {kind: 'piece', piece: {kind: 'input', text: '7\n'}},
        {kind: 'piece', piece: {kind: 'output', text: 'two\nthree\n'}}, seen({step: 4, printed: 7, consumed: 0}));
    const cut = consoleAt(told);
    assert.deepEqual(cut.pieces.map(({text}) => text), ['á one\n']);
    assert.equal(cut.later, 2);
    assert.equal(byteOfCharacter(told.pieces[0]!, 1), 2);
    assert.equal(told.pieces[2]!.start, 7);
    assert.equal(consoleAt(apply(told, seen({step: 9, printed: 17, consumed: 2}))).pieces.length, 3);
});

test('output without an end is folded at its beginning', () => {
    let studio = fresh();
    for (let i = 0; i < 40; ++i) {
        studio = apply(studio, {kind: 'piece', piece: {kind: 'output', text: 'x'.repeat(16_384)}});
    }
    assert.equal(studio.isFolded, true);
    assert.ok(studio.pieces.reduce((sum, {text}) => sum + text.length, 0) <= mostShown);
    assert.equal(studio.pieces.at(-1)!.start + studio.pieces.at(-1)!.text.length, 40 * 16_384);
});

test('words in all forms', () => {
    const forms = (['auto', 'hex', 'dec', 'bin', 'text', 'float'] as const).map((form) => wordText(0x3f800041, form));
    assert.deepEqual(forms, ['0x3f800041', '0x3f800041', '1065353281', '00111111 10000000 00000000 01000001', 'A··?', '1.0000077']);
    assert.equal(wordText(0xfffffffe, 'auto'), '-2');
});

test('names of places and hues of routines', () => {
    assert.equal(placeName({100: 'list', 200: 'end'}, 112), 'list+12');
    assert.equal(placeName({100: 'list'}, 99), '');
    assert.equal(placeName({100: 'list'}, 100 + 0x1000), '');
    const studio = after({kind: 'calls', which: 'whole', calls: {from: 0, to: 9, routines: ['main', 'f', 'g'], stacks: [[0]], depths: [1]}});
    assert.deepEqual(['main', 'f', 'g', 'h'].map((name) => hueOf(studio, name)), [0, 1, 2, 0]);
});

test('states have the names of the look', () => {
    const end = {isNormal: false, exitCode: 0, message: 'm', explanation: 'e'};
    assert.equal(stateName(fresh()), 'first');
    assert.equal(stateName(after({kind: 'started'})), 'run');
    assert.equal(stateName(after(seen({step: 3}))), 'past');
    assert.equal(stateName(after(seen({step: 9, end}))), 'crash');
    assert.equal(stateName(after(seen({step: 9, isWaiting: true}))), 'run');
    assert.equal(stateName(after({kind: 'stopped'}, {kind: 'set', values: {view: 'code'}})), 'ready');
});

test('drafts keep earlier versions, not one for every key', () => {
    const version = (text: string) => ({...project, files: [{name: 'a.asm', text}]});
    const minute = 60_000;
    let draft = nextDraft(null, 'd', version('1'), 0);
    draft = nextDraft(draft, 'd', version('2'), minute);
    draft = nextDraft(draft, 'd', version('3'), 2 * minute);
    assert.deepEqual(draft.versions.map(({project: {files}}) => files[0]!.text), ['1']);
    draft = nextDraft(draft, 'd', version('4'), 10 * minute);
    draft = nextDraft(draft, 'd', version('5'), 20 * minute);
    assert.deepEqual(draft.versions.map(({project: {files}}) => files[0]!.text), ['4', '1']);
    for (let i = 0; i < 50; ++i) {
        draft = nextDraft(draft, 'd', version(String(i)), (30 + 10 * i) * minute);
    }
    assert.equal(draft.versions.length, 20);
});

test('a draft that another page has written is not written over', () => {
    const draft = nextDraft(null, 'd', project, 7);
    assert.deepEqual([isOfAnother(null, undefined), isOfAnother(draft, 7), isOfAnother(draft, 6), isOfAnother(draft, undefined)], [false, false, true, true]);
});

test('edits are told in the text as it was, whatever ends its lines', () => {
    const edit = (line: number, from: number, toLine: number, to: number, text: string) => ({line, from, toLine, to, text});
    assert.equal(edited('ab\r\ncd\nef', [edit(3, 1, 3, 2, 'F'), edit(1, 0, 1, 1, 'A'), edit(2, 0, 2, 0, '> ')]), 'Ab\r\n> cd\neF');
    assert.equal(edited('ab\ncd', [edit(1, 1, 2, 1, '-')]), 'a-d');
    assert.equal(edited('ab', [edit(9, 5, 9, 9, '!')]), 'ab!');
    const studio = apply(fresh(), {kind: 'edits', edits: [{file: 'b.asm', ...edit(1, 0, 1, 1, 'Y')}]});
    assert.deepEqual(studio.project.files.map(({text}) => text), ['x', 'Y']);
});

test('counts hold for a run, not for a longer one', () => {
    const counts = {steps: 9, isWhole: true, lines: [], routines: [], instructions: []};
    const studio = after(seen({step: 9}), {kind: 'counts', counts});
    assert.equal(apply(studio, seen({step: 3})).counts, counts);
    assert.equal(apply(studio, seen({step: 12, last: 12})).counts, null);
});

test('a repair that puts one word in another one\'s place is told by the word', () => {
    const files = [{name: 'a.asm', text: 'nop\nmain:   adiu    $t0, $t0, 4\n'}];
    const repair = (from: number, to: number, text: string) => ({sentence: '', edits: [{file: 'a.asm', line: 2, from, toLine: 2, to, text}]});
    assert.equal(changedWord(files, repair(8, 12, 'addiu')), 'addiu');
    assert.equal(changedWord(files, repair(9, 9, 'd')), 'addiu');
    assert.equal(changedWord(files, repair(0, 27, 'main:   addiu    $t0, $t0, 4')), 'addiu');
    assert.equal(changedWord(files, repair(0, 27, 'main:   addiu    $t0, $t0, 5')), null);
    assert.equal(changedWord(files, repair(8, 12, 'lui $at, 1')), null);
});
