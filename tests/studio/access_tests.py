"""Keyboard, languages, course notes; what axe-core finds in every state, theme and width."""
import play_tests
import rooms_tests
import tools_tests
from common import ASK, COUNT, CRASH, FACTORIAL, PICTURE, STUDIO, check, opened, same, show_tab
from person import link_of


THEMES = ('day', 'night', 'contrast')
WIDTHS = ((360, 740), (768, 1024), (1280, 800), (1920, 1080))


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
    page.has('button', 'Chạy')
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
    'first': lambda page: (page.forget(), page.visit(page.theme)),
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
                           page.until("document.querySelector('.tool .report') !== null")),
    'pipeline': lambda page: (STATES['tools'](page), page.press('button', 'pipeline'), page.until("document.querySelector('.report .title')?.textContent.includes('pipeline')"),
                              tools_tests.set_parameter(page, 'diagram', '1-20'), page.until("document.querySelector('.report .stages') !== null")),
    'lamps': lambda page: (page.visit(page.theme + link_of('p', tools_tests.LAMPS)), page.key('F5'), page.phase('ended'), show_tab(page, 'tools'),
                           page.until("document.querySelectorAll('.machine-body .seg.wraps button').length >= 10"), page.press('button', 'dlab'),
                           page.until("document.querySelector('.report .pad') !== null")),
    'hints': lambda page: (page.visit(page.theme), play_tests.begin_game(page, 'bitmap', page.theme), rooms_tests.play(page, rooms_tests.NEARLY_WON), page.key('Alt+Shift+H'),
                           page.until("document.querySelector('.keyrow small') !== null")),
    'review': lambda page: (page.visit(page.theme), play_tests.begin_game(page, 'bitmap', page.theme), rooms_tests.play(page, rooms_tests.GIVEN_AWAY), rooms_tests.show_game(page),
                            page.press('button', 'Review'), page.until("document.querySelector('.slips li') !== null"), page.press('button', 'Hint'),
                            page.until("document.querySelector('.hints') !== null")),
    'puzzle': lambda page: (page.visit(page.theme + '#puzzle=2026-11-19'), page.until("document.querySelector('.puzzle') !== null"), page.phase('waiting')),
    'tour': lambda page: (page.forget(), page.visit(page.theme), page.key('F5'), page.phase('ended'), page.until("!document.getElementById('tour').hidden")),
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


FLOATING = "document.querySelectorAll('.pop, .dlg, .cm-tooltip, .report, .verdicts, .slips, [role=dialog], [role=menu], [role=option]').length"


ALL_RULES = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
# What a theme can break: the rest is about elements, and they are the same.
RULES_OF_STYLE = "{type: 'rule', values: ['color-contrast', 'link-in-text-block', 'target-size']}"


# Half transparent, or on its way from one theme to the next, nothing has contrast. What blinks for ever isn't waited for; what is drawn
# anew in the meantime ends its motion and may begin another.
AT_REST = """(async () => {
    const moving = () => document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().iterations !== Infinity);
    do {
        await Promise.allSettled(moving().map((one) => one.finished));
        await new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume)));
    } while (moving().length > 0);
    return 0;
})()"""


def axe(page, rules=ALL_RULES):
    """What axe-core finds, in a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((STUDIO / 'node_modules/axe-core/axe.min.js').read_text() + ';0')
    page.evaluate(AT_REST)
    return page.evaluate(f"axe.run(document, {{resultTypes: ['violations'], runOnly: {rules}}})"
                         ".then(({violations}) => violations.map(({id, nodes}) => `${id}: ${nodes.slice(0, 3).map(({html}) =>"
                         "html.slice(0, 140)).join(' | ')}`))")


def test_accessibility_in_every_state_and_theme(page):
    """A state is reached once, and shown in one theme after the other."""
    faults = []
    page.theme = f'?theme={THEMES[0]}'
    for name, reach in STATES.items():
        reach(page)
        for theme, following in zip(THEMES, (*THEMES[1:], THEMES[0])):
            faults += [f'{name}, {theme}: {fault}' for fault in axe(page, ALL_RULES if theme == THEMES[0] else RULES_OF_STYLE)]
            floating = page.evaluate(FLOATING)
            page.evaluate("document.querySelector('header [aria-label=Theme]').click()")
            page.until(f"document.documentElement.dataset.theme === '{following}' && {FLOATING} === {floating}")
    check(not faults, '\n'.join(faults))


def test_accessibility_at_every_width(page):
    if not page.everything:
        return 'only with --all'
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
