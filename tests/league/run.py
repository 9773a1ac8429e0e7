#!/usr/bin/env python3
"""`mariner league` from outside: bots that break every rule, the same bytes in any order and with any number of jobs and
shards, leagues that are killed, changed bots, two leagues in one folder; Elo by another program; the bench.

    tests/league/run.py MARINER [--only WORD]

Ends with "N passed, N failed". Standard library only.
"""
import argparse
import base64
import filecmp
import hashlib
import json
import math
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = (ROOT / "docs/examples/bot.asm").read_text()
READ = "main: li $v0, 8\nla $a0, 0x10010000\nli $a1, 64\nsyscall\n"
PRINT = "li $v0, 1\nsyscall\nli $v0, 11\nli $a0, 10\nsyscall\n"
# What it is called, what it does, the rule by which it loses (a name of games/bot_faults.inc).
HOSTILE = [
    ("loop", "main: addiu $t0, $t0, 1\nb main\n", "too_slow"),
    ("loop_after_reading", READ + "here: addiu $t0, $t0, 1\nb here\n", "too_slow"),
    ("flood", "main: li $v0, 1\nsyscall\nb main\n", "too_talkative"),
    ("flood_at_once", READ + "li $t0, 20000\nlui $t1, 0x1001\nfill: sb $v0, 64($t1)\naddiu $t1, $t1, 1\naddiu $t0, $t0, -1\n"
     "bgtz $t0, fill\nli $v0, 4\nla $a0, 0x10010040\nsyscall\nb main\n", "too_talkative"),
    ("column_9", READ + "li $a0, 9\n" + PRINT + "b main\n", "wrong_move"),
    ("word", ".data\nword: .asciiz \"four\\n\"\n.text\n" + READ.replace("0x10010000", "0x10010040") + "li $v0, 4\nla $a0, word\nsyscall\nb main\n",
     "wrong_move"),
    ("one_column", READ + "li $a0, 4\n" + PRINT + "b main\n", "wrong_move"),
    ("never_reads", "main: li $a0, 4\n" + PRINT + "li $v0, 10\nsyscall\n", "deaf"),
    ("reads_on", READ + "b main\n", "silent"),
    ("ends", READ + "li $v0, 10\nsyscall\n", "ended"),
    ("crashes", READ + "lw $t0, 1($zero)\n", "crashed"),
    ("jumps_away", READ + "li $t0, 0x12345678\njr $t0\n", "crashed"),
    ("writes_itself", READ + "la $t0, main\nsw $zero, 0($t0)\n", "crashed"),
    ("reads_a_number", "main: li $v0, 5\nsyscall\nmove $a0, $v0\n" + PRINT + "b main\n", "crashed"),
    ("all_heap", READ + "more: li $v0, 9\nli $a0, 1048576\nsyscall\nb more\n", "crashed"),
    ("opens_files", ".data\nname: .asciiz \"/etc/passwd\"\n.text\nmain: li $v0, 13\nla $a0, name\nli $a1, 0\nli $a2, 0\nsyscall\n"
     "bgez $v0, got\nlw $t0, 1($zero)\ngot: li $a0, 4\n" + PRINT, "crashed"),
    ("deep", READ + "fall: addiu $sp, $sp, -64\nsw $ra, 0($sp)\njal fall\n", "crashed"),
]


def bot(order):
    return EXAMPLE.replace("4, 3, 5, 2, 6, 1, 7", ", ".join(map(str, order)))


def slow(order, rounds):
    return bot(order).replace("choose:", "choose: li $t9, %d\nidle: addiu $t9, $t9, -1\nbgtz $t9, idle\n" % rounds)


class Checks:
    def __init__(self, mariner, scratch):
        self.mariner, self.scratch = mariner, scratch
        self.passed = self.failed = 0

    def check(self, fine, what, *details):
        if fine:
            self.passed += 1
        else:
            self.failed += 1
            print("FAILED:", what, *details, flush=True)

    def bots(self, name, texts):
        folder = self.scratch / name
        folder.mkdir()
        for key, text in texts.items():
            (folder / key).parent.mkdir(exist_ok=True, parents=True)
            (folder / key).write_text(text)
        return folder

    def command(self, *words):
        return [self.mariner, "league", *map(str, words)]

    def league(self, *words, code=0):
        done = subprocess.run(self.command(*words), capture_output=True, text=True, timeout=600)
        self.check(done.returncode == code, "exit code of league %s" % " ".join(map(str, words)), done.returncode, done.stderr[:500])
        return done

    def played(self, folder, *words):
        """-> (folder of the results, results.json)"""
        out = pathlib.Path(tempfile.mkdtemp(dir=self.scratch))
        self.league(folder, "--out", out, "-q", *words)
        return out, json.loads((out / "results.json").read_text())

    def same(self, one, other, what):
        """All files but the journal and the lock."""
        names = {str(p.relative_to(one)) for p in one.rglob("*") if p.is_file()} - {"journal.mariner", "lock.mariner"}
        others = {str(p.relative_to(other)) for p in other.rglob("*") if p.is_file() and "shard-" not in str(p)} - {"journal.mariner", "lock.mariner"}
        differing = [n for n in names & others if not filecmp.cmp(one / n, other / n, shallow=False)]
        self.check(names == others and not differing and len(names) > 5, what, sorted(names ^ others)[:5], differing[:5])


def some_bots(count=7, rounds=0):
    dice = random.Random(20)
    texts = {}
    for i in range(count):
        order = list(range(1, 8))
        dice.shuffle(order)
        texts["bot%d.asm" % i] = slow(order, rounds) if rounds else bot(order)
    return texts


def games_of(results):
    for pair in results["pairs"]:
        for game in pair["games"]:
            yield pair, game


def test_hostile(c):
    """Each loses by its rule to who plays, and the league goes on."""
    texts = {name + ".asm": text for name, text, _ in HOSTILE} | {"zz_good.asm": EXAMPLE, "zz_other.asm": bot([7, 6, 5, 4, 3, 2, 1])}
    _, results = c.played(c.bots("hostile", texts), "--steps", 400000)
    rules = {name: rule for name, _, rule in HOSTILE}
    rank = {one["name"]: one for one in results["bots"]}
    c.check(not results["left_out"] and len(results["bots"]) == len(texts), "all of them play")
    for pair, game in games_of(results):
        if pair["second"] == "zz_good" and pair["first"] in rules:
            c.check(game["winner"] == "zz_good", "%s has lost" % pair["first"], game)
            expected = {rules[pair["first"]]} | ({"played"} if pair["first"] == "one_column" else set())
            if pair["first"] == "reads_a_number":
                expected |= {"wrong_move"}  # a line that is a number isn't a column, one that is empty isn't a number
            c.check(game["ending"] in expected, "the rule that %s breaks" % pair["first"], game)
    c.check(rank["zz_good"]["forfeits"] == 0 and rank["zz_good"]["rank"] <= 2, "who plays well is ahead", rank["zz_good"])
    c.check(sum(one["points"] for one in results["bots"]) == sum(1 for _ in games_of(results)), "a point for each game")


def test_sources(c):
    """Files that are no programs, or too much of one."""
    macro = ".macro m(%x)\n" + "m(%x)\n" * 2 + ".end_macro\nm(1)\n"
    texts = {"good.asm": EXAMPLE, "other.asm": bot([1, 2, 3, 4, 5, 6, 7]), "broken.asm": "main: lw $t0 oops\n", "empty.asm": "",
             "huge.asm": "nop\n" * 700_000, "endless.asm": macro, "binary.asm": "\x00\x01\x7f" * 1000, "folder/notes.txt": "no program\n",
             "two files/a.asm": ".globl start\nstart:" + EXAMPLE.split(".text")[1].replace("main:", "again:").replace("b       main", "b again"),
             "two files/b.asm": ".globl main\nmain: j start\n", "Ánh Nguyễn.asm": EXAMPLE, "李娜.asm": EXAMPLE}
    texts["two files/a.asm"] = EXAMPLE.split(".text")[0] + ".text\n" + texts["two files/a.asm"]
    _, results = c.played(c.bots("sources", texts))
    out = {one["name"]: one["reason"] for one in results["left_out"]}
    names = {one["name"] for one in results["bots"]}
    c.check({"broken", "huge", "endless"} <= set(out), "what doesn't assemble is left out", out.keys())
    c.check("no label" in out.get("broken", ""), "the assembler's reason is told", out.get("broken"))
    c.check({"good", "other"} <= names and len(names & {"broken", "huge", "endless"}) == 0, "the others play", names)
    c.check(any("two" in name for name in names) and len(names) >= 5, "a folder and names in any script", names)


def test_order(c):
    """The same bytes with one job and with five, from a folder made in another order, from a ZIP, by shards."""
    texts = some_bots() | {"hostile.asm": HOSTILE[0][1], "chance.asm": READ + "li $v0, 42\nli $a0, 0\nli $a1, 7\nsyscall\naddi $a0, $a0, 1\n" + PRINT + "b main\n"}
    first, results = c.played(c.bots("order", texts), "--jobs", 1, "--openings", 2, "--steps", 200000)
    c.check(sum(1 for _ in games_of(results)) == 36 * 4, "every pair from both sides, over two openings")
    again, _ = c.played(c.bots("other order", dict(reversed(texts.items()))), "--jobs", 5, "--openings", 2, "--steps", 200000)
    c.same(first, again, "another order and number of jobs")
    archive = c.scratch / "bots.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for name, text in texts.items():
            made.writestr(name, text)
    zipped, _ = c.played(archive, "--openings", 2, "--steps", 200000)
    c.same(first, zipped, "a ZIP")
    shards = c.scratch / "shards"
    for i in (3, 1, 2):
        c.league(c.scratch / "order", "--out", shards, "--shard", "%d/3" % i, "--openings", 2, "--steps", 200000)
    c.league("merge", shards, "--out", shards, "-q")
    c.same(first, shards, "three shards, merged")
    shutil.rmtree(shards / "shard-2-of-3")
    told = c.league("merge", shards, "--out", c.scratch / "lacking", code=66)
    c.check("shard 2 of 3 is missing" in told.stderr, "a shard that is missing", told.stderr)
    without, fewer = c.played(c.bots("fewer", {k: t for k, t in texts.items() if k != "hostile.asm"}), "--openings", 2, "--steps", 200000)
    kept = {(p["first"], p["second"]): p for p in results["pairs"]}
    c.check(all(kept[p["first"], p["second"]] == p for p in fewer["pairs"]), "who goes changes nobody else's games")


def test_killed(c):
    """kill -9 in the middle, twice; what was played isn't played again, and the end is the same."""
    folder = c.bots("killed", some_bots(12, 150_000))
    whole, _ = c.played(folder)
    out = c.scratch / "killed out"
    sizes = []
    for _ in range(2):
        run = subprocess.Popen(c.command(folder, "--out", out, "-q", "--jobs", 2, *(["--resume"] if sizes else [])), stderr=subprocess.DEVNULL)
        journal = out / "journal.mariner"
        start = journal.stat().st_size if journal.exists() else 0
        until = time.monotonic() + 60
        while time.monotonic() < until and run.poll() is None and not (journal.exists() and journal.stat().st_size > start + 2000):
            time.sleep(0.005)
        run.send_signal(signal.SIGKILL)
        run.wait()
        sizes.append(journal.stat().st_size)
        with open(journal, "ab") as torn:  # what a machine that fails may leave
            torn.write(b"pair 500 0123456789abcdef\nhalf a rec")
    c.check(not (out / "results.json").exists(), "nothing is reported before the end")
    told = c.league(folder, "--out", out, "-q", "--resume")
    kept = re.search(r"(\d+) of 66 pairs have not changed", told.stderr)
    c.check(kept and 0 < int(kept[1]) < 66, "what was played is kept", told.stderr, sizes)
    c.same(whole, out, "a league that was killed twice")
    told = c.league(folder, "--out", out, "-q", "--resume")
    c.check("66 of 66" in told.stderr, "nothing plays again", told.stderr)
    (folder / "bot3.asm").write_text(bot([2, 1, 4, 3, 6, 5, 7]))
    (folder / "bot4.asm").unlink()
    told = c.league(folder, "--out", out, "-q", "--resume")
    c.check("45 of 55" in told.stderr, "only a changed bot's pairs play", told.stderr)
    changed, _ = c.played(folder)
    c.same(changed, out, "after a change, and without what is gone")
    holder = subprocess.Popen(c.command(c.bots("long", some_bots(4, 200_000_000)), "--out", out, "-q", "--steps", 900_000_000), stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    told = c.league(folder, "--out", out, "-q", code=73)
    c.check("in use" in told.stderr, "one owner of a folder", told.stderr)
    holder.send_signal(signal.SIGINT)
    c.check(holder.wait() == 130, "Ctrl-C", holder.returncode)


def play(moves):
    """-> the winner by the moves alone: 1, 2, 0 for none."""
    board = [[] for _ in range(7)]
    for i, move in enumerate(moves):
        column, player = int(move) - 1, i % 2 + 1
        row = len(board[column])
        board[column].append(player)
        at = lambda x, y: 0 <= x < 7 and 0 <= y < len(board[x]) and board[x][y] == player
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                x, y = column + sign * dx, row + sign * dy
                while at(x, y):
                    run, x, y = run + 1, x + sign * dx, y + sign * dy
            if run >= 4:
                return player if i + 1 == len(moves) else -1
        if row >= 6:
            return -1
    return 0


def elo(results):
    """By bisection, a bot at a time, until nothing moves: another way than the program's."""
    names = [one["name"] for one in results["bots"]]
    met = {name: [] for name in names}
    for pair, game in games_of(results):
        for own, other in ((pair["first"], pair["second"]), (pair["second"], pair["first"])):
            met[own].append((other, 0.5 if game["winner"] is None else float(game["winner"] == own)))
    rating = dict.fromkeys(names, 0.0)
    expect = lambda own, other: 1 / (1 + 10 ** ((other - own) / 400))
    for _ in range(400):
        farthest = 0
        for name in names:
            points = sum(p for _, p in met[name]) + 1
            low, high = -4000.0, 4000.0
            while high - low > 1e-9:
                middle = (low + high) / 2
                total = sum(expect(middle, rating[o]) for o, _ in met[name]) + 2 * expect(middle, 0)
                low, high = (middle, high) if total < points else (low, middle)
            farthest, rating[name] = max(farthest, abs(low - rating[name])), low
        if farthest < 1e-6:
            break
    return {name: 1500 + value for name, value in rating.items()}


def test_reports(c):
    folder = c.bots("reports", some_bots(6) | {"hostile.asm": HOSTILE[0][1], "broken.asm": "oops\n"})
    out, results = c.played(folder, "--openings", 2, "--steps", 100000, "--studio", "https://example.org/studio/", "--title", "Tuesday <b>")
    for pair, game in games_of(results):
        winner = play(game["moves"])
        began = game["began"]
        other = pair["second"] if began == pair["first"] else pair["first"]
        told = {1: began, 2: other, 0: None}.get(winner)
        c.check(game["ending"] != "played" or (told == game["winner"] and (told or len(game["moves"]) == 42)), "the moves make the winner", game)
        c.check((out / game["replay"]).is_file(), "a replay", game["replay"])
    for pair, game in list(games_of(results))[::7]:
        done = subprocess.run([c.mariner, "replay", out / game["replay"], "--display", "none"], capture_output=True, text=True)
        won = re.search(r"(?i)player (\d) (?:is the winner|wins|won)|player (\d).*win", done.stdout)
        c.check(done.returncode == 0 and done.stdout.count("turn") >= len(game["moves"]), "mariner replay plays it", done.stdout[-300:], done.stderr)
        c.check((game["ending"] == "played" and game["winner"] is not None) == bool(won), "and ends as it ended", game, done.stdout[-200:])
    expected = elo(results)
    for one in results["bots"]:
        c.check(abs(one["elo"] - expected[one["name"]]) < 0.6, "Elo of %s" % one["name"], one["elo"], expected[one["name"]])
        c.check(20 < one["elo_error"] < 400, "its error", one["elo_error"])
    rows = [line.split(",") for line in (out / "standings.csv").read_text().splitlines()]
    c.check(len(rows) == 8 and [float(r[2]) for r in rows[1:]] == [b["points"] for b in results["bots"]], "standings.csv")
    cross = [line.split(",") for line in (out / "cross.csv").read_text().splitlines()]
    c.check(all(sum(float(x or 0) for x in row[1:]) == b["points"] for row, b in zip(cross[1:], results["bots"])), "cross.csv adds up")
    page = (out / "league.html").read_text()
    c.check("Tuesday &lt;b&gt;" in page and "<b>" not in page, "titles are text")
    one = (out / "bots/bot0.html").read_text()
    script = re.search(r"<script>(.*?)</script>", one, re.S)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    c.check("script-src 'sha256-%s'" % digest in one or "script-src &#39;sha256-%s&#39;" % digest in one, "the script's hash")
    if shutil.which("node"):
        moves = re.search(r'data-moves="(\d+)"', one)[1]
        begin = re.search(r'data-studio="([^"]+)"', one)[1]
        stub = "const link={dataset:{moves:%s},href:''};globalThis.document={querySelector:()=>({dataset:{studio:%s}}),querySelectorAll:()=>[link]};" % (json.dumps(moves), json.dumps(begin))
        link = subprocess.run(["node", "-e", stub + script + ";console.log(link.href)"], capture_output=True, text=True).stdout.strip()
        packed = link.removeprefix("#v1.").replace("-", "+").replace("_", "/")
        shared = json.loads(zlib.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4)), -15))
        c.check(shared["input"] == "".join(m + "\n" for m in moves) and shared["files"][0][0] == "bitmap.asm", "a link opens the game in the studio")


def test_bench(c):
    texts = {"good.asm": EXAMPLE} | {name + ".asm": text for name, text, _ in HOSTILE} | {"broken.asm": "oops\n"}
    folder = c.bots("bench", texts)
    done = c.league("check", folder / "good.asm")
    c.check("It plays by the rules." in done.stdout and "wrong" not in done.stdout, "the example plays by the rules", done.stdout)
    for name, _, _ in HOSTILE:
        done = c.league("check", folder / (name + ".asm"), "--steps", 300000, code=1)
        c.check("\nwrong" in done.stdout and "It would lose games" in done.stdout, "the bench on " + name, done.stdout)
    done = c.league("check", folder / "reads_a_number.asm", code=1)
    c.check("read them with service 8" in done.stdout, "advice to who reads a number", done.stdout)
    done = c.league("check", folder / "broken.asm", code=1)
    c.check("doesn't assemble" in done.stdout, "a bot that doesn't assemble", done.stdout)
    c.league("check", folder / "nobody.asm", code=66)


RUBRIC = """
[limits]
steps = 300000
seconds = 60
[[case]]
name = "chance"
points = 10
match = { opponent = "random", games = 20, wanted = 15 }
[[case]]
name = "master"
points = 10
match = { opponent = "master:1", games = 6, wanted = 3 }
[[case]]
name = "other"
points = 10
match = { opponent = "other.asm", games = 4 }
[[case]]
name = "shares"
points = 8
league = { standings = "league/standings.csv", shares = [[10, 100], [60, 75], [100, 50]] }
[[case]]
name = "ranks"
points = 10
league = { standings = "league/standings.csv" }
"""


def test_rubric(c):
    """Points for matches and by rank, a part where a part was reached, the same for any number of jobs."""
    folder = c.bots("rubric", {"middle.asm": EXAMPLE, "left.asm": bot([1, 2, 3, 4, 5, 6, 7]), "stuck.asm": HOSTILE[0][1], "silent.asm": HOSTILE[8][1]})
    c.league(folder, "--out", c.scratch / "league", "-q", "--steps", 300000)
    ranks = {line.split(",")[1].strip('"'): int(line.split(",")[0]) for line in (c.scratch / "league/standings.csv").read_text().splitlines()[1:]}
    (c.scratch / "rubric.toml").write_text(RUBRIC)
    (c.scratch / "other.asm").write_text(bot([7, 6, 5, 4, 3, 2, 1]))
    (folder / "late.asm").write_text(bot([5, 4, 3, 6, 2, 1, 7]))
    texts = []
    for jobs in (1, 3):
        done = subprocess.run([c.mariner, "grade", c.scratch / "rubric.toml", folder, "--json", "-", "-q", "--jobs", str(jobs)], capture_output=True, text=True)
        c.check(done.returncode == 0, "grade", done.stderr)
        texts.append(done.stdout)
    c.check(texts[0] == texts[1], "the same with any number of jobs")
    points = {one["student"]: {case["name"]: case for case in one["cases"]} for one in json.loads(texts[0])["submissions"]}
    c.check(points["middle"]["chance"]["points"] == 10 and points["stuck"]["chance"]["points"] == 0, "chance is beaten, or not")
    c.check("took more than 300,000 instructions" in points["stuck"]["chance"]["reason"], "the reason of a forfeit", points["stuck"]["chance"]["reason"])
    c.check(all(0 <= one["other"]["points"] <= 10 and one["other"]["points"] % 1.25 == 0 for one in points.values()), "a share for each game")
    for name, rank in ranks.items():
        before = (rank - 1) / len(ranks)
        c.check(points[name]["shares"]["points"] == 8 * (1 if before < 0.1 else 0.75 if before < 0.6 else 0.5), "shares of " + name, points[name]["shares"])
        c.check(abs(points[name]["ranks"]["points"] - 10 * (1 - before)) < 0.11, "rank of " + name, points[name]["ranks"])
    c.check(points["late"]["ranks"]["points"] == 0 and "has not played" in points["late"]["ranks"]["reason"], "who came after the league")
    for wrong, said in (("games = 20", "games = 7"), ('"random"', '"nobody"'), ("league/standings.csv", "other.asm"), ("[10, 100], ", "[70, 100], ")):
        (c.scratch / "wrong.toml").write_text(RUBRIC.replace(wrong, said, 1))
        done = subprocess.run([c.mariner, "grade", c.scratch / "wrong.toml", folder], capture_output=True, text=True)
        c.check(done.returncode == 65 and "wrong.toml:" in done.stderr, "a wrong rubric: " + said, done.returncode, done.stderr)


def test_usage(c):
    folder = c.bots("usage", some_bots(2))
    c.league(c.scratch / "nowhere", code=66)
    c.league(folder, "--resume", code=2)
    c.league(folder, "--shard", "3/2", "--out", c.scratch / "x", code=2)
    c.league(folder, "--studio", "javascript:alert(1)", code=2)
    empty = c.bots("empty", {})
    c.league(empty, code=66)
    done = c.league(c.bots("alone", some_bots(1)))
    c.check("bot0" in done.stdout, "one bot alone has a table", done.stdout)
    done = subprocess.run(["bash", "-c", 'ulimit -v 3000000; exec "$@"', "-", *c.command(folder)], capture_output=True, text=True)
    c.check(done.returncode == 73 and "ulimit -v" in done.stderr, "where there is no room nothing is played", done.returncode, done.stderr)
    if pathlib.Path("/dev/full").exists():
        done = subprocess.run(c.command(folder), stdout=open("/dev/full", "w"), stderr=subprocess.PIPE, text=True)
        c.check(done.returncode == 73, "a full disk", done.returncode)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("mariner")
    words.add_argument("--only", default="")
    options = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="league of bots ") as folder:
        checks = Checks(str(pathlib.Path(options.mariner).resolve()), pathlib.Path(folder))
        for name, test in list(globals().items()):
            if name.startswith("test_") and options.only in name:
                try:
                    test(checks)
                except Exception:
                    traceback.print_exc()
                    checks.check(False, name)
    print("%d passed, %d failed" % (checks.passed, checks.failed))
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
