#!/usr/bin/env python3
"""Caches beyond MARS's against a model of their own, written from the rules in docs/tools.md.

    tests/tools/cache.py [--count N] [--seed N] COMMAND...

COMMAND (say: build/release/mariner run) runs N programs of random loads and stores, each with caches of random parameters:
levels, what stores do, times, classes of misses, and a sweep over all sizes. Ends with "N passed, N failed".
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

BASE = 0x10008000  # where $gp points to
SIZES = [1 << i for i in range(12)]


class Level:
    """A cache: each set is a list of [line, dirty], the one used last in front."""

    def __init__(self, blocks, words, ways, write="as-read", allocate=True, behind=None):
        self.words, self.ways, self.sets = words, ways, [[] for _ in range(blocks // ways)]
        self.write, self.allocate, self.behind = write, allocate, behind
        self.accesses = self.misses = self.write_backs = 0

    def access(self, address, is_write):
        self.accesses += 1
        line = address // (4 * self.words)
        chosen = self.sets[line % len(self.sets)]
        held = next((block for block in chosen if block[0] == line), None)
        if held:
            chosen.remove(held)
            chosen.insert(0, held)
        else:
            self.misses += 1
        hit = held is not None
        if not hit and (not is_write or self.allocate):
            held = self.fill(chosen, line)
        if is_write and self.write == "back":
            held[1] = True
        if is_write and self.write == "through" and self.behind:
            self.behind.access(address, True)
        return hit

    def fill(self, chosen, line):
        if len(chosen) == self.ways:
            old, dirty = chosen.pop()
            self.write_backs += dirty
            if dirty and self.behind:
                self.behind.access(old * 4 * self.words, True)
        if self.behind:
            self.behind.access(line * 4 * self.words, False)
        chosen.insert(0, [line, False])
        return chosen[0]

    def time(self, hit, behind):
        return hit + (self.misses / self.accesses if self.accesses else 0) * behind


def classes(blocks, words, ways, accesses):
    """-> [compulsory, capacity, conflict]"""
    cache, full, seen, counts = Level(blocks, words, ways), Level(blocks, words, blocks), set(), [0, 0, 0]
    for address, is_write in accesses:
        hit, would_hit = cache.access(address, is_write), full.access(address, is_write)
        line = address // (4 * words)
        if not hit:
            counts[0 if line not in seen else 2 if would_hit else 1] += 1
        seen.add(line)
    return counts


def random_accesses(rng):
    """Walks and jumps, so that there are hits and misses of every kind."""
    accesses, at, span = [], 0, rng.choice([64, 512, 8000])
    for _ in range(rng.randrange(50, 600)):
        at = rng.randrange(span) if rng.random() < 0.3 else (at + rng.choice([1, 1, 4, 16])) % span
        accesses.append((BASE + 4 * (at - span // 2), rng.random() < 0.4))
    return accesses


def random_placement(rng, blocks):
    kind = rng.choice(["direct", "full", "set"])
    ways = {"direct": 1, "full": blocks, "set": rng.choice([size for size in SIZES if size <= blocks])}[kind]
    return "placement=" + kind + (",set=%d" % ways if kind == "set" else ""), ways


def wrong_values(specification, report, wanted):
    return ["%s: %s is %s, not %s" % (specification, key, report.get(key), value)
            for key, value in wanted.items() if report.get(key) != value]


def check_levels(rng, accesses):
    """-> a specification, and the function that compares its report"""
    blocks, words = rng.choice(SIZES[:8]), rng.choice(SIZES[:4])
    placement, ways = random_placement(rng, blocks)
    write = rng.choice(["as-read", "back", "through"])
    allocate = write != "through" or rng.random() < 0.5
    hit, miss = rng.randrange(1, 4), rng.randrange(20, 100)
    text = "cache:%s,blocks=%d,words=%d,write=%s,allocate=%s,hit=%d" % (placement, blocks, words, write, "yes" if allocate else "no", hit)
    behind = None
    if rng.random() < 0.6:
        next_blocks, next_words = rng.choice(SIZES[3:10]), words * rng.choice([1, 2])
        next_placement, next_ways = random_placement(rng, next_blocks)
        next_write = rng.choice(["as-read", "back"])
        behind = Level(next_blocks, next_words, next_ways, next_write)
        text += ",next=%s/blocks=%d/words=%d/write=%s/hit=9/miss=%d" % (
            next_placement.replace(",", "/"), next_blocks, next_words, next_write, miss)
    else:
        text += ",miss=%d" % miss
    cache = Level(blocks, words, ways, write, allocate, behind)
    for access in accesses:
        cache.access(*access)

    def compare(report):
        wanted = {"accesses": cache.accesses, "misses": cache.misses}
        if write != "as-read":
            wanted["write_backs"] = cache.write_backs
        if behind:
            wanted.update(next_accesses=behind.accesses, next_misses=behind.misses, next_write_backs=behind.write_backs)
        wrong = wrong_values(text, report, wanted)
        time = cache.time(hit, behind.time(9, miss) if behind else miss)
        return wrong + (["%s: %s cycles, not %s" % (text, report["average_time"], time)] if abs(report["average_time"] - time) > 1e-9 else [])

    return text, compare


def check_classes(rng, accesses):
    blocks, words = rng.choice(SIZES[:7]), rng.choice(SIZES[:3])
    placement, ways = random_placement(rng, blocks)
    text = "cache:%s,blocks=%d,words=%d,classes=yes" % (placement, blocks, words)
    counts = classes(blocks, words, ways, accesses)
    wanted = dict(zip(["compulsory", "capacity", "conflict"], counts))
    return text, lambda report: wrong_values(text, report, wanted)


def check_sweep(rng, accesses):
    kind = rng.choice(["direct", "full", "set"])
    words, way = rng.choice(SIZES[:4]), rng.choice([1, 2, 8, 16])
    first, last = sorted([rng.choice(SIZES), rng.choice(SIZES)])
    first = max(first, way) if kind == "set" else first
    last = max(first, last) if first != last else min(2048, 2 * first)
    first = first if first != last else first // 2
    if kind == "set" and first < way:
        way = first
    text = "cache:placement=%s%s,words=%d,blocks=%d..%d" % (kind, ",set=%d" % way if kind == "set" else "", words, first, last)
    rows = []
    for blocks in (size for size in SIZES if first <= size <= last):
        cache = Level(blocks, words, {"direct": 1, "full": blocks, "set": way}[kind])
        for access in accesses:
            cache.access(*access)
        rows.append([blocks, 4 * words * blocks, cache.accesses - cache.misses, cache.misses])
    return text, lambda report: [] if [row[:4] for row in report["sizes"]] == rows else ["%s: %s, not %s" % (text, report["sizes"], rows)]


def check_program(command, folder, rng):
    accesses = random_accesses(rng)
    lines = ["%s $t0,%d($gp)" % ("sw" if is_write else "lw", address - BASE) for address, is_write in accesses]
    (folder / "p.asm").write_text("\n".join(lines) + "\n")
    checks = [check(rng, accesses) for check in (check_levels, check_levels, check_classes, check_sweep, check_sweep)]
    tools = [word for specification, _ in checks for word in ("--tool", specification)]
    done = subprocess.run([*command, "p.asm", *tools, "--json", "o.json", "--explain=off"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    reports = json.loads((folder / "o.json").read_text())["tools"]
    for (_, compare), report in zip(checks, reports):
        yield compare(report)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = [str(pathlib.Path(options.command[0]).resolve()), *options.command[1:]]
    print("seed", options.seed)
    passed = failed = 0
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.count):
            for wrong in check_program(command, pathlib.Path(folder), rng):
                passed += not wrong
                failed += bool(wrong)
                for line in wrong if failed < 5 else []:
                    print("FAILED: " + line)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
