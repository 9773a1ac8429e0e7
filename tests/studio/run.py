#!/usr/bin/env python3
"""The studio's page in Chromium, driven as people drive it: roles and accessible names, keys, the pointer.

usage: tests/studio/run.py [--all] [MARINER] [NAME...]

Builds the page on the WebAssembly core that is there (tools/wasm makes it if it isn't), and tests what lies in
build/studio. The page's output is compared with MARINER's (build/release/mariner) on a part of tests/conformance, with
--all on all of it. NAME: single tests. Ends with "N passed, N failed". What the machine lacks is skipped with a message.
"""
import argparse
import io
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import (ASK, CALLS_FOR_EVER, COUNT, CRASH, FACTORIAL, HERE, PAGE, PICTURE, PRINTS_FOR_EVER, ROOT, RUNS_FOR_EVER, STUDIO, Failure,  # noqa: E402
                    check, eventually, opened, same, show_tab)
import chromium  # noqa: E402
import budget_tests  # noqa: E402
import firefox  # noqa: E402
import play_tests  # noqa: E402
import run_programs  # noqa: E402
from person import Person, link_of  # noqa: E402

THEMES = ('day', 'night', 'contrast')
WIDTHS = ((360, 740), (768, 1024), (1280, 800), (1920, 1080))
FEW = r'^(directives|eqv|instructions|macros|memory|pseudo|runtime|syscalls|programs)/'
MOST_CASES = 25
MOST_STEPS = 3_000_000

# What a student may have changed in an example by the time that its tasks are done.
SOLUTIONS = {
    'hello': [('Hello, Mars!', 'Hello, world!')],
    'loops': [('$t0, 1              #', '$t0, 5  #'), ('addi    $t0, $t0, 1', 'addi $t0, $t0, -1'), ('ble     $t0, 5, next', 'bgtz $t0, next')],
    'echo': [('odd:    .asciiz', 'zero: .asciiz "It is zero.\\n"\nodd:    .asciiz'),
             ('        andi', 'la $a0, zero\nbeqz $v0, say\n        andi')],
    'sum': [('The sum is', 'The largest is'), ('li      $t2, 0 ', 'lw $t2, 0($t0) '), ('add     $t2, $t2, $t3', 'ble $t3, $t2, less\nmove $t2, $t3\nless:')],
    'functions': [('li      $v0, 0              # here square is to be called', 'jal square\nlw $a0, 0($sp)\nmul $v0, $v0, $a0')],
    'factorial': [('# $a0: a number', 'fib: move $v0, $a0\nblt $a0, 2, back\naddi $sp, $sp, -12\nsw $ra, 8($sp)\nsw $a0, 4($sp)\naddi $a0, $a0, -1\njal fib\n'
                   'sw $v0, 0($sp)\nlw $a0, 4($sp)\naddi $a0, $a0, -2\njal fib\nlw $t0, 0($sp)\nadd $v0, $v0, $t0\nlw $ra, 8($sp)\naddi $sp, $sp, 12\n'
                   'back: jr $ra\n# $a0: a number')],
    'reverse': [('find:', 'each: lbu $t2, 0($t0)\nbeqz $t2, print\naddi $t2, $t2, -32\nsb $t2, 0($t0)\naddi $t0, $t0, 1\nj each\nfind:')],
    'average': [('mtc1    $zero, $f12', 'lwc1 $f12, list'), ('add.s   $f12, $f12, $f2', 'c.lt.s $f12, $f2\nbc1f less\nmov.s $f12, $f2\nless:'),
                ('div.s   $f12, $f12, $f4', '')],
    'files': [('"first\\n"', '"first\\nsecond\\n"'), ('$a2, 6', '$a2, 13')],
    'keys': [("        beq     $t2, 'q', end", "        beq     $t2, 'q', end\n        beq     $t2, 'x', end")],
    'interrupts': [('blt     $s0, 5, loop', 'blt $s0, 3, loop')],
}


# ---- a first visit

def test_first_visit_to_a_running_program(page):
    page.forget()
    page.visit()
    check(page.find('button', 'Run') is None or page.find('heading', 'Write it, run it, run it backwards.') is not None, 'no start page')
    page.key('F5')
    page.phase('ended')
    same(page.output(), 'Hello, Mars!\n')
    page.said('exit code 0')


def test_what_is_typed_is_kept(page):
    page.forget()
    page.visit()
    page.key('Alt+E')
    page.key('Control+Home')
    page.write('# mine\n')
    page.until("document.getElementById('saved').textContent !== ''")
    page.visit()
    check(page.source().startswith('# mine\n'), page.source())
    # A link beside it replaces nothing.
    page.visit(link_of('other', COUNT))
    check(page.source().startswith('main: li'), page.source())
    page.visit()
    check(page.source().startswith('# mine\n'), page.source())


# ---- time

def test_steps_there_and_back(page):
    opened(page, COUNT)
    page.key('F7')
    page.phase('paused')
    page.until_step(0)
    for step in (1, 2, 3):
        page.key('F7')
        page.until_step(step)
        if step == 2:
            same(page.register('$t0'), '$t0, register 8, changed from 0 to 1')
    page.said('line 3 in main')
    there = page.evaluate("[...document.querySelectorAll('.reg .v')].map((one) => one.textContent.replace(/.*→ /, '')).join()")
    page.key('F7')
    page.until_step(4)
    page.key('F8')
    page.until_step(3)
    back = page.evaluate("[...document.querySelectorAll('.reg .v')].map((one) => one.textContent.replace(/.*→ /, '')).join()")
    same(back, there)
    page.key('Alt+,')
    page.until_step(2)
    page.key('Alt+T')
    page.key('Home')
    page.until_step(0)
    page.key('F8')
    page.said('Already at the start.')


def test_the_past_is_what_it_was(page):
    opened(page, COUNT)
    page.key('F5')
    page.phase('ended')
    end = page.step()
    same(page.output(), 'A')
    page.key('Alt+T')
    page.key('ArrowLeft')
    page.key('ArrowLeft')
    page.key('ArrowLeft')
    page.until_step(end - 3)
    page.until("document.documentElement.dataset.moment === 'past'")
    same(page.output(), '')
    check('come' in page.evaluate("document.querySelector('[role=log]').textContent"), 'later lines are not spoken of')
    page.press('button', 'Back to the end')
    page.until_step(end)
    same(page.output(), 'A')


def test_breakpoints(page):
    opened(page, COUNT)
    page.key('Alt+E')
    page.key('Control+Home')
    page.key('ArrowDown')
    page.key('ArrowDown')
    page.key('Alt+B')
    page.key('F5')
    page.said('Stopped at breakpoint, line 3')
    first = page.step()
    page.key('F5')
    page.until(f"document.querySelector('[role=slider]').getAttribute('aria-valuenow') > {first}")
    page.said('Stopped at breakpoint, line 3')
    page.key('Shift+F5')
    page.until_step(first)


def test_running_to_the_cursor(page):
    opened(page, COUNT)
    page.key('Alt+E')
    page.key('Control+Home')
    for _ in range(4):
        page.key('ArrowDown')
    page.key('Alt+C')
    page.until("document.querySelector('.crumb').textContent.includes('main') && document.documentElement.dataset.phase === 'paused'")
    page.said('line 5 in main')
    there = page.step()
    page.key('F5')
    page.phase('ended')
    page.key('Alt+Shift+C')
    page.until_step(there)


def test_input(page):
    opened(page, ASK)
    page.key('F5')
    page.phase('waiting')
    page.said('Waiting for input at line 2.')
    page.key('Alt+I')
    page.write('21')
    page.key('Enter')
    page.phase('ended')
    same(page.output(), '42')
    # Typed ahead, and read from the link.
    opened(page, ASK, source_input='4\n')
    page.key('F5')
    page.phase('ended')
    same(page.output(), '8')


def test_who_made_this(page):
    opened(page, COUNT)
    page.key('F5')
    page.phase('ended')
    end = page.step()
    page.click_at('[role=log] [data-piece]', 0.5, 0.5)
    page.said('Who made the character')
    check(page.find('dialog', 'Who made the character "A"?') is not None, 'no dialog')
    page.key('Enter')
    page.until(f"document.querySelector('[role=slider]').getAttribute('aria-valuenow') < {end}")
    page.key('Escape')
    page.until("document.querySelector('.pop') === null")
    page.key('Alt+R')
    page.until("document.activeElement.getAttribute('role') === 'grid'")
    page.evaluate("document.querySelector('.reg[data-name=\"$t0\"]').click()")
    page.until("document.querySelector('.pop') !== null")
    check('addi' in page.evaluate("document.querySelector('.chain').textContent"), 'not the instruction')


def test_who_drew_this(page):
    opened(page, PICTURE)
    page.key('F5')
    page.phase('ended')
    page.until("document.querySelector('canvas[role=img]')?.width === 32")
    page.click_at('canvas[role=img]', 0.5, 0.5)
    page.until("document.querySelector('.pop') !== null")
    text = page.evaluate("document.querySelector('.chain').textContent")
    check('0x00ffd75e' in text and 'sw' in text, text)
    pixel = page.evaluate("[...document.querySelector('canvas[role=img]').getContext('2d').getImageData(16, 15, 1, 1).data]")
    same(pixel, [0xff, 0xd7, 0x5e, 255])


# ---- errors

def test_errors_and_their_repairs(page):
    opened(page, 'main: adiu $t0, $t0, 4\nli $v0, 10\nsyscall\n')
    page.said('adiu is no instruction and no macro')
    page.key('F5')
    page.until("document.documentElement.dataset.phase === 'none'")
    page.press('button', 'Write main: addiu $t0, $t0, 4')
    page.until("document.querySelector('.say') === null")
    check('addiu' in page.source(), page.source())
    page.key('F5')
    page.phase('ended')


def test_a_crash_is_explained(page):
    opened(page, CRASH)
    page.key('F5')
    page.phase('crashed')
    page.said('address out of range')
    check('never set' in page.evaluate("document.querySelector('.say').textContent"), 'not explained')


def test_run_with_checks(page):
    opened(page, CRASH)
    page.key('F5')
    page.phase('crashed')
    page.press('button', 'Run with checks')
    page.said('Checks found 1 place to look at. Line 2: reads $t0')
    page.until("document.querySelector('.say.warn')?.textContent.includes('never given a value')")
    show_tab(page, 'checks')
    page.until("document.querySelector('.findings') !== null")
    check('set $t0' in page.evaluate("document.querySelector('.findings').textContent"), 'no remedy in the pane')
    page.press('button', 'Turn checks off')
    page.until("document.querySelector('.say.warn') === null")
    # From the keyboard, on a program that was not run yet.
    opened(page, COUNT)
    page.key('Control+F5')
    page.said('Checks found nothing to look at.')
    same(page.output(), 'A')


def test_words_are_completed_and_explained(page):
    opened(page, COUNT)
    page.key('Alt+E')
    page.key('Control+End')
    page.write('addi')
    page.until("document.querySelector('.cm-tooltip-autocomplete [role=option]') !== null")
    page.until("[...document.querySelectorAll('.cm-tooltip-autocomplete [role=option]')].some((one) => one.textContent.startsWith('addiu'))")
    page.key('Escape')
    page.until("document.querySelector('.cm-tooltip-autocomplete') === null")
    page.write(' ')
    page.until("document.querySelector('.card .form b')?.textContent === 'rt'")
    page.key('Control+Home')
    for _ in range(7):
        page.key('ArrowRight')
    page.key('Alt+H')
    page.until("document.querySelector('.card .md') !== null")
    check('li' in page.evaluate("document.querySelector('.card').textContent"), 'nothing about li')
    page.said('li')
    page.key('Escape')
    page.until("document.querySelector('.card') === null")


def test_names_are_found_and_changed(page):
    opened(page, FACTORIAL)
    page.key('Alt+E')
    page.key('Control+Home')
    for _ in range(3):
        page.key('ArrowDown')
    page.key('End')
    page.key('Shift+F12')
    page.until("document.querySelectorAll('[role=option]').length === 3")
    page.key('Escape')
    page.until("document.querySelector('.dlg') === null")
    page.key('F12')
    page.until("document.querySelector('.cm-activeLine').textContent.startsWith('factorial:')")
    page.key('F2')
    page.until("document.querySelector('.dlg input') !== null")
    page.write('fac')
    page.key('Enter')
    page.said('3 places changed')
    check('factorial:' not in page.source() and page.source().count('fac') >= 3, page.source())
    page.key('F5')
    page.phase('ended')
    same(page.output(), '5040')


def test_conditions_of_breakpoints(page):
    opened(page, COUNT)
    page.key('Alt+E')
    page.key('Control+Home')
    page.key('ArrowDown')
    page.key('ArrowDown')
    page.key('Alt+Shift+B')
    page.until("document.querySelector('.dlg input') !== null")
    page.write('$t0 == 3')
    page.key('Enter')
    page.until("document.querySelector('.dlg') === null")
    page.key('F5')
    page.said('Stopped at breakpoint, line 3')
    same(page.register('$t0').split(', ')[-1].replace('changed from 0 to ', ''), '3')
    page.key('F5')
    page.phase('ended')


def test_files_that_belong_together_run_together(page):
    files = [['main.asm', '.globl main\nmain: jal put\nli $v0, 10\nsyscall\n'], ['lib.asm', '.globl put\n.include "way.inc"\nput: way\n jr $ra\n'],
             ['way.inc', '.macro way\nli $a0, 66\nli $v0, 11\nsyscall\n.end_macro\n'], ['other.asm', 'main: not even a program\n']]
    page.visit(link_of('both', files=files))
    page.key('F5')
    page.phase('ended')
    same(page.output(), 'B')


def test_frames_and_what_lies_in_them(page):
    opened(page, FACTORIAL, step=47)
    page.until_step(47)
    show_tab(page, 'stack')
    page.until("document.querySelectorAll('.fr li').length >= 14")
    first = page.evaluate("document.querySelector('.fr').textContent")
    check('factorial' in first and '(1, 0' in first and '$ra' in first and '$a0' in first, first)
    same(page.evaluate("document.querySelectorAll('.fr').length"), 8)
    page.evaluate("document.querySelector('.fr li button').click()")
    page.until("document.querySelector('.pop') !== null")
    check('sw' in page.evaluate("document.querySelector('.chain').textContent"), 'not who saved it')


def test_statistics_and_heat(page):
    opened(page, FACTORIAL)
    page.key('F5')
    page.phase('ended')
    show_tab(page, 'statistics')
    page.until("document.querySelector('.mem.list') !== null")
    table = page.evaluate("document.querySelector('.mem.list').textContent")
    check('factorial' in table and '92' in table, table)
    page.press('button', 'Heat beside the lines')
    page.until("document.querySelectorAll('.heat').length > 10")
    same(page.evaluate("document.querySelector('.heat.h6').title"), '8 times')


def test_memory_is_written(page):
    opened(page, '.data\nx: .word 5\n.text\nmain: lw $a0, x\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n')
    page.key('F7')
    page.phase('paused')
    page.key('Alt+M')
    page.until("document.querySelector('td.w')?.textContent === '5'")
    page.evaluate("document.querySelector('td.w').focus()")
    page.evaluate("document.querySelector('td.w').dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))")
    page.until("document.activeElement.getAttribute('aria-label') === 'New value of x'")
    page.write('-7')
    page.key('Enter')
    page.until("document.querySelector('td.w')?.textContent === '-7'")
    page.key('F5')
    page.phase('ended')
    same(page.output(), '-7')


def test_a_folder_of_files(page):
    mariner = page.mariner
    if not mariner.exists() or b'studio' not in subprocess.run([mariner, '--help'], capture_output=True).stdout:
        return f'no {mariner} that can serve it'
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / 'bài 1.asm'
        file.write_bytes(COUNT.replace('\n', '\r\n').encode())
        (Path(scratch) / 'notes.txt').write_text('not named')
        server = subprocess.Popen([mariner, 'studio', '--no-browser', '--page', PAGE, file], stdout=subprocess.PIPE, text=True, cwd=scratch)
        own = page.address
        try:
            page.address, rest = server.stdout.readline().strip().split('?')
            page.visit('?' + rest)
            same(page.evaluate("[...document.querySelectorAll('.p-code [role=tab]')].map((one) => one.textContent)"), ['bài 1.asm'])
            page.key('Alt+E')
            page.key('Control+Home')
            page.write('# mine\n')
            eventually(lambda: file.read_bytes().startswith(b'# mine\r\nmain:'), 'what was typed is not saved')
            file.write_text('# theirs\n' + COUNT)
            page.said('was changed on the disk')
            check(page.source().startswith('# theirs'), page.source())
            file.write_text('# both\n' + COUNT)
            page.key('Control+Home')
            page.write('# mine again\n')
            page.until("document.querySelector('.dlg') !== null")
            check(file.read_text().startswith('# both'), 'it was written over')
            page.press('button', 'Keep mine, and save it')
            eventually(lambda: file.read_text().startswith('# mine again'), 'what was kept is not saved')
            page.key('F5')
            page.phase('ended')
            same(page.output(), 'A')
            same(sorted(one.name for one in Path(scratch).iterdir()), ['bài 1.asm', 'notes.txt'])
            page.call('Page.navigate', url='about:blank')
            same(server.wait(30), 0)
        finally:
            page.address = own
            server.kill()
            server.wait()
            server.stdout.close()


def test_tasks_check_themselves(page):
    folder = STUDIO / 'examples'
    same(sorted(path.stem for path in folder.glob('*.toml')), sorted(SOLUTIONS))
    for name, changes in SOLUTIONS.items():
        text, rubric = ((folder / f'{name}.{kind}').read_text() for kind in ('asm', 'toml'))
        cases = rubric.count('[[case]]')
        solved = text
        for old, new in changes:
            check(old in solved, f'{name} has no {old!r}')
            solved = solved.replace(old, new)
        for source in (text, solved):
            page.visit(link_of(name, files=[[f'{name}.asm', source], [f'{name}.toml', rubric]]))
            show_tab(page, 'tasks')
            page.press('button', 'Check my program')
            page.until("document.querySelector('.verdicts') !== null || document.querySelector('.machine-body .explained') !== null")
            said = page.evaluate("document.querySelector('.machine-body').textContent")
            passed = page.evaluate("document.querySelectorAll('.verdicts .passed').length")
            check(passed == cases if source is solved else passed < cases, f'{name}: {said}')


def test_a_rubric_joins_the_program(page):
    opened(page, COUNT)
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / 'hw.toml'
        file.write_text('title = "Homework"\n[[case]]\nname = "prints A"\nexpect = { match = "regex", output = [\'(?i)^a$\'] }\n'
                        '[[case]]\nname = "not told"\nvisibility = "hidden"\nexpect = { output = "?" }\n')
        root = page.call('DOM.getDocument', depth=0)['root']['nodeId']
        chooser = page.call('DOM.querySelector', nodeId=root, selector='#chooser')['nodeId']
        page.call('DOM.setFileInputFiles', nodeId=chooser, files=[str(file)])
        page.said('hw.toml was added')
    check(page.source().startswith('main: li'), page.source())
    page.press('button', 'Check my program')
    page.said('1 of 1 case passed.')
    check('not told' not in page.evaluate("document.querySelector('.machine-body').textContent"), 'a hidden case is told')
    # A rubric that is none says where.
    page.visit(link_of('p', files=[['p.asm', COUNT], ['p.toml', 'title = 1\n[[case]]\nnam = 2\n']]))
    show_tab(page, 'tasks')
    page.press('button', 'Check my program')
    page.until("document.querySelector('.machine-body .explained')?.textContent.includes('3:')")


def test_help(page):
    opened(page, COUNT)
    page.key('F1')
    page.until("document.activeElement.getAttribute('role') === 'combobox'")
    page.write('lbu')
    page.until("document.querySelector('[role=option]')?.textContent.startsWith('lbu')")
    page.key('Escape')
    page.until("document.querySelector('.dlg') === null")


def test_commands(page):
    opened(page, COUNT)
    page.key('Control+K')
    page.until("document.activeElement.getAttribute('role') === 'combobox'")
    page.write('Step one')
    page.until("document.querySelectorAll('[role=option]').length === 1")
    page.key('Enter')
    page.phase('paused')


def test_keys_of_ones_own(page):
    opened(page, COUNT)
    page.key('Control+K')
    page.until("document.activeElement.getAttribute('role') === 'combobox'")
    page.write('Step one')
    page.until("document.querySelectorAll('[role=option]').length === 1")
    page.key('F2')
    page.until("document.querySelector('.keys-hint').textContent.includes('Step one instruction')")
    page.key('Alt+N')
    page.until("document.querySelector('[role=option] kbd').textContent === 'Alt+N'")
    page.key('Escape')
    page.until("document.querySelector('.dlg') === null")
    page.key('Alt+N')
    page.phase('paused')
    page.key('F7')
    page.visit(link_of('p', COUNT))  # it stays so
    page.key('Alt+N')
    page.phase('paused')
    page.key('Control+K')
    page.until("document.activeElement.getAttribute('role') === 'combobox'")
    page.write('Step one')
    page.until("document.querySelectorAll('[role=option]').length === 1")
    page.key('F2')
    page.key('Escape')
    page.until("document.querySelector('[role=option] kbd').textContent === 'F7'")


HOUR_ROUNDS = 300


def heap_of(page):
    page.call('HeapProfiler.collectGarbage')
    return page.call('Runtime.getHeapUsage')['usedSize']


def test_a_class_hour(page):
    """Write, err, mend, run, type, rewind, edit, run again: nothing is lost, nothing piles up."""
    if not page.everything:
        return 'only with --all'
    opened(page, ASK)
    early = 0
    for i in range(HOUR_ROUNDS):
        page.key('Alt+E')
        page.key('Control+Home')
        page.write(f'# round {i}\nadiu $t0, $t0, 4\n')
        page.until("document.querySelector('.say') !== null")
        page.key('Alt+Enter')
        page.until("document.querySelector('.say') === null")
        page.key('F5')
        page.phase('waiting')
        page.key('Alt+I')
        page.write(str(i))
        page.key('Enter')
        page.phase('ended')
        same(page.output(), str(2 * i))
        page.key('F8')
        page.until("document.documentElement.dataset.moment === 'past'")
        page.key('Alt+E')
        page.key('Control+Home')
        check(page.source().startswith(f'# round {i}\naddiu'), page.source()[:60])
        for _ in range(2):
            page.key('Control+Shift+K')
        page.until("document.querySelector('.cm-line').textContent.startsWith('main:')")
        if i == HOUR_ROUNDS // 3:  # by now the editor has as much to undo as it keeps
            early = heap_of(page)
    late = heap_of(page)
    print(f'  {HOUR_ROUNDS} rounds: {early >> 10} KiB after a third, {late >> 10} KiB at the end')
    check(late < early * 1.2, f'{early} bytes became {late}')


# ---- sharing

def test_a_link_round_trips(page):
    text = '# Tiếng Việt ✓\n' + ''.join(f'# line {i} {i * 7919 % 10007}\n' for i in range(5000)) + COUNT
    check(len(text) > 80_000)
    opened(page, text, step=2)
    page.until_step(2)
    page.press('button', 'Share')
    page.until("document.querySelector('.share-row input') !== null")
    link = page.evaluate("document.querySelector('.share-row input').value")
    page.visit('#' + link.split('#', 1)[1])
    page.until_step(2)
    page.key('Control+Home')
    check('Tiếng Việt ✓' in page.evaluate("document.querySelector('.cm-content').textContent") or 'line' in page.source(), page.source())


def test_zip(page):
    page.visit()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, 'w', zipfile.ZIP_DEFLATED) as packed:
        packed.writestr('../../evil.asm', COUNT)
        packed.writestr('notes/<img src=x onerror=alert(1)>.txt', 'words')
        packed.writestr('blob.bin', bytes(range(256)))
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / 'class.zip'
        file.write_bytes(archive.getvalue())
        root = page.call('DOM.getDocument', depth=0)['root']['nodeId']
        chooser = page.call('DOM.querySelector', nodeId=root, selector='#chooser')['nodeId']
        page.call('DOM.setFileInputFiles', nodeId=chooser, files=[str(file)])
        page.said('blob.bin')
    names = page.evaluate("[...document.querySelectorAll('.p-code [role=tab]')].map((one) => one.textContent)")
    same(names[0], 'evil.asm')
    check(any('onerror' in name for name in names), str(names))
    page.key('F5')
    page.phase('ended')
    same(page.output(), 'A')


def test_hostile_links(page):
    for fragment in ('#v1.', '#v1.AAAA', '#v1.%%%', '#v9.AAAA', '#<script>alert(1)</script>', '#v1.' + 'A' * 100_000):
        page.visit(fragment)
        page.key('F5')
        page.phase('ended')
    markup = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'
    opened(page, f'# {markup}\n.data\nm: .asciiz "{markup.replace(chr(34), chr(92) + chr(34))}\\n\\u202e"\n.text\nmain: la $a0, m\nli $v0, 4\nsyscall\n'
                 'li $v0, 10\nsyscall\n', name=markup, file=f'../{markup}.asm')
    page.key('F5')
    page.until("document.documentElement.dataset.phase !== 'running'")
    check(page.evaluate('window.pwned') is None, 'a script ran')
    check(page.evaluate("document.querySelectorAll('main img, main script').length") == 0, 'markup became elements')


def test_nothing_leaves_the_origin(page):
    page.visit()
    page.key('F1')
    page.until("document.querySelector('[role=option]') !== null")
    names = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    check(names and all(name.startswith(page.address) for name in names), str(names))


def test_offline(page):
    page.visit()
    page.until("navigator.serviceWorker.controller !== null")
    page.call('Network.enable')
    page.call('Network.emulateNetworkConditions', offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    try:
        page.visit()
        page.key('F5')
        page.phase('ended')
    finally:
        page.call('Network.emulateNetworkConditions', offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)


def test_from_a_disk(page):
    own = page.address
    page.address = PAGE.as_uri() + '/index.html'
    try:
        page.visit()
        page.key('F5')
        page.phase('ended')
        same(page.output(), 'Hello, Mars!\n')
        page.evaluate("void [...document.querySelectorAll('.hello .exs button')][1].click()")
        page.key('F1')
        page.until("document.querySelector('[role=option]') !== null")
    finally:
        page.address = own


# ---- programs that never end

def test_runaways_are_stopped(page):
    for text in (PRINTS_FOR_EVER, RUNS_FOR_EVER, CALLS_FOR_EVER):
        opened(page, text)
        page.key('F5')
        page.until("document.documentElement.dataset.phase === 'crashed' ||"
                   "Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) > 1000")
        if text != CALLS_FOR_EVER:
            page.key('F9')
            page.phase('paused')
            page.key('F8')
            page.until("document.documentElement.dataset.moment === 'past'")
        page.key('Shift+F9')
        page.phase('none')
        check(page.source().startswith('main:'), 'the source is gone')


# ---- whom it is for

def test_keyboard_reaches_all(page):
    opened(page, COUNT)
    page.key('F5')
    page.phase('ended')
    seen = set()
    for _ in range(6):
        page.key('F6')
        seen.add(page.evaluate("document.activeElement.closest('[id^=pane-]')?.id ?? ''"))
    check({'pane-program', 'pane-machine', 'pane-console', 'pane-timeline'} <= seen, str(seen))


def test_languages(page):
    page.visit('?lang=vi')
    same(page.evaluate('document.documentElement.lang'), 'vi')
    check(page.find('button', 'Chạy') is not None, 'no button Chạy')
    page.key('F5')
    page.phase('ended')
    page.said('Chương trình kết thúc')


def test_embedded(page):
    opened(page, COUNT)
    fragment = link_of('sum', COUNT)
    page.visit('?embed&readonly' + fragment)
    page.press('button', 'Run')
    page.phase('ended')
    page.key('Alt+E')
    page.write('x')
    check(page.source().startswith('main: li'), 'it can be written')


STATES = {
    'first': lambda page: page.visit(page.theme),
    'end': lambda page: (page.visit(page.theme + link_of('p', PICTURE)), page.key('F5'), page.phase('ended')),
    'past': lambda page: (page.visit(page.theme + link_of('p', PICTURE)), page.key('F5'), page.phase('ended'), page.key('F8'),
                          page.until("document.documentElement.dataset.moment === 'past'")),
    'waiting': lambda page: (page.visit(page.theme + link_of('p', ASK)), page.key('F5'), page.phase('waiting')),
    'error': lambda page: (page.visit(page.theme + link_of('p', 'adiu $t0, $t0, 4\n')), page.said('no instruction')),
    'crash': lambda page: (page.visit(page.theme + link_of('p', CRASH)), page.key('F5'), page.phase('crashed')),
    'who': lambda page: (page.visit(page.theme + link_of('p', COUNT)), page.key('F5'), page.phase('ended'),
                         page.evaluate("document.querySelector('.reg[data-name=\"$t0\"]').click()"),
                         page.until("document.querySelector('.pop') !== null")),
    'checks': lambda page: (page.visit(page.theme + link_of('p', CRASH)), page.key('Control+F5'), page.said('Checks found'), show_tab(page, 'checks')),
    'stack': lambda page: (page.visit(page.theme + link_of('p', FACTORIAL, step=47)), page.until_step(47), show_tab(page, 'stack'),
                           page.until("document.querySelectorAll('.fr li').length >= 14")),
    'statistics': lambda page: (page.visit(page.theme + link_of('p', FACTORIAL)), page.key('F5'), page.phase('ended'), show_tab(page, 'statistics'),
                                page.until("document.querySelector('.mem.list') !== null"), page.evaluate("document.querySelector('.seg .b').click()")),
    'tasks': lambda page: (page.visit(page.theme + link_of('hello', files=[[f'hello.{kind}', (STUDIO / f'examples/hello.{kind}').read_text()]
                                                                           for kind in ('asm', 'toml')])), show_tab(page, 'tasks'),
                           page.press('button', 'Check my program'), page.until("document.querySelector('.verdicts') !== null")),
    'play': lambda page: (page.visit(page.theme), play_tests.begin_game(page, 'bitmap', page.theme)),
    'answers': lambda page: (page.visit(page.theme), play_tests.begin_game(page, 'columns', page.theme)),
    'tools': lambda page: (page.visit(page.theme + link_of('p', FACTORIAL)), page.key('F5'), page.phase('ended'), show_tab(page, 'tools'),
                           page.until("document.querySelectorAll('.machine-body .seg.wraps button').length >= 10"), page.press('button', 'cache'),
                           page.until("document.querySelector('.tool pre') !== null")),
    'memory': lambda page: (page.visit(page.theme + link_of('p', FACTORIAL)), page.key('F5'), page.phase('ended'), show_tab(page, 'memory'),
                            page.until("document.querySelector('.mem [data-at]') !== null")),
    'menu': lambda page: (page.visit(page.theme + link_of('p', COUNT)), page.press('button', 'More ways to run'),
                          page.until("document.activeElement.getAttribute('role') === 'menuitem'")),
    'completing': lambda page: (page.visit(page.theme + link_of('p', COUNT)), page.key('Alt+E'), page.key('Control+End'), page.write('ad'),
                                page.until("document.querySelector('.cm-tooltip-autocomplete [role=option]') !== null")),
    'condition': lambda page: (page.visit(page.theme + link_of('p', COUNT)), page.key('Alt+E'), page.key('Alt+Shift+B'),
                               page.until("document.querySelector('.dlg input') !== null")),
    'commands': lambda page: (page.visit(page.theme + link_of('p', COUNT)), page.key('Control+K'),
                              page.until("document.querySelector('[role=option]') !== null")),
}


def axe(page):
    """What axe-core finds, in a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((STUDIO / 'node_modules/axe-core/axe.min.js').read_text() + ';0')
    found = page.evaluate("axe.run(document, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa',"
                          "'best-practice']}).then(({violations}) => violations.map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(({html}) =>"
                          "html.slice(0, 140)).join(' | ')}`))")
    return found


def test_accessibility_in_every_state_and_theme(page):
    faults = []
    for name, reach in STATES.items():
        for theme in THEMES:
            page.theme = f'?theme={theme}'
            reach(page)
            faults += [f'{name}, {theme}: {fault}' for fault in axe(page)]
    check(not faults, '\n'.join(faults))


def test_accessibility_at_every_width(page):
    faults = []
    page.theme = '?theme=day'
    for width, height in WIDTHS + ((320, 256),):
        page.size(width, height)
        for name, reach in STATES.items():
            if name == 'who' and width < 640:
                continue
            reach(page)
            faults += [f'{name}, {width}: {fault}' for fault in axe(page)]
            if page.evaluate('document.documentElement.scrollWidth > innerWidth'):
                faults.append(f'{name}, {width}: wider than the window')
    check(not faults, '\n'.join(faults))


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
    tests = {name: test for part in (globals(), vars(play_tests), vars(budget_tests)) for name, test in part.items()
             if name.startswith('test_') and (not names or name in names)}
    with chromium.Server(PAGE, HERE) as server, Person(server.address + '/') as page:
        page.mariner, page.everything = mariner.resolve(), options.all
        for name, test in tests.items():
            begin = time.monotonic()
            try:
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
