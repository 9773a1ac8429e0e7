#!/usr/bin/env python3
"""Small wrong programs: does mariner say where, why, and what to do?

    tests/diagnostics/runtime/run.py [-v] [--filter RE] MARINER

Each file beside this one holds programs of one class. A program begins with a line

    #=== name | input: TEXT | steps: N | reason: TEXT | out: TEXT | only: check

and the lines that a message must name end in #<<. Each runs twice, as it is and under --check. Standard error must name
those lines and hold the reason and the way out. `only: check` stands where a plain run need not say it. The programs of
silent.asm are right: nothing may be said of them. Ends with the line "N passed, N failed", exit status 1 if any failed.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


class Program:
    def __init__(self, area, head, lines):
        parts = [part.strip() for part in head.split(" | ")]
        self.name = area + "/" + parts[0]
        self.rules = dict(part.split(": ", 1) for part in parts[1:])
        self.text = "\n".join(lines) + "\n"
        self.lines = [number for number, line in enumerate(lines, 1) if line.endswith("#<<")]

    def faults(self, command, scratch, check):
        name = self.name.replace("/", "-") + ("-checked" if check else "") + ".asm"
        (pathlib.Path(scratch) / name).write_text(self.text)
        words = [command, "run", *(["--check"] if check else []), name]
        words += ["--max-steps", self.rules.get("steps", "20000000")]
        typed = self.rules.get("input", "").replace("\\n", "\n")
        done = subprocess.run(words, input=(typed + "\n").encode() if typed else b"", capture_output=True, cwd=scratch,
                              timeout=60, check=False)
        said = done.stderr.decode(errors="replace")
        if self.name.startswith("silent/"):
            return [said] if said else []
        wanted = ["%s:%d" % (name, line) for line in self.lines]
        faults = ["line " + place for place in wanted if not re.search(re.escape(place) + r"\b", said)]
        faults += [key + " " + self.rules[key] for key in ("reason", "out") if self.rules[key] not in said]
        return [", ".join(faults) + "\n" + said] if faults else []


def programs():
    for file in sorted(HERE.glob("*.asm")):
        for piece in file.read_text().split("#=== ")[1:]:
            head, *lines = piece.splitlines()
            yield Program(file.stem, head, lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="only programs whose name matches")
    parser.add_argument("-v", action="store_true", help="show what was said")
    parser.add_argument("mariner")
    options = parser.parse_args()
    command = str(pathlib.Path(options.mariner).resolve())
    tasks = [(program, check) for program in programs() if re.search(options.filter, program.name)
             for check in (False, True) if check or program.rules.get("only") != "check"]
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="run-") as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda task: task[0].faults(command, scratch, task[1]), tasks)
        for (program, check), faults in zip(tasks, results):
            passed, failed = passed + (not faults), failed + bool(faults)
            for fault in faults:
                print("FAILED %s%s: %s" % (program.name, " --check" if check else "",
                                           fault if options.v else fault.splitlines()[0]))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
