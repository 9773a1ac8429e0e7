"""What single questions are answered, where it is easily almost right: ways through a routine, kinds of uses, places that are exact."""
import subprocess
import tempfile
from pathlib import Path

from client import Client, check, edited, lines_of, offset_of, uri_of, whole

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = 'untitled:questions.asm'
WAYS = """\
        .data
total:  .word   0
        .text
main:   li      $v0, 5
        syscall
        move    $t0, $v0
        beqz    $t0, small
        li      $t1, 1
        jal     help
        b       end
small:  li      $t1, 2
end:    move    $a0, $t1
        la      $t2, total
        lw      $t3, total
        sw      $t3, total
        li      $v0, 10
        syscall
help:   bgtz    $a0, more
        li      $v0, 4
        jr      $ra
more:   li      $v0, 4
        jr      $ra
"""


def marked(text, diagnostic, encoding='utf-16'):
    lines, where = lines_of(text), diagnostic['range']
    return text[offset_of(lines, where['start'], encoding):offset_of(lines, where['end'], encoding)]


def test_the_last_writers_are_those_on_the_ways_to_a_line(mariner):
    with Client(mariner) as client:
        client.open(TEXT, WAYS)

        def told(line, character):
            return client.at('hover', TEXT, line, character)['contents']['value']
        both = told(11, 22)
        check('the call in line 9' in both and 'in line 8: `li      $t1, 1`' in both and 'in line 11:' in both, both)
        check('line 4' in told(5, 22) and 'line 16' not in told(5, 22), told(5, 22))
        check('not written before' in told(20, 17) and 'line 19' not in told(20, 17), 'of a way that has left')
        # A 4 that a routine returns is no service, one in front of a syscall is.
        check('syscall' not in told(18, 21) and 'syscall 5: read integer' in told(3, 21), told(18, 21))


def test_notes_of_labels_say_where_they_are_and_how_far_off(mariner):
    text = '.data\nx: .word 1\ny: .word 2\n.text\nmain: beq $t0, $t1, end\n lw $t0, y\nend: blt $t0, 5, main\n'
    with Client(mariner, options={'inlayHints': {'labels': True, 'pseudo': False}}) as client:
        client.open(TEXT, text)
        notes = [note['label'] for note in client.of('inlayHint', TEXT, range=whole())]
        check(notes == ['= 0x0040000c (3 instructions on)', '= 0x10010004 (.data + 4)', '= 0x00400000 (4 instructions back)'], f'{notes}')


def test_an_address_that_is_taken_is_not_read(mariner):
    with Client(mariner) as client:
        client.open(TEXT, WAYS)
        value = client.at('hover', TEXT, 1, 2)['contents']['value']
        for words in ('written 1 time in `main` (line 15)', 'read 1 time in `main` (line 14)', 'address used 1 time in `main` (line 13)'):
            check(words in value, value)


def test_lints_mark_the_instruction_without_its_label(mariner):
    cases = {'main: jal f\n li $v0, 10\n syscall\nf: jal g\n jr $ra\ng: jr $ra\n': 'jal g', 'main: li $zero, 1 # x\n': 'li $zero, 1',
             'main: syscall\n': 'syscall', '# \U0001F600\nmain:\tj main\nx: y: .word 1\n nop\n': None}
    with Client(mariner) as client:
        for text, wanted in cases.items():
            client.open(TEXT, text)
            found = [marked(text, one) for one in client.diagnostics(TEXT)]
            check(wanted is None or found == [wanted], f'{text!r}: {found}')


def test_titles_of_repairs_have_one_line(mariner):
    with Client(mariner) as client:
        client.open(TEXT, 'main: jal f\n li $t0, 1\nf: jr $ra\n')
        actions = client.of('codeAction', TEXT, range=whole(), context={'diagnostics': []})
        titles = [action['title'] for action in actions]
        check(any('li $v0, 10; syscall' in title for title in titles) and not any('\n' in title for title in titles), f'{titles}')


def test_what_actions_put_in_has_the_layout_of_the_file(mariner):
    text = 'main:\n\tjal\tf\n\tli\t$v0, 10\n\tsyscall\nf:\tli\t$s0, 1\n\tli\t$t0, 70000\n\tjr\t$ra\n'
    with Client(mariner) as client:
        client.open(TEXT, text)
        at = {'start': {'line': 4, 'character': 6}, 'end': {'line': 4, 'character': 6}}
        cure = client.of('codeAction', TEXT, range=at, context={'diagnostics': [], 'only': ['quickfix']})
        cured = edited(text, cure[0]['edit']['changes'][TEXT])
        check('f:\n\taddiu\t$sp, $sp, -4\n\tsw\t$s0, 0($sp)\n\tli\t$s0, 1\n' in cured, cured)
        at = {'start': {'line': 5, 'character': 2}, 'end': {'line': 5, 'character': 2}}
        rewritten = client.of('codeAction', TEXT, range=at, context={'diagnostics': [], 'only': ['refactor.rewrite']})
        out = edited(text, rewritten[0]['edit']['changes'][TEXT])
        check('\tlui\t$at, 1\n\tori\t$t0, $at, 4464\n' in out, out)


def test_lines_that_are_put_in_end_as_the_others_do(mariner):
    text = 'main: jal f\r\n li $v0, 10\r\n syscall\r\nf: li $s0, 1\r\n jr $ra\r\n'
    with Client(mariner) as client:
        client.open(TEXT, text)
        at = {'start': {'line': 3, 'character': 4}, 'end': {'line': 3, 'character': 4}}
        cure = client.of('codeAction', TEXT, range=at, context={'diagnostics': [], 'only': ['quickfix']})
        cured = edited(text, cure[0]['edit']['changes'][TEXT])
        check(cured.count('\n') == cured.count('\r\n') > 6, repr(cured))


def test_completion_knows_what_has_no_operands_and_documents_names(mariner):
    text = '.eqv N 4\n.macro show(%x)\n move $a0, %x\n.end_macro\n.data\nlist: .word 1, 2\n.text\nmain: syscall \n mfc0 $t0, \n la $a0, \n \n'
    with Client(mariner) as client:
        client.open(TEXT, text)
        check(client.at('completion', TEXT, 7, 14)['items'] == [], 'syscall takes operands')
        system = [item['label'] for item in client.at('completion', TEXT, 8, 11)['items'] if item['sortText'][0] == '0']
        check({'$8', '$12', '$13', '$14'} <= set(system) and '$t0' not in system, f'{system}')

        def documentation(line, character, label):
            items = client.at('completion', TEXT, line, character)['items']
            item = next(one for one in items if one['label'] == label)
            return client.ask('completionItem/resolve', item)['documentation']['value']
        check('list: .word 1, 2' in documentation(9, 9, 'list'), 'of a label, though the program has errors')
        check('stands for `4`' in documentation(9, 9, 'N'), 'of a constant')
        check('move $a0, %x' in documentation(10, 1, 'show'), 'of a macro')


def test_symbols_of_the_folder_have_their_kinds(mariner):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        (folder / 'a.asm').write_text('.eqv xsize 4\n.macro xmacro\n.end_macro\n.data\nxlist:\n .word 1\n.text\nxmain: nop\n')
        with Client(mariner, folder) as client:
            client.open(uri_of(folder / 'b.asm'), 'main: nop\n')
            kinds = {one['name']: one['kind'] for one in client.ask('workspace/symbol', {'query': 'x'})}
            check(kinds == {'xsize': 14, 'xmacro': 6, 'xlist': 13, 'xmain': 12}, f'{kinds}')


def test_selections_grow_by_operands_and_comments_fold(mariner):
    with Client(mariner) as client:
        text = '# one\n# two\nmain: lw $t0, 4($sp) # load\n'
        client.open(TEXT, text)
        one, words = client.of('selectionRange', TEXT, positions=[{'line': 2, 'character': 14}])[0], []
        while one:
            words.append(marked(text, one))
            one = one.get('parent')
        check(words[:4] == ['4', '4($sp)', '$t0, 4($sp)', 'lw $t0, 4($sp)'], f'{words}')
        check(client.of('foldingRange', TEXT)[0] == {'startLine': 0, 'endLine': 1, 'kind': 'comment'}, 'comments')


def test_that_there_are_more_errors_is_no_error(mariner):
    with Client(mariner) as client:
        client.open(TEXT, 'main: nop\n' + ''.join(f' lii $t0, {i}\n' for i in range(50)))
        found = client.diagnostics(TEXT)
        check([one['severity'] for one in found] == [1] * 20 + [3] and found[-1]['range'] == found[-2]['range'], f'{found[-2:]}')


def test_a_program_that_is_laid_out_gives_the_same_file(mariner):
    """Words, addresses and map of lines: the ELF file holds them all."""
    cases = sorted((ROOT / 'tests/conformance/cases').rglob('*.asm'))
    sources = [path for path in cases if '.include' not in path.read_text('latin-1')][::15]
    sources += sorted((ROOT / 'asm').glob('*/*.asm')) + sorted((ROOT / 'tests/conformance/cases/macros').glob('*.asm'))[::5]
    changed = 0
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / 'a.asm'
        # Columns that no source has, so that every line moves.
        (Path(scratch) / '.editorconfig').write_text('root = true\n[*]\nindent_style = tab\nmariner_instruction_column = 6\n'
                                                     'mariner_operand_column = 17\nmariner_comment_column = 51\n')

        def assembled():
            elf = source.with_suffix('.elf')
            elf.unlink(missing_ok=True)
            subprocess.run([mariner, 'asm', source, '-o', elf], capture_output=True, check=False)
            return elf.read_bytes() if elf.exists() else None
        for path in sources:
            source.write_bytes(path.read_bytes())
            before = assembled()
            check(subprocess.run([mariner, 'format', source], capture_output=True, check=False).returncode == 0, f'{path}: format fails')
            changed += source.read_bytes() != path.read_bytes()
            check(assembled() == before, f'{path}: laid out it is another program')
    check(changed > 60, f'only {changed} sources were changed')


def test_a_file_in_a_folder_below_belongs_to_the_program_that_includes_it(mariner):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        (folder / 'lib').mkdir()
        texts = {'main.asm': '.include "lib/util.inc"\nmain: jal util\n li $v0, 10\n syscall\n',
                 'lib/util.inc': '.include "deep.inc"\nutil: li $t0, DEEP\n jr $ra\n', 'lib/deep.inc': '.eqv DEEP 5x\n'}
        for name, text in texts.items():
            (folder / name).write_text(text)
        main, util, deep = (uri_of(folder / name) for name in texts)
        with Client(mariner, folder, pulls=False) as client:
            client.open(util, texts['lib/util.inc'])
            changes = client.at('rename', util, 1, 1, newName='helper')['changes']
            check(set(changes) == {main, util}, f'rename: {changes}')
            # What is wrong is told once, however many of the program's files are open.
            client.open(main, texts['main.asm'])
            client.open(deep, texts['lib/deep.inc'])
            client.wait_until(lambda: client.told.get(deep), 'the error')
            client.wait_until(lambda: 'digits' in client.told[deep][0]['message'], 'the words of the tutor')
            check((len(client.told[deep]), len(client.told[util])) == (1, 1), f'{client.told}')
            client.change(main, [{'text': '.include "'}])
            names = [item['label'] for item in client.at('completion', main, 0, 10)['items']]
            check({'lib/util.inc', 'lib/deep.inc'} <= set(names), f'{names}')


def test_what_cannot_be_seen_has_a_sign(mariner):
    with Client(mariner) as client:
        client.open(TEXT, 'main: li $t0, 1\0\n')
        found = client.diagnostics(TEXT)[0]['message']
        check('\u2400' in found and '\0' not in found, repr(found))
