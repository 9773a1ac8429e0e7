"""A mended rubric: whose points change, and why. Used by run.py."""
import json


def test_changes(bench):
    check = bench.checks.check
    rubric = '[[case]]\nname = "one"\npoints = %s\nexpect = { output = "%s" }\n'
    one = "li $a0, %d\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n"
    tree = bench.tree("class", {"ada/hw.asm": (one % 1).encode(), "ben/hw.asm": (one % 2).encode(), "张伟/hw.asm": (one % 3).encode()})
    for out, points, wanted in ("before", 2, 1), ("after", 2, 2):
        (bench.folder / "hw.toml").write_text(rubric % (points, wanted))
        bench.grade("hw.toml", tree, "--out", out, "-q")
    done = bench.grade("changes", "before", "after", "--html", "changes.html")
    check(done.returncode == 0 and done.stdout == "ada: 2 → 0\n    one: passed → failed, 2 → 0\nben: 0 → 2\n    one: failed → passed, 0 → 2\n"
          "2 of 3 get other points\n", "changes", done.stdout + done.stderr)
    page = (bench.folder / "changes.html").read_text()
    check("passed → failed, 2 → 0" in page and "张伟" not in page, "the page of changes", page)
    done = bench.grade("changes", "before", "before/results.json")
    check(done.stdout == "0 of 3 get other points\n", "no changes", done.stdout)
    (bench.folder / "no.json").write_text(json.dumps([1]))
    for first, second, code in ("before", "no.json", 65), ("nowhere", "after", 66), ("before", "after/class.html", 65):
        done = bench.grade("changes", first, second)
        check(done.returncode == code and done.stderr, "changes of %s and %s" % (first, second), (done.returncode, done.stderr))


TESTS = [test_changes]
