import assert from 'node:assert/strict';
import {test} from 'node:test';
import {puzzleFragment, puzzleOfFragment, today} from '../../page/puzzle.ts';
import type {Moment, Puzzle, Studio} from '../../state/model.ts';
import {newStudio} from '../../state/model.ts';
import {typedSoFar} from '../../state/derive.ts';
import {tourNow} from '../../state/tour.ts';

const puzzle: Puzzle = {date: '2026-11-19', room: 'master', side: 'red', winsIn: 5, turns: 21, input: ''};
const fresh = (): Studio => newStudio({name: 'p', files: [{name: 'p.asm', text: ''}], input: ''});

test('a link to the puzzle says how it went, and nothing else is one', () => {
    const result = {wonIn: 5, tries: 2};
    assert.deepEqual(puzzleOfFragment(`#${puzzleFragment(puzzle, result)}`), {date: puzzle.date, rival: result});
    assert.deepEqual(puzzleOfFragment(`#${puzzleFragment(puzzle, null)}`), {date: puzzle.date, rival: null});
    assert.equal(puzzleOfFragment('#puzzle=today')?.date, today());
    for (const wrong of ['', '#v1.AAAA', '#puzzle=<script>', '#puzzle=2026-11-19&won=1', '#puzzle=2026-11-19&won=999&tries=1', 'x#puzzle=2026-11-19']) {
        assert.equal(puzzleOfFragment(wrong), null, wrong);
    }
});

test('what has been typed ends at the focus', () => {
    const moment = {step: 5, first: 0, last: 9, printed: 2, consumed: 2} as Moment;
    const pieces = [{kind: 'output' as const, text: '? ', start: 0, after: 0}, {kind: 'input' as const, text: '4\n', start: 0, after: 2}, {kind: 'input' as const, text: '3\n', start: 2, after: 2}];
    assert.equal(typedSoFar({...fresh(), moment, pieces}), '4\n');
    assert.equal(typedSoFar({...fresh(), moment: {...moment, step: 9, consumed: 4}, pieces}), '4\n3\n');
});

test('the tour goes on when its deed is done, and only then', () => {
    const run = {...fresh(), tour: 0, phase: 'ended' as const, moment: {step: 9, last: 9} as Moment};
    assert.equal(tourNow({...fresh(), tour: 0}), 0);
    assert.equal(tourNow(run), 1);
    assert.equal(tourNow({...run, tour: 1}), 1);
    assert.equal(tourNow({...run, tour: 1, phase: 'paused', moment: {step: 8, last: 9} as Moment}), 2);
    assert.equal(tourNow({...run, tour: -1}), -1);
    assert.equal(tourNow({...run, tour: 4}), 4);
});
