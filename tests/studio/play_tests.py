"""The bundled games in the page, films, tools, and the past held against the present and against the command line."""
import json
import random
import re
import subprocess

from common import ASK, COUNT, FACTORIAL, PICTURE, ROOT, check, opened, same, show_tab
from person import link_of

TO_A_WIN = '1213141'  # yellow four times in the first column


def game_text(name):
    return (ROOT / f'asm/{name}/{name}.asm').read_text()


def begin_game(page, name, address=''):
    """From the start page, as somebody who wants to play."""
    page.visit(address)
    page.evaluate(f"[...document.querySelectorAll('.game')].find((one) => one.textContent.includes({json.dumps(name)})).click()")
    page.phase('waiting')


def inputs(page):
    return page.evaluate("[...document.querySelectorAll('[role=log] .in')].map((one) => one.textContent).join('')")


def answered(page, text):
    """It has read that, and asks again or is over."""
    page.until(f"[...document.querySelectorAll('[role=log] .in')].map((one) => one.textContent).join('') === {json.dumps(text)}"
               " && ['waiting', 'ended'].includes(document.documentElement.dataset.phase)")


def test_a_game_by_buttons_and_by_its_picture(page):
    for width, height in ((1280, 800), (360, 740)):
        page.size(width, height)
        begin_game(page, 'bitmap')
        same(page.evaluate('document.documentElement.dataset.state'), 'play')
        page.press('button', 'Column 3')
        answered(page, '3\n')
        # The fifth column of the picture, where a finger would go.
        page.click_at('canvas[role=img]', (4 + 8 * 4 + 4) / 64, 0.5)
        answered(page, '3\n5\n')
        same(page.evaluate('document.documentElement.scrollWidth > innerWidth'), False)
    page.size(1280, 800)


def test_an_answer_counts_that_comes_while_it_begins_to_wait(page):
    """The page has just asked it to stand still, and hasn't heard that it does."""
    opened(page, ASK)
    page.evaluate("""void (() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, ...more) {
            post.call(this, message, ...more);
            if (message.message?.command === 'pause') {
                Worker.prototype.postMessage = post;
                const field = document.getElementById('ci');
                field.value = '21';
                field.form.requestSubmit();
            }
        };
    })()""")
    page.key('F5')
    page.phase('ended')
    same(page.output(), '42')


def test_a_game_by_arrow_keys(page):
    begin_game(page, 'bitmap')
    page.key('Alt+D')
    page.until("document.activeElement.getAttribute('role') === 'img'")
    page.key('ArrowRight')
    page.until("document.activeElement.textContent === '4'")
    page.key('ArrowRight')
    page.key('ArrowDown')
    answered(page, '5\n')
    page.key('ArrowLeft')
    page.key('Enter')
    answered(page, '5\n4\n')
    # A number typed on the picture is a move, too.
    page.key('Alt+D')
    page.call('Input.dispatchKeyEvent', type='keyDown', key='2', code='Digit2', text='2', windowsVirtualKeyCode=50)
    answered(page, '5\n4\n2\n')


def test_a_game_is_rewound_and_its_red_is_explained(page):
    begin_game(page, 'bitmap')
    given = ''
    for column in TO_A_WIN:
        page.press('button', f'Column {column}')
        given += f'{column}\n'
        answered(page, given)
    page.phase('ended')
    check('Player 1 wins' in page.output(), page.output())
    end = page.step()
    whole = page.evaluate("document.querySelector('canvas[role=img]').toDataURL()")
    # Red stands in the second column, at the floor: who drew it?
    page.click_at('canvas[role=img]', (4 + 8 * 1 + 4.5) / 64, 52.5 / 64)
    page.until("document.querySelector('.pop') !== null")
    chain = page.evaluate("document.querySelector('.chain').textContent")
    page.has('dialog', 'Who drew unit (16, 52)?')
    check('0x00e6262e' in chain and 'came from' in chain, chain)
    check('constant of the program' in chain, chain)
    page.press('button', page.evaluate("document.querySelector('.jump').getAttribute('aria-label')"))
    page.until(f"Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) < {end}")
    page.until("document.documentElement.dataset.moment === 'past'")
    check(page.evaluate("document.querySelector('canvas[role=img]').toDataURL()") != whole, 'the picture is not that of the past')
    page.key('Escape')
    page.press('button', 'Back to the end')
    page.until_step(end)
    page.until(f"document.querySelector('canvas[role=img]').toDataURL() === {json.dumps(whole)}")


def test_every_game_can_be_played(page):
    first = {'rows': '4', 'columns': 'An', 'solo': '3', 'bitmap': '4', 'tactics': 'x', 'master': '1'}
    for name, answer in first.items():
        begin_game(page, name)
        check(page.evaluate("document.querySelectorAll('.keyrow:not([hidden]) .columns button').length") == 7, f'{name} has no buttons')
        page.key('Alt+I')
        page.write(answer)
        page.key('Enter')
        answered(page, f'{answer}\n')
        check(game_text(name)[:80] in page.source() or page.evaluate("document.querySelector('.cm-content').textContent.length") > 100, 'no source')


def test_what_a_step_did_is_said(page):
    opened(page, PICTURE)
    page.key('F5')
    page.phase('ended')
    page.click_at('canvas[role=img]', 0.52, 0.52)
    page.until("document.querySelector('.pop') !== null")
    step = int(page.evaluate("document.querySelector('.jump').textContent.replace(/[^0-9]/g, '')"))
    page.key('Escape')
    page.evaluate(f"(() => {{ const field = document.getElementById('st'); field.focus(); field.value = '{step + 1}'; }})()")
    page.key('Enter')
    page.until_step(step + 1)
    page.said('drew unit 16, 16: 0x00ffd75e, was 0')
    page.until("[...document.querySelectorAll('.inlay')].some((one) => one.textContent.includes('unit (16, 16)'))")
    page.key('F8')
    page.until_step(step)
    page.until("[...document.querySelectorAll('.inlay.f')].some((one) => one.textContent.includes('next: unit (16, 16) ← 0x00ffd75e'))")


# ---- the timeline

def test_the_timeline_has_marks_and_depths(page):
    opened(page, FACTORIAL)
    page.key('Alt+E')
    page.key('Control+Home')
    for _ in range(12):
        page.key('ArrowDown')
    page.key('Alt+B')
    page.key('F5')
    page.said('Stopped at breakpoint')
    first = page.step()
    page.key('F5')
    page.until(f"Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) > {first}"
               " && document.documentElement.dataset.phase === 'paused'")
    page.until("document.querySelector('.mark-breakpoint') !== null || document.documentElement.dataset.moment !== 'past'")
    page.key('Alt+T')
    page.key('Home')
    page.until_step(0)
    page.until("document.querySelector('.mark-breakpoint') !== null")
    page.key('ArrowDown')
    page.until_step(first)
    height = page.evaluate("document.getElementById('de').clientHeight")
    page.evaluate("document.querySelector('#pane-timeline > [role=separator]').focus()")
    page.key('ArrowUp')
    page.until(f"document.getElementById('de').clientHeight > {height}")
    same(page.evaluate("document.querySelector('#pane-timeline > [role=separator]').getAttribute('aria-valuenow')"), '4')
    page.key('Home')
    page.until(f"document.getElementById('de').clientHeight < {height}")


def test_gutters_move_and_come_back(page):
    opened(page, COUNT)
    wide = page.evaluate("document.getElementById('pane-program').clientWidth")
    page.evaluate("document.querySelector('[data-gutter=code]').focus()")
    same(page.evaluate("document.activeElement.getAttribute('aria-label')"), 'Width of the program')
    page.key('Shift+ArrowLeft')
    page.until(f"document.getElementById('pane-program').clientWidth < {wide - 50}")
    narrow = page.evaluate("document.getElementById('pane-program').clientWidth")
    opened(page, COUNT)
    same(page.evaluate("document.getElementById('pane-program').clientWidth"), narrow)
    page.evaluate("document.querySelector('[data-gutter=code]').dispatchEvent(new MouseEvent('dblclick'))")
    page.until(f"document.getElementById('pane-program').clientWidth === {wide}")


# ---- memory, the console, films

def test_memory_in_bytes_and_after_a_register(page):
    opened(page, '.data\nx: .word 0x41424344, 5\n.text\nmain: la $s0, x\naddi $s0, $s0, 512\nsw $s0, 0($s0)\nli $v0, 10\nsyscall\n')
    page.key('F5')
    page.phase('ended')
    show_tab(page, 'memory')
    page.press('button', 'Bytes')
    page.until("document.querySelectorAll('.mem [data-at]')[0]?.textContent === '68'")
    page.evaluate("[...document.querySelectorAll('[aria-label=\"Show numbers as\"] button')].findLast((one) => one.textContent === 'Text').click()")
    page.until("document.querySelectorAll('.mem [data-at]')[1]?.textContent === 'C'")
    page.evaluate("[...document.querySelectorAll('[aria-label=\"Show numbers as\"] button')].findLast((one) => one.textContent === 'Auto').click()")
    page.press('button', 'Words')
    page.evaluate("document.querySelector('input.place').focus()")
    page.write('$s0')
    page.key('Enter')
    page.until("document.querySelector('.mem [data-at]')?.textContent === '0x10010200'")
    page.key('F8')
    page.key('F8')
    page.key('F8')
    page.until("document.querySelector('.mem [data-at]')?.textContent === '0'")


def downloaded(page, press):
    """The bytes of what is saved, as Latin-1."""
    page.evaluate("""(() => {
        window.kept = null;
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.arrayBuffer().then((all) => { window.kept = [...new Uint8Array(all)]; }); return make.call(URL, blob); };
        HTMLAnchorElement.prototype.click = () => {};
    })()""")
    press()
    page.until('window.kept !== null')
    return bytes(page.evaluate('window.kept'))


def test_a_film_of_the_picture(page):
    opened(page, PICTURE)
    page.key('F5')
    page.phase('ended')
    end = page.step()

    def press():
        page.press('button', 'Save the picture')
        page.until("document.activeElement.getAttribute('role') === 'menuitem'")
        page.key('ArrowDown')
        page.key('Enter')

    film = downloaded(page, press)
    check(film[:6] == b'GIF89a' and film[-1:] == b';' and film.count(b'\x21\xf9\x04') > 3, f'{film[:20]!r}, {len(film)} bytes')
    page.until_step(end)
    width = int.from_bytes(film[6:8], 'little')
    check(width == 320, f'{width} pixels wide')
    pixels = page.evaluate("""(async () => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(%s)], {type: 'image/gif'}));
        return [bitmap.width, bitmap.height];
    })()""" % list(film))
    same(pixels, [320, 320])


def test_all_output_is_downloaded_however_much(page):
    opened(page, 'main: li $s0, 60000\nla $a0, text\nli $v0, 4\nnext: syscall\naddi $s0, $s0, -1\nbgtz $s0, next\nli $v0, 10\nsyscall\n'
                 '.data\ntext: .asciiz "0123456789\\n"\n')
    page.key('F5')
    page.phase('ended')
    page.until("document.querySelector('[role=log] .sys') !== null")
    check(len(page.output()) < 140_000, 'nothing is folded')
    all_of_it = downloaded(page, lambda: page.press('button', 'Download the output'))
    same(all_of_it, b'0123456789\n' * 60000)


def test_a_picture_opened_by_hand(page):
    opened(page, re.sub(r'^#.*\n', '', PICTURE, flags=re.M))
    page.key('F5')
    page.phase('ended')
    page.key('Control+K')
    page.until("document.activeElement.getAttribute('role') === 'combobox'")
    page.write('picture by hand')
    page.until("document.querySelectorAll('[role=option]').length === 1")
    page.key('Enter')
    page.until("document.querySelector('.dlg input')?.value.startsWith('64 x 64')")
    page.write('32 x 32 nowhere')
    page.key('Enter')
    page.until("document.querySelector('.dlg [role=alert]').textContent !== ''")
    page.evaluate("document.querySelector('.dlg input').select()")
    page.write('32 x 32 0x10040000' if '0x10040000' in PICTURE else '32 x 32 0x10010000')
    page.key('Enter')
    page.until("document.querySelector('canvas[role=img]')?.width === 32")


# ---- tools

def test_tools_count_up_to_the_moment(page):
    opened(page, FACTORIAL)
    page.key('F5')
    page.phase('ended')
    end = page.step()
    show_tab(page, 'tools')
    page.until("document.querySelectorAll('.machine-body .seg.wraps button').length >= 10")
    page.until_step(end)
    page.press('button', 'counter')
    page.until("document.querySelector('.tool .report') !== null")
    whole = page.evaluate("document.querySelector('.tool .report').textContent")
    page.key('Alt+T')
    page.key('Home')
    page.until_step(0)
    page.until(f"document.querySelector('.tool .report') !== null && document.querySelector('.tool .report').textContent !== {json.dumps(whole)}")
    page.key('End')
    page.until_step(end)
    page.until(f"document.querySelector('.tool .report')?.textContent === {json.dumps(whole)}")
    if page.mariner.exists():
        told = subprocess.run([page.mariner, 'run', '--tool', 'counter', ROOT / 'tools/studio/examples/factorial.asm'], capture_output=True, text=True).stderr
        number = re.search(r'\d+', whole).group()
        check(number in told, f'{whole} is not what mariner run says: {told}')


# ---- the past, held against the present and the command line

def seen(page):
    """All that the panes show of the machine."""
    return page.evaluate("""JSON.stringify([
        [...document.querySelectorAll('.reg')].map((one) => [one.dataset.name, one.querySelector('.v').textContent.replace(/.*→ /, '')]),
        [...document.querySelectorAll('[role=log] [data-piece]')].map((one) => one.textContent).join(''),
        document.querySelector('canvas[role=img]')?.toDataURL() ?? ''])""")


def settled(page, step):
    page.until_step(step)
    page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))')


def go_to(page, step):
    page.evaluate(f"(() => {{ const field = document.getElementById('st'); field.focus(); field.value = '{step}';"
                  "field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})); })()")
    settled(page, step)


def test_going_back_shows_what_was_there(page):
    """Steps on the way forward, in their order, against the same ones in any order on the way back."""
    chance = random.Random(5)
    for name, text, given, most in (('picture', PICTURE, '', 5000), ('game', game_text('bitmap'), '4\n3\n4\n3\n', 40_000), ('factorial', FACTORIAL, '', 95)):
        opened(page, text, file=f'{name}.asm', source_input=given)
        page.key('F7')
        page.phase('paused')
        steps = sorted(chance.sample(range(1, most), 12))
        forward = {}
        for step in steps:
            go_to(page, step)
            if page.step() == step:
                forward[step] = seen(page)
        check(len(forward) >= 5, f'{name} is too short')
        for step in chance.sample(sorted(forward), len(forward)):
            go_to(page, step)
            same(seen(page), forward[step])


def test_who_made_it_is_what_the_debugger_says(page):
    if not page.mariner.exists():
        return f'no {page.mariner}'
    opened(page, FACTORIAL)
    page.key('F5')
    page.phase('ended')
    program = ROOT / 'tools/studio/examples/factorial.asm'
    for register in ('$v0', '$a0', '$ra', '$sp'):
        page.evaluate(f"document.querySelector('.reg[data-name=\"{register}\"]').click()")
        page.until(f"document.querySelector('.pop h2')?.textContent.includes('{register}')")
        step = int(page.evaluate("document.querySelector('.jump').textContent.replace(/[^0-9]/g, '')"))
        told = subprocess.run([page.mariner, 'debug', program], input=f'continue\nwho {register}\nquit\n', capture_output=True, text=True).stdout
        check(re.search(rf'\b{step:,}\b', told) or re.search(rf'\b{step}\b', told), f'{register}: step {step}, but {told}')
        page.key('Escape')
        page.until("document.querySelector('.pop') === null")
    page.visit(link_of('p', COUNT))
