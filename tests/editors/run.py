#!/usr/bin/env python3
"""The clients that editors have, with the very set-up files of docs/editors.md: Neovim's own, and Emacs with eglot.

usage: tests/editors/run.py MARINER [NAME...]      (names of single tests; all without)

Each opens a wrong program, takes a quick fix, completes, renames and lays it out. An editor that isn't there is skipped
with a message. Prints a line per test and ends with "N passed, N failed".
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PATIENCE = 180  # seconds; generous, since the machine may be busy

WRONG = ('main:   lii     $t0, 3          # three\nloop:   addiu   $t0, $t0, -1    # \U0001F600\n  bnez $t0,loop\n'
         '        nop                     # wait\n        jr      $ra             # back\n')
LAID_OUT = ['main:   li      $t0, 3          # three', 'again:  addiu   $t0, $t0, -1    # \U0001F600',
            '        bnez    $t0, again', '        nop                     # wait', '        jr      $ra             # back']


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def set_up(name):
    """The code block of docs/editors.md that is marked so."""
    text = (ROOT / 'docs/editors.md').read_text()
    return re.search(r'<!-- tested: %s -->\n```\w+\n(.*?)```' % name, text, re.S)[1]


def converse(mariner, words, set_up_name, file_name):
    """Runs an editor -> what its script wrote."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        (folder / 'home').mkdir()
        (folder / 'bin').mkdir()
        (folder / 'bin/mariner').symlink_to(mariner)
        (folder / file_name).write_text(set_up(set_up_name))
        source = folder / 'work' / 'a.asm'
        source.parent.mkdir()
        source.write_text(WRONG)
        output = folder / 'output.json'
        environment = {**os.environ, 'PATH': f'{folder}/bin:' + os.environ['PATH'], 'HOME': f'{folder}/home',
                       'XDG_CONFIG_HOME': f'{folder}/home', 'MARINER_SOURCE': str(source), 'MARINER_OUTPUT': str(output),
                       'LC_ALL': 'C.UTF-8'}
        done = subprocess.run([word.replace('SETUP', str(folder / file_name)) for word in words], env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=PATIENCE, check=False)
        check(output.exists(), f'no answer: {done.stdout.decode(errors="replace")[-2000:]}')
        return json.loads(output.read_text())


def check_all(out):
    check('trouble' not in out, str(out))
    check('`lii` is no instruction' in out['diagnostic']['message'], f'diagnostic: {out["diagnostic"]}')
    check(out['fixed'][0].split() == LAID_OUT[0].split(), f'quick fix: {out["fixed"]}')
    check({'addiu', 'lw', '.word'} <= set(out['completion']), f'completion: {out["completion"][:20]}')
    check([line for line in out['lines'] if line] == LAID_OUT, f'rename and layout: {out["lines"]}')


def test_neovim(mariner):
    if not shutil.which('nvim'):
        print('skipped: there is no nvim')
        return
    out = converse(mariner, ['nvim', '--headless', '-u', 'SETUP', '-i', 'NONE', '-n', '-c', f'luafile {HERE}/neovim.lua'],
                   'neovim', 'setup.lua')
    check_all(out)
    check((out['diagnostic']['line'], out['diagnostic']['from'], out['diagnostic']['to']) == (0, 8, 11), f'{out["diagnostic"]}')


def test_emacs(mariner):
    if not shutil.which('emacs'):
        print('skipped: there is no emacs')
        return
    out = converse(mariner, ['emacs', '--batch', '--no-init-file', '-l', 'SETUP', '-l', str(HERE / 'emacs.el')], 'emacs', 'setup.el')
    check_all(out)
    check(out['diagnostic']['text'] == 'lii', f'{out["diagnostic"]}')


def main():
    mariner = str(Path(sys.argv[1]).resolve())
    passed = failed = 0
    for name, test in globals().copy().items():
        if not name.startswith('test_') or (sys.argv[2:] and name[5:] not in sys.argv[2:]):
            continue
        try:
            test(mariner)
            passed += 1
            print(f'ok      {name[5:]}')
        except (Failure, subprocess.TimeoutExpired) as failure:
            failed += 1
            print(f'FAILED  {name[5:]}: {failure}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
