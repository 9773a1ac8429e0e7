// The Markdown pages of docs/reference/.

#include <algorithm>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/pseudo.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/language/lints.hpp"
#include "emulator/language/reference.hpp"
#include "emulator/syscalls/syscall.hpp"
#include "emulator/tools/tool_set.hpp"

namespace mariner::language {

namespace {

constexpr std::string_view written_by =
    "<!-- Written by `mariner ref --markdown docs/reference` from the tables; don't edit. -->\n\n";

/// Text in a cell of a table: a bar would end the cell.
std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text) {
        out += c == '|' ? std::string("\\|") : std::string(1, c);
    }
    return out;
}

std::string code(std::string_view text) {
    return text.empty() ? std::string() : "`" + cell(text) + "`";
}

std::string form(std::string_view mnemonic, std::string_view operands) {
    return code(std::string(mnemonic) + (operands.empty() ? "" : " ") + std::string(operands));
}

/// Meanings of the operand names that a column may use.
std::string legend(std::initializer_list<std::string_view> names) {
    std::string out = "| name | meaning |\n|---|---|\n";
    for (const std::string_view name : names) {
        out += "| `" + std::string(name) + "` | " + cell(operand_meaning(name)) + " |\n";
    }
    return out;
}

std::string instructions_page() {
    std::string out =
        "# Instructions\n\n" + std::string(written_by) + "The " + std::to_string(isa::op_count) +
        " basic forms. Those with several forms are tried from the first to the last, then the "
        "[pseudo-instruction forms](pseudo-instructions.md) of the same name.\n\n" +
        legend({"rd", "rs", "rt", "c0", "fd", "fs", "ft", "imm", "uimm", "sa", "cc", "code", "rel", "target"});
    std::string_view chapter;
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        if (row.chapter != chapter) {
            chapter = row.chapter;
            out +=
                "\n## " + std::string(chapter) + "\n\n| form | meaning | machine code | example |\n|---|---|---|---|\n";
        }
        out += "| " + form(row.mnemonic, row.operands) + " | " + cell(row.doc) + " | " + code(row.encoding_text) +
               " | " + code(row.example) + " |\n";
    }
    return out +
           "\nIn the machine code, runs of letters are fields: `s` rs, `t` rt, `d` rd, `S` fs, `T` ft, `D` fd, `h` sa, "
           "`c` cc, `i` the number or the distance to the label in words, `j` the target divided by 4, `k` the code.\n";
}

std::string steps(std::string_view expansion) {
    std::string out;
    for (const std::string_view step : expansion_steps(expansion)) {
        out += (out.empty() ? "" : "<br>") + code(step);
    }
    return out;
}

std::string pseudo_page() {
    std::string out =
        "# Pseudo-instructions\n\n" + std::string(written_by) +
        "The forms of each name, in the order in which they are tried; the first that the operands fit is "
        "taken. They come after the [basic forms](instructions.md) of the same name.\n\n" +
        legend({"r1", "r2", "r3", "b", "f1", "u5", "s16", "u16", "i32", "L", "n", "at", "HI", "HA", "LO", "LOU", "nx",
                "BR", "nop"}) +
        "\n| form | meaning | becomes | in compact memory configurations |\n|---|---|---|---|\n";
    for (const isa::PseudoInfo& row : isa::pseudo_table()) {
        out += "| " + form(row.mnemonic, row.operands) + " | " + cell(row.doc) + " | " +
               (row.expansion.empty() ? std::string("refused, as MARS refuses it") : steps(row.expansion)) + " | " +
               steps(row.compact) + " |\n";
    }
    return out;
}

std::string directives_page() {
    std::string out = "# Directives\n\n" + std::string(written_by) + "| form | meaning |\n|---|---|\n";
    for (const assembler::DirectiveInfo& row : assembler::directive_table()) {
        out += "| " + form(row.name, row.operands) + " | " + cell(row.doc) + " |\n";
    }
    return out;
}

std::string syscalls_page() {
    std::string out = "# Syscalls\n\n" + std::string(written_by) +
                      "`syscall` runs the service whose number is in `$v0`.\n\n"
                      "| $v0 | service | before | changes | meaning |\n|---|---|---|---|---|\n";
    for (const SyscallInfo& row : syscall_table()) {
        out += "| " + std::to_string(row.number) + " | " + cell(row.name) + " | " + cell(row.arguments) + " | " +
               cell(row.results) + " | " + cell(row.doc) + " |\n";
    }
    return out;
}

std::string registers_page() {
    std::string out = "# Registers\n\n" + std::string(written_by) + "| number | name | role |\n|---|---|---|\n";
    for (const isa::RegisterInfo& row : isa::register_table()) {
        out += "| `$" + std::to_string(row.number) + "` | " + code(row.name) + " | " + cell(row.role) + " |\n";
    }
    return out +
           "\n`$f0` to `$f31` hold floats; a double lies in an even register (low word) and the odd one after it.\n"
           "`hi` and `lo` hold products and quotients, `pc` the address of the instruction. Coprocessor 0 has "
           "`$8` (BadVAddr), `$12` (Status), `$13` (Cause) and `$14` (EPC).\n";
}

std::string tools_page() {
    std::string out =
        "# Tools\n\n" + std::string(written_by) +
        "`mariner run --tool NAME:KEY=VALUE,...` watches a run; [tools.md](../tools.md) says what each counts.\n";
    for (const tools::ToolKind& kind : tools::all_tools()) {
        out += "\n## " + code(kind.name) + "\n\n" + cell(kind.summary) + ".\n";
        out += kind.parameters.empty() ? "" : "\n| key | meaning | value | unless told |\n|---|---|---|---|\n";
        for (const tools::Parameter& row : kind.parameters) {
            out += "| " + code(row.name) + " | " + cell(row.help) + " | " + cell(tools::allowed_text(row)) + " | " +
                   (row.fallback.empty() ? "" : code(row.fallback)) + " |\n";
        }
    }
    return out;
}

/// A heading for each, which links from an editor lead to.
std::string lints_page() {
    std::string out = "# Lints\n\n" + std::string(written_by) +
                      "What `mariner lsp` says of programs that assemble. {0}, {1}: the name it is about.\n";
    for (const LintText& row : all_lints()) {
        out += "\n## " + std::string(row.id) + "\n\n" + cell(row.sentence) + ".\n";
        out += row.hint.empty() ? "" : "\nThe way out: " + cell(row.hint) + ".\n";
    }
    return out;
}

std::string index_page() {
    return "# Reference\n\n" + std::string(written_by) +
           "- [Instructions](instructions.md): the machine's own, with their machine code\n"
           "- [Pseudo-instructions](pseudo-instructions.md): what the assembler makes of them\n"
           "- [Directives](directives.md)\n"
           "- [Syscalls](syscalls.md)\n"
           "- [Registers](registers.md)\n"
           "- [Tools](tools.md)\n"
           "- [Lints](lints.md): what editors are told of programs that assemble\n\n"
           "The same at the command line: `mariner ref`, `mariner ref addiu`, `mariner ref .word`, `mariner ref 4`.\n";
}

}  // namespace

std::vector<ReferencePage> reference_pages() {
    return {{"README.md", index_page()},
            {"instructions.md", instructions_page()},
            {"pseudo-instructions.md", pseudo_page()},
            {"directives.md", directives_page()},
            {"syscalls.md", syscalls_page()},
            {"registers.md", registers_page()},
            {"tools.md", tools_page()},
            {"lints.md", lints_page()}};
}

}  // namespace mariner::language
