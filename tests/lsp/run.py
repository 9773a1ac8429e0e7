#!/usr/bin/env python3
"""Whole conversations with `mariner lsp`, by a client of our own (client.py).

usage: tests/lsp/run.py MARINER [NAME...]      (names of single tests; all without)

What the protocol itself wants is asked in protocol_tests.py, what needs a closer look in question_tests.py. Prints a line per test and ends with "N passed, N failed". Random tests print their seed when they fail.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import protocol_tests
import question_tests
from client import (Client, Failure, check, edited, frame, lines_of, offset_of, position_of, uri_of, whole)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRATCH = 'untitled:scratch.asm'
SEED = int(os.environ.get('MARINER_SEED', '1'))

PROGRAM = """\
# adds up
        .eqv    PRINT   1
        .data
list:   .word   3, 4, 5
end:
        .text
        .globl  main
main:   la      $a0, list
        jal     sum
        move    $a0, $v0
        li      $v0, PRINT
        syscall
        li      $v0, 10
        syscall
# the sum from $a0 on
sum:    li      $v0, 0
        la      $t1, end
next:   lw      $t0, 0($a0)
        addu    $v0, $v0, $t0
        addiu   $a0, $a0, 4
        bne     $a0, $t1, next
        jr      $ra
"""


def line_with(text, words):
    return next(i for i, line in enumerate(text.split('\n')) if words in line)


def spot(text, words, inside):
    """Line and character of `inside` in the first line that holds the words."""
    line = line_with(text, words)
    return line, text.split('\n')[line].index(inside) + 1


def errors(diagnostics):
    return [one for one in diagnostics if one['severity'] == 1]


def slips():
    """(name, program) of tests/diagnostics/slips."""
    for path in sorted((ROOT / 'tests/diagnostics/slips').glob('*.txt')):
        title, lines, is_open = '', [], False
        for line in path.read_text(encoding='utf-8', errors='surrogateescape').split('\n'):
            if line.startswith('== '):
                title, lines, is_open = f'{path.stem}: {line[3:]}', [], True
            elif is_open and (line.startswith('-- ') or not line):
                if lines:
                    yield title, '\n'.join(lines) + '\n'
                is_open = False
            elif is_open:
                lines.append(line)


# ---- a program and every question -------------------------------------------------------------------------------------

def test_a_right_program_and_all_questions_about_it(mariner):
    with Client(mariner) as client:
        client.open(SCRATCH, PROGRAM)
        check(client.diagnostics(SCRATCH) == [], 'a right program has messages')

        def value_at(words, inside):
            hover = client.at('hover', SCRATCH, *spot(PROGRAM, words, inside))
            return hover['contents']['value']
        check('12 bytes, at first `3, 4, 5`' in value_at('list:', 'list'), 'hover of a label')
        check('addiu $v0, $zero, 1' in ' '.join(value_at('$v0, PRINT', 'li ').split()), 'hover of a pseudo-instruction')
        check('syscall 1: print integer' in value_at('$v0, PRINT', 'PRINT'), 'hover of a service')
        check('line 19' in value_at('addu', '$v0, $v0') or 'line 16' in value_at('addu', '$v0, $v0'), 'hover of a register')
        check('the sum from $a0 on' in value_at('jal', 'sum'), 'hover of a routine')

        uses = client.at('references', SCRATCH, *spot(PROGRAM, 'jal', 'sum'), context={'includeDeclaration': True})
        check([use['range']['start']['line'] for use in uses] == [8, 15], f'references: {uses}')
        place = client.at('definition', SCRATCH, *spot(PROGRAM, 'jal', 'sum'))
        check(place[0]['range']['start'] == {'line': 15, 'character': 0}, f'definition: {place}')
        check(len(client.at('documentHighlight', SCRATCH, *spot(PROGRAM, 'bne', 'next'))) == 2, 'highlights')
        registers = client.at('documentHighlight', SCRATCH, *spot(PROGRAM, 'addu', '$v0, $v0'))
        check([(one['range']['start']['line'], one['kind']) for one in registers] == [(15, 3), (18, 3), (18, 2)], f'{registers}')
        outline = client.of('documentSymbol', SCRATCH)
        check([item['name'] for item in outline] == ['PRINT', 'list', 'end', 'main', 'sum'], f'outline: {outline}')
        check([item['name'] for item in outline[4]['children']] == ['next'], 'labels of a routine')
        labels = {item['label'] for item in client.at('completion', SCRATCH, *spot(PROGRAM, 'bne', 'next'))['items']}
        check({'next', 'sum', 'main', 'list'} <= labels, f'completion of labels: {labels}')
        for words, inside, best, second in (('bne', 'next', 'sum', 'list'), ('la      $a0', 'list', 'list', 'sum')):
            ranks = {item['label']: item['sortText'] for item in client.at('completion', SCRATCH, *spot(PROGRAM, words, inside))['items']}
            check(ranks[best] < ranks[second], f'{words}: {second} stands before {best}')
        items = client.at('completion', SCRATCH, 10, 22)['items']
        service = next(item for item in items if item['label'] == 'print string')
        check(service['textEdit']['newText'] == '4', 'completion of services')
        full = client.ask('completionItem/resolve', service)
        check('prints the characters' in full['documentation']['value'], f'documentation: {full}')
        help_ = client.at('signatureHelp', SCRATCH, *spot(PROGRAM, 'addu', '$v0, $t0'))
        check(help_['signatures'][0]['label'] == 'addu rd, rs, rt' and help_['activeParameter'] == 1, f'signature: {help_}')
        calls = client.at('prepareCallHierarchy', SCRATCH, *spot(PROGRAM, 'sum:', 'sum'))
        callers = client.ask('callHierarchy/incomingCalls', {'item': calls[0]})
        check([call['from']['name'] for call in callers] == ['main'], f'callers: {callers}')
        callees = client.ask('callHierarchy/outgoingCalls', {'item': callers[0]['from']})
        check([call['to']['name'] for call in callees] == ['sum'], f'callees: {callees}')
        lenses = [lens['command']['title'] for lens in client.of('codeLens', SCRATCH)]
        check(lenses == ['Run', 'Debug', 'Run with checks', '1 call'], f'lenses: {lenses}')
        folds = client.of('foldingRange', SCRATCH)
        check({'startLine': 15, 'endLine': 21, 'kind': 'region'} in folds, f'folds: {folds}')
        notes = client.of('inlayHint', SCRATCH, range=whole())
        check(any(note['label'].startswith('= lui $at') for note in notes), f'inlay hints: {notes}')
        check(any(note['label'] == '= 1' for note in notes), f'inlay hints: {notes}')
        ranges = client.of('selectionRange', SCRATCH, positions=[{'line': 18, 'character': 17}])
        depth, one = 0, ranges[0]
        while one:
            depth, one = depth + 1, one.get('parent')
        check(depth >= 5, f'selection: {ranges}')
        check(len(client.of('semanticTokens/full', SCRATCH)['data']) % 5 == 0, 'colours')
        check(client.end() == 0, 'the exit code is another')


def test_renaming_changes_every_use_and_is_refused_where_names_meet(mariner):
    with Client(mariner) as client:
        client.open(SCRATCH, PROGRAM)
        line, character = spot(PROGRAM, 'jal', 'sum')
        edits = client.at('rename', SCRATCH, line, character, newName='total')['changes'][SCRATCH]
        check(edited(PROGRAM, edits) == PROGRAM.replace('sum:', 'total:').replace('  sum\n', '  total\n'), f'{edits}')
        where = {'textDocument': {'uri': SCRATCH}, 'position': {'line': line, 'character': character}}
        for name, words in (('next', 'already'), ('add', 'instruction'), ('a b', 'no name'), ('', 'no name'), ('$t0', 'no name')):
            refusal = client.refusal('textDocument/rename', {**where, 'newName': name})
            check(words in refusal['message'], f'{name}: {refusal}')
        # A label of a macro's own would capture it.
        text = '.macro m\nown: b own\n jal sum\n.end_macro\nmain: m\n jr $ra\nsum: jr $ra\n'
        client.open(SCRATCH, text)
        refusal = client.refusal('textDocument/rename', {'textDocument': {'uri': SCRATCH}, 'newName': 'own',
                                                         'position': {'line': 6, 'character': 1}})
        check('own' in refusal['message'], f'{refusal}')


# ---- diagnostics ------------------------------------------------------------------------------------------------------

def test_messages_are_those_of_mariner_run(mariner):
    paths = sorted((ROOT / 'tests/diagnostics').glob('*.asm'))[::3]
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / 'report.json'
        for path in paths:
            text = path.read_bytes()
            if len(text) > 100_000:
                continue
            subprocess.run([mariner, 'run', '--max-steps', '1', '--json', report, path], stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            wanted = [(one['line'], one['message']) for one in json.loads(report.read_text())['diagnostics']
                      if one.get('file') == str(path) and one.get('line')]
            # The files of that folder are no program together.
            with Client(mariner, path.parent, options={'programs': [[path.name]]}) as client:
                client.open(uri_of(path), text.decode('utf-8', 'replace'))
                told = [(one['range']['start']['line'] + 1, one['message'].split('\n')[0])
                        for one in client.diagnostics(uri_of(path))]
            for line, message in wanted:
                check((line, message.split('\n')[0]) in told, f'{path.name}: {(line, message)} is not in {told}')


def test_ranges_are_exact(mariner):
    cases = [
        ('main: lii $t0, 5\n', 'lii'),
        ('main: li $t0, nothing\n', 'nothing'),
        ('# \U0001F600\nmain: add $t0, $t1, \U0001F600$t9x # \u00e4\n', '\U0001F600$t9x'),
        ('.eqv N 70000\nmain: addi $t0, $t1, 1\n sll $t0, $t1, N\n', 'N'),
        ('main: jal nowhere # \U0001F600\n', 'nowhere'),
    ]
    for encoding in ('utf-8', 'utf-16', 'utf-32'):
        with Client(mariner, encoding=encoding) as client:
            check(client.abilities['positionEncoding'] == encoding, 'another encoding')
            for text, wanted in cases:
                client.open(SCRATCH, text)
                found = errors(client.diagnostics(SCRATCH))
                check(found, f'no error in {text!r}')
                lines = lines_of(text)
                marked = [text[offset_of(lines, one['range']['start'], encoding):
                               offset_of(lines, one['range']['end'], encoding)] for one in found]
                check(wanted in marked, f'{encoding}: {marked} is marked in {text!r}')


def test_pushed_messages_come_and_go(mariner):
    with Client(mariner, pulls=False) as client:
        client.open(SCRATCH, 'main: lii $t0, 5\n')
        client.wait_until(lambda: client.told.get(SCRATCH), 'the message')
        client.wait_until(lambda: 'write' in client.told[SCRATCH][0]['message'], 'the words of the tutor')
        client.change(SCRATCH, [{'range': {'start': {'line': 0, 'character': 8}, 'end': {'line': 0, 'character': 9}}, 'text': ''}])
        client.wait_until(lambda: client.told[SCRATCH] == [], 'the end of the message')
        client.change(SCRATCH, [{'text': 'main: lii $t0, 5\n'}])
        client.wait_until(lambda: client.told[SCRATCH], 'the message')
        client.tell('textDocument/didClose', {'textDocument': {'uri': SCRATCH}})
        client.wait_until(lambda: client.told[SCRATCH] == [], 'the end of the message')


def key_of(message):
    return message['code'], message['message'].split('\n')[0]


def test_every_quick_fix_does_away_with_its_message_and_brings_none(mariner):
    tried = 0
    with Client(mariner) as client:
        for title, text in slips():
            client.open(SCRATCH, text)
            before = client.diagnostics(SCRATCH)
            actions = client.of('codeAction', SCRATCH, range=whole(), context={'diagnostics': [], 'only': ['quickfix']})
            for action in actions:
                cause = action['diagnostics'][0]
                client.open(SCRATCH, edited(text, action['edit']['changes'][SCRATCH]))
                after = client.diagnostics(SCRATCH)
                says = f'{title}: {action["title"]!r}: {[key_of(one) for one in before]} becomes {[key_of(one) for one in after]}'
                # Of several lines with one slip the first is told: tests/unit/language/report_test.cpp counts all of them.
                check(len(errors(after)) <= len(errors(before)), says)
                check(not any(key_of(one) == key_of(cause) and one['range']['start'] == cause['range']['start'] for one in after), says)
                tried += 1
    check(tried > 200, f'only {tried} quick fixes are offered')


def test_all_repairs_at_once(mariner):
    with Client(mariner) as client:
        text = 'main: lii $t0, 5\n lli $v0, 10\n sycall\n'
        client.open(SCRATCH, text)
        actions = client.of('codeAction', SCRATCH, range=whole(), context={'diagnostics': [], 'only': ['source.fixAll']})
        check(len(actions) == 1, f'{actions}')
        client.open(SCRATCH, edited(text, actions[0]['edit']['changes'][SCRATCH]))
        check(errors(client.diagnostics(SCRATCH)) == [], 'errors are left')


def test_rewritings_keep_the_program(mariner):
    with Client(mariner) as client:
        client.open(SCRATCH, PROGRAM)
        line = line_with(PROGRAM, 'la      $t1')
        place = {'start': {'line': line, 'character': 9}, 'end': {'line': line, 'character': 9}}
        rewrite = client.of('codeAction', SCRATCH, range=place, context={'diagnostics': [], 'only': ['refactor']})
        text = edited(PROGRAM, rewrite[0]['edit']['changes'][SCRATCH])
        check('lui' in text and 'ori' in text, text)
        # A routine that changes what its caller relies on gets stores and loads: by choice, or where a lint says so.
        text = 'main: jal f\n li $v0, 10\n syscall\nf:\n li $s0, 1\n jal g\n jr $ra\ng: jr $ra\n'
        client.open(SCRATCH, text)
        check([one['code'] for one in client.diagnostics(SCRATCH)] == ['return_address_lost', 'saved_register_changed'], 'another lint')
        call = {'start': {'line': 5, 'character': 3}, 'end': {'line': 5, 'character': 3}}
        cure = client.of('codeAction', SCRATCH, range=call, context={'diagnostics': [], 'only': ['quickfix']})
        client.open(SCRATCH, edited(text, cure[0]['edit']['changes'][SCRATCH]))
        check(client.diagnostics(SCRATCH) == [], f'{cure}')
        client.open(SCRATCH, text)
        place = {'start': {'line': 3, 'character': 0}, 'end': {'line': 3, 'character': 0}}
        save = client.of('codeAction', SCRATCH, range=place, context={'diagnostics': [], 'only': ['refactor.rewrite']})
        text = edited(text, save[0]['edit']['changes'][SCRATCH])
        check(text.count('($sp)') == 4 and '$s0' in text and '$ra, ' in text, text)
        client.open(SCRATCH, text)
        check(client.diagnostics(SCRATCH) == [], text)


def test_what_a_frame_does_not_save_yet_finds_room_in_it(mariner):
    text = ('main:   li      $s0, 4\n        jal     f\n        move    $a0, $s0\n        li      $v0, 10\n        syscall\n'
            'f:      addiu   $sp, $sp, -4\n        sw      $ra, 0($sp)\n        li      $s0, 1\n        jal     g\n'
            '        lw      $ra, 0($sp)\n        addiu   $sp, $sp, 4\n        jr      $ra\ng:      jr      $ra\n')
    with Client(mariner) as client:
        client.open(SCRATCH, text)
        check(sorted(one['code'] for one in client.diagnostics(SCRATCH)) == ['register_lost', 'saved_register_changed'], 'other lints')
        at = {'start': {'line': 7, 'character': 9}, 'end': {'line': 7, 'character': 9}}
        cure = client.of('codeAction', SCRATCH, range=at, context={'diagnostics': [], 'only': ['quickfix']})
        check(len(cure) == 1 and cure[0]['isPreferred'], f'{cure}')
        cured = edited(text, cure[0]['edit']['changes'][SCRATCH])
        for line in ('addiu   $sp, $sp, -8', 'sw      $s0, 4($sp)', 'lw      $s0, 4($sp)', 'addiu   $sp, $sp, 8'):
            check(cured.count(line) == 1, cured)
        client.open(SCRATCH, cured)
        check(client.diagnostics(SCRATCH) == [], cured)
        # What isn't understood is left alone.
        odd = text.replace('sw      $ra, 0($sp)', 'sw      $ra, 4($sp)')
        client.open(SCRATCH, odd)
        check(client.of('codeAction', SCRATCH, range=at, context={'diagnostics': [], 'only': ['quickfix']}) == [], 'of an odd frame')


def test_a_number_or_a_character_gets_a_name(mariner):
    with Client(mariner) as client:
        for text, character, line in (('main: li $t0, 0x10\n', 15, '.eqv CONSTANT 0x10'), ("main: li $t0, 'a'\n", 15, ".eqv CONSTANT 97 # 'a'")):
            client.open(SCRATCH, text)
            at = {'start': {'line': 0, 'character': character}, 'end': {'line': 0, 'character': character}}
            named = client.of('codeAction', SCRATCH, range=at, context={'diagnostics': [], 'only': ['refactor.extract']})
            check(len(named) == 1, f'{text}: {named}')
            after = edited(text, named[0]['edit']['changes'][SCRATCH])
            check(line in ' '.join(after.split()) and 'li $t0, CONSTANT' in after, after)


# ---- several files ----------------------------------------------------------------------------------------------------

def test_programs_of_several_files(mariner):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        (folder / 'main.asm').write_text('.globl main\nmain: jal helper\n .include "part.inc"\n li $v0, 10\n syscall\n')
        (folder / 'part.inc').write_text(' lii $t0, 1\n')
        (folder / 'helper.asm').write_text('.globl helper\nhelper: jr $ra\n')
        with Client(mariner, folder, pulls=False) as client:
            main, part, helper = (uri_of(folder / name) for name in ('main.asm', 'part.inc', 'helper.asm'))
            client.open(main, (folder / 'main.asm').read_text())
            client.wait_until(lambda: client.told.get(part), 'the error in the file that is included')
            check(client.told.get(main, []) == [], f'helper is not found: {client.told}')
            place = client.at('definition', main, 1, 12)
            check(place[0]['uri'] == helper, f'definition in another file: {place}')
            link = client.of('documentLink', main)
            check(link[0]['target'] == part, f'link: {link}')
            changes = client.at('rename', main, 1, 12, newName='aid')['changes']
            check(set(changes) == {main, helper} and len(changes[helper]) == 2, f'rename over files: {changes}')
            names = client.ask('workspace/symbol', {'query': 'help'})
            check(any(name['name'] == 'helper' for name in names), f'workspace symbols: {names}')
            # A file that is open counts as it is in the editor; one that vanishes is missed.
            client.open(part, ' li $t0, 1\n')
            client.wait_until(lambda: client.told.get(part) == [], 'the end of the error')
            client.tell('textDocument/didClose', {'textDocument': {'uri': part}})
            (folder / 'part.inc').unlink()
            client.tell('workspace/didChangeWatchedFiles', {'changes': []})
            client.wait_until(lambda: client.told.get(main), 'the error about the missing file')


def test_nothing_outside_the_folders_is_read(mariner):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve() / 'inside'
        folder.mkdir()
        outside = folder.parent / 'secret.asm'
        outside.write_text('secret_label: nop\n')
        (folder / 'link.asm').symlink_to(outside)
        os.mkfifo(folder / 'pipe.asm')
        for name in ('../secret.asm', str(outside), 'link.asm', 'pipe.asm'):
            with Client(mariner, folder) as client:
                uri = uri_of(folder / 'a.asm')
                client.open(uri, f'.include "{name}"\nmain: jal secret_label\n')
                found = client.diagnostics(uri)
                check(any(one['code'] == 'include_unreadable' for one in found), f'{name}: {found}')
                check(client.ask('workspace/symbol', {'query': 'secret'}) == [], f'{name} was read')
                client.refusal('textDocument/hover', {'textDocument': {'uri': uri_of(outside)},
                                                      'position': {'line': 0, 'character': 0}})


# ---- layout -----------------------------------------------------------------------------------------------------------

def test_layout_is_that_of_mariner_format(mariner):
    with tempfile.TemporaryDirectory() as scratch, Client(mariner) as client:
        untidy = PROGRAM.replace('la      $t1', ' la $t1').replace('addiu   $a0, $a0, 4', 'addiu $a0,$a0,4 # next')
        path = Path(scratch) / 'a.asm'
        path.write_text(untidy)
        said = subprocess.run([mariner, 'format', '--check', path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        check(said.returncode == 1 and b'a.asm' in said.stderr, f'--check: {said}')
        check(path.read_text() == untidy, '--check changed the file')
        check(subprocess.run([mariner, 'format', path], check=False).returncode == 0, 'format failed')
        check(subprocess.run([mariner, 'format', '--check', path], check=False).returncode == 0, 'it changes again')
        filtered = subprocess.run([mariner, 'format', '-'], input=untidy.encode(), stdout=subprocess.PIPE, cwd=scratch, check=False)
        check(filtered.stdout.decode() == path.read_text(), 'the filter says something else')
        client.open(SCRATCH, untidy)
        edits = client.of('formatting', SCRATCH, options={'tabSize': 8, 'insertSpaces': True})
        check(edited(untidy, edits) == path.read_text(), 'the server says something else')
        line = line_with(untidy, ' la $t1')
        part = {'start': {'line': line, 'character': 0}, 'end': {'line': line + 1, 'character': 0}}
        edits = client.of('rangeFormatting', SCRATCH, range=part, options={})
        check([edit['range']['start']['line'] for edit in edits] == [line], f'{edits}')
        edits = client.at('onTypeFormatting', SCRATCH, line + 1, 0, ch='\n', options={})
        check([edit['range']['start']['line'] for edit in edits] == [line], f'{edits}')
        # A folder that can't be written leaves the file as it is.
        missing = subprocess.run([mariner, 'format', Path(scratch) / 'none.asm'], stderr=subprocess.PIPE, check=False)
        check(missing.returncode == 66, f'{missing}')


# ---- properties -------------------------------------------------------------------------------------------------------

PIECES = ['\n', '\r\n', '\r', ' ', '\t', '#', '"', "'", ':', ',', '(', '$', '.eqv N 4\n', '.macro m %a\n', '.end_macro\n', 'm 5\n',
          'main:', 'x: .word 1\n', '.data\n', '.text\n', 'jal x\n', 'add $t0, $t1, $t2\n', '\U0001F600', '\u00e4', '.globl x\n', 'N']


def state_of(client, uri, text, dice):
    line = dice.randrange(text.count('\n') + 1)
    return {
        'diagnostics': client.diagnostics(uri),
        'outline': client.of('documentSymbol', uri),
        'folds': client.of('foldingRange', uri),
        'colours': client.of('semanticTokens/full', uri)['data'],
        'notes': client.of('inlayHint', uri, range=whole()),
        'completion': client.at('completion', uri, line, 9),
        'hover': client.at('hover', uri, line, 9),
        'layout': client.of('formatting', uri, options={}),
    }


def test_after_any_edits_the_state_is_that_of_a_fresh_server(mariner):
    sources = sorted((ROOT / 'tests/conformance/cases/programs').glob('*.asm'))[:6] + [ROOT / 'asm/rows/rows.asm']
    dice = random.Random(SEED)
    for path in sources:
        text = path.read_text(encoding='utf-8')
        encoding = dice.choice(('utf-8', 'utf-16', 'utf-32'))
        with Client(mariner, encoding=encoding) as client:
            client.open(SCRATCH, text)
            for round_ in range(40):
                changes = []
                for _ in range(dice.randrange(1, 4)):
                    begin = dice.randrange(len(text) + 1)
                    end = min(len(text), begin + dice.choice((0, 0, 1, 5, 60)))
                    new = ''.join(dice.choice(PIECES) for _ in range(dice.randrange(4)))
                    # No place lies between CR and LF.
                    begin -= text[begin - 1:begin + 1] == '\r\n'
                    end -= text[end - 1:end + 1] == '\r\n'
                    changes.append({'range': {'start': position_of(text, begin, encoding),
                                              'end': position_of(text, max(begin, end), encoding)}, 'text': new})
                    text = text[:begin] + new + text[max(begin, end):]
                client.change(SCRATCH, changes)
                if round_ % 4:
                    continue
                seed = dice.random()
                with Client(mariner, encoding=encoding) as fresh:
                    fresh.open(SCRATCH, text)
                    ours = state_of(client, SCRATCH, text, random.Random(seed))
                    other = state_of(fresh, SCRATCH, text, random.Random(seed))
                for what, value in other.items():
                    check(ours[what] == value, f'seed {SEED}, {path.name}, round {round_}: {what} is another one')


def test_colours_by_deltas_are_those_of_the_whole(mariner):
    dice = random.Random(SEED)
    with Client(mariner) as client:
        client.open(SCRATCH, PROGRAM)
        first = client.of('semanticTokens/full', SCRATCH)
        data, result = first['data'], first['resultId']
        text = PROGRAM
        for _ in range(20):
            line = dice.randrange(text.count('\n'))
            client.change(SCRATCH, [{'range': {'start': {'line': line, 'character': 0}, 'end': {'line': line, 'character': 0}},
                                     'text': dice.choice(PIECES)}])
            delta = client.of('semanticTokens/full/delta', SCRATCH, previousResultId=result)
            for edit in delta['edits']:
                data[edit['start']:edit['start'] + edit['deleteCount']] = edit['data']
            result = delta['resultId']
        check(data == client.of('semanticTokens/full', SCRATCH)['data'], f'seed {SEED}: the deltas lead elsewhere')


# ---- whatever comes ---------------------------------------------------------------------------------------------------

METHODS = ['hover', 'completion', 'definition', 'references', 'documentHighlight', 'documentSymbol', 'foldingRange',
           'selectionRange', 'documentLink', 'inlayHint', 'codeLens', 'prepareRename', 'rename', 'formatting', 'rangeFormatting',
           'onTypeFormatting', 'semanticTokens/full', 'semanticTokens/full/delta', 'semanticTokens/range', 'diagnostic',
           'codeAction', 'signatureHelp', 'prepareCallHierarchy', 'nothingKnown']


def test_any_order_and_any_place(mariner):
    dice = random.Random(SEED)
    with Client(mariner) as client:
        asked = []
        for _ in range(600):
            what = dice.random()
            uri = dice.choice((SCRATCH, 'untitled:b', 'file:///nowhere/at/all.asm', 'file://%zz', '', 'x'))
            if what < 0.1:
                client.open(uri, dice.choice((PROGRAM, '', '\r', '"\U0001F600', '.include "b"\n', '.macro m\nm\n.end_macro\nm\n')))
            elif what < 0.2:
                client.versions.setdefault(uri, 1)
                client.change(uri, [{'range': {'start': {'line': dice.randrange(40), 'character': dice.randrange(90)},
                                               'end': {'line': dice.randrange(10 ** 9), 'character': -5}},
                                     'text': dice.choice(PIECES)}])
            elif what < 0.24:
                client.tell('textDocument/didClose', {'textDocument': {'uri': uri}})
            elif what < 0.27:
                client.tell('$/cancelRequest', {'id': client.number + 1})
            else:
                position = {'line': dice.choice((0, 7, 15, 10 ** 12, -1)), 'character': dice.choice((0, 1, 9, 10 ** 12, -3))}
                params = {'textDocument': {'uri': uri}, 'position': position, 'newName': dice.choice(('a', '\ud800', '')),
                          'range': {'start': position, 'end': {'line': 3, 'character': 2}}, 'positions': [position, None, {}],
                          'context': {'only': dice.choice((None, ['quickfix'], 5))}, 'options': None}
                asked.append(client.start('textDocument/' + dice.choice(METHODS),
                                          dice.choice((params, params, params, params, None, [], {'textDocument': 5}))))
        for number in asked:
            client.answer(number)
        check(client.end() == 0, f'seed {SEED}: the exit code is another')


def test_bytes_that_are_no_messages(mariner):
    for rubbish in (b'Content-Length: 5\r\n\r\n{"a":', b'Content-Length: 2\r\n\r\n[]', b'Content-Length: 4\r\n\r\nnull',
                    frame(b'{"jsonrpc":"2.0","id":{},"method":5}'), frame(b'{"id":1}'), frame(b'"\xff\xfe"')):
        with Client(mariner) as client:
            client.send(rubbish)
            client.open(SCRATCH, PROGRAM)
            check(client.diagnostics(SCRATCH) == [], f'{rubbish!r} is not got over')
    for end in (b'\r\n\r\n', b'Content-Length: 99999999999999\r\n\r\n', os.urandom(9000).replace(b'\n', b'')):
        with Client(mariner) as client:
            client.send(end)
            check(client.process.wait(60) == 1, f'{end[:20]!r}: the exit code is another')


def test_the_order_that_the_protocol_wants(mariner):
    with Client(mariner, start=False) as client:
        check(client.refusal('textDocument/hover', {})['code'] == -32002, 'served before initialize')
        client.ask('initialize', {'capabilities': {}})
        check(client.refusal('initialize', {'capabilities': {}})['code'] == -32600, 'initialized twice')
        check(client.refusal('no/such', {})['code'] == -32601, 'an unknown request is served')
        client.ask('shutdown', None)
        check(client.refusal('textDocument/hover', {})['code'] == -32600, 'served after shutdown')
        client.tell('exit', None)
        check(client.process.wait(60) == 0, 'the exit code is another')
    with Client(mariner) as client:
        client.tell('exit', None)
        check(client.process.wait(60) == 1, 'exit without shutdown is well')
    with Client(mariner) as client:
        client.process.stdin.close()
        check(client.process.wait(60) == 1, 'the end of the input is well')


def test_what_is_cancelled_is_not_done(mariner):
    with Client(mariner) as client:
        client.open(SCRATCH, PROGRAM)
        number = client.number + 1
        batch = frame({'jsonrpc': '2.0', 'id': number, 'method': 'textDocument/diagnostic',
                       'params': {'textDocument': {'uri': SCRATCH}}})
        batch += frame({'jsonrpc': '2.0', 'method': '$/cancelRequest', 'params': {'id': number}})
        client.number = number
        client.send(batch)
        check(client.answer(number)['error']['code'] == -32800, 'it was done')
        check(client.diagnostics(SCRATCH) == [], 'the next one is not served')


def test_large_texts_take_their_share_of_memory(mariner):
    lines = ['main:'] + [f'f{i}: li $t0, {i}\n jal f{i // 2}\n jr $ra' for i in range(60_000)]
    text = '\n'.join(lines) + '\n'
    hostile = '.macro m\n' + 'm\n' * 3 + '.end_macro\nm\n' + 'x: .word x\n' * 20_000
    with Client(mariner) as client:
        for one in (text, hostile, 'a:\n' * 200_000, '"' * 1_000_000, 'x' * 1_000_000, '(' * 300_000):
            client.open(SCRATCH, one)
            client.diagnostics(SCRATCH)
            client.of('documentSymbol', SCRATCH)
            client.at('completion', SCRATCH, 0, 3)
            client.at('references', SCRATCH, 0, 0, context={'includeDeclaration': True})
        status = Path(f'/proc/{client.process.pid}/status')
        if status.exists():
            most = next(int(line.split()[1]) for line in status.read_text().split('\n') if line.startswith('VmHWM'))
            check(most * 1024 <= 60 * len(text) + (64 << 20), f'{most} KiB for {len(text)} bytes')


def main():
    mariner = str(Path(sys.argv[1]).resolve())
    wanted = sys.argv[2:]
    tests = {name[5:]: test for name, test in {**globals(), **vars(protocol_tests), **vars(question_tests)}.items() if name.startswith('test_')}
    passed = failed = 0
    for name, test in tests.items():
        if wanted and name not in wanted:
            continue
        began = time.monotonic()
        try:
            test(mariner)
            passed += 1
            print(f'ok      {name} ({time.monotonic() - began:.1f} s)')
        except (Failure, subprocess.TimeoutExpired) as failure:
            failed += 1
            print(f'FAILED  {name}: {failure}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
