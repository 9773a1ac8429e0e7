"""The part of docs/messages.md about runs: the programs of this folder that are mended, what is said of each, and the
mended program. Used by ../messages.py."""
import concurrent.futures
import re
import tempfile

from runtime.run import programs

HEAD = """## While a program runs

What a plain run says of it, or `--check`: where it went wrong, why, and what to do. What was typed stands above the
report. Of each mended program mariner says nothing any more.
"""
TITLES = {
    "d17_past_end": "Past the end of an array, a buffer, a block",
    "d18_strings": "Strings",
    "d19_kept_over_a_call": "Values that a call takes away",
    "d20_address_as_value": "An address where a value is meant",
    "d21_syscall_forgotten": "A system call forgotten",
    "d22_floats": "Floats and doubles",
    "d23_jump_to_nowhere": "Jumps to where nothing is",
    "d24_endless_loops": "Loops without end",
    "d25_recursion": "Recursion without end",
    "d26_division": "Division by zero",
    "d27_input": "Input",
    "d28_pointers": "Addresses and pointers",
    "d29_registers": "Registers",
    "d31_other": "Calls, the stack, system calls",
    "d33_more": "What follows from an earlier fault",
    "d34_causes": "The cause rather than what follows from it",
    "d35_where_the_value_is": "What was meant stands elsewhere",
    "d36_ways_walked": "The way of an address, a loop or a result",
}


def entry(mariner, program):
    with tempfile.TemporaryDirectory() as folder:
        said = program.told(mariner, folder, "hw.asm", program.text, "--check")
    said = re.sub(r"mariner: --check found .*\n", "", said)
    typed = program.rules.get("input", "").replace("\\n", "\n")
    name = program.name.split("/")[1].replace("_", " ")
    text = "#### %s\n\n```asm\n%s```\n" % (name, program.text)
    text += "\n```text\n%s%s```\n" % ("typed: %s\n\n" % typed if typed.strip() else "", said)
    return text + ("\nMended:\n\n```asm\n%s```\n" % program.mended if program.mended else "")


def runtime_part(mariner):
    shown = [program for program in programs() if program.mended or program.name.startswith("d27_")]
    text, area = [HEAD], None
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for program, written in zip(shown, pool.map(lambda one: entry(mariner, one), shown)):
            if program.name.split("/")[0] != area:
                area = program.name.split("/")[0]
                text.append("### %s\n" % TITLES[area])
            text.append(written)
    return "\n".join(text)
