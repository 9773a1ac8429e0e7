"""The page's interface, for people and for tests: roles, names, keys and sentences as the look's table has them."""
from common import ASK, COUNT, CRASH, PICTURE, RUNS_FOR_EVER, check, opened, same

# Lines: 1 main, 2 jal, 3 addiu, 4 li, 5 syscall; double is 6 to 8.
CALL = 'main: li $a0, 2\njal double\naddiu $s0, $v0, 1\nli $v0, 10\nsyscall\ndouble: addu $v0, $a0, $a0\nmove $t0, $v0\njr $ra\n'
DRAW = ('# Unit width in pixels: 8\n# Unit height in pixels: 8\n# Display width in pixels: 64\n# Display height in pixels: 64\n'
        '# Base Address for Display: 0x10040000 (heap)\n.eqv RED 0x00e6262e\n.eqv HOLE 0x000b1430\n'
        'main: lui $a0, 0x1004\nli $a1, HOLE\nsw $a1, 72($a0)\nli $a1, RED\nsw $a1, 72($a0)\nli $v0, 10\nsyscall\n')


def state(page):
    return page.evaluate("document.querySelector('.time .chip').textContent")


def at_line(page, line):
    page.key('Alt+E')
    page.key('Control+Home')
    for _ in range(line - 1):
        page.key('ArrowDown')


def test_roles_and_names(page):
    opened(page, PICTURE)
    page.key('F5')
    page.phase('ended')
    for role, name in (('toolbar', 'Run'), ('region', 'Program'), ('region', 'Machine'), ('region', 'Display'), ('region', 'Console'), ('region', 'Timeline'),
                       ('tablist', 'Files'), ('tablist', 'Machine'), ('grid', 'Registers'), ('slider', 'Moment of the run'), ('textbox', 'Source'),
                       ('log', 'Output and input of the program'), ('textbox', 'Input for the program'), ('heading', 'Display'), ('heading', 'Console'),
                       ('heading', 'Mariner studio')):
        page.has(role, name)
    for role in ('banner', 'main', 'separator'):
        check(page.evaluate(f"document.querySelector({{banner: 'body header', main: 'main', separator: '[role=separator][tabindex], button[role=separator]'}}['{role}']) !== null"), role)
    for name in ('Run', 'Back', 'Step', 'Next', 'Out', 'To the start', 'Run back to the last breakpoint', 'To the end', 'Run with checks', 'Share', 'Commands', 'Theme',
                 'Help', 'New file'):
        page.has('button', name)
    same(page.evaluate("document.querySelectorAll('h1').length"), 1)
    grid = "document.querySelector('[role=grid][aria-label=Registers]')"
    page.key('Alt+R')
    page.key('ArrowDown')
    check(page.evaluate(f"document.getElementById({grid}.getAttribute('aria-activedescendant'))?.getAttribute('role')") == 'row', 'no row is active')
    page.key('F8')
    page.until("document.documentElement.dataset.moment === 'past'")
    page.has('button', 'Back to the end')
    page.size(360, 740)
    page.has('navigation', 'Panes')
    for name in ('Code', 'Machine', 'Display', 'Console'):
        page.has('tab', name)


def test_sentences_of_a_run(page):
    opened(page, CALL)
    same(state(page), 'Not run yet')
    page.key('F7')
    page.said('Step 0, line 1 in main.')
    same(state(page), 'Paused')
    page.key('F10')
    page.said('Line 2. $a0: 0 to 2.')
    page.key('F10')  # over the call
    page.said('Line 3. 3 registers changed.')
    page.key('Control+F10')
    page.said('Line 2.')
    same(page.evaluate("document.querySelector('[role=slider]').getAttribute('aria-valuetext')"), 'step 1 of 5, line 2 in main')
    same(state(page), '4 steps before the end')
    page.key('Alt+.')
    page.said('Step 2, line 6 in double. $ra: 0 to 0x00400008.')
    page.key('Shift+F11')
    page.said('Line 3. 2 registers changed.')
    page.key('Alt+,')
    page.said('Step 4, line 8 in double.')
    page.key('Alt+Shift+O')
    page.said('Step 1, line 2 in main.')
    page.key('F5')
    page.said('The program ended at step 8, exit code 0.')
    same(state(page), 'Ended')
    page.key('Alt+T')
    page.key('Home')
    page.until_step(0)
    page.key('ArrowLeft')
    page.said('Already at the start.')
    opened(page, ASK)
    page.key('F5')
    page.said('Waiting for input at line 2.')
    same(state(page), 'Waiting for input')


def test_sentences_of_a_picture(page):
    opened(page, DRAW)
    page.key('F5')
    page.phase('ended')
    page.key('Alt+T')
    page.key('Home')
    page.until_step(0)
    for step in range(1, 5):
        page.key('F7')
        page.until_step(step)
    page.said('Line 10 drew unit 2, 2: hole, was 0.')
    for step in range(5, 8):
        page.key('F7')
        page.until_step(step)
    page.said('Line 12 drew unit 2, 2: red, was hole.')
    same(page.register('$a1'), '$a1, register 5, 0x00e6262e, red')
    same(page.register('$a0'), '$a0, register 4, 0x10040000, unit 0, 0')


def test_a_breakpoint_is_told_of(page):
    opened(page, CALL)
    at_line(page, 7)
    page.key('Alt+B')
    page.key('Control+Enter')
    page.said('Stopped at breakpoint, line 7, double. 3 registers changed.')
    page.key('Shift+F5')
    page.said('Already at the start.' if page.step() == 0 else 'Step 0, line 1 in main.')


def test_a_runaway_is_told_of(page):
    opened(page, RUNS_FOR_EVER)
    page.key('F5')
    page.until("Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) > 1000")
    page.key('Shift+F9')
    page.said('Stopped. The same state came again after 1 step: this loop never ends.')
    page.key('F7')  # and the program can be run again
    page.phase('paused')
    opened(page, 'main: addiu $t0, $t0, 1\nbnez $t0, main\n')
    page.key('F5')
    page.until("Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) > 1000")
    page.key('F5')  # again: pause
    page.phase('paused')
    page.key('F5')
    page.until("document.documentElement.dataset.phase === 'running'")
    page.key('F9')
    page.phase('paused')


def test_states_of_errors(page):
    opened(page, 'main: adiu $t0, $t0, 4\n')
    page.said('Line 1: adiu is no instruction and no macro. Did you mean addiu?')
    same(state(page), '1 error')
    page.has('button', 'Change to addiu')
    opened(page, CRASH)
    page.key('F5')
    page.phase('crashed')
    page.until("document.getElementById('alarm').textContent !== ''")
    check(state(page).startswith('Crashed at step '), state(page))
    page.key('Control+F5')
    page.said('Checks found 1 place to look at. Line 2 reads $t0, which was never given a value.')
    same(state(page), '1 place to look at')


def test_who_goes_there_and_comes_back(page):
    opened(page, COUNT)
    page.key('F5')
    page.phase('ended')
    end = page.step()
    page.key('Alt+R')
    page.evaluate("document.querySelector('.reg[data-name=\"$t0\"]').click()")
    page.until("document.querySelector('.pop') !== null")
    page.has('dialog', 'Who made $t0?')
    check(page.evaluate("document.activeElement.classList.contains('jump')"), 'the first step is not chosen')
    page.press('button', 'Go there')
    page.until(f"document.querySelector('[role=slider]').getAttribute('aria-valuenow') < {end}")
    page.key('Alt+Shift+W')
    page.until_step(end)
    page.key('Escape')
    page.until("document.querySelector('.pop') === null")
    page.key('Alt+R')
    page.key('Alt+W')
    page.until("document.querySelector('.pop') !== null")


def test_keys_lead_to_panes(page):
    opened(page, PICTURE)
    page.key('F5')
    page.phase('ended')
    for key, where in (('Alt+R', "[role=grid]"), ('Alt+I', '#ci'), ('Alt+T', '[role=slider]'), ('Alt+E', '.cm-content'), ('Alt+D', '#pane-display *'), ('Alt+M', '#pane-machine *')):
        page.key(key)
        page.until(f"document.activeElement.matches({where!r})")
    page.key('Alt+E')
    page.key('Alt+Shift+F')
    page.until("document.documentElement.hasAttribute('data-full')")
    page.key('Alt+Shift+F')
    page.until("!document.documentElement.hasAttribute('data-full')")
    page.key('Control+K')
    page.has('dialog', 'Commands')
    page.has('combobox', 'Command, line, label, address or step')
    page.write('main')
    page.until("[...document.querySelectorAll('[role=option]')].some((one) => one.dataset.line)")
    page.key('Escape')
    page.key('F1')
    page.until("document.querySelector('.dlg') !== null")
    page.key('Escape')
    page.until("document.querySelector('.dlg') === null")
    page.key('Alt+E')
    page.key('Escape')
    page.key('Tab')
    check(not page.evaluate("document.activeElement.matches('.cm-content')"), 'Tab does not leave the editor')


def test_a_held_key_is_heard_once(page):
    opened(page, COUNT)
    page.key('F5')
    page.phase('ended')
    end = page.step()
    page.evaluate("""window.heard = []; new MutationObserver(() => heard.push(document.getElementById('live').textContent))
                     .observe(document.getElementById('live'), {childList: true, characterData: true, subtree: true}); 0""")
    held = {'key': 'F8', 'code': 'F8', 'windowsVirtualKeyCode': 119}
    for i in range(6):
        page.call('Input.dispatchKeyEvent', type='rawKeyDown', autoRepeat=i > 0, **held)
    page.until_step(end - 6)
    page.said(f'Step {end - 6}, ')
    check(len(page.evaluate('heard')) <= 3, str(page.evaluate('heard')))
    page.call('Input.dispatchKeyEvent', type='keyUp', **held)


def test_lists_lie_in_lines_and_nothing_lies_over_them(page):
    """A menu's items and the words to choose from, on a telephone and on a desk."""
    lies_open = """((items) => items.length > 1 && items.every((item, i) => {
        const box = item.getBoundingClientRect();
        const isBelow = i === 0 || box.top >= items[i - 1].getBoundingClientRect().bottom - 1;
        return isBelow && item.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
    }))([...document.querySelectorAll(%r)].slice(0, 4))"""
    for width, height in ((360, 740), (768, 1024), (1280, 800)):
        page.size(width, height)
        opened(page, COUNT)
        page.press('button', 'More ways to run')
        page.until(lies_open % '[role=menuitem]')
        page.key('Escape')
        page.key('Alt+E')
        page.key('Control+End')
        page.write('ad')
        page.until("document.querySelector('.cm-tooltip-autocomplete [role=option]') !== null")
        page.until(f"document.querySelector('.cm-completionInfo') !== null && {lies_open % '.cm-tooltip-autocomplete [role=option]'}")


def test_a_drawn_strip_has_the_colours_of_its_theme(page):
    opened(page, CALL)
    page.key('F5')
    page.phase('ended')
    drawn = """(() => {
        const canvas = document.getElementById('de');
        const [r, g, b] = canvas.getContext('2d').getImageData(canvas.width >> 1, 17, 1, 1).data;
        const probe = document.createElement('i');
        probe.style.color = 'var(--c0)';
        document.body.append(probe);
        const wanted = getComputedStyle(probe).color;
        probe.remove();
        return wanted === `rgb(${r}, ${g}, ${b})`;
    })()"""
    page.until(drawn)
    for theme in ('night', 'contrast', 'day'):
        page.press('button', 'Theme')
        page.until(f"document.documentElement.dataset.theme === '{theme}' && {drawn}")


def test_a_telephone_shows_where_the_program_waits_and_its_short_run(page):
    page.size(360, 740)
    opened(page, ASK)
    page.key('F5')
    page.phase('waiting')
    page.has('tab', 'Console Waiting for input')
    page.press('tab', 'Console Waiting for input')
    page.key('Alt+I')
    page.write('21')
    page.key('Enter')
    page.phase('ended')
    page.has('tab', 'Console')
    check(page.step() < 50, 'not short')
    page.click_at('#ov', 0.5, 0.5)  # the strip is there, and leads to a moment
    page.until("document.documentElement.dataset.moment === 'past'")


def test_registers_are_there_before_a_run(page):
    for program, said in ((COUNT, ''), ('adiu $t0, $t0, 4\n', 'no instruction')):
        opened(page, program)
        page.said(said)
        page.evaluate("document.querySelector('#dock-tabs [data-id=machine]').click()")
        page.until("document.querySelector('.strip')?.textContent.startsWith('Before the first step')")
        check('0x7fffeffc' in page.register('$sp') and ', 0' in page.register('$t0'), page.register('$sp') + page.register('$t0'))
        same(page.evaluate("document.querySelectorAll('.reg .ch, .reg.ch').length"), 0)
        same(state(page), '1 error' if said else 'Not run yet')
    # Whoever runs it at once isn't kept waiting for them.
    opened(page, COUNT)
    page.key('F5')
    page.phase('ended')
    check('to 5' in page.register('$t0'), page.register('$t0'))


def test_tabs_can_be_reached_that_have_no_room(page):
    tabs = "document.getElementById('machine-tabs')"
    opened(page, COUNT)
    same(page.evaluate(f'{tabs}.classList.contains("cut")'), False)
    page.size(1024, 700)
    opened(page, COUNT)
    page.until(f'{tabs}.classList.contains("cut") && !{tabs}.classList.contains("begun")')
    where = page.evaluate(f'(() => {{ const box = {tabs}.getBoundingClientRect(); return [box.left + 20, box.top + 10]; }})()')
    page.call('Input.dispatchMouseEvent', type='mouseWheel', x=where[0], y=where[1], deltaX=0, deltaY=2000)
    page.until(f'{tabs}.classList.contains("begun") && !{tabs}.classList.contains("cut")')
