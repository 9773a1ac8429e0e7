#!/usr/bin/env python3
"""A processor of our own, in Verilog, followed by `mariner follow`: right as it is, and with each of ten faults.

    tests/processor/run.py MARINER

Icarus Verilog runs five_stages.v on program.asm. Then forms of a trace: other words around it, CSV, a trace that ends too
early or goes on too long; and each image of the program that a simulator takes. Ends with "N passed, N failed".
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / "program.asm"
MACHINE = ["--memory", "compact-data", "--delayed-branching"]
failures = []
passed = 0


def expect(is_right, what):
    global passed
    passed += bool(is_right)
    if not is_right:
        failures.append(what)


def run(words, folder, text=None):
    return subprocess.run(words, cwd=folder, input=text, capture_output=True, text=True, check=False)


def simulated(folder, fault):
    built = run(["iverilog", "-g2005", "-Pbench.FAULT=%d" % fault, "-o", "cpu", str(HERE / "five_stages.v")], folder)
    expect(built.returncode == 0, built.stderr)
    return run(["vvp", "-N", "cpu"], folder).stdout


def followed(mariner, folder, trace):
    return run([mariner, "follow", "-", str(PROGRAM), *MACHINE], folder, trace)


def line_of_fault(fault):
    lines = PROGRAM.read_text().splitlines()
    return 1 + next(i for i, line in enumerate(lines) if re.search(r"# fault %d:" % fault, line))


def check_processor(mariner, folder):
    good = simulated(folder, 0)
    done = followed(mariner, folder, good)
    expect(done.returncode == 0 and "all agree" in done.stdout, "no fault: " + done.stdout + done.stderr)
    for fault in range(1, 11):
        done = followed(mariner, folder, simulated(folder, fault))
        where = "program.asm:%d (" % line_of_fault(fault)
        first = done.stdout.splitlines()[1:2]
        expect(done.returncode == 1 and first and where in first[0], "fault %d: %s wanted in\n%s" % (fault, where, done.stdout))
    return good


def check_forms(mariner, folder, good):
    lines = [line for line in good.splitlines() if line.startswith("@")]
    rows = [re.sub(r"[@ ]", "", line).replace(":", ",").replace("<=", ",") for line in lines]
    for name, text in [("times", "".join("  %d%s\n" % (i, line) for i, line in enumerate(lines))),
                       ("chatter", "VCD info\n\n" + "\n".join(lines)), ("csv", "\n".join(rows)), ("crlf", "\r\n".join(lines))]:
        done = followed(mariner, folder, text)
        expect(done.returncode == 0 and done.stdout.startswith("%d writes" % len(lines)), "%s: %s" % (name, done.stdout))
    for name, text, words in [("short", "\n".join(lines[:-3]), "the trace ends"),
                              ("long", "\n".join(lines + ["@00003000: $ 1 <= 00000005"]), "without a write"),
                              ("unknown", lines[0].replace("00000005", "xxxxxxxx"), "differs in line 1"),
                              ("very long", "@" + "9" * 100000, "the trace ends"), ("empty", "", "the trace ends")]:
        done = followed(mariner, folder, text)
        expect(done.returncode == 1 and words in done.stdout, "%s: %s" % (name, done.stdout))
    trace = run([mariner, "run", str(PROGRAM), *MACHINE, "--trace-format", "retire", "--trace", "t", "--max-steps", "300"], folder)
    written = (folder / "t").read_text().splitlines()
    expect(sorted(written) == sorted(lines), "retire: %s %s" % (trace.stderr, written[:5]))


def check_images(mariner, folder):
    words = run([mariner, "asm", str(PROGRAM), "--format", "hex", *MACHINE], folder).stdout.split()
    for name, wanted in [("logisim", ["v2.0 raw", *words]),
                         ("coe", ["memory_initialization_radix=16;", "memory_initialization_vector=",
                                  *[word + "," for word in words[:-1]], words[-1] + ";"]),
                         ("readmemh", ["@0", *words])]:
        made = run([mariner, "asm", str(PROGRAM), "--format", name, *MACHINE], folder).stdout
        found = [line for line in made.splitlines() if not line.startswith((";", "//"))]
        expect(found == wanted, "%s: %s" % (name, made[:200]))


def main():
    mariner = str(pathlib.Path(sys.argv[1]).resolve())
    if not shutil.which("iverilog"):
        print("there is no iverilog: tools/setup --for-tests installs it")
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = run([mariner, "asm", str(PROGRAM), "--format", "readmemh", "-o", "code.txt", *MACHINE], folder)
        expect(made.returncode == 0, made.stderr)
        check_forms(mariner, folder, check_processor(mariner, folder))
        check_images(mariner, folder)
    for failure in failures:
        print("FAILED: " + failure)
    print("%d passed, %d failed" % (passed, len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
