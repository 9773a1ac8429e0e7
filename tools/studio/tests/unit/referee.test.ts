import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Conductor} from '../../page/conductor.ts';
import {Referee} from '../../page/referee.ts';
import type {Rooms} from '../../servers/rooms.ts';
import type {Advice, Moment} from '../../state/model.ts';
import {newStudio} from '../../state/model.ts';
import {Store} from '../../state/store.ts';
import {en} from '../../words/en.ts';

const turns = async () => { for (let i = 0; i < 20; ++i) await Promise.resolve(); };

test('a hint that is asked for while the game is looked at is given', async () => {
    const store = new Store({...newStudio({name: 'bitmap', files: [{name: 'bitmap.asm', text: ''}], input: ''}), phase: 'waiting', moment: {step: 9, last: 9} as Moment}, (tell) => tell());
    const said: string[] = [];
    const wishes: object[] = [];
    const answers: (() => void)[] = [];
    const advice = (hints: boolean): Advice => ({typed: '', isOver: false, asksForColumn: true, first: 1, turns: 0, letters: '', mover: {kind: 'yellow', seat: 1, name: '', letter: ''}, winner: null,
        hints: hints ? [{kind: 'wins', moves: 1, letters: 'W1'}] : null, review: null});
    const rooms = {isAwake: true, advise: (_: object, wish: {hints?: boolean}) => new Promise((go) => {
        wishes.push(wish);
        answers.push(() => go(advice(wish.hints === true)));
    })} as unknown as Rooms;
    const referee = new Referee(store, {say: (text: string) => said.push(text)} as unknown as Conductor, rooms, {words: () => en, open: () => {}, run: () => {}});
    referee.update(store.value, null, true);  // it looks by itself
    await turns();
    referee.hint();
    referee.update(store.value, null, true);  // and again, before the first look is over
    answers[0]!();
    await turns();
    answers[1]!();
    await turns();
    assert.deepEqual(wishes, [{}, {hints: true}]);
    assert.equal(store.value.advice?.hints?.length, 1);
    assert.match(said.at(-1)!, /^Hint for Yellow: 1 wins in 1/);
    assert.equal(store.value.isThinking, false);
});
