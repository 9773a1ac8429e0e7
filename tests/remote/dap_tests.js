// The tests of `mariner dap` with the client that Microsoft tests its debug adapters with. Run by run.py, in a scratch
// folder: node dap_tests.js MARINER. Prints a line per test, then "N passed, N failed".
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const mariner = process.argv[2];
const program = (name) => path.join(__dirname, name);
const line_of = (name, text) =>
    fs.readFileSync(program(name), 'utf8').split('\n').findIndex((line) => line.includes(text)) + 1;

// ---- conversations ------------------------------------------------------------------------------------------------

/** Launches, sets line breakpoints ({line, condition, hitCondition}), and waits for the stop. */
async function launch(client, name, options = {}, breakpoints = []) {
    const initialized = client.waitForEvent('initialized');
    const stopped = client.waitForEvent('stopped');
    stopped.catch(() => {});
    await client.initializeRequest();
    await client.launchRequest({ program: program(name), ...options });
    await initialized;
    if (breakpoints.length > 0) {
        const answer = await client.setBreakpointsRequest({ source: { path: program(name) }, breakpoints });
        assert(answer.body.breakpoints.every((point) => point.verified), JSON.stringify(answer.body));
    }
    await client.configurationDoneRequest();
    return options.runs ? undefined : (await stopped).body;
}

/** Sends a request that moves the program, and waits for where it stops. */
async function move(client, command, args = {}) {
    const stopped = client.waitForEvent('stopped');
    await client.customRequest(command, { threadId: 1, ...args });
    return (await stopped).body;
}

async function frames(client) {
    return (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames;
}

async function line(client) {
    return (await frames(client))[0].line;
}

async function value(client, expression, context = 'watch') {
    return (await client.evaluateRequest({ expression, context })).body.result;
}

async function variables(client, scope) {
    const scopes = (await client.scopesRequest({ frameId: 1 })).body.scopes;
    const reference = scopes.find((candidate) => candidate.name === scope).variablesReference;
    const answer = await client.variablesRequest({ variablesReference: reference });
    return { reference, of: (name) => answer.body.variables.find((variable) => variable.name === name).value };
}

/** Everything the program and the adapter print, by category. */
function listen(client) {
    const heard = { stdout: '', stderr: '', console: '' };
    client.on('output', (event) => { heard[event.body.category] += event.body.output; });
    return heard;
}

async function until(question, what) {
    for (const end = Date.now() + 20000; Date.now() < end;) {
        if (question()) {
            return;
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`waited in vain for ${what}`);
}

const refused = (promise, pattern) => assert.rejects(promise, (error) => pattern.test(error.message));

// ---- tests --------------------------------------------------------------------------------------------------------

const tests = {
    async 'stops at a line and shows where it is'(client) {
        const at = line_of('factorial.asm', 'bgtz');
        const stop = await launch(client, 'factorial.asm', {}, [{ line: at }]);
        assert.equal(stop.reason, 'breakpoint');
        assert.equal(stop.hitBreakpointIds.length, 1);
        const [innermost, caller] = await frames(client);
        assert.equal(innermost.line, at);
        assert.equal(innermost.name, 'fact');
        assert.equal(innermost.source.path, program('factorial.asm'));
        assert.equal(caller.line, line_of('factorial.asm', 'jal\tfact'));
        assert.deepEqual((await client.threadsRequest()).body.threads.map((thread) => thread.id), [1]);
        await move(client, 'continue');
        assert.equal((await frames(client)).length, 3);
    },

    async 'runs to the end, with output and exit code'(client) {
        const heard = listen(client);
        const ends = Promise.all([client.waitForEvent('exited'), client.waitForEvent('terminated')]);
        await launch(client, 'factorial.asm', { runs: true });
        const [exited] = await ends;
        assert.equal(exited.body.exitCode, 3);
        assert.equal(heard.stdout, '5! = 120');
    },

    async 'moves a breakpoint to the next instruction, and refuses one behind the last'(client) {
        await launch(client, 'factorial.asm', { stopOnEntry: true });
        const points = (await client.setBreakpointsRequest({
            source: { path: program('factorial.asm') }, breakpoints: [{ line: 1 }, { line: 1000 }],
        })).body.breakpoints;
        assert.deepEqual(points.map((point) => point.verified), [true, false]);
        assert.equal(points[0].line, line_of('factorial.asm', 'main:'));
        const other = (await client.setBreakpointsRequest({
            source: { path: '/nowhere.asm' }, breakpoints: [{ line: 1 }],
        })).body.breakpoints;
        assert.equal(other[0].verified, false);
    },

    async 'heeds conditions and hit counts'(client) {
        const at = line_of('factorial.asm', 'bgtz');
        await launch(client, 'factorial.asm', {}, [{ line: at, condition: '$a0 == 2' }]);
        assert.match(await value(client, '$a0'), /^2 /);
        await client.setBreakpointsRequest({ source: { path: program('factorial.asm') }, breakpoints: [] });
        await client.setBreakpointsRequest(
            { source: { path: program('factorial.asm') }, breakpoints: [{ line: at, hitCondition: '2' }] });
        await move(client, 'continue');
        assert.match(await value(client, '$a0'), /^0 /);
        const wrong = (await client.setBreakpointsRequest({
            source: { path: program('factorial.asm') },
            breakpoints: [{ line: at, condition: '$a0 ==' }, { line: at, hitCondition: 'often' }],
        })).body.breakpoints;
        assert.deepEqual(wrong.map((point) => point.verified), [false, false]);
        assert(wrong.every((point) => point.message.length > 10));
    },

    async 'steps over, into and out of calls, and by instructions'(client) {
        assert.equal((await launch(client, 'factorial.asm', { stopOnEntry: true })).reason, 'entry');
        assert.equal((await move(client, 'next')).reason, 'step');
        const call = line_of('factorial.asm', 'jal\tfact');
        assert.equal(await line(client), call);
        await move(client, 'stepIn');
        assert.equal(await line(client), line_of('factorial.asm', 'fact:'));
        await move(client, 'stepOut');
        assert.equal(await line(client), call + 1);
        assert.match(await value(client, '$v0'), /^120 /);
        const before = (await frames(client))[0].instructionPointerReference;
        await move(client, 'next', { granularity: 'instruction' });
        const after = (await frames(client))[0].instructionPointerReference;
        assert.equal(Number(after) - Number(before), 4);
        assert.equal(await line(client), call + 1, 'la is two instructions');
    },

    async 'steps and continues backwards'(client) {
        const store = line_of('factorial.asm', 'sw\t$v0, 0($t0)');
        await launch(client, 'factorial.asm', {}, [{ line: store + 1 }]);
        assert.equal(await value(client, 'result'), '120, 0');
        await move(client, 'stepBack');
        assert.equal(await line(client), store);
        assert.equal(await value(client, 'result'), '0, 0');
        await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'done' }, { name: 'nowhere' }] });
        const stop = await move(client, 'reverseContinue');
        assert.equal(stop.reason, 'function breakpoint');
        assert.equal(await line(client), line_of('factorial.asm', 'done:'));
        await client.setFunctionBreakpointsRequest({ breakpoints: [] });
        assert.equal((await move(client, 'reverseContinue')).reason, 'entry');
        assert.equal(await line(client), line_of('factorial.asm', 'main:'));
    },

    async 'shows registers, floats, labels, and changes them'(client) {
        await launch(client, 'faulty.asm', {}, [{ line: line_of('faulty.asm', 'nop') }]);
        const integers = await variables(client, 'Registers');
        assert.equal(integers.of('$t1'), '1 (0x00000001)');
        assert.equal(integers.of('pc'), '4194324 (0x00400014)');
        assert.equal((await variables(client, 'Floating point')).of('$f12'), '1.0 (0x3f800000)');
        assert.equal((await variables(client, 'Coprocessor 0')).of('$status'), '65297 (0x0000ff11)');
        const labels = await variables(client, 'Labels');
        assert.equal(labels.of('half'), '0.5 (0x3f000000)');

        const set = async (reference, name, text) => (await client.setVariableRequest(
            { variablesReference: reference, name, value: text })).body.value;
        assert.equal(await set(integers.reference, '$t0', '-5'), '-5 (0xfffffffb)');
        assert.equal(await set(integers.reference, '$t1', 'half'), '268500992 (0x10010000) half');
        assert.equal(await set((await variables(client, 'Floating point')).reference, '$f1', '2.5'), '2.5 (0x40200000)');
        const doubles = (await variables(client, 'Floating point, double')).reference;
        assert.equal(await set(doubles, '$f4', '-0.125'), '-0.125');
        assert.match(await set(labels.reference, 'half', '0x41'), /\(0x00000041\)$/);
        await refused(set(integers.reference, '$zero', '1'), /\$zero can't become 1/);
        await refused(set(integers.reference, '$t0', 'many'), /can't become/);
        assert.equal(await value(client, '$t1 + 4 == half + 4'), '1 (0x00000001)');
        assert.equal(await value(client, '$f1 * 2.0'), '5.0');
        await refused(value(client, 'nowhere'), /nowhere/);
        await move(client, 'next');
        const terminated = client.waitForEvent('terminated');
        await client.continueRequest({ threadId: 1 });
        await terminated;
        assert.equal(await value(client, '$t0'), '65 (0x00000041)');
    },

    async 'shows lists as lists, texts as texts, and sets their elements'(client) {
        await launch(client, 'lists.asm', { stopOnEntry: true });
        const labels = await variables(client, 'Labels');
        assert.equal(labels.of('words'), '1, -2, 3');
        assert.equal(labels.of('bytes'), '7, 8');
        assert.equal(labels.of('reals'), '0.5, 1.5');
        assert.equal(labels.of('text'), '"hi, you"');
        assert.equal(labels.of('one'), '9 (0x00000009)');
        const all = (await client.variablesRequest({ variablesReference: labels.reference })).body.variables;
        const list = all.find((label) => label.name === 'bytes');
        assert.equal(list.indexedVariables, 2);
        const parts = async (part) => (await client.variablesRequest({ variablesReference: list.variablesReference, ...part })).body.variables;
        assert.deepEqual((await parts()).map((one) => [one.name, one.value]), [['[0]', '7 (0x00000007)'], ['[1]', '8 (0x00000008)']]);
        const [second] = await parts({ filter: 'indexed', start: 1, count: 1 });
        assert.equal(second.name, '[1]');
        assert.equal(await value(client, second.evaluateName), '8 (0x00000008)');
        const set = await client.setVariableRequest({ variablesReference: list.variablesReference, name: '[1]', value: '-1' });
        assert.equal(set.body.value, '-1 (0xffffffff)');
        // Its neighbours are what they were.
        assert.equal(await value(client, 'bytes'), '7, -1');
        assert.equal(await value(client, 'one'), '9 (0x00000009)');
        const watched = (await client.customRequest('dataBreakpointInfo', { variablesReference: list.variablesReference, name: '[1]' })).body;
        assert.equal(watched.dataId, `${second.memoryReference}/1`);
    },

    async 'helps, assigns and watches labels in the console'(client) {
        const heard = listen(client);
        const at = line_of('factorial.asm', 'bgtz');
        await launch(client, 'factorial.asm', {}, [{ line: at, hitCondition: '==2' }, { line: at, hitCondition: '%4' }]);
        assert.match(await value(client, 'help', 'repl'), /who/);
        assert.equal(await value(client, '$s7 = 0x10 + 1', 'repl'), '17 (0x00000011)');
        assert.equal(await value(client, '$s7', 'repl'), '17 (0x00000011)');
        assert.equal(await value(client, '$s7 == 17', 'repl'), '1 (0x00000001)');
        await refused(value(client, '$s7 = nowhere', 'repl'), /can't become/);
        await refused(value(client, '  '), /missing/);
        const set = await client.customRequest('setExpression', { expression: '$s7', value: '3' });
        assert.equal(set.body.value, '3 (0x00000003)');
        assert.match(await value(client, '$a0'), /^4 /, 'the second hit');
        await move(client, 'continue');
        assert.match(await value(client, '$a0'), /^2 /, 'the fourth hit');
        await client.setBreakpointsRequest({ source: { path: program('factorial.asm') },
            breakpoints: [{ line: line_of('factorial.asm', 'sw\t$v0'), logMessage: '{result}, {text}{$v0}' }] });
        const terminated = client.waitForEvent('terminated');
        await client.continueRequest({ threadId: 1 });
        await terminated;
        assert.match(heard.console, /0, 5! = 120/);
    },

    async 'runs without debugging: nothing stops it'(client) {
        const terminated = client.waitForEvent('terminated');
        await launch(client, 'faulty.asm', { runs: true, noDebug: true, stopOnEntry: true, stopAtEnd: true });
        await terminated;
    },

    async 'reads and writes memory and disassembles'(client) {
        await launch(client, 'factorial.asm', { stopOnEntry: true });
        const text = (await value(client, 'text'));
        assert.match(text, /"5! = "$/);
        const answer = (await client.evaluateRequest({ expression: 'text', context: 'hover' })).body;
        const read = async () => Buffer.from((await client.customRequest('readMemory',
            { memoryReference: answer.memoryReference, count: 5 })).body.data, 'base64').toString();
        assert.equal(await read(), '5! = ');
        await client.customRequest('writeMemory', {
            memoryReference: answer.memoryReference, offset: 1, data: Buffer.from('?').toString('base64') });
        assert.equal(await read(), '5? = ');
        const nothing = (await client.customRequest('readMemory', { memoryReference: '0x20000000', count: 8 })).body;
        assert.equal(nothing.unreadableBytes, 8);
        const { instructions } = (await client.disassembleRequest(
            { memoryReference: '0x00400000', instructionOffset: -1, instructionCount: 4 })).body;
        assert.equal(instructions.length, 4);
        assert.equal(instructions[0].presentationHint, 'invalid');
        assert.match(instructions[2].instruction, /^jal\s+fact$/);
        assert.equal(instructions[1].symbol, 'main');
        // What lies before and behind memory has addresses that go on in order, and no instructions.
        const addresses = async (memoryReference, instructionOffset) => (await client.disassembleRequest(
            { memoryReference, instructionOffset, instructionCount: 3 })).body.instructions.map((one) => one.address);
        assert.deepEqual(await addresses('0x00000004', -2), ['-4', '0x00000000', '0x00000004']);
        assert.deepEqual(await addresses('0xfffffff8', 0), ['0xfffffff8', '0xfffffffc', '4294967296']);
        assert.equal((await addresses('0x00400000', -(2 ** 60))).length, 3);
        await client.customRequest('setInstructionBreakpoints',
            { breakpoints: [{ instructionReference: '0x00400004' }, { instructionReference: '0x00000004' }] });
        assert.equal((await move(client, 'continue')).reason, 'instruction breakpoint');
        assert.equal((await frames(client))[0].instructionPointerReference, '0x00400004');
    },

    async 'stops where data change'(client) {
        await launch(client, 'factorial.asm', { stopOnEntry: true });
        const info = async (name) => (await client.dataBreakpointInfoRequest({ name })).body;
        const word = await info('result');
        assert.deepEqual(word.accessTypes, ['write', 'read', 'readWrite']);
        assert.equal((await info('nowhere')).dataId, null);
        const lost = await client.setDataBreakpointsRequest({ breakpoints: [{}, { dataId: 'nowhere' }, { dataId: '0x10010000/99' }] });
        assert.deepEqual(lost.body.breakpoints.map((one) => one.verified), [false, false, false]);
        // An address and how many bytes from there, as VS Code asks for them.
        const at = async (bytes) => (await client.dataBreakpointInfoRequest(
            { name: word.dataId.split('/')[0], asAddress: true, bytes })).body;
        assert.deepEqual([(await at(2)).dataId, (await at(100)).dataId], [`${word.dataId.split('/')[0]}/2`, null]);
        // No place is further off than the memory goes: nothing wraps around.
        const far = (await client.customRequest('readMemory', { memoryReference: word.dataId.split('/')[0], offset: -(2 ** 40), count: 4 })).body;
        assert.equal(far.unreadableBytes, 4);
        await client.setDataBreakpointsRequest({ breakpoints: [{ dataId: word.dataId, accessType: 'write' }] });
        const stop = await move(client, 'continue');
        assert.equal(stop.reason, 'data breakpoint');
        assert.match(stop.description, /0x00000000 became 0x00000078/);
        await client.setDataBreakpointsRequest(
            { breakpoints: [{ dataId: (await info('$s0')).dataId, accessType: 'write' }] });
        assert.equal((await move(client, 'continue')).reason, 'data breakpoint');
        assert.match(await value(client, '$s0'), /^120 /);
        assert.match(await value(client, 'who $s0', 'repl'), /factorial\.asm:10 .* wrote 0x00000078/);
    },

    async 'stops at an exception and tells about it'(client) {
        const heard = listen(client);
        const stop = await launch(client, 'faulty.asm');
        assert.equal(stop.reason, 'exception');
        assert.match(stop.text, /fetch address not aligned on word boundary 0x00000001/);
        assert.equal(await line(client), line_of('faulty.asm', 'lw'));
        assert.match(heard.stderr, /faulty\.asm:8/);
        assert.match((await client.exceptionInfoRequest({ threadId: 1 })).body.details.message, /why/);
        assert.match(await value(client, 'who $t1', 'repl'), /faulty\.asm:6/);
        await move(client, 'stepBack');
        assert.equal(await line(client), line_of('faulty.asm', 'nop'));
        assert.equal((await move(client, 'continue')).reason, 'exception');
        const terminated = client.waitForEvent('terminated');
        await client.continueRequest({ threadId: 1 });
        await terminated;
    },

    async 'passes exceptions by where the client does not ask for them'(client) {
        const terminated = client.waitForEvent('terminated');
        await client.initializeRequest();
        const initialized = client.waitForEvent('initialized');
        await client.launchRequest({ program: program('faulty.asm') });
        await initialized;
        await client.setExceptionBreakpointsRequest({ filters: [] });
        await client.configurationDoneRequest();
        await terminated;
    },

    async 'gives the program what is typed into the debug console'(client) {
        const heard = listen(client);
        await launch(client, 'ask.asm', { runs: true });
        await until(() => heard.console.includes('waits for input'), 'the question for input');
        assert.equal(heard.stdout, 'number? ');
        const terminated = client.waitForEvent('terminated');
        await client.evaluateRequest({ expression: '17', context: 'repl' });
        await until(() => heard.stdout === 'number? number? ', 'the second question');
        await client.evaluateRequest({ expression: '25', context: 'repl' });
        await terminated;
        assert.equal(heard.stdout, 'number? number? 42');
    },

    async 'finishes a step over a call that reads input'(client) {
        const heard = listen(client);
        await launch(client, 'ask.asm', { stopOnEntry: true });
        const stopped = client.waitForEvent('stopped');
        await client.nextRequest({ threadId: 1 });
        await until(() => heard.console.includes('waits for input'), 'the question for input');
        await client.threadsRequest();
        await client.evaluateRequest({ expression: '17', context: 'repl' });
        await stopped;
        assert.equal(await line(client), line_of('ask.asm', 'jal\tread') + 1);
        assert.match(await value(client, '$v0'), /^17 /);
    },

    async 'reads input from a file'(client) {
        fs.writeFileSync('numbers.txt', '40\n2\n');
        const heard = listen(client);
        const terminated = client.waitForEvent('terminated');
        await launch(client, 'ask.asm', { runs: true, input: path.resolve('numbers.txt') });
        await terminated;
        assert.equal(heard.stdout, 'number? number? 42');
    },

    async 'pauses, and takes breakpoints while it runs'(client) {
        await launch(client, 'endless.asm', { runs: true });
        await client.threadsRequest();
        await refused(client.nextRequest({ threadId: 1 }), /is running/);
        assert.equal((await move(client, 'pause')).reason, 'pause');
        await client.continueRequest({ threadId: 1 });
        const stopped = client.waitForEvent('stopped');
        await client.setBreakpointsRequest({
            source: { path: program('endless.asm') }, breakpoints: [{ line: line_of('endless.asm', 'andi') }] });
        assert.equal((await stopped).body.reason, 'breakpoint');
        assert.equal(await line(client), line_of('endless.asm', 'andi'));
    },

    async 'goes to a line, restarts, and stops at the end'(client) {
        await launch(client, 'factorial.asm', { stopOnEntry: true, stopAtEnd: true });
        const end = await move(client, 'continue');
        assert.match(end.text, /has ended/);
        // Behind its last instruction stands another routine, which it isn't in.
        assert.deepEqual((await frames(client)).map((frame) => [frame.name, frame.line]), [['main', line_of('factorial.asm', '$v0, 17') + 1]]);
        await move(client, 'stepBack');
        const restarted = client.waitForEvent('stopped');
        await client.restartRequest({});
        await restarted;
        assert.equal(await line(client), line_of('factorial.asm', 'main:'));
        const target = (await client.gotoTargetsRequest({
            source: { path: program('factorial.asm') }, line: line_of('factorial.asm', 'text\n') || 12 })).body.targets[0];
        assert.equal((await move(client, 'goto', { targetId: target.id })).reason, 'goto');
        assert.equal(await line(client), target.line);
    },

    async 'logs in place of stopping'(client) {
        const heard = listen(client);
        const multiplication = line_of('factorial.asm', 'mul\t');
        await launch(client, 'factorial.asm', { stopAtEnd: true }, [
            { line: multiplication, logMessage: '{$a0} times {$v0}, {string(text)}', condition: '$a0 > 1', hitCondition: '>1' }]);
        assert.equal(heard.console, '3 times 2, 5! = \n4 times 6, 5! = \n5 times 24, 5! = \n');
        await move(client, 'reverseContinue');
        assert.equal(heard.console.split('\n').length, 4, 'the way back logs nothing');
        const answer = await client.setBreakpointsRequest({
            source: { path: program('factorial.asm') }, breakpoints: [{ line: multiplication, logMessage: 'a {$t11} b' }] });
        assert(!answer.body.breakpoints[0].verified && answer.body.breakpoints[0].message, JSON.stringify(answer.body));
    },

    async 'restarts a frame by going back to where it was entered'(client) {
        await launch(client, 'factorial.asm', {}, [{ line: line_of('factorial.asm', 'mul\t') }]);
        assert.equal(await value(client, '$a0'), '1 (0x00000001)');
        const outer = (await frames(client))[1];
        assert.equal((await move(client, 'restartFrame', { frameId: outer.id })).reason, 'restart');
        assert.equal(await line(client), line_of('factorial.asm', 'fact:'));
        assert.equal(await value(client, '$a0'), '2 (0x00000002)');
        const all = await frames(client);
        await move(client, 'restartFrame', { frameId: all[all.length - 1].id });
        assert.equal(await line(client), line_of('factorial.asm', 'main:'));
        await refused(client.customRequest('restartFrame', { frameId: 99 }), /no such frame/);
    },

    async 'stops at what the checks find, once'(client) {
        const heard = listen(client);
        fs.writeFileSync('unset.asm', 'main: li $t5, 1000000\nloop: addi $t5, $t5, -1\n bnez $t5, loop\n add $t0, $s3, $t5\n' +
            ' sw $t0, -4($sp)\n lw $t1, -8($sp)\n li $v0, 10\n syscall\n');
        const wish = { program: path.resolve('unset.asm'), stopAtEnd: true };
        const first = await launch(client, 'unset.asm', { ...wish, checks: true });
        assert.equal(first.reason, 'exception');
        assert.match(first.text, /reads \$s3/);
        assert.equal(await line(client), 4);
        assert.match((await client.customRequest('exceptionInfo', { threadId: 1 })).body.details.message, /no instruction wrote \$s3/);
        assert.match(heard.stderr, /remedy/);
        assert.match((await move(client, 'continue')).text, /reads memory/);
        assert.equal(await line(client), 6);
        assert.equal((await move(client, 'continue')).text, 'The program has ended');
        await move(client, 'reverseContinue');
        await client.setExceptionBreakpointsRequest({ filters: ['checks'] });
        assert.equal((await move(client, 'continue')).text, 'The program has ended', 'what was told is not told again');
    },

    async 'hands keys and the pointer to the program, and again when it goes back'(client) {
        fs.writeFileSync('keys.asm', `main: li $t0, 0xffffe000
            li $t1, 0x4d415234
            sw $t1, 0($t0)
            wait: lw $t2, 0x2c($t0)  # the keys from 96 on
            andi $t2, $t2, 2
            beqz $t2, wait
            lw $t3, 16($t0)
            lw $t4, 24($t0)
            lw $t5, 12($t0)
            seen: b seen\n`);
        await launch(client, 'keys.asm', { program: path.resolve('keys.asm'), runs: true });
        assert.equal((await client.customRequest('key', { key: 'NoSuchKey', isDown: true })).body.isKnown, false);
        await client.customRequest('pointer', { column: 7, row: 3, buttons: 1 });
        await client.customRequest('key', { key: 'A', isDown: true });
        for (const end = Date.now() + 20000; Date.now() < end && await value(client, '$t5') === '0 (0x00000000)';) {
            await new Promise((resolve) => setTimeout(resolve, 10));
        }
        await move(client, 'pause');
        const seen = async () => [await value(client, '$t3'), await value(client, '$t4')];
        assert.deepEqual(await seen(), ['7 (0x00000007)', '1 (0x00000001)']);
        await client.customRequest('pointer', { column: 1, row: 1, buttons: 0 });
        const { step } = (await client.customRequest('moment')).body;
        await client.customRequest('goToStep', { step: 2 });
        await client.customRequest('goToStep', { step });
        assert.deepEqual(await seen(), ['7 (0x00000007)', '1 (0x00000001)'], 'the past hears what it heard');
    },

    async 'refuses what it cannot do'(client) {
        await client.initializeRequest();
        await refused(client.customRequest('stackTrace', { threadId: 1 }), /no program/);
        await refused(client.launchRequest({ program: '/nowhere.asm' }), /nowhere/);
        fs.writeFileSync('wrong.asm', 'main: addd $t0, $t0\n');
        await refused(client.launchRequest({ program: path.resolve('wrong.asm') }), /wrong\.asm/);
        await refused(client.launchRequest({}), /program/);
        await refused(client.customRequest('fly', {}), /doesn't know/);
    },
};

// -------------------------------------------------------------------------------------------------------------------

async function main() {
    let passed = 0;
    let failed = 0;
    for (const [name, test] of Object.entries(tests)) {
        const client = new DebugClient(mariner, 'dap', 'mariner');
        client.defaultTimeout = 20000;
        try {
            await client.start();
            await test(client);
            ++passed;
            console.log(`ok      dap ${name}`);
        } catch (error) {
            ++failed;
            console.log(`FAILED  dap ${name}: ${error.stack}`);
        }
        await client.stop().catch(() => {});
    }
    console.log(`${passed} passed, ${failed} failed`);
}

main();
