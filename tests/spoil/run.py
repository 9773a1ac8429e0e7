#!/usr/bin/env python3
"""Whether the tests of the engines notice when an engine is wrong.

    tests/spoil/run.py [--count N | --all] [--seed N] [--only REGEX] [--jobs N]

Builds the engines with the optimised flags in build/spoil (MARINER_SPOIL=ON), draws N alterations (50 unless told),
each of one handler of the fast core, of one compiled form (a result with another bit, a register too many, a branch
the wrong way, a step that isn't counted, a step left to the checked core) or of one micro-operation as it is lowered. The tests have to fail with each. Prints the
seed, so that a run can be repeated; `build/spoil/tests/engines/spoil_list` names all alterations. Ends with "N passed,
N failed".
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build/spoil"
OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", "-DMARINER_TESTS=OFF", "-DMARINER_LTO=OFF", "-DMARINER_WINDOW=OFF",
           "-DMARINER_SPOIL=ON"]
TESTS = BUILD / "tests/engines"
PATIENCE = 300  # seconds; an engine that never ends is noticed too
# Most are noticed by these at once; the others are run if these notice nothing.
FIRST = {"handler": ("execute_tests", "FastHandlers.*"), "compiled": ("backend_x86_tests", "AllRows/*"),
         "lowered": ("backend_x86_tests", "AllRows/*/{row}")}

# A wrong bit 0 (or sign, of floating point) of these changes nothing, whatever the operands are. They aren't drawn.
NEVER_SEEN = {
    r"lowered (bgez|bgezal|bltz|bltzal) 0 get": "only the sign of the register is read",
    r"lowered lwr 7 get": "its lowest byte is always replaced",
    r"lowered swl (8|17|26) get": "the lowest byte is shifted out",
    r"lowered swr (14|23|32|48|57) get": "the lowest byte is shifted out",
    r"lowered abs_[sd] 0 get": "the sign, which is cleared",
}


def build(jobs):
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "stdin": subprocess.DEVNULL}
    for command in (["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(BUILD), *OPTIONS],
                    ["cmake", "--build", str(BUILD), "--target", "engine_tests", "-j", str(jobs)]):
        done = subprocess.run(command, check=False, **quiet)
        if done.returncode != 0:
            print(done.stdout[-6000:])
            print("0 passed, 1 failed")
            sys.exit(1)


def runs(number, program, test_filter="*"):
    """The first test that fails with this alteration, or None if all pass. `number` None: nothing is altered."""
    environment = {name: value for name, value in os.environ.items() if name != "MARINER_SPOIL"}
    if number is not None:
        environment["MARINER_SPOIL"] = str(number)
    command = [str(TESTS / program), "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + test_filter]
    try:
        done = subprocess.run(command, env=environment, timeout=PATIENCE, capture_output=True, text=True, check=False,
                              errors="replace", stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "never ended"
    if done.returncode == 0:
        return None
    failed = re.search(r"^\[  FAILED  \] ([^\s,]+)", done.stdout, re.M)
    return failed[1] if failed else "ended by signal %d" % -done.returncode


def noticed_by(number, name):
    program, test_filter = FIRST[name.split()[0]]
    return runs(number, program, test_filter.format(row=name.split()[1])) or runs(number, "execute_tests") or runs(number, "backend_x86_tests")


def draw(every, count, chance):
    """As many compiled forms as single handlers as fused ones: drawn from all, nearly all would be fused."""
    kinds = {}
    for number, name in every:
        kinds.setdefault(name.split()[0] + " fused" * ("+" in name.split()[1]), []).append((number, name))
    piles = [chance.sample(pile, len(pile)) for pile in kinds.values()]
    drawn = []
    while len(drawn) < count and any(piles):
        drawn += [pile.pop() for pile in piles if pile]
    return drawn[:count]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--all", action="store_true", help="every alteration there is")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", default="", help="those whose names match")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    build(options.jobs)

    listed = subprocess.run([str(TESTS / "spoil_list")], capture_output=True, text=True, check=True).stdout
    every = [tuple(line.split("\t")) for line in listed.splitlines()]
    every = [(number, name) for number, name in every if re.search(options.only, name)]
    trusted = [(number, name) for number, name in every if not any(re.match(one, name) for one in NEVER_SEEN)]
    print("%d that nobody can see are left out" % (len(every) - len(trusted)), flush=True)
    every = trusted
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    drawn = every if options.all else draw(every, options.count, random.Random(seed))
    print("%d of %d alterations, seed %d" % (len(drawn), len(every), seed), flush=True)

    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for fault in pool.map(lambda program: runs(None, program), ("execute_tests", "backend_x86_tests")):
            if fault:
                print("FAILED: with nothing altered, %s fails" % fault)
                failed += 1
            else:
                passed += 1
        found = pool.map(lambda one: noticed_by(*one), drawn)
        for (number, name), test in zip(drawn, found):
            if test:
                passed += 1
                if not options.all:
                    print("%s: %s" % (name, test), flush=True)
            else:
                failed += 1
                print("FAILED: nobody noticed %s (MARINER_SPOIL=%s)" % (name, number), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
