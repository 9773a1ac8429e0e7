"""A rubric from a solution, and what a rubric doesn't notice: grade init and grade mutate. Used by run.py."""
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


TESTS = [test_init, test_samples, test_hostile_solutions, test_mutate]
