#!/usr/bin/env python3
"""`mariner grade` from outside, where things go wrong: two graders at once, graders that are killed, full and read-only
disks, classes that change, limits that are in force already, programs that want to tell a hidden input.

    tests/grader/run.py MARINER [--rounds N] [--seed N] [--only WORD]

`--rounds` is how long the storm rages (10 in the gate, 100 in tools/test --all). Prints its seed, ends with
"N passed, N failed". What needs root (a small disk, a read-only one) is left out for others, and says so.
"""
import argparse
import contextlib
import ctypes
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True
from disks import can_mount, mounted  # noqa: E402
from lms.takeover import worker_of  # noqa: E402

RUBRIC = """
[limits]
steps = 200_000_000_000
seconds = {seconds}
[[case]]
name = "small"
input = "3\\n"
expect = {{ output = "6" }}
[[case]]
name = "large"
input = "20000\\n"
expect = {{ output = "200010000" }}
[[case]]
name = "secret"
visibility = "hidden"
input = "100\\n"
expect = {{ output = "5050" }}
"""
SUM = """li $v0, 5
syscall
move $t0, $v0
li $a0, 0
again: add $a0, $a0, $t0
addi $t0, $t0, -1
bgtz $t0, again
li $v0, 1
syscall
li $v0, 10
syscall
"""
ENDLESS = "here: addiu $t0, $t0, 1\nj here\n"  # a bare jump to itself takes no time at all
NAMES = ["ada", "Müller", "Möller", "张伟", "李娜", "Иван Петров", "иван Петров", "דוד", "نرگس‌ها", "김민수",
         "Ivo Nováček", "a b", "a_b", "Anna", "anna"]


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, fine, what, *details):
        if fine:
            self.passed += 1
        else:
            self.failed += 1
            print("FAILED:", what, *details, flush=True)


class Bench:
    """A scratch folder with a rubric and classes, and ways to run the grader in it."""

    def __init__(self, mariner, folder, checks):
        self.mariner, self.folder, self.checks, self.processes = mariner, folder, checks, []
        (folder / "r.toml").write_text(RUBRIC.format(seconds=30))

    def class_of(self, name, programs):
        for student, text in programs.items():
            path = self.folder / name / student / "hw.asm"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return name

    def start(self, *arguments, **options):
        options.setdefault("stdout", subprocess.PIPE)
        self.processes.append(subprocess.Popen([self.mariner, "grade", *arguments], cwd=self.folder,
                                               stderr=subprocess.PIPE, **options))
        return self.processes[-1]

    def end_all(self):
        """What a test that broke off has left running."""
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.communicate()
        self.processes.clear()

    def run(self, *arguments, **options):
        process = self.start(*arguments, **options)
        out, err = process.communicate(timeout=300)
        return process.returncode, (out or b"").decode(), err.decode()

    def expect(self, code, words, *arguments, **options):
        got, out, err = self.run(*arguments, **options)
        self.checks.check(got == code and all(word in out + err for word in words), " ".join(arguments), "gave", got, out[-300:], err)
        return out


def reports(folder):
    """Every report of an output folder by name; not the journal and the lock, and not what shards keep in it."""
    found = {}
    for path in sorted(folder.rglob("*")) if folder.exists() else []:
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.endswith(".mariner") and not name.startswith("shard-"):
            found[name] = path.read_bytes()
    return found


def everything(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def wait_for_work(process, journal):
    """Until a grader has begun its journal; a grader that ends before that is told with all it said."""
    end = time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size > 0):
        if process.poll() is not None:
            raise RuntimeError("the grader ended at once: %d, %s" % (process.returncode, process.communicate()))
        if time.monotonic() > end:
            raise TimeoutError("no grader at work in %s" % journal.parent)
        time.sleep(0.005)


@contextlib.contextmanager
def busy_grader(bench, out, klass="slow"):
    """A grader that is at work in `out` until the end."""
    (bench.folder / "slow.toml").write_text(RUBRIC.format(seconds=3600))
    bench.class_of(klass, {"ada": ENDLESS, "ben": SUM, "cleo": SUM})
    journal = bench.folder / out / "journal.mariner"
    process = bench.start("slow.toml", klass, "--out", out, "-q", "-j1")
    try:
        wait_for_work(process, journal)
        yield process
    finally:
        process.kill()
        process.communicate()


# --- one owner ---

def test_owner(bench):
    with busy_grader(bench, "owned") as holder:
        before = everything(bench.folder / "owned")
        words = ["owned is in use by process %d on host %s" % (holder.pid, socket.gethostname())]
        bench.expect(73, words, "slow.toml", "slow", "--out", "owned")
        bench.expect(73, words, "slow.toml", "slow", "--out", "owned", "--resume", "--json", "never.json")
        bench.expect(73, words, "merge", "owned", "--out", "owned")
        bench.expect(66, words, "merge", "owned", "--out", "elsewhere")
        bench.checks.check(everything(bench.folder / "owned") == before, "a second grader writes no byte")
        bench.checks.check(not (bench.folder / "never.json").exists(), "nor a byte elsewhere")
        # A shard has a place of its own.
        bench.class_of("few", {"ada": SUM, "ben": SUM})
        bench.expect(0, [], "r.toml", "few", "--out", "owned", "--shard", "1/2", "-q")
    bench.expect(0, [], "r.toml", "few", "--out", "owned", "-q")  # the holder was killed


def test_shards(bench):
    klass = bench.class_of("all", {name: SUM if i % 3 else ENDLESS[:-1] + "\nli $t0, %d\n" % i
                                   for i, name in enumerate(NAMES)})
    (bench.folder / "quick.toml").write_text(RUBRIC.format(seconds=1).replace("200_000_000_000", "1_000_000"))
    for jobs in "1", "3":
        bench.expect(0, [], "quick.toml", klass, "--out", "whole" + jobs, "-q", "-j" + jobs)
    for number in "3", "1", "2":
        bench.expect(0, [], "quick.toml", klass, "--out", "shared", "-q", "--shard", number + "/3")
    bench.expect(0, [], "merge", "shared", "--out", "shared", "-q")
    bench.expect(0, [], "merge", "shared", "--out", "apart", "-q")
    whole = reports(bench.folder / "whole1")
    for other in "whole3", "shared", "apart":
        bench.checks.check(reports(bench.folder / other) == whole, other + " is the same bytes")
    shutil.rmtree(bench.folder / "shared/shard-2-of-3")
    bench.expect(66, ["shard 2/3 is missing"], "merge", "shared", "--out", "apart", "-q")
    bench.checks.check(reports(bench.folder / "apart") == whole, "a merge that fails leaves what was there")
    one = bench.class_of("one", {"Müller": SUM, "eve": SUM})
    two = bench.class_of("two", {"Müller": SUM + "nop\n", "bob": SUM})
    for name in one, two:
        bench.expect(0, [], "r.toml", name, "--out", "of-" + name, "-q")
    bench.expect(66, ["of-one and of-two contradict each other on 'Müller'"], "merge", "of-one", "of-two", "--out", "x")


def test_names(bench):
    """Who is there doesn't change who the others are, and every script survives."""
    few = {name: SUM for name in NAMES[1:2] + NAMES[3:4]}
    klass = bench.class_of("names", few)
    bench.expect(0, [], "r.toml", klass, "--out", "names-out", "-q")
    bench.class_of("names", {name: SUM for name in NAMES})
    bench.expect(0, ["2 of 15 submissions have not changed"], "r.toml", klass, "--out", "names-out", "--resume", "-q",
                 "--gradescope", "scope")
    bench.expect(0, [], "r.toml", klass, "--out", "names-new", "-q")
    found = reports(bench.folder / "names-out")
    bench.checks.check(found == reports(bench.folder / "names-new"), "resumed with more students: the same bytes")
    rows = json.loads(found["results.json"])["submissions"]
    bench.checks.check(sorted(row["student"] for row in rows) == sorted(NAMES), "every student once")
    pages = [name for name in found if name.startswith("students/")]
    bench.checks.check(len({page.casefold() for page in pages}) == len(NAMES), "a page each, whatever the case", pages)
    for name in "Müller", "张伟", "דוד", "Ivo_Nováček", "نرگس‌ها":
        bench.checks.check("students/%s.html" % name in found, "a page called", name)
        bench.checks.check((bench.folder / "scope" / (name + ".json")).exists(), "Gradescope's file called", name)
        bench.checks.check(name.encode() in found["results.csv"] and name.encode() in found["junit.xml"]
                           and (name + ".html").encode() in found["class.html"], name, "in every table")
    bench.expect(0, ["张伟 (张伟)"], "r.toml", klass, "--student", "张伟")
    shutil.rmtree(bench.folder / "names/Müller")
    bench.expect(0, [], "r.toml", klass, "--out", "names-out", "--resume", "-q")
    bench.expect(0, [], "r.toml", klass, "--out", "names-less", "-q")
    bench.checks.check(reports(bench.folder / "names-out") == reports(bench.folder / "names-less"),
                       "who has left is nowhere any more")


# --- disks and folders ---

def test_disks(bench):
    klass = bench.class_of("disk", {"s%d" % i: SUM + "nop\n" * i for i in range(8)})
    for option in "--json", "--csv", "--junit":
        bench.expect(73, ["/dev/full: No space left on device"], "r.toml", klass, "-q", option, "/dev/full")
    with open("/dev/full", "wb") as full:
        bench.expect(73, ["standard output"], "r.toml", klass, stdout=full)
        bench.expect(73, ["standard output"], "r.toml", klass, "--json", "-", stdout=full)
        bench.expect(73, ["standard output"], "r.toml", klass, "--student", "s1", stdout=full)
    bench.expect(73, ["Not a directory"], "r.toml", klass, "-q", "--json", "r.toml/x.json")
    bench.expect(73, ["File exists"], "r.toml", klass, "-q", "--out", "r.toml")
    if not can_mount():
        print("no mounts here: the small and the read-only disk are left out")
        return
    with mounted(bench.folder / "small", "size=1m") as disk:
        bench.expect(0, [], "r.toml", klass, "--out", "small/o", "-q")
        before = reports(disk / "o")
        fill = disk / "fill"
        for left in range(4, 400, 28):  # KiB: the journal, a page, a table no longer fits
            fill.write_bytes(b"")
            room = os.statvfs(disk)
            fill.write_bytes(b"x" * max(0, room.f_bavail * room.f_frsize - left * 1024))
            code, _, err = bench.run("r.toml", klass, "--out", "small/o", "-q")
            fine = code == 0 or (code == 73 and "No space left on device" in err)
            bench.checks.check(fine and reports(disk / "o") == before, "a full disk with %d KiB" % left, code, err)
        fill.unlink()
        bench.expect(0, [], "r.toml", klass, "--out", "small/o", "-q", "--resume")
        bench.checks.check(reports(disk / "o") == before, "all is well once there is room")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        bench.expect(73, ["Read-only file system"], "r.toml", klass, "--out", "small/o", "-q")
        bench.expect(73, ["Read-only file system"], "r.toml", klass, "--out", "small/new", "-q")


def test_change(bench):
    """Something happens to a submission whose turn hasn't come."""
    (bench.folder / "short.toml").write_text(RUBRIC.format(seconds=1))

    def replaced_by_link():
        os.rename(bench.folder / "moving/cleo", bench.folder / "away")
        os.symlink(bench.folder / "away", bench.folder / "moving/cleo")

    changes = {"written": lambda: (bench.folder / "moving/cleo/hw.asm").write_text(SUM + "nop\n"),
               "gone": lambda: shutil.rmtree(bench.folder / "moving/cleo"),
               "a link now": replaced_by_link}
    journal = bench.folder / "out/journal.mariner"

    def changed_in_time(change):
        """A grader to whose class it happened while ada was under way; none if this test was held up for so long that her
        turn was over."""
        for name in "moving", "away", "out":
            shutil.rmtree(bench.folder / name, ignore_errors=True)
        klass = bench.class_of("moving", {"ada": ENDLESS, "ben": SUM, "cleo": SUM})
        process = bench.start("short.toml", klass, "--out", "out", "-q", "-j1")
        wait_for_work(process, journal)
        before = journal.stat().st_size
        change()
        if journal.stat().st_size == before and process.poll() is None:
            return process
        print("change: too late, the journal has grown from %d to %d bytes" % (before, journal.stat().st_size))
        bench.end_all()
        return None

    for what, change in changes.items():
        process = next(filter(None, (changed_in_time(change) for _ in range(10))), None)
        if process is None:
            bench.checks.check(False, what, "came too late ten times: is the machine that busy?")
            continue
        out, err = process.communicate(timeout=120)
        said = process.returncode, out, err, sorted(everything(bench.folder / "out")), sorted(everything(bench.folder / "moving"))
        bench.checks.check(process.returncode == 66 and b"'cleo/hw.asm' has changed" in err, what, *said)
        bench.checks.check(not reports(bench.folder / "out"), what + ": nothing half-written", *said)


# --- locked in ---

def limited(**limits):
    def lower():
        for name, amount in limits.items():
            resource.setrlimit(getattr(resource, "RLIMIT_" + name), (amount, amount))
    return lower


def without_seccomp(number):
    """What a container does that forbids filters: seccomp(2) and prctl(PR_SET_SECCOMP) fail."""
    library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p

    class Compare(ctypes.Structure):
        _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]

    def forbid():
        refuse = 0x00050000 | number
        context = ctypes.c_void_p(library.seccomp_init(0x7fff0000))
        library.seccomp_rule_add_array(context, refuse, library.seccomp_syscall_resolve_name(b"seccomp"), 0, None)
        equal = (Compare * 1)(Compare(0, 4, 22, 0))
        library.seccomp_rule_add_array(context, refuse, library.seccomp_syscall_resolve_name(b"prctl"), 1, equal)
        library.seccomp_load(context)
    return forbid


def test_sandbox(bench):
    klass = bench.class_of("locked", {"ada": SUM})
    good = bench.expect(0, [], "r.toml", klass)
    for limits in ({"AS": 10_000_000 << 10}, {"AS": 5_000_000 << 10}, {"DATA": 500_000 << 10}, {"CPU": 300},
                   {"NOFILE": 64}, {"STACK": 1 << 20}, {"AS": 10_000_000 << 10, "DATA": 500_000 << 10, "CPU": 300}):
        out = bench.expect(0, [], "r.toml", klass, preexec_fn=limited(**limits))
        bench.checks.check(out == good, "the same under", limits)
    bench.expect(73, ["4 GiB of address space", "3,000,000,000 bytes of addresses (ulimit -v)"], "r.toml", klass,
                 preexec_fn=limited(AS=3_000_000_000))
    bench.expect(73, ["20,000,000 bytes of data (ulimit -d)"], "r.toml", klass, preexec_fn=limited(DATA=20_000_000))
    # Time that a process has used up with other cases is none of the next one's business.
    many = "".join('[[case]]\nname = "c%d"\nexpect = { ending = "step_limit" }\n' % i for i in range(6))
    (bench.folder / "many.toml").write_text("[limits]\nsteps = 600_000_000\n" + many)
    bench.class_of("long", {"ada": ENDLESS})
    bench.expect(0, ["\n6 points"], "many.toml", "long", preexec_fn=limited(CPU=3))
    (bench.folder / "endless.toml").write_text(RUBRIC.format(seconds=50))
    bench.expect(0, ["limit, 0 of 1", "in force here: 2 seconds of processor time (ulimit -t)"], "endless.toml", "long",
                 preexec_fn=limited(CPU=2))
    for number, words in (1, "Operation not permitted"), (22, "Invalid argument"), (38, "Function not implemented"):
        refused = without_seccomp(number)
        got = bench.run("r.toml", klass, "--out", "unlocked", preexec_fn=refused)
        bench.checks.check(got[0] == 73 and words in got[2] and "seccomp" in got[2] and not got[1], "fails closed", got)
        bench.checks.check(not reports(bench.folder / "unlocked"), "and writes no report")
        out = bench.expect(0, [], "r.toml", klass, "--no-sandbox", preexec_fn=refused)
        bench.checks.check(out == good, "grades only when told to without a sandbox")


# --- what a process that runs a student's program knows ---

ANSWERS = """
[limits]
steps = 100_000_000_000
[[case]]
name = "open"
input = "typed-in-the-open\\n"
expect = { output = "ANSWER-in-the-open", memory = [{ address = 0x10010000, ascii = "ANSWER-in-memory" }] }
[[case]]
name = "secret"
visibility = "hidden"
input = "typed-in-secret\\n"
expect = { output = "ANSWER-in-secret", match = "regex" }
"""


def memory_of(pid):
    """All of a process's memory that can be read and isn't a guest's empty addresses."""
    parts = []
    with open("/proc/%d/mem" % pid, "rb", buffering=0) as memory:
        for line in pathlib.Path("/proc/%d/maps" % pid).read_text().splitlines():
            begin, end = (int(word, 16) for word in line.split()[0].split("-"))
            if line.split()[1].startswith("r") and "/" not in line and end - begin <= 256 << 20:
                with contextlib.suppress(OSError):
                    memory.seek(begin)
                    parts.append(memory.read(end - begin))
    return b"".join(parts)


def test_knows_no_answers(bench):
    if os.geteuid() != 0:
        print("left out, since it needs root: what is in the memory of the process that runs a student's program")
        return
    (bench.folder / "answers.toml").write_text(ANSWERS)
    klass = bench.class_of("knowing", {"ada": ENDLESS})
    for case, typed, other in ("open", b"typed-in-the-open", b"typed-in-secret"), ("secret", b"typed-in-secret", b"typed-in-the-open"):
        grader = subprocess.Popen([bench.mariner, "grade", "answers.toml", klass, "--case", case], cwd=bench.folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            runner = worker_of(grader)
            bench.checks.check(runner is not None, "a process that runs the program", case)
            known = memory_of(runner) if runner else b""
        finally:
            grader.kill()
            grader.wait()
        bench.checks.check(typed in known, "it knows what is typed", case)
        bench.checks.check(other not in known, "and nothing of the other case", case)
        bench.checks.check(b"ANSWER" not in known, "and no answer", case, known[max(0, known.find(b"ANSWER") - 40):][:80])


# --- hidden cases ---

READ = "li $v0, 5\nsyscall\nmove $t0, $v0\n"
TELLTALES = {
    "line of a finding": READ + "sll $t1, $t0, 3\nla $t2, table\nadd $t1, $t1, $t2\njr $t1\ntable:\n"
                         + "".join("j l%d\nnop\n" % i for i in range(12))
                         + "".join("l%d: move $t3, $s%d\nli $v0, 10\nsyscall\n" % (i, i % 7) for i in range(12)),
    "line of a crash": READ + "sll $t1, $t0, 3\nla $t2, table\nadd $t1, $t1, $t2\njr $t1\ntable:\n"
                       + "lw $0, 1($0)\nnop\n" * 12,
    "steps": READ + "again: addi $t0, $t0, -1\nbgtz $t0, again\nli $v0, 10\nsyscall\n",
    "output": READ + "move $a0, $t0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
    "address of a crash": READ + "sll $t0, $t0, 2\nlw $t1, 0($t0)\n",
    "exit status": READ + "move $a0, $t0\nli $v0, 17\nsyscall\n",
    "memory": READ + "sw $t0, 0x10010000($0)\nli $v0, 10\nsyscall\n",
    "picture": READ + "sw $t0, 0x10040000($0)\nli $v0, 10\nsyscall\n",
    "time": READ + "li $t1, 3000000\nmul $t0, $t0, $t1\nagain: addi $t0, $t0, -1\nbgtz $t0, again\nli $v0, 10\nsyscall\n",
    "verdict": READ + "andi $t0, $t0, 1\nbeqz $t0, even\nbreak\neven: j even\n",
    "flood or silence": READ + "andi $t0, $t0, 1\nbeqz $t0, e\nf: li $v0, 11\nli $a0, 65\nsyscall\nj f\ne: li $v0,10\nsyscall\n",
    "heap": READ + "li $t1, 4000000\nmul $a0, $t0, $t1\nli $v0, 9\nsyscall\nli $v0, 10\nsyscall\n",
    "ending": READ + "andi $t0, $t0, 1\nbeqz $t0, drop\nli $v0, 10\nsyscall\ndrop: nop\n",
}
HIDDEN = """
[limits]
steps = 100_000_000
[check]
points = 0.5
at_most = 3
[[case]]
name = "open"
input = "1\\n"
expect = {{ output = "?" }}
[[case]]
name = "secret"
visibility = "hidden"
input = "{secret}\\n"
arguments = ["{secret}"]
seed = {secret}
points = 2
expect = {{ output = "nobody prints this {secret}", memory = [{{ address = 0x10010000, words = [{secret}00] }}], picture = {{ columns = 4, rows = 4, regions = [{{ x = 0, y = 0, width = 1, height = 1, colour = 0xff{secret}000 }}] }} }}
[[case]]
name = "worth nothing"
visibility = "hidden"
points = 0
input = "{secret}\\n"
expect = {{ exit_status = 7 }}
"""


def what_leaves(bench, secret):
    """Everything that a grading gives away, by name, for one hidden input."""
    (bench.folder / "hidden.toml").write_text(HIDDEN.format(secret=secret))
    shutil.rmtree(bench.folder / "told", ignore_errors=True)
    shutil.rmtree(bench.folder / "scope", ignore_errors=True)
    said = {}
    klass = bench.class_of("telling", {name.replace(" ", "_"): text for name, text in TELLTALES.items()})
    runs = {"table": ["--out", "told", "--gradescope", "scope", "-j1"], "strict": ["--strict", "-q"], "json": ["--json", "-"],
            "junit": ["--junit", "-"], "csv": ["--csv", "-"]}
    for name in TELLTALES:
        runs["full " + name] = ["--student", name.replace(" ", "_")]
        runs["case " + name] = ["--student", name.replace(" ", "_"), "--case", "secret"]
        runs["exit " + name] = ["--student", name.replace(" ", "_"), "--case", "worth-nothing", "--strict", "-q"]
    for what, arguments in runs.items():
        said[what] = repr(bench.run("hidden.toml", klass, *arguments)).encode()
    for folder in "told", "scope":
        for name, content in everything(bench.folder / folder).items():
            if name.endswith("journal.mariner"):  # its first record is the rubric's, with the rubric's fingerprint
                content = content[content.index(b"\nresult ") + 1:]
            if not name.endswith("lock.mariner"):
                said[folder + "/" + name] = content
    fingerprint = json.loads(said["told/results.json"])["rubric_hash"].encode()
    return {name: re.sub(fingerprint + b"(/secret|/worth-nothing)?|" + b"[0-9a-f]{32}(?=/)", b"", content)
            if name in ("json", "told/results.json") or name.startswith("scope/") else content
            for name, content in said.items()}


def test_hidden(bench):
    for first, second in ((2, 5), (7, 8)):
        one, two = what_leaves(bench, first), what_leaves(bench, second)
        bench.checks.check(one.keys() == two.keys(), "the same files")
        for name in one:
            bench.checks.check(one[name] == two.get(name), "hidden inputs %d and %d: told apart by" % (first, second), name)
    out = bench.run("hidden.toml", "telling", "--student", "output", "--case", "secret")[1]
    bench.checks.check("nobody" not in out and "--reveal" in out, "the console says what to do", out)
    out = bench.run("hidden.toml", "telling", "--student", "output", "--case", "secret", "--reveal")[1]
    bench.checks.check("nobody prints this" in out, "the instructor may look")


# --- storm ---

def storm(bench, rounds, rng):
    """Graders of several kinds at one folder, most of them killed. Whatever says it is done is done."""
    classes = {"A": {name: SUM + "nop\n" * i for i, name in enumerate(NAMES)}}
    classes["B"] = {**classes["A"], "Mueller": SUM, "ada": SUM + "li $t9, 1\n", "李娜": ENDLESS}
    del classes["B"]["김민수"]
    (bench.folder / "storm.toml").write_text(RUBRIC.format(seconds=30).replace("200_000_000_000", "3_000_000"))
    kinds = {"whole": [], "one": ["--shard", "1/2"], "two": ["--shard", "2/2"]}
    wanted, longest = {}, 0.0
    for name, programs in classes.items():
        bench.class_of(name, programs)
        for kind, arguments in kinds.items():
            out = "calm-%s-%s" % (name, kind)
            begin = time.monotonic()
            bench.expect(0, [], "storm.toml", name, "--out", out, "-q", *arguments)
            longest = max(longest, time.monotonic() - begin)
            inner = {"whole": ".", "one": "shard-1-of-2", "two": "shard-2-of-2"}[kind]
            wanted[name, kind] = inner, reports(bench.folder / out / inner)
    finished = refused = killed = 0
    for number in range(rounds):
        name = rng.choice(sorted(classes))
        if rng.random() < 0.2:
            shutil.rmtree(bench.folder / "storm", ignore_errors=True)
        graders = []
        for _ in range(rng.randint(2, 4)):
            kind = rng.choice(["whole", "whole", "one", "two"])
            resume = ["--resume"] if rng.random() < 0.6 else []
            process = bench.start("storm.toml", name, "--out", "storm", "-q", "-j%d" % rng.randint(1, 3), *kinds[kind],
                                  *resume)
            end = time.monotonic() + rng.random() * longest * 1.5 if rng.random() < 0.6 else None
            graders.append((kind, process, end, rng.choice([signal.SIGKILL, signal.SIGTERM])))
            time.sleep(rng.random() * longest / 3)
        for _, process, end, how in sorted(graders, key=lambda one: one[2] or 1e18):
            if end is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(max(0.0, end - time.monotonic()))
                process.send_signal(how)
        done = set()
        for kind, process, end, how in graders:
            _, err = process.communicate(timeout=300)
            code = process.returncode
            is_known = code == 0 or (code == 73 and b" is in use by " in err) or (end is not None and code == -how)
            bench.checks.check(is_known, "storm: round %d, %s ended with" % (number, kind), code, err.decode())
            finished, refused, killed = finished + (code == 0), refused + (code == 73), killed + (code < 0)
            done |= {kind} if code == 0 else set()
        for kind in done:
            inner, right = wanted[name, kind]
            got = reports(bench.folder / "storm" / inner)
            different = sorted(file for file in got.keys() | right.keys() if got.get(file) != right.get(file))
            different = [file for file in different if ".mariner-aside-" not in file]
            bench.checks.check(not different, "storm: round %d, %s of class %s differs in" % (number, kind, name), different)
        if rng.random() < 0.3:
            for kind in "one", "two":
                bench.expect(0, [], "storm.toml", name, "--out", "storm", "-q", "--resume", *kinds[kind])
            bench.expect(0, [], "merge", "storm", "--out", "storm", "-q")
            got = reports(bench.folder / "storm")
            bench.checks.check(got == wanted[name, "whole"][1], "storm: round %d, merged" % number)
    print("storm: %d rounds; %d graders finished, %d found the folder in use, %d were killed"
          % (rounds, finished, refused, killed))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mariner")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print("seed", options.seed)
    checks = Checks()
    tests = {"owner": test_owner, "shards": test_shards, "names": test_names, "disks": test_disks, "change": test_change,
             "sandbox": test_sandbox, "answers": test_knows_no_answers, "hidden": test_hidden,
             "storm": lambda bench: storm(bench, options.rounds, random.Random(options.seed))}
    for name, test in tests.items():
        if options.only not in name:
            continue
        with tempfile.TemporaryDirectory(prefix="mariner-grader-", ignore_cleanup_errors=True) as folder:
            bench = Bench(str(pathlib.Path(options.mariner).resolve()), pathlib.Path(folder), checks)
            try:
                test(bench)
            except Exception:  # the other tests are still worth running
                checks.check(False, name, "broke off:", traceback.format_exc())
            finally:
                bench.end_all()
    print("%d passed, %d failed" % (checks.passed, checks.failed))
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
