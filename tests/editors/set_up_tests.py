"""The files that docs/editors.md gives for the other editors: Kate itself takes its own where it is installed; of the rest it is
asked whether they can be read, say what the editor's own documents want, and start a server that answers."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 120  # seconds; generous, since the machine may be busy


class Failure(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failure(message)


def blocks(editor, language):
    """The code blocks of a section of docs/editors.md."""
    section = re.search(rf'^## {editor}$(.*?)(?=^## |\Z)', (ROOT / 'docs/editors.md').read_text(), re.S | re.M)[1]
    return re.findall(rf'```{language}\n(.*?)```', section, re.S)


def frame(message):
    body = json.dumps(message).encode()
    return b'Content-Length: %d\r\n\r\n' % len(body) + body


def starts_a_language_server(mariner, words):
    """Says so of a command as a set-up file names it."""
    check(words[0] == 'mariner', f'{words} starts another program')
    messages = [{'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {'capabilities': {}}},
                {'jsonrpc': '2.0', 'id': 2, 'method': 'shutdown'}, {'jsonrpc': '2.0', 'method': 'exit'}]
    done = subprocess.run([mariner, *words[1:]], input=b''.join(map(frame, messages)), capture_output=True, timeout=PATIENCE)
    check(done.returncode == 0 and b'"hoverProvider"' in done.stdout, f'{words}: {done}')


def debugs(mariner, words, configuration):
    """Says so of an adapter's command and a launch configuration: the program stops in front of its first line."""
    check(words[0] == 'mariner', f'{words} starts another program')
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / 'a.asm'
        source.write_text('main: nop\n')
        launch = {name: value.replace('${file}', str(source)).replace('${fileDirname}', scratch) if isinstance(value, str) else value
                  for name, value in configuration.items()}
        asked = [('initialize', {'adapterID': 'mariner'}), ('launch', launch), ('configurationDone', {}), ('disconnect', {})]
        messages = [{'seq': i, 'type': 'request', 'command': command, 'arguments': arguments}
                    for i, (command, arguments) in enumerate(asked, 1)]
        done = subprocess.run([mariner, *words[1:]], input=b''.join(map(frame, messages)), capture_output=True, timeout=PATIENCE)
        check(b'"reason":"entry"' in done.stdout.replace(b' ', b'') and b'"success":false' not in done.stdout.replace(b' ', b''),
              f'{words} {launch}: {done}')


def test_set_up_files_of_editors_that_were_not_at_hand(mariner):
    zed = json.loads(blocks('Zed', 'json')[0])['lsp']['asm-lsp']['binary']
    starts_a_language_server(mariner, [zed['path'], *zed['arguments']])
    helix = tomllib.loads(blocks('Helix', 'toml')[0])
    [language] = helix['language']
    # The keys that Helix requires; without a grammar of this name it shows the text without colours.
    check({'name', 'scope', 'file-types', 'language-servers'} <= set(language), f'{language}')
    for name in language['language-servers']:
        server = helix['language-server'][name]
        starts_a_language_server(mariner, [server['command'], *server['args']])
    sublime = json.loads(blocks('Sublime Text', 'json')[0])['clients']['mariner']
    check(sublime['enabled'] is True and 'source.assembly' in sublime['selector'], f'{sublime}')
    starts_a_language_server(mariner, sublime['command'])
    kate = json.loads(blocks('Kate', 'json')[0])['servers']['asm']
    starts_a_language_server(mariner, kate['command'])


def test_set_up_of_nvim_dap(mariner):
    """nvim-dap is in no registry: Neovim runs the set-up, and what it says is started here."""
    if not shutil.which('nvim'):
        print('skipped: there is no nvim')
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / 'dap.lua').write_text(blocks('Neovim', 'lua')[1])
        (folder / 'tell.lua').write_text(
            "package.loaded.dap = { adapters = {}, configurations = {} }\ndofile('%s/dap.lua')\nlocal dap = require('dap')\n"
            "local file = io.open('%s/out.json', 'w')\nfile:write(vim.fn.json_encode(dap))\nfile:close()\nvim.cmd('qall!')\n" % (scratch, scratch))
        subprocess.run(['nvim', '--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', f'luafile {folder}/tell.lua'],
                       stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        dap = json.loads((folder / 'out.json').read_text())
    adapter, [configuration] = dap['adapters'][dap['configurations']['asm'][0]['type']], dap['configurations']['asm']
    check(adapter['type'] == 'executable', f'{adapter}')
    debugs(mariner, [adapter['command'], *adapter['args']], configuration)


def test_set_up_of_dape(mariner):
    """dape is in no registry, either."""
    if not shutil.which('emacs'):
        print('skipped: there is no emacs')
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / 'dape.el').write_text('(defvar dape-configs nil)\n(defun dape-buffer-default () "${file}")\n(provide \'dape)\n')
        (folder / 'init.el').write_text(blocks('Emacs', 'elisp')[1])
        tell = ('(progn (require \'dape) (let ((one (cdr (assq \'mariner dape-configs)))) (princ (json-encode (list '
                '(plist-get one \'command) (plist-get one \'command-args) (plist-get one :request) '
                '(funcall (plist-get one :program)) (plist-get one :stopOnEntry) (plist-get one \'modes))))))')
        done = subprocess.run(['emacs', '--batch', '--no-init-file', '-L', scratch, '-l', 'json', '-l', str(folder / 'init.el'), '--eval', tell],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        check(done.returncode == 0, done.stderr)
    command, words, request, program, stops, modes = json.loads(done.stdout)
    check(modes == ['asm-mode'], f'{modes}')
    debugs(mariner, [command, *words], {'type': 'mariner', 'request': request, 'program': program, 'stopOnEntry': stops})


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        check(time.monotonic() < end, f'waited in vain for {what}')
        time.sleep(0.2)


def test_kate(mariner):
    """Opens a wrong program, takes the first repair of Alt+Return and saves it, all by keys."""
    if not all(shutil.which(tool) for tool in ('kate', 'Xvfb', 'xdotool', 'import', 'dbus-run-session')):
        print('skipped: there is no kate')
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch).resolve()
        (folder / 'bin').mkdir()
        (folder / 'bin/mariner').symlink_to(mariner)
        (folder / 'run').mkdir(mode=0o700)
        (folder / 'config/kate/lspclient').mkdir(parents=True)
        (folder / 'config/kate/lspclient/settings.json').write_text(blocks('Kate', 'json')[0])
        (folder / 'config/katerc').write_text('[Kate Plugins]\nlspclientplugin=true\n\n[General]\nShow welcome view for new window=false\n\n'
                                              f'[lspclient]\nAllowedServerCommandLines={folder}/bin/mariner lsp\n')
        source = folder / 'a.asm'
        source.write_text('main:   lii     $t0, 3\n        jr      $ra\n')
        reading, writing = os.pipe()
        environment = {**os.environ, 'PATH': f'{folder}/bin:' + os.environ['PATH'], 'HOME': scratch, 'XDG_CONFIG_HOME': f'{folder}/config',
                       'XDG_RUNTIME_DIR': f'{folder}/run', 'LC_ALL': 'C.UTF-8'}
        server = subprocess.Popen(['Xvfb', '-displayfd', str(writing), '-screen', '0', '1000x700x24'], pass_fds=(writing,),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        environment['DISPLAY'] = ':' + os.read(reading, 20).decode().strip()
        kate = subprocess.Popen(['dbus-run-session', '--', 'kate', '-b', str(source)], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

        def tool(*words):
            return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=PATIENCE)

        def is_repaired():
            # The cursor goes into the wrong word; what the menu shows first is the sure repair.
            for keys in ('Escape', 'ctrl+Home', *['Right'] * 10, 'alt+Return'):
                tool('xdotool', 'key', keys)
            time.sleep(2)
            tool('import', '-window', 'root', str(pictures / 'repairs.png'))
            for keys in ('Down', 'Return', 'ctrl+s'):
                tool('xdotool', 'key', keys)
                time.sleep(0.5)
            return source.read_text().startswith('main:   li     $t0, 3\n')
        pictures = ROOT / 'build/editors/kate'
        pictures.mkdir(parents=True, exist_ok=True)
        try:
            wait_until(lambda: 'a.asm' in tool('xdotool', 'search', '--name', 'a.asm', 'getwindowname').stdout, 'the window')
            wait_until(lambda: tool('pgrep', '-f', f'{folder}/bin/mariner lsp').stdout, 'the server')
            wait_until(is_repaired, f'the repair; {pictures} shows more')
            tool('import', '-window', 'root', str(pictures / 'repaired.png'))
        finally:
            kate.terminate()
            server.terminate()
            kate.wait()
            server.wait()
            os.close(reading)
            os.close(writing)
