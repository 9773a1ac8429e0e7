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


TESTS = [test_why]
