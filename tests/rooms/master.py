#!/usr/bin/env python3
"""The program `master` against the solver: what it plays and what it says.

    tests/rooms/master.py MARINER [--positions N] [--games N] [--few N] [--seed N] [--all]

Positions by random, sensible and stacking play: at full strength the program's column is one of the best, the values that
it shows are the solver's, and of a mirror it plays the mirror. Games from starts that are won or drawn for it, against the
solver and against random moves, as the first player and as the second: the value never drops. --all plays as many as the
project promises and positions of fewer stones. Ends with "N passed, N failed". Standard library only.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

COLUMNS, ROWS = 7, 6
EMPTY_BOARD = [[] for _ in range(COLUMNS)]


class Game:
    """Moves as columns from 1; the players are 0 and 1."""

    def __init__(self, moves=""):
        self.moves, self.board = "", [list(column) for column in EMPTY_BOARD]
        for move in moves:
            self.play(int(move) - 1)

    def legal(self):
        return [c for c in range(COLUMNS) if len(self.board[c]) < ROWS]

    def play(self, column):
        self.board[column].append(len(self.moves) % 2)
        self.moves += str(column + 1)

    def wins(self, column, player):
        row = len(self.board[column])
        at = lambda c, r: 0 <= c < COLUMNS and 0 <= r < len(self.board[c]) and self.board[c][r] == player
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                c, r = column + sign * dc, row + sign * dr
                while at(c, r):
                    run, c, r = run + 1, c + sign * dc, r + sign * dr
            if run >= 4:
                return True
        return False


def random_position(dice, stones):
    """A game of so many stones in which nobody has four."""
    while True:
        game, style = Game(), dice.choice(("random", "sensible", "stacking"))
        while len(game.moves) < stones:
            me = len(game.moves) % 2
            legal = [c for c in game.legal() if not game.wins(c, me)]
            parries = [c for c in legal if game.wins(c, 1 - me)]
            if not legal:
                break
            if style == "stacking" and game.moves and int(game.moves[-1]) - 1 in legal and dice.random() < 0.5:
                game.play(int(game.moves[-1]) - 1)
            else:
                game.play(dice.choice(parries if parries and style != "random" else legal))
        if len(game.moves) == stones:
            return game.moves


class Asker:
    def __init__(self, mariner):
        self.mariner = mariner

    def ask(self, positions, *words):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "positions.txt")
            file.write_text("".join((p or "-") + "\n" for p in positions))
            done = subprocess.run([self.mariner, "solve", *words, "--positions", file], capture_output=True, text=True, check=True)
        return [line.split()[1:] for line in done.stdout.splitlines()]

    def values(self, positions):
        return [[None if v == "-" else int(v) for v in line] for line in self.ask(positions)]

    def columns(self, positions):
        return [int(line[0]) - 1 for line in self.ask(positions, "--by", "master")]


def rank(value):
    """Greater is better: a quick win, a draw, a late loss."""
    return (2, -value) if value > 0 else (1, 0) if value == 0 else (0, -value)


def sign(value):
    return (value > 0) - (value < 0)


def best(values):
    return max((v for v in values if v is not None), key=rank)


def check_positions(asker, positions):
    values = asker.values(positions)
    said = asker.ask(positions, "--by", "master", "--values")
    mirrors = asker.columns(["".join(str(8 - int(m)) for m in p) for p in positions])
    for position, value, line, mirrored in zip(positions, values, said, mirrors):
        shown = [None if v == "-" else int(v) for v in line[1:]]
        column = int(line[0]) - 1
        symmetric = mirrored == column and mirrored == COLUMNS // 2
        wrong = []
        if value[column] is None or rank(value[column]) != rank(best(value)):
            wrong.append("it plays %d" % (column + 1))
        if shown != value:
            wrong.append("it says %s" % shown)
        if mirrored != COLUMNS - 1 - column and not symmetric and not is_symmetric(position):
            wrong.append("of the mirror it plays %d" % (mirrored + 1))
        yield position, wrong


def is_symmetric(position):
    board = Game(position).board
    return board == board[::-1]


def check_games(asker, starts, dice):
    """All games at once, a ply at a time. The program is who is to move at the start."""
    games = [(Game(start), dice.random() < 0.5) for start in starts]
    worth = [best(values) for values in asker.values(starts)]
    faults = [[] for _ in starts]
    running = set(range(len(starts)))
    own_turn = True
    while running:
        order = sorted(running)
        values = asker.values([games[i][0].moves for i in order])
        columns = asker.columns([games[i][0].moves for i in order]) if own_turn else [None] * len(order)
        for i, value, column in zip(order, values, columns):
            game, by_solver = games[i]
            if own_turn:
                left = value[column]
                if left is None or sign(left) < sign(worth[i]) or rank(left) != rank(best(value)):
                    faults[i].append("%s %d gives the value away" % (game.moves, column + 1))
                worth[i] = max(worth[i], left or 0, key=sign)
            else:
                least = [c for c in game.legal() if rank(value[c]) == rank(best(value))]
                column = dice.choice(least if by_solver else game.legal())
            over = game.wins(column, len(game.moves) % 2)
            game.play(column)
            if over or len(game.moves) == COLUMNS * ROWS:
                running.discard(i)
                if over and not own_turn and worth[i] >= 0:
                    faults[i].append("%s is lost" % game.moves)
        own_turn = not own_turn
    yield from zip(starts, faults)


def good_starts(asker, dice, count):
    """Won or drawn for who is to move, the first player and the second."""
    found = []
    while len(found) < count:
        positions = [random_position(dice, dice.randint(14, 24)) for _ in range(count)]
        found += [p for p, v in zip(positions, asker.values(positions)) if best(v) >= 0]
    return found[:count]


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("mariner")
    words.add_argument("--positions", type=int, default=60)
    words.add_argument("--games", type=int, default=20)
    words.add_argument("--few", type=int, default=14, help="the fewest stones of a position")
    words.add_argument("--seed", type=int, default=20)
    words.add_argument("--all", action="store_true")
    options = words.parse_args()
    if options.all:
        options.positions, options.games, options.few = 1000, 1000, 12
    dice = random.Random(options.seed)
    asker = Asker(options.mariner)
    positions = [random_position(dice, dice.randint(options.few, 40)) for _ in range(options.positions)]
    results = list(check_positions(asker, positions))
    results += check_games(asker, good_starts(asker, dice, options.games), dice)
    for position, wrong in results:
        if wrong:
            print("FAIL %s: %s" % (position, "; ".join(wrong)))
    failed = sum(bool(wrong) for _, wrong in results)
    print("%d passed, %d failed" % (len(results) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
