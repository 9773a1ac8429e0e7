"""The program as a text: errors and their repairs, words, names, breakpoints, frames, memory; and the folder of `mariner studio`."""
import subprocess
import tempfile
from pathlib import Path

from common import COUNT, CRASH, FACTORIAL, PAGE, check, eventually, opened, same, show_tab
from person import link_of


# ---- errors

def test_errors_and_their_repairs(page):
    opened(page, 'main: adiu $t0, $t0, 4\nli $v0, 10\nsyscall\n')
    page.said('adiu is no instruction and no macro')
    page.key('F5')
    page.until("document.documentElement.dataset.phase === 'none'")
    page.press('button', 'Change to addiu')
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
    page.said('Checks found 1 place to look at. Line 2 reads $t0, which was never given a value.')
    page.until("document.querySelector('.say.warn')?.textContent.includes('never given a value')")
    show_tab(page, 'checks')
    page.until("document.querySelector('.findings') !== null")
    check('Set $t0' in page.evaluate("document.querySelector('.findings').textContent"), 'no remedy in the pane')
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
