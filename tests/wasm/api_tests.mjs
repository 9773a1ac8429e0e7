// What the package's library does, the same in Node and in Chromium: `run(mariner4, module, report)`, where `mariner4` is
// the package and `module` its page.wasm, compiled; report(name, trouble) is called for each test.

function check(isRight, what) {
    if (!isRight) {
        throw new Error(what);
    }
}
function same(actual, expected) {
    check(JSON.stringify(actual) === JSON.stringify(expected), `${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}
function refuses(act, pattern) {
    try {
        act();
    } catch (problem) {
        check(pattern.test(problem.message), problem.message);
        return;
    }
    throw new Error('nothing was refused');
}

const double = `
        li      $v0, 5
        syscall
        add     $a0, $v0, $v0
        li      $v0, 1
        syscall
        li      $v0, 17
        syscall
`;
const endless = 'main: addi $t0, $t0, 1\nb main\n';

/** Messages as they come, and waiting for one of them. */
function listener() {
    const heard = [];
    const until = async (isIt) => {
        for (const end = performance.now() + 5000; performance.now() < end;) {
            const found = heard.find(isIt);
            if (found) {
                return found;
            }
            await new Promise((go) => setTimeout(go, 5));
        }
        throw new Error(`waited in vain; heard ${JSON.stringify(heard)}`);
    };
    return {heard, until};
}

const tests = {
    'reads, prints, ends'(mariner) {
        const {diagnostics, simulation} = mariner.assemble(double);
        same(diagnostics, []);
        same(simulation.advance().state, 'input');
        simulation.giveInput('21\n');
        const end = simulation.advance();
        same([end.state, end.reason, end.exitCode, simulation.takeOutput()], ['ended', 'exited', 42, '42']);
    },
    'tells what is wrong with a program'(mariner) {
        const {diagnostics, text, simulation} = mariner.assemble({'hw.asm': 'main:\n  frob $t0\n'});
        same([simulation, diagnostics.length, diagnostics[0].line, diagnostics[0].severity], [null, 1, 2, 'error']);
        check(text.includes('hw.asm:2') && text.includes('frob'), text);
    },
    'refuses wrong wishes in words'(mariner) {
        refuses(() => mariner.assemble('nop', {memory: 'vast'}), /memory is default/);
        refuses(() => mariner.assemble({}), /no file/);
        const {simulation} = mariner.assemble('nop');
        refuses(() => simulation.register('$x9'), /no register \$x9/);
        refuses(() => simulation.setRegister('$zero', 1), /can't be changed/);
        refuses(() => simulation.setMemory(0x20000000, 'x'), /segment/);
        refuses(() => simulation.move('sideways'), /no motion "sideways"; there are: instruction /);
        refuses(() => simulation.word(0x20000000), /no word/);
        refuses(() => simulation.word(0x10010002), /no word/);
    },
    'assembles several files, with includes'(mariner) {
        const sources = {'main.asm': '.include "lib.inc"\nmain: jal seven\nli $v0, 17\nsyscall\n', 'lib.inc': '.globl main\n',
                         'seven.asm': '.globl seven\nseven: li $a0, 7\njr $ra\n'};
        const {simulation, text} = mariner.assemble(sources, {files: ['main.asm', 'seven.asm'], entry: 'main'});
        check(simulation, text);
        same(simulation.advance().exitCode, 7);
        check(simulation.addressOf('seven') > simulation.addressOf('main'), 'labels');
        same(simulation.addressOf('eight'), undefined);
    },
    'stops an endless program soon after it is told to'(mariner) {
        const {simulation} = mariner.assemble(endless);
        const stopper = new AbortController();
        let told = 0;
        setTimeout(() => { told = performance.now(); stopper.abort(); }, 150);
        return simulation.run({signal: stopper.signal}).then((state) => {
            const late = performance.now() - told;
            same(state.state, 'running');
            check(told > 0 && late < tests.patience, `${late} ms late`);
            check(simulation.advance().steps > state.steps, 'it can go on');
        });
    },
    async 'runs with a console'(mariner) {
        const {simulation} = mariner.assemble(double);
        let printed = '';
        const end = await simulation.run({input: () => '4\n', output: (text) => { printed += text; }});
        same([end.exitCode, printed], [8, '8']);
        const waiting = mariner.assemble(double).simulation;
        same((await waiting.run({})).state, 'input');
        same((await waiting.run({input: () => null})).reason, 'end_of_input');
    },
    async 'sleeps without waiting'(mariner) {
        const {simulation} = mariner.assemble('li $a0, 80\nli $v0, 32\nsyscall\nli $v0, 10\nsyscall\n');
        const begin = performance.now();
        same(simulation.advance().state, 'sleeping');
        check(performance.now() - begin < 60, 'it waited');
        same((await simulation.run()).state, 'ended');
        check(performance.now() - begin >= 75, 'it slept too short');
    },
    'shows registers and memory, and changes them'(mariner) {
        const {simulation} = mariner.assemble('.data\nhere: .word 0x01020304\n.text\nlw $t0, here\nli $v0, 10\nsyscall\n');
        const here = simulation.addressOf('here');
        same(simulation.word(here), 0x01020304);
        same([...simulation.memory(here, 4)], [4, 3, 2, 1]);
        simulation.setMemory(here, Uint8Array.of(255, 255, 255, 255));
        simulation.setRegister('$s0', 5);
        same(simulation.advance().state, 'ended');
        const registers = simulation.registers();
        same([simulation.register('t0'), registers.$s0, registers.pc], [0xffffffff, 5, simulation.state.pc]);
        check('$f31' in registers && '$hi' in registers, Object.keys(registers).join());
        same(simulation.memory(0x20000000, 4).length, 0);
    },
    'shows a picture'(mariner) {
        const {simulation} = mariner.assemble('li $t0, 0x10010000\nli $t1, 0x00123456\nsw $t1, 8($t0)\nli $v0, 10\nsyscall\n');
        simulation.advance();
        const {width, height, pixels} = simulation.picture({width: 4, height: 2});
        same([width, height, [...pixels.slice(4, 12)]], [4, 2, [0, 0, 0, 255, 0x12, 0x34, 0x56, 255]]);
        same([...simulation.picture({address: 0x10010008, width: 1, height: 1}).pixels], [0x12, 0x34, 0x56, 255]);
    },
    'goes back to snapshots, and step by step'(mariner) {
        const {simulation} = mariner.assemble('li $t0, 1\nli $t0, 2\nli $t0, 3\nli $v0, 10\nsyscall\n');
        simulation.move('instruction');
        const snapshot = simulation.snapshot();
        same(simulation.advance().state, 'ended');
        same(simulation.register('$t0'), 3);
        simulation.restore(snapshot);
        same(simulation.register('$t0'), 1);
        simulation.move('instruction', {backward: true});
        same([simulation.register('$t0'), simulation.state.steps], [0, 0]);
    },
    'stops at breakpoints'(mariner) {
        const {simulation} = mariner.assemble('main: li $t0, 1\nhalt: li $t0, 2\nli $v0, 10\nsyscall\n');
        simulation.setBreakpoint(simulation.addressOf('halt'));
        const stop = simulation.advance();
        same([stop.state, stop.reason, stop.pc], ['stopped', 'breakpoint', simulation.addressOf('halt')]);
        same(simulation.advance().state, 'ended');
    },
    'opens files of the page'(mariner) {
        const source = `.data\nname: .asciiz "/out.txt"\ntext: .ascii "Hello"\n.text\nla $a0, name\nli $a1, 1\nli $v0, 13\nsyscall
move $a0, $v0\nla $a1, text\nli $a2, 5\nli $v0, 15\nsyscall\nli $v0, 16\nsyscall\nli $v0, 10\nsyscall\n`;
        same(mariner.assemble({'/b\u00e0i 1.asm': source}).simulation.advance().state, 'ended');
        same(new TextDecoder().decode(mariner.files.get('/out.txt')), 'Hello');
    },
    'refuses what was released'(mariner) {
        const {simulation} = mariner.assemble('nop');
        simulation.release();
        simulation.release();
        refuses(() => simulation.advance(), /released/);
    },
    'explains an exception'(mariner) {
        const {simulation} = mariner.assemble({'hw.asm': 'lw $t0, 1($zero)\n'});
        const end = simulation.advance();
        same([end.state, end.reason], ['ended', 'exception']);
        check(end.message.includes('hw.asm:1'), end.message);
    },
    async 'debugs by DAP'(mariner) {
        mariner.files.put('/dap.asm', 'main: li $t0, 1\nagain: addi $t0, $t0, 1\nb again\n');
        const {heard, until} = listener();
        const adapter = mariner.debugAdapter((message) => heard.push(message));
        let sequence = 0;
        const request = (command, args = {}) => adapter.receive({seq: ++sequence, type: 'request', command, arguments: args});
        request('initialize');
        request('launch', {program: '/dap.asm', stopOnEntry: true});
        request('configurationDone');
        await until(({event, body}) => event === 'stopped' && body.reason === 'entry');
        request('stackTrace', {threadId: 1});
        same((await until(({command}) => command === 'stackTrace')).body.stackFrames[0].line, 1);
        request('continue', {threadId: 1});
        await new Promise((go) => setTimeout(go, 60));
        request('pause', {threadId: 1});
        await until(({event, body}) => event === 'stopped' && body.reason === 'pause');
        request('disconnect');
        check((await until(({command}) => command === 'disconnect')).success, 'disconnect');
        adapter.release();
    },
    async 'serves an editor by LSP, with files beside the open one'(_, mariner4) {
        const mariner = await mariner4.Mariner.load(await mariner4.compileEditor());
        mariner.files.put('/work/part.inc', 'twice: add $v0, $a0, $a0\n jr $ra\n');
        const {heard, until} = listener();
        const server = mariner.languageServer((message) => heard.push(message));
        const say = (rest) => server.receive({jsonrpc: '2.0', ...rest});
        say({id: 1, method: 'initialize', params: {capabilities: {}, workspaceFolders: [{uri: 'file:///work', name: 'work'}]}});
        check((await until(({id}) => id === 1)).result.capabilities.hoverProvider, 'abilities');
        const textDocument = {uri: 'file:///work/main.asm', version: 1, languageId: 'mips',
            text: '.include "part.inc"\nmain: lii $t0, 5\n jal twice # \u{1F600}\n'};
        say({method: 'textDocument/didOpen', params: {textDocument}});
        const told = await until(({method, params}) => method === 'textDocument/publishDiagnostics' && params.diagnostics.length > 0);
        check(told.params.diagnostics[0].message.includes('lii'), JSON.stringify(told));
        say({id: 2, method: 'textDocument/definition', params: {textDocument, position: {line: 2, character: 6}}});
        same((await until(({id}) => id === 2)).result[0].uri, 'file:///work/part.inc');
        server.release();
    },
    'many programs one after the other need no more memory'(mariner) {
        for (let i = 0; i < 20; ++i) {
            const {simulation} = mariner.assemble(endless);
            simulation.advance(1);
            simulation.release();
        }
    },
    patience: 50,
};

export async function run(mariner4, module, report, patience = 50) {
    tests.patience = patience;
    for (const [name, test] of Object.entries(tests)) {
        if (typeof test !== 'function') {
            continue;
        }
        try {
            await test(await mariner4.Mariner.load(module), mariner4);
            report(name, '');
        } catch (problem) {
            report(name, String(problem.message ?? problem));
        }
    }
}
