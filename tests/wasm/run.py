#!/usr/bin/env python3
"""The npm package as it is packed: the command under Node, the library in Node and in Chromium.

usage: tests/wasm/run.py [--package ARCHIVE] [--conformance RE] [NAME...]

Builds the modules and packs (tools/wasm --npm), or takes the ARCHIVE of a release, installs it into a scratch folder, and
tests what lies there.
--conformance chooses among the recorded cases by AREA/NAME; without it all run. NAME: single tests. Prints a line per
test and ends with "N passed, N failed". What the machine lacks (chromium) is skipped with a message.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pty
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent))
import chromium  # noqa: E402
import page_commands  # noqa: E402
import run_programs  # noqa: E402
from disks import can_mount, mounted  # noqa: E402

PATIENCE = 60  # seconds; generous, since the machine may be busy
HELLO = 'li $a0, 42\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n'
ENDLESS = 'main: addi $t0, $t0, 1\nb main\n'
DOUBLE = 'li $v0, 5\nsyscall\nadd $a0, $v0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n'
PICTURE = """
# Bitmap Display: unit width 8, unit height 8, display 256 x 256, base 0x10010000 (static data)
        .data
        .space  4096
        .text
main:   lui     $t0, 0x1001
        li      $t1, 1024
next:   sll     $t2, $t1, 10
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bgtz    $t1, next
        li      $v0, 10
        syscall
"""


# Opens full/out and writes 40,000 bytes three times; prints what the service says.
WRITES = """
        .data
name:   .asciiz "full/out"
bytes:  .space  40000
        .text
main:   la      $a0, name
        li      $a1, 1
        li      $v0, 13
        syscall
        move    $s0, $v0
        li      $s1, 3
next:   move    $a0, $s0
        la      $a1, bytes
        li      $a2, 40000
        li      $v0, 15
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        addiu   $s1, $s1, -1
        bgtz    $s1, next
        li      $v0, 10
        syscall
"""


# The switch over to made modules is refused, as by a Content-Security-Policy that came later than the first module.
FORBID = """
const Module = WebAssembly.Module;
WebAssembly.Module = new Proxy(Module, {construct(target, [bytes]) {
    if (bytes.length < 10000) { throw new WebAssembly.CompileError('forbidden'); }
    return new target(bytes);
}});
"""

LONG = """
        .text
main:   li      $t0, 150000000
next:   addu    $t1, $t1, $t0
        xor     $t2, $t2, $t1
        addiu   $t0, $t0, -1
        bgtz    $t0, next
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
"""


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def same(actual, expected):
    check(actual == expected, f'{actual!r}, not {expected!r}')


class Package:
    """The archive, and where it is installed."""

    def __init__(self, scratch, archive):
        self.is_made_here = archive is None
        self.archive = archive or self.pack()
        self.scratch = scratch
        self.home = scratch / 'installed'
        self.home.mkdir()
        done = subprocess.run(['npm', 'install', '--no-audit', '--no-fund', '--offline', str(self.archive)],
                              cwd=self.home, capture_output=True, text=True, timeout=PATIENCE)
        check(done.returncode == 0, f'npm install fails:\n{done.stderr}')
        self.folder = self.home / 'node_modules/mariner4'
        self.command = self.home / 'node_modules/.bin/mariner4'

    @staticmethod
    def pack():
        done = subprocess.run([ROOT / 'tools/wasm', '--npm'], capture_output=True, text=True)
        check(done.returncode == 0, f'tools/wasm fails:\n{done.stderr[-3000:]}')
        return ROOT / done.stdout.split()[-1]

    def run(self, *words, input='', **more):
        """-> exit code, standard output, standard error"""
        done = subprocess.run([self.command, *words], input=input, capture_output=True, text=True, timeout=PATIENCE,
                              **{'cwd': self.scratch, **more})
        return done.returncode, done.stdout, done.stderr

    def shell(self, line, program=None):
        """The same of a shell's line, in which $mariner is the command, or the native program."""
        done = subprocess.run(['bash', '-c', line], cwd=self.scratch, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env={**os.environ, 'mariner': str(program or self.command)}, timeout=PATIENCE)
        return done.returncode, done.stdout, done.stderr

    def write(self, name, text):
        path = self.scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)


# ---- the package --------------------------------------------------------------------------------------------------

def test_same_commit_same_bytes(package):
    if not package.is_made_here:
        return 'not made here'
    before = hashlib.sha256(package.archive.read_bytes()).hexdigest()
    same(hashlib.sha256(package.pack().read_bytes()).hexdigest(), before)


def test_modules_are_small(package):
    script = ('const z = require("zlib"), fs = require("fs");'
              'const size = (f) => z.brotliCompressSync(fs.readFileSync(f)).length;'
              'console.log(JSON.stringify([size("page.wasm"), size("editor.wasm"), size("mariner.wasm")]))')
    done = subprocess.run(['node', '-e', script], cwd=package.folder, capture_output=True, text=True, check=True)
    page, editor, command = json.loads(done.stdout)
    print(f'  page.wasm {page:,} bytes, editor.wasm {editor:,}, mariner.wasm {command:,} bytes, compressed by brotli')
    check(page <= 500_000, f'page.wasm has {page} bytes')
    check(editor <= 500_000, f'editor.wasm has {editor} bytes')
    check(command <= 1_000_000, f'mariner.wasm has {command} bytes')


def test_modules_need_little_memory_at_the_start_and_more_as_needed(package):
    # In front of a program, with one, and with ten at the same time. Node has modules of its own.
    script = ('import {Mariner} from "mariner4"; import fs from "fs";'
              'let made; const old = WebAssembly.instantiate; WebAssembly.instantiate = async (...words) => {'
              '    const one = await old(...words); made = one.exports?.simulation_create ? one : made; return one; };'
              'const mariner = await Mariner.load(); const sizes = [];'
              'const look = () => sizes.push(made.exports.memory.buffer.byteLength); look();'
              'for (let i = 0; i < 10; ++i) { mariner.assemble("nop").simulation.advance(); look(); }'
              'console.log(JSON.stringify(sizes))')
    (package.home / 'memory.mjs').write_text(script)
    done = subprocess.run(['node', 'memory.mjs'], cwd=package.home, capture_output=True, text=True, check=True)
    sizes = json.loads(done.stdout)
    print(f'  page.wasm: {sizes[0] >> 20} MiB at the start, {sizes[1] >> 20} with a program, {sizes[-1] >> 20} with ten')
    check(sizes[1] <= 64 << 20, f'{sizes[1]} bytes')
    check(sizes[0] < sizes[-1] <= 10 * sizes[1], f'it grows to {sizes[-1]} bytes')


def test_modules_get_all_that_they_ask_for(package):
    (package.home / 'imports.mjs').write_text(
        f'import {{Wasi}} from {json.dumps((package.folder / "wasi.js").as_uri())}; import fs from "fs";'
        'const wanted = (file) => WebAssembly.Module.imports(new WebAssembly.Module(fs.readFileSync(file)));'
        'console.log([...wanted(process.argv[2]), ...wanted(process.argv[3])].map(({module, name}) => ({module, name}))'
        '.filter(({module, name}) => module.startsWith("wasi") && !(`_${name}` in Wasi.prototype)).map(({name}) => name).join())')
    done = subprocess.run(['node', 'imports.mjs', package.folder / 'page.wasm', package.folder / 'mariner.wasm'],
                          cwd=package.home, capture_output=True, text=True, check=True)
    same(done.stdout, '\n')


def test_licences_are_there(package):
    text = (package.folder / 'licences.txt').read_text()
    for part in ('Mariner 4', 'libc++', 'musl', 'wasi-libc', 'zlib', 'CLI11', 'toml++', 'ELFIO'):
        check(f'==== {part}' in text or f'{part},' in text, f'the licence of {part} is missing')


# ---- the command --------------------------------------------------------------------------------------------------

def test_command_runs_programs(package):
    hello = package.write('hello.asm', HELLO)
    same(package.run('run', hello), (0, '42', ''))
    same(package.run('run', package.write('double.asm', DOUBLE), input='21\n'), (0, '42', ''))
    code, _, error = package.run('run', package.write('wrong.asm', 'frob\n'))
    same(code, 65)
    check('frob' in error, error)
    same(package.run('run', 'nothing.asm')[0], 66)


def test_command_knows_what_is_missing(package):
    code, output, error = package.run('grade', 'rubric.toml')
    same((code, output, error.count('\n')), (69, '', 1))
    code, _, error = package.run('run', package.write('hello.asm', HELLO), '--display', 'window')
    check(error.count('\n') == 1, error)


def test_command_does_the_rest(package):
    hello = package.write('hello.asm', HELLO)
    check('addiu' in package.run('disasm', hello)[1], 'disasm')
    same(package.run('asm', hello, '-o', 'hello.elf')[0], 0)
    same(package.run('run', 'hello.elf'), (0, '42', ''))
    check('addu' in package.run('ref', 'addu')[1], 'ref')
    same(package.run('run', hello, '--check')[0], 0)
    check('hello.asm' in package.run('profile', hello)[2] + package.run('profile', hello)[1], 'profile')
    same(package.run('mars', 'nc', 'sm', hello)[1], '42\n')
    check('42' in package.run('debug', hello, input='continue\nquit\n')[1], 'debug')
    same(package.run('verify', 'rows', '--games', '5', '--plies', '-1')[0], 0)


def test_command_finds_look_alikes(package):
    steps = ''.join(f'addi $t{i % 8}, $t{i % 8}, {i}\nxor $t{i * 5 % 8}, $t{i % 8}, $t{i * 3 % 8}\n' for i in range(60))
    for name in ('ada', 'ben'):
        package.write(f'class/{name}/hw.asm', steps + 'li $v0, 10\nsyscall\n')
    with zipfile.ZipFile(package.scratch / 'class.zip', 'w') as archive:
        for path in sorted((package.scratch / 'class').rglob('*.asm')):
            archive.write(path, path.relative_to(package.scratch / 'class'))
    for given in ('class', 'class.zip'):
        code, output, error = package.run('similar', given)
        check(code == 0 and '100 %' in output, f'{given}: {output}{error}')


def test_pictures_are_the_native_ones(package):
    native = ROOT / 'build/release/mariner'
    if not native.exists():
        return 'no build/release'
    source = package.write('picture.asm', PICTURE)
    for kind in ('png', 'gif'):
        subprocess.run([native, 'run', source, '--display', f'{kind}:native'], cwd=package.scratch, check=True)
        same(package.run('run', source, '--display', f'{kind}:own')[0], 0)
        same((package.scratch / 'own').read_bytes(), (package.scratch / 'native').read_bytes())


def test_hello_costs_little_more_than_node(package):
    hello = package.write('hello.asm', HELLO)
    turns = [(processor_seconds('node', '-e', '0'), processor_seconds(package.command, 'run', hello)) for _ in range(7)]
    node, ours = (min(column) for column in zip(*turns))
    print(f'  hello, world takes {ours * 1e3:.0f} ms of processor time, Node alone {node * 1e3:.0f} ms: {ours / node:.2f} times')
    check(ours <= 3 * node, 'it is more than three times')  # 2.0 to 2.1 were measured


def processor_seconds(*words):
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        same(process.returncode, 0)
    return usage.ru_utime + usage.ru_stime


def test_command_stops_at_once(package):
    endless = package.write('endless.asm', ENDLESS)
    ours, node = [], []
    for _ in range(3):
        ours.append(seconds_to_stop(package.command, 'run', endless))
        node.append(seconds_to_stop('node', '-e', 'for (;;);'))
    late, other = statistics.median(ours), statistics.median(node)
    print(f'  Ctrl-C ends an endless program in {late * 1e3:.0f} ms, an endless loop of Node itself in {other * 1e3:.0f} ms')
    check(late <= 10 * other + 0.2, 'it is late')  # 10 ms more were measured
    same(package.run('run', endless, '--max-steps', '1000000')[0], 75)


def seconds_to_stop(*words):
    with subprocess.Popen(words, stdin=subprocess.DEVNULL) as process:
        time.sleep(0.7)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        same(process.returncode, -signal.SIGINT)
        return time.monotonic() - begin


def test_slow_readers_and_closed_pipes(package):
    source = package.write('many.asm', 'main: li $t0, 200000\nloop: li $a0, 12345\nli $v0, 1\nsyscall\n'
                                       'addi $t0, $t0, -1\nbgtz $t0, loop\nli $v0, 10\nsyscall\n')
    with subprocess.Popen([package.command, 'run', source], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        os.set_blocking(process.stdout.fileno(), True)
        time.sleep(1)
        same(len(process.stdout.read()), 1_000_000)
        same(process.wait(PATIENCE), 0)
    done = subprocess.run(['bash', '-c', f'"{package.command}" run "{source}" | head -c 10; echo ${{PIPESTATUS[0]}}'],
                          capture_output=True, text=True, timeout=PATIENCE)
    check(done.stdout.startswith('1234512345'), done.stdout)
    check(done.stdout[10:].strip() != '0', 'lost output is no success')


def test_typed_input(package):
    """On a terminal, line by line, with the prompt before."""
    source = package.write('double.asm', DOUBLE)
    master, slave = pty.openpty()
    with subprocess.Popen([package.command, 'run', source], stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        time.sleep(0.5)
        os.write(master, b'33\n')
        seen = b''
        try:
            while b'66' not in seen:
                seen += os.read(master, 4096)
        except OSError:
            pass
        check(b'66' in seen, repr(seen))
        same(process.wait(PATIENCE), 0)
    os.close(master)


def test_dap_session(package):
    done = subprocess.run([ROOT / 'tests/remote/run.py', package.command, 'test_dap_client'], capture_output=True,
                          text=True, timeout=5 * PATIENCE)
    check(re.search(r'^[1-9]\d* passed, 0 failed', done.stdout, re.M), done.stdout[-3000:] + done.stderr[-2000:])


# ---- the compiling engine -------------------------------------------------------------------------------------------

def engines(*words, patience=0):
    """What the engine does that compiles after so many steps, held against the plain reference -> what it says."""
    subprocess.run(['ninja', '-C', ROOT / 'build/wasm', 'mariner_engines'], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(['node', HERE / 'engines.mjs', ROOT / 'emulator/web/package', str(patience), *map(str, words)],
                          capture_output=True, text=True, timeout=20 * PATIENCE)
    check(done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:])
    numbers = dict((name, int(number)) for number, name in re.findall(r'(\d+) (\w+)', done.stdout))
    print(f'  {done.stdout.strip()}')
    return numbers


def test_tools_count_as_natively(package):
    done = subprocess.run([sys.executable, str(ROOT / 'tests/tools/run.py'), '--cases-only', str(package.command), 'run'], capture_output=True, text=True,
                          check=False)
    check(re.search(r'^1\d\d passed, 0 failed$', done.stdout, re.M), done.stdout[-2000:] + done.stderr[-500:])


def test_compiled_forms_do_what_the_reference_does(package):
    if not package.is_made_here:
        return 'a module of the build, not of the package'
    check(engines('forms')['forms'] > 150, 'too few')


def test_compiled_programs_do_what_the_reference_does(package):
    """MARINER_RANDOM_PROGRAMS of them, from MARINER_RANDOM_SEED on."""
    if not package.is_made_here:
        return 'a module of the build, not of the package'
    count = int(os.environ.get('MARINER_RANDOM_PROGRAMS', 1000))
    numbers = engines('programs', os.environ.get('MARINER_RANDOM_SEED', 1), count)
    check(numbers['interpreted'] < numbers['steps'] / 2, 'most steps were not made by compiled code')


def test_compiled_programs_when_first_stores_are_noted_no_longer(package):
    """Which they are while nobody is patient; the memory is compared as a whole then, which takes its time."""
    if not package.is_made_here:
        return 'a module of the build, not of the package'
    numbers = engines('programs', 5000, 20, patience=20)
    check(numbers['interpreted'] < numbers['steps'] * 2 / 3, 'most steps were not made by compiled code')


def test_engine_words(package):
    """jit and auto are the compiling engine; where nothing can be compiled, jit says so and auto is content with less."""
    hello = package.write('hello.asm', HELLO)
    for engine in ('auto', 'jit', 'fast', 'checked'):
        same(package.run('run', '--engine', engine, hello), (0, '42', ''))
    env = {**os.environ, 'NODE_OPTIONS': f'--require {package.write("forbid.cjs", FORBID)}'}
    same(package.run('run', hello, env=env), (0, '42', ''))
    code, _, error = package.run('run', '--engine', 'jit', hello, env=env)
    check(code != 0 and 'no jit engine' in error, error)


def test_compiled_code_is_worth_it(package):
    """Of a long program's processor time, side by side with the interpreter's."""
    source = package.write('long.asm', LONG)
    compiled = [processor_seconds(package.command, 'run', source) for _ in range(3)]
    interpreted = [processor_seconds(package.command, 'run', '--engine', 'fast', source) for _ in range(3)]
    ratio = min(interpreted) / min(compiled)
    print(f'  a long loop runs {ratio:.1f} times as fast as interpreted')
    check(ratio > 1.3, 'it is not')


# ---- bad surroundings ---------------------------------------------------------------------------------------------

def test_old_node(package):
    # What a Node of another version would see.
    script = ('Object.defineProperty(process.versions, "node", {value: "16.20.2"});'
              f'process.argv[1] = "mariner4"; require({json.dumps(str(package.folder / "mariner4.cjs"))});')
    done = subprocess.run(['node', '-e', script], capture_output=True, text=True, timeout=PATIENCE)
    same((done.returncode, done.stdout, done.stderr),
         (1, '', 'mariner4: needs Node 18 or newer; this is Node 16.20.2\n'))
    check('#' not in (package.folder / 'mariner4.cjs').read_text()[2:].split('\n', 1)[1], 'newer words')


def test_node_without_crypto(package):
    """Node 18 has it as a module only."""
    package.write('random.asm', 'li $a0, 1\nli $v0, 41\nsyscall\nli $v0, 10\nsyscall\n')
    without = package.write('without.cjs', 'delete globalThis.crypto;')
    done = subprocess.run(['node', '-r', without, package.folder / 'mariner4.cjs', 'run', 'random.asm'], cwd=package.scratch,
                          capture_output=True, text=True, timeout=PATIENCE)
    same((done.returncode, done.stdout, done.stderr), (0, '', ''))


def test_any_path(package):
    name = 'bài tập về nhà/hw 1 – đầu.asm'
    path = package.write(name, HELLO)
    same(package.run('run', name), (0, '42', ''))
    same(package.run('run', path), (0, '42', ''))
    other = package.scratch / 'nhà khác #1, 50% ?'
    shutil.copytree(package.home, other, symlinks=True)
    done = subprocess.run([other / 'node_modules/.bin/mariner4', 'run', path], capture_output=True, text=True,
                          timeout=PATIENCE)
    same((done.returncode, done.stdout, done.stderr), (0, '42', ''))


def test_bare_surroundings(package):
    """A home that can't be written, no terminal, nothing but node in the environment; a folder that is gone."""
    hello = package.write('hello.asm', HELLO)
    node = shutil.which('node')
    for home in ('/nonexistent', '/proc'):
        bare = {'PATH': str(Path(node).parent), 'HOME': home, 'TMPDIR': home}
        same(package.run('run', hello, env=bare, start_new_session=True), (0, '42', ''))
    same(package.run('run', hello, cwd='/')[:2], (0, '42'))
    same(package.shell(f'mkdir gone && cd gone && rmdir ../gone && "$mariner" run "{hello}"')[1:],
         ('', 'mariner4: the current folder is gone\n'))


def test_streams_that_are_closed_or_full(package):
    """As the native program does, where there is one."""
    package.write('hello.asm', HELLO)
    package.write('double.asm', DOUBLE)
    native = ROOT / 'build/release/mariner'
    for line, code, error in (('"$mariner" run double.asm <&-', 74, 'asked for input after its end'),
                              ('"$mariner" run hello.asm >/dev/full', 73, "output can't be written"),
                              ('"$mariner" run nothing.asm 2>&-', 66, ''),
                              ('"$mariner" debug double.asm </dev/null', 0, '')):
        done = package.shell(line)
        same(done[0], code)
        check(error in done[2], done[2])
        check(not native.exists() or done == package.shell(line, native), f'{line}: the native program does other things')


def test_full_disk(package):
    if not can_mount():
        return 'no mounts here'
    package.write('hello.asm', HELLO)
    package.write('picture.asm', PICTURE)
    package.write('writes.asm', WRITES)
    with mounted(package.scratch / 'full', 'size=64k') as disk:
        same(package.run('run', 'writes.asm'), (0, '40000 -1 -1 ', ''))
        (disk / 'out').write_bytes(bytes(65536))
        for words in (('asm', 'hello.asm', '-o', 'full/hello.elf'), ('run', 'picture.asm', '--display', 'png:full/picture.png'),
                      ('run', 'hello.asm', '--trace', 'full/trace')):
            code, _, error = package.run(*words)
            same((code, error.count('\n')), (73, 1))
            check('No space left on device' in error, error)


def test_less_memory_than_it_takes(package):
    hello = package.write('hello.asm', HELLO)
    done = subprocess.run(['node', '--wasm-max-mem-pages=64',
                           package.folder / 'mariner4.cjs', 'run', hello], capture_output=True, text=True,
                          timeout=PATIENCE)
    check(done.returncode != 0 and done.stderr.count('\n') == 1, done.stderr)


# ---- the library --------------------------------------------------------------------------------------------------

def report_of(lines):
    """Names and troubles that api_tests.js reports -> how many, or a Failure."""
    wrong = [f'{name}: {trouble}' for name, trouble in lines if trouble]
    check(not wrong, '\n'.join(wrong))
    check(len(lines) > 10, 'too few tests ran')


def test_library_in_node(package):
    (package.home / 'api.mjs').write_text(
        'import * as mariner4 from "mariner4";'
        f'import {{run}} from {json.dumps((HERE / "api_tests.mjs").as_uri())};'
        'const lines = []; await run(mariner4, await mariner4.compile(), (...line) => lines.push(line), 500);'
        'console.log(JSON.stringify(lines))')
    done = subprocess.run(['node', 'api.mjs'], cwd=package.home, capture_output=True, text=True, timeout=PATIENCE)
    check(done.returncode == 0, done.stderr)
    report_of(json.loads(done.stdout))


def served(package):
    return chromium.Server(package.folder, HERE)


def test_library_in_chromium(package):
    with served(package) as server, chromium.Chromium(PATIENCE) as browser:
        browser.open(f'{server.address}/tests/empty.html')
        lines = browser.evaluate(
            '(async () => { const mariner4 = await import("/index.js"); const {run} = await import("/tests/api_tests.mjs");'
            'const lines = []; await run(mariner4, await mariner4.compile(), (...line) => lines.push(line), 500);'
            'return lines; })()')
        report_of(lines)


def test_library_in_a_worker(package):
    with served(package) as server, chromium.Chromium(PATIENCE) as browser:
        browser.open(f'{server.address}/tests/empty.html')
        report_of(browser.evaluate(
            '(async () => { const {compile} = await import("/index.js"); const module = await compile();'
            'const worker = new Worker("/tests/api_worker.mjs", {type: "module"});'
            'return new Promise((go) => { worker.onmessage = ({data}) => go(data); worker.postMessage(module); }); })()'))


def milliseconds_of_node():
    """From start to end, of the median of five."""
    times = []
    for _ in range(5):
        begin = time.monotonic()
        subprocess.run(['node', '-e', '0'], check=True)
        times.append((time.monotonic() - begin) * 1e3)
    return statistics.median(times)


def test_hello_in_a_worker_that_has_the_module(package):
    """25 ms where Node takes 48 to start, so half of what it takes at the same time on this machine."""
    command = {'words': ['run', 'hello.asm'], 'files': {'hello.asm': HELLO}}
    with served(package) as server, chromium.Chromium(PATIENCE) as browser:
        browser.open(f'{server.address}/tests/empty.html')
        page_commands.load(browser, '/mariner.wasm')
        times = browser.evaluate(f'commands.timeCommand(module, {json.dumps(command)}, 20)')
        node = milliseconds_of_node()
    first, hello, message = times['commands'][0], *(statistics.median(times[name]) for name in ('commands', 'messages'))
    print(f'  hello, world in a worker that has the module: {hello:.1f} ms, the first time {first:.0f} ms;'
          f' an empty message {message:.1f} ms, Node\'s start {node:.0f} ms; memory {times["memory"] >> 20} MiB')
    check(hello <= 25 / 48 * node, 'it takes too long')
    check(times['memory'] <= 64 << 20, 'it takes too much memory')


def test_a_worker_stops_soon_after_it_is_told_to(package):
    """Within 50 ms where Node takes 48 to start."""
    with served(package) as server, chromium.Chromium(PATIENCE) as browser:
        browser.open(f'{server.address}/tests/empty.html')
        page_commands.load(browser, '/page.wasm')
        times = browser.evaluate(f'commands.timeStops(module, {json.dumps(ENDLESS)}, 20)')
        node = milliseconds_of_node()
    stop, message = (statistics.median(times[name]) for name in ('stops', 'messages'))
    print(f'  an endless program stops in {stop:.1f} ms, at most {max(times["stops"]):.0f} ms; an empty message takes'
          f' {message:.1f} ms, Node\'s start {node:.0f} ms')
    check(stop <= 3 * node, 'it is late')  # half of it was measured


def test_example_page_in_chromium(package):
    with served(package) as server, chromium.Chromium(PATIENCE) as browser:
        browser.open(f'{server.address}/example/index.html')
        state = "document.getElementById('state').textContent"
        browser.until(f"{state} === 'ready'")
        browser.evaluate("document.getElementById('run').click()")
        browser.until(f"{state} === 'waits for input'")
        browser.type('200\n')
        browser.until(f"{state}.startsWith('exited')")
        check('Which colour' in browser.evaluate("document.getElementById('output').textContent"), 'no prompt')
        pixel = browser.evaluate("[...document.getElementById('picture').getContext('2d')"
                                 ".getImageData(63, 63, 1, 1).data]")
        same(pixel, [0, 1, 200, 255])
        browser.evaluate(f"document.getElementById('source').value = {json.dumps(ENDLESS)};"
                         "document.getElementById('run').click()")
        browser.until(f"{state} === 'running'")
        browser.evaluate("document.getElementById('stop').click()")
        browser.until(f"{state}.startsWith('stopped')")


def test_page_that_forbids_webassembly(package):
    with served(package) as server, chromium.Chromium(PATIENCE) as browser:
        browser.open(f'{server.address}/strict/example/index.html')
        browser.until("document.getElementById('state').textContent.includes('wasm-unsafe-eval')")


# ---- the recorded cases -------------------------------------------------------------------------------------------

def conformance_in_node(package, cases):
    os.environ['MARINER_PATIENCE'] = '0'  # everything is compiled, as in Chromium
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        command = [str(package.command), 'mars']
        yield from pool.map(lambda case: run_programs.faults(
            case, lambda: run_programs.run_case(case, command, PATIENCE)), cases)


def conformance_in_chromium(package, cases):
    with served(package) as server, chromium.Chromium(page_commands.PATIENCE) as browser:
        browser.open(f'{server.address}/tests/empty.html')
        yield from page_commands.results(cases, browser)


def conformance(package, pattern):
    """-> how many passed, how many failed"""
    cases = [case for case in run_programs.program_cases(HERE.parent / 'conformance/cases') if re.search(pattern, case.name)]
    passed = failed = 0
    for where, results in (('Node', conformance_in_node), ('Chromium', conformance_in_chromium)):
        if where == 'Chromium' and not shutil.which('chromium'):
            print('skipped conformance in Chromium: no chromium')
            continue
        wrong = len(run_programs.print_faults(cases, results(package, cases)))
        print(f'conformance in {where}: {len(cases) - wrong} passed, {wrong} failed', flush=True)
        passed, failed = passed + len(cases) - wrong, failed + wrong
    return passed, failed if cases else 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--package', type=Path)
    parser.add_argument('--conformance', default='')
    parser.add_argument('names', nargs='*')
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a shell's background, and so handed on
    tests = {name: test for name, test in globals().items() if name.startswith('test_')}
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        package = Package(Path(scratch), options.package and options.package.resolve())
        for name, test in tests.items():
            if options.names and name not in options.names:
                continue
            if 'chromium' in test.__code__.co_names and not shutil.which('chromium'):
                print(f'skipped {name}: no chromium')
                continue
            try:
                why = test(package)
                print(f'skipped {name}: {why}' if why else f'ok {name}', flush=True)
                passed += not why
            except (Failure, RuntimeError, OSError, subprocess.SubprocessError) as problem:
                print(f'FAILED {name}: {problem}', flush=True)
                failed += 1
        if not options.names:
            more = conformance(package, options.conformance)
            passed, failed = passed + more[0], failed + more[1]
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
