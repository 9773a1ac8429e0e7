#!/usr/bin/env python3
"""Random integer and floating-point programs, run by mariner and by qemu-mipsel, must leave the same registers.

    tests/differential/qemu_random.py [--programs N] [--seed S] [--engine fast|checked] MARINER

All programs go into one source, written twice: in MARS's dialect, and for GNU as with Linux's system calls. Each takes its
registers from a table, executes some 25 random instructions without branches, and puts its registers into another table,
which is written out at the end and compared program by program. Left out is what MIPS32 leaves open or MARS does
differently on purpose (docs/reference): HI and LO after mul, division by zero, NaN payloads, cvt.w of fractions and of
numbers too large, traps. Says why, and succeeds, when the tools are not installed.
"""
import argparse
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

WORK = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25]  # registers that programs use
FLOATS = 32
RECORD = 4 * (len(WORK) + 2 + FLOATS)  # registers, HI, LO, results of floating-point operations
EDGES = [0, 1, 2, 31, 32, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF, 0xFFFF8000, 0x8000, 0xFFFF, 0xAAAAAAAA]
SINGLES = [0, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 1, 0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x4EFFFFFF,
           0xCF000000, 0x3F000000, 0x3FC00000, 0x40200000, 0xC0200000, 0x4B000001, 0x34000000]
DOUBLES = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 2147483646.5, -2147483647.5, 1e300, -1e-300, 5e-324, 1e-310, 3.4e38,
           1e-45, 0.1, 16777217.0, 1 / 3, float("inf"), float("-inf")]

RRR = "addu subu and or xor nor slt sltu movn movz sllv srlv srav".split()
SHIFTS = "sll srl sra".split()
SIGNED = "addiu slti sltiu".split()
UNSIGNED = "andi ori xori".split()
HI_LO = "mult multu madd maddu msub msubu".split()
LOADS = {"lw": 4, "lh": 2, "lhu": 2, "lb": 1, "lbu": 1, "lwl": 1, "lwr": 1, "sw": 4, "sh": 2, "sb": 1, "swl": 1, "swr": 1}


class Program:
    """Lines in both dialects, and the initial registers."""

    def __init__(self, rng):
        self.rng, self.mars, self.gnu = rng, [], []
        self.start = [rng.choice(EDGES) if rng.random() < 0.5 else rng.getrandbits(32) for _ in range(len(WORK) + 2)]
        self.floats = 0

    def both(self, line, gnu=None):
        self.mars.append(line)
        self.gnu.append(gnu or line)

    def register(self):
        return "$%d" % self.rng.choice(WORK)

    def integer(self):
        rng, r = self.rng, self.register
        kind = rng.randrange(10)
        if kind < 3:
            self.both("%s %s, %s, %s" % (rng.choice(RRR), r(), r(), r()))
        elif kind == 3:
            op, source = rng.choice(SHIFTS + ["clz", "clo", "lui"]), r()
            if op == "lui":
                self.both("lui %s, %d" % (source, rng.getrandbits(16)))
            elif op in ("clz", "clo"):
                self.both("%s %s, %s" % (op, r(), source))
            else:
                self.both("%s %s, %s, %d" % (op, r(), source, rng.randrange(32)))
        elif kind == 4:
            self.both("%s %s, %s, %d" % (rng.choice(SIGNED), r(), r(), rng.randrange(-32768, 32768)))
        elif kind == 5:
            self.both("%s %s, %s, %d" % (rng.choice(UNSIGNED), r(), r(), rng.getrandbits(16)))
        elif kind == 6:
            self.both("%s %s, %s" % (rng.choice(HI_LO), r(), r()))
        elif kind == 7:
            self.divide_or_multiply()
        else:
            op = rng.choice(list(LOADS))
            self.both("%s %s, %d($18)" % (op, r(), rng.randrange(0, 64, LOADS[op])))

    def divide_or_multiply(self):
        rng, r = self.rng, self.register
        kind, a, b = rng.randrange(4), r(), r()
        if kind == 0:
            self.both("mul %s, %s, %s" % (r(), a, b))
            self.both("mthi %s" % a)
            self.both("mtlo %s" % b)
        elif kind == 1:
            op = rng.choice(["div", "divu"])
            self.both("ori %s, %s, 2" % (b, b))  # neither 0 nor -1
            self.both("sll %s, %s, 1" % (b, b))
            self.both("%s %s, %s" % (op, a, b), "%s $0, %s, %s" % (op, a, b))
        else:
            self.both("%s %s" % (rng.choice(["mfhi", "mflo", "mthi", "mtlo"]), a))

    def single(self):
        rng = self.rng
        bits = SINGLES[rng.randrange(len(SINGLES))] if rng.random() < 0.6 else rng.getrandbits(32)
        return bits if (bits & 0x7FFFFFFF) <= 0x7F800000 else bits & 0x007FFFFF

    def double(self):
        rng = self.rng
        value = rng.choice(DOUBLES) if rng.random() < 0.6 else rng.uniform(-4e9, 4e9) * 2.0 ** rng.randrange(-40, 3)
        return struct.unpack("<Q", struct.pack("<d", value))[0]

    def constant(self, register, bits):
        """Through $2 into a floating-point register: the same words in both dialects."""
        self.both("lui $2, %d" % (bits >> 16))
        self.both("ori $2, $2, %d" % (bits & 0xFFFF))
        self.both("mtc1 $2, $f%d" % register)

    def float(self):
        """One operation on fresh operands; its result goes to the table at once, so that no NaN flows on."""
        if self.floats + 2 > FLOATS:
            return
        rng = self.rng
        wide = rng.random() < 0.5
        for register in (4, 6):
            if wide:
                bits = self.double()
                self.constant(register, bits & 0xFFFFFFFF)
                self.constant(register + 1, bits >> 32)
            else:
                self.constant(register, self.single())
        self.operate(wide, "d" if wide else "s")

    def operate(self, wide, letter):
        rng = self.rng
        at = 4 * (len(WORK) + 2 + self.floats)
        kind = rng.randrange(10)
        result = 1
        if kind < 4:
            self.both("%s.%s $f0, $f4, $f6" % (rng.choice(["add", "sub", "mul", "div"]), letter))
            result = 2 if wide else 1
        elif kind == 4:
            self.both("%s.%s $f0, $f4" % (rng.choice(["abs", "neg", "mov", "sqrt"]), letter))
            result = 2 if wide else 1
        elif kind == 5:
            self.both("%s.w.%s $f0, $f4" % (rng.choice(["ceil", "floor", "round", "trunc"]), letter))
        elif kind == 6:
            self.both("cvt.s.d $f0, $f4" if wide else "cvt.d.s $f0, $f4")
            result = 1 if wide else 2
        elif kind == 7:
            self.both("mtc1 %s, $f4" % self.register())
            self.both("cvt.%s.w $f0, $f4" % letter)
            result = 2 if wide else 1
        else:
            flag, compare = rng.randrange(8), rng.choice(["eq", "lt", "le"])
            self.both("c.%s.%s %d, $f4, $f6" % (compare, letter, flag), "c.%s.%s $fcc%d, $f4, $f6" % (compare, letter, flag))
            move, to, source = rng.choice(["movt", "movf"]), self.register(), self.register()
            self.both("%s %s, %s, %d" % (move, to, source, flag), "%s %s, %s, $fcc%d" % (move, to, source, flag))
            return
        for word in range(result):
            self.both("swc1 $f%d, %d($17)" % (word, at + 4 * word))
        self.floats += result

    def generate(self):
        for i, register in enumerate(WORK):
            self.both("lw $%d, %d($16)" % (register, 4 * i))
        self.both("lw $1, %d($16)" % (4 * len(WORK)))
        self.both("mthi $1")
        self.both("lw $1, %d($16)" % (4 * len(WORK) + 4))
        self.both("mtlo $1")
        for _ in range(25):
            if self.rng.random() < 0.25:
                self.float()
            else:
                self.integer()
        for i, register in enumerate(WORK):
            self.both("sw $%d, %d($17)" % (register, 4 * i))
        for i, source in enumerate(("mfhi", "mflo")):
            self.both("%s $1" % source)
            self.both("sw $1, %d($17)" % (4 * (len(WORK) + i)))
        self.both("addiu $16, $16, %d" % (4 * len(self.start)))
        self.both("addiu $17, $17, %d" % RECORD)


def source(programs, dialect):
    gnu = dialect == "gnu"
    write = {"number": 4004, "exit": 4001} if gnu else {"number": 15, "exit": 17}
    head = [".set noreorder", ".set noat", ".globl __start", ".text", "__start:"] if gnu else [".text"]
    lines = head + ["la $16, start", "la $17, results", "la $18, scratch"]
    if gnu:
        lines.append(".set nomacro")
    for program in programs:
        lines += program.gnu if gnu else program.mars
    if gnu:
        lines.append(".set macro")
    lines += ["li $4, 1", "la $5, results", "li $6, %d" % (RECORD * len(programs)), "li $2, %d" % write["number"], "syscall",
              "li $4, 0", "li $2, %d" % write["exit"], "syscall"]
    lines += [".data", ".align 3", "start:"]
    lines += [".word " + ", ".join("0x%08x" % word for word in program.start) for program in programs]
    lines += ["scratch: .space 128", "results: .space %d" % (RECORD * len(programs))]
    return "\n".join(lines) + "\n"


def is_nan(words, at):
    """Whether this word is a NaN, or part of one (its neighbours tell)."""
    def single(word):
        return (word & 0x7FFFFFFF) > 0x7F800000
    return single(words[at]) or (at + 1 < len(words) and single(words[at + 1]))


def compare(programs, ours, theirs):
    """The numbers of the programs that differ."""
    different = []
    for number, program in enumerate(programs):
        a, b = (struct.unpack("<%dI" % (RECORD // 4), out[number * RECORD:(number + 1) * RECORD]) for out in (ours, theirs))
        first_float = len(WORK) + 2
        if any(x != y and not (i >= first_float and is_nan(a, i) and is_nan(b, i)) for i, (x, y) in enumerate(zip(a, b))):
            different.append((number, a, b))
    return different


def run(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit("%s: exit status %d\n%s" % (command[0], done.returncode, done.stderr.decode(errors="replace")[-2000:]))
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="fast")
    parser.add_argument("mariner")
    args = parser.parse_args()
    missing = [tool for tool in ("qemu-mipsel", "mipsel-linux-gnu-as", "mipsel-linux-gnu-ld") if not shutil.which(tool)]
    if missing:
        print("skipped: %s not installed" % ", ".join(missing))
        return
    rng = random.Random(args.seed)
    programs = [Program(rng) for _ in range(args.programs)]
    for program in programs:
        program.generate()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "mars.asm").write_text(source(programs, "mars"), encoding="ascii")
        (work / "gnu.s").write_text(source(programs, "gnu"), encoding="ascii")
        run(["mipsel-linux-gnu-as", "-mips32", "-o", str(work / "gnu.o"), str(work / "gnu.s")])
        run(["mipsel-linux-gnu-ld", "-o", str(work / "gnu"), str(work / "gnu.o")])
        theirs = run(["qemu-mipsel", str(work / "gnu")])
        ours = run([args.mariner, "run", "--engine", args.engine, str(work / "mars.asm")])
    if len(ours) != len(theirs) or len(theirs) != RECORD * len(programs):
        sys.exit("mariner wrote %d bytes, qemu %d, expected %d" % (len(ours), len(theirs), RECORD * len(programs)))
    different = compare(programs, ours, theirs)
    for number, a, b in different[:3]:
        print("program %d of seed %d differs" % (number, args.seed))
        names = ["$%d" % r for r in WORK] + ["hi", "lo"] + ["result %d" % i for i in range(FLOATS)]
        print("\n".join("  %s: mariner 0x%08x, qemu 0x%08x" % (n, x, y) for n, x, y in zip(names, a, b) if x != y))
        print("\n".join("    " + line for line in programs[number].mars))
    print("%d programs, %d instructions: %d differ" %
          (len(programs), sum(len(p.mars) for p in programs), len(different)))
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
