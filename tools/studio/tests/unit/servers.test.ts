import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Connection} from '../../servers/connection.ts';
import {problemOf, wordsOf} from '../../servers/language.ts';
import {Latest} from '../../servers/moment.ts';
import {Rpc} from '../../servers/rpc.ts';
import {preferredLanguage} from '../../words/words.ts';

test('answers find their questions, in any order, and refusals are told', async () => {
    const sent: {seq: number}[] = [];
    const events: string[] = [];
    const connection = new Connection((message) => sent.push(message as {seq: number}), (name) => events.push(name));
    const [first, second] = [connection.request('a'), connection.request('b')];
    connection.receive({type: 'response', request_seq: sent[1]!.seq, success: true, body: {n: 2}});
    connection.receive({type: 'event', event: 'stopped'});
    connection.receive({type: 'response', request_seq: 99, success: true});
    connection.receive({type: 'response', request_seq: sent[0]!.seq, success: false, message: 'no'});
    assert.deepEqual(await second, {n: 2});
    await assert.rejects(first, /no/);
    assert.deepEqual(events, ['stopped']);
    const third = connection.request('c');
    connection.close();
    await assert.rejects(third, /closed/);
});

test('of many questions the running one and the latest are answered', async () => {
    const asked: number[] = [];
    const latest = new Latest<number>(async (question) => {
        asked.push(question);
        await new Promise((go) => setImmediate(go));
        if (question === 1) {
            throw new Error('one');
        }
    }, (problem) => asked.push((problem as Error).message.length));
    for (let i = 1; i <= 5; ++i) {
        latest.ask(i);
    }
    while (!latest.isIdle) {
        await new Promise((go) => setImmediate(go));
    }
    assert.deepEqual(asked, [1, 3, 5]);
});

test('a diagnostic becomes a problem with its repairs', () => {
    const range = {start: {line: 2, character: 6}, end: {line: 2, character: 10}};
    const message = 'adiu is no instruction\nwrite `addiu`\nletters are missing\nsee: mariner ref addiu';
    const edit = {changes: {'file:///d%20d/a.asm': [{range, newText: 'addiu'}]}};
    const problem = problemOf('d d/a.asm', {range, severity: 1, message}, [
        {title: 'write `addiu`', diagnostics: [{range, severity: 1, message}], edit}, {title: 'another', diagnostics: [], edit}]);
    assert.deepEqual([problem.severity, problem.line, problem.from, problem.to, problem.message], ['error', 3, 6, 10, 'adiu is no instruction']);
    assert.deepEqual([problem.more, problem.topic], [['letters are missing'], 'addiu']);
    assert.deepEqual(problem.repairs, [{sentence: 'write `addiu`', edits: [{file: 'd d/a.asm', line: 3, from: 6, toLine: 3, to: 10, text: 'addiu'}]}]);
});

test('colours are told word by word, each from the one before', () => {
    const words = wordsOf([1, 0, 4, 1, 1, 0, 6, 2, 0, 0, 2, 1, 1, 1, 0], {kinds: ['keyword', 'function'], definition: 1});
    assert.deepEqual(words, [{line: 2, from: 0, to: 4, kind: 'd'}, {line: 2, from: 6, to: 8, kind: 'm'}, {line: 4, from: 1, to: 2, kind: 'l'}]);
});

test('an answer that never comes is refused when the server has gone', async () => {
    const sent: {id?: number; method: string}[] = [];
    const rpc = new Rpc((message) => sent.push(message as {method: string}));
    const [first, second] = [rpc.request('a', {}), rpc.request('b', {})];
    rpc.tell('c', {});
    rpc.receive({id: sent[0]!.id, result: 7});
    assert.equal(await first, 7);
    assert.equal(sent[2]!.id, undefined);
    rpc.forget();
    await assert.rejects(second, /closed/);
});

test('the browser\'s first language that there is', () => {
    assert.equal(preferredLanguage(['fr-FR', 'vi-VN', 'en']), 'vi');
    assert.equal(preferredLanguage(['xx']), 'en');
});
