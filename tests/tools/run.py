#!/usr/bin/env python3
"""MARS's tools: do they count what MARS's own classes counted?

    tests/tools/run.py [--filter RE] [--jobs N] [--cases-only] COMMAND...

COMMAND (say: build/release/mariner run) runs programs/<name>.asm, or the one that cases/<tool>/<name>.program names, with the
tools that <name>.tool asks for, one a line.
What stands in <name>.expected.json was recorded from MARS 4.6: every key there must be in the report with an equal value;
the report may say more. <name>.out is the program's output, .in its input, .args are further options. Tools that only
observe may change nothing: without them, registers, steps and output are the same. Then wrong specifications, which must be
refused by a line that says what is allowed, and the rest. --cases-only: just the figures recorded. Ends with "N passed, N failed".
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import run_programs  # noqa: E402

SECONDS = 60
ACTS = {"dlab", "bot", "hunt"}  # the others only observe
# They watch each case, too, and may change neither the run nor the others' figures.
OBSERVERS = ["predict:kind=gshare", "pipeline:diagram=1-20", "cache:blocks=1..64", "datapath:step=9", "bht:rules=exact", "statistics:rules=exact",
             "cache:level=both,classes=yes,heat=yes,write=back,next=blocks=64,log=yes"]
UNTOUCHED = ["ending", "exit_code", "steps", "syscalls", "output", "registers"]

# What is refused, and a part of the line that says why.
REFUSED = [
    ("cash", "there is no such tool; there are cache, bht"),
    ("cache:blocks=3", "blocks is 1, 2, 4"),
    ("cache:blocks=", "not nothing"),
    ("cache:block=8", "there is no block; it has placement"),
    ("cache:blocks=8,blocks=8", "blocks is given twice"),
    ("cache:set=2", "set goes with placement=set only"),
    ("cache:placement=set,blocks=4,set=8", "set is at most blocks, which is 4"),
    ("counter:x=1", "there is no x; it has rules"),
    ("bht:initial=TAKE", "initial is take or not-take, not TAKE"),
    ("memref:unit=16", "unit is WIDTHxHEIGHT"),
    ("memref:unit=16x3", "unit is WIDTHxHEIGHT"),
    ("float", "register must be given"),
    ("float:register=f0", "register is $f0, "),
    ("bot:tick=0", "tick is a whole number from 1 to 4294967295, not 0"),
    ("ca\nche", "there is no such tool; there are cache, bht"),
    ("cache:,blocks=8", "a parameter is KEY=VALUE; there are placement, blocks"),
    ("float:register=$f32", "register is $f0, $f1 ... $f31, not $f32"),
    ("bot:tick=99999999999", "tick is a whole number from 1"),
    ("cache:blocks=8..4", "blocks is 1, 2, 4"),
    ("cache:blocks=1..64,classes=yes", "of several sizes there is no classes"),
    ("cache:allocate=no", "allocate=no goes with write=through only"),
    ("cache:next=blocks=3", "next: blocks is 1, 2, 4"),
    ("cache:next=words=2", "next: words is at least that of the first level, 4"),
    ("cache:miss=9,next=blocks=64", "miss belongs to the last level"),
    ("bht:rules=true", "rules is mars or exact, not true"),
    ("dlab:keys=1:g", "each KEY from 0 to f, not 1:g"),
    ("dlab:keys=40", "not 40"),
]


class ToolCase(run_programs.Case):
    def __init__(self, stem, with_tools=True, observers=OBSERVERS):
        super().__init__("%s/%s" % (stem.parent.name, stem.name), stem, None)
        self.program = PROGRAMS / (self.read(".program", stem.name.encode()).decode().strip() + ".asm")
        self.with_tools = with_tools
        self.observers = observers
        self.specifications = self.read(".tool").decode().split()

    def words(self, extension):
        if extension != ".post":
            return super().words(extension)
        tools = [word for specification in self.specifications + self.observers for word in ("--tool", specification)]
        return [*(tools if self.with_tools else []), "--json", self.stem.name + ".dump.json", "--display", "none"]

    def observes_only(self):
        return not ACTS & {specification.split(":")[0] for specification in self.specifications}


def differences(where, want, got):
    if isinstance(want, dict) and isinstance(got, dict):
        return [line for key, value in want.items() for line in differences("%s.%s" % (where, key), value, got.get(key))]
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return [line for i, pair in enumerate(zip(want, got)) for line in differences("%s[%d]" % (where, i), *pair)]
    same = type(want) is type(got) and want == got
    return [] if same else ["%s: %.80s expected, %.80s found" % (where, json.dumps(want), json.dumps(got))]


def report_of(case, command):
    """-> the report (None: there is none) and the outcome"""
    outcome = run_programs.run_case(case, command, SECONDS)
    text = outcome.files.get(case.stem.name + ".dump.json")
    return None if outcome.timed_out or text is None else json.loads(text), outcome


def faults(case, command, is_watched):
    report, outcome = report_of(case, command)
    if report is None:
        return ["no report: " + outcome.err.decode("utf-8", "replace")[:200]]
    del report["tools"][len(case.specifications):]
    wrong = differences("", json.loads(case.read(".expected.json")), report)
    wrong += ["the program's output"] if outcome.out != case.read(".out", outcome.out) else []
    if is_watched and case.observes_only():
        alone, _ = report_of(ToolCase(case.stem, with_tools=False), command)
        wrong += ["without tools: " + line for key in UNTOUCHED for line in differences(key, alone[key], report[key])]
    return wrong


def faults_of_refusal(specification, reason, command):
    program = next(PROGRAMS.glob("*.asm"))
    done = subprocess.run([*command, str(program), "--tool", specification], capture_output=True, text=True, check=False)
    line = done.stderr
    is_right = done.returncode == 2 and reason in line and line.count("\n") == 1 and not done.stdout
    return [] if is_right else ["%s: exit %d, %s" % (specification, done.returncode, line)]


SPLIT = """.data
b: .asciiz "abcdefgh"
.align 3
d: .double 2.5
.text
la $s0, b
lwl $t0, 6($s0)
l.d $f2, d
li $v0, 15
li $a0, 1
la $a1, b
li $a2, 4
syscall
li $v0, 10
syscall
"""
# Where MARS's figures follow a fault of MARS, a line names the fault and the true figures; where they don't, there is none.
NOTES = [
    ("self_loop", ["counter"], [], "fetched twice running once, and loads from the text; in truth 11: R 2, I 9, J 0"),
    ("branch_at_zero", ["bht"], ["--memory", "compact-text"], "MARS never scores a branch at address 0; in truth 15 of 17"),
    ("signs", ["bht"], [], "in truth "),
    (SPLIT, ["cache"], [], "double word by word, and write one byte too many; in truth 6 accesses, 4 hits"),
    (SPLIT, ["memref"], [], "in truth 6 references"),
    ("nested_loops", ["bht"], [], None),
    ("nested_loops", ["counter"], [], None),
    ("matrix_order", ["cache"], [], None),
]


def faults_of_note(case, command, folder):
    program, tools, options, words = case
    source = PROGRAMS / (program + ".asm")
    if "\n" in program:
        source = folder / "program.asm"
        source.write_text(program)
    asked = [word for tool in tools for word in ("--tool", tool)]
    done = subprocess.run([*command, str(source), *asked, *options, "--display", "none"], capture_output=True, text=True, check=False)
    notes = [line for line in done.stderr.splitlines() if line.startswith("  note: ")]
    is_right = not notes if words is None else len(notes) == 1 and words in notes[0]
    return [] if is_right else ["note of %s %s: %s" % (source.name, tools, notes)]


# What people read, where data have another form.
SHOWN = [
    ("nested_loops", "bht:log=yes", r"^    branches to address 0x00400\w\w\w$"),
    ("square", "bot", r"^    \|    @\*\*\* +\|$"),
    ("digits", "dlab", r"^    \|_\|   _\|"),
]


def faults_of_text(case, command):
    program, tool, pattern = case
    done = subprocess.run([*command, str(PROGRAMS / (program + ".asm")), "--tool", tool, "--display", "none"],
                          capture_output=True, text=True, check=False)
    return [] if re.search(pattern, done.stderr, re.M) else ["text of %s: no %s" % (tool, pattern)]


FLOATS = [("0:10000000:1001", "40480000"), ("-0.1", "BDCCCCCD"), ("nan", "7FC00000"), ("-INF", "FF800000"), ("0x7f", "0000007F"),
          ("1e39", "7F800000"), ("0:1000:1", None), ("0:10000000:" + 24 * "1", None), ("0x123456789", None), ("", None)]


def faults_of_float(number, digits, command):
    done = subprocess.run([command[0], "float", number], capture_output=True, text=True, check=False)
    is_right = "Hexadecimal            %s\n" % digits in done.stdout if digits else done.returncode == 2 and done.stderr.count("\n") == 1
    return [] if is_right else ["float %s: %s%s" % (number, done.stdout, done.stderr)]


# What is completed: what stands before the cursor, and what bash may put in place of its last word.
COMPLETIONS = [
    ("mariner run a.asm --tool ca", ["cache"]), ("mariner run --tool cache:pl", ["placement="]),
    ("mariner run --tool cache:blocks=8,placement=", ["direct", "full", "set"]), ("mariner run --tool bht:x", []),
    ("mariner debug --tool bht:history=", ["1", "2"]), ("mariner run --tool nothing:", []),
]


def faults_of_completion(line, wanted, command):
    script = pathlib.Path(command[0]).resolve().parent / "completion" / "mariner.bash"
    words = re.split(r"([:=])|\s", line)
    words = [word for word in words if word] + ([""] if line[-1] in " " else [])
    told = "source %s; PATH=%s:$PATH; COMP_LINE=%r; COMP_POINT=%d; COMP_WORDS=(%s); COMP_CWORD=%d; _mariner; printf '%%s\\n' \"${COMPREPLY[@]}\"" % (
        script, pathlib.Path(command[0]).resolve().parent, line, len(line), " ".join("'%s'" % word for word in words), len(words) - 1)
    done = subprocess.run(["bash", "-c", told], capture_output=True, text=True, check=False)
    return [] if done.stdout.split() == wanted else ["completion of %r: %s%s" % (line, done.stdout.split(), done.stderr)]


# Tools that act come with the debugger's start; there they show at the end, and again after a way back, what a run shows.
ACTING = [("star", "bot:tick=500", []), ("square", "bot", []), ("digits", "dlab", []), ("key_scan", "dlab:keys=90:5/300:5/500:b", []),
          ("key_interrupt", "dlab:keys=40:7/90:0", []), ("hunt", "hunt", [])]


def faults_of_debugger(case, command):
    program, tool, options = case
    source = str(PROGRAMS / (program + ".asm"))
    run = subprocess.run([*command, source, "--tool", tool, *options, "--display", "none", "--max-steps", "200000"],
                         stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    report = run.stderr[run.stderr.find(" (%s)" % tool.split(":")[0]):]
    script = "continue\ntool\nreverse-step 37\nreverse-step 500\nstep 3\ncontinue\ntool\n"
    with tempfile.NamedTemporaryFile("w", suffix=".dbg") as commands:
        commands.write(script)
        commands.flush()
        done = subprocess.run([command[0], "debug", source, "--tool", tool, *options, "--batch", commands.name, "--max-steps", "200000"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    times = done.stdout.count(report)
    return [] if report and times >= 2 else ["%s in the debugger: %d times\n%s\n%s" % (tool, times, report, done.stdout[-1500:] + done.stderr)]


def size_of_png(path):
    head = path.read_bytes()[:24]
    return (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) if head[1:4] == b"PNG" else None


def parts_of_svg(path, kind):
    return len(list(ElementTree.parse(path).getroot().iter("{http://www.w3.org/2000/svg}" + kind)))


def faults_of_pictures(command):
    """Each picture that can be asked for is there, and has as many parts as what it shows."""
    asked = [("star", ["bot:svg=a.svg,png=a.png"]), ("digits", ["dlab:svg=b.svg,png=b.png"]),
             ("matrix_order", ["memref:png=c.png,size=128x64", "pipeline:diagram=3-9,svg=c.svg", "datapath:step=4,svg=d.svg"])]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for program, tools in asked:
            words = [word for tool in tools for word in ("--tool", tool)]
            subprocess.run([*command, str(PROGRAMS / (program + ".asm")), *words, "--json", program, "--display", "none"],
                           cwd=folder, capture_output=True, check=True)
        track = json.loads((folder / "star").read_text())["tools"][0]["track"]
        checks = [("a.svg", parts_of_svg(folder / "a.svg", "line") == len(track)), ("a.png", size_of_png(folder / "a.png") == (512, 512)),
                  ("b.svg", parts_of_svg(folder / "b.svg", "rect") == 17), ("b.png", size_of_png(folder / "b.png") == (180, 130)),
                  ("c.png", size_of_png(folder / "c.png") == (128, 64)), ("c.svg", parts_of_svg(folder / "c.svg", "rect") >= 7 * 5),
                  ("d.svg", parts_of_svg(folder / "d.svg", "path") > 30)]
    return ["picture " + name for name, is_right in checks if not is_right]


# An instruction that an interrupt comes before is fetched twice and executed once: with rules=exact the lines add up to the total.
INTERRUPTED = [("timer_reload", "counter:rules=exact"), ("timer_reload", "statistics:rules=exact"), ("key_interrupt", "counter:rules=exact")]


def faults_of_interrupted(program, tool, command, folder):
    lab = "dlab:keys=40:7/90:0" if program == "key_interrupt" else "dlab"
    file = folder / "interrupted.json"
    subprocess.run([*command, str(PROGRAMS / (program + ".asm")), "--tool", lab, "--tool", tool, "--json", str(file), "--display", "none"],
                   capture_output=True, check=False)
    device, counted = json.loads(file.read_text())["tools"]
    interrupts = device["timer_interrupts"] + device["keyboard_interrupts"]
    executed = sum(row[1] for row in counted["routines"])
    is_right = interrupts > 0 and executed == counted["total"]
    return [] if is_right else ["%s %s: %d interrupts, by line %d, total %d" % (program, tool, interrupts, executed, counted["total"])]


def faults_of_film(command, folder):
    """While the program sleeps, the bot walks: a picture each 40 ms, and not one jump when it wakes."""
    film = folder / "square.gif"
    subprocess.run([*command, str(PROGRAMS / "square.asm"), "--tool", "bot", "--display", "gif:" + str(film)], capture_output=True, check=False)
    pictures = film.read_bytes().count(b"\x21\xf9\x04")
    return [] if pictures > 100 else ["film of the bot: %d pictures" % pictures]


def other_faults(command):
    with tempfile.TemporaryDirectory() as name:
        wrong = [line for case in INTERRUPTED for line in faults_of_interrupted(*case, command, pathlib.Path(name))]
        wrong += faults_of_film(command, pathlib.Path(name))
        wrong += [line for case in NOTES for line in faults_of_note(case, command, pathlib.Path(name))]
    wrong += [line for case in COMPLETIONS for line in faults_of_completion(*case, command)]
    wrong += [line for case in ACTING for line in faults_of_debugger(case, command)]
    wrong += [line for case in SHOWN for line in faults_of_text(case, command)]
    return wrong + [line for number, digits in FLOATS for line in faults_of_float(number, digits, command)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cases-only", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = run_programs.resolved(options.command)
    observers = [] if options.cases_only else OBSERVERS
    cases = [ToolCase(tool.with_suffix(""), observers=observers) for tool in sorted(HERE.glob("cases/*/*.tool"))]
    cases = [case for case in cases if re.search(options.filter, case.name)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, wrong in zip(cases, pool.map(lambda case: faults(case, command, bool(observers)), cases)):
            failed += bool(wrong)
            for line in wrong[:4]:
                print("FAILED: %s%s" % (case.name, line))
    others = 0
    if not options.cases_only:
        wrong = faults_of_pictures(command) + other_faults(command)
        wrong += [line for case in REFUSED for line in faults_of_refusal(*case, command)]
        others = sum(map(len, (REFUSED, NOTES, SHOWN, FLOATS, COMPLETIONS, ACTING, INTERRUPTED))) + 1
        failed += len(wrong)
        for line in wrong:
            print("FAILED: " + line)
    print("%d passed, %d failed" % (len(cases) + others - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
