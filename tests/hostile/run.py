#!/usr/bin/env python3
"""Sends what would act on a terminal through every command's messages, and holds the edges of streams and ports.

usage: tests/hostile/run.py MARINER [NAME...]      (names of single tests; all without)

Every control character (C0, DEL, C1 in UTF-8), what turns the direction of reading, separators of lines and bytes that
are no UTF-8 stand in sources, labels, strings, file names, arguments and options; none may arrive on a stream that
holds messages. The guest's own output must arrive byte for byte. Ends with "N passed, N failed". Called by tools/test.
"""
import base64
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True
from disks import can_mount, mounted  # noqa: E402

PATIENCE = 60  # seconds; generous, since the machine may be busy

C1 = ''.join(map(chr, range(0x80, 0xa0)))
TURNING = '\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
NO_UTF8 = b'\xff\xc0\x80\xed\xa0\x80\xf5\x9b\xe2\x80'
C0 = ''.join(chr(c) for c in range(1, 32) if chr(c) not in '\n\r\t') + '\x7f'
ALL = (C0 + C1 + TURNING).encode() + NO_UTF8  # what can stand in a line of a source
IN_NAME = b'na\x1b[31m\x07\xc2\x9b2J' + TURNING.encode() + b'\xff\rm\ne'
ACTING = re.compile('[%s]' % re.escape(C0 + '\0\r' + C1 + TURNING))


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def harmless(text, what, allowed=b''):
    """Nothing in these bytes acts on a terminal; `allowed` is the guest's own output, which stands at their beginning."""
    check(text.startswith(allowed), f'{what}: the output is {text[:80]!r}')
    text = text[len(allowed):]
    try:
        found = ACTING.search(text.decode())
    except UnicodeDecodeError as error:
        raise Failure(f'{what}: bytes that are no UTF-8: {text[max(0, error.start - 40):error.end]!r}') from None
    check(not found, f'{what}: {found and text.decode()[max(0, found.start() - 60):found.end()]!r}')


def run(*words, stdin=b'', **more):
    return subprocess.run(words, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, **more)


def messages(what, mariner, *words, stdin=b'', output=b'', codes=None, speaks=True):
    """Runs a command; both of its streams must be harmless, behind the guest's `output`."""
    done = run(mariner, *words, stdin=stdin)
    harmless(done.stdout, what + ', standard output', output)
    harmless(done.stderr, what + ', standard error')
    check(done.returncode >= 0, f'{what}: killed by signal {-done.returncode}')
    check(codes is None or done.returncode in codes, f'{what}: exit code {done.returncode}')
    check(not speaks or done.stderr or done.stdout[len(output):], f'{what}: says nothing')
    return done


def write(name, *lines):
    data = b'\n'.join(line if isinstance(line, bytes) else line.encode() for line in lines) + b'\n'
    with open(name, 'wb') as file:
        file.write(data)
    return name


# ---- text of others -------------------------------------------------------------------------------------------------

FAULTY = ['.data', b'text: .asciiz "' + ALL + b'"', '.text', 'main: li $t0, 1 # ' + C1, b'jal work # ' + ALL,
          b'work: lw $t1, 1($t0) # ' + ALL]
LOOPS = ['.text', b'main: li $t0, 1 # ' + ALL, b'loop: addi $t1, $t1, 1 # ' + ALL, b'b loop # ' + ALL]


def test_errors_of_assembling(mariner):
    for number, line in enumerate((b'foo ' + ALL, b'add $t0, "' + ALL + b'"', b'l' + ALL + b': nop', b'b x' + ALL,
                                   b'.include "' + ALL + b'"', b".byte '" + ALL + b"'", b'.' + ALL + b' 1',
                                   b'.macro m(%x)\nadd %x, ' + ALL + b'\n.end_macro\nm(' + ALL + b')',
                                   b'.eqv N ' + ALL + b'\nli $t0, N', b'"' + ALL)):
        for command in ('run', 'asm', 'disasm', 'profile', 'debug', 'gdb'):
            messages(f'{command}, wrong line {number}', mariner, command, write('wrong.asm', '.text', line), codes=[65])


def test_names_of_files(mariner):
    good, bad = write(IN_NAME + b'.asm', *FAULTY), write(b'bad' + IN_NAME + b'.asm', 'foo')
    for command in ('run', 'asm', 'disasm', 'profile', 'debug', 'gdb', 'verify', 'similar', 'grade', 'replay'):
        missing = IN_NAME + b'missing.asm'
        words = ('grade', missing, missing) if command == 'grade' else (command, missing)
        messages(f'{command}, a file that is not there', mariner, *words)
        if command not in ('verify', 'similar', 'grade', 'replay'):
            messages(f'{command}, a wrong file', mariner, command, bad, codes=[65])
    messages('run, a fault', mariner, 'run', good, codes=[70])
    messages('run, all checks', mariner, 'run', '--check', good, codes=[70])
    messages('run, a loop', mariner, 'run', '--max-steps', '1000', write(IN_NAME + b'loop.asm', *LOOPS), codes=[75])
    messages('run, a folder that is not there', mariner, 'run', '--files', IN_NAME + b'none', good, codes=[2])
    messages('run, a trace that cannot be', mariner, 'run', '--trace', b'none/' + IN_NAME, good, codes=[73])
    messages('run, a display that cannot be', mariner, 'run', '--display', IN_NAME, good)
    drawing = write('drawing.asm', 'li $t0, 0x10010000', 'li $t1, 0xff0000', 'sw $t1, 0($t0)', 'li $v0, 10', 'syscall')
    for kind, program in ((b'png', drawing), (b'gif', drawing), (b'png', write('idle.asm', 'li $v0, 10', 'syscall'))):
        done = messages(f'run, a picture that cannot be, {kind} of {program}', mariner, 'run', '--display',
                        kind + b':none/' + IN_NAME, '--display-base', '0x10010000', program)
        lines = done.stderr.splitlines()
        check(all(line.startswith(b'mariner: ') for line in lines), f'a name begins a line of its own: {lines}')
    messages('profile', mariner, 'profile', good, codes=[70])
    messages('listing', mariner, 'asm', '--format', 'listing', good, codes=[0])
    messages('disasm', mariner, 'disasm', good, codes=[0])
    messages('similar', mariner, 'similar', good, bad)


def test_values_of_options(mariner):
    program = write('fine.asm', 'li $v0, 10', 'syscall')
    for command, *options in (('run', '--engine', '--memory', '--entry', '--max-steps', '--float-format', '--display',
                               '--check', '--json-memory', '--zoom', '--nothing'),
                              ('asm', '--format', '--segment', '--memory', '--entry', '--nothing'),
                              ('disasm', '--base', '--memory', '--nothing'), ('profile', '--max-steps', '--nothing'),
                              ('debug', '--history', '--batch', '--input', '--nothing'),
                              ('gdb', '--port', '--address', '--input', '--nothing'),
                              ('verify', '--engine', '--games', '--nothing'), ('grade', '--jobs', '--nothing'),
                              ('similar', '--nothing'), ('ref', '--nothing'), ('dap', '--nothing'), ('lsp', '--nothing'),
                              ('format', '--nothing')):
        for option in options:
            value = IN_NAME if option != '--check' else b''
            words = (option + '=', value) if option == '--check' else (option, value)
            messages(f'{command} {option}', mariner, command, *words, program)
            messages(f'{command} {option}=', mariner, command, option.encode() + b'=' + IN_NAME, program)
    messages('a command', mariner, IN_NAME, codes=[2])
    messages('ref', mariner, 'ref', IN_NAME)


def test_faults_checks_and_loops(mariner):
    program = write('faulty.asm', *FAULTY)
    for words in (('run',), ('run', '--check'), ('profile',), ('run', '--trace', '-')):
        done = messages(' '.join(words), mariner, *words, program, codes=[70])
        check(b'source' in done.stderr or words[0] == 'profile', f'{words}: {done.stderr!r}')
    messages('arguments', mariner, 'run', '--check', program, '--', IN_NAME, codes=[70])
    spins = messages('spin', mariner, 'run', '--max-steps', '1000', write('loop.asm', *LOOPS), codes=[75])
    check(b'spins in' in spins.stderr, 'no loop is shown')
    files = write('open.asm', '.data', b'name: .asciiz "/' + ALL + b'"', '.text', 'la $a0, name', 'li $v0, 13', 'syscall')
    messages('a file that is refused', mariner, 'run', files, codes=[0])
    question = write('ask.asm', '.data', b'ask: .asciiz "' + ALL + b'"', '.text', 'la $a0, ask', 'li $v0, 50', 'syscall')
    run(mariner, 'run', question, stdin=b'y\n')  # the question is the guest's own


def test_listings(mariner):
    program = write('faulty.asm', *FAULTY)
    for words in (('disasm',), ('asm', '--format', 'listing'), ('profile', '-o', '-')):
        messages(' '.join(words), mariner, *words, program)
    run(mariner, 'asm', program, '-o', 'faulty.elf')
    elf = Path('faulty.elf').read_bytes()
    # Names and sources inside an ELF file may be anything at all.
    Path('forged.elf').write_bytes(elf.replace(b'work', b'w\x1b[m').replace(b'faulty', b'f\x1b]0;\x07').replace(b'jal', b'\n\x9bl'))
    for words in (('disasm',), ('run',), ('profile',), ('run', '--check')):
        messages(f'{words}, a forged ELF file', mariner, *words, 'forged.elf')


def test_debugger(mariner):
    program = write(IN_NAME + b'debug.asm', *FAULTY)
    commands = ['break work', 'info breakpoints', 'continue', 'list', 'print text', 'print $t0', 'x/s &text', 'x text',
                'x/8i $pc', 'info registers', 'backtrace', 'info line', 'who $t0', 'help', 'step', 'watch text', 'display text',
                'info display', 'continue', 'tbreak loop', 'stepi', 'where', 'info symbols', 'info labels', 'reverse-step', 'stack',
                'view', 'memory text', 'print', 'frame', 'info frame', 'info stack', 'disassemble']
    script = b'\n'.join(command.encode() for command in commands) + b'\n'
    done = messages('debug', mariner, 'debug', program, stdin=script)
    check(b'lw $t1' in done.stdout, f'no source: {done.stdout!r}')
    for command in (b'list ', b'print ', b'x ', b'break ', b'', b'help ', b'display ', b'who ', b'info '):
        messages(f'debug, {command!r}', mariner, 'debug', program, stdin=command + IN_NAME.replace(b'\n', b'') + b'\n')
    windows = write('windows.asm', '.text\r', 'main: li $t0, 1\r', 'nop\r')
    done = messages('debug, line ends of Windows', mariner, 'debug', windows, stdin=b'list 1\nstepi\n')
    check(b'li $t0, 1\n' in done.stdout and '␍'.encode() not in done.stdout, f'{done.stdout!r}')
    write('script.dbg', b'print ' + ALL)
    messages('debug, a script', mariner, 'debug', program, '--batch', 'script.dbg')


def test_reports_of_a_class(mariner):
    os.mkdir('class')
    os.mkdir(b'class/' + IN_NAME.replace(b'\n', b''))
    for folder in (b'class/ann', b'class/' + IN_NAME.replace(b'\n', b'')):
        os.makedirs(folder, exist_ok=True)
        write(folder + b'/hw' + C1.encode() + b'.asm', *FAULTY)
        write(folder + b'/wrong.asm', b'foo ' + ALL)
    write('rubric.toml', 'title = "t\u202e"', '[[case]]', 'name = "one"', 'points = 1', 'expect = { output = "x" }')
    messages('grade', mariner, 'grade', 'rubric.toml', 'class')
    for student in os.listdir(b'class'):
        messages('grade --student', mariner, 'grade', 'rubric.toml', 'class', '--student', student)
    messages('similar', mariner, 'similar', 'class')
    write('wrong.toml', b'title = "' + ALL + b'"', b'[[' + ALL)
    messages('grade, a wrong rubric', mariner, 'grade', 'wrong.toml', 'class')
    write('wrong2.toml', 'title = "x"', '\u202e\x9b = 3')
    messages('grade, a wrong key', mariner, 'grade', 'wrong2.toml', 'class')


def test_a_game_of_somebodys_own(mariner):
    game = write(IN_NAME + b'game.asm', '.data', b'text: .asciiz "' + ALL + b'"', '.text', 'la $a0, text', 'li $v0, 4',
                 'syscall', 'lw $t0, 1($zero) # ' + C1)
    messages('verify --game', mariner, 'verify', '--game', 'rows', game, '--games', '2')
    write('bad.replay', b'mariner replay ' + ALL)
    messages('replay', mariner, 'replay', 'bad.replay')


def test_json_is_valid_and_harmless(mariner):
    program = write(IN_NAME + b'.asm', *FAULTY)
    done = run(mariner, 'run', '--check', program, '--json', '-')
    harmless(done.stdout, 'run --json')
    report = json.loads(done.stdout)
    check(report['error']['kind'] == 'misaligned_word_load' and report['error']['value'] == 2, f'{report["error"]}')
    check('\u202e' in report['error']['source'] and '\x1b' in report['error']['source'], 'the source is not what it was')


def test_the_guests_own_output_stays_as_it_is(mariner):
    text = bytes(c for c in range(1, 256) if c not in b'"\\')
    store = ', '.join(map(str, text))
    program = write('bytes.asm', '.data', f'text: .byte {store}, 0', '.text', 'la $a0, text', 'li $v0, 4', 'syscall',
                    'li $v0, 15', 'li $a0, 1', 'la $a1, text', f'li $a2, {len(text)}', 'syscall', 'li $v0, 10', 'syscall')
    for words in (('mars', 'nc'), ('run',), ('run', '--check'), ('profile',)):
        got = run(mariner, *words, program).stdout
        check(got.endswith(text + (b'\n' if words[0] == 'mars' else b'')), f'{words}: {got!r}')
    done = run(mariner, 'run', program, '--json', 'bytes.json')
    report = json.loads(Path('bytes.json').read_bytes())
    check(base64.b64decode(report['output_base64']) == done.stdout, 'the kept output is another')
    check(report['output_is_whole'], 'all of it is there')


# ---- streams --------------------------------------------------------------------------------------------------------

ENDLESS = ['.data', 'text: .asciiz "again and again\\n"', '.text', 'la $a0, text', 'li $v0, 4', 'loop: syscall', 'b loop']
HELLO = ['.data', 'text: .asciiz "15$"', 'list: .word 1, -2, 3', '.text', 'la $a0, text', 'li $v0, 4', 'syscall', 'li $v0, 10',
         'syscall']


def test_a_full_disk_ends_the_program(mariner):
    program, hello = write('endless.asm', *ENDLESS), write('hello.asm', *HELLO)
    with open('/dev/full', 'wb') as full:
        for words in (('run',), ('run', '--engine', 'checked'), ('run', '--engine', 'fast'), ('profile',), ('mars', 'nc')):
            for file in (program, hello):
                done = subprocess.run([mariner, *words, file], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE)
                check(done.returncode == 73, f'{words} {file}: exit code {done.returncode}')
                check(words[0] == 'mars' or done.stderr.count(b"output can't be written") == 1, f'{words}: {done.stderr!r}')


def test_a_lost_report_is_no_success(mariner):
    program = write('hello.asm', *HELLO)
    os.mkdir('class')
    write('class/ann.asm', *HELLO)
    write('rubric.toml', 'title = "t"', '[[case]]', 'name = "one"', 'points = 1', 'expect = { output = "15$" }')
    write('debug.dbg', 'info registers')
    for words in (('--help',), ('--version',), ('ref',), ('run', '--help'), ('disasm', program), ('mars', 'h'),
                  ('asm', '--format', 'listing', program), ('grade', 'rubric.toml', 'class'), ('similar', 'class'),
                  ('verify', 'rows', '--games', '1'), ('debug', program, '--batch', 'debug.dbg'),
                  ('run', program, '--json', '-'), ('play', 'solo')):
        with open('/dev/full', 'wb') as full:
            done = subprocess.run([mariner, *words], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                  timeout=PATIENCE)
        check(done.returncode not in (0, -signal.SIGABRT), f'{words}: exit code {done.returncode}')
        check(words[0] in ('mars', 'similar') or b"can't be written" in done.stderr, f'{words}: {done.stderr!r}')


def test_a_reader_that_goes_ends_it_quietly(mariner):
    process = subprocess.Popen([mariner, 'run', write('endless.asm', *ENDLESS)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    check(process.wait(timeout=PATIENCE) == -signal.SIGPIPE, f'exit code {process.returncode}')
    check(process.stderr.read() == b'', 'it says something')


def test_closed_streams_are_nobodys_files(mariner):
    program = write('hello.asm', *HELLO)
    for closed in ('<&-', '>&-', '2>&-', '<&- >&-', '<&- >&- 2>&-'):
        done = subprocess.run(['sh', '-c', f'"$0" run --trace trace {program} {closed}', mariner], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=PATIENCE)
        check(done.returncode == (73 if '>&-' in closed.replace('2>&-', '') else 0), f'{closed}: {done.returncode}')
        check(all(line.startswith('@') for line in Path('trace').read_text().splitlines()), f'{closed}: mixed')


def on_terminal(*words, typed=b''):
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(words[0], words)
    before = termios.tcgetattr(terminal)
    shown = b''
    if typed:
        os.write(terminal, typed)
    try:
        while select.select([terminal], [], [], PATIENCE)[0]:
            shown += os.read(terminal, 4096)
    except OSError:
        pass
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return shown, os.waitstatus_to_exitcode(status), before


def test_a_repair_replaces_the_file_and_nothing_else(mariner):
    wrong, right = b'main: syscal # caf\xe9 ' + ALL + b'\n', b'main: syscall # caf\xe9 ' + ALL + b'\n'
    write('hw.asm', wrong[:-1])
    os.chmod('hw.asm', 0o640)
    os.symlink('hw.asm', 'link.asm')
    shown = run(mariner, 'fix', 'hw.asm')
    check(shown.returncode == 0 and shown.stdout.startswith(b'--- hw.asm\n+++ hw.asm\n@@ '), f'{shown}')
    check(b'+' + right in shown.stdout and open('hw.asm', 'rb').read() == wrong, 'the diff, and no more, is shown')
    harmless(on_terminal(mariner, 'fix', 'hw.asm')[0].replace(b'\r', b''), 'a diff on a terminal')
    write('hw.asm.new1', 'somebody else')
    before = set(os.listdir('.'))
    done = run(mariner, 'fix', '--write', 'link.asm')
    check(done.returncode == 0 and not done.stdout, f'{done}')
    check(open('hw.asm', 'rb').read() == right and os.path.islink('link.asm'), 'not what was asked for')
    check(os.stat('hw.asm').st_mode & 0o777 == 0o640 and set(os.listdir('.')) == before, 'mode, or what was aside')
    check(open('hw.asm.new1').read() == 'somebody else\n', 'a file that is there was overwritten')
    left = run(mariner, 'fix', write('left.asm', 'main: j nowhere'))
    check(left.returncode == 65 and not left.stdout and b'nowhere' in left.stderr, f'{left}')
    messages('fix, a file that is not there', mariner, 'fix', IN_NAME, codes=[66])


def test_repairs_at_once_leave_a_whole_file(mariner):
    wrong = ['l%d: li $t0, %d;' % (i, i) for i in range(3000)]
    for _ in range(5):
        write('same.asm', *wrong)
        writers = [subprocess.Popen([mariner, 'fix', '--write', 'same.asm'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                   for _ in range(4)]
        codes = {writer.wait(PATIENCE) for writer in writers}
        check(codes <= {0, 65}, f'codes {codes}')
        check(len(open('same.asm').read().splitlines()) == len(wrong), 'part of the file is gone')
        check(not [name for name in os.listdir('.') if name.startswith('same.asm.')], 'what was aside is left')


def test_a_repair_that_cannot_be_written_changes_nothing(mariner):
    if not can_mount():
        print('no mounts here: the full and the read-only disk are left out')
        return
    with mounted(Path('small').absolute(), 'size=64k') as disk:
        source = disk / 'hw.asm'
        source.write_bytes(b'main: syscal\n')
        (disk / 'fill').write_bytes(b'x' * (60 << 10))
        for option, reason in ('rw', b'No space left on device'), ('ro', b'Read-only file system'):
            subprocess.run(['mount', '-o', 'remount,' + option, str(disk)], check=True)
            done = run(mariner, 'fix', '--write', str(source))
            check(done.returncode == 73 and reason in done.stderr, f'{option}: {done}')
            check(source.read_bytes() == b'main: syscal\n' and len(os.listdir(disk)) == 2, f'{option}: changed')


def test_a_layout_replaces_the_file_and_nothing_else(mariner):
    untidy, tidy = b'main:  syscall # caf\xe9 ' + ALL + b'\nx:   syscall  \n', b'main:  syscall # caf\xe9 ' + ALL + b'\nx:   syscall\n'
    write('hw.asm', untidy[:-1])
    os.chmod('hw.asm', 0o640)
    os.symlink('hw.asm', 'link.asm')
    before = set(os.listdir('.'))
    done = run(mariner, 'format', 'link.asm')
    check(done.returncode == 0 and not done.stdout and not done.stderr, f'{done}')
    check(open('hw.asm', 'rb').read() == tidy, f"{open('hw.asm', 'rb').read()} is not what was asked for")
    check(os.path.islink('link.asm') and os.stat('hw.asm').st_mode & 0o777 == 0o640, 'the link, or the mode')
    check(set(os.listdir('.')) == before, 'what was aside is left')
    messages('format, a file that is not there', mariner, 'format', IN_NAME, codes=[66])
    messages('format --check', mariner, 'format', '--check', write('wild.asm', b'  li $t0,5 ' + ALL, 'li $t1, 5   '), codes=[0, 1])


def test_the_prompt_begins_a_new_line_on_a_terminal_only(mariner):
    program = write('hello.asm', *HELLO)
    for words in (('run',), ('profile', '-o', 'report')):
        check(on_terminal(mariner, *words, program)[0] == b'15$\r\n', f'{words}: {on_terminal(mariner, *words, program)}')
        check(run(mariner, *words, program).stdout == b'15$', f'{words}: a pipe gets more')
    whole = write('line.asm', *(line.replace('15$', '15$\\n') for line in HELLO))
    check(on_terminal(mariner, 'run', whole)[0] == b'15$\r\n', 'an empty line')
    asks = write('asks.asm', *HELLO[:-2], 'li $v0, 5', 'syscall', *HELLO[-2:])
    check(on_terminal(mariner, 'run', asks, typed=b'7\n')[0].split() in ([b'7', b'15$'], [b'15$7']), 'what was typed')
    check(on_terminal(mariner, 'run', asks, typed=b'7\n')[0].count(b'\r\n') == 1, 'an empty line behind what was typed')


def test_run_json_has_the_whole_end(mariner):
    run(mariner, 'run', write('hello.asm', *HELLO), '--json', 'end.json', '--json-memory', 'list:3', '--json-memory',
        '0xffff0000-0xffff0004', '--json-memory', '4')
    report = json.loads(Path('end.json').read_bytes())
    check(report['output'] == '15$' and 'output_base64' not in report, 'output')
    check(report['registers']['$v0'] == 10 and report['registers']['pc'] > 0x400000, 'registers')
    check(report['memory'][0] == {'range': 'list:3', 'address': 0x10010004, 'words': [1, 0xfffffffe, 3]}, f'{report["memory"]}')
    check(report['memory'][2]['words'] == [None], 'no memory there')
    run(mariner, 'run', write('loop.asm', *LOOPS), '--max-steps', '9', '--json', 'end.json')
    check(json.loads(Path('end.json').read_bytes())['error']['limit'] == 'steps', 'the limit')


# ---- ports ----------------------------------------------------------------------------------------------------------

class Server:
    def __init__(self, mariner, *words):
        program = write('served.asm', '.data', 'word: .word 7', '.text', 'loop: lw $t0, word', 'b loop')
        self.process = subprocess.Popen([mariner, 'gdb', program, '--port', '0', *words], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.port = int(re.search(rb':(\d+) ', self.process.stderr.readline())[1])

    def talk(self, *pieces):
        """What it answers to these bytes until it closes the connection."""
        with self.connect() as connection:
            for piece in pieces:
                connection.sendall(piece)
            heard = b''
            try:
                while True:
                    piece = connection.recv(4096)
                    if not piece:
                        return heard
                    heard += piece
            except ConnectionResetError:
                return heard

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def packet(body):
    return b'$' + body + b'#%02x' % (sum(body) % 256)


POST = (b'POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://elsewhere.example\r\nContent-Type: text/plain\r\n\r\n' +
        packet(b'M10010000,4:01020304') + packet(b'c'))


def word_of(server):
    """The first word of data, as GDB reads it; the server may still be taking leave of whoever was there before."""
    end = time.monotonic() + PATIENCE
    while True:
        with server.connect() as connection:
            connection.sendall(packet(b'QStartNoAckMode'))
            heard = received(connection, b'', 1)
            if b'another debugger' not in heard:
                connection.sendall(packet(b'm10010000,4'))
                return re.search(rb'OK#9a\$?.*\$([0-9a-f]{8})#', received(connection, heard, 2))[1]
        check(time.monotonic() < end, 'the one before is still served')


def received(connection, heard, packets):
    """What has come, with so many packets in it; less if it closes the connection."""
    while heard.count(b'#') < packets and (piece := connection.recv(4096)):
        heard += piece
    return heard


def test_a_web_page_cannot_drive_the_port(mariner):
    with Server(mariner) as server:
        for attack in (POST, b'GET / HTTP/1.1\r\n\r\n', b'\x16\x03\x01\x02\x00', b'\r\n' + packet(b'c'), b'\0' * 100000,
                       b'$c#00' + packet(b'c'), b'+' * 1000 + POST, b'$' + b'A' * 100000, b'\xff'):
            heard = server.talk(attack)
            check(heard == b'', f'{attack[:20]!r}: it answers {heard!r}')
        with server.connect() as connection:
            connection.sendall(packet(b'QStartNoAckMode'))
            check(connection.recv(100) != b'', 'GDB is answered')
            connection.sendall(b'\r\n' + POST)
            check(connection.recv(100) == b'', 'junk between packets is passed by')
        check(word_of(server) == b'07000000', 'memory was changed')
        server.process.send_signal(signal.SIGINT)
        said = server.process.communicate(timeout=PATIENCE)[1]
        check(said.count(b"doesn't speak GDB's protocol") == 1, f'it says {said!r}')


def test_a_second_debugger_is_sent_away_with_a_word(mariner):
    with Server(mariner) as server:
        with server.connect() as first:
            first.sendall(packet(b'QStartNoAckMode'))
            check(first.recv(100) != b'', 'the first is served')
            for _ in range(3):
                check(server.talk(b'+' + packet(b'qSupported')) == packet(b'E.another debugger is connected'), 'the word')
            first.sendall(packet(b'c'))  # also while the program runs
            check(server.talk(b'+' + packet(b'?')) == packet(b'E.another debugger is connected'), 'the word')
        check(word_of(server) == b'07000000', 'the next is served')


def test_a_silent_peer_blocks_nobody(mariner):
    with Server(mariner) as server:
        with server.connect():
            check(word_of(server) == b'07000000', 'who comes behind a silent one is served')
        with server.connect():
            server.process.send_signal(signal.SIGINT)
            check(server.process.wait(timeout=PATIENCE) == -signal.SIGINT, 'Ctrl-C ends it')


def test_a_foreign_peer_does_not_stop_a_program_that_runs(mariner):
    with Server(mariner) as server:
        check(server.talk(packet(b'D')).endswith(b'$OK#9a'), 'it is let go')
        check(server.talk(POST) == b'', 'nobody else is answered')
        time_used = lambda: sum(map(int, Path(f'/proc/{server.process.pid}/stat').read_text().split()[13:15]))
        before, end = time_used(), time.monotonic() + PATIENCE
        while time_used() == before:
            check(time.monotonic() < end, 'the program does not run on')


def test_a_taken_port_is_one_clear_line(mariner):
    with Server(mariner) as server:
        done = run(mariner, 'gdb', 'served.asm', '--port', str(server.port))
        check(done.returncode == 2 and done.stderr.count(b'\n') == 1 and b'is taken' in done.stderr, f'{done.stderr!r}')
    with Server(mariner, '--address', '0.0.0.0') as server:
        check(word_of(server) == b'07000000', 'it is served')


def test_the_debug_adapter_speaks_with_nobody_else(mariner):
    body = b'{"seq":1,"type":"request","command":"initialize","arguments":{}}'
    header = b'Content-Length: %d\r\n' % len(body)
    good = run(mariner, 'dap', stdin=header + b'\r\n' + body).stdout
    check(b'"success":true' in good.replace(b' ', b''), f'{good!r}')
    bad = run(mariner, 'dap', stdin=b'POST / HTTP/1.1\r\nHost: localhost\r\n' + header + b'\r\n' + body).stdout
    check(b'initialize' not in bad, f'{bad!r}')


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.split('\n\n')[1])
    mariner = os.path.abspath(sys.argv[1])
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a shell's background, and so handed on
    tests = [(name[5:], test) for name, test in globals().items() if name.startswith('test_')]
    passed = failed = 0
    for name, test in tests:
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                test(mariner)
                passed += 1
                print(f'ok      {name.replace("_", " ")}')
            except Exception as failure:  # what a test doesn't foresee is a failure of it, too
                failed += 1
                print(f'FAILED  {name.replace("_", " ")}: {failure!r}')
            os.chdir('/')
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed != 0)


if __name__ == '__main__':
    main()
