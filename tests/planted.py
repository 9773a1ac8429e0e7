"""Trees of a few planted files that a checker of sources (tools/check_*) is tried on."""
import pathlib
import subprocess
import tempfile


def said_about(checker, files):
    """`files`: (name, text) each -> the lines in which the checker tells a fault; the last one, which counts, is left out."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        run = subprocess.run([checker, folder], stdout=subprocess.PIPE, text=True, check=False)
        faults = run.stdout.splitlines()[:-1]
        return faults if run.returncode == (1 if faults else 0) else ["exit status %d" % run.returncode]


def run(checker, cases):
    """`cases`: (what, files, what is right about the faults: a function of them) -> the exit status."""
    failed = 0
    for what, files, is_right in cases:
        faults = said_about(checker, files)
        if not is_right(faults):
            failed += 1
            print("FAILED: %s: %s" % (what, faults))
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    return 1 if failed else 0
