"""Packages for autograders, each graded in a bare root with that system's layout and user. Used by run.py.

The root holds a shell, a few tools and the libraries of the mariner that is tested; what goes into the package is a static
program in the release (tests/release has it). Needs root for chroot; says so where it can't be had.
"""
import json
import os
import pathlib
import shutil
import stat
import struct
import subprocess
import tarfile
import time
import zipfile

TOOLS = ["sh", "mkdir", "chmod", "mv", "cp", "rm", "mktemp", "dirname", "sed", "cat", "tar", "make", "ls"]
# A program for Linux without libraries, as far as a package looks: a header and nothing behind it.
STATIC = b"\x7fELF\x02\x01\x01" + bytes(57)
RUBRIC = """title = "hw 2: \\"sums\\""
[submission]
main = "hw2.asm"
[late]
due = 2026-03-02T23:59:00Z
percent_per_day = 10
extensions = "extensions.csv"
[points]
adjustments = "adjustments.csv"
[[case]]
name = "one"
points = 4
input = "1\\n"
expect = { output_file = "data/one.txt" }
[[case]]
name = "two"
points = 4
input = "2\\n"
expect = { output = "2" }
[[case]]
name = "secret"
points = 2
visibility = "hidden"
input = "31337\\n"
expect = { output = "31337" }
"""
RIGHT = "li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n"
ONE = "li $a0, 1\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n"
HAND_INS = {"right": (RIGHT, 10), "one": (ONE, 4), "bad": ("nonsense\n", 0), "none": (None, 0)}


class Root:
    """A folder to live in, with the host's shell and the libraries of what is run there."""

    def __init__(self, bench):
        self.bench, self.path = bench, bench.folder / "root"
        for folder in "tmp", "usr/bin", "proc", "dev":
            (self.path / folder).mkdir(parents=True)
        (self.path / "tmp").chmod(0o1777)
        (self.path / "bin").symlink_to("usr/bin")
        os.mknod(self.path / "dev/null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
        (self.path / "dev/null").chmod(0o666)
        for tool in TOOLS:
            self.add_program(shutil.which(tool), "usr/bin/" + tool)
        self.add_program(bench.mariner, "mariner")

    def add_program(self, source, name):
        shutil.copy(os.path.realpath(source), self.path / name)
        told = subprocess.run(["ldd", source], capture_output=True, text=True).stdout
        for word in told.split():
            if word.startswith("/") and not (self.path / word[1:]).exists():
                (self.path / word[1:]).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(os.path.realpath(word), self.path / word[1:])

    def put(self, name, content, mode=0o644):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.chmod(mode)
        return path

    def hand_in(self, folder, text, user):
        """The student's files, and nobody else's."""
        shutil.rmtree(self.path / folder, ignore_errors=True)
        (self.path / folder).mkdir(parents=True)
        if text is not None:
            self.put(folder + "/hw2.asm", text)
        self.give(folder, user)

    def give(self, folder, user):
        for path in [self.path / folder, *(self.path / folder).rglob("*")]:
            os.chown(path, user, user)

    def run(self, *command, user=0, folder="/", **environment):
        def enter():
            os.chroot(self.path)
            os.chdir(folder)
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
        environment.setdefault("PATH", "/usr/bin")
        return subprocess.run(command, preexec_fn=enter, env=environment, capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL)


def unpack(bench, root, archive, folder, keeps_modes=True):
    """As the system would; the program inside is the one that is tested."""
    target = root.path / folder
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    if archive.suffix == ".tar":
        with tarfile.open(archive) as tar:
            tar.extractall(target)
    else:
        with zipfile.ZipFile(archive) as packed:
            for entry in packed.infolist():
                packed.extract(entry, target)
                if keeps_modes:
                    (target / entry.filename).chmod(entry.external_attr >> 16)
    for program in target.rglob("mariner"):
        mode = program.stat().st_mode
        bench.checks.check(program.read_bytes() == STATIC, "the program is inside: " + folder)
        shutil.copyfile(root.path / "mariner", program)
        program.chmod(mode)
    return target


def package(bench, system, *arguments):
    out = bench.folder / ("hw." + ("tar" if system == "autolab" else "zip"))
    out.unlink(missing_ok=True)
    done = bench.grade("package", system, "r/hw2.toml", "--program", "static", "--out", out, *arguments)
    bench.checks.check(done.returncode == 0, system + ": package", done.stderr)
    first = out.read_bytes()
    bench.grade("package", system, "r/hw2.toml", "--program", "static", "--out", out, *arguments)
    bench.checks.check(out.read_bytes() == first, system + ": packing again gives the same bytes")
    return out


def set_up(bench):
    folder = bench.folder / "r"
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / "hw2.toml").write_text(RUBRIC)
    (folder / "data/one.txt").write_text("1")
    (folder / "extensions.csv").write_text("lms_id,due\nADA-SECRET,2026-03-05T00:00:00\n")
    (folder / "adjustments.csv").write_text("lms_id,points,reason\nADA-SECRET,1,x\n")
    (bench.folder / "static").write_bytes(STATIC)


def leaks(text):
    return "31337" in text or "ADA-SECRET" in text


def each_hand_in(bench, root, system, folder, user, grade, points_of):
    """Grades all of them, twice; grade() gives what the system reads."""
    for name, (text, points) in HAND_INS.items():
        texts = []
        for _ in range(2):
            root.hand_in(folder, text, user)
            texts.append(grade())
        bench.checks.check(texts[0] == texts[1], "%s, %s: the same bytes" % (system, name), texts)
        try:
            got = points_of(texts[0])
        except (ValueError, KeyError, IndexError) as error:
            got = repr(error) + texts[0][:300]
        bench.checks.check(got == points, "%s, %s: points" % (system, name), (got, texts[0][:500]))
        bench.checks.check(not leaks(texts[0]), "%s, %s: no secret" % (system, name), texts[0])


def test_gradescope(bench, root):
    check = bench.checks.check
    unpack(bench, root, package(bench, "gradescope", "--leaderboard"), "autograder/source", keeps_modes=False)
    names = {path.name for path in (root.path / "autograder/source").iterdir()}
    check({"setup.sh", "run_autograder"} <= names, "gradescope: at the root of the ZIP", names)
    rubric = (root.path / "autograder/source/rubric/hw2.toml").read_text()
    check("ADA-SECRET" not in rubric and "extensions" not in rubric and "adjustments" not in rubric, "gradescope: nothing about students", rubric)
    done = root.run("sh", "/autograder/source/setup.sh", folder="/autograder")
    check(done.returncode == 0, "gradescope: setup.sh", done.stderr)
    (root.path / "autograder/run_autograder").write_bytes((root.path / "autograder/source/run_autograder").read_bytes())
    (root.path / "autograder/run_autograder").chmod(0o755)
    result = root.path / "autograder/results/results.json"

    def grade(created="2026-03-02T10:00:00.000000Z"):
        root.put("autograder/submission_metadata.json", json.dumps(
            {"created_at": created, "assignment": {"due_date": "2026-03-03T00:00:00.000000-08:00", "late_due_date": None, "total_points": "20.0"},
             "previous_submissions": [{"results": {"tests": []}}]}))
        shutil.rmtree(root.path / "autograder/results", ignore_errors=True)
        done = root.run("/autograder/run_autograder", folder="/autograder")
        check(done.returncode == 0 and not leaks(done.stdout + done.stderr), "gradescope: runs", done.stderr)
        return result.read_text()

    each_hand_in(bench, root, "gradescope", "autograder/submission", 0, grade, lambda text: json.loads(text)["score"])
    for when, points in ("2026-03-03T07:59:59.9Z", 10), ("2026-03-03T08:00:01Z", 9), ("2026-03-05T08:00:00Z", 8):
        root.hand_in("autograder/submission", RIGHT, 0)
        got = json.loads(grade(when))
        check(got["score"] == points and ("late" in got["output"]) == (points < 10), "gradescope: late", (when, got["score"], got["output"]))
    one = json.loads(result.read_text())
    check([t["visibility"] for t in one["tests"]] == ["visible", "visible", "hidden"], "gradescope: visibility", one["tests"])
    check([row["name"] for row in one["leaderboard"]] == ["points", "instructions of what passed"], "gradescope: leaderboard", one)
    for path in "source/rubric/hw2.toml", "source/mariner", "results/results.json":
        got = root.run("cat", "/autograder/" + path, user=65534)
        check(got.returncode != 0 and got.stdout == "", "gradescope: nobody reads " + path, got.stdout[:100])
    got = root.run("sh", "-c", "echo >/autograder/results/results.json || echo >/autograder/results/x", user=65534)
    check(got.returncode != 0, "gradescope: nobody writes the result")


def test_prairielearn(bench, root):
    check = bench.checks.check
    question = unpack(bench, root, package(bench, "prairielearn"), "grade", keeps_modes=False)
    info = json.loads((question / "info.json").read_text())
    check(info["externalGradingOptions"]["enabled"] is True and len(info["uuid"]) == 36, "prairielearn: info.json", info)
    check('file-names="hw2.asm"' in (question / "question.html").read_text(), "prairielearn: question.html")

    def grade():
        shutil.rmtree(root.path / "grade/results", ignore_errors=True)
        done = root.run(*info["externalGradingOptions"]["entrypoint"].split())
        check(done.returncode == 0, "prairielearn: runs", done.stderr)
        return (root.path / "grade/results/results.json").read_text()

    each_hand_in(bench, root, "prairielearn", "grade/student", 0, grade, lambda text: round(json.loads(text)["score"] * 10, 6))
    root.hand_in("grade/student", "nonsense\n", 0)
    got = json.loads(grade())
    check(got["gradable"] is False and "nonsense" in got["format_errors"][0], "prairielearn: format errors", got)


def test_autolab(bench, root):
    check = bench.checks.check
    lab = unpack(bench, root, package(bench, "autolab"), "lab") / "hw2"
    check("max_score: 10" in (lab / "hw2.yml").read_text(), "autolab: hw2.yml")

    def grade():
        text = (root.path / "handin/hw2.asm").read_text() if (root.path / "handin/hw2.asm").exists() else ""
        shutil.rmtree(root.path / "work", ignore_errors=True)
        (root.path / "work").mkdir()
        if text:
            root.put("work/hw2.asm", text)
        shutil.copy(lab / "autograde-Makefile", root.path / "work/Makefile")
        with tarfile.open(lab / "autograde.tar") as inner, tarfile.open(root.path / "work/autograde.tar", "w") as outer:
            for entry in inner:
                if entry.name.endswith("/mariner"):
                    outer.add(root.path / "mariner", entry.name)
                else:
                    outer.addfile(entry, inner.extractfile(entry))
        root.give("work", 1000)
        done = root.run("make", user=1000, folder="/work")
        check(done.returncode == 0, "autolab: runs", done.stderr)
        return done.stdout

    each_hand_in(bench, root, "autolab", "handin", 1000, grade, lambda text: json.loads(text.splitlines()[-1])["scores"]["Points"])
    root.hand_in("handin", ONE, 1000)
    stages = json.loads(grade().splitlines()[-2])
    check(stages["Cases"]["one"] == {"passed": True} and stages["Cases"]["secret"] == {"passed": False} and "hint" in stages["Cases"]["two"],
          "autolab: stages", stages)


def test_classroom50(bench, root):
    """Its script is in Python, which this root has not: what it starts is started."""
    bundle = unpack(bench, root, package(bench, "classroom50"), "bundle")
    script = (bundle / "autograder.py").read_text()
    compile(script, "autograder.py", "exec")

    def grade():
        done = root.run("/bundle/mariner", "grade", "once", "classroom50", "/bundle/rubric/hw2.toml", ".", "--result", "result.json",
                        user=1001, folder="/repo", CLASSROOM="c", ASSIGNMENT="a", SUBMISSION_TAG="submit/2026-03-02T10:15:00Z-abc",
                        COMMIT_URL="https://x/c", RELEASE_URL="https://x/r")
        bench.checks.check(done.returncode == 0, "classroom50: runs", done.stderr)
        return (root.path / "repo/result.json").read_text()

    for path in (bundle, *bundle.rglob("*")):
        path.chmod(path.stat().st_mode | 0o555)
    each_hand_in(bench, root, "classroom50", "repo", 1001, grade, lambda text: json.loads(text)["score"])
    one = json.loads((root.path / "repo/result.json").read_text())
    wanted = {"schema": "classroom50/result/v1", "classroom": "c", "assignment": "a", "submission": "submit/2026-03-02T10:15:00Z-abc",
              "commit": "https://x/c", "release": "https://x/r", "datetime": "2026-03-02T10:15:00Z", "max-score": 10}
    bench.checks.check({key: one[key] for key in wanted} == wanted and set(one["tests"][0]) == {"test-name", "passed", "score", "max-score"},
                       "classroom50: schema", one)


def test_submitty(bench, root):
    config = unpack(bench, root, package(bench, "submitty"), "config")
    told = json.loads((config / "config.json").read_text())["testcases"][0]
    bench.checks.check(told["points"] == 10 and told["validation"][0]["method"] == "custom_validator", "submitty: config.json", told)

    def grade():
        hand_in = root.path / "work/test01"
        for path in (config / "custom_validation_code").iterdir():
            target = root.path / "work" / path.name
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(path, target) if path.is_dir() else shutil.copy(path, target)
        root.give("work", 1002)
        done = root.run(*told["validation"][0]["command"].split(), user=1002, folder="/work")
        bench.checks.check(done.returncode == 0 and hand_in.exists(), "submitty: runs", done.stderr)
        return (root.path / "work/validation_results.json").read_text()

    shutil.rmtree(root.path / "work", ignore_errors=True)
    each_hand_in(bench, root, "submitty", "work/test01", 1002, grade, lambda text: round(json.loads(text)["data"]["score"] * 10, 6))
    (bench.folder / "r/half.toml").write_text(RUBRIC.replace("points = 2\n", "points = 2.5\n"))
    done = bench.grade("package", "submitty", "r/half.toml", "--program", "static", "--out", "half.zip")
    bench.checks.check(done.returncode == 65 and "whole points" in done.stderr and not (bench.folder / "half.zip").exists(),
                       "submitty: half points", done.stderr)


def test_codegrade(bench, root):
    unpack(bench, root, package(bench, "codegrade"), "fixtures", keeps_modes=False)
    for path in (root.path / "fixtures", *(root.path / "fixtures").rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)

    def grade(info="{}"):
        done = root.run("sh", "/fixtures/run.sh", user=1003, folder="/student", CG_INFO=info)
        bench.checks.check(done.returncode == 0, "codegrade: runs", done.stderr)
        return done.stdout

    def points(text):
        told = json.loads(text.splitlines()[-1])
        got, worth = told["points"].split("/")
        return float(got) if told["tag"] == "points" and worth == "10" else told

    each_hand_in(bench, root, "codegrade", "student", 1003, grade, points)
    root.hand_in("student", RIGHT, 1003)
    late = grade('{"submitted_at": "2026-03-05T10:00:00+00:00", "deadline": "2026-03-04T10:00:00+00:00"}')
    bench.checks.check(points(late) == 9, "codegrade: late", late)


def test_inginious(bench, root):
    unpack(bench, root, package(bench, "inginious"), "task", keeps_modes=False)
    for path in (root.path / "task", *(root.path / "task").rglob("*")):
        path.chmod(0o755 if path.is_dir() or path.name == "run" else 0o644)
    root.put("usr/bin/getinput", '#!/bin/sh\n[ "$1" = program:value ] && [ -e /input/hw2.asm ] && cat /input/hw2.asm\n', 0o755)
    for word in "result", "grade":
        root.put("usr/bin/feedback-" + word, '#!/bin/sh\necho "%s $1" >>/tmp/feedback\n' % word, 0o755)
    root.put("usr/bin/feedback-msg", '#!/bin/sh\n[ "$1" = -a ] && cat >>/tmp/feedback\n', 0o755)

    def grade():
        (root.path / "tmp/feedback").unlink(missing_ok=True)
        done = root.run("/task/run", user=4242, folder="/task")
        bench.checks.check(done.returncode == 0 and list((root.path / "tmp").iterdir()) == [root.path / "tmp/feedback"],
                           "inginious: runs and leaves nothing", (done.stderr, list((root.path / "tmp").iterdir())))
        return (root.path / "tmp/feedback").read_text()

    def points(text):
        result, grade_line = text.splitlines()[:2]
        got = float(grade_line.split()[1]) / 10
        return got if (result == "result success") == (got == 10) else text

    each_hand_in(bench, root, "inginious", "input", 4242, grade, points)


def test_always_a_result(bench, root):
    """Too little time, too little memory, a kill, a rubric that is gone."""
    check = bench.checks.check
    (bench.folder / "slow").mkdir()
    (bench.folder / "slow/hw2.asm").write_text("here: addiu $t0, $t0, 1\nj here\n")
    kept = [line for line in RUBRIC.splitlines() if not line.startswith(("extensions", "adjustments", "[points]"))]
    (bench.folder / "slow.toml").write_text("\n".join(kept).replace('"data/one.txt"', '"r/data/one.txt"') +
                                            "\n[limits]\nsteps = 900_000_000_000\nseconds = 3600\n")
    result = bench.folder / "result.json"
    command = ["once", "gradescope", "slow.toml", "slow", "--result", result]
    done = bench.grade(*command, "--seconds", "1")
    got = json.loads(result.read_text())
    check(done.returncode == 0 and got["score"] == 0 and "time for all cases" in got["tests"][0]["output"], "out of time is a result", got)
    result.unlink()
    process = subprocess.Popen([bench.mariner, "grade", *map(str, command)], cwd=bench.folder)
    while not result.exists():
        time.sleep(0.01)
    time.sleep(0.2)
    process.kill()
    process.wait()
    got = json.loads(result.read_text())
    check(got["score"] == 0 and "out of time or memory" in got["output"], "a kill leaves a result", got)
    for what, limit in ("no room for a guest", "ulimit -v 600000; "), ("no rubric", "rm slow.toml; "):
        result.unlink()
        done = subprocess.run(["sh", "-c", limit + 'exec "$@"', "sh", bench.mariner, "grade", *map(str, command)], cwd=bench.folder,
                              capture_output=True, text=True, timeout=60)
        got = json.loads(result.read_text())
        check(done.returncode == 0 and got["score"] == 0 and "tell your teacher" in got["output"] and "mariner" in done.stderr,
              what + " is a result", (got, done.stderr))


def test_refused(bench, root):
    check = bench.checks.check
    (bench.folder / "dynamic").write_bytes(STATIC[:32] + struct.pack("<Q", 64) + STATIC[40:56] + struct.pack("<H", 1) + bytes(6) + struct.pack("<I", 3))
    for program, code, words in ("dynamic", 69, "linux-x86_64-static"), ("r/hw2.toml", 69, "no program"), ("nowhere", 69, "nowhere"):
        done = bench.grade("package", "gradescope", "r/hw2.toml", "--program", program, "--out", "x.zip")
        check(done.returncode == code and words in done.stderr and not (bench.folder / "x.zip").exists(), "--program " + program,
              (done.returncode, done.stderr))
    done = bench.grade("package", "moodle", "r/hw2.toml")
    check(done.returncode == 2 and "moodle" in done.stderr, "an unknown system", done.stderr)
    (bench.folder / "r/out.toml").write_text('[[case]]\nname = "a"\nexpect = { output_file = "../outside.txt" }\n')
    (bench.folder / "outside.txt").write_text("x")
    done = bench.grade("package", "gradescope", "r/out.toml", "--program", "static", "--out", "x.zip")
    check(done.returncode == 65 and "outside" in done.stderr, "a file outside the rubric's folder", done.stderr)


def test_packages(bench):
    if os.geteuid() != 0:
        print("left out, since it needs root: packages for autograders")
        return
    set_up(bench)
    root = Root(bench)
    for test in (test_gradescope, test_prairielearn, test_autolab, test_classroom50, test_submitty, test_codegrade, test_inginious,
                 test_always_a_result, test_refused):
        test(bench, root)


TESTS = [test_packages]
