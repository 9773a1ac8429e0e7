#!/usr/bin/env python3
"""The pipeline and the predictors against models of their own, written from the rules in docs/tools.md.

    tests/tools/pipeline.py [--count N] [--seed N] COMMAND...

COMMAND (say: build/release/mariner run) runs the rules' worked examples, then N random programs under random parameters;
what was executed is read from --trace. Ends with "N passed, N failed".
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BASE = 0x00400000

# program, options, memory words, [(specification, executed, cycles, data stalls, control stalls)]
EXAMPLES = [
    ("add $t0,$t1,$t2\nsub $t3,$t0,$t4\nand $t5,$t0,$t3\nor $t6,$t3,$t5\n", [],
     [("forwarding=no", 4, 14, 6, 0), ("forwarding=yes", 4, 8, 0, 0)]),
    ("lw $t0,0($gp)\nlw $t1,4($gp)\naddu $t2,$t0,$t1\nsw $t2,8($gp)\n", [],
     [("forwarding=no", 4, 12, 4, 0), ("forwarding=yes", 4, 9, 1, 0)]),
    ("addiu $t0,$zero,3\nL: addiu $t0,$t0,-1\nbne $t0,$zero,L\nor $t1,$t0,$zero\n", [],
     [("", 8, 17, 3, 2), ("branch=ex", 8, 16, 0, 4), ("forwarding=no", 8, 22, 8, 2)]),
    ("jal f\naddiu $a0,$zero,5\naddu $s0,$v0,$zero\nj e\nnop\nf: addu $v0,$a0,$a0\njr $ra\naddiu $v0,$v0,1\ne:\n", ["--delayed-branching"],
     [("", 8, 12, 0, 0), ("branch=ex", 8, 13, 0, 1), ("forwarding=no", 8, 17, 5, 0)]),
    ("L: lw $t1,0($gp)\nbeq $t1,$zero,E\naddiu $gp,$gp,4\nj L\nE: addu $v0,$gp,$zero\n.data 0x10008000\n.word 1,0\n", [],
     [("", 7, 17, 4, 2), ("predict=stall", 7, 18, 4, 3), ("branch=ex", 7, 16, 2, 3), ("branch=mem", 7, 17, 2, 4)]),
]

REGISTERS = ["$t%d" % i for i in range(6)] + ["$zero"]


class Line:
    """One instruction as the model knows it."""

    def __init__(self, text, reads=(), writes=(), load=False, transfer=None):
        self.text, self.load, self.transfer = text, load, transfer
        self.reads = {r for r in reads if r != "$zero"}
        self.writes = {r for r in writes if r != "$zero"}


def random_line(rng, others):
    a, b, c = (rng.choice(REGISTERS) for _ in range(3))
    kind = rng.randrange(16)
    if kind < 4:
        return Line("%s %s,%s,%s" % (rng.choice(["addu", "xor", "slt"]), a, b, c), [b, c], [a])
    if kind < 6:
        return Line("addiu %s,%s,%d" % (a, b, rng.randrange(-9, 9)), [b], [a])
    if kind == 6:
        return Line("lw %s,%d($gp)" % (a, 4 * rng.randrange(8)), ["$gp"], [a], load=True)
    if kind == 7:
        return Line("sw %s,%d($gp)" % (a, 4 * rng.randrange(8)), [a, "$gp"])
    if kind == 8:
        return Line("mult %s,%s" % (a, b), [a, b], ["hi", "lo"])
    if kind == 9:
        half = rng.choice(["lo", "hi"])
        return Line("mf%s %s" % (half, a), [half], [a])
    if kind == 10:
        return Line("mtc1 %s,$f2" % a, [a], ["$f2"])
    if kind == 11:
        return Line("c.eq.s $f2,$f4", ["$f2", "$f4"], ["cc"])
    if kind == 12:
        return Line("lwc1 $f4,%d($gp)" % (4 * rng.randrange(8)), ["$gp"], ["$f4"], load=True)
    where = others[rng.randrange(len(others))]
    if kind == 13:
        return Line("bc1%s %s" % (rng.choice("tf"), where), ["cc"], transfer="branch")
    if kind == 14:
        return Line("j " + where, transfer="jump")
    return Line("%s %s,%s,%s" % (rng.choice(["beq", "bne"]), a, b, where), [a, b], transfer="branch")


def random_program(rng):
    """Blocks that jump forwards, in loops that count down."""
    lines, labels = [], {}
    count = rng.randrange(4, 9)
    for block in range(count):
        labels[len(lines)] = "b%d" % block
        forwards = ["b%d" % later for later in range(block + 1, count)] + ["end"]
        for _ in range(rng.randrange(1, 8)):
            lines.append(random_line(rng, forwards))
        lines.append(Line("addiu $t5,$t5,1", ["$t5"], ["$t5"]))  # no branch leads to the next instruction
        if rng.random() < 0.2:
            lines.append(Line("jal f", [], ["$ra"], transfer="jump"))
    labels[len(lines)] = "end"
    lines += [Line("addiu $s7,$s7,-1", ["$s7"], ["$s7"]), Line("bgtz $s7,b0", ["$s7"], transfer="branch"),
              Line("addiu $v0,$zero,10", [], ["$v0"]),
              Line("syscall", ["$v0", "$a0", "$a1", "$a2", "$a3"], ["$v0"])]
    labels[len(lines)] = "f"
    lines += [Line("addu $v0,$t0,$t0", ["$t0"], ["$v0"]), Line("jr $ra", ["$ra"], transfer="register")]
    start = [Line("addiu $s7,$zero,%d" % rng.randrange(1, 6), [], ["$s7"])]
    text = start[0].text + "\n"
    for i, line in enumerate(lines):
        text += ("%s: " % labels[i] if i in labels else "") + line.text + "\n"
    return text, start + lines


class Model:
    """Cycle numbers by the rules; forwarding, branch and predict in the words of the command."""

    def __init__(self, forwarding, branch, predict, slots):
        self.forwarding, self.branch, self.predict, self.slots = forwarding == "yes", branch, predict, slots

    def earliest(self, line, writers, decode):
        x = decode + 1
        in_decode = self.branch == "id" and line.transfer in ("branch", "register")
        for register in line.reads:
            if register not in writers:
                continue
            at, was_load = writers[register]
            gap = 3 if not self.forwarding else (2 if was_load else 1) + in_decode
            x = max(x, at + gap)
        return x

    def redirect(self, line, taken, x):
        resolved = x + {"id": -1, "ex": 0, "mem": 1}[self.branch]
        if line.transfer == "jump":
            return x - 1
        if line.transfer == "register":
            return resolved
        if line.transfer != "branch":
            return None
        if self.predict == "not-taken":
            return resolved if taken else None
        if self.predict == "taken" and taken:
            return x - 1
        return resolved

    def run(self, executed):
        """executed: (line, taken) in order -> instructions, cycles, data stalls, control stalls"""
        writers, data, control = {}, 0, 0
        pending = {}  # by the index of the instruction that has to wait for its fetch
        fetch, decode, x = 1, 2, 0
        for i, (line, taken) in enumerate(executed):
            if i > 0:
                fetch = max(decode, pending[i] + 1) if i in pending else decode
                before = x
                decode = max(fetch + 1, x)
                control += decode - before
            x = self.earliest(line, writers, decode)
            data += x - decode - 1
            at = self.redirect(line, taken, x)
            if at is not None:
                pending[i + (2 if self.slots else 1)] = at
            for register in line.writes:
                writers[register] = (x, line.load)
        return len(executed), x + 2, data, control


def predicted(kind, entries, history, branches):
    """branches: (address, backwards, taken) -> how many were foretold"""
    table = [0 if kind == "one-bit" else 1] * entries
    past, right = 0, 0
    for address, backwards, taken in branches:
        index = ((address // 4) ^ (past if kind == "gshare" else 0)) % entries
        guess = {"never": False, "always": True, "backwards": backwards, "one-bit": table[index] == 1}.get(kind, table[index] >= 2)
        right += guess == taken
        table[index] = min(1 if kind == "one-bit" else 3, table[index] + 1) if taken else max(0, table[index] - 1)
        past = (past * 2 + taken) % (1 << history)
    return right


def run(command, folder, text, specifications, options=()):
    (folder / "p.asm").write_text(text)
    tools = [word for specification in specifications for word in ("--tool", specification)]
    done = subprocess.run([*command, "p.asm", *tools, *options, "--json", "o.json", "--trace", "t", "--explain=off"],
                          cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    trace = [int(match, 16) for match in re.findall(r"^@0x([0-9a-f]{8}):", (folder / "t").read_text(), re.M)]
    report = json.loads((folder / "o.json").read_text())
    alone = subprocess.run([*command, "p.asm", *options, "--json", "alone.json", "--explain=off"], cwd=folder, check=False)
    without = json.loads((folder / "alone.json").read_text())
    if alone.returncode != 0 or any(report[key] != without[key] for key in ("steps", "registers", "output", "ending")):
        raise RuntimeError("the tools have changed the run of\n" + text)
    return report["tools"], trace


KEYS = ["instructions", "cycles", "data_stalls", "control_stalls"]


def check_examples(command, folder):
    for text, options, rows in EXAMPLES:
        reports, _ = run(command, folder, text, ["pipeline:" + row[0] if row[0] else "pipeline" for row in rows], options)
        for (specification, *wanted), report in zip(rows, reports):
            got = [report[key] for key in KEYS]
            yield got == wanted, "example %r, %s: %s wanted, %s found" % (text[:20], specification, wanted, got)


def check_random(command, folder, rng):
    text, lines = random_program(rng)
    slots = rng.random() < 0.3
    choices = [(rng.choice(["yes", "no"]), rng.choice(["id", "ex", "mem"]), rng.choice(["not-taken", "stall", "taken"])) for _ in range(3)]
    predictors = [(kind, rng.choice([1, 2, 16, 100]), rng.randrange(1, 6))
                  for kind in ("never", "always", "backwards", "one-bit", "two-bit", "gshare")]
    specifications = ["pipeline:forwarding=%s,branch=%s,predict=%s" % choice for choice in choices]
    specifications += ["predict:kind=%s,entries=%d,history=%d" % predictor for predictor in predictors]
    if slots:  # a transfer in a slot is nobody's business
        lines = [line for old in lines for line in ([old, Line("nop")] if old.transfer else [old])]
        text = re.sub(r"^((?:\w+: )?(?:b\w+|bc1[tf]|j|jal|jr) .*)$", r"\1\nnop", text, flags=re.M)
    reports, trace = run(command, folder, text + "\n.data\n.space 0x9000\n", specifications, ["--delayed-branching"] if slots else [])
    executed, branches = [], []
    for i, address in enumerate(trace):
        line = lines[(address - BASE) // 4]
        behind = i + (2 if slots else 1)
        taken = line.transfer == "branch" and behind < len(trace) and trace[behind] != address + 4 * (behind - i)
        executed.append((line, taken))
        if line.transfer == "branch":
            target = line.text.split(",")[-1].split()[-1]
            branches.append((address, target == "b0" and "bgtz" in line.text, taken))
    for choice, report in zip(choices, reports):
        wanted = list(Model(*choice, slots).run(executed))
        got = [report[key] for key in KEYS]
        yield got == wanted, "%s, slots %s: %s wanted, %s found in\n%s" % (choice, slots, wanted, got, text)
    for predictor, report in zip(predictors, reports[3:]):
        wanted = [len(branches), predicted(*predictor, branches)]
        got = [report["branches"], report["correct"]]
        yield got == wanted, "%s: %s wanted, %s found in\n%s" % (predictor, wanted, got, text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = [str(pathlib.Path(options.command[0]).resolve()), *options.command[1:]]
    print("seed", options.seed)
    passed = failed = 0
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        rounds = [check_examples(command, pathlib.Path(folder))]
        rounds += [check_random(command, pathlib.Path(folder), rng) for _ in range(options.count)]
        for checks in rounds:
            for is_right, message in checks:
                passed += is_right
                failed += not is_right
                if not is_right and failed < 5:
                    print("FAILED: " + message)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
