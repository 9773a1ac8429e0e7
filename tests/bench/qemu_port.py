"""Makes a Linux executable for qemu-mipsel of a benchmark program, with GNU as and ld. Called by tools/bench.

GNU as fills the delay slots (`.set reorder`), which costs a few more instructions than the simulators count; the table of
tools/bench credits every engine with the simulators' count, so that the same work is compared. Addresses are those of
the default memory configuration, text a page later for the headers that ld puts there; a program that draws at 0x10040000 gets its heap there.
"""
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SERVICE = "move $k1, $ra\n jal mariner_syscall\n move $ra, $k1"
# GNU as takes a division of two operands for a macro that also moves the quotient.
DIVISION = re.compile(r"^(\s*(?:\w+:)?\s*divu?\s+)(\$\w+\s*,\s*\$\w+\s*)(#.*)?$", re.M)
DISPLAY = "\n .section .heap, \"aw\", @nobits\n .space 0x80000\n"


def translate(text):
    text = re.sub(r"^(\s*(?:\w+:)?\s*)syscall\b", lambda m: m[1] + SERVICE, text, flags=re.M)
    text = DIVISION.sub(r"\1$zero, \2", text)
    return text + (DISPLAY if "0x10040000" in text else "")


def build(source, folder):
    """-> path of the executable of the program at `source`; subprocess.CalledProcessError if it doesn't assemble."""
    stem = pathlib.Path(folder) / pathlib.Path(source).stem
    translated = stem.with_suffix(".s")
    translated.write_text(translate(pathlib.Path(source).read_text(encoding="ascii")), encoding="ascii")
    assemble = ["mipsel-linux-gnu-as", "-march=mips32", "-mfp32", "-mno-shared", "-O2", "-o"]
    program, shim = stem.with_suffix(".o"), stem.with_suffix(".shim.o")
    subprocess.run([*assemble, program, translated], check=True)
    subprocess.run([*assemble, shim, HERE / "linux_syscalls.s"], check=True)
    executable = stem.with_suffix(".elf")
    subprocess.run(["mipsel-linux-gnu-ld", "-e", "main", "-Ttext=0x401000", "-Tdata=0x10010000",
                    "--section-start=.heap=0x10040000", "-o", executable, program, shim], check=True)
    return executable
