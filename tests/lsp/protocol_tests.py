"""What the protocol leaves to both sides: what a client can do, what the server asks it, what is old by the time it is answered."""
import json
import tempfile
from pathlib import Path

from client import Client, check, frame, uri_of, whole

TEXT = 'untitled:protocol.asm'
PROGRAM = """\
        .eqv    SIZE 4
        .data
count:  .word   0
        .text
main:   lw      $t0, count
        addi    $t0, $t0, SIZE
        sw      $t0, count
        jal     twice
        li      $v0, 10
        syscall
twice:  add     $v0, $a0, $a0
inner:  jr      $ra
"""


def can(**abilities):
    return {'textDocument': {}, **abilities}


def test_a_client_that_can_little_gets_what_it_can_show(mariner):
    plain = can(textDocument={'hover': {'contentFormat': ['plaintext']},
                              'completion': {'completionItem': {'documentationFormat': ['plaintext']}}})
    with Client(mariner, abilities=plain) as client:
        client.open(TEXT, PROGRAM)
        outline = client.of('documentSymbol', TEXT)
        check(all('location' in one and 'children' not in one for one in outline), f'{outline}')
        check(next(one for one in outline if one['name'] == 'inner')['containerName'] == 'twice', f'{outline}')
        hover = client.at('hover', TEXT, 4, 9)['contents']
        check(hover['kind'] == 'plaintext' and '`' not in hover['value'] and 'lw rt, imm(rs)' in hover['value'], f'{hover}')
        items = client.at('completion', TEXT, 5, 8)['items']
        check(not any(item.get('insertTextFormat') == 2 for item in items), 'a snippet')
        full = client.ask('completionItem/resolve', next(item for item in items if item['label'] == 'addi'))
        check(full['documentation']['kind'] == 'plaintext' and '`' not in full['documentation']['value'], f'{full}')
        help_ = client.at('signatureHelp', TEXT, 5, 21)
        check(help_['signatures'][0]['parameters'][1] == {'label': 'rs'}, f'{help_}')
        edit = client.at('rename', TEXT, 4, 23, newName='total')
        check(set(edit) == {'changes'}, f'{edit}')


def test_edits_name_the_version_that_they_are_for(mariner):
    with Client(mariner, abilities=can(workspace={'workspaceEdit': {'documentChanges': True}})) as client:
        client.open(TEXT, PROGRAM)
        client.change(TEXT, [{'text': PROGRAM}])
        edit = client.at('rename', TEXT, 4, 23, newName='total')
        check(list(edit) == ['documentChanges'], f'{edit}')
        check(edit['documentChanges'][0]['textDocument'] == {'uri': TEXT, 'version': 2}, f'{edit}')
        check(len(edit['documentChanges'][0]['edits']) == 3, f'{edit}')


def test_files_and_settings_are_asked_for(mariner):
    wishes = can(workspace={'didChangeWatchedFiles': {'dynamicRegistration': True}, 'configuration': True,
                            'didChangeConfiguration': {'dynamicRegistration': True}, 'diagnostics': {'refreshSupport': True},
                            'semanticTokens': {'refreshSupport': True}, 'inlayHint': {'refreshSupport': True},
                            'codeLens': {'refreshSupport': True}})
    with Client(mariner, abilities=wishes) as client:
        client.replies['workspace/configuration'] = [{'inlayHints': {'pseudo': False, 'constants': True}}]
        client.open(TEXT, PROGRAM)
        client.wait_until(lambda: any(one['method'] == 'workspace/inlayHint/refresh' for one in client.asked), 'the settings')
        watched = next(one for one in client.asked if one['method'] == 'client/registerCapability')['params']['registrations']
        check({one['method'] for one in watched} == {'workspace/didChangeWatchedFiles', 'workspace/didChangeConfiguration'}, f'{watched}')
        check(len({json.dumps(one['id']) for one in client.asked}) == len(client.asked), 'ids of requests come twice')
        check([note['label'] for note in client.of('inlayHint', TEXT, range=whole())] == ['= 4'], 'the settings do nothing')
        # Settings have changed: a null means that they are to be fetched.
        client.replies['workspace/configuration'] = [{'inlayHints': {'pseudo': True, 'constants': False}}]
        client.asked.clear()
        client.tell('workspace/didChangeConfiguration', {'settings': None})
        client.wait_until(lambda: sum(one['method'] == 'workspace/inlayHint/refresh' for one in client.asked) == 2, 'the settings')
        check(all('lui' in note['label'] for note in client.of('inlayHint', TEXT, range=whole())), 'the new settings do nothing')
        # A file has changed: everything may be another one.
        client.asked.clear()
        client.tell('workspace/didChangeWatchedFiles', {'changes': []})
        refreshes = {f'workspace/{what}/refresh' for what in ('diagnostic', 'semanticTokens', 'inlayHint', 'codeLens')}
        client.wait_until(lambda: {one['method'] for one in client.asked} == refreshes, 'the refreshes')
    with Client(mariner) as client:  # a client that said nothing of all that isn't asked
        client.tell('workspace/didChangeWatchedFiles', {'changes': []})
        client.open(TEXT, PROGRAM)
        client.diagnostics(TEXT)
        check(client.asked == [], f'{client.asked}')


def test_reports_that_are_known_are_not_sent_again(mariner):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        (folder / 'part.inc').write_text(' lii $t0, 1\n')
        pulls = can(textDocument={'diagnostic': {'relatedDocumentSupport': True}})
        with Client(mariner, folder, abilities=pulls) as client:
            main, part = uri_of(folder / 'main.asm'), uri_of(folder / 'part.inc')
            client.open(main, 'main: nop\n .include "part.inc"\n')
            report = client.of('diagnostic', main)
            check(report['kind'] == 'full' and report['items'] == [], f'{report}')
            related = report['relatedDocuments']
            check(list(related) == [part] and related[part]['kind'] == 'full' and related[part]['items'], f'{related}')
            again = client.of('diagnostic', main, previousResultId=report['resultId'])
            check(again['kind'] == 'unchanged' and 'items' not in again and again['resultId'] == report['resultId'], f'{again}')
            client.change(main, [{'text': 'main: lii $t0, 1\n'}])
            other = client.of('diagnostic', main, previousResultId=report['resultId'])
            check(other['kind'] == 'full' and len(other['items']) == 1, f'{other}')


def test_messages_link_to_the_reference(mariner):
    with Client(mariner, options={'reference': 'https://pages.example/docs'}) as client:
        client.open(TEXT, 'main: lii $t0, 1\n')
        link = client.diagnostics(TEXT)[0]
        check(link['codeDescription']['href'] == f'https://pages.example/docs/messages.md#{link["code"]}', f'{link}')
        client.open(TEXT, 'main: li $zero, 1\n')
        check(client.diagnostics(TEXT)[0]['codeDescription']['href'].endswith('/reference/lints.md#result_lost'), 'of a lint')
    with Client(mariner) as client:  # beside the program that was built there is docs/
        client.open(TEXT, 'main: lii $t0, 1\n')
        href = client.diagnostics(TEXT)[0]['codeDescription']['href']
        page, _, anchor = href.removeprefix('file://').partition('#')
        check(f'### {anchor}\n' in Path(page).read_text(), href)


def test_services_are_found_by_number_too(mariner):
    with Client(mariner) as client:
        client.open(TEXT, 'main: li $v0, 1\n li $v0, pri\n')
        items = client.at('completion', TEXT, 0, 15)['items']
        check({item['textEdit']['newText'] for item in items if item.get('filterText', '').startswith('1')} >= {'1', '11', '12'}, f'{items}')
        item = next(item for item in client.at('completion', TEXT, 1, 12)['items'] if item['label'] == 'print string')
        check(item['textEdit']['newText'] == '4' and 'filterText' not in item, f'{item}')


def test_what_was_asked_of_an_older_text_is_refused(mariner):
    text = 'main:\n' + ''.join(f'f{i}: li $t0, {i}\n jr $ra\n' for i in range(30_000))
    with Client(mariner) as client:
        client.open(TEXT, text)
        # In one piece: the actions give way to the change, which makes their place another one.
        numbers = [client.number + 1, client.number + 2]
        client.number += 2
        where = {'textDocument': {'uri': TEXT}}
        client.send(frame({'jsonrpc': '2.0', 'id': numbers[0], 'method': 'textDocument/inlayHint', 'params': {**where, 'range': whole(9)}}) +
                    frame({'jsonrpc': '2.0', 'id': numbers[1], 'method': 'textDocument/documentSymbol', 'params': where}) +
                    frame({'jsonrpc': '2.0', 'method': 'textDocument/didChange',
                           'params': {'textDocument': {'uri': TEXT, 'version': 2}, 'contentChanges': [{'text': 'main: nop\n'}]}}))
        first = client.answer(numbers[0])
        check(first.get('error', {}).get('code') == -32801, f'{first}'[:300])
        # A question about the whole text is answered for the text that the client has by now.
        check([one['name'] for one in client.answer(numbers[1])['result']] == ['main'], 'the outline is an old one')


def test_references_to_a_register(mariner):
    with Client(mariner) as client:
        client.open(TEXT, PROGRAM)
        places = client.at('references', TEXT, 4, 17, context={'includeDeclaration': True})
        check([place['range']['start']['line'] for place in places] == [4, 5, 5, 6], f'{places}')
        hover = client.at('hover', TEXT, 2, 1)['contents']['value']
        check('read 1 time in `main` (line 5)' in hover and 'written 1 time in `main` (line 7)' in hover, hover)
        hover = client.at('hover', TEXT, 10, 1)['contents']['value']
        check('called 1 time in `main` (line 8)' in hover, hover)
