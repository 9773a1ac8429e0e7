"""The class's page, answers that are written in, links to the studio, and a mended rubric run over a class again."""
import base64
import csv
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]

SOLUTION = """main: li $v0, 5
syscall
li $t1, 0
loop: blez $v0, done
add $t1, $t1, $v0
addi $v0, $v0, -1
j loop
done: move $a0, $t1
li $v0, 1
syscall
li $v0, 10
syscall
"""
TABLE = """main: li $v0, 5
syscall
li $a0, 6
beq $v0, 3, print
li $a0, 55
print: li $v0, 1
syscall
li $v0, 10
syscall
"""
RUBRIC = """title = "Sum to n"
studio = "https://studio.example.edu/"
[self_test]
reference = "solution.asm"
[late]
due = 2026-03-02T12:00:00Z
[[case]]
name = "three"
input = "3\\n"
expect = { output = "6" }
[[case]]
name = "ten"
points = 2
input = "10\\n"
expect = { output = "55" }
[[case]]
name = "secret"
visibility = "hidden"
input = "20\\n"
expect = { output = "210" }
"""
PROGRAMS = {"honest": SOLUTION, "table": TABLE, "wrong": SOLUTION.replace("li $t1, 0", "li $t1, 1"),
            "crash": "lw $t0, 0($zero)\n", "six": "li $a0, 6\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n"}


def set_up(bench):
    (bench.folder / "solution.asm").write_text(SOLUTION)
    (bench.folder / "hw.toml").write_text(RUBRIC)
    files = {}
    for i, (name, text) in enumerate(PROGRAMS.items()):
        files["HW_%s_attempt_2026-03-0%d-11-00-00_hw.asm" % (name, i + 1)] = text.encode()
    return bench.tree("class", files)


def test_page(bench):
    check = bench.checks.check
    tree = set_up(bench)
    done = bench.grade("hw.toml", tree, "--out", "out", "-q", "--alike")
    check(done.returncode == 0, "pages: grades", done.stderr)
    page = (bench.folder / "out/class.html").read_text()
    script = re.search("<script>(.*?)</script>", page, re.S)[1]
    told = re.search("script-src '(sha256-[^']*)'", page)[1]
    wanted = "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    check(told == wanted, "the page allows its own script", wanted)
    for words in ("Hardest: ", "up to 1 day late", "up to 3 days late", "Answers that may be written in", "Who looks alike", "data-late"):
        check(words in page, "the class's page has " + words, page)
    check("honest" in page and "<title>" in page and "<line" not in page.split("<svg role")[0], "a drawing")
    browser = shutil.which("chromium")
    if browser:
        dom = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", (bench.folder / "out/class.html").as_uri()],
                             capture_output=True, text=True, timeout=120).stdout
        check('class="tools"' in dom and "who is late" in dom and '<button type="button"' in dom, "the script runs", dom[-2000:])


def test_in_browser(bench):
    """What a teacher clicks; what axe-core says of the pages at both ends of the widths; nothing wider than the window."""
    if not shutil.which("chromium"):
        print("left out, since there is no Chromium: the class's page")
        return
    sys.path.insert(0, str(ROOT / "tests/wasm"))
    import chromium
    check = bench.checks.check
    tree = set_up(bench)
    bench.grade("hw.toml", tree, "--out", "out", "-q", "--alike")
    axe = next(iter(ROOT.glob("tools/*/node_modules/axe-core/axe.min.js")), None)
    if axe is None:
        print("left out, since tools/studio has not fetched axe-core: accessibility of the pages")
    student = next(path for path in (bench.folder / "out/students").iterdir() if path.name.startswith("crash"))
    with chromium.Chromium() as page:
        for path in (bench.folder / "out/class.html", student, bench.folder / "out/alike.html"):
            for width in 360, 1280:
                if not path.exists():
                    continue
                page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
                page.open(path.as_uri())
                wide = page.evaluate("document.documentElement.scrollWidth")
                check(wide <= width, "%s isn't wider than %d" % (path.name, width), wide)
                if axe is not None:
                    page.evaluate(axe.read_text() + ";0")
                    faults = page.evaluate("axe.run(document, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', "
                                           "'wcag22aa', 'best-practice']}).then(({violations}) => violations.map(({id, nodes}) => id + ': ' + "
                                           "nodes.slice(0, 3).map(({html}) => html.slice(0, 140)).join(' | ')))")
                    check(faults == [], "axe: %s, %d" % (path.name, width), faults)
        page.open((bench.folder / "out/class.html").as_uri())
        names = "[...document.querySelectorAll('#everybody tbody tr')].filter(row => row.offsetParent !== null).map(row => row.cells[0].innerText.trim())"
        everybody = page.evaluate(names)
        check(len(everybody) == 5, "everybody is there", everybody)
        page.evaluate("document.querySelectorAll('th button')[0].click(); 0")
        once = page.evaluate(names)
        page.evaluate("document.querySelectorAll('th button')[0].click(); 0")
        twice = page.evaluate(names)
        check(once == twice[::-1] and sorted(once) in (once, twice), "a click sorts, another turns it round", (once, twice))
        page.evaluate("{ const field = document.querySelector('.tools input'); field.value = 'ta'; field.dispatchEvent(new Event('input', {bubbles: true})); } 0")
        shown = page.evaluate(names)
        check(len(shown) == 1 and "table" in shown[0], "a name filters", shown)
        paper = page.call("Page.printToPDF", preferCSSPageSize=True)
        check(base64.b64decode(paper["data"]).startswith(b"%PDF"), "it prints")


def test_written_answers(bench):
    check = bench.checks.check
    tree = set_up(bench)
    bench.grade("hw.toml", tree, "--out", "out", "-q")
    results = {s["student"]: s["written_answers"] for s in json.loads((bench.folder / "out/results.json").read_text())["submissions"]}
    check(results["honest"] is None and results["wrong"] is None and results["crash"] is None, "honest programs aren't named", results)
    check((results["table"] or {}).get("passed") == 2 and results["table"]["tried"] >= 6, "a table of answers is", results)
    check((results["six"] or {}).get("actual") == "6", "one that prints what is wanted is", results)
    ids = {s["student"]: s["id"] for s in json.loads((bench.folder / "out/results.json").read_text())["submissions"]}
    check("written in" in (bench.folder / "out/instructor" / (ids["table"] + ".html")).read_text(), "the instructor's page says it")
    check("written in" not in (bench.folder / "out/students" / (ids["table"] + ".html")).read_text(), "the student's doesn't")


def test_studio(bench):
    check = bench.checks.check
    tree = set_up(bench)
    bench.grade("hw.toml", tree, "--out", "out", "-q")
    pages = {path.stem.split("-")[0]: path.read_text() for path in (bench.folder / "out/students").iterdir()}
    links = re.findall(r'href="https://studio.example.edu/#v1\.([A-Za-z0-9_-]+)"', pages["crash"])
    check(len(links) == 2, "a link for each case that may be seen and isn't passed", links)
    opened = json.loads(zlib.decompress(base64.urlsafe_b64decode(links[0] + "=" * (-len(links[0]) % 4)), -15))
    check(opened == {"name": "three", "files": [["hw.asm", PROGRAMS["crash"]]], "input": "3\n", "step": opened["step"]}, "it holds the case", opened)
    check("studio.example" not in pages["honest"], "none for what passed")
    for bad in "javascript:alert(1)", 'https://x/\\"><script>':
        (bench.folder / "bad.toml").write_text(RUBRIC.replace("https://studio.example.edu/", bad))
        done = bench.grade("bad.toml", tree)
        check(done.returncode == 65 and "studio" in done.stderr, "no address of a studio: " + bad, done.stderr)


def test_again(bench):
    """Only what a mended rubric changes runs again, and the reports are those of a new grading."""
    check = bench.checks.check
    tree = set_up(bench)
    bench.grade("hw.toml", tree, "--out", "out", "-q")
    for what, old, new, kept in (("points", "points = 2", "points = 5", 15), ("an input", '"10\\n"', '"9\\n"', 10), ("a hidden case is shown", 'visibility = "hidden"\n', "", 10),
                                 ("limits", "[late]", "[limits]\nsteps = 100000\n[late]", 0)):
        (bench.folder / "hw.toml").write_text((bench.folder / "hw.toml").read_text().replace(old, new).replace('"55"', '"45"' if '"9' in new else '"55"'))
        done = bench.grade("hw.toml", tree, "--out", "out", "-q", "--resume")
        told = re.search(r"of (\d+) cases of all submissions (\d+) are", done.stderr)
        check(done.returncode == 0 and (int(told[2]) if told else 0) == kept, "again: " + what, done.stderr)
        bench.grade("hw.toml", tree, "--out", "anew", "-q")
        for name in "results.json", "results.csv", "junit.xml", "class.html":
            check((bench.folder / "out" / name).read_bytes() == (bench.folder / "anew" / name).read_bytes(), "again: %s: %s" % (what, name))
        shutil.rmtree(bench.folder / "anew")


def test_dolos(bench):
    tree = bench.tree("class", {"ada.asm": b"# \"a\", b\n" + SOLUTION.encode() * 1, "ben.asm": SOLUTION.encode(), "=cmd.asm": b"nop\n"})
    done = bench.run("similar", tree, "--dolos", bench.folder / "dolos", "--html", bench.folder / "alike.html", "-k", "4")
    made = {path.name: path.read_text() for path in (bench.folder / "dolos").iterdir()}
    bench.checks.check(done.returncode == 0 and set(made) == {"metadata.csv", "files.csv", "kgrams.csv", "pairs.csv"}, "dolos: tables", done.stderr)
    rows = made["pairs.csv"].splitlines()
    bench.checks.check(rows[0] == "id,leftFileId,leftFilePath,rightFileId,rightFilePath,similarity,totalOverlap,longestFragment,leftCovered,rightCovered"
                       and re.fullmatch(r'0,\d,"ada",\d,"ben",1\.000,\d+,\d+,\d+,\d+', rows[1]), "dolos: pairs", made["pairs.csv"])
    kgrams = list(csv.DictReader(made["kgrams.csv"].splitlines()))
    bench.checks.check(kgrams and all(json.loads(row["files"]) == [1, 2] and 0 < int(row["hash"]) < 1 << 53 and row["data"] == "" for row in kgrams)
                       and [row["id"] for row in kgrams] == [str(i) for i in range(len(kgrams))], "dolos: fingerprints that two files have", made["kgrams.csv"][:500])
    bench.checks.check("<svg" in (bench.folder / "alike.html").read_text(), "similar --html draws the pair")


TESTS = [test_page, test_in_browser, test_written_answers, test_studio, test_again, test_dolos]
