#!/usr/bin/env python3
"""tools/check_layers finds each kind of wrong include that is planted, and nothing in what is right.

    tests/layers/run.py

Ends with "N passed, N failed".
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
sys.dont_write_bytecode = True
import planted  # noqa: E402

TYPES = ("emulator/support/types.hpp", "")

# The files of a tree (name, text), and words of what is said about it; nothing: it is right.
CASES = [
    ("downwards", [("emulator/isa/a.hpp", '#include "emulator/support/types.hpp"'), TYPES], None),
    ("upwards", [("emulator/support/a.hpp", '#include "emulator/isa/a.hpp"'), ("emulator/isa/a.hpp", "")], "isa stands above support"),
    ("a cycle", [("emulator/isa/a.hpp", '#include "emulator/isa/b.hpp"'), ("emulator/isa/b.hpp", '#include "emulator/isa/a.hpp"')], "cycle"),
    ("not from the root", [("emulator/isa/a.hpp", '#include "b.hpp"')], "not a full path"),
    ("what isn't there", [("emulator/isa/a.hpp", '#include "emulator/isa/b.hpp"')], "isn't there"),
    ("a package elsewhere", [("emulator/isa/a.cpp", "#include <SDL.h>")], "SDL belongs to"),
    ("a package in its place", [("bitmap/window_sdl.cpp", "#include <SDL.h>")], None),
    ("platform sees results", [("emulator/platform/a.hpp", '#include "emulator/support/types.hpp"'), TYPES], None),
    ("platform sees no more", [("emulator/platform/a.hpp", '#include "emulator/support/text.hpp"'), ("emulator/support/text.hpp", "")],
     "platform/ stands lowest"),
    ("a system's header", [("emulator/app/a.cpp", "#include <unistd.h>")], "systems belong to platform/"),
    ("a system's header in a folder", [("bitmap/a.hpp", "  #  include <sys/mman.h>")], "systems belong to platform/"),
    ("Windows' header", [("emulator/app/a.cpp", "#include <windows.h>")], "systems belong to platform/"),
    ("signals", [("emulator/app/a.cpp", "#include <csignal>")], "systems belong to platform/"),
    ("the standard's headers", [("emulator/app/a.cpp", "#include <cstdlib>\n#include <string>\n#include <filesystem>")], None),
    ("a system's macro", [("emulator/app/a.cpp", "#ifdef __linux__\n#endif")], "asks for __linux__"),
    ("a system's macro behind another", [("emulator/app/a.cpp", "#if MARINER_WINDOW && !defined(_WIN32)\n#endif")], "asks for _WIN32"),
    ("other macros", [("emulator/app/a.cpp", "#if MARINER_WINDOW\n#elif defined(__clang__)\n#endif\n// #ifdef __linux__")], None),
    ("a system within platform", [("emulator/platform/a_posix.cpp", "#include <poll.h>\n#if defined(__APPLE__)\n#endif")], None),
    ("Linux within the grader's workers", [("emulator/grader/locked_process.cpp", "#include <sys/wait.h>\n#ifdef __linux__\n#endif")], None),
]


def case(what, files, words):
    return what, files, lambda faults: len(faults) == 1 and words in faults[0] if words else not faults


if __name__ == "__main__":
    sys.exit(planted.run(ROOT / "tools/check_layers", [case(*words) for words in CASES]))
