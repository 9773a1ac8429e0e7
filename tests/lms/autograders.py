"""The seven systems that grade each hand-in by themselves, as bare roots: where they put things, as whom they run what,
and where they look for the result. Used by packages.py.
"""
import ctypes
import json
import os
import pathlib
import resource
import shutil
import stat
import subprocess
import tarfile
import zipfile

TOOLS = ["sh", "mkdir", "chmod", "mv", "cp", "rm", "mktemp", "dirname", "sed", "cat", "tar", "make", "ls"]
LIBC = ctypes.CDLL(None, use_errno=True)
FILTERS = ctypes.CDLL("libseccomp.so.2", use_errno=True)
FILTERS.seccomp_init.restype = ctypes.c_void_p
NEW_MOUNTS, NEW_NETWORK = 0x00020000, 0x40000000
PRIVATE_MOUNTS = 0x44000  # MS_REC and MS_PRIVATE


class Root:
    """A folder to live in, without a network: the host's shell and a few tools, or a copy of a whole system."""

    def __init__(self, path, tree=None):
        self.path = path
        path.mkdir()
        if tree is None:
            for folder in "tmp", "usr/bin", "proc", "dev":
                (path / folder).mkdir(parents=True)
            (path / "bin").symlink_to("usr/bin")
            (path / "tmp").chmod(0o1777)
            for tool in TOOLS:
                self.add_program(shutil.which(tool), "usr/bin/" + tool)
        else:
            subprocess.run(["cp", "-a", str(tree) + "/.", path], check=True)
        self.has_proc = tree is not None
        (path / "dev/null").unlink(missing_ok=True)
        os.mknod(path / "dev/null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
        (path / "dev/null").chmod(0o666)

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

    def clear(self, folder):
        shutil.rmtree(self.path / folder, ignore_errors=True)
        (self.path / folder).mkdir(parents=True)

    def give(self, folder, user):
        for path in [self.path / folder, *(self.path / folder).rglob("*")]:
            os.chown(path, user, user, follow_symlinks=False)

    def start(self, command, user=0, folder="/", environment=(), before=None):
        """`before`: what else the system does to the process, such as limits."""
        def enter():
            LIBC.unshare(NEW_NETWORK | NEW_MOUNTS)
            LIBC.mount(b"none", b"/", None, PRIVATE_MOUNTS, None)
            if self.has_proc:
                LIBC.mount(b"proc", bytes(self.path / "proc"), b"proc", 0, None)
            os.chroot(self.path)
            os.chdir(folder)
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            if before is not None:
                before()
        return subprocess.Popen(command, preexec_fn=enter, env={"PATH": "/usr/bin:/bin", **dict(environment)}, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, close_fds=before is None)

    def run(self, *command, **how):
        process = self.start(list(command), **how)
        process.wait_and_read = process.communicate(timeout=120)
        return subprocess.CompletedProcess(command, process.returncode, *process.wait_and_read)


def unpack(root, archive, folder, keeps_modes=True):
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
    return target


class System:
    """How one of them goes about a hand-in. The file that it reads is `result`, or None for what is printed."""
    options = ()
    user = 0
    folder = "/"
    command = ()
    environment = {}
    before = None
    result = None
    rubric = None  # where it lies in the root
    worth = 10

    def __init__(self, root):
        self.root = root

    @classmethod
    def name(cls):
        return cls.__name__.lower()

    def hand_in(self, files):
        """The student's files: texts, or None for an empty folder."""
        self.root.clear(self.place)
        for name, text in files.items():
            self.root.put(self.place + "/" + name, text)
        self.root.give(self.place, self.user)

    def ready(self):
        """What the system does before each run."""
        if self.result:
            (self.root.path / self.result).unlink(missing_ok=True)

    def start(self):
        self.ready()
        return self.root.start(list(self.command), user=self.user, folder=self.folder, environment=self.environment, before=self.before)

    def told(self, printed):
        return (self.root.path / self.result).read_text() if self.result else printed

    def grade(self):
        """What the system reads; and everything that students could see besides."""
        process = self.start()
        printed, errors = process.communicate(timeout=150)
        assert process.returncode == 0, (self.name(), process.returncode, errors)
        return self.told(printed)


class Gradescope(System):
    """Everything as root in /autograder; setup.sh once, when the image is made."""
    options = ("--leaderboard",)
    place, folder = "autograder/submission", "/autograder"
    command, result = ("/autograder/run_autograder",), "autograder/results/results.json"
    rubric = "/autograder/source/rubric/hw2.toml"
    created = "2026-03-02T10:00:00.000000Z"

    def install(self, archive):
        source = unpack(self.root, archive, "autograder/source", keeps_modes=False)
        done = self.root.run("sh", "/autograder/source/setup.sh", folder="/autograder")
        assert done.returncode == 0, done.stderr
        self.root.put("autograder/run_autograder", (source / "run_autograder").read_bytes(), 0o755)

    def ready(self):
        self.root.put("autograder/submission_metadata.json", json.dumps({
            "created_at": self.created, "users": [{"email": "a@example.edu", "id": 1, "name": "Ada"}],
            "assignment": {"due_date": "2026-03-03T00:00:00.000000-08:00", "late_due_date": None, "total_points": "20.0"},
            "previous_submissions": [{"results": {"tests": []}}]}))
        self.root.clear("autograder/results")

    def points(self, text):
        return json.loads(text)["score"]


class PrairieLearn(System):
    """Root in a container; /grade/results isn't made beforehand, the entry point may be made executable."""
    place, result, rubric = "grade/student", "grade/results/results.json", "/grade/tests/rubric/hw2.toml"

    def install(self, archive):
        self.question = unpack(self.root, archive, "grade", keeps_modes=False)
        self.info = json.loads((self.question / "info.json").read_text())
        self.command = self.info["externalGradingOptions"]["entrypoint"].split()

    def ready(self):
        shutil.rmtree(self.root.path / "grade/results", ignore_errors=True)

    def points(self, text):
        return round(json.loads(text)["score"] * self.worth, 6)


class Autolab(System):
    """A folder with the Makefile, the tar and one file, in which a user without rights runs make."""
    user, folder, place, command = 1000, "/work", "work", ("make",)
    rubric = "/work/grade/rubric/hw2.toml"

    def install(self, archive):
        self.lab, = unpack(self.root, archive, "lab").iterdir()

    def hand_in(self, files):
        self.root.clear("work")
        for name, text in files.items():
            self.root.put("work/" + name, text)
        shutil.copy(self.lab / "autograde-Makefile", self.root.path / "work/Makefile")
        shutil.copy(self.lab / "autograde.tar", self.root.path / "work/autograde.tar")
        self.root.give("work", self.user)

    def points(self, text):
        return json.loads(text.splitlines()[-1])["scores"]["Points"]


class Classroom50(System):
    """A runner's user in the student's repository; the bundle lies elsewhere."""
    user, folder, place, result = 1001, "/repo", "repo", "repo/result.json"
    rubric = "/bundle/rubric/hw2.toml"
    environment = {"CLASSROOM": "c", "ASSIGNMENT": "a", "SUBMISSION_TAG": "submit/2026-03-02T10:15:00Z-abc", "COMMIT_URL": "https://x/c",
                   "RELEASE_URL": "https://x/r"}

    def install(self, archive):
        bundle = unpack(self.root, archive, "bundle", keeps_modes=False)
        self.root.give("bundle", self.user)
        script = (bundle / "autograder.py").read_text()
        compile(script, "autograder.py", "exec")
        # The small root has no Python: there the command is started that the script starts.
        has_python = (self.root.path / "usr/bin/python3").exists()
        if not has_python:
            (bundle / "mariner").chmod(0o755)
        self.command = ("/usr/bin/python3", "/bundle/autograder.py") if has_python else (
            "/bundle/mariner", "grade", "once", "classroom50", self.rubric, ".", "--result", "result.json")

    def points(self, text):
        return json.loads(text)["score"]


class Submitty(System):
    """The validator runs in a folder that everybody may write, under limits that forbid nearly everything unless
    config.json asks for more, and under a filter that ends whoever makes a call that its list doesn't have."""
    user, folder, place, result = 1002, "/work", "work/test01", "work/validation_results.json"
    rubric = "/work/rubric/hw2.toml"
    defaults = {"RLIMIT_CPU": 10, "RLIMIT_FSIZE": 100_000, "RLIMIT_DATA": 500_000_000, "RLIMIT_STACK": 500_000_000, "RLIMIT_CORE": 0,
                "RLIMIT_NPROC": 0, "RLIMIT_NOFILE": 100, "RLIMIT_AS": 1_000_000_000, "RLIMIT_SIGPENDING": 0}
    # Newer than its list of system calls, which names no other of what is usual.
    unknown_calls = ("close_range", "openat2", "pidfd_open", "pidfd_send_signal", "process_madvise", "epoll_pwait2", "futex_waitv",
                     "clone_into_cgroup", "landlock_create_ruleset", "statmount", "map_shadow_stack", "cachestat", "fchmodat2")

    def install(self, archive):
        self.config = unpack(self.root, archive, "config", keeps_modes=False)
        self.told_config = json.loads((self.config / "config.json").read_text())["testcases"][0]
        self.command = self.told_config["validation"][0]["command"].split()
        assert self.command[0].startswith("./"), "a program that is not among Submitty's own"

    def ready(self):
        for path in (self.config / "custom_validation_code").iterdir():
            target = self.root.path / "work" / path.name
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(path, target) if path.is_dir() else shutil.copy(path, target)
        (self.root.path / self.result).unlink(missing_ok=True)
        for path in [self.root.path / "work", *(self.root.path / "work").rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o777)

    def before(self):
        limits = dict(self.defaults, **self.told_config["resource_limits"])
        for name, value in limits.items():
            limit = getattr(resource, name, None)  # Python has no name for some
            if limit is not None and value != "RLIM_INFINITY":
                hard = resource.getrlimit(limit)[1]
                value = value if hard == resource.RLIM_INFINITY else min(value, hard)
                resource.setrlimit(limit, (value, value))
        forbid(self.unknown_calls)

    def points(self, text):
        return round(json.loads(text)["data"]["score"] * self.worth, 6)


class CodeGrade(System):
    """A user without rights in the student's folder; what is uploaded lies elsewhere; points go to descriptor 3."""
    user, folder, place, command = 1003, "/student", "student", ("sh", "-c", "exec sh /uploaded/run.sh 3>/points")
    rubric = "/uploaded/rubric/hw2.toml"
    environment = {"CG_INFO": "{}"}

    def install(self, archive):
        unpack(self.root, archive, "uploaded", keeps_modes=False)
        for path in (self.root.path / "uploaded", *(self.root.path / "uploaded").rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)

    def ready(self):
        self.points_file = self.root.put("points", "", 0o666)

    def told(self, printed):
        return printed + self.points_file.read_text()

    def points(self, text):
        told = json.loads(self.points_file.read_text())
        got, worth = told["points"].split("/")
        return float(got) if told["tag"] == "points" and float(worth) == self.worth else told


class Inginious(System):
    """A user who isn't root, in /task, which nobody may write; commands of the container's take the result."""
    user, folder, place, result, command = 4242, "/task", "input", "tmp/feedback", ("/task/run",)
    rubric = "/task/rubric/hw2.toml"

    def install(self, archive):
        unpack(self.root, archive, "task", keeps_modes=False)
        for path in (self.root.path / "task", *(self.root.path / "task").rglob("*")):
            path.chmod(0o755 if path.is_dir() or path.name == "run" else 0o644)
        self.root.put("usr/bin/getinput", '#!/bin/sh\n[ "$1" = program:value ] && [ -e /input/hw2.asm ] && cat /input/hw2.asm\n', 0o755)
        for word in "result", "grade":
            self.root.put("usr/bin/feedback-" + word, '#!/bin/sh\necho "%s $1" >>/tmp/feedback\n' % word, 0o755)
        self.root.put("usr/bin/feedback-msg", '#!/bin/sh\n[ "$1" = -a ] && cat >>/tmp/feedback\n', 0o755)

    def points(self, text):
        result, grade_line = text.splitlines()[:2]
        got = float(grade_line.split()[1]) * self.worth / 100
        return got if (result == "result success") == (got == self.worth) else text


SYSTEMS = [Gradescope, PrairieLearn, Autolab, Classroom50, Submitty, CodeGrade, Inginious]


def forbid(calls):
    """Whoever makes one of these is ended, as by a grader that allows what it knows."""
    context = ctypes.c_void_p(FILTERS.seccomp_init(0x7fff0000))
    LIBC.prctl(38, 1, 0, 0, 0)
    for name in calls:
        number = FILTERS.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            FILTERS.seccomp_rule_add_array(context, ctypes.c_uint32(0x80000000), number, 0, None)
    FILTERS.seccomp_load(context)


def static_program(mariner):
    """The program without libraries of the build that `mariner` comes from."""
    beside = pathlib.Path(mariner).parent / "mariner-static"
    if (beside.parent / "CMakeCache.txt").exists():
        done = subprocess.run(["cmake", "--build", beside.parent, "--target", "mariner_static"], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:]
    return beside
