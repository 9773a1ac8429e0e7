#!/usr/bin/env python3
"""The npm package as it is packed: the command under Node, the library in Node and in Chromium.

usage: tests/wasm/run.py [--conformance RE] [NAME...]

Builds the modules and packs (tools/wasm --npm), installs the archive into a scratch folder, and tests what lies there.
--conformance chooses among the recorded cases by AREA/NAME; without it all run. NAME: single tests. Prints a line per
test and ends with "N passed, N failed". What the machine lacks (chromium) is skipped with a message.
"""
import argparse
import hashlib
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import chromium  # noqa: E402

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


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def same(actual, expected):
    check(actual == expected, f'{actual!r}, not {expected!r}')


class Package:
    """The archive, and where it is installed."""

    def __init__(self, scratch):
        self.archive = self.pack()
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

    def write(self, name, text):
        path = self.scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)


# ---- the package --------------------------------------------------------------------------------------------------

def test_same_commit_same_bytes(package):
    before = hashlib.sha256(package.archive.read_bytes()).hexdigest()
    same(hashlib.sha256(package.pack().read_bytes()).hexdigest(), before)


def test_modules_are_small(package):
    script = ('const z = require("zlib"), fs = require("fs");'
              'const size = (f) => z.brotliCompressSync(fs.readFileSync(f)).length;'
              'console.log(JSON.stringify([size("page.wasm"), size("mariner.wasm")]))')
    done = subprocess.run(['node', '-e', script], cwd=package.folder, capture_output=True, text=True, check=True)
    page, command = json.loads(done.stdout)
    print(f'  page.wasm {page:,} bytes, mariner.wasm {command:,} bytes, compressed by brotli')
    check(page <= 500_000, f'page.wasm has {page} bytes')
    check(command <= 1_000_000, f'mariner.wasm has {command} bytes')


def test_modules_need_little_memory_at_the_start(package):
    # A module's memory section says how many pages of 64 KiB it begins with; a program adds its own.
    script = ('import {Mariner, compile} from "mariner4"; import fs from "fs";'
              'const made = []; const old = WebAssembly.instantiate;'
              'WebAssembly.instantiate = async (...words) => { const one = await old(...words); made.push(one); return one; };'
              'const mariner = await Mariner.load(); mariner.assemble("nop").simulation.advance();'
              'console.log(made[0].exports.memory.buffer.byteLength)')
    (package.home / 'memory.mjs').write_text(script)
    done = subprocess.run(['node', 'memory.mjs'], cwd=package.home, capture_output=True, text=True, check=True)
    check(int(done.stdout) <= 64 << 20, f'{done.stdout} bytes')


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


def test_pictures_are_the_native_ones(package):
    native = ROOT / 'build/release/mariner'
    if not native.exists():
        return 'no build/release'
    source = package.write('picture.asm', PICTURE)
    for kind in ('png', 'gif'):
        subprocess.run([native, 'run', source, '--display', f'{kind}:native'], cwd=package.scratch, check=True)
        same(package.run('run', source, '--display', f'{kind}:own')[0], 0)
        same((package.scratch / 'own').read_bytes(), (package.scratch / 'native').read_bytes())


def test_command_stops_at_once(package):
    endless = package.write('endless.asm', ENDLESS)
    with subprocess.Popen([package.command, 'run', endless], stdin=subprocess.DEVNULL) as process:
        time.sleep(1)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        check(time.monotonic() - begin < 1, 'it is late')
        same(process.returncode, -signal.SIGINT)
    same(package.run('run', endless, '--max-steps', '1000000')[0], 75)


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


# ---- bad surroundings ---------------------------------------------------------------------------------------------

def test_old_node(package):
    # What a Node of another version would see.
    script = ('Object.defineProperty(process.versions, "node", {value: "16.20.2"});'
              f'process.argv[1] = "mariner4"; require({json.dumps(str(package.folder / "mariner4.cjs"))});')
    done = subprocess.run(['node', '-e', script], capture_output=True, text=True, timeout=PATIENCE)
    same((done.returncode, done.stdout, done.stderr),
         (1, '', 'mariner4: needs Node 18 or newer; this is Node 16.20.2\n'))
    check('#' not in (package.folder / 'mariner4.cjs').read_text()[2:].split('\n', 1)[1], 'newer words')


def test_any_path(package):
    name = 'bài tập về nhà/hw 1 – đầu.asm'
    path = package.write(name, HELLO)
    same(package.run('run', name), (0, '42', ''))
    same(package.run('run', path), (0, '42', ''))
    other = package.scratch / 'nhà khác'
    shutil.copytree(package.home, other, symlinks=True)
    done = subprocess.run([other / 'node_modules/.bin/mariner4', 'run', path], capture_output=True, text=True,
                          timeout=PATIENCE)
    same((done.returncode, done.stdout, done.stderr), (0, '42', ''))


def test_bare_surroundings(package):
    """No home, no terminal, nothing but node in the environment; a full disk; closed streams."""
    hello = package.write('hello.asm', HELLO)
    node = shutil.which('node')
    bare = {'PATH': str(Path(node).parent), 'HOME': '/nonexistent'}
    same(package.run('run', hello, env=bare, start_new_session=True), (0, '42', ''))
    same(package.run('run', hello, cwd='/')[:2], (0, '42'))
    with open('/dev/full', 'w') as full:
        done = subprocess.run([package.command, 'run', hello], stdout=full, stderr=subprocess.PIPE, text=True,
                              timeout=PATIENCE)
        same((done.returncode, done.stderr.count('\n')), (73, 1))


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
    shutil.copy(HERE / 'api_tests.mjs', package.folder / 'api_tests.js')
    (package.folder / 'empty.html').write_text('<!DOCTYPE html><title>Tests</title>')
    return chromium.Server(package.folder)


def test_library_in_chromium(package):
    with served(package) as server, chromium.Chromium(PATIENCE) as browser:
        browser.open(f'{server.address}/empty.html')
        lines = browser.evaluate(
            '(async () => { const mariner4 = await import("/index.js"); const {run} = await import("/api_tests.js");'
            'const lines = []; await run(mariner4, await mariner4.compile(), (...line) => lines.push(line), 500);'
            'return lines; })()')
        report_of(lines)


def test_library_in_a_worker(package):
    with served(package) as server, chromium.Chromium(PATIENCE) as browser:
        (package.folder / 'worker.js').write_text(
            'import * as mariner4 from "./index.js"; import {run} from "./api_tests.js";'
            'onmessage = async ({data}) => { const lines = [];'
            'await run(mariner4, data, (...line) => lines.push(line), 500); postMessage(lines); };')
        browser.open(f'{server.address}/empty.html')
        report_of(browser.evaluate(
            '(async () => { const {compile} = await import("/index.js"); const module = await compile();'
            'const worker = new Worker("/worker.js", {type: "module"});'
            'return new Promise((go) => { worker.onmessage = ({data}) => go(data); worker.postMessage(module); }); })()'))


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

def conformance(package, cases):
    done = subprocess.run([ROOT / 'tests/conformance/run', '--filter', cases, package.command, 'mars'], text=True,
                          stdout=subprocess.PIPE)
    match = re.search(r'^(\d+) passed, (\d+) failed', done.stdout, re.M)
    if not match or match[2] != '0' or match[1] == '0':
        print(done.stdout)
    return (int(match[1]), int(match[2])) if match else (0, 1)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--conformance', default='')
    parser.add_argument('names', nargs='*')
    options = parser.parse_args()
    tests = {name: test for name, test in globals().items() if name.startswith('test_')}
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        package = Package(Path(scratch))
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
            print(f'conformance under Node: {more[0]} passed, {more[1]} failed')
            passed, failed = passed + more[0], failed + more[1]
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
