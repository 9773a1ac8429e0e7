"""What the studio's tests share: programs, checks, and the way to a page's parts."""
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / 'wasm')]
from person import link_of  # noqa: E402

STUDIO = ROOT / 'tools/studio'
PAGE = ROOT / 'build/studio'
COUNT = 'main: li $t0, 0\nnext: addi $t0, $t0, 1\nblt $t0, 5, next\nli $a0, 65\nli $v0, 11\nsyscall\nli $v0, 10\nsyscall\n'
CRASH = 'main: li $s0, 3\nlw $t3, 0($t0)\n'
ASK = 'main: li $v0, 5\nsyscall\nadd $a0, $v0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n'
PICTURE = (STUDIO / 'examples/picture.asm').read_text()
FACTORIAL = (STUDIO / 'examples/factorial.asm').read_text()
PRINTS_FOR_EVER = 'main: li $a0, 88\nli $v0, 11\nnext: syscall\nb next\n'
RUNS_FOR_EVER = 'main: b main\n'
CALLS_FOR_EVER = 'main: addi $sp, $sp, -4\nsw $ra, 0($sp)\njal main\n'


class Failure(Exception):
    pass


def check(is_right, what=''):
    if not is_right:
        raise Failure(what)


def same(found, wanted):
    check(found == wanted, f'{found!r} in place of {wanted!r}')


def opened(page, text, name='program', **more):
    page.visit(link_of(name, text, **more))


def show_tab(page, name):
    page.evaluate("document.querySelector('#dock-tabs [data-id=machine]').click()")
    tab = f"document.querySelector('#machine-tabs [data-id={name}], #data-tabs [data-id={name}]')"
    page.evaluate(f'{tab}.click()')
    page.until(f"{tab}.getAttribute('aria-selected') === 'true'")


def eventually(is_so, trouble):
    end = time.monotonic() + 20
    while not is_so():
        check(time.monotonic() < end, trouble)
        time.sleep(0.02)
