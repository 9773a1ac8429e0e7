"""A first visit, a run on its timeline, input, who made this."""
from common import ASK, COUNT, PICTURE, check, opened, same
from person import link_of


# ---- a first visit

def test_first_visit_to_a_running_program(page):
    page.forget()
    page.visit()
    page.has('heading', 'Write it, run it, run it backwards.')
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
    page.has('dialog', 'Who made the character "A"?')
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
