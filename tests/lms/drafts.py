"""A rubric from a solution, and what a rubric doesn't notice: grade init and grade mutate. Used by run.py."""
import pathlib
import re
import shutil

GRADE = """# prints the grade of a number of points
main:   li   $v0, 5
        syscall
        move $t0, $v0
        bltz $t0, wrong
        bgt  $t0, 100, wrong
        li   $a0, 'F'
        blt  $t0, 60, print
        li   $a0, 'D'
        blt  $t0, 70, print
        li   $a0, 'A'
print:  li   $v0, 11
        syscall
        li   $v0, 10
        syscall
wrong:  li   $a0, '?'
        j    print
        li   $a0, 'x'           # nobody comes here
"""

ROUTINES = """        .data
msg:    .asciiz "sum: "
arr:    .word 4, 5, 6
        .text
        .globl main, strlen, upper, max, copy, ask, stuck
main:   la   $a0, arr
        li   $a1, 3
        jal  sum
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
sum:    li   $v0, 0
next:   blez $a1, summed
        lw   $t0, 0($a0)
        add  $v0, $v0, $t0
        addi $a0, $a0, 4
        addi $a1, $a1, -1
        j    next
summed: jr   $ra
strlen: li   $v0, 0
more:   lb   $t0, 0($a0)
        beqz $t0, ended
        addi $v0, $v0, 1
        addi $a0, $a0, 1
        j    more
ended:  jr   $ra
upper:  lb   $t0, 0($a0)
        beqz $t0, done
        blt  $t0, 'a', kept
        bgt  $t0, 'z', kept
        addi $t0, $t0, -32
        sb   $t0, 0($a0)
kept:   addi $a0, $a0, 1
        j    upper
done:   jr   $ra
max:    move $v0, $a0
        bge  $a0, $a1, first
        move $v0, $a1
        move $s0, $a1
first:  jr   $ra
copy:   lb   $t0, 0($a1)
        sb   $t0, 0($a0)
        addi $a0, $a0, 1
        addi $a1, $a1, 1
        bnez $t0, copy
        jr   $ra
ask:    li   $v0, 5
        syscall
        add  $v0, $v0, $a0
        jr   $ra
stuck:  j    stuck
"""


def test_init(bench):
    check = bench.checks.check
    (bench.folder / "my solution.asm").write_text(GRADE)
    done = bench.grade("init", "my solution.asm")
    rubric = bench.folder / "my solution.toml"
    check(done.returncode == 0 and rubric.exists(), "init", done.stderr)
    check("not covered: line 18" in done.stderr and done.stderr.count("not covered") == 1, "init says what isn't covered", done.stderr)
    text = rubric.read_text()
    check(text.count("[[case]]") >= 4 and "# No input was found for:" in text, "the rubric", text)
    results = bench.results("the solution passes its rubric", rubric, "my solution.asm")
    check([c["verdict"] for s in results["submissions"] for c in s["cases"]] == ["passed"] * text.count("\n[[case]]"), "all pass", results)
    done = bench.grade("init", "my solution.asm")
    check(done.returncode == 73 and "is there already" in done.stderr and rubric.read_text() == text, "init overwrites nothing", done.stderr)
    done = bench.grade("init", "my solution.asm", "--out", "again.toml")
    check((bench.folder / "again.toml").read_text() == text.replace('title = "my solution"', 'title = "my solution"'), "init again: the same bytes")
    done = bench.grade("mutate", "my solution.toml", "my solution.asm")
    check(done.returncode in (0, 1) and "faults are noticed" in done.stdout, "mutate the draft", done.stdout + done.stderr)


def test_routines(bench):
    """Real cases: values from the solution's own calls; and what is left out is told."""
    check = bench.checks.check
    (bench.folder / "r.asm").write_text(ROUTINES)
    done = bench.grade("init", "r.asm")
    text = (bench.folder / "r.toml").read_text()
    check(done.returncode == 0 and "not covered: line 53" in done.stderr and done.stderr.count("not covered") == 1, "routines are covered", done.stderr)
    for line in ("arguments = [[3, 1, 2], 3]\nreturns = 6", 'arguments = ["a"]\nreturns = 1', '{ text = "Hello, World", after = { text = "HELLO, WORLD" } }',
                 '{ space = 64, after = { text = "abc" } }, "abc"', "arguments = [0, 1]\nreturns = 1\nkeeps_saved_registers = false", 'input = "3\\u000a"\n[case.call]\nlabel = "ask"',
                 "# stuck can't be called by itself"):
        check(line in text, "a routine's case: " + line, text)
    results = bench.results("the solution passes them", "r.toml", "r.asm")
    check({c["verdict"] for s in results["submissions"] for c in s["cases"]} == {"passed"}, "all pass", results)
    done = bench.grade("mutate", "r.toml", "r.asm")
    told = done.stdout.split()
    check(done.returncode == 0 and int(told[-6]) >= 0.75 * int(told[-4]), "faults in routines are noticed", done.stdout)
    (bench.folder / "weak.toml").write_text('[[case]]\nname = "a"\nexpect = { output = "15" }\n')
    done = bench.grade("mutate", "weak.toml", "r.asm")
    check(done.returncode == 1 and 'no case notices; calling upper("' in done.stdout, "mutate names a call", done.stdout)


PALINDROME = """        .data
buffer: .space 64
yes:    .asciiz "palindrome"
no:     .asciiz "no"
        .text
main:   li   $v0, 8
        la   $a0, buffer
        li   $a1, 64
        syscall
        la   $t0, buffer
        move $t1, $t0
end:    lbu  $t2, 0($t1)
        beqz $t2, found
        beq  $t2, 10, found
        addi $t1, $t1, 1
        b    end
found:  addi $t1, $t1, -1
check:  bge  $t0, $t1, same
        lbu  $t2, 0($t0)
        lbu  $t3, 0($t1)
        blt  $t2, 'A', left
        bgt  $t2, 'Z', left
        addi $t2, $t2, 32
left:   blt  $t3, 'A', right
        bgt  $t3, 'Z', right
        addi $t3, $t3, 32
right:  bne  $t2, $t3, other
        addi $t0, $t0, 1
        addi $t1, $t1, -1
        b    check
same:   la   $a0, yes
        b    print
other:  la   $a0, no
print:  li   $v0, 4
        syscall
        li   $v0, 17
        li   $a0, 0
        syscall
"""

COUNTER = """        .data
name:   .asciiz "in.txt"
out:    .asciiz "out.txt"
buffer: .space 64
        .text
main:   li   $v0, 13
        la   $a0, name
        li   $a1, 0
        syscall
        bltz $v0, absent
        move $s0, $v0
        li   $s1, 0
again:  li   $v0, 14
        move $a0, $s0
        la   $a1, buffer
        li   $a2, 64
        syscall
        blez $v0, done
        la   $t0, buffer
        add  $t1, $t0, $v0
count:  bge  $t0, $t1, again
        lbu  $t2, 0($t0)
        bne  $t2, 10, next
        addi $s1, $s1, 1
next:   addi $t0, $t0, 1
        b    count
done:   li   $v0, 13
        la   $a0, out
        li   $a1, 1
        syscall
        move $a0, $v0
        addi $s1, $s1, '0'
        sb   $s1, buffer
        li   $v0, 15
        la   $a1, buffer
        li   $a2, 1
        syscall
        li   $v0, 10
        syscall
absent: li   $a0, '?'
        li   $v0, 11
        syscall
        li   $v0, 10
        syscall
"""

DEGREES = """        .data
scale:  .float 1.8
base:   .float 32.0
        .text
main:   li   $v0, 6
        syscall
        l.s  $f1, scale
        mul.s $f2, $f0, $f1
        l.s  $f1, base
        add.s $f12, $f2, $f1
        li   $v0, 2
        syscall
        mtc1 $zero, $f3
        c.lt.s $f12, $f3
        bc1f warm
        li   $a0, '!'
        li   $v0, 11
        syscall
warm:   li   $v0, 10
        syscall
"""


def test_kinds(bench):
    """Texts whose letters matter, files, floats: every line and branch, and nearly every fault is noticed."""
    check = bench.checks.check
    for name, text, words, least in ("palindrome", PALINDROME, "exit_status = 0", 0.8), ("counter", COUNTER, 'files = { "in.txt" = ', 0.75), \
            ("degrees", DEGREES, "input = ", 0.75):
        (bench.folder / (name + ".asm")).write_text(text)
        done = bench.grade("init", name + ".asm")
        check(done.returncode == 0 and "not covered" not in done.stderr, name + ": everything is covered", done.stderr)
        check(words in (bench.folder / (name + ".toml")).read_text(), name + ": its cases", (bench.folder / (name + ".toml")).read_text())
        results = bench.results(name, name + ".toml", name + ".asm")
        check({c["verdict"] for s in results["submissions"] for c in s["cases"]} == {"passed"}, name + " passes", results)
        done = bench.grade("mutate", name + ".toml", name + ".asm")
        told = done.stdout.split()
        check(int(told[-4]) > 3 and int(told[-6]) >= least * int(told[-4]), name + ": faults are noticed", done.stdout)
    check('files = { "out.txt" = "' in (bench.folder / "counter.toml").read_text(), "what is written is expected", (bench.folder / "counter.toml").read_text())
    (bench.folder / "weak.toml").write_text('[[case]]\nname = "a"\nfiles = { "in.txt" = "ab\\n\\n" }\nexpect = { files = { "out.txt" = "2" } }\n')
    done = bench.grade("mutate", "weak.toml", "counter.asm")
    check(done.returncode == 1 and ", where 'in.txt' holds '" in done.stdout, "mutate names a file", done.stdout)


def test_board(bench):
    """A game's board by its meaning, and what the display shows."""
    check = bench.checks.check
    asm = pathlib.Path(__file__).resolve().parents[2] / "asm/bitmap/bitmap.asm"
    shutil.copy(asm, bench.folder / "game.asm")
    (bench.folder / "for class").mkdir()
    done = bench.grade("init", "game.asm", "--out", "for class/my game.toml")
    text = (bench.folder / "for class/my game.toml").read_text() if done.returncode == 0 else done.stderr
    check('label = "int_arr"\nlayout = "rows-bottom"\ncell = 4' in text and "all_lines = true" in text, "the board", text)
    pictures = sorted(path.name for path in (bench.folder / "for class").glob("*.png"))
    check(pictures and 'base = 0x10040000, columns = 64, rows = 64, file = "%s"' % pictures[0] in text, "pictures", (pictures, text))
    results = bench.results("the game passes", "for class/my game.toml", "game.asm")
    check({c["verdict"] for s in results["submissions"] for c in s["cases"]} == {"passed"}, "the game passes all", results)
    wrong = re.sub(r"(?i)0x(00)?ff", "0xfe", asm.read_text())
    (bench.folder / "wrong.asm").write_text(wrong)
    results = bench.results("other colours", "for class/my game.toml", "wrong.asm")
    check(wrong != asm.read_text() and "failed" in {c["verdict"] for s in results["submissions"] for c in s["cases"]}, "other colours are noticed", results)


def test_samples(bench):
    """What only a sample leads to."""
    (bench.folder / "s.asm").write_text("li $v0, 5\nsyscall\nli $t1, 77\nmul $t1, $t1, 7907\nbne $v0, $t1, end\nli $a0, '!'\nli $v0, 11\nsyscall\n"
                                        "end: li $v0, 10\nsyscall\n")
    samples = bench.folder / "samples"
    samples.mkdir()
    (samples / "a.txt").write_text("1\n")
    (samples / "b.txt").write_text("%d\n" % (77 * 7907))
    done = bench.grade("init", "s.asm", samples, "--out", "with.toml")
    bench.checks.check('output = "!"' in (bench.folder / "with.toml").read_text(), "samples", done.stderr)
    done = bench.grade("init", "s.asm", "nowhere", "--out", "none.toml")
    bench.checks.check(done.returncode == 66 and not (bench.folder / "none.toml").exists(), "samples that aren't there", done.stderr)


def test_hostile_solutions(bench):
    """Endless, flooding, crashing, random, no text: an answer in bounded time, and no case that the solution fails."""
    programs = {"endless": "here: j here\n", "flood": "here: li $v0, 11\nli $a0, 'x'\nsyscall\nj here\n", "crash": "lw $t0, 0($zero)\n",
                "bytes": "li $v0, 11\nli $a0, 200\nsyscall\nli $v0, 10\nsyscall\n", "clock": "li $v0, 30\nsyscall\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
                "wrong": "nonsense\n", "empty": ""}
    for name, text in programs.items():
        (bench.folder / (name + ".asm")).write_text(text)
        done = bench.grade("init", name + ".asm")
        rubric = bench.folder / (name + ".toml")
        bench.checks.check(done.returncode in (0, 1, 65), "init, " + name, (done.returncode, done.stderr))
        if rubric.exists() and "[[case]]" in rubric.read_text():
            results = bench.results(name + " passes", rubric, name + ".asm")
            bench.checks.check(all(c["verdict"] == "passed" for c in results["submissions"][0]["cases"]), name + " passes its rubric", results)


def test_mutate(bench):
    check = bench.checks.check
    (bench.folder / "s.asm").write_text(GRADE)
    (bench.folder / "weak.toml").write_text('[[case]]\nname = "a"\ninput = "95\\n"\nexpect = { output = "A" }\n')
    done = bench.grade("mutate", "weak.toml", "s.asm")
    check(done.returncode == 1, "mutate: something is missed", (done.returncode, done.stdout, done.stderr))
    check("line 8: blt became ble\n    no case notices; typing '60" in done.stdout, "mutate names the input", done.stdout)
    again = bench.grade("mutate", "weak.toml", "s.asm")
    check(again.stdout == done.stdout, "mutate again says the same")
    (bench.folder / "s2.asm").write_text("li $v0, 10\nsyscall\n")
    done = bench.grade("mutate", "weak.toml", "s2.asm")
    check(done.returncode == 65 and "does not pass" in done.stderr, "a solution that doesn't pass", done.stderr)
    shutil.copy(bench.folder / "s.asm", bench.folder / "s3.asm")
    done = bench.grade("mutate", "nowhere.toml", "s3.asm")
    check(done.returncode == 66, "no rubric", done.stderr)


TESTS = [test_init, test_routines, test_kinds, test_board, test_samples, test_hostile_solutions, test_mutate]
