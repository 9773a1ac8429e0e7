#!/usr/bin/env python3
"""Runs the commands shown in README.md, CONTRIBUTING.md and docs/, and follows their links, so that they stay true.

    tests/run_docs.py [-v] [FILE.md ...]

A fenced block counts if the line before it is one of these comments (readers of the rendered page don't see them):

    <!-- run -->            every line of the block is a command that must succeed
    <!-- run: exit 65 -->   the block's last command must end with that status
    <!-- file: NAME -->     the block's text is written to the file NAME for the commands that follow

In a block whose language is `console`, commands start with `$ ` and the lines below each must be what it prints (both
streams); a line `...` stands for any lines. Commands run in a scratch folder that shows the tree's top-level entries,
with build/release on the path. Called by tools/test; ends with "N passed, N failed".
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^<!-- (run|file)(?:: *([^\n]*?))? -->\n+```(\w*)\n(.*?)^```", re.M | re.S)


LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def dead_links(page, text):
    return [to for to in LINK.findall(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
            if not (page.parent / to).exists()]


def commands(language, text):
    """-> [(command, lines it must print or None)]; a backslash at a line's end continues it."""
    lines = text.replace("\\\n", " ").splitlines()
    if language != "console":
        return [(line, None) for line in lines if line.strip() and not line.startswith("#")]
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def prints(expected, output):
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in expected)
    text = output if output.endswith("\n") or not output else output + "\n"
    return re.fullmatch(pattern, text) is not None


def run(command, folder):
    environment = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1",
                       PATH="%s:%s" % (ROOT / "build/release", os.environ["PATH"]))
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def check_page(page, verbose):
    passed = failed = 0
    whole = page.read_text(encoding="utf-8")
    for link in dead_links(page, whole):
        print("FAIL %s: its link to %s leads nowhere" % (page.relative_to(ROOT), link))
        failed += 1
    with tempfile.TemporaryDirectory(prefix="docs-") as folder:
        for entry in ROOT.iterdir():
            if not entry.name.startswith("."):
                os.symlink(entry, os.path.join(folder, entry.name))
        for kind, argument, language, text in BLOCK.findall(whole):
            if kind == "file":
                path = pathlib.Path(folder, argument)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                continue
            steps = commands(language, text)
            wanted = re.fullmatch(r"exit (\d+)", argument)
            for i, (command, expected) in enumerate(steps):
                status = int(wanted[1]) if wanted and i == len(steps) - 1 else 0
                code, output = run(command, folder)
                good = code == status and (expected is None or prints(expected, output))
                passed, failed = passed + good, failed + (not good)
                if verbose or not good:
                    print("%s %s: %s" % ("ok  " if good else "FAIL", page.relative_to(ROOT), command))
                if not good:
                    print("  exit status %d, not %d; it printed:" % (code, status))
                    print("\n".join("  | " + line for line in output.splitlines()[:20]))
    return passed, failed


def main():
    names = [w for w in sys.argv[1:] if w != "-v"]
    pages = [pathlib.Path(w).resolve() for w in names] or sorted(
        [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("asm/*/README.md"), *ROOT.glob("tests/**/*.md")])
    totals = [check_page(page, "-v" in sys.argv) for page in pages]
    passed, failed = (sum(column) for column in zip(*totals))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
