#!/usr/bin/env python3
"""Small wrong programs: does mariner say where, why, and what to do?

    tests/diagnostics/runtime/run.py [-v] [--filter RE] MARINER

Each file beside this one holds programs of one class. A program begins with a line

    #=== name | input: TEXT | steps: N | reason: TEXT | out: TEXT | once: TEXT | only: check

and the lines that a message must name end in #<<. Each runs twice, as it is and under --check. Standard error must name
those lines and hold the reason and the way out, and what stands at `once` just once. `only: check` stands where a plain
run need not say it. Some programs are mended: `#-> CODE` at the end of a line stands for it (the label stays), `#+> CODE`
behind it, ` ; ` between several lines. Of a mended program nothing may be said, nor of those in silent.asm, which are
right. Ends with the line "N passed, N failed", exit status 1 if any failed.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MARKS = re.compile(r"(?P<code>.*?)\s*(?P<named>#<<)?\s*(?:#(?P<kind>[-+])>\s*(?P<mended>.*))?$")


def mended_lines(code, kind, mended):
    """What stands for one line of a program when it has been mended."""
    label = re.match(r"[A-Za-z_]\w*:", code)
    lines = [line if line.startswith(".") else line.strip() for line in mended.split(" ; ")] if mended else []
    if kind == "-" and label and not (lines and re.match(r"[A-Za-z_]\w*:", lines[0])):
        lines = [(label.group() + " " + (lines or [""])[0]).strip(), *lines[1:]]
    placed = []
    for line in lines:
        name, rest = re.match(r"([A-Za-z_]\w*:)?\s*(.*)", line).groups()
        placed.append(("%-8s%s" % (name or "", rest)).rstrip())
    return placed if kind == "-" else [code, *placed]


class Program:
    def __init__(self, area, head, lines):
        parts = [part.strip() for part in head.split(" | ")]
        self.name = area + "/" + parts[0]
        self.rules = dict(part.split(": ", 1) for part in parts[1:])
        marked = [MARKS.match(line) for line in lines]
        self.text = "\n".join(line["code"] for line in marked) + "\n"
        self.lines = [number for number, line in enumerate(marked, 1) if line["named"]]
        self.mended = None
        if any(line["kind"] for line in marked):
            mended = [mended_lines(line["code"], line["kind"], line["mended"]) if line["kind"] else [line["code"]]
                      for line in marked]
            self.mended = "\n".join(sum(mended, [])) + "\n"

    def told(self, command, scratch, name, text, *options):
        """What stands on standard error after a run."""
        (pathlib.Path(scratch) / name).write_text(text)
        words = [command, "run", *options, name, "--max-steps", self.rules.get("steps", "20000000")]
        typed = self.rules.get("input", "").replace("\\n", "\n")
        done = subprocess.run(words, input=(typed + "\n").encode() if typed else b"", capture_output=True, cwd=scratch,
                              timeout=60, check=False)
        return done.stderr.decode(errors="replace")

    def faults(self, command, scratch, check):
        name = self.name.replace("/", "-") + ("-checked" if check else "") + ".asm"
        said = self.told(command, scratch, name, self.text, *(["--check"] if check else []))
        if self.name.startswith("silent/"):
            return [said] if said else []
        wanted = ["%s:%d" % (name, line) for line in self.lines]
        faults = ["line " + place for place in wanted if not re.search(re.escape(place) + r"\b", said)]
        faults += [key + " " + self.rules[key] for key in ("reason", "out") if self.rules[key] not in said]
        if said.count(self.rules.get("once", said)) != 1:
            faults.append("said more than once: " + self.rules["once"])
        if self.mended and check:
            left = self.told(command, scratch, "mended-" + name, self.mended, "--check")
            faults += ["mended, and still: " + left] if left else []
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
