#!/usr/bin/env python3
"""The studio's page in Chromium, driven as people drive it: roles and accessible names, keys, the pointer.

usage: tests/studio/run.py [--all] [MARINER] [NAME...]

Builds the page on the WebAssembly core that is there (tools/wasm makes it if it isn't), and tests what lies in
build/studio. The page's output is compared with MARINER's (build/release/mariner) on a part of tests/conformance, with
--all on all of it. NAME: single tests. Ends with "N passed, N failed". What the machine lacks is skipped with a message.
"""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import ASK, COUNT, HERE, PAGE, ROOT, STUDIO, Failure, check, same  # noqa: E402
import chromium  # noqa: E402
import access_tests  # noqa: E402
import budget_tests  # noqa: E402
import firefox  # noqa: E402
import hostile_tests  # noqa: E402
import look_tests  # noqa: E402
import play_tests  # noqa: E402
import rooms_tests  # noqa: E402
import run_programs  # noqa: E402
import share_tests  # noqa: E402
import text_tests  # noqa: E402
import time_tests  # noqa: E402
import tools_tests  # noqa: E402
import work_tests  # noqa: E402
from person import Person, link_of  # noqa: E402

FEW = r'^(directives|eqv|instructions|macros|memory|pseudo|runtime|syscalls|programs)/'
MOST_CASES = 25
MOST_STEPS = 3_000_000


# ---- the other browser

def test_main_journeys_in_firefox(page):
    if not page.everything:
        return 'only with --all'
    if not shutil.which('firefox-esr'):
        return 'no firefox-esr'
    with firefox.Firefox(page.address) as other:
        for journey in firefox.JOURNEYS:
            journey(other)
            troubles = other.troubles()
            check(not troubles, f'{journey.__name__}: {troubles}')


# ---- the same as the command line

def cases_for(everything):
    folder = ROOT / 'tests/conformance/cases'
    cases = [case for case in run_programs.program_cases(folder)
             if not case.path('.post').exists() and not case.path('.d').exists() and (everything or re.match(FEW, case.name))]
    return cases if everything else cases[::max(1, len(cases) // MOST_CASES)]


def text_of(output):
    """The page shows text: what is no UTF-8 is replaced, as the protocol's JSON does."""
    return output.decode('utf-8', 'replace')


def run_on_command_line(mariner, program, given):
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([mariner, 'run', '--display', 'none', '--max-steps', str(MOST_STEPS), program], input=given, capture_output=True,
                              timeout=60, cwd=scratch)
        return None if f'stopped after {MOST_STEPS:,} instructions' in done.stderr.decode('utf-8', 'replace') else done.stdout


def test_output_is_that_of_the_command_line(page):
    mariner, everything = page.mariner, page.everything
    if not mariner.exists():
        return f'no {mariner}'
    wrong, compared = [], 0
    page.visit()
    for case in cases_for(everything):
        source = case.program.read_bytes()
        given = case.read('.in', b'')
        try:
            text, typed = source.decode(), given.decode()
        except UnicodeDecodeError:
            continue
        first, done = (run_on_command_line(mariner, case.program, given) for _ in range(2))
        if done is None or first != done:
            continue  # it never ends, or time or chance is in it
        page.visit(link_of('case', text, typed, file=case.program.name))
        page.key('F5')
        page.until("document.documentElement.dataset.phase === 'none' && document.querySelector('.chip.bad') !== null"
                   " || ['ended', 'crashed', 'waiting'].includes(document.documentElement.dataset.phase)")
        if page.evaluate('document.documentElement.dataset.phase') == 'waiting':
            page.key('Alt+I')
            page.key('Control+D')
            page.phase('ended', 'crashed')
        compared += 1
        if page.output() != text_of(done):
            wrong.append(f'{case.name}: {page.output()[:80]!r} in place of {text_of(done)[:80]!r}')
    print(f'  {compared} programs print in the page what they print on the command line, but {len(wrong)}')
    check(compared >= 10, 'too few')
    check(not wrong, '\n'.join(wrong))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--all', action='store_true')
    parser.add_argument('words', nargs='*')
    options = parser.parse_args()
    names = [word for word in options.words if word.startswith('test_')]
    mariner = next((Path(word) for word in options.words if not word.startswith('test_')), ROOT / 'build/release/mariner')
    for needed in ('npm', 'chromium'):
        if not shutil.which(needed):
            print(f'skipped the studio: no {needed}\n0 passed, 0 failed')
            return 0
    core = ROOT / 'build/wasm/page.wasm'
    done = subprocess.run([STUDIO / 'test', *(['--no-core'] if core.exists() else [])])
    passed, failed = (1, 0) if done.returncode == 0 else (0, 1)
    parts = (look_tests, time_tests, text_tests, work_tests, share_tests, hostile_tests, play_tests, rooms_tests, tools_tests, access_tests, budget_tests)
    tests = {name: test for part in (*map(vars, parts), globals()) for name, test in part.items()
             if name.startswith('test_') and (not names or name in names)}
    with chromium.Server(PAGE, HERE) as server, Person(server.address + '/') as page:
        page.mariner, page.everything = mariner.resolve(), options.all
        for name, test in tests.items():
            begin = time.monotonic()
            try:
                page.forget_drafts()
                page.size(1280, 800)
                why = test(page)
                troubles = page.troubles()
                check(not troubles, f'the page complains: {troubles}')
                print(f'skipped {name}: {why}' if why else f'ok {name} ({time.monotonic() - begin:.1f} s)', flush=True)
                passed += not why
            except (Failure, RuntimeError, OSError, subprocess.SubprocessError) as problem:
                print(f'FAILED {name}: {problem}', flush=True)
                failed += 1
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
