"""What students do with it: tasks, the reference, commands and keys; an hour of a class."""
import struct
import tempfile
import zlib
from pathlib import Path

from common import ASK, COUNT, STUDIO, check, opened, same, show_tab
from person import link_of


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


def choose_files(page, scratch, contents):
    """As by Open files."""
    paths = [Path(scratch) / name for name in contents]
    for path in paths:
        path.write_bytes(contents[path.name])
    root = page.call('DOM.getDocument', depth=0)['root']['nodeId']
    chooser = page.call('DOM.querySelector', nodeId=root, selector='#chooser')['nodeId']
    page.call('DOM.setFileInputFiles', nodeId=chooser, files=[str(path) for path in paths])


def test_a_rubric_joins_the_program(page):
    opened(page, COUNT)
    with tempfile.TemporaryDirectory() as scratch:
        choose_files(page, scratch, {'hw.toml': 'title = "Homework"\n[[case]]\nname = "prints A"\nexpect = { match = "regex", output = [\'(?i)^a$\'] }\n'
                        '[[case]]\nname = "not told"\nvisibility = "hidden"\nexpect = { output = "?" }\n'.encode()})
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


WANTED = """title = "A picture"
[[case]]
name = "a yellow unit"
points = 2
expect = { picture = { columns = 4, rows = 4, file = "want.png" } }
"""
HEAD = ('# Unit width in pixels: 8\n# Unit height in pixels: 8\n# Display width in pixels: 32\n# Display height in pixels: 32\n'
        '# Base Address for Display: 0x10040000 (heap)\n')


def png_of(colours, columns):
    """Of 24 bits a pixel, unpacked."""
    def part(kind, content):
        return struct.pack('>I', len(content)) + kind + content + struct.pack('>I', zlib.crc32(kind + content))
    rows = [colours[at:at + columns] for at in range(0, len(colours), columns)]
    raw = b''.join(b'\0' + b''.join(colour.to_bytes(3, 'big') for colour in row) for row in rows)
    return (b'\x89PNG\r\n\x1a\n' + part(b'IHDR', struct.pack('>IIBBBBB', columns, len(rows), 8, 2, 0, 0, 0))
            + part(b'IDAT', zlib.compress(raw)) + part(b'IEND', b''))


def test_a_rubric_with_a_picture(page):
    """A picture comes in with its rubric; what differs is shown beside it, and a program that draws it passes."""
    draws = HEAD + 'main: lui $t0, 0x1004\nli $t1, 0x{colour}\nsw $t1, 20($t0)\nli $v0, 10\nsyscall\n'
    opened(page, draws.format(colour='00ff0000'))
    wanted = [0] * 16
    wanted[5] = 0xffd75e
    with tempfile.TemporaryDirectory() as scratch:
        choose_files(page, scratch, {'rubric.toml': WANTED.encode(), 'want.png': png_of(wanted, 4)})
        page.said('rubric.toml, want.png was added')
    page.until("document.querySelector('#machine-tabs [data-id=tasks]').getAttribute('aria-selected') === 'true'")
    same(page.evaluate("document.querySelectorAll('#pane-program [role=tab]').length"), 2)  # a picture is no text
    page.press('button', 'Check my program')
    page.until("document.querySelectorAll('.pictures canvas').length === 2")
    shown = page.evaluate("[...document.querySelectorAll('.pictures canvas')].map((one) => [...one.getContext('2d').getImageData(1, 1, 1, 1).data].join())")
    same(shown, ['255,215,94,255', '255,0,0,255'])
    page.key('Alt+E')
    page.key('Control+A')
    page.write(draws.format(colour='00ffd75e'))
    page.press('button', 'Check my program')
    page.said('1 of 1 case passed.')


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


def a_round(page, number):
    """Write, err, mend, run, type, rewind, edit."""
    page.key('Alt+E')
    page.key('Control+Home')
    page.type(f'# round {number}\n')
    page.write('adiu $t0, $t0, 4\n')
    page.until("document.querySelector('.say') !== null")
    page.key('Alt+Enter')
    page.until("document.querySelector('.say') === null")
    page.key('F5')
    page.phase('waiting')
    page.key('Alt+I')
    page.type(str(number))
    page.key('Enter')
    page.phase('ended')
    same(page.output(), str(2 * number))
    page.key('F8')
    page.until("document.documentElement.dataset.moment === 'past'")
    page.key('Alt+E')
    page.key('Control+Home')
    check(page.source().startswith(f'# round {number}\naddiu'), page.source()[:60])
    for _ in range(2):
        page.key('Control+Shift+K')
    page.until("document.querySelector('.cm-line').textContent.startsWith('main:')")


def test_a_class_hour(page):
    """In three tabs by turns: nothing is lost, nothing piles up."""
    if not page.everything:
        return 'only with --all'
    tabs = [page.session, page.new_tab(), page.new_tab()]
    for i, tab in enumerate(tabs):
        page.turn_to(tab)
        opened(page, ASK, f'hour{i}')
    early = {}
    for i in range(HOUR_ROUNDS):
        tab = tabs[i % len(tabs)]
        page.turn_to(tab)
        a_round(page, i)
        if tab not in early and i >= HOUR_ROUNDS // 3:  # by now the editor has as much to undo as it keeps
            early[tab] = heap_of(page)
    for tab in reversed(tabs):
        page.turn_to(tab)
        late = heap_of(page)
        print(f'  {HOUR_ROUNDS} rounds in {len(tabs)} tabs: {early[tab] >> 10} KiB after a third, {late >> 10} KiB at the end')
        check(late < early[tab] * 1.2, f'{early[tab]} bytes became {late}')
        same(page.troubles(), [])
    for tab in tabs[1:]:
        page.close_tab(tab)


KEPT = """new Promise((go) => {
    const opening = indexedDB.open('mariner-studio');
    opening.onsuccess = () => {
        const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
        all.onsuccess = () => {
            opening.result.close();
            go(all.result.map(({project}) => project.files[0].text.split('\\n')[0]).sort().join());
        };
    };
})"""


def test_two_tabs_write_over_nothing(page):
    """The same draft in both: who comes second keeps a copy."""
    def add(line):
        page.key('Alt+E')
        page.key('Control+Home')
        page.write(f'# {line}\n')

    def kept(lines):
        page.until(f"{KEPT}.then((all) => all === '{lines}')")

    page.forget()
    page.visit()
    add('both')
    kept('# both')
    first, second = page.session, page.new_tab()
    page.visit()
    check(page.source().startswith('# both\n'), page.source())
    page.turn_to(first)
    add('first')
    kept('# first')
    page.turn_to(second)
    add('second')
    page.said('changed in another tab')
    kept('# first,# second')
    add('second again')
    kept('# first,# second again')
    same(page.troubles(), [])
    page.close_tab(second)
    page.turn_to(first)
    add('first again')
    kept('# first again,# second again')
