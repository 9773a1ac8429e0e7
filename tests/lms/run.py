#!/usr/bin/env python3
"""Downloads as the learning platforms make them: is everybody found, with the right program, time and attempt?

    tests/lms/run.py [--only WORD] [--debian] [--static PROGRAM] MARINER

Makes each platform's download after its published form, with names in ten scripts, as a folder and as ZIPs (bare, and with
everything in one more folder), grades it, and looks at results.json. Then the tests of
the files beside this one (--only: those whose file or name has WORD in it). Packages for autograders hold PROGRAM, else a static
program of MARINER's build; --debian grades them in a Debian of their own, too. Ends with "N passed, N failed".
"""
import argparse
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.dont_write_bytecode = True
import changes  # noqa: E402
import drafts  # noqa: E402
import feedback  # noqa: E402
import gradebooks  # noqa: E402
import packages  # noqa: E402
import pages  # noqa: E402
import points  # noqa: E402
import terms  # noqa: E402
import why  # noqa: E402

NAMES = ["Ada Lovelace", "Bea_trice O'Neil", "張偉", "李娜", "Иван Петров", "דוד כהן", "نرگس احمدی", "김민수", "Νίκος Παππάς",
         "สมชาย ใจดี", "Nguyễn Thị Ánh", "José Peña", "Jean-Luc Müller", "अनिता शर्मा"]
RUBRIC = """title = "hw2"
[submission]
main = "hw2.asm"
{submission}
{late}
[[case]]
id = "runs"
name = "it runs"
points = 4
expect.output = ["number"]
expect.match = "contains"
"""


def program(number):
    return ('.data\ns: .asciiz "number %d;"\n.text\nmain: li $v0, 4\nla $a0, s\nsyscall\nli $v0, 10\nsyscall\n' % number).encode()


class Person:
    """What results.json must say. number: which program ran; None: there is none."""

    def __init__(self, student, lms_id, number, late=None, submitted="", attempt=1, attempts=1, handed_in=True):
        self.facts = dict(student=student, lms_id=lms_id, late=late, submitted=submitted, attempt=attempt, attempts=attempts,
                          handed_in=handed_in)
        self.number = number


def canvas():
    files, people = {}, []
    for i, name in enumerate(NAMES):
        short = "".join(c for c in name.lower() if c.isalnum() or c == "_" or ord(c) > 127 and not c.isspace())
        late = "_LATE" if i % 3 == 0 else ""
        file = ["hw2.asm", "hw2-1.asm", "HW2.ASM", "hw2-0b0e7d0e-5c3a-4b8e-9d2f-1a2b3c4d5e6f.asm"][i % 4]
        files["%s%s_%d_%d_%s" % (short, late, 100 + i, 9000 + i, file)] = program(i)
        people.append(Person(short, str(100 + i), i, late=bool(late)))
    files["nia_200_9200_my_1_2_notes.asm"] = b"# nothing\n"
    files["nia_200_9201_hw2.asm"] = program(200)
    people.append(Person("nia", "200", 200, late=False))
    files["essay_201_text.html"] = b"<p>no file</p>"
    people.append(Person("essay", "201", None, late=False))
    files["late_link_LATE_202_link.html"] = b"<a>"
    people.append(Person("late_link", "202", None, late=True))
    files["__MACOSX/._nia_200_9201_hw2.asm"] = b"\0\1"
    return "canvas", files, people


def canvas_anonymous():
    files, people = {}, []
    for i in range(len(NAMES)):
        late = i % 2 == 0
        files["%sanon_aB%dx_%d_hw2.asm" % ("LATE_" if late else "", i, 700 + i)] = program(i)
        people.append(Person("anon_aB%dx" % i, "aB%dx" % i, i, late=late))
    files["anon_Text1_text.html"] = b"<p>"
    people.append(Person("anon_Text1", "Text1", None, late=False))
    return "canvas", files, people


def moodle(is_flat):
    def make():
        files, people = {}, []
        for i, name in enumerate(NAMES):
            name = name.replace("_", " ")
            tail = "" if is_flat or i % 2 else "_"
            files["%s_%d_assignsubmission_file%s%s" % (name, 50 + i, "_" if is_flat else tail + "/", "hw2.asm")] = program(i)
            files["%s_%d_assignfeedback_file%shw2.asm" % (name, 50 + i, "_" if is_flat else "/")] = b"bad\n"
            people.append(Person(name, str(50 + i), i))
        text = "_" if is_flat else "/"
        files["Only Text_90_assignsubmission_onlinetext%sonlinetext.html" % text] = b"<p>"
        people.append(Person("Only Text", "90", None))
        files["Team 7_91_assignsubmission_file%shw2.asm" % text] = program(91)
        people.append(Person("Team 7", "91", 91))
        files["Default group_assignsubmission_file%shw2.asm" % text] = program(92)
        people.append(Person("Default group", "", 92))
        files["Ada Lovelace_93_assignsubmission_file%shw2.asm" % text] = program(93)  # another one of that name
        people.append(Person("Ada Lovelace", "93", 93))
        return "moodle", files, people
    return make


def receipt(name, user, words="Name"):
    return ("%s: %s (%s)\r\nAssignment: hw_2 final\r\nDate Submitted: Monday, 2 March 2026 10:15:00 o'clock GMT\r\n"
            "Current Grade: Not Yet Graded\r\n\r\nFiles:\r\n\tOriginal filename: hw2.asm\r\n" % (words, name, user)).encode()


def blackboard(has_receipts):
    def make():
        files, people = {}, []
        for i, name in enumerate(NAMES):
            user = ["ada_l", "ben_l", "carla", "d_e_f"][i % 4] + str(i)
            at = "hw_2 final_%s_attempt_2026-03-02-10-15-%02d" % (user, i)
            files[at + "_hw2.asm"] = program(i)
            if has_receipts:
                files[at + ".txt"] = receipt(name, user, "Name" if i % 2 else "Имя")
            people.append(Person(name if has_receipts else user, user, i, submitted="2026-03-02T10:15:%02d" % i))
        again = "hw_2 final_twice_attempt_2026-03-0%d-08-00-00"
        for day in 1, 4, 3:
            files[again % day + "_hw2.asm"] = program(100 + day)
            if has_receipts:
                files[again % day + ".txt"] = receipt("Two Times", "twice")
        people.append(Person("Two Times" if has_receipts else "twice", "twice", 104, submitted="2026-03-04T08:00:00",
                             attempt=3, attempts=3))
        if has_receipts:
            files["hw_2 final_none_attempt_2026-03-05-08-00-00.txt"] = receipt("No Files", "none")
            people.append(Person("No Files", "none", None, submitted="2026-03-05T08:00:00"))
        return "blackboard", files, people
    return make


def brightspace(is_flat):
    def make():
        files, people = {"index.html": b"<html>"}, []
        bar = " - " if is_flat else "/"
        for i, name in enumerate(NAMES):
            hour = [(9, "2024-09-24T21:%02d:00", "PM"), (12, "2024-09-24T00:%02d:00", "AM"), (12, "2024-09-24T12:%02d:00", "PM")][i % 3]
            files["%d-77 - %s - Sep 24, 2024 %d%02d %s%shw2.asm" % (1000 + i, name, hour[0], i, hour[2], bar)] = program(i)
            people.append(Person(name, str(1000 + i), i, submitted=hour[1] % i))
        for day in 9, 10, 2:
            files["2000-77 - Two - Times - Oct %d, 2024 800 AM%shw2.asm" % (day, bar)] = program(200 + day)
        people.append(Person("Two - Times", "2000", 210, submitted="2024-10-10T08:00:00", attempt=3, attempts=3))
        return "brightspace", files, people
    return make


def sakai(is_flat, folder="Submission attachment(s)", teachers="Feedback Attachment(s)", words=("Late", "On time")):
    def make():
        files, people = {}, []
        grades = '\ufeff"hw2","Points"\r\n""\r\n"Display ID","ID","Last Name","First Name","grade","Submission","Late"\r\n'
        for i, name in enumerate(NAMES):
            sort_name = "%s, %s" % (name.split()[-1], name.split()[0])
            eid = "user%d" % i
            time = "2026-03-0%dT10:15:%02dZ" % (1 + i % 5, i)
            late = i % 5 > 2
            owner = "hw 2/%s(%s)" % (sort_name, eid)
            if is_flat:
                files["%s_%s_hw2.asm" % (owner, folder)] = program(i)
                files["%s_comments.txt" % owner] = b"good"
            else:
                files["%s/%s/hw2.asm" % (owner, folder)] = program(i)
                files["%s/%s/hw2.asm" % (owner, teachers)] = b"bad\n"
                files["%s/timestamp.txt" % owner] = time.encode()
                files["%s/comments.txt" % owner] = b"good"
                files["%s/feedbackText.html" % owner] = b"<p>"
            grades += '"%s","%s","%s","%s","","%s","%s"\r\n' % (eid, eid, name.split()[-1], name.split()[0], time, words[not late])
            people.append(Person(sort_name, eid, i, late=late, submitted=time))
        if not is_flat:
            files["hw 2/Text, Only(only)/Text, Only(only)_submissionText.html"] = b"<p>"
            files["hw 2/Text, Only(only)/timestamp.txt"] = b"2026-03-01T00:00:00Z"
            people.append(Person("Text, Only", "only", None, submitted="2026-03-01T00:00:00Z"))
        files["hw 2/grades.csv"] = grades.encode()
        return "sakai", files, people
    return make


def gradescope():
    files, people, lines = {}, [], "---\n"
    for i, name in enumerate(NAMES):
        lines += ("submission_%d:\n  :submitters:\n  - :name: %s\n    :sid: '%d'\n    :email: a@example.edu\n"
                  "  :created_at: 2026-03-02 10:15:%02d.000000000 -08:00\n  :score: 1.0\n  :history:\n"
                  "  - :created_at: 2020-01-01 00:00:00.000000000 Z\n    :name: nobody\n"
                  % (500 + i, json.dumps(name) if i % 2 else "'%s'" % name.replace("'", "''"), 30 + i, i))
        files["assignment_9_export/submission_%d/hw2.asm" % (500 + i)] = program(i)
        people.append(Person(name, str(30 + i), i, submitted="2026-03-02T10:15:%02d-08:00" % i))
    lines += ("submission_600:\n  :submitters:\n  - :name: Tea\n    :sid: '1'\n  - :name: Tom\n    :sid: '2'\n"
              "  :created_at: 2026-03-03 10:15:00.000000000 Z\n")
    files["assignment_9_export/submission_600/src/hw2.asm"] = program(600)
    people.append(Person("Tea, Tom", "1, 2", 600, submitted="2026-03-03T10:15:00Z"))
    for number in 601, 602:
        lines += "submission_%d:\n  :submitters:\n  - :name: Li Wei\n    :sid:\n  :created_at: 2026-03-03 10:15:00.0 Z\n" % number
        files["assignment_9_export/submission_%d/hw2.asm" % number] = program(number)
        people.append(Person("Li Wei", "", number, submitted="2026-03-03T10:15:00Z"))
    files["assignment_9_export/submission_metadata.yml"] = lines.encode()
    return "gradescope", files, people


def classroom():
    files, people = {}, []
    for i in range(len(NAMES)):
        user = ["ada-l", "ada-m", "octo", "x"][i % 4] + str(i)
        files["hw-2-submissions/hw-2-%s/hw2.asm" % user] = program(i)
        files["hw-2-submissions/hw-2-%s/.git/hw2.asm" % user] = b"bad\n"
        people.append(Person(user, user, i))
    files["hw-2-submissions/hw-2-empty/.git/config"] = b"[core]"
    people.append(Person("empty", "empty", None))
    return "classroom", files, people


def plain():
    """One name that looks like Canvas's doesn't make it one."""
    files = {"%s/hw2.asm" % name: program(i) for i, name in enumerate(NAMES)}
    files["nguyen_12_34_hw2.asm"] = program(77)
    people = [Person(name, "", i) for i, name in enumerate(NAMES)]
    return "folder", files, [*people, Person("nguyen_12_34_hw2", "", None)]


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, is_right, what, saw=""):
        self.passed += bool(is_right)
        self.failed += not is_right
        if not is_right:
            print("FAILED: %s: %s" % (what, saw))


class Bench:
    def __init__(self, options, folder, checks):
        self.mariner, self.static, self.debian = str(options.mariner.resolve()), options.static, options.debian
        self.folder, self.checks = folder, checks

    def rubric(self, submission="", late=""):
        path = self.folder / "hw2.toml"
        path.write_text(RUBRIC.format(submission=submission, late=late))
        return path

    def grade(self, *arguments):
        return self.run("grade", *arguments)

    def run(self, *arguments):
        return subprocess.run([self.mariner, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, cwd=self.folder)

    def results(self, what, *arguments):
        out = self.folder / "results.json"
        out.unlink(missing_ok=True)
        done = self.grade(*arguments, "--json", out, "-q")
        self.checks.check(done.returncode == 0, what, "exit %d: %s" % (done.returncode, done.stderr[-300:]))
        return json.loads(out.read_text()) if out.exists() else {"lms": "", "submissions": []}

    def tree(self, name, files):
        root = self.folder / name
        shutil.rmtree(root, ignore_errors=True)
        for path, content in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return root

    def archive(self, name, files, prefix=""):
        path = self.folder / name
        with zipfile.ZipFile(path, "w") as archive:
            for file, content in files.items():
                archive.writestr(prefix + file, content)
        return path


def told(submission):
    number = None
    for case in submission["cases"]:
        if case["verdict"] == "passed":
            number = int(case["output"].split("number ")[1].split(";")[0])
    facts = {key: submission[key] for key in ("student", "lms_id", "late", "submitted", "attempt", "attempts", "handed_in")}
    return dict(facts, number=number, points=submission["points"])


def compare(bench, what, results, lms, people):
    bench.checks.check(results["lms"] == lms, what + ": the platform", results["lms"])
    wanted = [dict(person.facts, number=person.number, points=0 if person.number is None else 4) for person in people]
    got = [told(submission) for submission in results["submissions"]]
    for one in wanted:
        bench.checks.check(one in got, "%s: %s" % (what, one["student"]),
                           "%s wanted, there are %s" % (one, [g for g in got if g["student"] == one["student"]]))
    bench.checks.check(len(got) == len(wanted), what + ": as many as there are", "%d, not %d" % (len(got), len(wanted)))
    bench.checks.check(len({s["id"] for s in results["submissions"]}) == len(got), what + ": ids are unique")


def test_platforms(bench):
    makers = {"canvas": canvas, "canvas, anonymous": canvas_anonymous, "moodle": moodle(False), "moodle, flat": moodle(True),
              "blackboard": blackboard(True), "blackboard without receipts": blackboard(False),
              "brightspace": brightspace(False), "brightspace, flat": brightspace(True), "sakai": sakai(False),
              "sakai, flat": sakai(True), "gradescope": gradescope, "classroom": classroom, "plain": plain,
              "sakai in Spanish": sakai(False, "Adjuntos de la entrega", "Adjuntos de retroalimentación", ("Con retraso", "A tiempo"))}
    rubric = bench.rubric()
    for what, make in makers.items():
        lms, files, people = make()
        compare(bench, what, bench.results(what, rubric, bench.tree("class", files)), lms, people)
        compare(bench, what + ", ZIP", bench.results(what, rubric, bench.archive("export.zip", files)), lms, people)
        if lms != "folder":
            wrapped = bench.archive("export.zip", files, "Téléchargement (1)/")
            compare(bench, what + ", wrapped", bench.results(what, rubric, wrapped), lms, people)


def test_traps(bench):
    """Names that look like another form's, and other languages' dates."""
    rubric = bench.rubric()
    time = "_attempt_2026-03-02-10-15-00"
    downloads = {
        ("canvas", "anon in a name"): ({"anon_x_55_99_hw2.asm": 1, "bob_56_98_hw2.asm": 2, "eve_66_100_ada%s_hw2.asm" % time: None}, [
            Person("anon_x", "55", 1, late=False), Person("bob", "56", 2, late=False), Person("eve", "66", None, late=False)]),
        ("canvas", "names without a letter"): ({"_7_9_hw2.asm": 1, "_LATE_8_9_hw2.asm": 2, "bob_56_98_hw2.asm": 3, "_9_text.html": None}, [
            Person("7", "7", 1, late=False), Person("8", "8", 2, late=True), Person("bob", "56", 3, late=False), Person("9", "9", None, late=False)]),
        ("canvas", "codes of digits"): ({"anon_123_99_hw2.asm": 1, "LATE_anon_456_98_hw2.asm": 2}, [
            Person("anon_123", "123", 1, late=False), Person("anon_456", "456", 2, late=True)]),
        ("canvas", "nothing else is hw2.asm"): ({"a_1_9_hw2(1).asm": None, "b_2_9_hw2_1.asm": None, "c_3_9_hw2 (1).asm": 3}, [
            Person("a", "1", None, late=False), Person("b", "2", None, late=False), Person("c", "3", 3, late=False)]),
        ("moodle", "a plugin in a name"): ({"Eve_123_assignsubmission_file_ Evil_66_assignsubmission_file/hw2.asm": 1,
                                            "Bob_123_assignsubmission_file/hw2.asm": 2}, [
            Person("Eve_123_assignsubmission_file_ Evil", "66", 1), Person("Bob", "123", 2)]),
        ("blackboard", "an attempt in the title"): ({"Second_attempt_2_ada_l%s_hw2.asm" % time: 1, "Second_attempt_2_ben_l%s_hw2.asm" % time: 2,
                                                     "Second_attempt_2_ada_l%s.txt" % time: receipt("Ada (Countess) L", "ada_l").decode().encode("utf-16"),
                                                     "Second_attempt_2_ben_l%s.txt" % time: receipt("Бен", "ben_l") + b"x: Eve (l)"}, [
            Person("Ada (Countess) L", "ada_l", 1, submitted="2026-03-02T10:15:00"),
            Person("Бен", "ben_l", 2, submitted="2026-03-02T10:15:00")]),
        ("brightspace", "other languages' dates"): ({"1-9 - Zoë - mardi 24 sept. 2024 2126 - hw2.asm": 1, "2-9 - Li - Wei - 2024年9月24日 2126 - hw2.asm": 2,
                                                     "3-9 - Lan - 24 xyz 2024 2126 - hw2.asm": 3}, [
            Person("Zoë", "1", 1, submitted="2024-09-24T21:26:00"), Person("Li - Wei", "2", 2, submitted="2024-09-24T21:26:00"),
            Person("Lan", "3", 3)]),
        ("sakai", "a spoken time"): ({"hw/Lo, Ada(ada)/Submission attachment(s)/hw2.asm": 1, "hw/Lo, Ada(ada)/timestamp.txt": b"Mar 2, 2026 10:15 pm"}, [
            Person("Lo, Ada", "ada", 1, submitted="2026-03-02T22:15:00")]),
    }
    for (lms, what), (files, people) in downloads.items():
        made = {name: content if isinstance(content, bytes) else program(content or 0) for name, content in files.items()}
        compare(bench, "%s, %s" % (lms, what), bench.results(what, rubric, bench.tree("traps", made)), lms, people)


def zip_of(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_packed(bench):
    """Archives in archives, in other letters, with clutter, and beside other programs."""
    junk = {"__MACOSX/._hw2.asm": b"\0", ".git/hw2.asm": b"bad\n"}
    deepest = zip_of({"hw2.asm": program(5)})
    for _ in range(3):
        deepest = zip_of({"inner.zip": deepest})
    packed = {"upper_1_9_HW.ZIP": zip_of({"hw2.asm": program(1)}), "nested_2_9_hw.zip": zip_of({"a/inner.zip": zip_of({"b/hw2.asm": program(2), **junk})}),
              "beside_3_9_notes.asm": b"# x\n", "beside_3_8_hw.zip": zip_of({"hw2-1.asm": program(3)}), "deep_5_9_hw.zip": deepest}
    people = [Person("upper", "1", 1, late=False), Person("nested", "2", 2, late=False), Person("beside", "3", 3, late=False), Person("deep", "5", None, late=False)]
    compare(bench, "packed", bench.results("packed", bench.rubric(), bench.tree("class", packed)), "canvas", people)
    any_name = bench.folder / "any.toml"
    any_name.write_text(RUBRIC.replace('main = "hw2.asm"', "").format(submission="", late=""))
    compare(bench, "packed with clutter", bench.results("clutter", any_name, bench.tree("class", {"ada.ZIP": zip_of({"x.asm": program(7), **junk})})), "folder",
            [Person("ada", "", 7)])


def test_metadata(bench):
    """YAML as Gradescope's library writes long names and such with line ends."""
    text = ("---\nsubmission_1:\n  :submitters:\n  - :name: |-\n      Two\n      :sid: '66'\n    :sid: '11'\n  :created_at: 2026-03-02 10:15:00.0 Z\n"
            "submission_2:\n  :submitters:\n  - :name: >-\n      Very\n      long\n    :sid: '12'\n  :created_at: 2026-03-02 10:15:00.0 Z\n"
            "  :results:\n    output: |-\n      :submitters:\n      submission_9:\n"
            "submission_3:\n  :submitters:\n  - :name: \"One\\nand \\\n      more: \\u00e9\"\n    :sid: '13'\n  :created_at: 2026-03-02 10:15:00.0 Z\n"
            "submission_4:\n  :submitters:\n  - :name: plain words\n      that go on\n    :sid: '14'\n  :created_at: 2026-03-02 10:15:00.0 Z\n")
    files = {"assignment_1_export/submission_%d/hw2.asm" % i: program(i) for i in range(1, 5)}
    files["assignment_1_export/submission_metadata.yml"] = text.encode()
    names = ["Two\n:sid: '66'", "Very long", "One\nand more: \u00e9", "plain words that go on"]
    people = [Person(name, str(11 + i), i + 1, submitted="2026-03-02T10:15:00Z") for i, name in enumerate(names)]
    compare(bench, "metadata", bench.results("metadata", bench.rubric(), bench.tree("class", files)), "gradescope", people)


def test_inside(bench):
    """The folder itself, where its name is the only sign."""
    _, files, people = classroom()
    tree = bench.tree("class", files)
    compare(bench, "classroom, its folder", bench.results("classroom", bench.rubric(), tree / "hw-2-submissions"), "classroom", people)


def test_attempts(bench):
    files = {}
    for day, points in (1, 1), (2, 4), (3, 0), (4, 4), (5, 0):
        text = program(day) if points == 4 else b"li $v0, 10\nsyscall\n" if points == 1 else b"wrong\n"
        files["hw2_ada_attempt_2026-03-0%d-08-00-00_hw2.asm" % day] = text
    files["hw2_ben_attempt_2026-03-02-08-00-00_hw2.asm"] = program(9)
    tree = bench.tree("class", files)
    for choice, number, attempt in (("last", None, 5), ("best", 4, 4), ("first", None, 1), ("", None, 5)):
        rubric = bench.rubric(submission='attempt = "%s"' % choice if choice else "")
        results = bench.results("attempt " + choice, rubric, tree)
        people = [Person("ada", "ada", number, submitted="2026-03-0%dT08:00:00" % attempt, attempt=attempt, attempts=5),
                  Person("ben", "ben", 9, submitted="2026-03-02T08:00:00")]
        compare(bench, "attempt %s" % choice, results, "blackboard", people)
    done = bench.grade(bench.rubric(submission='attempt = "any"'), tree)
    bench.checks.check(done.returncode == 65 and "attempt" in done.stderr, "a wrong word for attempt", done.stderr)
    out = bench.folder / "kept"
    rubric = bench.rubric(submission='attempt = "best"')
    for _ in range(2):
        done = bench.grade(rubric, tree, "--out", out, "--resume", "-q")
    bench.checks.check("6 of 2" not in done.stderr and json.loads((out / "results.json").read_text())["submissions"][0]["points"] == 4,
                       "the best attempt, resumed", done.stderr)


def test_due(bench):
    files = {"hw2_ada_attempt_2026-03-02-23-59-00_hw2.asm": program(1), "hw2_ben_attempt_2026-03-02-23-59-01_hw2.asm": program(2)}
    tree = bench.tree("class", files)
    rubric = bench.rubric(late="[late]\ndue = 2026-03-02T23:59:00+01:00")
    people = [Person("ada", "ada", 1, late=False, submitted="2026-03-02T23:59:00"),
              Person("ben", "ben", 2, late=True, submitted="2026-03-02T23:59:01")]
    compare(bench, "due", bench.results("due", rubric, tree), "blackboard", people)
    _, files, people = gradescope()
    late = {person.facts["student"]: person.facts["submitted"] >= "2026-03-02T10:15:05-08:00" for person in people}
    results = bench.results("due with offsets", bench.rubric(late="[late]\ndue = 2026-03-02T19:15:04+01:00"), bench.tree("class", files))
    for submission in results["submissions"]:
        bench.checks.check(submission["late"] == late[submission["student"]], "late by its own offset: " + submission["student"],
                           submission["submitted"])
    for wrong in "due = 5", "due = 2026-03-02", "dew = 2026-03-02T23:59:00Z":
        done = bench.grade(bench.rubric(late="[late]\n" + wrong), tree)
        bench.checks.check(done.returncode == 65 and "hw2.toml:" in done.stderr, wrong, done.stderr)


def test_class_list(bench):
    _, files, people = moodle(False)()
    tree = bench.tree("class", files)
    rows = ["%s,%s" % (p.facts["lms_id"], p.facts["student"]) for p in people if p.facts["lms_id"]]
    table = bench.folder / "roster.csv"
    table.write_text('\ufefflms_id,student\r\n' + "\r\n".join(rows) + '\r\n777,"Absent, Ada"\r\n778,Absent Ben\r\n')
    absent = [Person("Absent, Ada", "777", None, handed_in=False, attempt=0, attempts=0),
              Person("Absent Ben", "778", None, handed_in=False, attempt=0, attempts=0)]
    compare(bench, "roster", bench.results("roster", bench.rubric(), tree, "--roster", table), "moodle", people + absent)
    for text, place in ("id,name\n1,a\n", "row 1"), ("lms_id,student\n1,a\n,b\n", "row 3, column 1"), \
            ("lms_id,student\n1,\"a\n", "row 2, column 2"), ("lms_id,student\n1,a\n1,b\n", "row 3"), ("", "row 1"):
        table.write_text(text)
        done = bench.grade(bench.rubric(), tree, "--roster", table, "--json", bench.folder / "none.json")
        bench.checks.check(done.returncode == 66 and place in done.stderr and not (bench.folder / "none.json").exists(),
                           "roster %r" % text, done.stderr)


def test_one(bench):
    """As /autograder/submission: one student's files, any number of them."""
    rubric = bench.rubric()
    scope = bench.folder / "scope.json"
    for what, files, number in ("two files", {"hw2.asm": program(5), "notes.asm": b"# x\n"}, 5), ("none", {}, None), \
            ("a folder", {"src/hw2.asm": program(6)}, 6), ("like Canvas", {"a_1_2_hw2.asm": program(7)}, None), \
            ("renamed", {"hw2 (1).asm": program(8)}, 8):
        tree = bench.tree("one", files)
        tree.mkdir(exist_ok=True)
        scope.unlink(missing_ok=True)
        results = bench.results(what, rubric, tree, "--one", "--gradescope", scope)
        got = [told(submission)["number"] for submission in results["submissions"]]
        bench.checks.check(got == [number] and results["lms"] == "folder", "--one, " + what, got)
        bench.checks.check(scope.is_file() and "tests" in json.loads(scope.read_text()), "--one, %s: Gradescope's file" % what)


def test_names(bench):
    """What is hw2.asm and what isn't."""
    taken = ["HW2.ASM", "hw2-1.asm", "hw2-12.asm", "Hw2-3.Asm", "hw2 (1).asm", "hw2-0B0E7D0E-5c3a-4b8e-9d2f-1a2b3c4d5e6f.asm"]
    others = ["hw2b.asm", "hw2_1.asm", "hw-2.asm", "myhw2.asm", "hw2.s", "hw2-.asm", "hw2-x.asm", "hw2-1-1.asm"]
    files = {"s%d/%s" % (i, name): program(i) for i, name in enumerate(taken + others)}
    files["both/hw2-1.asm"], files["both/hw2.asm"] = program(98), program(99)
    files["twice/hw2-1.asm"], files["twice/hw2-2.asm"] = program(1), program(2)
    files["parts/hw2-1.asm"], files["parts/util-1.asm"] = b'.include "util.asm"\n', program(55)
    wanted = {"both": 99, "twice": 2, "parts": 55}
    wanted.update({"s%d" % i: i if name in taken else None for i, name in enumerate(taken + others)})
    results = bench.results("names", bench.rubric(), bench.tree("class", files))
    for submission in results["submissions"]:
        got = told(submission)["number"]
        bench.checks.check(got == wanted[submission["student"]], "%s: %s" % (submission["student"], [f["name"] for f in submission["files"]]), got)
        verdict = submission["cases"][0]
        is_told = any(f["name"] in verdict["reason"] + " ".join(submission["notes"]) for f in submission["files"])
        bench.checks.check(got is not None and submission["student"] == "both" or is_told, submission["student"] + ": says so",
                           (verdict["reason"], submission["notes"]))
        if got is None:
            bench.checks.check(verdict["verdict"] == "missing", submission["student"] + ": missing", verdict["verdict"])


def test_student_side(bench):
    """What is given away says nothing of hidden cases, and does at the student's desk what it does at the teacher's."""
    secret = ["SECRETNAME", "SECRETINPUT", "SECRETOUT", "SECRETFILE", "SECRETNOTE", "SECRETSOLUTION"]
    (bench.folder / "data").mkdir()
    (bench.folder / "data/visible.txt").write_text("number 7;")
    (bench.folder / "SECRETFILE.txt").write_text("SECRETOUT")
    (bench.folder / "SECRETSOLUTION.asm").write_bytes(program(7))
    rubric = bench.folder / "hw2.toml"
    rubric.write_text('title = "h\\"w \\u00e9\\n2"  # SECRETNOTE\n[submission]\nmain = "hw2.asm"\n[limits]\nsteps = 1_000\n'
                      '[self_test]\nreference = "SECRETSOLUTION.asm"\n[late]\ndue = 2026-03-02T23:59:00+01:00\n'
                      '[[case]]\nname = "shown"\npoints = 2.5\nexpect = { output_file = "data/visible.txt" }\n'
                      '[[case]]\nname = "SECRETNAME"\nvisibility = "hidden"\ninput = "SECRETINPUT"\n'
                      'expect = { output_file = "SECRETFILE.txt" }\n'
                      '[[case]]\nname = "SECRETNAME 2"\nvisibility = "after_due_date"\nexpect = { output = "SECRETOUT" }\n')
    out = bench.folder / "für Studierende"
    done = bench.grade("publish", rubric, "--out", out)
    files = {path.relative_to(out).as_posix(): path.read_text() for path in out.rglob("*") if path.is_file()}
    bench.checks.check(done.returncode == 0 and set(files) == {"hw2.toml", "data/visible.txt"}, "publish", (done.stderr, set(files)))
    for word in secret:
        bench.checks.check(all(word not in name + text for name, text in files.items()), "publish keeps " + word, files)
    for number, code, words in (7, 0, "2.5 points"), (8, 1, "WRONG"):
        (bench.folder / "hw2.asm").write_bytes(program(number))
        for given in rubric, out / "hw2.toml":
            done = bench.run("check", given, bench.folder / "hw2.asm")
            bench.checks.check(done.returncode == code and words in done.stdout and "SECRET" not in done.stdout + done.stderr,
                               "check, program %d" % number, (done.returncode, done.stdout, done.stderr))
    again = bench.folder / "again"
    bench.grade("publish", out / "hw2.toml", "--out", again)
    bench.checks.check((again / "hw2.toml").read_text() == files["hw2.toml"], "publishing twice changes nothing")
    (bench.folder / "bad.toml").write_text('[[case]]\nname = "x"\nvisibility = "hidden"\nexpect = { output = "x" }\n')
    done = bench.grade("publish", bench.folder / "bad.toml", "--out", bench.folder / "none")
    bench.checks.check(done.returncode == 65 and not (bench.folder / "none").exists(), "publish without a visible case", done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="WORD", default="")
    parser.add_argument("--debian", action="store_true")
    parser.add_argument("--static", metavar="PROGRAM", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("mariner", type=pathlib.Path)
    options = parser.parse_args()
    checks = Checks()
    tests = [test_platforms, test_traps, test_packed, test_metadata, test_inside, test_attempts, test_due, test_class_list, test_one, test_names, test_student_side]
    for module in gradebooks, points, feedback, packages, drafts, why, changes, terms, pages:
        tests += module.TESTS
    for test in tests:
        if options.only in test.__module__ + "." + test.__name__:
            with tempfile.TemporaryDirectory(prefix="mariner-lms-") as folder:
                test(Bench(options, pathlib.Path(folder), checks))
    print("%d passed, %d failed" % (checks.passed, checks.failed))
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
