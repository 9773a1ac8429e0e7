#!/usr/bin/env python3
"""Drives mariner with the debuggers that people use: Debian's gdb-multiarch, and a DAP client from the npm registry; and
packages the extension for VS Code.

usage: tests/remote/run.py MARINER [NAME...]      (names of single tests; all without)

Prints a line per test and ends with "N passed, N failed". What the machine lacks (gdb-multiarch, node, npm) is skipped
with a message. The client is installed once, into .cache/dap-client. Programs and expectations stand beside this file;
the tests of the DAP are in dap_tests.js.
"""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLIENT = ROOT / '.cache/dap-client'
PATIENCE = 60  # seconds; generous, since the machine may be busy


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


# ---- gdb ----------------------------------------------------------------------------------------------------------

class Server:
    """A running `mariner gdb` on a port of its own choice."""

    def __init__(self, mariner, program, *words, stdin=b''):
        self.process = subprocess.Popen([mariner, 'gdb', str(HERE / program), '--port', '0', *words], cwd=HERE,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.process.stdin.write(stdin)
        self.process.stdin.close()
        self.process.stdin = None
        line = self.process.stderr.readline().decode()
        match = re.search(r'localhost:(\d+)', line)
        check(match, f'the server says {line!r}')
        self.port = int(match[1])

    def end(self):
        """-> exit code, standard output"""
        try:
            out, _ = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure('the server does not end') from None
        return self.process.returncode, out.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


def gdb_words(commands):
    words = ['gdb-multiarch', '-nx', '-batch']
    for command in ('set pagination off', 'set confirm off', *commands):
        words += ['-ex', command]
    return words


def gdb(*commands):
    """What gdb prints for these commands, both streams."""
    done = subprocess.run(gdb_words(commands), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=PATIENCE)
    return done.stdout.decode('utf-8', 'replace')


def expect(text, *wanted):
    """Each of the patterns, in this order."""
    at = 0
    for pattern in wanted:
        match = re.compile(pattern).search(text, at)
        check(match, f'{pattern!r} is missing behind character {at} of:\n{text}')
        at = match.end()


def test_gdb_breaks_steps_and_shows_the_stack(mariner):
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'break fact', 'continue', 'x/i $pc', 'continue', 'backtrace',
                   'stepi', 'x/i $pc', 'delete', 'continue')
        expect(text, r'main \(\)', r'Breakpoint 1, .*fact', r'<fact>:\s*addi\s*sp', r'Breakpoint 1, .*fact',
               r'#0 .*fact', r'#1 .*0x00400060', r'=> 0x400044 <fact\+4>', r'exited with code 03')
        check(server.end() == (3, '5! = 120'), 'exit code or output are others')


def test_gdb_knows_source_lines(mariner):
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'break factorial.asm:24', 'continue', 'list', 'step', 'step',
                   'reverse-step', 'info symbol $pc', 'kill')
        expect(text, r'factorial\.asm:6\n', r'Breakpoint 1, .*factorial\.asm:24\n24\s+bgtz', r'26\s+j\s+done',
               r'27\s+more:', r'28\s+jal\s+fact', r'27\s+more:', r'more in section \.text')


def test_gdb_steps_over_calls_and_finishes_them(mariner):
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'next', 'next', 'next', 'reverse-stepi', 'reverse-stepi',
                   'reverse-stepi', 'break fact if $a0 == 2', 'reverse-continue', 'next 4', 'next', 'backtrace',
                   'finish', 'backtrace', 'reverse-finish', 'kill')
        expect(text, r'7\s+jal', r'8\s+la', r'9\s+sw', r'33\s+jr', r'Breakpoint 1, ', r'27\s+more', r'28\s+jal',
               r'#0  fact \(\).*:28\n#1  .* in fact \(\).*:28\n#2  .* in fact .*\n#3  .* in fact .*\n#4  .* in main',
               r'29\s+lw', r'#3  .* in main', r'33\s+jr')
    with Server(mariner, 'factorial.asm') as server:
        # The innermost call returns first; it calls nobody.
        text = gdb(f'target remote :{server.port}', 'tbreak 29', 'continue', 'reverse-next', 'backtrace 1', 'next',
                   'reverse-step', 'backtrace 1', 'tbreak 28', 'reverse-continue', 'kill')
        expect(text, r'Temporary breakpoint 1, .*:29', r'28\s+jal', r'#0  fact \(\) at .*:28', r'29\s+lw', r'33\s+jr',
               r'#0  fact \(\) at .*:33', r'Temporary breakpoint 2, .*:28')


def test_gdb_reads_and_changes_registers_and_memory(mariner):
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'break *0x40004c', 'continue', 'delete', 'set var $a0 = 3', 'p $a0',
                   'p/x $sp', 'p $pc', 'x/s &text', 'set var *(char*)&text = 0x34', 'x/s &text',
                   'set var $f4 = 2.5', 'p $f4', 'p $fcsr', 'info registers', 'continue')
        expect(text, r'\$1 = 3', r'\$2 = 0x7fffeff4', r'<fact\+12>', '"5! = "', '"4! = "', r'\$4 = 2\.5', r'status',
               r'epc', r'exited with code 03')
        # The argument was saved as 5 before it was changed: 5 * 2!
        check(server.end() == (3, '4! = 10'), 'the changes have no effect')


def test_gdb_finds_errors_where_there_is_no_memory(mariner):
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'x/4x 0x20000000', 'set var *(int*)0x20000000 = 1', 'p $pc')
        expect(text, r'main \(\)', 'Cannot access memory at address 0x20000000',
               'Cannot access memory at address 0x20000000', '0x400000')


def test_gdb_watches_memory_forwards_and_backwards(mariner):
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'watch *(int*)&result', 'continue', 'p $pc', 'continue')
        expect(text, 'Hardware watchpoint 1', 'Old value = 0\nNew value = 120', r'0x400014', r'exited with code 03')
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'break *0x400030', 'continue', 'watch *(int*)&result',
                   'reverse-continue', 'p $pc', 'x/wx &result')
        expect(text, 'Old value = 120\nNew value = 0', r'0x400010', r'0x10010000.*0x00000000')
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'rwatch *(int*)0x7fffeff4', 'continue', 'x/i $pc')
        expect(text, 'Hardware read watchpoint 1', 'Value = 5', r'mul\s+v0,v0,a0')


def test_gdb_goes_backwards(mariner):
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target remote :{server.port}', 'break done', 'continue', 'reverse-stepi', 'x/i $pc',
                   'break fact', 'reverse-continue', 'p $a0', 'delete', 'reverse-continue', 'p $pc', 'stepi', 'p $a0')
        expect(text, 'Breakpoint 1', r'=> 0x400054', 'Breakpoint 2', r'\$1 = 0', 'No more reverse-execution history',
               r'0x400000 <main>', r'\$3 = 5')


def test_gdb_can_stop_at_the_end_and_go_back_from_there(mariner):
    with Server(mariner, 'factorial.asm', '--stop-at-end') as server:
        text = gdb(f'target remote :{server.port}', 'continue', 'monitor who $v0', 'monitor time', 'break fact',
                   'reverse-continue', 'p $a0')
        expect(text, 'has ended with exit code 3', r'factorial\.asm:18 .* wrote 0x00000011', 'instructions executed',
               'Breakpoint 1', r'\$1 = 0')


def test_gdb_shows_the_line_with_which_the_program_ended(mariner):
    """What stands behind it is another routine."""
    with Server(mariner, 'factorial.asm', '--stop-at-end') as server:
        text = gdb(f'target remote :{server.port}', 'continue', 'backtrace', 'x/i $pc', 'reverse-step', 'reverse-step',
                   'frame', 'continue', 'frame')
        end = 1 + [line.strip() for line in (HERE / 'factorial.asm').read_text().split('\n')].index('li\t$v0, 17') + 1
        expect(text, rf'#0 .*main \(\) at .*factorial\.asm:{end}', r'=> 0x[0-9a-f]+ <main\+\d+>:\tsyscall',
               rf'#0 .*main \(\) at .*factorial\.asm:{end - 1}', rf'#0 .*main \(\) at .*factorial\.asm:{end}')


def test_gdb_is_told_of_exceptions(mariner):
    with Server(mariner, 'faulty.asm') as server:
        text = gdb(f'target remote :{server.port}', 'break *0x400010', 'continue', 'p $f12', 'continue', 'p $pc',
                   'p $badvaddr', 'reverse-stepi', 'p $pc', 'continue', 'continue')
        expect(text, r'\$1 = 1', 'SIGBUS', r'\$3 = \(void \*\) 0x1', '0x400014', r'SIGBUS', 'terminated with signal SIGBUS')
        check(server.end()[0] == 70, 'the exit code is not that of an exception')


def test_gdb_interrupts(mariner):
    with Server(mariner, 'endless.asm') as server:
        words = gdb_words([f'target remote :{server.port}', 'continue', 'p $pc >= 0x400004', 'stepi', 'kill'])
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        text = process.communicate(timeout=PATIENCE)[0].decode()
        expect(text, 'SIGINT', r'\$1 = 1', 'killed')
        check(server.end()[0] == 0, 'a killed program is no failure')


def test_gdb_detaches_and_comes_back(mariner):
    with Server(mariner, 'endless.asm') as server:
        gdb(f'target remote :{server.port}', 'break loop', 'continue', 'detach')
        time.sleep(0.3)
        text = gdb(f'target remote :{server.port}', 'p $t0 > 0', 'info breakpoints', 'kill')
        expect(text, r'\$1 = 1', 'No breakpoints')
        server.end()
    with Server(mariner, 'factorial.asm') as server:
        gdb(f'target remote :{server.port}', 'stepi', 'detach')
        check(server.end() == (3, '5! = 120'), 'a program that is let go does not run to its end')


def test_gdb_runs_the_program_again(mariner):
    with Server(mariner, 'factorial.asm') as server:
        text = gdb(f'target extended-remote :{server.port}', 'continue', 'break fact', 'run', 'p $a0', 'kill')
        expect(text, 'exited with code 03', 'Breakpoint 1', r'\$1 = 5')


def test_gdb_gives_input_to_the_program(mariner):
    with Server(mariner, 'ask.asm', stdin=b'17\n25\n') as server:
        expect(gdb(f'target remote :{server.port}', 'continue'), 'exited normally')
        check(server.end() == (0, 'number? number? 42'), 'the input does not arrive')


def test_gdb_talks_over_standard_streams(mariner):
    pipe = f'target remote | {mariner} gdb {HERE}/factorial.asm --stdio'
    expect(gdb(pipe, 'break more', 'continue', 'delete', 'continue'), 'Breakpoint 1, ', '5! = 120',
           'exited with code 03')


def test_gdb_server_listens_on_this_machine_only(mariner):
    with Server(mariner, 'endless.asm') as server:
        listening = Path('/proc/net/tcp').read_text() + Path('/proc/net/tcp6').read_text()
        found = re.findall(r': ([0-9A-F]+):%04X [0-9A-F:]+ 0A' % server.port, listening)
        check(found == ['0100007F'], f'it listens at {found}')


def test_gdb_server_lives_through_a_lost_connection_and_nonsense(mariner):
    with Server(mariner, 'endless.asm') as server:
        for nonsense in (b'', b'$c#63', b'$c#63\x03$g', b'\xff' * 100000, b'$' + b'Z' * 50000, b'$m0,ffffffffffffffff#00-' * 100):
            with socket.create_connection(('localhost', server.port)) as connection:
                connection.sendall(nonsense)
        expect(gdb(f'target remote :{server.port}', 'stepi', 'p $pc', 'kill'), r'0x4000')


# ---- DAP ----------------------------------------------------------------------------------------------------------

def install_client():
    """Installs what package-lock.json says, if it isn't there."""
    CLIENT.mkdir(parents=True, exist_ok=True)
    lock = (HERE / 'package-lock.json').read_bytes()
    stamp = CLIENT / 'installed.json'
    if stamp.exists() and stamp.read_bytes() == lock:
        return
    for name in ('package.json', 'package-lock.json'):
        shutil.copy(HERE / name, CLIENT / name)
    done = subprocess.run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], cwd=CLIENT, capture_output=True,
                          text=True, timeout=300)
    check(done.returncode == 0, f'npm ci fails:\n{done.stderr}')
    stamp.write_bytes(lock)


def test_dap_client(mariner):
    """-> passed, failed: the JavaScript side counts for itself."""
    install_client()
    environment = dict(os.environ, NODE_PATH=str(CLIENT / 'node_modules'))
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(['node', str(HERE / 'dap_tests.js'), mariner], cwd=folder, env=environment,
                              stdout=subprocess.PIPE, text=True, timeout=5 * PATIENCE)
    *lines, last = done.stdout.rstrip('\n').split('\n')
    print('\n'.join(lines))
    match = re.fullmatch(r'(\d+) passed, (\d+) failed', last)
    check(match, f'the client ends with {last!r}')
    return int(match[1]), int(match[2])


# -------------------------------------------------------------------------------------------------------------------

def missing_tools(name):
    tools = ['gdb-multiarch'] if name.startswith('test_gdb') else ['node', 'npm']
    return [tool for tool in tools if shutil.which(tool) is None]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    mariner = str(Path(sys.argv[1]).resolve())
    tests = {name: test for name, test in globals().items() if name.startswith('test_') and
             (len(sys.argv) == 2 or name.removeprefix('test_') in sys.argv[2:] or name in sys.argv[2:])}
    passed = failed = 0
    for name, test in tests.items():
        label = name.removeprefix('test_').replace('_', ' ')
        if missing := missing_tools(name):
            print(f'skipped: {label} (needs {", ".join(missing)})', flush=True)
            continue
        began = time.monotonic()
        try:
            good, bad = test(mariner) or (1, 0)
            passed, failed = passed + good, failed + bad
            print(f'{"FAILED" if bad else "ok":7} {label} ({time.monotonic() - began:.1f} s)', flush=True)
        except (Failure, subprocess.SubprocessError, OSError) as failure:
            failed += 1
            print(f'FAILED  {label}: {failure}', flush=True)
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed != 0)


if __name__ == '__main__':
    main()
