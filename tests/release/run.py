#!/usr/bin/env python3
"""Tries the archives of a release as their users do: unpacks each into a folder with blanks and other scripts in its name,
and runs what lies in it.

    tests/release/run.py [--filter RE] ARCHIVE...

An archive for another system runs by what there is for that (qemu-aarch64, wine); one that nothing here runs (macOS) is
looked at only. --filter goes to the conformance cases. Ends with "N passed, N failed".
"""
import argparse
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = "Bài tập số 4 (nộp)"
# Windows forbids a file name that this case opens.
NOT_ON_WINDOWS = r"^(?!syscalls/file_many$)"
HELLO = '.data\ns: .asciiz "Xin chào\\n"\n.text\nmain: li $v0, 4\nla $a0, s\nsyscall\nli $v0, 10\nsyscall\n'


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, is_right, saw=""):
        self.passed += bool(is_right)
        self.failed += not is_right
        if not is_right:
            print("FAILED: %s%s" % (name, ": %s" % saw if saw else ""))


def unpack(archive, into):
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as files:
            files.extractall(into)
    else:
        with tarfile.open(archive) as files:
            files.extractall(into)
    (folder,) = into.iterdir()
    return folder


def runner(name):
    """Words before the program; None where nothing here runs it."""
    machine, system = platform.machine().lower(), platform.system()
    if "windows" in name:
        return [] if system == "Windows" else wine()
    if "macos" in name:
        return [] if system == "Darwin" else None
    if system != "Linux":
        return None
    is_ours = ("arm64" in name) == (machine in ("aarch64", "arm64"))
    emulator = shutil.which("qemu-aarch64" if "arm64" in name else "qemu-x86_64")
    if is_ours:
        return []
    # A program that isn't static needs its system's libraries, too.
    libraries = pathlib.Path("/usr/aarch64-linux-gnu")
    if emulator and "static" in name:
        return [emulator]
    return [emulator, "-L", str(libraries)] if emulator and libraries.exists() else None


def wine():
    # Debian's wrapper complains of a 32-bit Wine that is missing, on standard error.
    found = shutil.which("wine64", path=os.environ["PATH"] + ":/usr/lib/wine") or shutil.which("wine")
    return [found] if found else None


def output(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=300, **more)


def try_program(tally, name, folder, words, filter_):
    program = folder / ("mariner.exe" if "windows" in name else "mariner")
    mariner = [*words, str(program)]
    environment = dict(os.environ, WINEDEBUG="-all")
    hello = folder / "chào.asm"
    hello.write_text(HELLO, encoding="utf-8")

    said = output([*mariner, "--version"], env=environment)
    version = re.search(r"mariner4-(.*?)-(linux|macos|windows)", name)[1]
    tally.check(name + ": says its version", said.stdout.split() == [b"mariner", version.encode()], said.stdout + said.stderr)
    ran = output([*mariner, "run", str(hello)], env=environment)
    tally.check(name + ": runs a program with a name in another script", ran.stdout == "Xin chào\n".encode(), ran.stdout + ran.stderr)
    homeless = output([*mariner, "run", str(hello)], env=dict(environment, HOME="/nowhere") if not words else environment, cwd=folder)
    tally.check(name + ": needs no home", homeless.stdout == ran.stdout, homeless.stderr)
    missing = output([*mariner, "run", "not there.asm"], env=environment, cwd=folder)
    tally.check(name + ": a missing file is a clear error", missing.returncode == 66 and b"not there.asm" in missing.stderr, missing.stderr)
    proof = output([*mariner, "verify", "--games", "50", "--plies", "-1"], env=environment)
    tally.check(name + ": the games agree with their twins", proof.returncode == 0, proof.stdout + proof.stderr)
    only = filter_ or (NOT_ON_WINDOWS if "windows" in name else ".")
    cases = subprocess.run([sys.executable, str(ROOT / "tests/conformance/run"), "--filter", only, *mariner, "mars"],
                           env=environment, stdout=subprocess.PIPE, text=True)
    last = cases.stdout.strip().splitlines()[-1]
    print("%s: conformance: %s" % (name, last))
    counted = re.fullmatch(r"(\d+) passed, (\d+) failed", last)
    if counted and int(counted[1]):
        tally.passed += int(counted[1])
        tally.failed += int(counted[2])
        if int(counted[2]):
            print(cases.stdout)
    else:
        tally.check(name + ": conformance", False, cases.stdout[-2000:])


def look(tally, name, folder):
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    program = "mariner.exe" if "windows" in name else "mariner"
    wanted = {program, "LICENSE", "README.md"} | ({"SDL2.dll"} if "windows" in name else set())
    tally.check(name + ": holds what it should", wanted <= files, wanted - files)
    tally.check(name + ": holds the licences of what is inside", any(file.startswith("licences/") for file in files))
    content = (folder / program).read_bytes()
    starts = {"linux": b"\x7fELF", "windows": b"MZ", "macos": b"\xcf\xfa\xed\xfe"}
    kind = next(key for key in starts if key in name)
    tally.check(name + ": is a program of its system", content.startswith(starts[kind]))
    tally.check(name + ": names no place of the machine that made it", str(ROOT).encode() not in content)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter")
    parser.add_argument("archives", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    tally = Tally()
    for archive in options.archives:
        with tempfile.TemporaryDirectory() as work:
            place = pathlib.Path(work) / FOLDER
            place.mkdir()
            folder = unpack(archive, place)
            look(tally, folder.name, folder)
            words = runner(folder.name)
            if words is None:
                print("%s: nothing here runs it" % folder.name)
            else:
                try_program(tally, folder.name, folder, words, options.filter)
    print("%d passed, %d failed" % (tally.passed, tally.failed))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
