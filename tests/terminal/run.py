#!/usr/bin/env python3
"""Drives `mariner debug` on a terminal of its own (a pty): what its keys do, and that the terminal is given back as it was
however the program ends.

usage: tests/terminal/run.py MARINER [NAME...]      (names of single tests; all without)

Prints a line per test and ends with "N passed, N failed".
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata
from pathlib import Path

PATIENCE = 60  # seconds; generous, since the machine may be busy
PROMPT = '(mariner) '
INPUT_PROMPT = 'program input> '
ESCAPES = re.compile(r'\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r')

PROGRAM = '''
        .data
list:   .word 3, 7
longer: .word 1
        .text
main:   la   $a0, list
        lw   $t0, 4($a0)
        li   $v0, 5
        syscall
        move $s0, $v0
spin:   addi $s1, $s1, 1
        b    spin
'''


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def own_terminal(slave):
    """In the child: a session of its own with the pty as its terminal, the group in the foreground."""
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):  # ignored under nohup, and so handed on
        signal.signal(number, signal.SIG_DFL)


class Talk:
    """A debugger on a pty. The master's and the slave's ends stay open here, so that modes can be read at any time."""

    def __init__(self, mariner, *words, program=PROGRAM, columns=100, lines=30, environment=None):
        self.folder = tempfile.TemporaryDirectory()
        source = Path(self.folder.name) / 'a.asm'
        source.write_text(program, encoding='utf-8')
        self.master, self.slave = pty.openpty()
        self.resize(columns, lines)
        self.before = termios.tcgetattr(self.slave)
        self.text = ''
        self.at = 0  # where the next wait begins
        self.process = subprocess.Popen(
            [mariner, 'debug', str(source), *words], stdin=self.slave, stdout=self.slave, stderr=self.slave,
            preexec_fn=lambda: own_terminal(self.slave), cwd=self.folder.name,
            env={'PATH': '/usr/bin:/bin', 'TERM': 'xterm', 'HOME': self.folder.name, 'LANG': 'C.UTF-8',
                 **(environment or {})})

    def resize(self, columns, lines):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack('HHHH', lines, columns, 0, 0))

    def read(self):
        """What has come; waits a moment for something."""
        if select.select([self.master], [], [], 0.05)[0]:
            self.text += os.read(self.master, 65536).decode('utf-8', 'replace')

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            check(time.monotonic() < end, f'{what} does not come; the screen has:\n{self.text[-700:]!r}')
            self.read()

    def expect(self, wanted):
        """A text behind the last one that was expected."""
        self.wait(lambda: wanted in self.plain()[self.at:], repr(wanted))
        self.at = self.plain().index(wanted, self.at) + len(wanted)

    def plain(self):
        return ESCAPES.sub('', self.text)

    def mode(self):
        return termios.tcgetattr(self.slave)

    def is_raw(self):
        return not self.mode()[3] & termios.ICANON

    def prompt(self):
        """The prompt stands there and keys are listened to."""
        self.expect(PROMPT)
        self.wait(self.is_raw, 'the line editor')

    def type(self, keys):
        os.write(self.master, keys.encode())

    def say(self, line):
        self.type(line + '\n')

    def end(self):
        """-> exit status, as subprocess tells it"""
        self.wait(lambda: self.process.poll() is not None, 'the end')
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)
        self.folder.cleanup()


def check_given_back(talk, how):
    check(talk.mode() == talk.before, f'{how}: the terminal is {talk.mode()[:4]}, it was {talk.before[:4]}')


DEADLY = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS)


def start_guest(talk):
    """The program runs and is asked for nothing any more."""
    talk.prompt()
    talk.say('continue')
    talk.expect(INPUT_PROMPT)
    talk.wait(talk.is_raw, 'the line editor')
    talk.say('5')
    talk.wait(lambda: not talk.is_raw(), 'the running program')


def test_signals_at_the_prompt_give_the_terminal_back(mariner):
    for number in DEADLY:
        with Talk(mariner) as talk:
            talk.prompt()
            talk.type('half a line')
            talk.expect('half a line')
            talk.process.send_signal(number)
            check(talk.end() == -number, f'{number!r} ends it with {talk.process.returncode}')
            check_given_back(talk, f'{number!r} at the prompt')


def test_signals_at_the_programs_prompt_give_the_terminal_back(mariner):
    for number in DEADLY:
        with Talk(mariner) as talk:
            talk.prompt()
            talk.say('continue')
            talk.expect(INPUT_PROMPT)
            talk.wait(talk.is_raw, 'the line editor')
            talk.process.send_signal(number)
            check(talk.end() == -number, f'{number!r} ends it with {talk.process.returncode}')
            check_given_back(talk, f'{number!r} while the program asks')


def test_signals_while_the_program_runs_give_the_terminal_back(mariner):
    for number in DEADLY:
        with Talk(mariner) as talk:
            start_guest(talk)
            talk.process.send_signal(number)
            check(talk.end() == -number, f'{number!r} ends it with {talk.process.returncode}')
            check_given_back(talk, f'{number!r} while the program runs')


def test_quit_and_the_end_of_input_give_the_terminal_back(mariner):
    for keys in ('quit\n', '\x04'):
        with Talk(mariner) as talk:
            talk.prompt()
            talk.type(keys)
            check(talk.end() == 0, f'{keys!r} ends it with {talk.process.returncode}')
            check_given_back(talk, repr(keys))


def test_interrupt_stops_the_program_and_never_the_debugger(mariner):
    for by_key in (True, False):
        with Talk(mariner) as talk:
            start_guest(talk)
            talk.type('\x03') if by_key else talk.process.send_signal(signal.SIGINT)
            talk.expect('interrupted')
            talk.prompt()
            talk.type('print 6 * 8')
            talk.expect('print 6 * 8')
            talk.type('\x03') if by_key else talk.process.send_signal(signal.SIGINT)
            talk.prompt()
            talk.say('print 6 * 7')  # the line before is gone, and nothing else is interrupted
            talk.expect('42  0x0000002a')
            talk.prompt()
            talk.say('step')
            talk.expect('next ')
            talk.prompt()
            talk.say('quit')
            check(talk.end() == 0, 'quit')
            check_given_back(talk, 'after interrupts')


def is_stopped(talk):
    return Path(f'/proc/{talk.process.pid}/stat').read_text().rsplit(')', 1)[1].split()[0] == 'T'


def test_suspending_gives_the_terminal_back_and_takes_it_again(mariner):
    with Talk(mariner) as talk:
        talk.prompt()
        talk.type('print 6 * 7')
        talk.expect('print 6 * 7')
        edited = talk.mode()
        for key in ('\x1a', None):
            talk.type(key) if key else talk.process.send_signal(signal.SIGTSTP)
            talk.wait(lambda: is_stopped(talk), 'the suspension')
            check_given_back(talk, 'suspended')
            talk.process.send_signal(signal.SIGCONT)
            talk.expect('print 6 * 7')  # drawn again
            check(talk.mode() == edited, 'the editor goes on with another mode')
        talk.type('\n')
        talk.expect('42  0x0000002a')
        talk.prompt()
        talk.type('\x1a')
        talk.wait(lambda: is_stopped(talk), 'the suspension')
        talk.process.send_signal(signal.SIGTERM)
        talk.process.send_signal(signal.SIGCONT)
        check(talk.end() == -signal.SIGTERM, 'ended while suspended')
        check_given_back(talk, 'ended while suspended')


def test_suspending_while_the_program_runs(mariner):
    with Talk(mariner) as talk:
        start_guest(talk)
        talk.type('\x1a')
        talk.wait(lambda: is_stopped(talk), 'the suspension')
        check_given_back(talk, 'suspended')
        talk.process.send_signal(signal.SIGCONT)
        talk.wait(lambda: not is_stopped(talk), 'the continuation')
        talk.type('\x03')
        talk.expect('interrupted')
        talk.prompt()
        talk.say('quit')
        talk.end()
        check_given_back(talk, 'at the end')


def test_keys_are_those_of_a_shell(mariner):
    cases = (  # keys, what the line becomes
        ('ab\x7fc', 'ac'),
        ('bc\x01a', 'abc'),
        ('ac\x1b[Db', 'abc'),
        ('bc\x1b[Ha\x1b[Fd', 'abcd'),
        ('xab\x1b[H\x1b[3~', 'ab'),
        ('one two\x17three', 'one three'),
        ('one two\x1b[1;5D\x0b\x01\x19', 'twoone '),
        ('away\x15new', 'new'),
        ('漢字😀é\x7f\x7f字', '漢字字'),
        ('漢字\x1b[D\x1b[Dx', 'x漢字'),
        ('漢字\x1b[D\x1b[3~y', '漢y'),
        ('a\xa0b', 'a\xa0b'),
        ('\x1b[A', 'echo last'),
        ('\x1b[A\x1b[A', 'echo first'),
        ('\x12fir\x1b[F', 'echo first'),
        ('reverse-c\t', 'reverse-continue '),
        ('print lon\t', 'print longer '),
        ('print *lis\t+ $a\t', 'print *list + $a'),
        ('info reg\t', 'info registers '),
    )
    with Talk(mariner) as talk:
        talk.prompt()
        for line in ('echo first', 'echo last'):
            talk.say(line)
            talk.prompt()
        for keys, line in cases:
            # Ctrl-A puts echo in front of whatever it is; brackets show blanks.
            talk.type(keys)
            talk.type('\x05]\x01echo [\n')
            talk.expect('\n[' + line + ']')
            talk.prompt()
            for again in ('echo first', 'echo last'):
                talk.say(again)
                talk.prompt()
        talk.say('quit')
        check(talk.end() == 0, 'quit')


def shown(text):
    """-> the row that a terminal shows after these bytes, and the column of its cursor"""
    cells, at = [], 0
    for escape, number, letter, character in re.findall(r'(\x1b\[([0-9;]*)([A-Za-z]))|([^\x1b])', text):
        count = int(number or 1) if number.isdigit() or not number else 1
        if letter in 'KJ' and letter:
            del cells[at:]
        elif letter == 'G':
            at = count - 1
        elif letter == 'C':
            at += count
        elif letter == 'D':
            at -= count
        elif letter == 'A' or letter == 'm':
            pass
        elif letter:
            raise Failure(f'a terminal of this test knows no {letter}: {text!r}')
        elif character == '\r':
            at = 0
        elif character == '\b':
            at -= 1
        elif character == '\n':
            cells, at = [], 0
        else:
            wide = unicodedata.east_asian_width(character) in 'WF'
            cells += [' '] * (at - len(cells))
            cells[at:at + 1 + wide] = [character] + [''] * wide
            at += 1 + wide
    return ''.join(cells), at


def test_the_cursor_is_right_beside_wide_characters(mariner):
    left, right, home, end = '\x1b[D', '\x1b[C', '\x1b[H', '\x1b[F'
    steps = (  # keys, line, columns before the cursor
        ('漢字😀x', '漢字😀x', 7), (left * 2, '漢字😀x', 4), ('é', '漢字é😀x', 5), (home, '漢字é😀x', 0),
        ('a', 'a漢字é😀x', 1), ('漢', 'a漢漢字é😀x', 3), (right, 'a漢漢字é😀x', 5), ('\x7f', 'a漢字é😀x', 3),
        ('\x1b[3~', 'a漢é😀x', 3), (end, 'a漢é😀x', 7), (left + '\x7f', 'a漢éx', 4), ('\x01\x0b', '', 0),
        ('\x19', 'a漢éx', 5), ('\x15', '', 0), ('한국어', '한국어', 6), ('\x17', '', 0))
    with Talk(mariner) as talk:
        talk.prompt()
        begin = talk.text.rindex(PROMPT)
        for keys, line, column in steps:
            talk.type(keys)
            wanted = ((PROMPT + line).rstrip(), len(PROMPT) + column)
            try:
                talk.wait(lambda: shown(talk.text[begin:])[1] == wanted[1]
                          and shown(talk.text[begin:])[0].rstrip() == wanted[0], f'{wanted!r}')
            except Failure as failure:
                raise Failure(f'{keys!r}: {shown(talk.text[begin:])!r}, not {wanted!r}') from failure
        talk.say('quit')
        check(talk.end() == 0, 'quit')


def test_tab_twice_offers_words(mariner):
    with Talk(mariner) as talk:
        talk.prompt()
        talk.type('reverse-\t\t')
        talk.expect('reverse-continue  reverse-finish')
        talk.type('c\t\n')
        talk.expect('reverse-continue')
        talk.say('quit')
        talk.end()


def test_bytes_that_are_no_text_do_nothing(mariner):
    with Talk(mariner) as talk:
        talk.prompt()
        os.write(talk.master, b'print 6\xff\xc3 \xf0\x9f* 7\n')
        talk.expect('\n')
        talk.prompt()
        talk.say('print 6 * 7')
        talk.expect('42  0x0000002a')
        talk.say('quit')
        talk.end()


def test_without_a_locale_characters_are_utf8_all_the_same(mariner):
    with Talk(mariner, environment={'LANG': 'C'}) as talk:
        talk.prompt()
        talk.type('echo 漢字\x7fx\n')
        talk.expect('\n漢x')
        talk.say('quit')
        talk.end()


def test_numbers_have_a_point_in_every_locale(mariner):
    with Talk(mariner, environment={'LC_ALL': 'de_DE.UTF-8'}) as talk:
        talk.prompt()
        talk.say('print 1.5 + 1')
        talk.expect('2.5')
        talk.say('quit')
        talk.end()


def test_colours_only_where_they_are_wanted(mariner):
    for environment, wanted in (({}, True), ({'NO_COLOR': '1'}, False), ({'NO_COLOR': ''}, True)):
        with Talk(mariner, environment=environment) as talk:
            talk.prompt()
            check(('\x1b[1m' in talk.text) == wanted, f'{environment}: {talk.text!r}')
            talk.say('quit')
            talk.end()


def test_no_stop_is_higher_than_the_screen_nor_wider(mariner):
    wide = ('"' + '漢字' * 60 + '"', '# ' + 'x' * 300, '# \t' * 40, '# \x1b[31m\x1b]0;title\x07\u202e\x9b5m')
    program = PROGRAM.replace('main:', 'l' * 200 + ':\nmain:') \
        .replace('li   $v0, 5', 'li   $v0, 5 ' + wide[1]).replace('lw   $t0', wide[2] + '\n' + wide[3] + '\nlw $t0')
    for columns, lines in ((80, 24), (120, 40), (60, 20), (40, 12), (20, 8)):
        with Talk(mariner, program=program, columns=columns, lines=lines,
                  environment={'NO_COLOR': '1'}) as talk:
            talk.prompt()
            for display in ('$s0', '$s1', '$s2', '*list', 'string(list)', '$f2'):
                talk.say('display ' + display)
                talk.prompt()
            for _ in range(3):
                begin = len(talk.plain())
                talk.say('step')
                talk.prompt()
                rows = talk.plain()[begin:].split('\n')[1:]
                check(len(rows) <= max(lines, 20), f'{columns}x{lines}: {len(rows)} rows')
                for row in rows[:-1]:
                    check(len(row) <= columns, f'{columns}x{lines}: {row!r}')
                check(not re.search('[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]', '\n'.join(rows)), f'{rows!r}')
            talk.say('quit')
            talk.end()


def main():
    mariner = str(Path(sys.argv[1]).resolve())
    tests = {name: value for name, value in globals().items() if name.startswith('test_')}
    passed = failed = 0
    for name in sys.argv[2:] or tests:
        try:
            tests[name](mariner)
            passed += 1
            print('ok  ', name, flush=True)
        except Failure as failure:
            failed += 1
            print('FAIL', name, '\n    ', failure, flush=True)
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
