"""Look-alikes over terms, as folders and as a store, and JPlag's form of them. Used by run.py."""
import csv
import json
import subprocess


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


def test_store(bench):
    check = bench.checks.check
    now = bench.tree("now", {"ada/hw.asm": program(0), "ben/hw.asm": program(1000), "cy/hw.asm": program(20)[:400] + program(3000)})
    old = bench.tree("2025", {"Secret Sid/hw.asm": program(0), "张伟/hw.asm": program(20), "empty/x.txt": b""})
    store = bench.folder / "terms.store"
    done = bench.run("similar", old, "--add-to", store)
    check(done.returncode == 0 and "holds 2 programs" in done.stderr, "a store is made", done.stderr)
    done = bench.run("similar", now, "--store", store, "--json", "a.json", "--html", "a.html", "--dolos", "dolos")
    check(done.returncode == 0 and "ada (100 %)  ~  2025/Secret Sid (100 %)" in done.stdout and "2025/张伟" in done.stdout, "compared with a store", done.stdout)
    pairs = {(p["left"], p["right"]): p for p in json.loads((bench.folder / "a.json").read_text())["pairs"]}
    exact = bench.run("similar", now, "--earlier", old, "--json", "-")
    for pair in json.loads(exact.stdout)["pairs"]:
        mine = pairs.get((pair["left"], pair["right"]), {"percent": 0})
        check(pair["percent"] - 30 <= mine["percent"] <= pair["percent"], "a store says no more than the texts", (pair, mine))
    check("keeps no text" in (bench.folder / "a.html").read_text(), "the page")
    done = bench.run("similar", now, "--store", store, "--template", old / "Secret Sid")
    check("Secret" not in done.stdout, "what was handed out isn't found in a store", done.stdout)
    private = bench.folder / "private.store"
    bench.run("similar", old, "--add-to", private, "--term", "spring", "--anonymous")
    check(b"spring/" in private.read_bytes() and "Secret".encode() not in private.read_bytes() and "张".encode() not in private.read_bytes(), "no names", private.read_bytes()[:200])
    before = store.read_bytes()
    bench.run("similar", old, "--add-to", store)
    check(store.read_bytes() == before, "added again: the same bytes")
    done = bench.run("similar", "merge", "--out", "all.store", private, store)
    turned = bench.run("similar", "merge", "--out", "turned.store", store, private)
    check(done.returncode == turned.returncode == 0 and (bench.folder / "all.store").read_bytes() == (bench.folder / "turned.store").read_bytes(), "merged in either order", done.stderr)
    writers = [subprocess.Popen([bench.mariner, "similar", now, "--add-to", "many.store", "--term", "t%d" % i], cwd=bench.folder, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL) for i in range(5)]
    check([w.wait() for w in writers] == [0] * 5 and "holds 15 programs" in bench.run("similar", "merge", "--out", "x", "many.store").stderr, "several add at once")
    for name, content, words in ("cut", before[:-3], "damaged"), ("changed", before[:100] + b"?" + before[101:], "damaged"), ("other", b"PK", "no store"), \
            ("later", b"mariner similar store 7\n", "version 7"), ("none", None, "none.store"):
        if content is not None:
            (bench.folder / (name + ".store")).write_bytes(content)
        for arguments in ("--store", name + ".store"), ("--add-to", name + ".store"):
            if content is not None or arguments[0] == "--store":
                done = bench.run("similar", now, *arguments)
                check(done.returncode in (66, 73) and words in done.stderr, "a store that is %s, %s" % (name, arguments[0]), done.stderr)
        check(content is None or (bench.folder / (name + ".store")).read_bytes() == content, "it stays as it was")
    done = bench.run("similar", now, "--store", store, "-k", "9")
    check(done.returncode == 66 and "-k 12 -w 9" in done.stderr, "other numbers", done.stderr)


TESTS = [test_terms, test_store]
