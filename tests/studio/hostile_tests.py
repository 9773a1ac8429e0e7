"""Outputs that want to be more than text, people who see colours and motion otherwise."""
from common import COUNT, check, opened, same
from person import link_of



def printing(*codes):
    """A program that writes these bytes as they are."""
    return (f'.data\nm: .byte {", ".join(str(code - 256 if code > 127 else code) for code in codes)}\n.text\nmain: li $a0, 1\nla $a1, m\n'
            f'li $a2, {len(codes)}\nli $v0, 15\nsyscall\nli $v0, 10\nsyscall\n')


def test_terminal_escapes_are_only_characters(page):
    page.visit(link_of('escapes', printing(27, 91, 50, 74, 27, 93, 48, 59, 120, 7, 111, 107)))
    title = page.evaluate('document.title')
    page.key('F5')
    page.phase('ended')
    same(page.output(), '\x1b[2J\x1b]0;x\x07ok')
    same(page.evaluate('document.title'), title)
    same(page.evaluate("document.querySelectorAll('[role=log] [data-piece]').length"), 1)


def test_text_from_right_to_left_turns_nothing_else_round(page):
    """An override that isn't closed ends with the output: what stands beside keeps its order."""
    page.visit(link_of('turned', printing(*'\u202eabc\n'.encode(), *'שלום\n'.encode())))
    page.key('F5')
    page.phase('ended')
    same(page.output(), '\u202eabc\nשלום\n')
    same(page.evaluate("getComputedStyle(document.querySelector('[role=log] [data-piece]')).unicodeBidi"), 'isolate')
    same(page.evaluate("getComputedStyle(document.querySelector('#pane-timeline')).direction"), 'ltr')


def test_a_hundred_megabytes_in_one_line(page):
    """Without --all a tenth of it. The page lives, shows the end and keeps what it says that it keeps."""
    megabytes = 100 if page.everything else 10
    block = 65_536
    text = (f'.data\nm: .space {block + 1}\n.text\nmain: la $t0, m\nli $t1, {block}\nli $t2, 120\nfill: sb $t2, 0($t0)\naddiu $t0, $t0, 1\naddiu $t1, $t1, -1\n'
            f'bgtz $t1, fill\nli $s0, {megabytes * 16}\nla $a0, m\nli $v0, 4\nnext: syscall\naddiu $s0, $s0, -1\nbgtz $s0, next\nli $v0, 10\nsyscall\n')
    opened(page, text)
    page.patience, patience = 600, page.patience
    try:
        page.key('F5')
        page.phase('ended')
    finally:
        page.patience = patience
    check(len(page.output()) < 1_000_000, 'all of it stands in the page')
    check('folded' in page.evaluate("document.querySelector('[role=log]').textContent"), 'nothing says that it is folded')
    page.key('F8')
    page.until("document.documentElement.dataset.moment === 'past'")


def test_forced_colours_and_reduced_motion(page):
    page.call('Emulation.setEmulatedMedia', features=[{'name': 'forced-colors', 'value': 'active'}, {'name': 'prefers-reduced-motion', 'value': 'reduce'}])
    try:
        opened(page, COUNT)
        page.key('F7')
        page.phase('paused')
        page.key('F7')
        page.until_step(1)
        page.key('F7')
        page.until_step(2)
        same(page.evaluate("getComputedStyle(document.querySelector('.reg.ch')).outlineStyle"), 'solid')
        page.key('Alt+R')
        check(page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != 'none' or
              page.evaluate("getComputedStyle(document.querySelector('.reg.sel')).outlineStyle") != 'none', 'the focus has no ring')
        moving = page.evaluate("""[...document.querySelectorAll('*')].filter((one) => {
            const style = getComputedStyle(one);
            return parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none';
        }).length""")
        same(moving, 0)
    finally:
        page.call('Emulation.setEmulatedMedia', features=[])


def test_names_that_every_object_has_are_only_names(page):
    for name in ('constructor.asm', 'constructor', '__proto__', 'toString.asm'):
        page.visit(link_of('p', COUNT, file=name))
        page.key('F5')
        page.phase('ended')
        same(page.output(), 'A')
        same(page.troubles(), [])
