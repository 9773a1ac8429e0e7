"""From what was judged to what goes into the gradebook: late days, slip days, extensions, groups, adjustments. Used by run.py."""
import csv
import json
import os
import random
import signal
import subprocess
import time

SUM = "li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n"
CASES = """
[[case]]
id = "one"
name = "one"
points = 4
input = "1\\n"
expect = { output = "1" }
[[case]]
id = "two"
name = "two"
points = 6
input = "2\\n"
expect = { output = "2" }
"""
LATE = """[late]
due = 2026-03-02T23:59:00+01:00
grace_minutes = 10
percent_per_day = 10
most_days = 5
slip_days = 3
slip_days_here = 2
slip_days_file = "slip days.csv"
extensions = "extensions.csv"
[points]
adjustments = "adjustments.csv"
"""
# student, time, days of the term that are used up here, points of 10
CLASS = [("ada", "2026-03-02-23-58-00", 0, 10), ("ben", "2026-03-03-00-08-00", 0, 10), ("carla", "2026-03-03-12-00-00", 1, 10),
         ("dora", "2026-03-05-12-00-00", 2, 9), ("emil", "2026-03-09-00-00-00", 0, 0), ("fay", "2026-03-04-12-00-00", 0, 10),
         ("gus", "2026-03-02-10-00-00", 0, 7.5)]


def hand_in(bench, name, assignment, people=CLASS):
    return bench.tree(name, {"%s_%s_attempt_%s_hw.asm" % (assignment, who, when): SUM.encode() for who, when, _, _ in people})


def set_up(bench):
    (bench.folder / "extensions.csv").write_text("lms_id,due,reason\nfay,2026-03-04 23:59,ill\n")
    (bench.folder / "adjustments.csv").write_text('lms_id;points;reason\ngus;-2,5;"=no comments, ""none"""\n')
    for title in "hw1", "hw2":
        (bench.folder / (title + ".toml")).write_text('title = "%s"\n%s%s' % (title, LATE, CASES))


def points_of(folder):
    submissions = json.loads((folder / "results.json").read_text())["submissions"]
    return {s["student"]: s for s in submissions}


def slip_days(bench):
    with (bench.folder / "slip days.csv").open(newline="") as file:
        return {(row["assignment"], row["lms_id"]): int(row["days"]) for row in csv.DictReader(file)}


def test_late_days(bench):
    check = bench.checks.check
    set_up(bench)
    tree = hand_in(bench, "class1", "hw1")
    out = bench.folder / "graded"
    done = bench.grade("hw1.toml", tree, "--out", out, "-q")
    check(done.returncode == 0 and done.stderr == "", "late days", done.stderr)
    got = points_of(out)
    for who, _, days, points in CLASS:
        one = got[who]
        check(one["points"] == points, "%s: points" % who, one["points"])
        check(one["judged"] == 10, "%s: judged" % who, one["judged"])
        check((one["lateness"] or {"slip_days": 0})["slip_days"] == days, "%s: slip days" % who, one["lateness"])
    check(got["gus"]["adjustments"] == [{"points": -2.5, "reason": '=no comments, "none"'}], "the adjustment", got["gus"]["adjustments"])
    check(got["fay"]["late"] is False and got["ben"]["late"] is True, "an extension isn't late, the grace is")
    check(slip_days(bench) == {("hw1", "carla"): 1, ("hw1", "dora"): 2}, "the table of slip days", slip_days(bench))
    page = (out / "students/dora-dora.html").read_text()
    check("1 day begun after the due time and 2 slip days: 10 % of what was to be had" in page, "dora's page says why", page[:500])
    check("no comments" in (out / "students/gus-gus.html").read_text(), "gus's page says why")
    with (out / "results.csv").open(newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    check([rows["dora"][key] for key in ("points", "judged", "off for lateness", "slip days", "adjusted")] == ["9", "10", "1", "2", "0"],
          "dora's row", rows["dora"])
    before = {path.name: path.read_bytes() for path in (*out.glob("*.*"), bench.folder / "slip days.csv") if "mariner" not in path.name}
    for arguments in [], ["--resume"]:
        done = bench.grade("hw1.toml", tree, "--out", out, "-q", *arguments)
        again = {path.name: path.read_bytes() for path in (*out.glob("*.*"), bench.folder / "slip days.csv") if "mariner" not in path.name}
        check(again == before, "grading again changes nothing", arguments)


def test_term(bench):
    """The second assignment sees what the first has used up; a change by hand runs no program."""
    check = bench.checks.check
    set_up(bench)
    for title in "hw1", "hw2", "hw1":
        bench.grade(title + ".toml", hand_in(bench, "class", title), "--out", bench.folder / title, "-q")
    check(slip_days(bench) == {("hw1", "carla"): 1, ("hw1", "dora"): 2, ("hw2", "carla"): 1, ("hw2", "dora"): 1}, "the term", slip_days(bench))
    got = points_of(bench.folder / "hw2")
    check(got["dora"]["points"] == 8 and got["dora"]["lateness"]["slip_days_left"] == 0, "dora has one day left", got["dora"])
    (bench.folder / "adjustments.csv").write_text("lms_id,points,reason\nada,1,bonus\nnobody,1,x\n")
    done = bench.grade("hw2.toml", bench.folder / "class", "--out", bench.folder / "hw2", "-q", "--resume")
    check("row 3: nobody here is 'nobody'" in done.stderr, "a row about nobody", done.stderr)
    tree = hand_in(bench, "class", "hw2")
    done = bench.grade("hw2.toml", tree, "--out", bench.folder / "hw2", "-q", "--resume")
    check("7 of 7 submissions have not changed" in done.stderr, "no program runs again", done.stderr)
    check(points_of(bench.folder / "hw2")["ada"]["points"] == 11, "the new adjustment", points_of(bench.folder / "hw2")["ada"]["points"])


def test_later_errors(bench):
    set_up(bench)
    tree = hand_in(bench, "class", "hw1")
    for name, text, words in ("adjustments.csv", "lms_id,points,reason\nada,many,x\n", "adjustments.csv: row 2, column points"), \
            ("extensions.csv", "lms_id,until\n", "extensions.csv: row 1"), ("slip days.csv", "assignment,lms_id,days\nhw0,ada,x\n", "row 2, column days"), \
            ("extensions.csv", "lms_id,due\n\"ada,x\n", "extensions.csv: row 2"):
        set_up(bench)
        (bench.folder / "slip days.csv").unlink(missing_ok=True)
        (bench.folder / name).write_text(text)
        done = bench.grade("hw1.toml", tree, "--out", bench.folder / "none", "-q")
        bench.checks.check(done.returncode in (66, 73) and words in done.stderr and not (bench.folder / "none/results.json").exists(),
                           "%s %r" % (name, text), done.stderr)


def test_shared_out(bench):
    """Shards judge; merge settles, with the rubric."""
    check = bench.checks.check
    set_up(bench)
    tree = hand_in(bench, "class", "hw1")
    bench.grade("hw1.toml", tree, "--out", bench.folder / "whole", "-q")
    wanted = slip_days(bench)
    (bench.folder / "slip days.csv").unlink()
    for i in 1, 2:
        bench.grade("hw1.toml", tree, "--out", bench.folder / "parts", "--shard", "%d/2" % i, "-q")
    check(not (bench.folder / "slip days.csv").exists(), "a shard keeps no slip days")
    done = bench.grade("merge", "parts", "--out", "parts", "-q")
    check(done.returncode == 2 and "--rubric" in done.stderr, "merging without the rubric", done.stderr)
    (bench.folder / "other.toml").write_text(CASES)
    done = bench.grade("merge", "parts", "--out", "parts", "-q", "--rubric", "other.toml")
    check(done.returncode == 65 and "another rubric" in done.stderr, "merging with another rubric", done.stderr)
    done = bench.grade("merge", "parts", "--out", "parts", "-q", "--rubric", "hw1.toml")
    check((bench.folder / "parts/results.json").read_bytes() == (bench.folder / "whole/results.json").read_bytes(), "merged", done.stderr)
    check(slip_days(bench) == wanted, "merge keeps slip days", wanted)


def test_two_at_once(bench):
    """Several assignments graded at once lose nobody's days, and neither do graders that are killed."""
    titles = ["a%d" % i for i in range(6)]
    for title in titles:
        set_up(bench)
        (bench.folder / (title + ".toml")).write_text('title = "%s"\n%s%s' % (title, LATE.replace("slip_days = 3", "slip_days = 100"), CASES))
    tree = hand_in(bench, "class", "hw")
    wanted = {(title, who): days for title in titles for who, _, days, _ in CLASS if days}
    rng = random.Random(7)
    for round_number in range(3):
        running = [subprocess.Popen([bench.mariner, "grade", title + ".toml", tree, "--out", title, "-q", "-j1"], cwd=bench.folder,
                                    stderr=subprocess.DEVNULL) for title in titles]
        if round_number == 0:
            for process in running[::2]:
                time.sleep(rng.random() / 20)
                os.kill(process.pid, signal.SIGKILL)
        for process in running:
            process.wait(timeout=120)
        if round_number == 0 and (bench.folder / "slip days.csv").exists():
            found = slip_days(bench)
            bench.checks.check(all(wanted.get(key) == days for key, days in found.items()), "killed graders leave whole rows", found)
    bench.checks.check(slip_days(bench) == wanted, "graders at once", slip_days(bench))


def test_groups(bench):
    groups = '[points]\nminimum = 1\n[[group]]\nname = "both <b>"\ncases = ["one", "two"]\npoints = 20\n%s\n' \
             '[[case]]\nid = "more"\nname = "more"\npoints = 3\nbonus = true\ninput = "3\\n"\nexpect = { output = "3" }\n'
    programs = {"all/hw.asm": SUM.encode(), "one/hw.asm": b"li $a0, 1\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
                "none/hw.asm": b"li $v0, 10\nsyscall\n", "bad/hw.asm": b"x\n"}
    tree = bench.tree("class", programs)
    for rule, wanted in (("", dict(all=23, one=8, none=1, bad=0)), ("all_or_nothing = true", dict(all=23, one=1, none=1, bad=0)),
                         ("best_of = 1", dict(all=23, one=13.33, none=1, bad=0)), ("minimum = 5", dict(all=23, one=8, none=5, bad=0)),
                         ("bonus = true", dict(all=23, one=8, none=0, bad=0))):
        (bench.folder / "hw.toml").write_text(CASES + groups % rule)
        results = bench.results("groups, " + rule, "hw.toml", tree)
        got = {s["student"]: s["points"] for s in results["submissions"]}
        bench.checks.check(got == wanted, "groups, " + rule, got)
        bench.checks.check(results["worth"] == (0 if "bonus" in rule else 20), "to be had, " + rule, results["worth"])
    out = bench.folder / "published"
    (bench.folder / "hw.toml").write_text((CASES + groups % "").replace('id = "two"', 'id = "two"\nvisibility = "hidden"') +
                                          '[late]\ndue = 2026-03-02T23:59:00Z\nextensions = "secret.csv"\n')
    done = bench.grade("publish", "hw.toml", "--out", out)
    text = (out / "hw.toml").read_text() if done.returncode == 0 else done.stderr
    bench.checks.check("two" not in text and "secret" not in text and [p.name for p in out.iterdir()] == ["hw.toml"], "publish", text)
    done = bench.run("check", out / "hw.toml", tree / "all/hw.asm")
    bench.checks.check(done.returncode == 0, "check with groups", done.stderr + done.stdout)


def test_one(bench):
    """One student's files, as in an autograder: the tables about students needn't be there."""
    set_up(bench)
    tree = bench.tree("one", {"hw.asm": SUM.encode()})
    for name in "extensions.csv", "adjustments.csv":
        (bench.folder / name).unlink()
    results = bench.results("--one", "hw1.toml", tree, "--one")
    bench.checks.check([s["points"] for s in results["submissions"]] == [10], "--one: points", results)


TESTS = [test_one, test_late_days, test_term, test_later_errors, test_shared_out, test_two_at_once, test_groups]
