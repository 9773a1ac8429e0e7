"""Reports on their way back: the ZIP that Moodle and Canvas hand out. Used by run.py."""
import re
import zipfile


def read(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def grade(bench, what, files, name="class"):
    out = bench.folder / "feedback.zip"
    out.unlink(missing_ok=True)
    done = bench.grade(bench.rubric(), bench.tree(name, files), "--feedback", out, "-q")
    bench.checks.check(done.returncode == 0 and out.exists(), what, done.stderr)
    return (read(out) if out.exists() else {}), done.stderr


def test_moodle(bench):
    import run
    for is_flat in False, True:
        _, files, people = run.moodle(is_flat)()
        got, told = grade(bench, "feedback for Moodle", files)
        wanted = {"%s_%s_assignsubmission_file/report.html" % (p.facts["student"], p.facts["lms_id"]): p for p in people if p.facts["lms_id"]}
        bench.checks.check(set(got) == set(wanted), "Moodle's names", set(got) ^ set(wanted))
        # At least four parts: name, participant, and a plugin's kind and name.
        bench.checks.check(all(re.fullmatch(r"[^_/]+_\d+_assignsubmission_file/report\.html", name) for name in got), "Moodle's form", set(got))
        for name, person in wanted.items():
            bench.checks.check(person.facts["student"].split("'")[0] in got.get(name, ""), "Moodle: whose page it is", name)
        bench.checks.check("Default group" in told, "who has no number is named", told)


def test_canvas(bench):
    import run
    for make in run.canvas, run.canvas_anonymous:
        _, files, people = make()
        got, told = grade(bench, "feedback for Canvas", files)
        programs = {p.facts["lms_id"] for p in people if p.number is not None}
        bench.checks.check(set(got) <= set(files) and len(got) == len(programs), "Canvas's names", set(got) - set(files))
        bench.checks.check(all(line.startswith("#") for text in got.values() for line in text.splitlines()), "Canvas: comments to an assembler")
        bench.checks.check(all("of 4 points" in text for text in got.values()), "Canvas: the report")
        bench.checks.check(told.count("no report goes to") == len(people) - len(programs), "who gets none is named", told)


def test_others(bench):
    import run
    _, files, _ = run.sakai(False)()
    done = bench.grade(bench.rubric(), bench.tree("class", files), "--feedback", bench.folder / "x.zip")
    bench.checks.check(done.returncode == 2 and "sakai" in done.stderr and not (bench.folder / "x.zip").exists(), "feedback for Sakai", done.stderr)
    _, files, _ = run.canvas()
    done = bench.grade(bench.rubric(), bench.tree("class", files), "--feedback", bench.folder / "no/where.zip", "-q")
    bench.checks.check(done.returncode == 73, "a ZIP that can't be written", done.stderr)


TESTS = [test_moodle, test_canvas, test_others]
