#!/usr/bin/env python3
"""`mariner play` as a person has it, in a real terminal of 80 x 24 under tmux: the board stays in its place, hints, words,
what comes after a game, the review and taking a game up from it, the menu; opponents and bots without a terminal.

    tests/games/run.py MARINER [NAME...]      (names of single tests; all without)

Ends with "N passed, N failed". Standard library only.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PATIENCE = 60  # seconds; generous, since the machine may be busy
NUMBERS = re.compile(r"^\s+1\s+2\s+3\s+4\s+5\s+6\s+7\s*$")


class Failure(Exception):
    pass


def check(fine, *what):
    if not fine:
        raise Failure(" ".join(map(str, what)))


class Terminal:
    """A program in a terminal of its own; a test leaves it by `with`."""

    count = 0

    def __init__(self, mariner, *words):
        Terminal.count += 1
        self.socket = "mariner-games-%d-%d" % (os.getpid(), Terminal.count)
        self.folder = tempfile.TemporaryDirectory()
        line = " ".join("'%s'" % w for w in [mariner, *words]) + "; echo LEFT WITH $?; sleep 1000"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24",
                  "env -u DISPLAY -u WAYLAND_DISPLAY LC_ALL=C.UTF-8 sh -c \"%s\"" % line, cwd=self.folder.name)

    def tmux(self, *words, cwd=None):
        return subprocess.run(["tmux", "-L", self.socket, *words], capture_output=True, text=True, cwd=cwd).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")
        self.folder.cleanup()

    def screen(self, *words):
        return self.tmux("capture-pane", "-p", *words)

    def type(self, *lines):
        for line in lines:
            self.tmux("send-keys", "-l", line)
            self.tmux("send-keys", "Enter")

    def wait(self, pattern, times=1):
        """Until the screen, with what has left it at the top, has it so often. -> the match"""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = list(re.finditer(pattern, self.screen("-S", "-2000"), re.M))
            if len(found) >= times:
                return found[-1]
            time.sleep(0.05)
        raise Failure("%r doesn't come:\n%s" % (pattern, self.screen()))

    def until(self, is_so):
        """Until the screen's lines are so."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            lines = self.screen().splitlines()
            if len(lines) > 9 and is_so(lines):
                return
            time.sleep(0.05)
        raise Failure("it doesn't come to that:\n" + self.screen())

    def play(self, moves):
        """Each once it is asked for; both sides by hand, in a room that asks nothing else."""
        for i, move in enumerate(moves):
            self.wait(r"(Yellow|Red) to move")
            self.type(move)
            self.settle()

    def settle(self):
        """Until nothing moves for a moment."""
        before = None
        for _ in range(200):
            now = self.screen()
            if now == before:
                return
            before = now
            time.sleep(0.15)


def test_the_board_stays_in_its_place(mariner):
    with Terminal(mariner, "play", "rows", "--opponent", "random", "--seed", "3", "--no-motion") as t:
        t.until(lambda lines: "Player 1 (X) to move" in lines[8])
        check_drawn_in_place(t)
        t.type("1")
        t.until(lambda lines: "Player 1 (X) to move" in lines[8] and any(" Y " in line for line in lines[9:]))
        check_drawn_in_place(t)


def check_drawn_in_place(t):
    lines = t.screen().splitlines()
    row = [i for i, line in enumerate(lines) if NUMBERS.match(line)]
    check(row and row[0] == 7, "the numbers of the columns stand under the board at the top:\n" + t.screen())
    check(all(len(line) <= 80 for line in lines), "no line is wider than the screen")


def test_words_cost_nothing(mariner):
    with Terminal(mariner, "play", "rows", "--seed", "3", "--no-motion") as t:
        t.wait("to move")
        t.type("help")
        t.wait("what each column is worth")
        t.type("marks")
        t.wait("signs in the tokens on|marks on|Marks on|[Ss]igns.* on")
        t.settle()
        check("Invalid" not in t.screen("-S", "-2000") and "Chances" not in t.screen("-S", "-2000"), "a word is no move:\n" + t.screen())


def test_hints(mariner):
    with Terminal(mariner, "play", "bitmap", "--display", "terminal", "--no-motion") as t:
        t.play("44")
        t.wait("Yellow to move")
        t.tmux("send-keys", "-l", "H")
        hint = t.wait(r"Hint for Yellow: 1 (\w+ in \d+|draws|wins|loses)")
        check("not known" not in t.screen(), "what is known by the book, all of it: " + hint[0])
        t.settle()
        check(not re.search("turn: +Player", t.screen()), "the question that stands, and none before it:\n" + t.screen())
        check(re.search(r"[WL]\d|=", t.screen().splitlines()[0] + t.screen().splitlines()[1]), "letters stand above the columns:\n" + t.screen())


def test_review_taking_up_again_and_menu(mariner):
    with Terminal(mariner, "play", "bitmap", "--display", "terminal", "--no-motion", "--no-sound") as t:
        t.play("1212121")
        t.wait("Play again")
        check("won" in t.screen(), "who has won is told:\n" + t.screen())
        t.type("R")
        t.wait(r"Review: \w+ moves? gave something away|Review: one move")
        t.wait("Take up the game before which move")
        t.type("6")
        t.wait("goes on before move 6")
        t.wait("Red to move")
        t.play("113")
        t.settle()
        check("Play again" not in t.screen().splitlines()[-1], "column 1 was stopped by the new move 6")
        t.type("new")
        t.settle()
        t.wait("Yellow to move")
        t.play("1212121")
        t.wait("Play again", 2)
        t.type("A")
        t.wait("Yellow to move")
        t.settle()
        t.play("7172737")
        t.wait("Play again", 3)
        t.type("M")
        t.wait("Which game")
        t.type("q")
        t.wait("LEFT WITH 0")


def run(mariner, *words, typed=""):
    """What it says to a person beside the game is on standard error."""
    return subprocess.run([mariner, *map(str, words)], input=typed, capture_output=True, text=True, timeout=300)


def test_two_programs_play_each_other(mariner):
    bot = ROOT / "docs/examples/bot.asm"
    first = run(mariner, "play", "rows", "--player", bot, "--opponent", "random", "--seed", "4", "--pace", "0", "--display", "none")
    again = run(mariner, "play", "rows", "--player", bot, "--opponent", "random", "--seed", "4", "--pace", "0", "--display", "none")
    check(first.returncode == 0 and first.stdout == again.stdout, "the same seed is the same game", first.stderr)
    check(re.search(r"(?i)wins|won|winner", first.stdout), "somebody has won", first.stdout[-300:])


def test_every_room_takes_opponents(mariner):
    bot = ROOT / "docs/examples/bot.asm"
    for room in ("rows", "columns", "bitmap", "tactics"):
        for other in ("random", "master:2", bot):
            done = run(mariner, "play", room, "--player", "master:1", "--opponent", other, "--seed", "6", "--pace", "0", "--display", "none")
            check(done.returncode == 0, room, other, done.returncode, done.stderr[-300:])


def test_a_bot_that_breaks_a_rule_loses(mariner):
    with tempfile.TemporaryDirectory() as folder:
        bot = pathlib.Path(folder, "nine.asm")
        bot.write_text("main: li $v0, 8\nla $a0, 0x10010000\nli $a1, 64\nsyscall\nli $a0, 9\nli $v0, 1\nsyscall\nli $v0, 11\nli $a0, 10\nsyscall\nb main\n")
        done = run(mariner, "play", "rows", "--player", bot, "--opponent", "random", "--pace", "0", "--display", "none")
        check(done.returncode == 70 and "a move is a column" in done.stdout + done.stderr, done.returncode, done.stdout[-300:], done.stderr)


def test_the_review_names_the_move(mariner):
    moves = "25767613552114"  # won for who plays the 13th move, which lets the other win at once
    done = run(mariner, "play", "bitmap", "--review", "--display", "none", typed="".join(m + "\n" for m in moves))
    check("Move 13, Yellow in column 1: it was won, then lost. Better: 4." in done.stderr, "a review", done.stderr)


def test_the_puzzle_of_a_day(mariner):
    one = run(mariner, "play", "--puzzle", "2026-11-19", "--display", "none")
    two = run(mariner, "play", "--puzzle", "2026-11-19", "--display", "none")
    other = run(mariner, "play", "--puzzle", "2026-11-20", "--display", "none")
    check("Puzzle of 2026-11-19" in one.stderr and one.stderr == two.stderr, "the same for everybody", one.stderr)
    check("Puzzle of 2026-11-20" in other.stderr, "another day, another puzzle")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    mariner, names = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]
    if not shutil.which("tmux"):
        sys.exit("tmux is missing")
    passed = failed = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_") or (names and name[5:] not in names):
            continue
        try:
            test(mariner)
            passed += 1
            print("ok  ", name[5:], flush=True)
        except Exception as failure:
            failed += 1
            print("FAIL", name[5:], failure, flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
