"""The studio in headless Firefox, driven over WebDriver BiDi as people drive it, and the main journeys there."""
import itertools
import json
import re
import shutil
import subprocess
import tempfile
import time

from common import ASK, COUNT, CRASH, PICTURE, check, same
from person import Eyes, link_of
from websocket import WebSocket

KEYS = {'Enter': '\ue007', 'Escape': '\ue00c', 'Tab': '\ue004', 'Home': '\ue011', 'End': '\ue010', 'ArrowLeft': '\ue012', 'ArrowUp': '\ue013',
        'ArrowRight': '\ue014', 'ArrowDown': '\ue015', 'Control': '\ue009', 'Alt': '\ue00a', 'Shift': '\ue008', 'Delete': '\ue017',
        **{f'F{number}': chr(0xe030 + number) for number in range(1, 13)}}


class Firefox(Eyes):
    """A browser with one page."""

    def __init__(self, address, patience=60):
        self.address = address
        self.patience = patience
        self.profile = tempfile.mkdtemp()
        self.log = open(f'{self.profile}/log', 'w+b')
        self.process = subprocess.Popen(['firefox-esr', '--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', self.profile],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log)
        self.numbers = itertools.count(1)
        self.socket = None
        try:
            port = self.find_port()
            self.socket = WebSocket('127.0.0.1', port, '/session', patience)
            self.call('session.new', capabilities={})
            self.context = self.call('browsingContext.getTree')['contexts'][0]['context']
            self.call('script.addPreloadScript', functionDeclaration='''() => {
                window.troubles = [];
                addEventListener('error', (event) => troubles.push(String(event.message)));
                addEventListener('unhandledrejection', (event) => troubles.push(String(event.reason)));
                addEventListener('securitypolicyviolation', (event) => troubles.push(`${event.violatedDirective} ${event.blockedURI}`));
            }''')
            self.size(1280, 800)
        except BaseException:
            self.__exit__()
            raise

    def find_port(self):
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            with open(self.log.name, 'rb') as log:
                found = re.search(rb'WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)', log.read())
            if found:
                return int(found[1])
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError('Firefox does not begin')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.socket:
            self.socket.close()
        self.process.kill()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({'id': number, 'method': method, 'params': parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get('id') == number:
                if answer['type'] == 'error':
                    raise RuntimeError(f'{method}: {answer["message"]}')
                return answer['result']

    def size(self, width, height):
        self.call('browsingContext.setViewport', context=self.context, viewport={'width': width, 'height': height})

    def visit(self, rest=''):
        self.call('browsingContext.navigate', context=self.context, url='about:blank', wait='complete')
        self.call('browsingContext.navigate', context=self.context, url=self.address + rest, wait='complete')
        self.until("document.documentElement.dataset.ready === 'yes'")

    def evaluate(self, expression):
        """Answers come as JSON: the protocol has values of its own."""
        result = self.call('script.evaluate', expression=f'(async () => JSON.stringify([await ({expression})]))()', target={'context': self.context},
                           awaitPromise=True)
        if result['type'] != 'success':
            raise RuntimeError(result['exceptionDetails']['text'])
        return (json.loads(result['result']['value']) + [None])[0]

    def until(self, condition):
        end = time.monotonic() + self.patience
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise RuntimeError(f'waited in vain for {condition}; the page shows:\n' + self.evaluate('document.body.innerText'))
            time.sleep(0.02)

    def key(self, combination):
        held = [KEYS.get(name, name.lower() if len(name) == 1 else name) for name in combination.split('+')]
        deeds = [{'type': 'keyDown', 'value': key} for key in held] + [{'type': 'keyUp', 'value': key} for key in reversed(held)]
        self.call('input.performActions', context=self.context, actions=[{'type': 'key', 'id': 'keys', 'actions': deeds}])

    def write(self, text):
        deeds = [{'type': kind, 'value': KEYS['Enter'] if c == '\n' else c} for c in text for kind in ('keyDown', 'keyUp')]
        self.call('input.performActions', context=self.context, actions=[{'type': 'key', 'id': 'keys', 'actions': deeds}])

    def click(self, x, y):
        self.call('input.performActions', context=self.context, actions=[{'type': 'pointer', 'id': 'mouse', 'actions': [
            {'type': 'pointerMove', 'x': round(x), 'y': round(y)}, {'type': 'pointerDown', 'button': 0}, {'type': 'pointerUp', 'button': 0}]}])

    def click_at(self, selector, right, down):
        box = self.evaluate(f'(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();'
                            'return [box.left, box.top, box.width, box.height]; })()')
        self.click(box[0] + box[2] * right, box[1] + box[3] * down)

    def find(self, role, name):
        """Such an element, once it is there. Only beside what is called so: to find the names of all that a page holds takes Firefox long."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            beside = self.call('script.callFunction', functionDeclaration="""(name) => [...new Set([...document.querySelectorAll('[aria-label], button, a, input, label')]
                .filter((one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name && one.getClientRects().length > 0).map((one) => one.parentElement))]""",
                               arguments=[{'type': 'string', 'value': name}], target={'context': self.context}, awaitPromise=False,
                               serializationOptions={'maxDomDepth': 0})['result']['value']
            if beside:
                nodes = self.call('browsingContext.locateNodes', context=self.context, locator={'type': 'accessibility', 'value': {'role': role, 'name': name}},
                                  startNodes=[{'sharedId': one['sharedId']} for one in beside], serializationOptions={'maxDomDepth': 0})['nodes']
                if nodes:
                    return nodes[0]
            time.sleep(0.02)
        raise RuntimeError(f'there is no {role} "{name}"')

    def press(self, role, name):
        """A click on its middle, when it has found its place."""
        one, where, before, end = self.find(role, name), None, [], time.monotonic() + self.patience
        while where != before and time.monotonic() < end:
            answer = self.call('script.callFunction', functionDeclaration="""async (one) => {
                one.scrollIntoView({block: 'nearest'});
                await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
                const box = one.getBoundingClientRect();
                return JSON.stringify([box.left + box.width / 2, box.top + box.height / 2]);
            }""", arguments=[one], target={'context': self.context}, awaitPromise=True)
            before, where = where, json.loads(answer['result']['value'])
        self.click(*where)


# ---- the main journeys

def journey_write_run_and_rewind(page):
    page.visit()
    page.key('F5')
    page.phase('ended')
    same(page.output(), 'Hello, Mars!\n')
    page.visit(link_of('count', COUNT))
    page.key('F5')
    page.phase('ended')
    end = page.step()
    page.key('F8')
    page.until("document.documentElement.dataset.moment === 'past'")
    page.until_step(end - 1)
    page.press('button', 'Back to the end')
    page.until_step(end)
    same(page.output(), 'A')


def journey_input(page):
    page.visit(link_of('ask', ASK))
    page.key('F5')
    page.phase('waiting')
    page.key('Alt+I')
    page.write('21\n')
    page.phase('ended')
    same(page.output(), '42')


def journey_errors(page):
    page.visit(link_of('wrong', 'main: adiu $t0, $t0, 4\nli $v0, 10\nsyscall\n'))
    page.said('no instruction')
    page.key('Alt+E')
    page.key('Control+Home')
    page.key('Alt+Enter')
    page.until("document.querySelector('.say') === null")
    check('addiu' in page.source(), page.source())
    page.key('F5')
    page.phase('ended')


def journey_who_and_checks(page):
    page.visit(link_of('picture', PICTURE))
    page.key('F5')
    page.phase('ended')
    page.until("document.querySelector('canvas[role=img]')?.width === 32")
    page.click_at('canvas[role=img]', 0.5, 0.5)
    page.until("document.querySelector('.pop') !== null")
    check('0x00ffd75e' in page.evaluate("document.querySelector('.chain').textContent"), 'not who drew it')
    page.visit(link_of('crash', CRASH))
    page.key('Control+F5')
    page.said('Checks found 1 place')


def journey_a_game(page):
    page.visit()
    page.evaluate("void [...document.querySelectorAll('.game')].find((one) => one.textContent.includes('bitmap')).click()")
    page.phase('waiting')
    page.press('button', 'Column 4')
    page.until("document.querySelectorAll('[role=log] .in').length === 1 && document.documentElement.dataset.phase === 'waiting'")


def journey_words_and_work_are_kept(page):
    page.visit('?lang=vi')
    page.key('Alt+E')
    page.key('Control+Home')
    page.write('# mine')
    page.until("document.getElementById('saved').textContent !== ''")
    page.visit('?lang=vi')
    check(page.source().startswith('# mine'), page.source())


JOURNEYS = [value for name, value in list(globals().items()) if name.startswith('journey_')]
