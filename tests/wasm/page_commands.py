"""What commands.mjs does in a page: the recorded cases of tests/conformance, and how long things take."""
import json
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import run_programs  # noqa: E402

FOLDER = '/folder of a page'  # as in command_worker.mjs
PORTION = 40  # commands in one message
LIMIT = 30  # seconds for one
PATIENCE = PORTION * LIMIT


def text_of(content):
    """Bytes as JSON takes them: a character for each."""
    return content.decode('latin-1')


def command_for(case):
    with tempfile.TemporaryDirectory() as scratch:
        run_programs.lay_out(case, scratch)
        files = {}
        for folder, folders, names in os.walk(scratch):
            here = Path(folder).relative_to(scratch)
            files.update({(here / name).as_posix(): None for name in folders})
            files.update({(here / name).as_posix(): text_of(Path(folder, name).read_bytes()) for name in names})
        return {'words': ['mars', *run_programs.words_of(case)], 'input': text_of(case.read('.in', b'')), 'files': files}


def outcome_of(case, answer):
    if answer is None:
        return run_programs.Outcome(None, b'', b'', {}, True)
    files = {name: content.encode('latin-1') for name, content in answer['files'].items()}
    out, err = (answer[name].encode('latin-1') for name in ('out', 'err'))
    return run_programs.outcome_of(case, FOLDER, answer['code'], out, err, files, False)


def load(browser, module):
    """For what is evaluated afterwards: `commands`, and `module` compiled."""
    browser.evaluate('import("/tests/commands.mjs").then(async (commands) => { window.commands = commands;'
                     f'window.module = await commands.compiled({json.dumps(module)}); }})')


def results(cases, browser):
    """For each case what run_programs.faults says."""
    load(browser, '/mariner.wasm')
    for at in range(0, len(cases), PORTION):
        portion = cases[at:at + PORTION]
        wanted = json.dumps([command_for(case) for case in portion])
        answers = browser.evaluate(f'commands.runAll(module, {wanted}, {LIMIT * 1000})')
        for case, answer in zip(portion, answers):
            yield run_programs.faults(case, lambda: outcome_of(case, answer))
