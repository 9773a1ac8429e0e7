#!/usr/bin/env python3
"""tools/setup names the right packages on every system, installs only where it may, and goes without what it can;
docs/install.md shows the names of tools/packages; tools/build_times counts every step once; what other systems leave out
can be left out.

    tests/first_build/run.py

Each case is a made-up machine: a folder of commands, a file that says which system it is, and headers that its compiler
finds. Nothing is installed. Ends with "N passed, N failed".
"""
import functools
import importlib.machinery
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BORROWED = "awk bash cat dirname env grep ls mkdir mktemp readlink rm sed sort tr".split()
REQUIRED = ["CLI/CLI.hpp", "zlib.h", "toml++/toml.h", "elfio/elfio.hpp"]
OPTIONAL = ["SDL2/SDL.h", "asmjit/asmjit.h", "re2/re2.h", "seccomp.h", "histedit.h"]
TOOLS = ["g++", "cmake", "ninja"]
RELEASES = {
    "fedora": "ID=fedora\nVERSION_ID=41\n", "arch": "ID=arch\n", "alpine": "ID=alpine\n", "nix": "ID=nixos\n",
    "opensuse": 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "debian": "ID=debian\n",
    "ubuntu": "ID=ubuntu\nID_LIKE=debian\n", "mint": "ID=linuxmint\nID_LIKE='ubuntu debian'\n",
    "rocky": 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', "other": "ID=haiku\n"}
# The compiler: says which of the headers that it is asked about are there, of the machine's or in an -I folder.
COMPILER = """#!/bin/sh
folders=; for a; do case $a in -I*) folders="$folders ${a#-I}";; esac; done
sed -n 's/.*__has_include(<\\(.*\\)>).*/\\1/p' | while read -r header; do
    grep -qxF "$header" "$MACHINE/headers" && echo "$header" && continue
    for folder in $folders; do [ ! -e "$folder/$header" ] || { echo "$header"; break; }; done
done
"""
# apt-get: what it downloads is a file that holds its package's name; dpkg unpacks that into the package's header.
APT = """#!/bin/sh
echo "apt-get $*" >>"$MACHINE/log"
case " $* " in *" download "*) for word; do case $word in lib*|zlib1g-dev) echo "$word" >"$word.deb";; esac; done;; esac
"""
DPKG = """#!/bin/sh
case $(cat "$2") in libcli11-dev) h=CLI/CLI.hpp;; zlib1g-dev) h=zlib.h;; libtomlplusplus-dev) h=toml++/toml.h;; esac
mkdir -p "$3/usr/include/$(dirname "$h")" && echo >"$3/usr/include/$h"
"""


class Machine:
    def __init__(self, folder, release, tools=(), headers=(), user=1000, kernel="Linux", cpu="x86_64"):
        self.folder = pathlib.Path(folder)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        (self.folder / "tree/tools").mkdir(parents=True)
        for name in ("setup", "packages"):
            shutil.copy(ROOT / "tools" / name, self.folder / "tree/tools")
        for name in BORROWED:
            (self.bin / name).symlink_to(shutil.which(name))
        self.has("id", '#!/bin/sh\n[ "$1" = -un ] && echo student || echo %d\n' % user)
        self.has("uname", '#!/bin/sh\n[ "$1" = -m ] && echo %s || echo %s\n' % (cpu, kernel))
        for name in tools:
            self.has(name, COMPILER if name == "g++" else "#!/bin/sh\n")
        (self.folder / "headers").write_text("".join(header + "\n" for header in headers))
        (self.folder / "etc").mkdir()
        (self.folder / "etc/os-release").write_text(RELEASES.get(release, ""))

    def has(self, name, script):
        (self.bin / name).write_text(script)
        (self.bin / name).chmod(0o755)

    def setup(self, *arguments):
        """-> exit status, what it said, how apt-get was called"""
        run = subprocess.run([self.folder / "tree/tools/setup", *arguments], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=60,
                             env={"PATH": str(self.bin), "MACHINE": str(self.folder), "HOME": str(self.folder),
                                  "MARINER_SYSTEM_ROOT": str(self.folder)})
        log = self.folder / "log"
        return run.returncode, run.stdout, log.read_text() if log.exists() else ""


checks = {"passed": 0, "failed": 0}


def check(what, right, shown=""):
    checks["passed" if right else "failed"] += 1
    if not right:
        print("FAILED: %s\n%s" % (what, shown))


def on(release, **machine):
    """Runs a case: on("arch", tools=[...])(lambda machine: ...)"""
    def run(case):
        with tempfile.TemporaryDirectory() as folder:
            case(Machine(folder, release, **machine))
    return run


def bare_machine(release, command, kernel="Linux"):
    """Nothing is there: one command gets all that a build must have, and nothing that it can be without or tests need."""
    def case(machine):
        status, said, _ = machine.setup()
        check("%s: the command" % release, status == 1 and "missing; please type:  %s\n" % command in said, said)
        check("%s: a download is offered in one line" % release, said.count("download") == 1, said)
        check("%s: nothing else is asked for" % release, not re.search("gtest|python|SDL|sdl|clang", said), said)
    on(release, kernel=kernel)(case)


def systems():
    bare_machine("fedora", "sudo dnf install cli11-devel cmake elfio-devel gcc-c++ ninja-build tomlplusplus-devel zlib-devel")
    bare_machine("rocky", "sudo dnf install cli11-devel cmake elfio-devel gcc-c++ ninja-build tomlplusplus-devel zlib-devel")
    bare_machine("arch", "sudo pacman -S --needed cli11 cmake elfio gcc ninja tomlplusplus zlib")
    bare_machine("alpine", "sudo apk add cli11-dev cmake elfio-dev g++ samurai tomlplusplus-dev zlib-dev")
    bare_machine("opensuse", "sudo zypper install cli11-devel cmake gcc-c++ ninja tomlplusplus-devel zlib-devel")
    bare_machine("nix", "nix-shell -p cli11 cmake elfio gcc ninja tomlplusplus zlib --run tools/mariner")
    bare_machine("macos", "brew install cli11 cmake elfio ninja tomlplusplus zlib", kernel="Darwin")
    bare_machine("other", "install cmake g++ libcli11-dev libtomlplusplus-dev ninja-build zlib1g-dev (these are Debian's names)")

    def no_elfio(machine):
        status, said, _ = machine.setup()
        check("openSUSE: where ELFIO belongs", status == 1 and "belongs into .cache/elfio/" in said, said)
    on("opensuse", tools=TOOLS, headers=REQUIRED[:3] + OPTIONAL)(no_elfio)

    def as_root(machine):
        _, said, _ = machine.setup()
        check("root types no sudo", "please type:  dnf install cmake\n" in said, said)
    on("fedora", user=0, tools=["g++", "ninja"], headers=REQUIRED + OPTIONAL)(as_root)

    def by_installer(machine):
        machine.has("apk", "#!/bin/sh\n")
        _, said, _ = machine.setup()
        check("a system without a name is known by its installer", "apk add cmake\n" in said, said)
    on("unheard of", tools=["g++", "ninja"], headers=REQUIRED + OPTIONAL)(by_installer)


def optional():
    def complete(machine):
        check("where all is there, nothing is said", machine.setup() == (0, "", ""), machine.setup())
    on("fedora", tools=TOOLS, headers=REQUIRED + OPTIONAL)(complete)
    on("debian", user=0, tools=TOOLS, headers=REQUIRED + OPTIONAL)(complete)

    def without(machine):
        status, said, _ = machine.setup()
        check("a build goes without the window", status == 0 and "without SDL2 there is no window" in said, said)
        check("... and what would bring it", "for these:  sudo dnf install SDL2-devel\n" in said, said)
    on("fedora", tools=TOOLS, headers=REQUIRED + OPTIONAL[1:])(without)

    def other_cpu(machine):
        status, said, _ = machine.setup()
        check("asmjit is for x86-64 alone", (status, said) == (0, ""), said)
    on("fedora", tools=TOOLS, headers=REQUIRED + ["SDL2/SDL.h"] + OPTIONAL[2:], cpu="aarch64")(other_cpu)

    def for_tests(machine):
        status, said, _ = machine.setup("--for-tests")
        check("the tests need more", status == 1 and "clang++" in said and "gtest/gtest.h" in said, said)
    on("fedora", tools=TOOLS, headers=REQUIRED + OPTIONAL)(for_tests)


def debian():
    def by_root(machine):
        machine.has("apt-get", APT)
        status, said, log = machine.setup()
        asked = re.findall(r"install --no-install-recommends -y (.*)", log)
        check("root installs what is missing, and only that", asked == ["cmake libcli11-dev libsdl2-dev"], said + log)
        check("... and says so", status == 0 and "installing cmake libcli11-dev libsdl2-dev" in said, said)
    on("ubuntu", user=0, tools=["g++", "ninja"], headers=REQUIRED[1:] + OPTIONAL[1:])(by_root)

    def by_sudo(machine):
        machine.has("apt-get", APT)
        machine.has("sudo", '#!/bin/sh\n[ "$1" = -n ] && exit 0\nexec "$@"\n')
        status, said, log = machine.setup()
        check("sudo that asks nothing serves", status == 0 and "-y libre2-dev" in log, said + log)
    on("mint", tools=TOOLS, headers=REQUIRED + [h for h in OPTIONAL if h != "re2/re2.h"])(by_sudo)

    def no_root(machine):
        machine.has("apt-get", APT)
        machine.has("sudo", "#!/bin/sh\nexit 1\n")
        machine.has("dpkg", DPKG)
        status, said, log = machine.setup()
        check("without root, headers are unpacked", status == 0 and " install" not in log, said + log)
        check("... the ones that are missing", re.findall("download (.*)", log) == ["libcli11-dev zlib1g-dev"], log)
        check("... and what is left out is said", "no window" in said and "no grade command" in said, said)
        said_again = machine.setup()
        check("... once", said_again[2] == log, said_again)
    on("debian", tools=TOOLS, headers=REQUIRED[2:] + ["asmjit/asmjit.h", "seccomp.h", "histedit.h"])(no_root)

    def no_compiler(machine):
        machine.has("apt-get", APT)
        status, said, log = machine.setup()
        check("without root, a compiler is asked for", status == 1 and "type:  sudo apt-get install g++ libcli" in said, said)
        check("... and nothing is done in vain", log == "", log)
    on("debian", tools=TOOLS[1:])(no_compiler)

    def no_mirror(machine):
        machine.has("apt-get", "#!/bin/sh\nexit 100\n")
        status, said, _ = machine.setup()
        check("a mirror that doesn't answer", status == 1 and "sudo apt-get install zlib1g-dev\n" in said, said)
    on("debian", tools=TOOLS, headers=[h for h in REQUIRED if h != "zlib.h"] + OPTIONAL)(no_mirror)


def documents():
    text = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    for system in "fedora arch alpine opensuse homebrew nix vcpkg".split():
        names = subprocess.run([ROOT / "tools/setup", "--list", system], stdout=subprocess.PIPE, text=True, check=True).stdout
        row = re.search(r"^\| %s \| `(.*?)`" % system, text, re.MULTILINE | re.IGNORECASE)
        check("docs/install.md: %s" % system, row is not None and row[1] == names.strip(), names)
    unknown = subprocess.run([ROOT / "tools/setup", "--list", "beos"], stderr=subprocess.PIPE, text=True, check=False)
    check("--list of no system", unknown.returncode == 1 and "fedora" in unknown.stderr, unknown.stderr)


LOG = """# ninja log v5
0\t9000\t1\temulator/CMakeFiles/mariner_backend_x86.dir/backend_x86/thunks.cpp.o\taa
0\t2000\t2\temulator/CMakeFiles/mariner_backend_x86.dir/backend_x86/thunks.cpp.o\tab
0\t5000\t2\temulator/CMakeFiles/mariner_app.dir/Unity/unity_1_cxx.cxx.o\tac
5000\t6000\t2\tmariner\tad
5000\t5500\t2\tasm/embedded_programs.cpp\tae
5000\t5500\t2\t/build/asm/embedded_programs.cpp\tae
"""


def build_times():
    def times(text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            if text is not None:
                pathlib.Path(folder, ".ninja_log").write_text(text)
            run = subprocess.run([ROOT / "tools/build_times", folder, *arguments], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, check=False)
            return run.returncode, run.stdout
    status, said = times(LOG, "--slowest", "1")
    check("build_times: a step that ran twice counts as it last ran", status == 0 and "8.5 s in 4 steps" in said, said)
    check("build_times: parts", re.search(r"5\.0 s +58\.8 %  emulator/app\n", said) and
          re.search(r"1\.0 s +11\.8 %  linking\n +0\.5 s +5\.9 %  generating\n", said), said)
    check("build_times: the slowest", said.endswith("slowest\n     5.0 s  58.8 %  emulator/app, bunch 1\n"), said)
    for what, text in (("no build", None), ("another file", "hello\n"), ("an empty log", "# ninja log v5\n")):
        status, said = times(text)
        check("build_times: " + what, status == 1 and said.startswith("tools/build_times: ") and said.count("\n") == 1, said)


def other_systems():
    """What a build leaves out elsewhere, tried here: without any of these the whole is configured as well."""
    absent = "grade;check;league;similar;studio"
    for what, options in (("no command that can be absent", ["-DMARINER_JIT=OFF", "-DMARINER_ABSENT_COMMANDS=" + absent]),
                          ("neighbours joined", ["-DCMAKE_UNITY_BUILD=ON", "-DMARINER_JOIN_LAYERS=ON"]),
                          ("by clang", ["-DCMAKE_CXX_COMPILER=clang++"])):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DMARINER_TESTS=OFF", "-DMARINER_WINDOW=OFF", *options],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            check("configured: " + what, run.returncode == 0 and "Error" not in run.stdout, run.stdout)
            commands = pathlib.Path(folder) / "compile_commands.json"
            # zig's clang takes that for a wish for sanitizers.
            if "clang" in what:
                check("nobody but g++ is asked for -Og: " + what, " -Og" not in commands.read_text())
            lost = left_out_but_named(commands)
            check("nothing that stays names what is left out: " + what, not lost, "\n".join(lost))


def bill_of_materials():
    """tools/release tells of all archives that lie there, not of those alone that it has just made."""
    loader = importlib.machinery.SourceFileLoader("release", str(ROOT / "tools/release"))
    release = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(release)
    names = ["mariner4-1.2.3-%s.%s" % (target.name, "zip" if target.zipped else "tar.gz") for target in release.TARGETS]
    for name in [*names, "mariner4-1.2.3.tgz", "mariner4_1.2.3_amd64.deb"]:
        packages = release.packages_in(name)
        check("%s: what is inside is known" % name, "zlib" in packages and set(packages) <= set(release.PACKAGES), packages)
    inside = {name: set(release.packages_in(name)) for name in names}
    check("only what is for Windows holds SDL2", [name for name in names if "libsdl2" in inside[name]] == names[-1:], inside)
    check("static and not are told apart", "musl" in inside[names[2]] and "musl" not in inside[names[0]], inside)


def left_out_but_named(commands):
    """Sources that stay and include a command's header, directly or not, whose own source doesn't: they wouldn't be linked."""
    kept = {pathlib.Path(row["file"]) for row in json.loads(commands.read_text())}
    kept |= {source for bunch in kept if "Unity" in bunch.parts
             for source in map(pathlib.Path, re.findall(r'#include "(/.*)"', bunch.read_text()))}

    @functools.cache
    def included(path):
        return [ROOT / name for name in re.findall(r'^#include "(emulator/.*)"', path.read_text(), re.MULTILINE)]

    lost = []
    for source in sorted(kept & set((ROOT / "emulator").glob("*/*.cpp"))):
        seen, ahead = set(), [source]
        while ahead:
            for header in set(included(ahead.pop())) - seen:
                seen.add(header)
                ahead.append(header)
                own = header.with_suffix(".cpp")
                if own.parent.name in ("app", "grader", "league") and own.exists() and own not in kept:
                    lost.append("%s needs %s" % (source.relative_to(ROOT), own.relative_to(ROOT)))
    return lost


systems()
optional()
debian()
documents()
build_times()
other_systems()
bill_of_materials()
print("%(passed)d passed, %(failed)d failed" % checks)
sys.exit(1 if checks["failed"] else 0)
