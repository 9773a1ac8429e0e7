#!/usr/bin/env python3
"""Tries the archives of a release as their users do: unpacks each into a folder with blanks and other scripts in its name,
and runs what lies in it.

    tests/release/run.py [--root DIR] [--filter RE] ARCHIVE...

An archive for another system runs by what there is for that (qemu-aarch64 with Debian's libc6-arm64-cross, wine64); one for
macOS is only looked at elsewhere. With --root programs see the system that lies in DIR (tests/release/old_system makes an old one; needs
bubblewrap). --filter goes to the conformance cases. Ends with "N passed, N failed".
"""
import argparse
import contextlib
import ctypes.util
import os
import pathlib
import platform
import re
import select
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = "Bài tập số 4 (nộp)"
# Windows forbids a file name that this case opens.
NOT_ON_WINDOWS = r"^(?!syscalls/file_many$)"
PATIENCE = 60  # seconds

HELLO = '.data\ns: .asciiz "Xin chào\\n"\n.text\nmain: li $v0, 4\nla $a0, s\nsyscall\nli $v0, 10\nsyscall\n'
ENDLESS = '.data\ns: .asciiz "Xin chào"\n.text\nmain: li $v0, 4\nla $a0, s\nsyscall\nx: b x\n'
WRITES = """
        .data
name:   .asciiz "kept.txt"
bytes:  .ascii "a\\nb"
        .byte 13, 10, 26, 99
        .text
main:   li $v0, 13
        la $a0, name
        li $a1, 1
        syscall
        move $a0, $v0
        li $v0, 15
        la $a1, bytes
        li $a2, 7
        syscall
        li $v0, 16
        syscall
        li $v0, 10
        syscall
"""


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


def runner(name, root):
    """Words before the program; None where nothing here runs it."""
    machine = {"arm64": "aarch64", "amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    wanted = "aarch64" if "arm64" in name else "x86_64"
    if "windows" in name:
        return [] if platform.system() == "Windows" else wine()
    if "macos" in name:
        return [] if platform.system() == "Darwin" and machine == wanted else None
    if platform.system() != "Linux":
        return None
    if root:
        scratch = tempfile.gettempdir()
        return ["bwrap", "--die-with-parent", "--bind", str(root.resolve()), "/", "--dev", "/dev", "--proc", "/proc", "--bind", scratch, scratch]
    if machine == wanted:
        return []
    emulator, libraries = shutil.which("qemu-" + wanted), pathlib.Path("/usr/%s-linux-gnu" % wanted)
    if emulator and "static" in name:
        return [emulator]
    return [emulator, "-L", str(libraries)] if emulator and libraries.exists() else None


def wine():
    # Debian's wrapper complains of a 32-bit Wine that is missing, on standard error.
    found = shutil.which("wine64", path=os.environ["PATH"] + ":/usr/lib/wine")
    return [found] if found else None


@contextlib.contextmanager
def screen(is_wanted):
    """The environment with a screen of our own, if one can be had; else without any."""
    if not is_wanted or not shutil.which("Xvfb"):
        yield {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp"],
                              pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    try:
        yield dict(os.environ, DISPLAY=":" + number)
    finally:
        server.terminate()
        server.wait()


class Program:
    """One that was unpacked, and the words that run it."""

    def __init__(self, tally, folder, words, environment):
        self.tally, self.name, self.folder = tally, folder.name, folder
        self.is_windows = "windows" in folder.name
        self.is_native = not words
        self.is_under_wine = self.is_windows and not self.is_native
        self.words = [*words, str(folder / ("mariner.exe" if self.is_windows else "mariner"))]
        self.environment = environment
        if self.is_under_wine:
            prefix = folder.parent.parent / "wine"
            prefix.mkdir()
            self.environment.update(WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=", WINEPREFIX=str(prefix))
            # A server that stays: of thousands of programs one may meet it while it ends for want of any. The first
            # program makes what all need; the services that it starts keep its streams.
            self.server = str(pathlib.Path(words[0]).with_name("wineserver"))
            nothing = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
            subprocess.run([self.server, "-p"], **nothing)
            subprocess.run([*self.words, "--version"], **nothing)

    def can_open_window(self):
        has_sdl = self.is_under_wine or \
            ("linux" in self.name and "static" not in self.name and self.is_native and ctypes.util.find_library("SDL2-2.0"))
        return has_sdl and "DISPLAY" in self.environment and shutil.which("xdotool")

    def close(self):
        if self.is_under_wine:
            subprocess.run([self.server, "-k"], env=self.environment)

    def check(self, what, is_right, saw=""):
        self.tally.check("%s: %s" % (self.name, what), is_right, saw)

    def output(self, *arguments, **more):
        given = dict(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, env=self.environment,
                     cwd=self.folder)
        return subprocess.run([*self.words, *arguments], **{**given, **more})

    def write(self, name, text):
        (self.folder / name).write_bytes(text.encode())
        return name


class Console:
    """A program on a terminal, what it has printed, and keys."""

    def __init__(self, program, *arguments):
        import fcntl
        import pty
        import termios

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.terminal, inner = pty.openpty()
        self.process = subprocess.Popen([*program.words, *arguments], stdin=inner, stdout=inner, stderr=inner, cwd=program.folder,
                                        env=dict(program.environment, TERM="xterm", LC_ALL="C.UTF-8"),
                                        preexec_fn=take_terminal)
        os.close(inner)
        self.seen = b""

    def wait_for(self, words):
        end = time.monotonic() + PATIENCE
        while words not in self.seen and time.monotonic() < end:
            if select.select([self.terminal], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.terminal, 65536)
                except OSError:  # the other side is gone
                    break

    def type(self, keys):
        os.write(self.terminal, keys)

    def ends_with(self):
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None
        finally:
            os.close(self.terminal)


def try_program(program, only):
    version = re.search(r"mariner4-(.*?)-(linux|macos|windows)", program.name)[1]
    said = program.output("--version")
    program.check("says its version", said.stdout.split() == [b"mariner", version.encode()], said.stdout + said.stderr)
    try_files(program)
    proof = program.output("verify", "--games", "50", "--plies", "-1")
    program.check("the games agree with their twins", proof.returncode == 0, proof.stdout + proof.stderr)
    try_studio(program)
    if program.is_under_wine:
        try_console(program)
    if program.can_open_window():
        try_window(program)
    try_conformance(program, only or (NOT_ON_WINDOWS if program.is_windows else "."))


def try_files(program):
    hello, greeting = program.write("chào 你好 мир.asm", HELLO), "Xin chào\n".encode()
    ran = program.output("run", hello)
    program.check("runs a program with a name in other scripts", ran.stdout == greeting, ran.stdout + ran.stderr)
    ran = program.output("run", str(program.folder / hello))
    program.check("takes a path from the root", ran.stdout == greeting, ran.stdout + ran.stderr)
    ran = program.output("run", program.write("crlf.asm", HELLO.replace("\n", "\r\n")))
    program.check("reads lines that end as in Windows", ran.stdout == greeting, ran.stdout + ran.stderr)
    ran = program.output("run", program.write("writes.asm", WRITES))
    kept = program.folder / "kept.txt"
    program.check("a guest's bytes stay as they are", kept.exists() and kept.read_bytes() == b"a\nb\r\n\x1ac", ran.stdout + ran.stderr)
    alone = program.output("run", hello, env={name: value for name, value in program.environment.items() if name != "HOME"})
    program.check("needs no home", alone.stdout == greeting, alone.stderr)
    missing = program.output("run", "not there.asm")
    program.check("a missing file is a clear error", missing.returncode == 66 and b"not there.asm" in missing.stderr, missing.stderr)
    drawn = program.output("play", "bitmap", "--display", "png:tranh ảnh.png")
    picture = program.folder / "tranh ảnh.png"
    program.check("draws a picture", picture.exists() and picture.read_bytes().startswith(b"\x89PNG"), drawn.stderr)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            lost = program.output("ref", "add", stdout=full)
        program.check("a full disk is a clear error", lost.returncode == 73 and b"written" in lost.stderr, lost.stderr)


def try_studio(program):
    name = program.write("trang.asm", HELLO)
    with subprocess.Popen([*program.words, "studio", "--no-browser", name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          cwd=program.folder, env=program.environment) as server:
        address = server.stdout.readline().decode().strip()
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as reply:
                page = reply.read()
        except (OSError, ValueError) as trouble:
            page = str(trouble).encode()
        program.check("serves the studio's page", b"main.js" in page, page[:500])
        server.terminate()


def try_console(program):
    """On a terminal, for which Wine opens a console of its own, as Windows does on a double click."""
    clicked = Console(program)
    clicked.wait_for(b"Which game?")
    clicked.type(b"q\r")
    clicked.wait_for(b"Press Enter")
    clicked.type(b"\r")
    program.check("a double click opens the menu", clicked.ends_with() == 0, clicked.seen[-500:])
    endless = Console(program, "run", program.write("endless.asm", ENDLESS))
    endless.wait_for("Xin chào".encode())
    endless.type(b"\x03")
    program.check("Ctrl-C ends a program", endless.ends_with() == 130, endless.seen[-500:])


def try_window(program):
    game = Console(program, "play", "bitmap")
    game.wait_for(b"Player 1")
    subprocess.run(["timeout", str(PATIENCE), "xdotool", "search", "--sync", "--onlyvisible", "--name", "Connect Four",
                    "windowfocus", "--sync", "type", "--delay", "100", "4\n"], env=program.environment, stderr=subprocess.DEVNULL)
    game.wait_for(b"Player 2")
    program.check("a window opens and takes keys", b"Player 2" in game.seen, game.seen[-500:])
    game.type(b"\x03")
    game.ends_with()


def try_conformance(program, only):
    command = [sys.executable, str(ROOT / "tests/conformance/run"), "--filter", only, *program.words, "mars"]
    cases = subprocess.run(command, env=program.environment, stdout=subprocess.PIPE, text=True)
    last = (cases.stdout.strip().splitlines() or [""])[-1]
    print("%s: conformance: %s" % (program.name, last))
    counted = re.fullmatch(r"(\d+) passed, (\d+) failed", last)
    if counted and int(counted[1]):
        program.tally.passed += int(counted[1])
        program.tally.failed += int(counted[2])
        if int(counted[2]):
            print(cases.stdout)
    else:
        program.check("conformance", False, cases.stdout[-2000:])


def look(tally, name, folder):
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    program = "mariner.exe" if "windows" in name else "mariner"
    wanted = {program, "LICENSE", "README.md", "studio/index.html", "studio/core.wasm", "studio/licences.txt"} | ({"SDL2.dll"} if "windows" in name else set())
    tally.check(name + ": holds what it should", wanted <= files, wanted - files)
    tally.check(name + ": holds the licences of what is inside", any(file.startswith("licences/") for file in files))
    content = (folder / program).read_bytes()
    starts = {"linux": b"\x7fELF", "windows": b"MZ", "macos": b"\xcf\xfa\xed\xfe"}
    kind = next(key for key in starts if key in name)
    tally.check(name + ": is a program of its system", content.startswith(starts[kind]))
    tally.check(name + ": names no place of the machine that made it", str(ROOT).encode() not in content)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--filter", metavar="RE")
    parser.add_argument("archives", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    tally = Tally()
    for archive in options.archives:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
            place = pathlib.Path(work) / FOLDER
            place.mkdir()
            folder = unpack(archive, place)
            look(tally, folder.name, folder)
            words = runner(folder.name, options.root)
            if words is None:
                # A Mac can't be had by anything but a Mac.
                print("%s: nothing here runs it (wine64, or qemu-user and libc6-arm64-cross)" % folder.name)
                tally.check(folder.name, "macos" in folder.name)
            else:
                with screen(not options.root) as environment, \
                        contextlib.closing(Program(tally, folder, words, environment)) as program:
                    try_program(program, options.filter)
    print("%d passed, %d failed" % (tally.passed, tally.failed))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
