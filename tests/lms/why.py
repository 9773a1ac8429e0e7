"""What a student reads about what went wrong. Used by run.py."""
SOLUTION = ("li $s0, 0\nnext: li $v0, 5\nsyscall\nadd $s0, $s0, $v0\nbnez $v0, next\nmove $a0, $s0\nli $v0, 1\nsyscall\n"
            "li $v0, 10\nsyscall\n")
RUBRIC = """[self_test]
reference = "solution.asm"
[[case]]
name = "a sum"
input = "5\\n7\\n-3\\n12\\n0\\n"
expect = { output = "21" }
[[case]]
name = "secret"
visibility = "%s"
input = "4711\\n-815\\n12\\n0\\n"
expect = { output = "3908" }
"""


def test_why(bench):
    check = bench.checks.check
    (bench.folder / "solution.asm").write_text(SOLUTION)
    programs = {"ada/hw.asm": SOLUTION, "ben/hw.asm": SOLUTION.replace("add $s0", "bltz $v0, next\nadd $s0"), "cid/hw.asm": "lw $t0, 0($t2)\n"}
    tree = bench.tree("class", {name: text.encode() for name, text in programs.items()})
    for visibility in "hidden", "after_due_date":
        (bench.folder / "hw.toml").write_text(RUBRIC % visibility)
        out = bench.folder / visibility
        done = bench.grade("hw.toml", tree, "--out", out, "-q")
        pages = {path.stem: path.read_text() for path in (out / "students").iterdir()}
        check(done.returncode == 0 and len(pages) == 3, "why: pages", done.stderr)
        check("Less to type, and wrong all the same:</p><pre>-3\n0\n" in pages["ben"], "ben's page shows a shorter input", pages["ben"])
        check("Less to type" not in pages["ada"], "ada's page doesn't")
        check("no instruction wrote $t2" in pages["cid"], "cid's page explains the crash by the checks", pages["cid"])
        told = "".join(pages.values()) + (out / "junit.xml").read_text() + ((out / "results.json").read_text() if visibility == "hidden" else "")
        check("4711" not in told and "815" not in told and "3908" not in told, visibility + " stays so")
    (bench.folder / "solution.asm").unlink()
    results = bench.results("without the solution", "hw.toml", tree)
    check(all("shorter" not in case for s in results["submissions"] for case in s["cases"]), "without the solution nothing is shrunk")


WRITERS = """.data
a: .word 1, 2, 3
s: .asciiz "sum "
.text
main: li $s0, 4
addi $s0, $s0, 2
la $t0, a
sw $s0, 8($t0)
la $a0, s
li $v0, 4
syscall
move $a0, $s0
li $v0, 1
syscall
lui $t1, 0x1004
sw $s0, 4($t1)
li $v0, 10
syscall
f: add $v0, $a0, $a0
jr $ra
"""
WRITER_CASES = """[[case]]
name = "registers"
expect = { registers = { "$s0" = 5, "$t9" = 4 } }
[[case]]
name = "memory"
expect = { memory = [{ label = "a", words = [1, 2, 9] }] }
[[case]]
name = "output"
expect = { output = "sum 7" }
[[case]]
name = "picture"
expect.picture = { columns = 4, rows = 4, regions = [{ x = 1, y = 0, colour = 0xffffff }] }
[[case]]
name = "call"
[case.call]
label = "f"
arguments = [3]
returns = 9
[[case]]
name = "secret"
visibility = "hidden"
expect = { registers = { "$s0" = 4711 } }
[[case]]
name = "right"
expect = { output = "sum 6" }
"""


def test_who_wrote(bench):
    """The line behind a wrong register, cell, unit, character and result; of hidden cases nothing."""
    check = bench.checks.check
    (bench.folder / "w.toml").write_text(WRITER_CASES)
    tree = bench.tree("class", {"ada/hw.asm": WRITERS.encode()})
    bench.grade("w.toml", tree, "--out", "out", "-q")
    page = (bench.folder / "out/students/ada.html").read_text()
    for line in ("$s0 was last written in hw.asm, line 6: addi $s0, $s0, 2", "nothing in this run wrote $t9", "a+8 was last written in hw.asm, line 8: sw $s0, 8($t0)",
                 "the first wrong character was printed in hw.asm, line 14: syscall", "its $a0 was last written in hw.asm, line 12: move $a0, $s0",
                 "the unit in column 1, row 0 was last written in hw.asm, line 16: sw $s0, 4($t1)", "$v0 was last written in hw.asm, line 19: f: add $v0, $a0, $a0"):
        check(line in page, "who wrote: " + line, page[-6000:])
    check(page.count("who wrote it") == 5 and "4711" not in page, "nothing of the hidden case, nothing of what is right", page.count("who wrote it"))
    cases = {c["name"]: c for c in bench.results("json", "w.toml", tree)["submissions"][0]["cases"]}
    check("addi" in cases["registers"]["explanation"] and cases["secret"]["explanation"] == "" and cases["right"]["explanation"] == "", "who wrote, in JSON", cases)


TESTS = [test_why, test_who_wrote]
