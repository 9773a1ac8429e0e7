"""How long an editor waits: for the first messages about a file of 2,000 lines, and for those after a keystroke. Beside
mariner stands clangd, on a C file of as many lines, where it is installed. Called by tools/bench.
"""
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lsp"))
from client import Client, uri_of  # noqa: E402

LINES = 2000
KEYS = 21


def assembly(lines):
    out = ["        .data", "text:   .asciiz \"hello\"", "        .text", "main:   li      $v0, 10", "        syscall"]
    number = 0
    while len(out) < lines:
        number += 1
        out += [f"f{number}:", "        addiu   $sp, $sp, -4", "        sw      $ra, 0($sp)", "        la      $a0, text",
                f"        li      $t0, {number}", f"loop{number}: addiu $t0, $t0, -1", f"        bnez    $t0, loop{number}",
                f"        jal     f{max(1, number - 1)}", "        lw      $ra, 0($sp)", "        addiu   $sp, $sp, 4", "        jr      $ra"]
    return "\n".join(out) + "\n"


def c_source(lines):
    out = ["static int f0(int n) { return n; }"]
    number = 0
    while len(out) < lines:
        number += 1
        out += [f"int f{number}(int n) {{", "    int sum = 0;", "    for (int i = 0; i < n; ++i) {", f"        sum += f{number - 1}(i);",
                "        if (sum > 1000) {", "            sum -= 1000;", "        }", "    }", "    return sum;", "}"]
    return "\n".join(out) + "\n"


def milliseconds(action):
    began = time.perf_counter()
    action()
    return (time.perf_counter() - began) * 1000


def waits(command, path, text):
    """-> milliseconds until the first messages, and (the median) until those after a keystroke."""
    uri = uri_of(path)
    path.write_text(text)
    with Client(None, path.parent, pulls=False, command=command) as client:
        def told():
            client.wait_until(lambda: uri in client.told, "the messages")

        def open_file():
            client.open(uri, text)
            told()
        first = milliseconds(open_file)
        keys = []
        line = text.count("\n") // 2
        for number in range(KEYS):
            time.sleep(0.5)  # as a hand does; what was put off is done by then
            client.forget()
            place = {"line": line, "character": 0}
            end = {"line": line, "character": number % 2}
            change = {"range": {"start": place, "end": end}, "text": "" if number % 2 else "@"}

            def press():
                client.change(uri, [change])
                told()
            keys.append(milliseconds(press))
        return first, statistics.median(keys)


def measure(mariner):
    """Prints a table -> {server: {what: milliseconds}}"""
    result = {}
    with tempfile.TemporaryDirectory(prefix="editor-") as folder:
        root = pathlib.Path(folder).resolve()
        servers = [("mariner lsp", [str(mariner), "lsp"], root / "a.asm", assembly(LINES))]
        if shutil.which("clangd"):
            servers.append(("clangd", ["clangd", "--log=error"], root / "a.c", c_source(LINES)))
        print("\nIn an editor, %d lines, milliseconds" % LINES)
        for name, command, path, text in servers:
            first, key = waits(command, path, text)
            result[name] = {"first messages": first, "after a keystroke": key}
            print("  %-12s first messages %7.1f   after a keystroke %7.1f" % (name, first, key))
    return result
