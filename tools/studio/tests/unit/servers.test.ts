import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Connection} from '../../servers/connection.ts';
import {problemsOf} from '../../servers/language.ts';
import {Latest} from '../../servers/moment.ts';
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

test('columns in bytes become places in the text', () => {
    const text = 'á "ô" adiu\n';
    const [problem] = problemsOf([{severity: 'error', message: 'm', file: '/a.asm', line: 1, column: 9, length: 4, repairs: [
        {sentence: 's', edits: [{file: '/a.asm', line: 1, column: 11, length: 0, text: 'd'}]}]}], [{name: 'a.asm', text}]);
    assert.deepEqual([problem!.file, problem!.from, problem!.to], ['a.asm', 6, 10]);
    assert.deepEqual(problem!.repairs[0]!.edits, [{file: 'a.asm', line: 1, from: 8, to: 8, text: 'd'}]);
});

test('the browser\'s first language that there is', () => {
    assert.equal(preferredLanguage(['fr-FR', 'vi-VN', 'en']), 'vi');
    assert.equal(preferredLanguage(['xx']), 'en');
});
