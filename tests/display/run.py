#!/usr/bin/env python3
"""Looks at the display with a person's eyes: real windows under Xvfb driven by xdotool, a real terminal under tmux.

usage: tests/display/run.py MARINER [NAME...]      (names of single tests; all without)

Prints a line per test and ends with "N passed, N failed". What the machine lacks (Xvfb, xdotool, ImageMagick, tmux) is
skipped with a message.
"""
import os
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GAME = ROOT / 'asm/bitmap/bitmap.asm'
SESSIONS = ROOT / 'asm/bitmap/sessions'
PATIENCE = 120  # seconds; generous, since the machine may be busy


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def until(question, what, patience=PATIENCE):
    """Waits until `question` has a true answer, which is returned."""
    end = time.monotonic() + patience
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise Failure(f'waited {patience} s for {what}')
        time.sleep(0.03)


def pixel_hash(units):
    value = 0xcbf29ce484222325
    for unit in units:
        for byte in struct.pack('<I', unit):
            value = ((value ^ byte) * 0x100000001b3) & (2**64 - 1)
    return f'{value:016x}'


# ---- screens ------------------------------------------------------------------------------------------------------

class Screen:
    """An X server without a monitor."""

    def __init__(self):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(['Xvfb', '-displayfd', str(writing), '-screen', '0', '1600x1300x24', '-noreset', '-nolisten', 'tcp'],
                                       pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        check(number, 'Xvfb did not start')
        self.display = ':' + number
        self.env = dict(os.environ, DISPLAY=self.display)
        for name in ('WAYLAND_DISPLAY', 'SDL_VIDEODRIVER', 'XAUTHORITY'):
            self.env.pop(name, None)

    def close(self):
        self.server.terminate()
        self.server.wait()

    def tool(self, *words):
        done = subprocess.run(['xdotool', *map(str, words)], env=self.env, capture_output=True, text=True, timeout=PATIENCE)
        return done.stdout.strip()

    def window(self, name, process):
        def find():
            check(process.poll() is None, f'the program ended with {process.returncode} before its window opened')
            return self.tool('search', '--onlyvisible', '--name', name)
        number = until(find, f'the window {name}').split()[0]
        self.tool('windowfocus', number)
        return Window(self, number)


class Window:
    def __init__(self, screen, number):
        self.screen = screen
        self.number = number

    def title(self):
        return self.screen.tool('getwindowname', self.number)

    def size(self):
        match = re.search(r'Geometry: (\d+)x(\d+)', self.screen.tool('getwindowgeometry', self.number))
        return int(match[1]), int(match[2])

    def key(self, *names):
        self.screen.tool('key', *names)

    def enter(self, text):
        self.screen.tool('type', '--delay', '10', text)
        self.key('Return')

    def pixels(self):
        width, height = self.size()
        done = subprocess.run(['import', '-silent', '-window', self.number, '-depth', '8', 'rgb:-'], env=self.screen.env,
                              capture_output=True, timeout=PATIENCE)
        check(len(done.stdout) == width * height * 3, 'the window could not be captured')
        return Pixels(width, height, done.stdout)

    def ask_to_close(self):
        """As a window manager does it: a WM_DELETE_WINDOW message, through the X protocol itself."""
        with socket.socket(socket.AF_UNIX) as x:
            x.connect('/tmp/.X11-unix/X' + self.screen.display[1:])
            x.sendall(struct.pack('<BxHHHHxx', ord('l'), 11, 0, 0, 0))
            head = x.recv(8, socket.MSG_WAITALL)
            check(head[0] == 1, 'the X server refuses')
            x.recv(struct.unpack('<H', head[6:8])[0] * 4, socket.MSG_WAITALL)

            def atom(name):
                padded = name.encode() + b'\0' * (-len(name) % 4)
                x.sendall(struct.pack('<BBHHxx', 16, 0, 2 + len(padded) // 4, len(name)) + padded)
                return struct.unpack('<8xI20x', x.recv(32, socket.MSG_WAITALL))[0]

            protocols, delete = atom('WM_PROTOCOLS'), atom('WM_DELETE_WINDOW')
            event = struct.pack('<BBHII5I', 33, 32, 0, int(self.number), protocols, delete, 0, 0, 0, 0)
            x.sendall(struct.pack('<BBHII', 25, 0, 11, int(self.number), 0) + event)
            atom('WM_PROTOCOLS')  # its answer says that all before has been done


class Pixels:
    def __init__(self, width, height, data):
        self.width, self.height, self.data = width, height, data

    def at(self, x, y):
        i = (y * self.width + x) * 3
        return int.from_bytes(self.data[i:i + 3], 'big')

    def units(self, left, top, columns, rows, unit):
        """The middles of the picture's units; each must be of one colour."""
        found = []
        for row in range(rows):
            for column in range(columns):
                x, y = left + column * unit, top + row * unit
                colour = self.at(x, y)
                check(colour == self.at(x + unit - 1, y + unit - 1) == self.at(x + unit // 2, y + unit // 2),
                      f'unit {column}, {row} is not of one colour')
                found.append(colour)
        return found


def png_pixels(path):
    size = subprocess.run(['identify', '-format', '%w %h', path], capture_output=True, text=True, timeout=PATIENCE).stdout
    width, height = map(int, size.split())
    data = subprocess.run(['convert', path, '-depth', '8', 'rgb:-'], capture_output=True, timeout=PATIENCE).stdout
    return Pixels(width, height, data)


# ---- programs -----------------------------------------------------------------------------------------------------

class Bench:
    """What every test gets: mariner, a folder of its own, an X screen."""

    def __init__(self, mariner):
        self.mariner = mariner
        self.folder = Path(tempfile.mkdtemp(prefix='mariner-display-'))
        self.screen = None
        self.running = []

    def start(self, *words, env=None, stdin=subprocess.DEVNULL):
        process = subprocess.Popen([self.mariner, *map(str, words)], cwd=self.folder, env=env or self.screen.env,
                                   stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.running.append(process)
        return process

    def end(self, process, patience=PATIENCE):
        try:
            out, err = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            raise Failure(f'the program did not end within {patience} s') from None
        return out, err

    def batch(self, *words, stdin='', env=None):
        env = dict(os.environ if env is None else env)
        for name in ('DISPLAY', 'WAYLAND_DISPLAY'):
            env.pop(name, None)
        done = subprocess.run([self.mariner, *map(str, words)], cwd=self.folder, env=env, input=stdin.encode('latin-1'),
                              capture_output=True, timeout=PATIENCE)
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        return done

    def stop_all(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
                process.communicate()
        self.running.clear()

    def close(self):
        self.stop_all()
        if self.screen:
            self.screen.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def processor_seconds(process):
    fields = Path(f'/proc/{process.pid}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def scripted_sessions():
    """Sessions of the bundled game with input, and the hash of their last picture."""
    for pixels in sorted(SESSIONS.glob('*.pixels')):
        if not pixels.with_suffix('.in').read_bytes():
            continue
        arguments = pixels.with_suffix('.args')
        yield pixels.with_suffix('.in'), arguments.read_text().split() if arguments.exists() else [], pixels.read_text().split()[0]


def game_picture(bench, moves):
    path = bench.folder / 'expected.png'
    bench.batch('run', GAME, '--display', f'png:{path}', stdin=''.join(f'{move}\n' for move in moves))
    return png_pixels(path)


def shows_board(window, bench, moves, what):
    expected = game_picture(bench, moves).data
    until(lambda: window.pixels().data[:512 * 512 * 3] == expected, what)


def play(bench):
    """The bundled game, waiting for its first move, with the mouse beside the board."""
    process = bench.start('play', 'bitmap', '--no-last-move')
    window = bench.screen.window('Connect Four', process)
    bench.screen.tool('mousemove', '--window', window.number, 256, 700)
    shows_board(window, bench, [], 'the game to wait')
    return process, window


# ---- tests in a window --------------------------------------------------------------------------------------------

def test_window_opens_by_itself_and_shows_a_game(bench):
    process = bench.start('run', GAME)
    window = bench.screen.window('bitmap.asm', process)
    shows_board(window, bench, [], 'the game to wait')
    check(window.title() == 'bitmap.asm - Mariner', f'the title is {window.title()!r}')
    check(window.size()[0] == 512, f'the window is {window.size()[0]} wide, not 512')
    moves = []
    for move in (3, 4, 3, 4, 3):
        moves.append(move)
        window.enter(move)
        expected = game_picture(bench, moves).data
        until(lambda: window.pixels().data[:512 * 512 * 3] == expected, f'the picture after {moves}')
    window.enter(4)
    window.enter(3)
    until(lambda: 'ended' in window.title(), 'the title to say that the game has ended')
    shown = window.pixels()
    check(shown.data[:512 * 512 * 3] == game_picture(bench, [3, 4, 3, 4, 3, 4, 3]).data, 'the last picture is another')
    window.key('Escape')
    out, err = bench.end(process)
    check('Player 1 wins!!!' in out, f'standard output lacks the winner: {out!r}')
    check(process.returncode == 0, f'exit code {process.returncode}: {err}')


def test_window_shows_the_pixels_that_sessions_expect(bench):
    for script, arguments, expected in list(scripted_sessions())[:3]:
        with open(script) as moves:
            process = bench.start('run', GAME, *arguments, stdin=moves)
        window = bench.screen.window('bitmap.asm', process)
        until(lambda: 'ended' in window.title(), f'the end of {script.stem}')
        found = pixel_hash(window.pixels().units(0, 0, 64, 64, 8))
        check(found == expected, f'{script.stem}: hash {found}, not {expected}')
        window.ask_to_close()
        bench.end(process)


def test_window_scales_by_whole_numbers(bench):
    process = bench.start('run', GAME)
    window = bench.screen.window('bitmap.asm', process)
    shows_board(window, bench, [], 'the game to wait')
    expected = game_picture(bench, []).units(0, 0, 64, 64, 8)
    bench.screen.tool('windowmove', window.number, 0, 0)
    for width, height, left, top, zoom in ((1100, 1250, 38, 0, 2), (700, 900, 94, 0, 1), (1590, 1030, 0, 3, 2)):
        bench.screen.tool('windowsize', window.number, width, height)
        until(lambda: window.size() == (width, height), f'the size {width}x{height}')

        def is_right():
            try:
                return window.pixels().units(left, top, 64, 64, 8 * zoom) == expected
            except Failure:
                return False
        until(is_right, f'the picture at zoom {zoom} in {width}x{height}')
    window.key('ctrl+q')
    bench.end(process)


def test_window_closes_in_the_middle_of_a_blocked_read(bench):
    process = bench.start('run', GAME)
    window = bench.screen.window('bitmap.asm', process)
    shows_board(window, bench, [], 'the game to wait')
    window.ask_to_close()
    _, err = bench.end(process, 10)
    check(process.returncode == 130, f'exit code {process.returncode}: {err}')


def test_window_closes_in_the_middle_of_an_endless_loop(bench):
    process = bench.start('run', HERE / 'endless.asm')
    window = bench.screen.window('endless.asm', process)
    until(lambda: len(set(window.pixels().units(128, 0, 16, 16, 4))) > 1 or True, 'a picture')
    window.ask_to_close()
    _, err = bench.end(process, 10)
    check(process.returncode == 130, f'exit code {process.returncode}: {err}')


def test_window_ends_by_itself_when_told(bench):
    process = bench.start('run', '--display-linger', '0', HERE / 'keys_at_gp.asm', '--max-steps', '10000')
    bench.end(process)
    check(process.returncode == 75, f'exit code {process.returncode}')


def test_window_gives_keys_to_the_keyboard_registers(bench):
    process = bench.start('run', HERE / 'keys_at_gp.asm')
    window = bench.screen.window('keys_at_gp.asm', process)

    def square():
        pixels = window.pixels()
        zoom = 1
        while pixels.at((pixels.width - 256 * (zoom + 1)) // 2, 0) in (0x202020, 0x40c0ff) and 256 * (zoom + 1) <= pixels.width:
            zoom += 1
        units = pixels.units((pixels.width - 256 * zoom) // 2, 0, 16, 16, 16 * zoom)
        check(units.count(0x40c0ff) == 1, 'there is not one square')
        return units.index(0x40c0ff) % 16, units.index(0x40c0ff) // 16

    def square_is(column, row):
        try:
            return square() == (column, row)
        except Failure:
            return False
    until(lambda: square_is(0, 0), 'the square at its start')
    bench.screen.tool('type', '--delay', '5', 'dddsssssa')
    until(lambda: square_is(2, 5), 'the square to move')
    bench.screen.tool('type', '--delay', '5', 'q')
    until(lambda: 'ended' in window.title(), 'the end')
    window.key('Escape')
    bench.end(process)
    check(process.returncode == 0, f'exit code {process.returncode}')


def test_window_rests_while_the_program_waits(bench):
    for program in (GAME, HERE / 'keys_at_gp.asm'):
        process = bench.start('run', program)
        bench.screen.window(program.name, process)
        time.sleep(1)
        before = processor_seconds(process)
        time.sleep(2)
        used = (processor_seconds(process) - before) / 2
        check(used < 0.15, f'{program.name} uses {used:.0%} of a processor while it waits')
        bench.stop_all()


def test_window_takes_clicks_for_columns(bench):
    process, window = play(bench)
    moves = []
    for column in (2, 6):
        bench.screen.tool('mousemove', '--window', window.number, 40 + 64 * (column - 1) + 20, 200)
        time.sleep(0.3)
        bench.screen.tool('click', 1)
        moves.append(column)
        bench.screen.tool('mousemove', '--window', window.number, 256, 700)
        expected = game_picture(bench, moves).data
        until(lambda: window.pixels().data[:512 * 512 * 3] == expected, f'the picture after clicks on {moves}')
    window.key('3')
    shows_board(window, bench, moves + [3], 'the move of a key')
    window.ask_to_close()
    bench.end(process)


def test_window_swallows_the_enter_behind_a_number(bench):
    process, window = play(bench)
    moves = []
    for move in (3, 4, 3, 4, 3, 4, 3):
        moves.append(move)
        window.key(str(move), 'Return')
        shows_board(window, bench, moves, f'the picture after {moves}')
    until(lambda: window.title() == 'Connect Four - Yellow won', 'the title to say so')
    before = window.pixels().data[:512 * 512 * 3]
    bench.screen.tool('mousemove', '--window', window.number, 60, 200, 'click', '1')
    window.key('5', 'Return', 'x')
    window.key('Left')
    time.sleep(0.5)
    check(window.pixels().data[:512 * 512 * 3] == before, 'something is drawn after the end')
    window.key('Escape')
    out, _ = bench.end(process)
    check(out.count("turn: ") == 7 and 'Please' not in out, f'the game complains: {out!r}')
    check(out.endswith('Player 1 wins!!!\n'), f'the game ends with {out[-40:]!r}')


def test_window_lets_the_token_follow_the_mouse(bench):
    process, window = play(bench)

    def tokens():
        pixels = window.pixels()
        return [pixels.at(32 + 64 * column + 32, 8 * 3 + 4) for column in range(7)]
    yellow, red = 0xffd21e, 0xe6262e
    check(tokens() == [0, 0, 0, yellow, 0, 0, 0], f'the tokens are {tokens()}')
    for column in (6, 0):
        bench.screen.tool('mousemove', '--window', window.number, 32 + 64 * column + 32, 200)
        wanted = [yellow if column == at else 0 for at in range(7)]
        until(lambda: tokens() == wanted, f'the token over column {column + 1}')
    bench.screen.tool('click', 1)
    until(lambda: tokens() == [red, 0, 0, 0, 0, 0, 0], 'the other one\'s token')
    bench.screen.tool('mousemove', '--window', window.number, 256, 700)
    shows_board(window, bench, [1], 'the token above the middle again')
    window.ask_to_close()
    bench.end(process)


def test_window_shows_where_a_token_would_fall(bench):
    process, window = play(bench)
    plain = game_picture(bench, [])
    bench.screen.tool('mousemove', '--window', window.number, 40 + 64 * 4 + 20, 200)

    def shown():
        pixels = window.pixels()
        return {((x - 32) // 64, (y - 72) // 64) for x in range(24, 488) for y in range(72, 456, 8)
                if pixels.at(x, y) != plain.at(x, y)}
    changed = until(shown, 'the token that would fall')
    check({cell[0] for cell in changed} == {4}, f'cells {changed} changed, not column 5 alone')
    bench.screen.tool('mousemove', '--window', window.number, 256, 700)
    until(lambda: not shown(), 'the token to go away')
    window.ask_to_close()
    bench.end(process)


def test_window_fills_a_screen_that_nobody_manages(bench):
    process, window = play(bench)
    before = window.size()
    expected = game_picture(bench, []).units(0, 0, 64, 64, 8)
    bench.screen.tool('mousemove', 2, 1298)
    window.key('F11')
    until(lambda: window.size() == (1600, 1300), 'the window to be as large as the screen')

    def is_whole():
        try:
            return window.pixels().units(288, 0, 64, 64, 16) == expected
        except Failure:
            return False
    until(is_whole, 'the whole board, twice as large')
    window.key('F11')
    until(lambda: window.size() == before, 'the window as it was')
    shows_board(window, bench, [], 'the board as it was')
    window.ask_to_close()
    bench.end(process)


def test_window_knocks_when_a_token_falls(bench):
    def samples(*words):
        """What a game of one move sends to the loudspeaker."""
        file = bench.folder / 'sound.raw'
        file.unlink(missing_ok=True)
        env = dict(bench.screen.env, SDL_AUDIODRIVER='disk', SDL_DISKAUDIOFILE=str(file))
        process = bench.start('play', 'bitmap', '--no-last-move', *words, env=env)
        window = bench.screen.window('Connect Four', process)
        bench.screen.tool('mousemove', '--window', window.number, 256, 700)
        shows_board(window, bench, [], 'the game to wait')
        window.key('3')
        shows_board(window, bench, [3], 'the move')
        if not words:
            until(lambda: file.exists() and any(file.read_bytes()), 'a sound')
        window.ask_to_close()
        bench.end(process)
        return file.read_bytes() if file.exists() else b''
    check(any(samples()), 'nothing is heard')
    check(not any(samples('--no-sound')), 'something is heard without sound')


def test_window_shows_keys_held_and_pointer_to_the_program(bench):
    process = bench.start('run', HERE / 'controls.asm')
    window = bench.screen.window('controls.asm', process)

    def unit(column, row):
        return window.pixels().at(16 * column + 8, 16 * row + 8)
    bench.screen.tool('mousemove', '--window', window.number, 16 * 20 + 5, 16 * 9 + 5)
    until(lambda: unit(20, 9) == 0xffffff, 'the unit under the pointer')
    bench.screen.tool('mousemove', '--window', window.number, 16 * 3 + 5, 16 * 30 + 5)
    until(lambda: unit(3, 30) == 0xffffff and unit(20, 9) == 0, 'the pointer to move')
    bench.screen.tool('keydown', 'w')
    until(lambda: unit(0, 0) == 0xff0000, 'the held key')
    bench.screen.tool('keyup', 'w')
    until(lambda: unit(0, 0) == 0x00ff00, 'the key to be let go')
    bench.screen.tool('click', 1)
    until(lambda: 'ended' in window.title(), 'the end by a click')
    window.key('Escape')
    bench.end(process)


def test_window_guesses_a_geometry_and_says_so(bench):
    process = bench.start('run', HERE / 'no_header.asm')
    window = bench.screen.window('no_header.asm', process)
    until(lambda: 'ended' in window.title(), 'the end')
    units = window.pixels().units(0, 0, 64, 64, 8)
    window.key('Escape')
    _, err = bench.end(process)
    check('guessed' in err and '512x512 px, units of 8x8 px, base 0x10040000 (heap)' in err, f'standard error says {err!r}')
    check(units[0] == 0xff | 0x10 and units[63] == 0x10, f'the units are {units[0]:06x} and {units[63]:06x}')


# ---- tests without a screen ---------------------------------------------------------------------------------------

def test_sessions_have_the_expected_pixels_as_png(bench):
    for script, arguments, expected in scripted_sessions():
        path = bench.folder / 'last.png'
        bench.batch('run', GAME, *arguments, '--display', f'png:{path}', stdin=script.read_bytes().decode('latin-1'))
        found = pixel_hash(png_pixels(path).units(0, 0, 64, 64, 8))
        check(found == expected, f'{script.stem}: hash {found}, not {expected}')


def test_a_store_of_the_value_that_is_there_is_shown(bench):
    bench.batch('run', HERE / 'same_value.asm', '--display', 'png:same.png')
    units = png_pixels(bench.folder / 'same.png').units(0, 0, 8, 8, 8)
    check(units[:4] == [0xff0000, 0x00ff00, 0, 0], f'the units are {[f"{unit:06x}" for unit in units[:4]]}')


def test_a_picture_that_nobody_announces_is_named_with_the_command_that_shows_it(bench):
    program = bench.folder / 'my game.asm'
    shutil.copy(HERE / 'unannounced.asm', program)
    said = bench.batch('run', program).stderr
    command = re.search(r"try: mariner (run '.*my game\.asm' --display-base heap --display-unit 8x8 --display-size 512x512)\n", said)
    check(command, f'standard error says {said!r}')
    check(said.count('mariner:') == 1, f'more than one sentence: {said!r}')
    check(bench.batch('run', program, '--display', 'none').stderr == '', 'it speaks although no display is wanted')
    shown = bench.batch(*shlex.split(command[1]), '--display', 'png:seen.png')
    check(shown.returncode == 0 and (bench.folder / 'seen.png').exists(), f'the command fails: {shown.stderr}')


def test_an_old_sdl_has_all_that_a_window_needs(bench):
    """Ubuntu 16.04 has 2.0.4. Its headers' comments say since when there is what."""
    headers = '\n'.join(path.read_text() for path in Path('/usr/include/SDL2').glob('SDL_*.h'))
    comments = re.findall(r'/\*\*((?:(?!\*/).)*)\*/\s*extern [^;(]*\b(SDL_\w+)\s*\(', headers, re.DOTALL)
    since = {name: re.search(r'available since SDL (\d+)\.(\d+)\.(\d+)', text) for text, name in comments}
    needed = re.findall(r'^ +F\((SDL_\w+)\)', (ROOT / 'bitmap/sdl_library.hpp').read_text(), re.MULTILINE)
    check(sum(since.get(name) is not None for name in needed) > 30, f'found only {since}')
    newer = [name for name in needed if since.get(name) and tuple(map(int, since[name].groups())) > (2, 0, 4)]
    check(not newer, f'newer: {newer}')


def test_no_screen_is_one_line_and_no_failure(bench):
    with_display = bench.batch('run', GAME, stdin='3\n4\n')
    without = bench.batch('run', GAME, '--display', 'none', stdin='3\n4\n')
    check(with_display.stdout == without.stdout, 'the output differs')
    check(with_display.returncode == without.returncode, 'the exit code differs')
    said = with_display.stderr[:len(with_display.stderr) - len(without.stderr)] or with_display.stderr
    check('no screen' in with_display.stderr, f'standard error says {with_display.stderr!r}')
    check(said.count('\n') == 1, f'more than one line: {said!r}')


def test_a_broken_video_driver_is_one_line_and_no_failure(bench):
    done = bench.batch('run', GAME, stdin='3\n', env=dict(os.environ, SDL_VIDEODRIVER='none such'))
    check("Player 2's turn" in done.stdout and done.returncode == 0, f'{done.returncode}: {done.stdout}')
    check('no screen to open a window on' in done.stderr, done.stderr)


def test_a_screen_that_is_not_there_is_one_line_and_no_failure(bench):
    process = bench.start('run', GAME, env=dict(os.environ, DISPLAY=':4711', WAYLAND_DISPLAY=''), stdin=subprocess.PIPE)
    process.stdin.write('3\n')
    out, err = bench.end(process)
    check("Player 2's turn" in out and process.returncode == 0, f'{process.returncode}: {out}')
    check('no screen' in err, err)


def test_gif_and_frames_hold_the_whole_game(bench):
    moves = ''.join(f'{move}\n' for move in (3, 4, 3, 4, 3, 4, 3))
    bench.batch('run', GAME, '--display', 'frames:frames', stdin=moves)
    frames = sorted((bench.folder / 'frames').glob('frame_*.png'))
    check(len(frames) > 20, f'{len(frames)} frames')
    check(png_pixels(frames[-1]).data == game_picture(bench, [3, 4, 3, 4, 3, 4, 3]).data, 'the last frame is another picture')
    bench.batch('run', GAME, '--display', 'gif:a.gif', stdin=moves)
    bench.batch('run', GAME, '--display', 'gif:b.gif', stdin=moves)
    check((bench.folder / 'a.gif').read_bytes() == (bench.folder / 'b.gif').read_bytes(), 'two runs make two GIFs')
    subprocess.run(['convert', 'a.gif', '-coalesce', 'played.png'], cwd=bench.folder, timeout=PATIENCE, check=True)
    played = sorted(bench.folder.glob('played-*.png'), key=lambda path: int(path.stem.split('-')[1]))
    check(png_pixels(played[-1]).data == png_pixels(frames[-1]).data, 'the GIF ends with another picture')


def test_a_full_disk_is_no_success(bench):
    os.symlink('/dev/full', bench.folder / 'full.png')
    done = bench.batch('run', HERE / 'same_value.asm', '--display', 'png:full.png')
    check(done.returncode == 73, f'exit code {done.returncode}')
    check('No space left' in done.stderr, done.stderr)


def test_a_size_that_does_not_fit_says_what_does(bench):
    done = bench.batch('run', GAME, '--display', 'png:x.png', '--display-size', '4096x4096', '--display-unit', '1')
    check(done.returncode == 2, f'exit code {done.returncode}')
    check('there fits' in done.stderr, done.stderr)


# ---- tests in a terminal ------------------------------------------------------------------------------------------

class Terminal:
    count = 0

    def __init__(self, bench, columns=100, lines=50):
        # A socket of its own: the server of the test before may still be on its way out.
        Terminal.count += 1
        self.socket = str(bench.folder / f'tmux{Terminal.count}')
        self.env = {**os.environ, 'LANG': 'C.UTF-8', 'LC_ALL': 'C.UTF-8', 'COLORTERM': 'truecolor'}
        for name in ('TMUX', 'DISPLAY', 'WAYLAND_DISPLAY'):
            self.env.pop(name, None)
        self.tmux('new-session', '-d', '-x', columns, '-y', lines, 'bash --norc --noprofile')
        self.tmux('set', '-g', 'default-terminal', 'tmux-256color')
        until(lambda: self.text().strip(), 'the shell')
        self.send("PS1='$ '; clear")
        until(lambda: self.text().strip() == '$', 'the prompt')

    def tmux(self, *words):
        done = subprocess.run(['tmux', '-u', '-f', '/dev/null', '-S', self.socket, *map(str, words)], env=self.env,
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.stdout

    def send(self, text, enter=True):
        self.tmux('send-keys', '-l', text)
        if enter:
            self.tmux('send-keys', 'Enter')

    def text(self):
        return self.tmux('capture-pane', '-p')

    def settings(self):
        """What stty says; only for when the shell has the terminal."""
        self.send('clear; stty -g; echo done')
        found = until(lambda: re.search(r'^([0-9a-f:]{20,})\s+done', self.text(), re.M), 'stty')
        return found[1]

    def takes_keys_one_by_one(self, command):
        """Whether that command runs in the terminal and has taken it out of its line mode."""
        runs, device = self.tmux('display-message', '-p', '#{pane_current_command} #{pane_tty}').split()
        modes = subprocess.run(['stty', '-F', device, '-a'], capture_output=True, text=True).stdout.split()
        return runs == command and '-icanon' in modes

    def units(self, columns=64, rows=64):
        """The picture's colours, from the half blocks on the screen."""
        units = [[None] * columns for _ in range(rows)]
        for line, text in enumerate(self.tmux('capture-pane', '-p', '-e', '-N').split('\n')[:rows // 2]):
            ink = paper = None
            column = 0
            for part in re.finditer(r'\x1b\[([0-9;]*)m|(.)', text):
                if part[2] is None:
                    numbers = [int(n or 0) for n in part[1].split(';')]
                    while numbers:
                        code = numbers.pop(0)
                        if code == 0:
                            ink = paper = None
                        elif code in (38, 48) and numbers[:1] == [2]:
                            colour = numbers[1] << 16 | numbers[2] << 8 | numbers[3]
                            ink, paper = (colour, paper) if code == 38 else (ink, colour)
                            del numbers[:4]
                    continue
                at = column - (100 - columns) // 2
                if 0 <= at < columns:
                    units[2 * line][at] = ink if part[2] == '\u2580' else paper
                    units[2 * line + 1][at] = paper
                column += 1
        return [unit for row in units for unit in row]

    def close(self):
        self.tmux('kill-server')


def in_terminal(test):
    def run(bench):
        terminal = Terminal(bench)
        try:
            test(bench, terminal)
        finally:
            terminal.close()
    return run


@in_terminal
def test_terminal_plays_a_game_and_leaves_no_trace(bench, terminal):
    before = terminal.settings()
    terminal.send(f'{bench.mariner} run {GAME} --display terminal')
    expected = game_picture(bench, []).units(0, 0, 64, 64, 8)
    until(lambda: terminal.units() == expected, 'the board')
    for played in ([3], [3, 4], [3, 4, 5]):
        terminal.send(str(played[-1]))
        expected = game_picture(bench, played).units(0, 0, 64, 64, 8)
        until(lambda: terminal.units() == expected, f'the picture after {played}')
    terminal.tmux('send-keys', 'C-d')
    until(lambda: 'End of input' in terminal.text() and terminal.text().rstrip().endswith('$'), 'the shell')
    check(terminal.settings() == before, 'the terminal has other settings than before')


@in_terminal
def test_terminal_without_colours_tells_tokens_apart_by_signs(bench, terminal):
    terminal.send(f'NO_COLOR=1 {bench.mariner} play bitmap --display terminal --no-motion')
    until(lambda: '. ' * 3 in terminal.text().replace('   ', ' '), 'an empty board')
    for played, row in (('4', '[@]'), ('4', '[#]'), ('5', '@  [@]')):
        terminal.send(played)
        until(lambda: row in terminal.text(), f'{row} after {played}')
    coloured = re.findall('\x1b\\[[0-9;]*[34]8;', terminal.tmux('capture-pane', '-p', '-e'))
    check(not coloured, f'colours are sent: {coloured[:3]}')
    terminal.tmux('send-keys', 'C-c')
    until(lambda: terminal.text().rstrip().endswith('$'), 'the shell')


@in_terminal
def test_terminal_is_chosen_where_there_is_no_screen(bench, terminal):
    terminal.send(f'{bench.mariner} run {GAME}')
    until(lambda: terminal.units() == game_picture(bench, []).units(0, 0, 64, 64, 8), 'the board')
    terminal.send('4')
    until(lambda: terminal.units() == game_picture(bench, [4]).units(0, 0, 64, 64, 8), 'the token')
    terminal.tmux('send-keys', 'C-c')
    until(lambda: terminal.text().rstrip().endswith('$'), 'the shell')


@in_terminal
def test_terminal_is_given_back_whatever_ends_the_process(bench, terminal):
    before = terminal.settings()
    for name in ('INT', 'TERM', 'HUP', 'SEGV', 'ABRT', 'QUIT', 'PIPE', 'ALRM', 'XCPU', 'USR2'):
        terminal.send(f'clear; {bench.mariner} run {HERE / "endless.asm"} --display terminal')
        number = until(lambda: subprocess.run(['pgrep', '-n', '-f', f'^{re.escape(bench.mariner)} run .*endless.asm --display terminal'],
                                              capture_output=True, text=True).stdout.strip(), 'the program')
        until(lambda: '\u2580' in terminal.text(), 'the picture')
        os.kill(int(number), getattr(signal, 'SIG' + name))
        until(lambda: not Path(f'/proc/{number}').exists(), f'the end by SIG{name}')
        until(lambda: terminal.text().rstrip().endswith('$'), 'the shell')
        check(terminal.settings() == before, f'SIG{name} leaves the terminal with other settings')
        check(terminal.tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}').split() == ['0', '1'],
              f'SIG{name} leaves the other screen or no cursor')


@in_terminal
def test_terminal_is_taken_again_after_a_stop_that_nobody_hears_of(bench, terminal):
    before = terminal.settings()
    terminal.send(f'clear; {bench.mariner} run {HERE / "endless.asm"} --display terminal')
    number = until(lambda: subprocess.run(['pgrep', '-n', '-f', f'^{re.escape(bench.mariner)} run .*endless.asm --display terminal'],
                                          capture_output=True, text=True).stdout.strip(), 'the program')
    until(lambda: '\u2580' in terminal.text(), 'the picture')
    for name in ('STOP', 'TSTP'):
        os.kill(int(number), getattr(signal, 'SIG' + name))
        until(lambda: terminal.text().rstrip().endswith('$') or 'Stopped' in terminal.text(), f'the shell after SIG{name}')
        terminal.send('clear; fg')
        until(lambda: '\u2580' in terminal.text() and terminal.takes_keys_one_by_one('mariner'), f'the picture after SIG{name}')
    terminal.tmux('send-keys', 'C-c')
    until(lambda: terminal.text().rstrip().endswith('$'), 'the shell')
    check(terminal.settings() == before, 'the terminal has other settings than before')


@in_terminal
def test_terminal_keys_reach_the_keyboard_registers(bench, terminal):
    before = terminal.settings()
    terminal.send(f'{bench.mariner} run {HERE / "keys_at_gp.asm"} --display none')
    until(lambda: terminal.takes_keys_one_by_one('mariner'), 'the program to take keys one by one')
    terminal.send('ddq', enter=False)
    until(lambda: terminal.text().rstrip().endswith('$'), 'the end')
    check(terminal.settings() == before, 'the terminal has other settings than before')


# -------------------------------------------------------------------------------------------------------------------

def missing_tools(name):
    tools = ['convert', 'identify']
    tools += ['Xvfb', 'xdotool', 'import'] if name.startswith('test_window') else []
    tools += ['tmux', 'pgrep'] if name.startswith('test_terminal') else []
    return [tool for tool in tools if shutil.which(tool) is None]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    mariner = str(Path(sys.argv[1]).resolve())
    tests = {name: test for name, test in globals().items()
             if name.startswith('test_') and (len(sys.argv) == 2 or name.removeprefix('test_') in sys.argv[2:] or name in sys.argv[2:])}
    passed = failed = 0
    bench = Bench(mariner)
    try:
        for name, test in tests.items():
            label = name.removeprefix('test_').replace('_', ' ')
            if missing := missing_tools(name):
                print(f'skipped: {label} (needs {", ".join(missing)})', flush=True)
                continue
            if name.startswith('test_window') and bench.screen is None:
                bench.screen = Screen()
            began = time.monotonic()
            try:
                test(bench)
                passed += 1
                print(f'ok      {label} ({time.monotonic() - began:.1f} s)', flush=True)
            except (Failure, subprocess.SubprocessError, OSError) as failure:
                failed += 1
                print(f'FAILED  {label}: {failure}', flush=True)
            bench.stop_all()
    finally:
        bench.close()
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed != 0)


if __name__ == '__main__':
    main()
