"""Drives the studio in Chromium as people do: by roles and accessible names, keys and the pointer. Sees what they are
told: the live region, and the page's states."""
import base64
import json
import sys
import time
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'wasm'))
import chromium  # noqa: E402

MODIFIERS = {'Alt': 1, 'Control': 2, 'Shift': 8}
NAMED = {'Enter': ('Enter', 'Enter', 13, '\r'), 'Escape': ('Escape', 'Escape', 27, ''), 'Tab': ('Tab', 'Tab', 9, ''),
         'Home': ('Home', 'Home', 36, ''), 'End': ('End', 'End', 35, ''), 'ArrowLeft': ('ArrowLeft', 'ArrowLeft', 37, ''),
         'ArrowUp': ('ArrowUp', 'ArrowUp', 38, ''), 'ArrowRight': ('ArrowRight', 'ArrowRight', 39, ''),
         'ArrowDown': ('ArrowDown', 'ArrowDown', 40, ''), 'Delete': ('Delete', 'Delete', 46, ''), '.': ('.', 'Period', 190, ''),
         ',': (',', 'Comma', 188, '')}


def link_of(name, text='', source_input='', step=None, file=None, files=None):
    """What the page's own Share makes."""
    content = {'name': name, 'files': files or [[file or f'{name}.asm', text]], 'input': source_input, 'step': step}
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps(content).encode()) + packer.flush()
    return '#v1.' + base64.urlsafe_b64encode(packed).decode().rstrip('=')


class Eyes:
    """What can be seen of the page, in any browser that can evaluate() and wait until()."""
    def phase(self, *wanted):
        self.until(f'{json.dumps(wanted)}.includes(document.documentElement.dataset.phase)')

    def step(self):
        return int(self.evaluate("document.querySelector('[role=slider]').getAttribute('aria-valuenow')"))

    def until_step(self, step):
        self.until(f"document.querySelector('[role=slider]').getAttribute('aria-valuenow') === '{step}'")

    def said(self, part):
        self.until(f"document.getElementById('live').textContent.includes({json.dumps(part)})"
                   f" || document.getElementById('alarm').textContent.includes({json.dumps(part)})")

    def output(self):
        return self.evaluate("[...document.querySelectorAll('[role=log] [data-piece]:not(.in)')].map((one) => one.textContent).join('')")

    def source(self):
        return self.evaluate("[...document.querySelectorAll('.cm-line')].map((one) => one.textContent).join('\\n')")

    def register(self, name):
        """Its row, as a screen reader reads it."""
        return self.evaluate(f"document.querySelector('.reg[data-name=\"{name}\"]')?.getAttribute('aria-label')")

    def troubles(self):
        return self.evaluate('window.troubles')


class Person(chromium.Chromium, Eyes):
    def __init__(self, address, patience=60):
        super().__init__(patience)
        self.address = address

    def new_tab(self):
        tab = super().new_tab()
        for domain in ('Runtime', 'Accessibility', 'DOM'):
            self.call(f'{domain}.enable')
        # Whatever goes wrong in the page is kept where a test can ask for it.
        self.call('Page.addScriptToEvaluateOnNewDocument', source='''
            window.troubles = [];
            addEventListener('error', (event) => troubles.push(String(event.message)));
            addEventListener('unhandledrejection', (event) => troubles.push(String(event.reason)));
            addEventListener('securitypolicyviolation', (event) => troubles.push(`${event.violatedDirective} ${event.blockedURI}`));
            const log = console.error;
            console.error = (...words) => { troubles.push(words.join(' ')); log(...words); };''')
        self.size(1280, 800)
        return tab

    def size(self, width, height):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)

    def visit(self, rest=''):
        """A fresh page, whatever stood there."""
        self.call('Page.navigate', url='about:blank')
        self.open(self.address + rest)
        self.until("document.documentElement.dataset.ready === 'yes'")

    def forget(self):
        """As on a machine where the page has never been."""
        self.call('Storage.clearDataForOrigin', origin=self.address, storageTypes='all')

    def forget_drafts(self):
        """So that no test opens what another has typed: the page that is open can keep nothing any more."""
        self.call('Storage.clearDataForOrigin', origin=self.address, storageTypes='indexeddb')

    # ---- doing
    def find(self, role, name):
        """Where such an element is, in the accessibility tree; None if there is none."""
        root = self.call('DOM.getDocument', depth=0)['root']['nodeId']
        nodes = self.call('Accessibility.queryAXTree', nodeId=root, accessibleName=name, role=role)['nodes']
        return next((node['backendDOMNodeId'] for node in nodes if not node.get('ignored')), None)

    def has(self, role, name):
        """Waits for it."""
        self.place(role, name, lambda node: True)

    def place(self, role, name, look=None):
        """The middle of it, in the window, once it is there. What is drawn anew between two looks is looked for again."""
        end, trouble = time.monotonic() + self.patience, ''
        while True:
            try:
                node = self.find(role, name)
                found = node is not None and (look or self.middle)(node)
                if found:
                    return found
            except RuntimeError as problem:
                trouble = f': {problem}'
            if time.monotonic() > end:
                raise RuntimeError(f'there is no {role} "{name}"{trouble}')
            time.sleep(0.02)

    def middle(self, node):
        self.call('DOM.scrollIntoViewIfNeeded', backendNodeId=node)
        quads = self.call('DOM.getContentQuads', backendNodeId=node)['quads']
        return quads and (sum(quads[0][::2]) / 4, sum(quads[0][1::2]) / 4)

    def press(self, role, name):
        """A click on its middle, when it has found its place."""
        where, before, end = self.place(role, name), None, time.monotonic() + self.patience
        while where != before and time.monotonic() < end:
            self.evaluate('new Promise((go) => requestAnimationFrame(() => setTimeout(go)))')
            before, where = where, self.place(role, name)
        self.click(*where)

    def click(self, x, y):
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)

    def click_at(self, selector, right, down):
        """A fraction of an element's width and height."""
        box = self.evaluate(f'(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();'
                            'return [box.left, box.top, box.width, box.height]; })()')
        self.click(box[0] + box[2] * right, box[1] + box[3] * down)

    def key(self, combination):
        *held, name = combination.split('+') if combination != '+' else ['+']
        key, code, number, text = NAMED.get(name) or (
            (name, name, 111 + int(name[1:]), '') if name[0] == 'F' and name[1:].isdigit()
            else (name.lower(), f'Key{name.upper()}', ord(name.upper()), ''))
        modifiers = sum(MODIFIERS[one] for one in held)
        fields = {'key': key, 'code': code, 'windowsVirtualKeyCode': number, 'modifiers': modifiers}
        if text and not modifiers:
            self.call('Input.dispatchKeyEvent', type='keyDown', text=text, **fields)
        else:
            self.call('Input.dispatchKeyEvent', type='rawKeyDown', **fields)
        self.call('Input.dispatchKeyEvent', type='keyUp', **fields)

    def write(self, text):
        self.call('Input.insertText', text=text)
