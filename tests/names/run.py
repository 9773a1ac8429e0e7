#!/usr/bin/env python3
"""tools/check_names finds every kind of second type that is planted, and nothing in what is one type.

    tests/names/run.py

Ends with "N passed, N failed".
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
sys.dont_write_bytecode = True
import planted  # noqa: E402

TOKEN = "struct Token {\n};\n"

# What stands in emulator/a.hpp and in bitmap/b.cpp, and the names that are several types.
CASES = [
    ("two files", TOKEN, "class Token final : public Base {};", ["Token"]),
    ("two namespaces of one file", "namespace a {\n%s}\nnamespace b {\n%s}" % (TOKEN, TOKEN), "", ["Token"]),
    ("within a class", TOKEN, "class Lexer {\n    enum class Token : u8 { word };\n};", ["Token"]),
    ("within a function", TOKEN, "void f() {\n    union Token { int a; };\n}", ["Token"]),
    ("a file's own", TOKEN, "namespace {\nenum Token : unsigned char { word };\n}", ["Token"]),
    ("with attributes", TOKEN, "struct [[nodiscard]] alignas(64) Token\n{\n};", ["Token"]),
    ("defined behind its class", TOKEN, "struct Lexer::Token {};", ["Token"]),
    ("of two classes", "struct A::Entry {};", "struct B::Entry {};", ["Entry"]),
    ("an alias", TOKEN, "using Token = std::string;", ["Token"]),
    ("a foreign type of the same name", TOKEN, "using Token = other::Token;", ["Token"]),
    ("aliases that say different things", "using Lines = std::vector<A>;", "using Lines = std::vector<B>;", ["Lines"]),
    ("several", TOKEN + "enum Kind { a };", "enum Kind { b };\n" + TOKEN, ["Kind", "Token"]),
    ("different names", TOKEN, "struct Tokens {};", []),
    ("declarations", TOKEN, "struct Token;\nenum class Kind : u8;\nfriend class Token;\ntemplate <class Token>\nvoid f(struct Token t) {}", []),
    ("a special case of a template", "template <class T>\n%stemplate <>\nstruct Token<int> {};" % TOKEN, "", []),
    ("comments and texts", TOKEN, '// struct Token {\n/* struct Token { */\nauto a = "struct Token {", b = R"(struct Token {)";', []),
    ("aliases that say the same", "using Clock = std::chrono::steady_clock;", "using Clock =\n    std::chrono::steady_clock;", []),
    ("an alias without its class", "class Lexer {\n    %s};" % TOKEN, "using Token = Lexer::Token;", []),
    ("one class for two systems", "", "#if A\nstruct Lexer::Token {};\n#else\nstruct Lexer::Token {};\n#endif", []),
]


def case(what, first, second, names):
    files = [("emulator/a.hpp", first), ("bitmap/b.cpp", second)]
    return what, files, lambda faults: [fault.split(" is ")[0] for fault in faults] == names


if __name__ == "__main__":
    sys.exit(planted.run(ROOT / "tools/check_names", [case(*words) for words in CASES]))
