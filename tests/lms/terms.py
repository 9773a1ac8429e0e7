"""Look-alikes over terms, and JPlag's form of them. Used by run.py."""
import csv


def program(first):
    return "".join("li $t0, %d\nsyscall\n" % i for i in range(first, first + 40)).encode()


def test_terms(bench):
    check = bench.checks.check
    now = bench.tree("now", {"ada/hw.asm": program(0), "ben/hw.asm": program(1000)})
    old = bench.tree("2025", {"cid/hw.asm": program(0), "dora/hw.asm": program(0)})
    done = bench.run("similar", now, "--earlier", old, "--jplag", "results.csv")
    check(done.returncode == 0 and "ada (100 %)  ~  2025/cid (100 %)" in done.stdout and "2025/dora" in done.stdout, "an earlier term", done.stdout)
    with (bench.folder / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    check(rows == [{"submissionName1": "ada", "submissionName2": "2025/" + who, "averageSimilarity": "1.000000", "maxSimilarity": "1.000000"}
                   for who in ("cid", "dora")], "earlier terms aren't compared with each other; JPlag's rows", rows)
    done = bench.run("similar", now, "--earlier", bench.folder / "nowhere")
    check(done.returncode == 66 and "nowhere" in done.stderr, "a term that isn't there", done.stderr)


TESTS = [test_terms]
