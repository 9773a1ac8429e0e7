#!/usr/bin/env python3
"""The house style of the games: the programs under asm/ read as chapters of one textbook.

    tests/rooms/check.py [-v]

Reads each program as text and asks what a careful reader would: is every line in form, does every routine say what it
takes, gives and clobbers, is that so, does it keep the calling convention, has every number a name, and are the routines
that several programs share the same text in all of them? Nothing is assembled. Afterwards each rule is tried on a program
with one fault of its kind, which it must find. Ends with "N passed, N failed". Standard library only.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WIDTH = 100

# One text in every program that has them; the first two stand in all. In `rows` the turn, which its report keeps in $a1,
# has to be put aside while a line is read.
SHARED = ["print", "read_line", "read_answer", "read_number", "read_character"]
IN_ALL = ["print", "read_line"]
OWN_TEXT = {("rows", "read_answer")}

# Caller-saved registers that a report gives a meaning for the whole program: they outlive the calls that leave them alone.
RESERVED = {"rows": {"$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$a1"}, "columns": {"$v1"}, "master": {"$fp"}}
# Labels inside a routine are snake_case; these are not, because their report calls them so.
REPORTED_LABELS = {"Input", "CheckTie"}

SERVICES = {  # name: registers read, registers written
    "PRINT_INT": ("$a0", ""), "PRINT_STRING": ("$a0", ""), "PRINT_CHAR": ("$a0", ""), "EXIT": ("", ""),
    "SBRK": ("$a0", "$v0"), "READ_FILE": ("$a0 $a1 $a2", "$v0"), "WRITE_FILE": ("$a0 $a1 $a2", "$v0"),
    "SLEEP": ("$a0", ""), "RANDOM_RANGE": ("$a0 $a1", "$a0"),
}
STORES = {"sb", "sw"}
BRANCHES = {"beq", "bne", "beqz", "bnez", "bltz", "bgez", "blez", "bgtz", "blt", "ble", "bgt", "bge", "bgeu", "bltu"}
SAVED = {"$s%d" % n for n in range(8)}
CALL_LOSES = {"$v0", "$v1"} | {"$a%d" % n for n in range(4)} | {"$t%d" % n for n in range(10)}
NUMBER = re.compile(r"^-?(0x[0-9a-fA-F]+|\d+)$")


class Step:
    """An instruction: its line in the file, mnemonic, operands, and the labels that stand before it."""

    def __init__(self, line, mnemonic, operands, labels):
        self.line, self.mnemonic, self.labels = line, mnemonic, labels
        self.operands = [o.strip() for o in operands.split(",")] if operands else []
        self.service = None

    def registers(self, operands):
        return {r for operand in operands for r in re.findall(r"\$\w+", operand)}

    def writes(self):
        if self.mnemonic == "syscall":
            return set(SERVICES[self.service][1].split()) if self.service in SERVICES else set()
        if self.mnemonic in STORES | BRANCHES | {"j", "jal", "jr"}:
            return set()
        return {self.operands[0]}

    def reads(self):
        if self.mnemonic == "syscall":
            return {"$v0"} | (set(SERVICES[self.service][0].split()) if self.service in SERVICES else set())
        if self.mnemonic in STORES | BRANCHES | {"j", "jal", "jr"}:
            return self.registers(self.operands)
        return self.registers(self.operands[1:])

    def target(self):
        return self.operands[-1] if self.mnemonic in BRANCHES | {"j"} else None


class Routine:
    """A routine's header and steps. `text` is both, for comparing."""

    def __init__(self, name, header, steps, text):
        self.name, self.header, self.steps, self.text = name, header, steps, text
        self.fields = header_fields(header)

    def named(self, field):
        found = re.findall(r"((?:\$\w+, )*\$\w+) =", self.fields.get(field, ""))
        return {register for group in found for register in group.split(", ")}

    def clobbers(self, program):
        text = self.fields.get("clobbers", "")
        like = re.fullmatch(r"as (\w+)", text)
        if like:
            other = program.routines.get(like[1])
            return (other.clobbers(program) if other else set()) - self.named("results")
        found = set()
        for first, last in re.findall(r"(\$\w+)(?:-(\$\w+))?", text):
            numbers = range(int(first[2]), int((last or first)[2]) + 1)
            found |= {"%s%d" % (first[:2], n) for n in numbers}
        return found


def header_fields(header):
    """What a header says, by field; {} unless purpose, arguments, results and clobbers stand there in this order."""
    flat = re.sub(r"\n#    +", " ", header)  # a field's further lines are set in deeper
    flat = re.sub(r"^(# \w+: .*)((?:\n#      +.*)+)", lambda m: m[1] + m[2].replace("\n#", ""), flat)
    match = re.match(r"# (\w+): (.+)\n#   arguments  (.+)\n#   results    (.+)\n#   clobbers   (.+)\n", flat)
    return dict(zip(("name", "purpose", "arguments", "results", "clobbers"), match.groups())) if match else {}


RULER = "# " + 78 * "-"
ROUTINE = re.compile(r"^%s\n((?:#.*\n)+?)%s\n((\w+):\n(?:.*\n)*?)(?=%s\n# \w+: |        \.data\n|\Z)" % (RULER, RULER, RULER), re.M)


def without_comment(line):
    """The line up to its '#', if that isn't inside quotation marks."""
    return re.match(r"""(?:[^#"']|"(?:\\.|[^"])*"|'(?:\\.|[^'])*')*""", line)[0]


class Program:
    def __init__(self, room, text):
        self.room, self.text, self.lines = room, text, text.split("\n")
        self.bare = "\n".join(map(without_comment, self.lines))
        self.constants = re.findall(r"^ +\.eqv +(\w+)", self.bare, re.M)
        self.labels = re.findall(r"^(\w+):", self.bare, re.M)
        self.called = set(re.findall(r"^ +jal +(\w+)", self.bare, re.M)) | {"main"}
        self.routines = {}
        for match in ROUTINE.finditer(text):
            first = text.count("\n", 0, match.start(2)) + 1
            self.routines[match[3]] = Routine(match[3], match[1], steps_of(match[2], first), match[0].strip("\n"))


def steps_of(body, first_line):
    steps, labels, service = [], [], None
    for number, line in enumerate(body.split("\n"), first_line):
        words = without_comment(line).split(None, 1)
        if words and words[0].endswith(":"):
            labels.append(words[0][:-1])
        elif words:
            steps.append(Step(number, words[0], words[1].rstrip() if len(words) > 1 else "", labels))
            labels = []
            if steps[-1].operands[:1] == ["$v0"]:
                service = steps[-1].operands[-1]
            steps[-1].service = service
    return steps


# --- the rules: each yields what is wrong ---


def canonical(line, data):
    """The line as the house writes it, or None if it is no line of code or data."""
    code = without_comment(line).rstrip()
    comment = line[len(code):].strip()
    if data:
        match = re.fullmatch(r"(?:(\w+:)|) *(?:(\.\w+) *(.*))?", code)
        if match and match[2] == ".eqv":
            name, value = (match[3].split() + [""])[:2]
            form, column = "        .eqv    %-20s%s" % (name, value), 48
        elif match and match[2] in (".data", ".text", ".globl"):
            form, column = ("        %-8s%s" % (match[2], match[3])).rstrip(), 40
        elif match:
            form, column = ("%-16s%-8s%s" % (match[1] or "", match[2] or "", match[3] or "")).rstrip(), 40
        else:
            return None
    else:
        match = re.fullmatch(r"(\w+:)|(?: +(\S+)(?: +(.*))?)", code)
        if not match:
            return None
        operands = ", ".join(o.strip() for o in (match[3] or "").split(","))
        form, column = match[1] or ("        %-8s%s" % (match[2], operands)).rstrip(), 40
    if comment:
        form = form.ljust(column if len(form) < column - 1 else column + 8) + comment
    return form


def check_form(program):
    """Lines of at most 100 ASCII characters, in columns: labels 0, code 8 and 16, comments 40."""
    in_data = True
    for number, line in enumerate(program.lines, 1):
        if len(line) > WIDTH or "\t" in line or line != line.rstrip() or not line.isascii():
            yield "line %d: too long, or with a tab, a blank at its end or a character that isn't ASCII" % number
        if line in ("        .text", "        .data"):
            in_data = line.endswith(".data")
        if not line or re.match(r"#|        # ", line):
            continue
        if canonical(line, in_data) != line:
            yield "line %d is out of form: %s" % (number, line.strip())
    if not program.text.endswith("\n") or program.text.endswith("\n\n"):
        yield "the file doesn't end with one line feed"


def check_head(program):
    """The file says which chapter it is, what is new in it, and what its registers mean."""
    number = rooms().index(program.room) + 1
    head = program.text.split("\n        # ")[0]
    if not head.startswith("# Chapter %d: %s - " % (number, program.room)):
        yield "the first line isn't '# Chapter %d: %s - ...'" % (number, program.room)
    for phrase in ("New in this one: ", "README.md", "# Registers with one meaning in the whole program"):
        if phrase not in head:
            yield "the head has no '%s'" % phrase


def check_headers(program):
    """Every routine has a header: its name and purpose, arguments, results, clobbers."""
    for name in sorted(program.called):
        if name not in program.routines or program.routines[name].fields.get("name") != name:
            yield "%s: no header with purpose, arguments, results and clobbers" % name
    if program.called != set(program.routines):
        yield "a routine that nothing calls"


def restored(routine):
    """Registers that are put on the stack at the start and taken from the same place at the end."""
    saves = [tuple(s.operands) for s in routine.steps if s.mnemonic == "sw" and s.operands[1].endswith("($sp)")]
    loads = [tuple(s.operands) for s in routine.steps if s.mnemonic == "lw" and s.operands[1].endswith("($sp)")]
    return {register for register, _ in set(saves) & set(loads)} if len(saves) == len(loads) == len(set(saves)) else set()


def check_clobbers(program):
    """A header's list is exactly what the routine, and those it calls, write and don't put back."""
    for routine in program.routines.values():
        if routine.name == "main":
            continue
        written = {register for step in routine.steps for register in step.writes()}
        for step in routine.steps:
            if step.mnemonic == "jal" and step.operands[0] in program.routines:
                callee = program.routines[step.operands[0]]
                written |= callee.clobbers(program) | callee.named("results")
        written -= restored(routine) | {"$sp", "$ra"}
        said = routine.clobbers(program) | routine.named("results")
        if written != said:
            yield "%s: writes %s, its header says %s" % (routine.name, sorted(written - said), sorted(said - written))


def check_frames(program):
    """$ra and $s registers are saved before use and restored; frames are balanced, with one way out."""
    for routine in program.routines.values():
        if routine.name == "main":
            continue
        calls = any(step.mnemonic == "jal" for step in routine.steps)
        used = {register for step in routine.steps for register in step.writes()} & SAVED
        for register in sorted((used | ({"$ra"} if calls else set())) - restored(routine)):
            yield "%s: %s isn't saved and restored" % (routine.name, register)
        moves = [int(step.operands[2]) for step in routine.steps if step.operands[:2] == ["$sp", "$sp"]]
        ways_out = [i for i, step in enumerate(routine.steps) if step.mnemonic == "jr"]
        if not ways_out or routine.steps[-1].mnemonic != "jr":
            yield "%s: control falls out of its end" % routine.name
        elif moves and (len(moves) != 2 or sum(moves) or moves[0] != -4 * len(restored(routine)) or
                        routine.steps[0].operands[:1] != ["$sp"] or ways_out != [len(routine.steps) - 1] or
                        routine.steps[-2].operands[:1] != ["$sp"]):
            yield "%s: its frame isn't made at the start and given back before the only way out" % routine.name


def check_flow(program):
    """No jump leaves a routine, none goes to its entry; labels inside begin with its name."""
    for routine in program.routines.values():
        inside = {label for step in routine.steps for label in step.labels}
        prefix = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", routine.name).lower() + "_"
        for step in routine.steps:
            if step.target() and (step.target() not in inside or step.target() == routine.name):
                yield "%s: line %d jumps to %s" % (routine.name, step.line, step.target())
        for label in inside - {routine.name} - REPORTED_LABELS:
            form = r"[a-z][a-z0-9_]*" if routine.name == "main" else prefix + r"[a-z0-9_]+"
            if not re.fullmatch(form, label):
                yield "%s: its label %s isn't named after it" % (routine.name, label)


def check_values(program):
    """What is read has been written: a call leaves nothing in $t, $a and $v but its results."""
    reserved = RESERVED.get(program.room, set())
    for routine in program.routines.values():
        where = {label: i for i, step in enumerate(routine.steps) for label in step.labels}
        entry = {"$zero", "$sp", "$ra"} | SAVED | routine.named("arguments") | reserved
        known, waiting, told = {0: entry}, [0], set()
        while waiting:
            i = waiting.pop()
            step, values = routine.steps[i], set(known[i])
            lost = sorted(step.reads() - values)
            if step.mnemonic == "syscall" and step.service not in SERVICES:
                yield "%s: line %d calls a service that SERVICES doesn't know: %s" % (routine.name, step.line, step.service)
            if step.mnemonic == "sw" and step.operands[1].endswith("($sp)"):
                lost = []
            callee = program.routines.get(step.operands[0]) if step.mnemonic == "jal" else None
            if callee:
                lost = sorted(callee.named("arguments") - values)
                values -= CALL_LOSES - (reserved - callee.clobbers(program))
                values |= callee.named("results")
            if step.mnemonic == "jr":
                lost = sorted(routine.named("results") - values)
            if lost and i not in told:
                told.add(i)
                yield "%s: line %d needs %s, which nothing has set" % (routine.name, step.line, ", ".join(lost))
            values |= step.writes()
            ends = step.mnemonic in ("j", "jr") or (step.mnemonic == "syscall" and step.service == "EXIT")
            after = [] if ends else [i + 1]
            after += [where[step.target()]] if step.target() in where else []
            for j in after:
                if j < len(routine.steps) and (j not in known or not known[j] <= values):
                    known[j] = known[j] & values if j in known else values
                    waiting.append(j)


def check_numbers(program):
    """A number that means something has a name: only 0, 1, -1 and the sizes of words and frames are written out."""
    for routine in program.routines.values():
        for step in routine.steps:
            for operand in step.operands:
                parts = [operand] if NUMBER.match(operand) else re.findall(r"(?<![\w$])-?\d\w*(?=\()|(?<=\+ )\d\w*", operand)
                for part in parts:
                    value = int(part, 0)
                    frame = "$sp" in operand or step.operands[:2] == ["$sp", "$sp"]
                    word = (step.mnemonic == "sll" and value == 2) or (step.mnemonic == "addiu" and value == 4)
                    if value not in (0, 1, -1) and not word and not (frame and value % 4 == 0):
                        yield "%s: line %d has a bare %s" % (routine.name, step.line, part)


def check_names(program):
    """Every constant and label is used (a label: or told on the room's page), and none is defined twice."""
    page = (ROOT / "asm" / program.room / "README.md").read_text()
    for name in program.labels + program.constants:
        uses = len(re.findall(r"(?<![\w$])%s(?!\w)" % name, program.bare))
        if uses < 2 and not (name in program.labels and "`%s`" % name in page):
            yield "nothing uses %s" % name
    for name in program.constants:
        if name != name.upper():
            yield "the constant %s isn't in capitals" % name
    names = program.labels + program.constants
    if len(set(names)) != len(names):
        yield "a name is defined twice"


RULES = [check_form, check_head, check_headers, check_clobbers, check_frames, check_flow, check_values, check_numbers,
         check_names]


def check_shared(programs):
    """The routines that several programs have are the same text in all of them."""
    for name in SHARED:
        texts = {p.room: p.routines[name].text for p in programs if name in p.routines and (p.room, name) not in OWN_TEXT}
        if len(set(texts.values())) > 1 or (name in IN_ALL and len(texts) != len(programs)):
            yield "%s isn't the same in %s" % (name, ", ".join(texts))


# --- each rule on a program with one fault ---

FAULTS = [  # rule, room, text, replacement, what the complaint names
    (check_form, "rows", "        li      $s7, 0\n", "        li    $s7, 0\n", "li    $s7, 0"),
    (check_form, "rows", "        li      $s7, 0\n", "        li      $s7,0\n", "$s7,0"),
    (check_form, "rows", "        li      $s7, 0\n", "\tli\t$s7, 0\n", "tab"),
    (check_form, "tactics", "# column\n", " # column\n", "# column"),
    (check_head, "solo", "# Chapter 3", "# Chapter 2", "Chapter 3"),
    (check_headers, "columns", "#   results    $v1 = index of the piece in BOARD\n", "", "place"),
    (check_clobbers, "columns", "#   clobbers   $a0, $t0-$t2\n", "#   clobbers   $a0, $t0, $t1\n", "$t2"),
    (check_clobbers, "rows", "#   clobbers   as read_answer\n", "#   clobbers   $t6-$t9\n", "$a2"),
    (check_frames, "solo", "        sw      $s4, 8($sp)\n", "", "$s4 isn't saved"),
    (check_frames, "tactics", "        sw      $ra, 0($sp)\n", "", "$ra isn't saved"),
    (check_frames, "bitmap", "        addiu   $sp, $sp, 20\n", "        addiu   $sp, $sp, 16\n", "frame"),
    (check_flow, "bitmap", "bnez    $a3, fill_block_line\n", "bnez    $a3, fill_block\n", "jumps to fill_block"),
    (check_flow, "rows", "beqz    $t7, read_line_done ", "beqz    $t7, input_ended ", "jumps to input_ended"),
    (check_flow, "tactics", "find_cell_up", "up", "label up"),
    (check_values, "tactics", "        move    $a0, $s0\n        jal     has_four\n", "        jal     has_four\n", "$a0"),
    (check_values, "bitmap", "        move    $a0, $s3\n        li      $a1, HOLE\n", "        li      $a1, HOLE\n", "$a0"),
    (check_clobbers, "rows", "        sw      $a1, 4($sp)\n", "", "$a1"),
    (check_values, "rows", "        li      $v0, RANDOM_RANGE\n", "        li      $v0, BEEP\n", "BEEP"),
    (check_numbers, "bitmap", "-DIGIT_ONE", "-49", "-49"),
    (check_numbers, "tactics", "STEP($s1)", "12($s1)", "12"),
    (check_names, "solo", "        .eqv    DOWN ", "        .eqv    SOUTH               7\n        .eqv    DOWN ", "SOUTH"),
]


def rooms():
    return re.findall(r"^GAME\((\w+),", (ROOT / "asm/games.inc").read_text(), re.M)


def main():
    texts = {room: (ROOT / "asm" / room / (room + ".asm")).read_text() for room in rooms()}
    programs = [Program(room, text) for room, text in texts.items()]
    results = [(rule.__doc__, program.room, list(rule(program))) for program in programs for rule in RULES]
    results.append((check_shared.__doc__, "all", list(check_shared(programs))))
    for rule, room, old, new, named in FAULTS:
        spoiled = Program(room, texts[room].replace(old, new, 1))
        complaints = list(rule(spoiled))
        found = old in texts[room] and any(named in complaint for complaint in complaints)
        results.append(("a fault is found", room, [] if found else ["%r for %r isn't noticed: %s" % (new, old, complaints)]))
    drifted = [Program(r, t.replace("li      $a2, 1", "li      $a2, 2") if r == "solo" else t) for r, t in texts.items()]
    results.append(("a fault is found", "all", [] if list(check_shared(drifted)) else ["a routine that drifts isn't noticed"]))
    for what, room, complaints in results:
        if complaints or "-v" in sys.argv:
            print("%s %s: %s" % ("FAIL" if complaints else "ok  ", room, what))
        for complaint in complaints:
            print("  " + complaint)
    failed = sum(bool(complaints) for _, _, complaints in results)
    print("%d passed, %d failed" % (len(results) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
