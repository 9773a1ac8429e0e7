#!/usr/bin/env python3
"""Runs programs whose output was recorded from MARS and compares, byte for byte.

    tests/run_programs.py [--filter RE] [--jobs N] [--limit S] [-v] COMMAND...
    tests/run_programs.py --sessions [...] COMMAND...
    tests/run_programs.py --cases FOLDER [...] COMMAND...

COMMAND (say: build/release/mariner run; a single word may hold all of it) is called as
    COMMAND <args> <case>.asm <post>
in a scratch folder that holds the case's files only. A case is tests/programs/[<area>/]<name>.asm with, beside it,

    .args    option words before the program's name, one line    .post   words after it
    .in      standard input (empty when missing)                 .d/     further files of the program
    .out     standard output, recorded                           .code   exit status, recorded (0 when missing)
    .err     standard error; compared where it exists            .dump*  files the run must leave behind

With --sessions the cases are the scripted games, asm/<room>/sessions/<name>.in, whose program is asm/<room>/<room>.asm.
The path of the scratch folder is taken out of the output. Called by tools/test, tools/record and tests/conformance/run;
--areas counts per folder of cases. Ends with the line "N passed, N failed", exit status 1 if any failed. Standard library
only.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests/programs"


class Case:
    """Where one case's files are: `stem` + extension; `program` stands apart for a game's session."""

    def __init__(self, name, stem, program):
        self.name, self.stem, self.program = name, stem, program

    def path(self, extension):
        return self.stem.with_name(self.stem.name + extension)

    def read(self, extension, default=None):
        path = self.path(extension)
        return path.read_bytes() if path.is_file() else default

    def words(self, extension):
        return shlex.split(self.read(extension, b"").decode())

    def dumps(self):
        return sorted(self.stem.parent.glob(self.stem.name + ".dump*"))


class Outcome:
    def __init__(self, code, out, err, files, timed_out):
        self.code, self.out, self.err, self.files, self.timed_out = code, out, err, files, timed_out


def program_cases(folder):
    for asm in sorted(folder.rglob("*.asm")):
        if not any(part.endswith(".d") for part in asm.relative_to(folder).parts):
            yield Case(asm.relative_to(folder).with_suffix("").as_posix(), asm.with_suffix(""), asm)


def session_cases():
    for script in sorted(ROOT.glob("asm/*/sessions/*.in")):
        room = script.parent.parent
        yield Case("%s/%s" % (room.name, script.stem), script.with_suffix(""), room / (room.name + ".asm"))


def lay_out(case, scratch):
    """What the case finds in its folder."""
    shutil.copy(case.program, scratch)
    if case.path(".d").is_dir():
        shutil.copytree(case.path(".d"), scratch, dirs_exist_ok=True)


def words_of(case):
    return case.words(".args") + [case.program.name] + case.words(".post")


def outcome_of(case, scratch, code, out, err, files, timed_out):
    """`files`, by name, were left in the folder `scratch`, whose path is no part of what was said."""
    names = re.compile(rb"([A-Za-z]:)?" + rb"[/\\\\]".join(re.escape(part.encode()) for part in (scratch + "/").split("/")))
    dumps = {name: content for name, content in files.items() if name.startswith(case.stem.name + ".dump")}
    return Outcome(code, names.sub(b"", out), names.sub(b"", err), dumps, timed_out)


def run_case(case, command, limit):
    with tempfile.TemporaryDirectory(prefix="case-") as scratch:
        scratch = os.path.realpath(scratch)
        lay_out(case, scratch)
        child = subprocess.Popen(command + words_of(case), cwd=scratch, env=dict(os.environ, LC_ALL="C.UTF-8"),
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        timed_out = False
        try:
            out, err = child.communicate(case.read(".in", b""), timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            out, err = child.communicate()
            timed_out = True
        files = {path.name: path.read_bytes() for path in pathlib.Path(scratch).iterdir() if path.is_file()}
        return outcome_of(case, scratch, child.returncode, out, err, files, timed_out)


def difference(what, want, got):
    lines = [x.decode("utf-8", "backslashreplace").split("\n") for x in (want, got)]
    return ["  %s" % line[:200] for line in list(
        difflib.unified_diff(*lines, "expected " + what, "actual " + what, "", "", 1, ""))[:12]]


def faults(case, run):
    """`run` gives the case's outcome -> the list of what is wrong (empty: passed) and lines that show it."""
    if case.read(".out") is None:
        return ["no recorded output: run tools/record"], []
    try:
        outcome = run()
    except OSError as error:
        return ["cannot run: %s" % error], []
    wrong, shown = [], []
    code = int(case.read(".code", b"0"))
    if outcome.timed_out:
        wrong.append("no end in time")
    elif outcome.code != code:
        wrong.append("exit status %d, not %d" % (outcome.code, code))
    pairs = [("stdout", case.read(".out"), outcome.out)]
    if case.read(".err") is not None:
        pairs.append(("stderr", case.read(".err"), outcome.err))
    pairs += [(p.name, p.read_bytes(), outcome.files.get(p.name)) for p in case.dumps()]
    for what, want, got in pairs:
        if got is None:
            wrong.append("no file " + what)
        elif got != want:
            wrong.append(what)
            shown += difference(what, want, got)
    if wrong and not shown:
        shown = ["  stderr: " + line for line in outcome.err.decode("utf-8", "replace").split("\n")[:4] if line]
    return wrong, shown


def resolved(words):
    """The words of a command, its program by its absolute path: cases run in another folder."""
    words = shlex.split(words[0]) if len(words) == 1 else list(words)
    return [os.path.abspath(w) if i == 0 and "/" in w else w for i, w in enumerate(words)]


def print_areas(cases, failed):
    areas = {}
    for case in cases:
        counts = areas.setdefault(case.name.split("/")[0], [0, 0])
        counts[0] += case not in failed
        counts[1] += 1
    width = max(map(len, areas))
    for area, (good, all_) in sorted(areas.items()):
        print("%-*s %4d of %d" % (width, area, good, all_))


def print_faults(cases, results, verbose=False):
    """-> the cases that failed."""
    failed = set()
    for case, (wrong, shown) in zip(cases, results):
        if wrong:
            failed.add(case)
            print("FAIL %s: %s" % (case.name, ", ".join(wrong)))
            if len(failed) <= 20 or verbose:
                print("\n".join(shown))
    return failed


def main(arguments=None, usage=__doc__):
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("--sessions", action="store_true")
    parser.add_argument("--cases", type=pathlib.Path, default=PROGRAMS)
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=30)
    parser.add_argument("--areas", action="store_true", help="a line for each folder of cases")
    parser.add_argument("-v", "--verbose", action="store_true", help="show more than the first 20 differences")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    command = resolved(options.command)
    cases = list(session_cases() if options.sessions else program_cases(options.cases))
    cases = [c for c in cases if re.search(options.filter, c.name)]
    if not command or not cases:
        sys.exit("no command given" if not command else "no such cases")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda case: faults(case, lambda: run_case(case, command, options.limit)), cases)
        failed = print_faults(cases, results, options.verbose)
    if options.areas:
        print_areas(cases, failed)
    print("%d passed, %d failed" % (len(cases) - len(failed), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
