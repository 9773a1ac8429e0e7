"""A client of the Language Server Protocol: starts `mariner lsp` (or another server), asks, and applies what it answers."""
import json
import queue
import subprocess
import threading

PATIENCE = 60  # seconds; generous, since the machine may be busy


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b'Content-Length: %d\r\n\r\n' % len(body) + body


class Client:
    """One conversation. Positions count UTF-16 units unless another encoding is asked for."""

    def __init__(self, mariner, folder=None, encoding='utf-16', pulls=True, options=None, start=True, command=None,
                 abilities=None):
        self.process = subprocess.Popen(command or [mariner, 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.number = 0
        self.answers = {}
        self.told = {}  # URI -> the last diagnostics that were pushed
        self.asked = []  # what the server has asked, and how that is answered, by method
        self.replies = {}
        self.versions = {}
        self.encoding = encoding
        self.messages = queue.Queue()
        threading.Thread(target=self.read_all, daemon=True).start()
        if start:
            abilities = abilities or {'textDocument': {
                'documentSymbol': {'hierarchicalDocumentSymbolSupport': True},
                'signatureHelp': {'signatureInformation': {'parameterInformation': {'labelOffsetSupport': True}}}}}
            abilities['general'] = {'positionEncodings': [encoding]}
            if pulls:
                abilities['textDocument'].setdefault('diagnostic', {})
            self.abilities = self.ask('initialize', {
                'processId': None, 'rootUri': None, 'capabilities': abilities, 'initializationOptions': options,
                'workspaceFolders': [{'uri': uri_of(folder), 'name': 'test'}] if folder else None})['capabilities']
            self.tell('initialized', {})

    def read_all(self):
        out = self.process.stdout
        while True:
            length = 0
            while True:
                line = out.readline()
                if line in (b'\r\n', b''):
                    break
                name, _, value = line.partition(b':')
                if name.lower() == b'content-length':
                    length = int(value)
            body = out.read(length) if length else b''
            if not body:
                self.messages.put(None)
                return
            self.messages.put(json.loads(body))

    def send(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def tell(self, method, params):
        self.send(frame({'jsonrpc': '2.0', 'method': method, 'params': params}))

    def start(self, method, params):
        self.number += 1
        self.send(frame({'jsonrpc': '2.0', 'id': self.number, 'method': method, 'params': params}))
        return self.number

    def take(self):
        """The next message, noted; False at the end of the conversation."""
        try:
            message = self.messages.get(timeout=PATIENCE)
        except queue.Empty:
            raise Failure('the server says nothing') from None
        if message is None:
            return False
        if 'id' in message and 'method' not in message:
            check(message['id'] not in self.answers, f'two answers to request {message["id"]}')
            self.answers[message['id']] = message
        elif 'id' in message:
            self.asked.append(message)
            self.send(frame({'jsonrpc': '2.0', 'id': message['id'], 'result': self.replies.get(message['method'])}))
        elif message.get('method') == 'textDocument/publishDiagnostics':
            self.told[message['params']['uri']] = message['params']['diagnostics']
        return True

    def answer(self, number):
        while number not in self.answers:
            check(self.take(), f'the server ended before it answered request {number}')
        return self.answers[number]

    def ask(self, method, params):
        answer = self.answer(self.start(method, params))
        if 'error' in answer:
            raise Failure(f'{method}: {answer["error"]}')
        return answer['result']

    def refusal(self, method, params):
        answer = self.answer(self.start(method, params))
        check('error' in answer, f'{method} is not refused: {answer}')
        return answer['error']

    def wait_until(self, condition, what):
        while not condition():
            check(self.take(), f'the server ended before {what}')

    def forget(self):
        """What was told so far counts no more."""
        while not self.messages.empty():
            self.take()
        self.told.clear()

    # ---- texts

    def open(self, uri, text):
        self.versions[uri] = 1
        self.tell('textDocument/didOpen', {'textDocument': {'uri': uri, 'languageId': 'mips', 'version': 1, 'text': text}})

    def change(self, uri, changes):
        self.versions[uri] += 1
        self.tell('textDocument/didChange', {'textDocument': {'uri': uri, 'version': self.versions[uri]},
                                             'contentChanges': changes})

    def at(self, method, uri, line, character, **more):
        return self.ask('textDocument/' + method, {'textDocument': {'uri': uri},
                                                   'position': {'line': line, 'character': character}, **more})

    def of(self, method, uri, **more):
        return self.ask('textDocument/' + method, {'textDocument': {'uri': uri}, **more})

    def diagnostics(self, uri):
        return self.of('diagnostic', uri)['items']

    def end(self):
        """-> exit code"""
        self.ask('shutdown', None)
        self.tell('exit', None)
        self.process.stdin.close()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failure('the server does not end') from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def uri_of(path):
    return 'file://' + str(path)


def whole(lines=10 ** 6):
    return {'start': {'line': 0, 'character': 0}, 'end': {'line': lines, 'character': 0}}


# ---- places in texts, counted as the server counts

def lines_of(text):
    """The lines as the server sees them, each with its end."""
    lines, at = [], 0
    while True:
        ends = [i for i in (text.find('\n', at), text.find('\r', at)) if i >= 0]
        if not ends:
            return lines + [text[at:]]
        end = min(ends) + 1
        if text[end - 1] == '\r' and text[end:end + 1] == '\n':
            end += 1
        lines.append(text[at:end])
        at = end


def units(text, encoding):
    return len(text.encode(encoding + '-le' if encoding != 'utf-8' else 'utf-8', 'surrogatepass')) // {
        'utf-8': 1, 'utf-16': 2, 'utf-32': 4}[encoding]


def offset_of(lines, position, encoding):
    """Where a position is in the text, in characters."""
    if position['line'] >= len(lines):
        return sum(map(len, lines))
    before = sum(map(len, lines[:position['line']]))
    line = lines[position['line']].rstrip('\r\n')
    left = position['character']
    for i, c in enumerate(line):
        left -= units(c, encoding)
        if left < 0:
            return before + i
    return before + len(line)


def position_of(text, offset, encoding):
    """The position of a place between characters (not between CR and LF)."""
    at = 0
    lines = lines_of(text)
    for number, line in enumerate(lines):
        if offset < at + len(line) or number == len(lines) - 1:
            inside = line.rstrip('\r\n')[:offset - at]
            return {'line': number, 'character': units(inside, encoding)}
        at += len(line)
    return {'line': 0, 'character': 0}


def edited(text, edits, encoding='utf-16'):
    """The text with text edits carried out."""
    lines = lines_of(text)
    parts = sorted((offset_of(lines, edit['range']['start'], encoding), offset_of(lines, edit['range']['end'], encoding),
                    edit['newText']) for edit in edits)
    out, at = [], 0
    for begin, end, new in parts:
        check(begin >= at, f'edits overlap at {begin}')
        out += [text[at:begin], new]
        at = end
    return ''.join(out) + text[at:]
