"""Mechanical disguises: a program in, another text out that runs the same and looks different. Used by run.py to
measure `mariner similar`; that the program still runs the same is checked there too.

A program is a list of Statement, one per line with something on it; each disguise is a function of such a list and a
random.Random, and DISGUISES names them all. Works on sources written as the bundled games are (one label a line at most,
operands without character literals that hold commas), which is all it is for.
"""
import dataclasses
import re

COMMENT = re.compile(r'("(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\')|#.*')
LABEL = re.compile(r"\s*([A-Za-z_.$][\w.$]*)\s*:\s*")
OPERAND = re.compile(r'\s*,\s*(?=(?:[^"]*"[^"]*")*[^"]*$)')
RENAMED = ["$t%d" % n for n in range(10)] + ["$s%d" % n for n in range(8)]
ENDS = {"j", "jr", "b"}
# Neither jumps nor stops: what may go into a macro, or change places with its neighbour.
BRANCHES = re.compile(r"^(b\w+|j\w*|syscall|break|eret|nop)$")


@dataclasses.dataclass
class Statement:
    label: str = ""
    operator: str = ""
    operands: list = dataclasses.field(default_factory=list)

    def text(self):
        label = self.label + ":" if self.label else ""
        return ("%-8s%-8s%s" % (label + " ", self.operator, ", ".join(self.operands))).rstrip()

    def is_code(self):
        return bool(self.operator) and not self.operator.startswith(".")


def parse(source):
    statements = []
    for line in source.splitlines():
        line = COMMENT.sub(lambda match: match.group(1) or "", line).rstrip()
        label = LABEL.match(line)
        rest = (line[label.end():] if label else line).strip()
        if not rest and not label:
            continue
        operator, operands = (rest.split(None, 1) + ["", ""])[:2]
        if operator == ".eqv":
            parts = [operands.strip()]
        else:
            parts = OPERAND.split(operands.strip()) if operands.strip() else []
        statements.append(Statement(label.group(1) if label else "", operator, parts))
    return statements


def text_of(statements):
    return "\n".join(statement.text() for statement in statements) + "\n"


def words_replaced(statements, names):
    pattern = re.compile(r'("(?:[^"\\]|\\.)*")|(?<![\w.$])(%s)(?![\w.$])' % "|".join(map(re.escape, names)))

    def replaced(text):
        return pattern.sub(lambda match: match.group(1) or names[match.group(2)], text)
    return [Statement(names.get(one.label, one.label), one.operator, [replaced(part) for part in one.operands])
            for one in statements]


def text_indices(statements):
    """The positions of the statements of .text."""
    inside = True
    for index, one in enumerate(statements):
        if one.operator in (".data", ".text"):
            inside = one.operator == ".text"
        elif inside and not one.operator.startswith("."):
            yield index


def labels(statements, rng):
    names = [one.label for one in statements if one.label and one.label != "main"]
    fresh = ["%s_%d" % (rng.choice(["loop", "next", "func", "done", "tmp", "x", "step", "val"]), n)
             for n in range(len(names))]
    rng.shuffle(fresh)
    return words_replaced(statements, dict(zip(names, fresh)))


def registers(statements, rng):
    others = RENAMED[:]
    rng.shuffle(others)
    return words_replaced(statements, dict(zip(RENAMED, others)))


def nops(statements, rng):
    code = set(text_indices(statements))
    out = []
    for index, one in enumerate(statements):
        if index in code and one.is_code() and rng.random() < 0.3:
            register = rng.choice(RENAMED)
            junk = rng.choice([Statement("", "nop"), Statement("", "move", [register, register]),
                               Statement("", "addi", [register, register, "0"]),
                               Statement("", "or", [register, "$zero", register]),
                               Statement("", "sll", ["$zero", "$zero", "0"])])
            out.append(dataclasses.replace(junk, label=one.label))
            one = dataclasses.replace(one, label="")
        out.append(one)
    return out


def functions(statements, rng):
    """Moves every function whose neighbours don't fall through to another place behind main."""
    code = list(text_indices(statements))
    called = {one.operands[0] for one in statements if one.operator == "jal"}
    first, last = code[0], code[-1] + 1
    pieces = [[]]
    for one in statements[first:last]:
        previous = next((s for s in reversed(pieces[-1]) if s.operator), None)
        if one.label in called and previous and previous.operator in ENDS:
            pieces.append([])
        pieces[-1].append(one)
    last_one = pieces[-1][-1]
    tail = [pieces.pop()] if len(pieces) > 1 and last_one.operator not in ENDS else []
    rest = pieces[1:]
    rng.shuffle(rest)
    moved = pieces[0] + [one for piece in rest for one in piece] + [one for piece in tail for one in piece]
    return statements[:first] + moved + statements[last:]


def constants(statements, rng):
    """Names become numbers and numbers names."""
    values = {}
    kept = []
    for one in statements:
        if one.operator == ".eqv":
            name, value = re.split(r"[\s,]+", one.operands[0], maxsplit=1)
            values[name] = value
        else:
            kept.append(one)
    for _ in values:
        values = {name: values.get(value, value) for name, value in values.items()}
    kept = words_replaced(kept, values) if values else kept
    fresh = {}
    code = set(text_indices(kept))
    for index, one in enumerate(kept):
        for at, operand in enumerate(one.operands):
            if index in code and re.fullmatch(r"-?\d+", operand) and rng.random() < 0.5:
                one.operands[at] = fresh.setdefault(operand, "N_%d" % len(fresh))
    return [Statement("", ".eqv", [name + " " + value]) for value, name in fresh.items()] + kept


def macros(statements, rng):
    """Runs of instructions without labels go into macros of their own, some with a register as parameter."""
    code = set(text_indices(statements))
    out, definitions, run = [], [], []

    def close():
        if len(run) < 2 or rng.random() < 0.3:
            out.extend(run)
        else:
            name = "do_%d" % len(definitions)
            register = next((part for one in run for part in one.operands if part in RENAMED), None)
            parameters = {register: "%r"} if register and rng.random() < 0.5 else {}
            body = words_replaced(run, parameters) if parameters else list(run)
            head = [name + " (%r)"] if parameters else [name]
            definitions.append([Statement("", ".macro", head)] + body + [Statement("", ".end_macro")])
            out.append(Statement("", name, ["(" + register + ")"] if parameters else []))
        run.clear()
    for index, one in enumerate(statements):
        if index in code and one.is_code() and not one.label and len(run) < rng.randint(2, 9):
            run.append(one)
        else:
            close()
            out.append(one)
    close()
    first = next(index for index, one in enumerate(out) if one.operator in (".data", ".text"))
    return out[:first] + [one for lines in definitions for one in lines] + out[first:]


def is_number(text):
    return re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)", text) is not None


def swapped(one, rng):
    """The same instruction written another way, as one or more of (operator, operands)."""
    name, ops = one.operator, one.operands
    small = ops and is_number(ops[-1]) and -32768 <= int(ops[-1], 0) <= 32767
    ways = []
    if name == "li" and small:
        ways = [[("addiu", [ops[0], "$zero", ops[1]])], [("addi", [ops[0], "$0", ops[1]])], [("la", ops)]]
        ways += [[("ori", [ops[0], "$zero", ops[1]])], [("xori", [ops[0], "$zero", ops[1]])]] if int(ops[1], 0) >= 0 else []
        ways += [[("move", [ops[0], "$zero"])], [("sub", [ops[0], "$0", "$0"])]] if int(ops[1], 0) == 0 else []
    elif name == "move":
        ways = [[("addu", [ops[0], ops[1], "$zero"])], [("or", [ops[0], ops[1], "$0"])], [("addi", ops + ["0"])],
                [("add", [ops[0], "$zero", ops[1]])], [("subu", [ops[0], ops[1], "$0"])], [("sll", ops + ["0"])],
                [("xor", [ops[0], "$zero", ops[1]])], [("la", [ops[0], "(" + ops[1] + ")"])]]
    elif name in ("addi", "addiu") and small and int(ops[2], 0) > -32768:
        ways = [[("add" if name == "addi" else "addiu", ops)], [("sub", ops[:2] + [str(-int(ops[2], 0))])],
                [("subi", ops[:2] + [str(-int(ops[2], 0))])]] if ops[1] != "$sp" else [[("addi", ops)]]
    elif name in ("add", "addu", "and", "or", "xor", "mul") and ops[2].startswith("$"):
        ways = [[(name, [ops[0], ops[2], ops[1]])]]
    elif name in ("sub", "subu") and small:
        ways = [[("addi", ops[:2] + [str(-int(ops[2], 0))])]]
    elif name in ("beqz", "bnez"):
        ways = [[(name[:3], [ops[0], "$zero", ops[1]])], [(name[:3], ["$0", ops[0], ops[1]])],
                [(name[:3], [ops[0], "0", ops[1]])]]
    elif name in ("j", "b"):
        ways = [[("b", ops)], [("j", ops)], [("beq", ["$0", "$zero", ops[0]])], [("bgez", ["$zero", ops[0]])]]
    elif name in ("bltz", "bgez", "bgtz", "blez"):
        ways = [[(name[:3], [ops[0], "$zero", ops[1]])]]
        ways += [[(name[:3], [ops[0], "0", ops[1]])]] if name in ("bltz", "bgez") else []
        ways += [[("slt", ["$at", ops[0], "$zero"]), ("bnez", ["$at", ops[1]])]] if name == "bltz" else []
    elif name in ("blt", "bge", "bgt", "ble") and ops[1].startswith("$"):
        other = {"blt": "bgt", "bgt": "blt", "bge": "ble", "ble": "bge"}[name]
        compared = ops[:2] if name in ("blt", "bge") else [ops[1], ops[0]]
        ways = [[(other, [ops[1], ops[0], ops[2]])],
                [("slt", ["$at"] + compared), ("bnez" if name in ("blt", "bgt") else "beqz", ["$at", ops[2]])]]
    elif name == "blt" and is_number(ops[1]):
        ways = [[("slti", ["$at", ops[0], ops[1]]), ("bne", ["$at", "$zero", ops[2]])]]
    elif name in ("beq", "bne") and ops[1].startswith("$"):
        ways = [[(name, [ops[1], ops[0], ops[2]])]]
    elif name in ("beq", "bne") and small is not None and is_number(ops[1]):
        ways = [[("li", ["$at", ops[1]]), (name, [ops[0], "$at", ops[2]])]]
    elif name == "sll" and small and 0 < int(ops[2], 0) < 15:
        ways = [[("mul", ops[:2] + [str(1 << int(ops[2], 0))])]]
        ways += [[("add", [ops[0], ops[1], ops[1]])]] if int(ops[2], 0) == 1 else []
    elif name == "not":
        ways = [[("nor", ops + ["$zero"])]]
    elif name in ("neg", "negu"):
        ways = [[("sub" + name[3:], [ops[0], "$zero", ops[1]])]]
    elif name in ("lw", "sw", "lb", "lbu", "sb", "lh", "lhu", "sh"):
        match = re.fullmatch(r"([A-Za-z_][\w.]*)", ops[1])
        if match and match.group(1) and name[0] == "l":
            ways = [[("la", [ops[0], ops[1]]), (name, [ops[0], "0(" + ops[0] + ")"])]]
        elif re.fullmatch(r"0\(.*\)", ops[1]):
            ways = [[(name, [ops[0], ops[1][1:]])]]
        elif re.fullmatch(r"\(.*\)", ops[1]):
            ways = [[(name, [ops[0], "0" + ops[1]])]]
    elif name == "jr" and ops == ["$ra"]:
        ways = [[("jr", ["$31"])]]
    elif name == "mul" and ops[2].startswith("$"):
        ways = [[("mult", ops[1:]), ("mflo", ops[:1])]]
    return rng.choice(ways) if ways else [(name, ops)]


def pseudo(statements, rng):
    code = set(text_indices(statements))
    out = []
    for index, one in enumerate(statements):
        if index not in code or not one.is_code():
            out.append(one)
            continue
        label = one.label
        for operator, operands in swapped(one, rng):
            out.append(Statement(label, operator, operands))
            label = ""
    return out


def inverted(statements, rng):
    """A branch becomes the opposite branch over a jump."""
    opposite = {"beq": "bne", "bne": "beq", "beqz": "bnez", "bnez": "beqz", "blt": "bge", "bge": "blt", "bgt": "ble",
                "ble": "bgt", "bltz": "bgez", "bgez": "bltz", "bgtz": "blez", "blez": "bgtz"}
    out = []
    for one in statements:
        if one.operator in opposite and rng.random() < 0.5:
            skip = "skip_%d" % len(out)
            out += [Statement(one.label, opposite[one.operator], one.operands[:-1] + [skip]),
                    Statement("", "j", [one.operands[-1]]), Statement(skip)]
        else:
            out.append(one)
    return out


def registers_in(one):
    return set(re.findall(r"\$\w+", " ".join(one.operands)))


def neighbours(statements, rng):
    """Instructions that have no register in common, and no memory access, change places."""
    code = set(text_indices(statements))
    out = list(statements)

    def may_move(index):
        one = out[index]
        return (index in code and one.is_code() and not one.label and not BRANCHES.match(one.operator)
                and not one.operator.startswith(("l", "s")) or one.operator in ("li", "la")) and not one.label
    for index in range(len(out) - 1):
        first, second = out[index], out[index + 1]
        if (may_move(index) and may_move(index + 1) and not registers_in(first) & registers_in(second)
                and rng.random() < 0.5):
            out[index], out[index + 1] = second, first
    return out


def layout(statements, rng):
    """Returns text: other spacing, comments everywhere, labels on lines of their own or not."""
    words = "this that loop counts board check value player turn again first last move here".split()
    lines = []
    for one in statements:
        gap = rng.choice(["\t", " ", "    ", "  \t "])
        label = one.label + ":" + rng.choice(["\n", " "]) if one.label else ""
        separator = gap if one.operator == ".eqv" else rng.choice([",", ", ", " , "])
        body = one.operator + gap + separator.join(one.operands)
        comment = gap + "# " + " ".join(rng.sample(words, 4)) if rng.random() < 0.3 else ""
        lines.append(label + gap + body + comment)
        lines += ["", "# " + " ".join(rng.sample(words, 5))] if rng.random() < 0.1 else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


STEPS = {"labels": [labels], "registers": [registers], "layout": [], "nops": [nops], "functions": [functions],
         "constants": [constants], "macros": [macros], "pseudo": [constants, pseudo], "inverted": [inverted],
         "neighbours": [neighbours],
         "all": [constants, pseudo, functions, labels, registers, nops, macros],
         "all and more": [constants, neighbours, pseudo, functions, labels, inverted, registers, nops, macros]}


def disguised(source, name, rng):
    statements = parse(source)
    for step in STEPS[name]:
        statements = step(statements, rng)
    return layout(statements, rng) if name not in ("labels", "registers") else text_of(statements)
