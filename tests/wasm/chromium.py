"""Headless Chromium, driven through the pipe of its DevTools protocol; and a server for its pages."""
import fcntl
import functools
import http.server
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import threading
import time

FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync',
         '--disable-component-update', '--no-first-run', '--disable-dev-shm-usage', '--remote-debugging-pipe']


class Chromium:
    """A browser, and of its tabs the one that is turned to; at first there is one."""

    def __init__(self, patience=60):
        self.patience = patience
        self.profile = tempfile.mkdtemp()
        commands, self.writer = os.pipe()
        self.reader, answers = os.pipe()

        def wire():
            """Chromium reads from descriptor 3 and writes to 4."""
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (commands, answers)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(['chromium', *FLAGS, f'--user-data-dir={self.profile}', 'about:blank'],
                                        preexec_fn=wire, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.numbers = itertools.count(1)
        self.received = b''
        self.session = None
        self.targets = {}
        self.new_tab()

    def new_tab(self):
        """Turns to it, and returns what turn_to() takes."""
        self.session = None
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        self.targets[self.session] = target
        self.call('Page.enable')
        return self.session

    def turn_to(self, tab):
        self.session = tab
        self.call('Page.bringToFront')

    def close_tab(self, tab):
        self.call('Target.closeTarget', targetId=self.targets.pop(tab))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.writer)
        os.close(self.reader)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {'id': number, 'method': method, 'params': parameters}
        if self.session:
            message['sessionId'] = self.session
        os.write(self.writer, json.dumps(message).encode() + b'\0')
        end = time.monotonic() + self.patience
        while True:
            answer = self.read(end)
            if answer.get('id') == number:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]["message"]}')
                return answer['result']

    def read(self, end):
        while b'\0' not in self.received:
            ready, _, _ = select.select([self.reader], [], [], max(0, end - time.monotonic()))
            piece = os.read(self.reader, 1 << 20) if ready else b''
            if not piece:
                raise RuntimeError('Chromium does not answer')
            self.received += piece
        message, self.received = self.received.split(b'\0', 1)
        return json.loads(message)

    def open(self, address):
        self.call('Page.navigate', url=address)
        self.until("document.readyState === 'complete'")

    def evaluate(self, expression):
        """The value of a JavaScript expression, which may be a promise."""
        result = self.call('Runtime.evaluate', expression=expression, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in result:
            details = result['exceptionDetails']
            raise RuntimeError(details.get('exception', {}).get('description', details['text']))
        return result['result'].get('value')

    def until(self, condition):
        """One that fails isn't true yet: what it looks at may just be drawn anew."""
        end, trouble = time.monotonic() + self.patience, ''
        while True:
            try:
                if self.evaluate(condition):
                    return
            except RuntimeError as problem:
                trouble = f' ({problem})'
            if time.monotonic() > end:
                raise RuntimeError(f'waited in vain for {condition}{trouble}; the page shows:\n'
                                   + self.evaluate('document.body.innerText'))
            time.sleep(0.02)

    def type(self, text):
        """Keys for whatever has the focus."""
        for character in text:
            key = {'\n': {'key': 'Enter', 'code': 'Enter', 'text': '\r', 'windowsVirtualKeyCode': 13}}.get(
                character, {'key': character, 'text': character})
            self.call('Input.dispatchKeyEvent', type='keyDown', **key)
            self.call('Input.dispatchKeyEvent', type='keyUp', **{k: v for k, v in key.items() if k != 'text'})


class Server:
    """Serves a folder on this machine, and another below /tests/; below /strict/ the same with a policy that forbids
    WebAssembly."""

    def __init__(self, folder, tests):
        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm',
                              '': 'application/octet-stream'}

            def translate_path(self, path):
                path = path.removeprefix('/strict')
                if path.startswith('/tests/'):
                    return str(tests / path.removeprefix('/tests/'))
                return super().translate_path(path)

            def end_headers(self):
                if self.path.startswith('/strict/'):
                    self.send_header('Content-Security-Policy', "script-src 'self'")
                super().end_headers()

            def log_message(self, *_):
                pass

        handler = functools.partial(Handler, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f'http://127.0.0.1:{self.server.server_port}'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
