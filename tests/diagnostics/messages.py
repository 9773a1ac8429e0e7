#!/usr/bin/env python3
"""Writes docs/messages.md: every message with a wrong program, what is said of it, and the repaired program.

    tests/diagnostics/messages.py MARINER [--check]      --check only says whether the page is up to date

The programs are those of tests/diagnostics: the cases of slips/, one for each row of emulator/tutor/slips.inc, and the
short ones of the rows of messages.inc that no slip explains; behind them those of runtime/. Called by tools/test with --check; ends with "1 passed,
0 failed" or the other way round.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from runtime.page import runtime_part

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/messages.md"
ROW = re.compile(r'^(?:// (?P<section>[A-Z][^\n(]*)|(?:SLIP|MESSAGE)\((?P<id>\w+),)', re.M)
LONGEST = 12  # lines of a program that is shown

HEAD = """# What mariner says of wrong programs

Every message, with a small program that earns it, what is said, and the program as the first way out leaves it.
Each way out was tried before it is told: with it the program assembles without that error, and no other has come;
`mariner fix hw.asm` carries them out. A sketch, marked so, shows the form and has to be thought over.

This page is written by `tests/diagnostics/messages.py`; the programs stand in `tests/diagnostics`.
"""


def cases():
    """The programs of slips/, in the order of the files."""
    for path in sorted((ROOT / "tests/diagnostics/slips").glob("*.txt")):
        for block in re.split(r"^== ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            lines = block.split("\n")[1:]
            program = [line for line in lines if line and not line.startswith("-- ")]
            yield "\n".join(program) + "\n"


def told(mariner, program):
    """-> (the messages as JSON, the report)"""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "hw.asm").write_text(program, encoding="utf-8", newline="")
        pathlib.Path(folder, "lib.asm").write_text("        nop\n", encoding="utf-8")
        run = subprocess.run([mariner, "asm", "hw.asm", "-o", "hw.elf", "--json", "hw.json"], cwd=folder, timeout=60,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        messages = json.loads(pathlib.Path(folder, "hw.json").read_text(encoding="utf-8"))["diagnostics"]
        return messages, run.stderr.decode()


def units(text):
    return len(text.encode("utf-16-le")) // 2


def at_units(line, count):
    return len(line.encode("utf-16-le")[:2 * count].decode("utf-16-le"))


def repaired(program, edits):
    lines = program.split("\n")
    for edit in sorted(edits, key=lambda e: (e["line"], e["column"]), reverse=True):
        line = lines[edit["line"] - 1]
        start = at_units(line, edit["column"] - 1)
        end = at_units(line, edit["column"] - 1 + edit["length"])
        lines[edit["line"] - 1] = line[:start] + edit["text"] + line[end:]
    return "\n".join(lines)


def entry(name, program, message, report):
    text = ["### %s\n" % name, "```asm\n%s```\n" % program, "```text\n%s```\n" % report]
    repairs = message.get("repairs", [])
    if repairs and repairs[0]["edits"]:
        word = "A sketch" if repairs[0]["trust"] == "sketch" else "Repaired"
        text.append("%s:\n\n```asm\n%s```\n" % (word, repaired(program, repairs[0]["edits"])))
    return "\n".join(text)


def collect(mariner):
    """name of a slip or message -> its entry: the first, and the shortest of its kind."""
    entries = {}
    others = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(ROOT.glob("tests/diagnostics/*.asm"))]
    plain = [re.sub(r" *# expect:.*", "", program) for program in others
             if "# limits:" not in program and "# options:" not in program and ".include" not in program]
    for program in [*cases(), *plain]:
        if program.count("\n") > LONGEST:
            continue
        messages, report = told(mariner, program)
        shown = [message for message in messages]
        if not shown:
            continue
        # Of several messages the page shows all, under the name of those that have no entry yet.
        for message in shown:
            name = message.get("slip", message["id"])
            if name not in entries:
                entries[name] = entry(name, program, message, report)
                break
    return entries


def page(mariner):
    entries = collect(mariner)
    text, section = [HEAD], None
    for table in ("tutor/slips.inc", "assembler/messages.inc"):
        for row in ROW.finditer((ROOT / "emulator" / table).read_text(encoding="utf-8")):
            if row["section"]:
                section = row["section"]
            elif row["id"] in entries:
                if section:
                    text.append("## %s\n" % section.strip().rstrip(";"))
                    section = None
                text.append(entries[row["id"]])
    text.append(runtime_part(mariner))
    return "\n".join(text)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    made = page(str(pathlib.Path(sys.argv[1]).resolve()))
    if "--check" not in sys.argv:
        PAGE.write_text(made, encoding="utf-8")
        return
    is_same = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made
    if not is_same:
        print("docs/messages.md is not what tests/diagnostics/messages.py writes")
    print("%d passed, %d failed" % (is_same, not is_same))
    sys.exit(0 if is_same else 1)


if __name__ == "__main__":
    main()
