"""Links, archives, hostile contents, offline; programs that never end."""
import io
import tempfile
import zipfile
from pathlib import Path

from common import CALLS_FOR_EVER, COUNT, PAGE, PRINTS_FOR_EVER, RUNS_FOR_EVER, check, opened, same


# ---- sharing

def test_a_link_round_trips(page):
    text = '# Tiếng Việt ✓\n' + ''.join(f'# line {i} {i * 7919 % 10007}\n' for i in range(5000)) + COUNT
    check(len(text) > 80_000)
    opened(page, text, step=2)
    page.until_step(2)
    page.press('button', 'Share')
    page.until("document.querySelector('.share-row input') !== null")
    link = page.evaluate("document.querySelector('.share-row input').value")
    page.visit('#' + link.split('#', 1)[1])
    page.until_step(2)
    page.key('Control+Home')
    check('Tiếng Việt ✓' in page.evaluate("document.querySelector('.cm-content').textContent") or 'line' in page.source(), page.source())


def test_zip(page):
    page.visit()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, 'w', zipfile.ZIP_DEFLATED) as packed:
        packed.writestr('../../evil.asm', COUNT)
        packed.writestr('notes/<img src=x onerror=alert(1)>.txt', 'words')
        packed.writestr('blob.bin', bytes(range(256)))
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / 'class.zip'
        file.write_bytes(archive.getvalue())
        root = page.call('DOM.getDocument', depth=0)['root']['nodeId']
        chooser = page.call('DOM.querySelector', nodeId=root, selector='#chooser')['nodeId']
        page.call('DOM.setFileInputFiles', nodeId=chooser, files=[str(file)])
        page.said('blob.bin')
    names = page.evaluate("[...document.querySelectorAll('.p-code [role=tab]')].map((one) => one.textContent)")
    same(names[0], 'evil.asm')
    check(any('onerror' in name for name in names), str(names))
    page.key('F5')
    page.phase('ended')
    same(page.output(), 'A')


def test_hostile_links(page):
    for fragment in ('#v1.', '#v1.AAAA', '#v1.%%%', '#v9.AAAA', '#<script>alert(1)</script>', '#v1.' + 'A' * 100_000):
        page.visit(fragment)
        page.key('F5')
        page.phase('ended')
    markup = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'
    opened(page, f'# {markup}\n.data\nm: .asciiz "{markup.replace(chr(34), chr(92) + chr(34))}\\n\\u202e"\n.text\nmain: la $a0, m\nli $v0, 4\nsyscall\n'
                 'li $v0, 10\nsyscall\n', name=markup, file=f'../{markup}.asm')
    page.key('F5')
    page.until("document.documentElement.dataset.phase !== 'running'")
    check(page.evaluate('window.pwned') is None, 'a script ran')
    check(page.evaluate("document.querySelectorAll('main img, main script').length") == 0, 'markup became elements')


def test_nothing_leaves_the_origin(page):
    page.visit()
    page.key('F1')
    page.until("document.querySelector('[role=option]') !== null")
    names = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    check(names and all(name.startswith(page.address) for name in names), str(names))


def test_offline(page):
    page.visit()
    page.until("navigator.serviceWorker.controller !== null")
    page.call('Network.enable')
    page.call('Network.emulateNetworkConditions', offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    try:
        page.visit()
        page.key('F5')
        page.phase('ended')
    finally:
        page.call('Network.emulateNetworkConditions', offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)


def test_from_a_disk(page):
    own = page.address
    page.address = PAGE.as_uri() + '/index.html'
    try:
        page.visit()
        page.key('F5')
        page.phase('ended')
        same(page.output(), 'Hello, Mars!\n')
        page.evaluate("void [...document.querySelectorAll('.hello .exs button')][1].click()")
        page.key('F1')
        page.until("document.querySelector('[role=option]') !== null")
    finally:
        page.address = own


# ---- programs that never end

def test_runaways_are_stopped(page):
    for text in (PRINTS_FOR_EVER, RUNS_FOR_EVER, CALLS_FOR_EVER):
        opened(page, text)
        page.key('F5')
        page.until("document.documentElement.dataset.phase === 'crashed' ||"
                   "Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) > 1000")
        if text != CALLS_FOR_EVER:
            page.key('F9')
            page.phase('paused')
            page.key('F8')
            page.until("document.documentElement.dataset.moment === 'past'")
        page.key('Shift+F9')
        page.phase('none')
        check(page.source().startswith('main:'), 'the source is gone')
