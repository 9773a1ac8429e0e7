#!/usr/bin/env python3
"""How good `mariner similar` is: disguised copies must be found, honest programs left in peace.

    tests/similar/run.py [--table] [--seeds N] MARINER

Makes a class of programs of which it is known who stems from whom (see pairs()), compares all with all, and counts at the
threshold that the command has by itself. --table prints the table of docs/similar.md. Also: the disguised games still
play as before, hostile submissions do no harm, and the same class gives the same bytes. Called by tools/test; ends with
"N passed, N failed". Standard library only.
"""
import argparse
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import disguise

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
THRESHOLD = 30
MUTATION = re.compile(r"^---\n(.*?)^\+\+\+\n(.*?)^===$", re.M | re.S)  # tests/mutants/README.md
GAMES = sorted(path.parent.name for path in ROOT.glob("asm/*/*.asm"))
# The sixth room draws its board with the lines of the bitmap room: alike in truth, and found.
RELATED = {"bitmap", "master"}
# The share of known copies that must be found, by kind. What isn't named here must be found whole.
FLOORS = {"half of a game beside another": 0.9, "mutant, all disguises": 0.97}


def source(game):
    return (ROOT / "asm" / game / (game + ".asm")).read_text()


def mutated(text, mutant):
    for old, new in MUTATION.findall(mutant.read_text()):
        text = text.replace(old, new, 1)
    return text


def first_part(text, share):
    """The first functions of a program, with all its data, until they hold so much of its code."""
    statements = disguise.parse(text)
    code = list(disguise.text_indices(statements))
    end = next(index for number, index in enumerate(code)
               if number >= share * len(code) and statements[index].operator in disguise.ENDS)
    dropped = {index for index in code if index > end}
    return disguise.text_of([one for index, one in enumerate(statements) if index not in dropped])


def broken(text, rng):
    """As a copy that was spoilt on purpose or by accident: one line in thirty can't be assembled."""
    return "".join(line if rng.random() > 0.03 else line.rstrip("\n") + " , ) oops\n"
                   for line in text.splitlines(keepends=True))


def write_class(folder, seeds):
    """Writes the programs; returns {kind: [(left, right)]} of copies and of honest pairs."""
    copies, honest = {}, {}

    def add(name, text):
        (folder / (name + ".asm")).write_text(text)
        return name
    originals = {game: add(game, source(game)) for game in GAMES}
    for game, kind, seed in itertools.product(GAMES, disguise.STEPS, range(seeds)):
        rng = random.Random("%s %s %d" % (game, kind, seed))
        name = add("%s-%s-%d" % (game, kind.replace(" ", "_"), seed), disguise.disguised(source(game), kind, rng))
        copies.setdefault(kind, []).append((originals[game], name))
        if kind == "all":
            honest.setdefault("two games, one disguised", []).extend(
                (originals[other], name) for other in GAMES if other != game and {other, game} != RELATED)
    for mutant in sorted(ROOT.glob("tests/mutants/*/*.mutant")):
        game = mutant.parent.name
        text = disguise.disguised(mutated(source(game), mutant), "all", random.Random(mutant.name))
        copies.setdefault("mutant, all disguises", []).append(
            (originals[game], add("mutant-%s-%s" % (game, mutant.stem), text)))
    for game in GAMES:
        rng = random.Random(game)
        text = broken(disguise.disguised(source(game), "all", rng), rng)
        copies.setdefault("all, and broken", []).append((originals[game], add("broken-" + game, text)))
    for taken, host in itertools.permutations(GAMES, 2):
        name = "half-%s-%s" % (taken, host)
        part = disguise.disguised(first_part(source(taken), 0.5), "all", random.Random(name))
        (folder / name).mkdir()
        (folder / name / "board.asm").write_text(part)
        (folder / name / "main.asm").write_text(source(host))
        copies.setdefault("half of a game beside another", []).append((originals[taken], name))
    honest["two games"] = [(originals[one], originals[other]) for one, other in itertools.combinations(GAMES, 2)
                           if {one, other} != RELATED]
    copies["a room that draws as another does"] = [tuple(originals[game] for game in sorted(RELATED))]
    solutions = [add("honest-" + path.stem, path.read_text()) for path in sorted((HERE / "honest").glob("*.asm"))]
    honest["two solutions of one small task"] = list(itertools.combinations(solutions, 2))
    others = unrelated()
    names = [add("other-%d" % number, path.read_bytes().decode("utf-8", "replace"))
             for number, path in enumerate(others)]
    honest["a game or solution, and any other program"] = [
        (name, one) for one in list(originals.values()) + solutions for name in names]
    return copies, honest


def unrelated():
    """Programs of the tests, and of the conformance suite where it stands beside the tree."""
    shared = pathlib.Path(os.environ.get("MARINER_SHARED", ROOT.parent / "shared"))
    files = list((ROOT / "tests/programs").rglob("*.asm")) + list((shared / "conformance/cases").rglob("*.asm"))
    return sorted(path for path in files if path.is_file())


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False, **options)


def measure(mariner, folder, out):
    """-> {(left, right): per cent} of all pairs with anything in common."""
    done = run([mariner, "similar", str(folder), "--threshold", "1", "--common", "100", "--json", str(out)])
    if done.returncode != 0:
        sys.exit("mariner similar failed: " + done.stderr.decode("utf-8", "replace"))
    return {frozenset((pair["left"], pair["right"])): pair["percent"] for pair in json.loads(out.read_text())["pairs"]}


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, holds, what):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print("FAILED: " + what)


def row(kind, percents, listed):
    return "| %s | %d | %d | %d | %d | %d |" % (kind, len(percents), listed, min(percents),
                                                statistics.median_low(percents), max(percents))


def judge(tally, copies, honest, percents):
    lines = ["| pairs | number | listed | least alike | median | most alike |", "|---|---|---|---|---|---|"]
    found = wrong = known = 0
    for kind, pairs in list(copies.items()) + list(honest.items()):
        shares = [percents.get(frozenset(pair), 0) for pair in pairs]
        listed = sum(share >= THRESHOLD for share in shares)
        lines.append(row(("copy: " if kind in copies else "honest: ") + kind, shares, listed))
        if kind in copies:
            found, known = found + listed, known + len(pairs)
            floor = FLOORS.get(kind, 1)
            tally.check(listed >= floor * len(pairs), "%s: %d of %d found" % (kind, listed, len(pairs)))
        else:
            wrong += listed
            tally.check(listed <= 0.001 * len(pairs), "%s: %d of %d listed" % (kind, listed, len(pairs)))
    precision, recall = found / max(found + wrong, 1), found / known
    tally.check(precision >= 0.98, "precision %.3f" % precision)
    tally.check(recall >= 0.98, "recall %.3f" % recall)
    return lines + ["", "Precision %.1f %%, recall %.1f %%." % (100 * precision, 100 * recall)]


def check_that_disguises_run(tally, mariner, folder):
    """A disguise that changes what a program does would be no copy."""
    for game, kind in itertools.product(GAMES, disguise.STEPS):
        session = sorted((ROOT / "asm" / game / "sessions").glob("*.in"))[-1]
        arguments = session.with_suffix(".args")
        words = arguments.read_text().split() if arguments.exists() else []
        program = folder / ("%s-%s-0.asm" % (game, kind.replace(" ", "_")))
        done = run([mariner, "run", "--display", "none", "--files", "none"] + words + [str(program)],
                   input=session.read_bytes())
        tally.check(done.stdout == session.with_suffix(".out").read_bytes(), "%s disguised by %s plays" % (game, kind))


def check_hostile(tally, mariner, folder):
    """Whatever is handed in, the others are compared, and nothing outside the submissions is shown."""
    secret = folder / "secret.asm"
    secret.write_text("# the instructor's own solution\n" + source("rows"))
    submissions = folder / "hostile"
    submissions.mkdir()
    rng = random.Random(4)
    texts = {
        "binary": rng.randbytes(200_000), "empty": b"", "huge": b"addi $t0, $t0, 1\n" * 100_000,
        "same_line": b"addi $t0, $t0, 1\n" * 20_000, "same_line_too": b"addiu $s0, $s0, 1\n" * 20_000,
        "wrong_lines": b"frobnicate $t0\n" * 30_000, "one_line": b"a" * 900_000,
        "bomb": b".macro a\nb\nb\nb\nb\n.end_macro\n.macro b\nc\nc\nc\nc\n.end_macro\n.macro c\nnop\n.end_macro\na\n" * 300,
        "loops": b".macro a\na\n.end_macro\na\n", "labels": b"".join(b"l%d: j l%d\n" % (n, n) for n in range(20_000)),
        "includes": b'.include "../secret.asm"\n.include "/etc/passwd"\n.include "includes.asm"\nmain: nop\n',
        "name\x1b[2J<script>": b"main: nop\n",
    }
    for name, text in texts.items():
        (submissions / (name + ".asm")).write_bytes(text)
    (submissions / "link.asm").symlink_to(secret)
    (submissions / "copy").mkdir()
    (submissions / "copy/part.asm").symlink_to(secret)
    (submissions / "good.asm").write_text(source("rows"))
    (submissions / "twin.asm").write_text(disguise.disguised(source("rows"), "all", rng))
    page = folder / "hostile.html"
    done = run([mariner, "similar", str(submissions), "--html", str(page), "--json", str(folder / "hostile.json")])
    text = done.stdout.decode("utf-8", "replace")
    tally.check(done.returncode == 0, "hostile submissions: exit code %d" % done.returncode)
    tally.check("good (" in text and "twin (" in text, "hostile submissions hide a copy")
    tally.check("\x1b" not in text and "<script" not in page.read_text(), "a name is shown as it is")
    tally.check("own solution" not in page.read_text() and "root:" not in page.read_text(), "a file outside is shown")
    names = [one["name"] for one in json.loads((folder / "hostile.json").read_text())["programs"]]
    tally.check("link" not in names and len(names) == len(texts) + 2, "a link is followed")


def check_same_bytes(tally, mariner, folder):
    """The order in which files came to the disk must not matter."""
    outcomes = []
    for reverse in (False, True):
        copy = folder / ("order-%d" % reverse)
        copy.mkdir()
        for path in sorted((folder / "class").glob("[cr]o*.asm"), reverse=reverse):
            shutil.copy(path, copy)
        out, page = folder / "same.json", folder / "same.html"
        done = run([mariner, "similar", str(copy), "--json", str(out), "--html", str(page)])
        outcomes.append((done.returncode, done.stdout, out.read_bytes(), page.read_bytes()))
    tally.check(outcomes[0] == outcomes[1] and outcomes[0][0] == 0, "the same class gives other bytes")


def check_base(tally, mariner, folder):
    """What was handed out counts for nobody."""
    submissions, base = folder / "based", folder / "handout.asm"
    submissions.mkdir()
    base.write_text(source("rows"))
    for name in ("bubble", "quick"):
        own = (HERE / "honest" / (name + ".asm")).read_text().replace("main:", "start_%s:" % name)
        (submissions / (name + ".asm")).write_text(
            disguise.disguised(source("rows"), "registers", random.Random(name)) + "\n" + own)

    def pairs(words):
        out = folder / "based.json"
        run([mariner, "similar", str(submissions), "--json", str(out)] + words)
        return len(json.loads(out.read_text())["pairs"])
    tally.check(pairs([]) == 1, "two programs around one handout are alike")
    tally.check(pairs(["--template", str(base)]) == 0, "--template leaves the handout out")


def check_rings(tally, mariner, folder):
    """Eleven equal programs of thirty are a finding, not a template."""
    ring = folder / "ring"
    ring.mkdir()
    games = ["solo", "tactics", "bitmap", "columns"]
    for i in range(30):
        text = source("rows") if i < 11 else source(games[i % 4]) if i < 15 else "main: li $v0, 10\nsyscall\n"
        (ring / ("s%02d.asm" % i)).write_text(text)
    done = run([mariner, "similar", str(ring), "--json", str(folder / "ring.json")])
    tally.check(len(json.loads((folder / "ring.json").read_text())["pairs"]) == 55, "a ring of eleven has 55 pairs")
    line = "  11: " + " ".join("s%02d" % i for i in range(11)) + " (100 % or more)"
    text = done.stdout.decode()
    tally.check(line in text and text.count("s03") == 1, "a ring is shown as one: " + text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("mariner")
    options = parser.parse_args()
    mariner = os.path.abspath(options.mariner)
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="similar-") as scratch:
        folder = pathlib.Path(scratch)
        (folder / "class").mkdir()
        copies, honest = write_class(folder / "class", options.seeds)
        table = judge(tally, copies, honest, measure(mariner, folder / "class", folder / "class.json"))
        if options.table:
            print("\n".join(table))
        check_that_disguises_run(tally, mariner, folder / "class")
        check_hostile(tally, mariner, folder)
        check_same_bytes(tally, mariner, folder)
        check_base(tally, mariner, folder)
        check_rings(tally, mariner, folder)
    print("%d passed, %d failed" % (tally.passed, tally.failed))
    sys.exit(1 if tally.failed else 0)


if __name__ == "__main__":
    main()
