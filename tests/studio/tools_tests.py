"""The tools' reports, drawn by their shapes; the tour, Vim's keys, panes that fold."""
from common import COUNT, FACTORIAL, check, opened, same, show_tab

LAMPS = 'main: li $t0, 0xffff0010\nli $t1, 0x3f\nsb $t1, 0($t0)\nli $v0, 10\nsyscall\n'


def with_tool(page, text, name):
    opened(page, text)
    page.key('F5')
    page.phase('ended')
    show_tab(page, 'tools')
    page.until("document.querySelectorAll('.machine-body .seg.wraps button').length >= 10")
    page.press('button', name)
    page.until("document.querySelector('.report') !== null")


def set_parameter(page, name, value):
    page.evaluate(f"""(() => {{
        const field = [...document.querySelectorAll('.parameters label')].find((one) => one.firstChild.textContent === {name!r}).querySelector('input, select');
        field.value = {value!r};
        field.dispatchEvent(new Event('change'));
    }})()""")


def test_reports_are_drawn_by_their_shapes(page):
    with_tool(page, FACTORIAL, 'cache')
    same(page.evaluate("document.querySelectorAll('.report .cells i').length"), 8)
    check(page.evaluate("document.querySelector('.report .meter i').style.width") == '84%', 'no bar')
    check('hit: 4, missed: 1' in page.evaluate("document.querySelector('.report .cells').getAttribute('aria-label')").lower(), 'the grid says nothing')
    # A line of the report leads to the source.
    page.evaluate("document.querySelector('.report .place').click()")
    page.until("document.activeElement.closest('.cm-editor') !== null")
    set_parameter(page, 'blocks', '1..64')
    page.until("document.querySelectorAll('.report .chart circle').length === 7")
    page.press('button', 'pipeline')
    page.until("document.querySelector('.report .title')?.textContent.includes('pipeline')")
    set_parameter(page, 'diagram', '1-12')
    page.until("document.querySelectorAll('.report .stages tbody tr').length === 12")
    row = page.evaluate("[...document.querySelectorAll('.report .stages tbody tr')[0].querySelectorAll('td')].map((one) => one.textContent).join('').slice(0, 5)")
    same(row, 'FDXMW')
    page.press('button', 'datapath')
    page.until("document.querySelector('.report img.canvas')?.naturalWidth > 100")


def test_a_tool_that_acts_shows_lamps_and_has_keys(page):
    with_tool(page, LAMPS, 'dlab')
    page.until("document.querySelectorAll('.report .lamps svg').length === 2")
    page.until("document.querySelectorAll('.report .lamps .lit').length === 6")
    page.evaluate("[...document.querySelectorAll('.report .pad button')].find((one) => one.textContent === '7').click()")
    page.until("[...document.querySelectorAll('.report .pad button')].find((one) => one.textContent === '7').getAttribute('aria-pressed') === 'true'")


def test_the_tour_goes_on_by_itself(page):
    page.forget()
    page.visit()
    page.key('F5')
    page.phase('ended')
    page.until("document.getElementById('tour').textContent.includes('2 of 4')")
    page.key('F8')
    page.until("document.getElementById('tour').textContent.includes('3 of 4')")
    page.press('button', 'Back to the end')
    page.click_at('[role=log] [data-piece]', 0.05, 0.5)
    page.until("document.getElementById('tour').textContent.includes('4 of 4')")
    page.key('Escape')
    page.key('Alt+E')
    page.key('Control+End')
    page.write('\nsyscal\n')
    page.until("document.getElementById('tour').textContent.includes('That was the tour')")
    page.press('button', 'End the tour')
    page.until("document.getElementById('tour').hidden")
    page.visit()
    check(page.evaluate("document.getElementById('tour').hidden"), 'it has come back')


def test_vim_keys(page):
    opened(page, COUNT)
    page.key('Control+K')
    page.until("document.querySelector('[role=combobox]') !== null")
    page.write('vim')
    page.key('Enter')
    page.key('Alt+E')
    page.until("document.querySelector('.cm-vim-panel, .cm-fat-cursor, .cm-vimMode') !== null")
    for key in 'ggdd':
        page.call('Input.dispatchKeyEvent', type='keyDown', key=key, text=key, code=f'Key{key.upper()}', windowsVirtualKeyCode=ord(key.upper()))
        page.call('Input.dispatchKeyEvent', type='keyUp', key=key, code=f'Key{key.upper()}', windowsVirtualKeyCode=ord(key.upper()))
    page.until("document.querySelector('.cm-line').textContent.startsWith('next:')")
    page.evaluate("localStorage.clear()")


def test_a_pane_that_is_pushed_on_folds_to_its_head(page):
    opened(page, COUNT)
    height = "document.getElementById('pane-machine').getBoundingClientRect().height"
    page.evaluate("document.querySelector('[data-gutter=machine]').focus()")
    page.key('Home')
    page.until(f'{height} < 40')
    page.key('ArrowDown')
    page.until(f'{height} > 100')
    page.evaluate("document.querySelector('[data-gutter=machine]').dispatchEvent(new MouseEvent('dblclick'))")


def test_memory_is_one_stop_for_tab(page):
    opened(page, '.data\nx: .word 7, 8\n.text\nmain: li $v0, 10\nsyscall\n')
    page.key('F5')
    page.phase('ended')
    page.key('Alt+M')
    chosen = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
    page.until(f"document.activeElement.getAttribute('role') === 'grid' && {chosen}?.textContent === '7'")
    page.key('ArrowRight')
    page.until(f"{chosen}?.textContent === '8'")
    same(page.evaluate("document.querySelectorAll('.mem [tabindex]').length"), 0)
