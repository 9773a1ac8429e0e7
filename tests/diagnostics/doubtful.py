#!/usr/bin/env python3
"""Right programs: does mariner accuse none of them?

    tests/diagnostics/doubtful.py [--filter RE] [--write] MARINER

Every program that comes with mariner and ends well runs under --check: those of tests/conformance, the games, the examples,
tests/bench. Nothing may be said of it, but where doubtful.txt lists it: a program that is in truth doubtful, with what is
said and why that is so. A row that nothing needs any more is a fault, too. --write puts down rows for what is new, with a
reason that is to be written by hand. Ends with the line "N passed, N failed", exit status 1 if any failed.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLE = pathlib.Path(__file__).resolve().with_name("doubtful.txt")
FOLDERS = ("tests/conformance/cases", "asm", "docs/examples", "tests/bench/programs")
OPTIONS = {"db": "--delayed-branching", "smc": "--self-modifying"}
STEPS = "300000"
SAID = re.compile(r"^.*?(?:warning|check): (.*?)(?: \(at 0x[0-9a-f]+\))?$", re.M)


def beside(program, suffix):
    file = program.with_suffix(suffix)
    return file.read_text(errors="replace") if file.exists() else ""


def programs():
    """What ends well by itself: no case that needs other files or words behind its name, none that begins elsewhere."""
    for folder in FOLDERS:
        for program in sorted((ROOT / folder).rglob("*.asm")):
            words = set(beside(program, ".args").split())
            needs_more = program.with_suffix(".d").exists() or beside(program, ".post") or words & {"a", "p", "mc", "sm"}
            if "/errors/" not in str(program) and beside(program, ".code").strip() in ("", "0") and not needs_more:
                yield program, [option for word, option in OPTIONS.items() if word in words]


def said_of(command, program, options):
    """The messages, without the places and numbers in them that another layout would change."""
    typed = program.with_suffix(".in")
    with tempfile.TemporaryDirectory(prefix="doubtful-") as scratch:
        done = subprocess.run([command, "run", "--check", "--max-steps", STEPS, *options, str(program)], cwd=scratch,
                              input=typed.read_bytes() if typed.exists() else b"", capture_output=True, timeout=60,
                              check=False)
    return SAID.findall(done.stderr.decode(errors="replace"))


def read_table():
    """{program: {beginning of a message: reason}}"""
    table = {}
    for line in TABLE.read_text().splitlines() if TABLE.exists() else []:
        if line and not line.startswith("#"):
            name, message, reason = (part.strip() for part in line.split(" | "))
            table.setdefault(name, {})[message] = reason
    return table


def faults_of(name, messages, rows):
    faults = ["accused: " + message for message in messages if not any(message.startswith(row) for row in rows)]
    return faults + ["not said any more: " + row for row in rows if not any(m.startswith(row) for m in messages)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="only programs whose path matches")
    parser.add_argument("--write", action="store_true", help="add rows for what is said and not listed")
    parser.add_argument("mariner")
    options = parser.parse_args()
    command = str(pathlib.Path(options.mariner).resolve())
    table = read_table()
    tasks = [task for task in programs() if re.search(options.filter, str(task[0]))]
    passed = failed = 0
    new = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (program, _), messages in zip(tasks, pool.map(lambda task: said_of(command, *task), tasks)):
            name = str(program.relative_to(ROOT))
            faults = faults_of(name, messages, table.pop(name, {}))
            passed, failed = passed + (not faults), failed + bool(faults)
            new += ["%s | %s | WHY" % (name, fault[9:]) for fault in faults if fault.startswith("accused: ")]
            for fault in faults:
                print("FAILED %s: %s" % (name, fault))
    for name in [] if options.filter else table:
        failed += 1
        print("FAILED %s: listed, but there is no such program" % name)
    if options.write and new:
        TABLE.write_text((TABLE.read_text() if TABLE.exists() else "") + "\n".join(dict.fromkeys(new)) + "\n")
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
