#!/usr/bin/env python3
"""Adds an instruction, a device and a room to a copy of this tree, as docs/adding.md says, and tries them out.

    tests/adding/run.py [--folder F] [--jobs N]

The copy lies in build/adding (or F), where a second run builds only what has changed. Touched are the places that
docs/adding.md names for each and no others: this runner refuses to touch a file that its recipe doesn't name. Takes
some minutes the first time. Ends with "N passed, N failed".
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = pathlib.Path(__file__).resolve().parent
TARGETS = ["mariner", "isa_tests", "execute_tests", "backend_x86_tests", "similar_tests"]
passed = failed = 0


def check(what, is_right, details=""):
    global passed, failed
    if is_right:
        passed += 1
        return
    failed += 1
    print("FAILED: %s\n%s" % (what, details), flush=True)


def finish():
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed else 0)


def run(command, folder, timeout=3600, **more):
    return subprocess.run([str(word) for word in command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=timeout, check=False, **more)


def write_if_other(path, data):
    """So that what stays the same isn't compiled again."""
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class Tree:
    """The copy: this tree with the additions, written file by file where something differs."""

    def __init__(self, folder):
        self.folder = folder
        listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], ROOT).stdout
        self.files = {name: (ROOT / name).read_bytes() for name in listed.split("\0") if name and (ROOT / name).is_file()}
        self.modes = {name: (ROOT / name).stat().st_mode for name in self.files}
        self.recipe = ""

    def follow(self, title):
        """From now on only what the recipe `title` names may be touched: its row of the table and its section."""
        text = self.files["docs/adding.md"].decode()
        row = re.search(r"^\| %s \|.*$" % title, text, re.M)
        section = re.search(r"^## An? %s\n(.*?)(?=^## |\Z)" % title, text, re.M | re.S)
        self.recipe = (row[0] if row else "") + (section[1] if section else "")

    def may_touch(self, name):
        """Named as it is or by its end, with a <placeholder> or a *, or by its folder."""
        for named in re.findall("`([^`]+)`", self.recipe):
            pattern = re.sub(r"<\w+>", "[a-z_]+", re.sub(r"\\\*", "[^/]*", re.escape(named)))
            if re.fullmatch("(.*/)?" + pattern + (".*" if named.endswith("/") else ""), name):
                return True
        return False

    def touch(self, name, data):
        check("docs/adding.md doesn't name %s in its recipe" % name, self.may_touch(name))
        self.files[name] = data

    def insert(self, name, before, text):
        old = self.files[name].decode()
        if before not in old:
            check("%s has no place for the addition" % name, False, before)
            finish()
        self.touch(name, old.replace(before, text + before, 1).encode())

    def write(self):
        there = {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*")
                 if path.is_file() and "out" not in path.relative_to(self.folder).parts[:1]}
        for name in there - set(self.files):
            (self.folder / name).unlink()
        for name, data in self.files.items():
            write_if_other(self.folder / name, data)
            if name in self.modes:
                (self.folder / name).chmod(self.modes[name] & 0o777)


def add_instruction(tree):
    """seb, which MARS doesn't have: a byte, its sign extended."""
    tree.follow("instruction")
    tree.insert("emulator/isa/instructions.inc", "INSN(clz, ",
                'INSN(seb, "seb", "rd, rt", "011111 00000 ttttt ddddd 10000 100000", seb, '
                '"seb $t1,$t2", "rd = low byte of rt, the sign comes in")\n')
    tree.insert("emulator/meaning/bodies_integer.inc", "BODY(nop)",
                "BODY(seb) { SET_RD(((RT & 0xffU) ^ 0x80U) - 0x80U); NEXT; }\n")
    tree.insert("tests/unit/execute/reference.cpp", "        case Op::clo:",
                "        case Op::seb:\n            return set(i.rd, (cpu.gpr[i.rt] & 0xff) | (0 - (cpu.gpr[i.rt] & 0x80)));\n")


def add_device(tree):
    """Registers of two words: what is written to the first appears doubled in the second."""
    tree.follow("device")
    tree.touch("emulator/devices/doubler.hpp", (EXAMPLES / "doubler.hpp").read_bytes())
    tree.insert("emulator/devices/devices.inc", "DEVICE(DisplayControls,",
                'DEVICE(Doubler, "doubles what is written at +0x800 into +0x804")\n')
    tree.insert("emulator/devices/devices.cpp", '#include "emulator/devices/keyboard_display.hpp"',
                '#include "emulator/devices/doubler.hpp"\n')


def add_room(tree):
    """The game of `rows` once more, in a room of its own."""
    tree.follow("game")
    for name in [name for name in tree.files if name.startswith("asm/rows/")]:
        data = tree.files[name]
        for old, new in ((b"make_rows_twin", b"make_parlour_twin"), (b"rows.asm", b"parlour.asm"),
                         (b"namespace rows", b"namespace parlour"), (b"rows::", b"parlour::")):
            data = data.replace(old, new)
        tree.touch(name.replace("asm/rows/rows.", "asm/parlour/parlour.").replace("asm/rows/", "asm/parlour/"), data)
    rows = re.search(rb"^GAME\(rows,.*(\n(?!GAME).*)*?\n(?=GAME)", tree.files["asm/games.inc"], re.M)
    tree.insert("asm/games.inc", "GAME(columns,", rows[0].decode().replace("GAME(rows,", "GAME(parlour,", 1))
    header = "emulator/games/twin.hpp"
    if "make_rows_twin();" in tree.files[header].decode() and tree.may_touch(header):
        tree.insert(header, "std::unique_ptr<Twin> make_rows_twin();", "std::unique_ptr<Twin> make_parlour_twin();\n")


def try_instruction(mariner, folder):
    program = folder / "seb.asm"
    program.write_text("""main:   li   $t0, 0x180
        li   $t3, 0
loop:   seb  $t1, $t0
        addiu $t3, $t3, 1
        blt  $t3, 200000, loop
        move $a0, $t1
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
""")
    for engine in ("fast", "checked", "jit"):
        done = run([mariner, "run", "--engine", engine, program], folder, 120)
        check("seb runs on the engine %s" % engine, done.returncode == 0 and "-128" in done.stdout, done.stdout)
    shown = run([mariner, "disasm", program], folder, 60).stdout
    check("seb is disassembled", re.search(r"seb +\$t1, \$t0 +# 00400008 7c084c20", shown), shown)
    shown = run([mariner, "ref", "seb"], folder, 60).stdout
    check("mariner ref knows seb", "low byte of rt" in shown, shown)
    shown = run([mariner, "disasm", "--translate", program], folder, 60).stdout
    check("seb is compiled in place",
          re.search(r"seb +\$t1, \$t0 .*\| \d+ get \$t0", shown) and not re.search(r"\| \d+ step\b", shown), shown)
    shown = hover(mariner, folder, program, line=2, column=8)
    check("the language server knows seb", "low byte of rt" in shown, shown)


def hover(mariner, folder, program, line, column):
    """What the language server says of a place."""
    uri = program.as_uri()
    document = {"uri": uri, "languageId": "mips", "version": 1, "text": program.read_text()}
    messages = [{"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
                {"method": "initialized", "params": {}},
                {"method": "textDocument/didOpen", "params": {"textDocument": document}},
                {"id": 2, "method": "textDocument/hover",
                 "params": {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}},
                {"id": 3, "method": "shutdown"}, {"method": "exit"}]
    bodies = [json.dumps(dict(message, jsonrpc="2.0")) for message in messages]
    said = run([mariner, "lsp"], folder, 60, input="".join("Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies))
    return said.stdout


def try_device(mariner, folder):
    program = folder / "doubler.asm"
    program.write_text("""main:   li   $t0, 21
        sw   $t0, 0xffff0800
        lw   $a0, 0xffff0804
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
""")
    for engine in ("fast", "checked", "jit"):
        done = run([mariner, "run", "--engine", engine, program], folder, 60)
        check("the device answers on %s" % engine, done.returncode == 0 and "42" in done.stdout, done.stdout)


def try_room(tree, mariner, folder):
    session = "asm/parlour/sessions/draw"
    arguments = tree.files.get(session + ".args", b"").decode().split()
    with (tree.folder / (session + ".in")).open("rb") as keys:
        done = subprocess.run([str(mariner), "play", "parlour", *arguments], stdin=keys,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    wanted = tree.files[session + ".out"]
    check("the room is played", done.stdout.strip() == wanted.strip(), done.stdout.decode("utf-8", "replace")[-2000:])
    done = run([mariner, "verify", "--games", "200", "--plies", "3", "parlour"], folder, 300)
    check("the room is verified", done.returncode == 0, done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/adding")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    tree = Tree(options.folder.resolve() / "tree")
    add_instruction(tree)
    add_device(tree)
    add_room(tree)
    tree.write()
    # The headers that tools/setup has fetched, if it had to.
    fetched = ["-DMARINER_ELFIO_DIR=%s" % (ROOT / ".cache/elfio")] if (ROOT / ".cache/elfio").is_dir() else []
    out = options.folder.resolve() / "out"
    for command in (["cmake", "-G", "Ninja", "-S", tree.folder, "-B", out, "-DCMAKE_BUILD_TYPE=Debug",
                     "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DMARINER_WINDOW=OFF", "-DCMAKE_UNITY_BUILD=ON", *fetched],
                    ["cmake", "--build", out, "-j", options.jobs, "--target", *TARGETS]):
        done = run(command, tree.folder)
        if done.returncode != 0:
            check("the tree with its additions builds", False, done.stdout[-6000:])
            finish()
    check("the tree with its additions builds", True)

    mariner = out / "mariner"
    # As the recipe says; the pages are what a test of documents compares with.
    done = run([mariner, "ref", "--markdown", tree.folder / "docs/reference"], out, 60)
    check("the reference is written anew", done.returncode == 0, done.stdout)
    for target in TARGETS[1:]:
        done = run([out / "tests" / target, "--gtest_brief=1"], out, 1200)
        check("%s pass" % target, done.returncode == 0, done.stdout[-3000:])
    try_instruction(mariner, out)
    try_device(mariner, out)
    try_room(tree, mariner, out)
    finish()


if __name__ == "__main__":
    main()
