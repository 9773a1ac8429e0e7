"""What the page tells who plays a bundled game: hints, the review, going on from a move, the puzzle of a day."""
import subprocess

from common import check, same
from play_tests import answered, begin_game, inputs

NEARLY_WON = '444444121213'  # yellow has three in the first column; with so many tokens a hint takes no time
GIVEN_AWAY = '44444423337567'  # the last move, red's, gives a won game away: the others would have won in 14
PUZZLE_DAY = '2026-11-19'


def hint_letters(page):
    return page.evaluate("[...document.querySelectorAll('.keyrow:not([hidden]) .columns button')].map((one) => one.querySelector('small')?.dataset.letters ?? null)")


def play(page, columns):
    given = inputs(page)
    for column in columns:
        page.press('button', f'Column {column}')
        given += f'{column}\n'
        answered(page, given)


def show_game(page):
    page.evaluate("document.querySelector('#dock-tabs [data-id=machine]').click()")
    page.evaluate("document.querySelector('#machine-tabs [data-id=game]').click()")
    page.until("document.querySelector('#machine-tabs [data-id=game]').getAttribute('aria-selected') === 'true'")


def test_hints_stand_on_the_columns(page):
    begin_game(page, 'bitmap')
    play(page, NEARLY_WON)
    page.key('Alt+D')
    page.key('H')
    page.said('Hint for Yellow: 1 wins in 1')
    letters = hint_letters(page)
    same(letters[0], 'W1')
    page.has('button', 'Column 1, wins in 1')
    same(inputs(page), ''.join(f'{column}\n' for column in NEARLY_WON))
    # With the next move it is gone.
    page.press('button', 'Column 1, wins in 1')
    page.phase('ended')
    page.until("document.querySelector('.keyrow small') === null")


def test_the_picture_keeps_its_room_beside_the_program(page):
    begin_game(page, 'bitmap')
    play(page, NEARLY_WON)
    show_game(page)
    page.key('Alt+Shift+H')
    page.until("document.querySelector('.keyrow:not([hidden]) small') !== null")
    page.until("document.querySelector('canvas[role=img]').clientWidth >= 3 * 64")
    page.has('button', 'Hint')


def test_nothing_lies_over_the_columns_at_any_size(page):
    """Not in a window of 320 by 256 either: that is 1280 by 1024 at four times the size."""
    begin_game(page, 'bitmap')
    covered = """[...document.querySelectorAll('.keyrow:not([hidden]) .columns button')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) !== one;
    }).map((one) => one.textContent)"""
    for width, height in ((1280, 800), (1920, 1080), (1280, 400), (768, 1024), (740, 360), (360, 740), (320, 256)):
        page.size(width, height)
        page.place('button', 'Column 4')
        page.until("document.querySelector('canvas[role=img]').clientWidth >= 3 * 64")
        page.evaluate("document.querySelector('.keyrow:not([hidden]) .columns').scrollIntoView({block: 'center'})")
        same(page.evaluate(covered), [])
        same(page.evaluate('document.documentElement.scrollWidth > innerWidth'), False)


def test_hints_are_what_the_command_line_solves(page):
    if not page.mariner.exists():
        return f'no {page.mariner}'
    begin_game(page, 'bitmap')
    play(page, '44444423337')
    page.evaluate("[...document.querySelectorAll('.keyrow:not([hidden]) button')].find((one) => one.textContent.startsWith('Hint')).click()")
    page.said('Hint for Red')
    values = subprocess.run([page.mariner, 'solve', '44444423337'], capture_output=True, text=True).stdout.split()[-7:]
    words = ['' if value == '-' else '=' if value == '0' else f'W{(int(value) + 1) // 2}' if int(value) > 0 else f'L{-int(value) // 2}' for value in values]
    same(hint_letters(page), words)


def test_a_press_counts_though_the_page_changes_meanwhile(page):
    begin_game(page, 'bitmap')
    play(page, NEARLY_WON)
    show_game(page)
    x, y = page.place('button', 'Review')
    page.call('Input.dispatchMouseEvent', type='mousePressed', x=x, y=y, button='left', clickCount=1)
    # A move comes in between, and with it all that the pane shows; eight frames are long enough for that.
    page.evaluate("""document.querySelector('.keyrow:not([hidden]) .columns button:nth-child(7)').click();
        new Promise((go) => { let frames = 8; const next = () => --frames > 0 ? requestAnimationFrame(next) : go(); next(); })""")
    page.call('Input.dispatchMouseEvent', type='mouseReleased', x=x, y=y, button='left', clickCount=1)
    page.until("document.querySelector('.review') !== null")


def test_a_review_names_the_slip_and_the_game_goes_on_from_there(page):
    begin_game(page, 'bitmap')
    play(page, GIVEN_AWAY)
    end = page.step()
    show_game(page)
    page.press('button', 'Review')
    page.said('gave something away')
    page.until("document.querySelector('.slips li') !== null")
    last = page.evaluate("document.querySelector('.slips > li:last-child').textContent")
    check('Move 14, Red in column 7' in last and 'It was won, then lost. Better: 1, 2, 3, 5 or 6.' in last, last)
    page.evaluate("document.querySelector('.slips > li:last-child button').click()")
    before = ''.join(f'{column}\n' for column in GIVEN_AWAY[:-1])
    answered(page, before)
    page.until(f"Number(document.querySelector('[role=slider]').getAttribute('aria-valuemax')) < {end}")
    page.phase('waiting')
    play(page, '5')
    same(inputs(page), before + '5\n')


def test_a_game_that_is_over_can_be_reviewed_and_played_again(page):
    begin_game(page, 'bitmap')
    play(page, '1212121')
    page.phase('ended')
    page.press('button', 'Review')
    page.until("document.querySelector('.review') !== null && document.querySelector('.standing').textContent === 'Yellow won.'")
    page.evaluate("document.querySelector('#dock-tabs [data-id=display]').click()")
    page.evaluate("[...document.querySelectorAll('.keyrow:not([hidden]) button')].find((one) => one.textContent === 'Play again').click()")
    answered(page, '')


def test_a_game_is_played_on_from_any_moment(page):
    begin_game(page, 'rows')
    given = ''
    for column in ('4', '3'):
        page.press('button', f'Column {column}')
        given += f'{column}\n'
        answered(page, given)
    end = page.step()
    page.key('F9')
    show_game(page)
    page.key('Alt+T')
    page.key('Home')
    page.until_step(0)
    page.until("[...document.querySelectorAll('.machine-body button')].some((one) => one.textContent === 'Play on from here')")
    page.evaluate("[...document.querySelectorAll('.machine-body button')].find((one) => one.textContent === 'Play on from here').click()")
    page.phase('waiting')
    check(page.step() < end, 'the future is still there')
    same(inputs(page), '')


def test_the_puzzle_of_a_day(page):
    page.visit('#puzzle=' + PUZZLE_DAY)
    page.until("document.querySelector('.puzzle') !== null")
    page.phase('waiting')
    task = page.evaluate("document.querySelector('.puzzle').textContent")
    if page.mariner.exists():
        told = subprocess.run([page.mariner, 'play', '--puzzle', PUZZLE_DAY, '--display', 'none'], input='', stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
        side, moves = ('yellow' if 'you play yellow' in told else 'red'), told.split('win in ')[1].split()[0]
        check(f'You play {side} and win in {moves} moves' in task, f'{task!r}, but on the command line {told[:200]!r}')
    # Solved by following the hints.
    for _ in range(6):
        if page.evaluate('document.documentElement.dataset.phase') == 'ended':
            break
        page.evaluate("[...document.querySelectorAll('.keyrow:not([hidden]) button')].find((one) => one.textContent.startsWith('Hint')).click()")
        page.until("document.querySelector('.keyrow:not([hidden]) small.wins') !== null")
        letters = hint_letters(page)
        best = min((int(text[1:]), column) for column, text in enumerate(letters, 1) if text and text[0] == 'W')[1]
        given = inputs(page) + f'{best}\n'
        page.evaluate(f"document.querySelectorAll('.keyrow:not([hidden]) .columns button')[{best - 1}].click()")
        answered(page, given)
    page.phase('ended')
    page.said('Solved')
    link = page.evaluate("document.querySelector('.puzzle a').getAttribute('href')")
    check(f'#puzzle={PUZZLE_DAY}&won=' in link and link.endswith('&tries=1'), link)
    # Who opens it sees how the other fared.
    page.visit('#' + link.split('#')[1])
    page.until("document.querySelector('.puzzle')?.textContent.includes('Whoever sent you this link won in')")
    page.visit('#puzzle=2026-02-30')
    page.said('no day')
