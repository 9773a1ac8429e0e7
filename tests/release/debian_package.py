#!/usr/bin/env python3
"""Installs a release's package for Debian in a Debian of its own, uses it there, removes it, and looks for what is left.

    tests/release/debian_package.py PACKAGE.deb

The Debian is a minimal one, made by debootstrap on first use (.cache/systems/bookworm) and copied for each run; both need
root. Ends with "N passed, N failed".
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYSTEM = ROOT / ".cache/systems/bookworm"
HELLO = '.data\ns: .asciiz "Xin chào\\n"\n.text\nmain: li $v0, 4\nla $a0, s\nsyscall\nli $v0, 10\nsyscall\n'
# What dpkg writes for itself.
OWN = "var/lib/dpkg", "var/log", "var/cache", "tmp", "dev", "proc", "sys"

tally = {"passed": 0, "failed": 0}


def check(what, is_right, saw=""):
    tally["passed" if is_right else "failed"] += 1
    if not is_right:
        print("FAILED: %s: %s" % (what, saw))


def make_system():
    if SYSTEM.exists():
        return
    SYSTEM.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SYSTEM.parent) as work:
        tree = pathlib.Path(work) / "tree"
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", tree], check=True, stdout=subprocess.DEVNULL)
        tree.rename(SYSTEM)


class Debian:
    def __init__(self, tree):
        self.tree = tree

    def run(self, *command, user=None):
        words = ["chroot", *(["--userspec=" + user] if user else []), self.tree, "/usr/bin/env", "-i", "LC_ALL=C.UTF-8",
                 "HOME=/nonexistent", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *command]
        return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)

    def files(self):
        return {path.relative_to(self.tree).as_posix() for folder in self.tree.iterdir() if folder.name not in OWN
                for path in folder.rglob("*") if not path.relative_to(self.tree).as_posix().startswith(OWN)}


def try_package(debian, package):
    version = re.fullmatch(r"mariner4_(.*)_amd64\.deb", package.name)[1]
    before = debian.files()
    shutil.copy(package, debian.tree / "tmp/package.deb")
    for what in "installs", "installs over itself":
        done = debian.run("dpkg", "-i", "/tmp/package.deb")
        check(what, done.returncode == 0, done.stdout)
    here = debian.files()
    said = debian.run("mariner", "--version")
    check("says its version", said.stdout == "mariner %s\n" % version, said.stdout)
    (debian.tree / "tmp/chào.asm").write_text(HELLO)
    for words in (["mariner", "run"], ["mars", "nc"]):
        ran = debian.run(*words, "/tmp/chào.asm", user="nobody")
        check("%s runs a program for a user without a home" % words[0], ran.stdout.startswith("Xin chào\n"), ran.stdout)
    check("brings the studio's page", {"usr/share/mariner/studio/index.html", "usr/share/mariner/studio/core.wasm"} <= here)
    check("... once", "usr/share/mariner/studio/local.js" not in here)
    check("brings a manual page", "usr/share/man/man1/mariner.1" in here and
          ".TH MARINER" in (debian.tree / "usr/share/man/man1/mariner.1").read_text())
    completes = debian.run("bash", "-c", ". /usr/share/bash-completion/completions/mariner; complete -p mariner")
    check("completes words in bash", "mariner" in completes.stdout and completes.returncode == 0, completes.stdout)
    check("... in zsh and fish", {"usr/share/zsh/site-functions/_mariner", "usr/share/fish/vendor_completions.d/mariner.fish"} <= here)
    licences = (debian.tree / "usr/share/doc/mariner4/copyright").read_text()
    lost = [name for name in ("asmjit", "RE2", "libseccomp", "libstdc++", "zlib", "ELFIO", "CLI11", "toml++")
            if name.lower() not in licences.lower()]
    check("holds the licences of what is inside", not lost, lost)
    removed = debian.run("dpkg", "--purge", "mariner4")
    check("is removed", removed.returncode == 0, removed.stdout)
    check("leaves no file", debian.files() == before, sorted(debian.files() ^ before))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make_system()
    with tempfile.TemporaryDirectory() as work:
        tree = pathlib.Path(work) / "debian"
        subprocess.run(["cp", "-a", SYSTEM, tree], check=True)
        try_package(Debian(tree), pathlib.Path(sys.argv[1]))
    print("%(passed)d passed, %(failed)d failed" % tally)
    return 1 if tally["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
