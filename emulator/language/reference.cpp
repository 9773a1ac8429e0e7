#include "emulator/language/reference.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/edit_distance.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"
#include "emulator/tools/tool_set.hpp"

namespace mariner::language {

namespace {

using assembler::DirectiveInfo;
using isa::InstructionInfo;
using isa::Mnemonic;
using isa::PseudoInfo;
using isa::RegisterInfo;
using meaning::RegisterPlace;

struct OperandMeaning {
    std::string_view name;
    std::string_view text;
};

constexpr auto operand_meanings = std::to_array<OperandMeaning>({
    {"rd", "integer register that receives the result"},
    {"rs", "integer register"},
    {"rt", "integer register"},
    {"c0", "number of a coprocessor 0 register, written like an integer register: $8, $12, $13, $14"},
    {"fd", "floating-point register that receives the result"},
    {"fs", "floating-point register"},
    {"ft", "floating-point register"},
    {"imm", "number from -32768 to 32767"},
    {"uimm", "number from 0 to 65535"},
    {"sa", "shift amount from 0 to 31"},
    {"cc", "condition flag from 0 to 7"},
    {"code", "number from 0 to 65535"},
    {"rel", "label to branch to"},
    {"target", "label to jump to"},
    {"r1", "integer register"},
    {"r2", "integer register"},
    {"r3", "integer register"},
    {"b", "integer register that holds a base address"},
    {"f1", "floating-point register"},
    {"u5", "number from 0 to 31"},
    {"s16", "number from -32768 to 32767"},
    {"u16", "number from 0 to 65535"},
    {"i32", "any 32-bit number"},
    {"L", "label"},
    {"n", "the number among the operands"},
    {"at", "$at, which the pseudo-instruction overwrites"},
    {"HI", "HI(x): the upper 16 bits"},
    {"HA", "HA(x): the upper 16 bits, one more where LO(x) is negative"},
    {"LO", "LO(x): the lower 16 bits with their sign"},
    {"LOU", "LOU(x): the lower 16 bits without sign"},
    {"nx", "nx(r): the register after r"},
    {"BR", "over the next instruction"},
    {"nop", "[nop]: only with delayed branching"},
});

std::string column(std::string_view text, size_t width) {
    return pad_right(std::string(text) + ' ', width);
}

template <class Rows>
void add_names(const Rows& table, std::vector<std::string>& names) {
    for (const auto& row : table) {
        names.emplace_back(row.name);
    }
}

std::string with_operands(std::string_view mnemonic, std::string_view operands) {
    return std::string(mnemonic) + (operands.empty() ? "" : " " + std::string(operands));
}

/// Adds the names that a text uses, in order, each once.
void note_names(std::string_view text, std::vector<std::string_view>& names) {
    const auto is_name = [](char c) { return isa::pattern::is_name_character(c); };
    for (const auto* at = text.begin(); at != text.end();) {
        const auto* const start = std::find_if(at, text.end(), is_name);
        at = std::find_if_not(start, text.end(), is_name);
        const std::string_view name(start, static_cast<size_t>(at - start));
        if (!operand_meaning(name).empty() && std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    }
}

std::string legend(const std::vector<std::string_view>& names) {
    std::string out;
    for (const std::string_view name : names) {
        out += "    " + column(name, 8) + std::string(operand_meaning(name)) + '\n';
    }
    return out;
}

std::string indented(const std::string& text, std::string_view indent) {
    std::string out;
    for (const std::string_view line : lines_of(text)) {
        out += std::string(indent) + std::string(line) + '\n';
    }
    return out;
}

std::string basic_form(const InstructionInfo& row) {
    std::string out = with_operands(row.mnemonic, row.operands) + "\n    " + std::string(row.doc) + '\n';
    if (const std::string access = access_text(row.op); !access.empty()) {
        out += "    " + access + '\n';
    }
    return out + "    example: " + std::string(row.example) + '\n' + indented(encoding_diagram(row), "    ") + '\n';
}

std::string steps_text(std::string_view expansion) {
    std::string out;
    for (const std::string_view step : expansion_steps(expansion)) {
        out += "        " + std::string(step) + '\n';
    }
    return out;
}

std::string pseudo_form(const PseudoInfo& form) {
    std::string out =
        with_operands(form.mnemonic, form.operands) + "    (pseudo-instruction)\n    " + std::string(form.doc) + '\n';
    if (!form.example.empty()) {
        out += "    example: " + std::string(form.example) + '\n';
    }
    if (form.expansion.empty()) {
        return out + "    refused by the assembler, as MARS refuses it\n\n";
    }
    out += "    becomes\n" + steps_text(form.expansion);
    if (!form.compact.empty()) {
        out += "    in a compact memory configuration\n" + steps_text(form.compact);
    }
    return out + '\n';
}

std::string mnemonic_entry(const Mnemonic& mnemonic) {
    std::string out;
    std::vector<std::string_view> names;
    for (const InstructionInfo& row : mnemonic.basic) {
        out += basic_form(row);
        note_names(row.operands, names);
    }
    for (const PseudoInfo& form : mnemonic.pseudo) {
        out += pseudo_form(form);
        note_names(form.operands, names);
        note_names(form.expansion, names);
    }
    if (mnemonic.basic.size() + mnemonic.pseudo.size() > 1) {
        out += "The assembler takes the first form, from above, that the operands fit.\n";
    }
    return out + (names.empty() ? "" : "where\n" + legend(names));
}

std::string syscall_entry(const SyscallInfo& syscall) {
    const std::string number = std::to_string(syscall.number);
    return "syscall " + number + ": " + std::string(syscall.name) + "\n    " + std::string(syscall.doc) +
           "\n    before   $v0 = " + number + (syscall.arguments.empty() ? "" : ", ") + std::string(syscall.arguments) +
           "\n    changes  " + (syscall.results.empty() ? std::string("nothing") : std::string(syscall.results)) +
           "\n    example\n        li      $v0, " + number + "\n        syscall\n";
}

std::string syscall_list(std::string_view indent) {
    std::string out;
    for (const SyscallInfo& syscall : syscall_table()) {
        out += std::string(indent) + column(std::to_string(syscall.number), 4) + std::string(syscall.name) + '\n';
    }
    return out;
}

std::string directive_entry(const DirectiveInfo& directive) {
    return with_operands(directive.name, directive.operands) + "\n    " + std::string(directive.doc) + '\n';
}

std::string register_entry(const RegisterInfo& info) {
    return std::string(info.name) + ", $" + std::to_string(info.number) + "\n    " + std::string(info.role) + '\n';
}

std::string float_register_entry(u32 number) {
    const std::string name = "$f" + std::to_string(number);
    std::string out = name + "\n    floating-point register: a float, or 32 bits of any kind\n";
    if (number % 2 == 0) {
        return out + "    low word of the double in " + name + "; its high word is $f" + std::to_string(number + 1) +
               '\n';
    }
    return out + "    high word of the double in $f" + std::to_string(number - 1) + '\n';
}

std::optional<u32> small_number(std::string_view text) {
    const std::optional<i32> number = decode_mars_int(text);
    const bool is_digits =
        !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return is_digits && number && *number >= 0 ? std::optional<u32>(static_cast<u32>(*number)) : std::nullopt;
}

std::optional<std::string> find_register_entry(std::string_view word) {
    if (word.starts_with('$')) {
        word.remove_prefix(1);
    } else if (small_number(word)) {
        return std::nullopt;
    }
    const std::optional<u32> number = small_number(word);
    const std::optional<u32> float_number = word.starts_with('f') ? small_number(word.substr(1)) : std::nullopt;
    if (number && *number < 32) {
        return register_entry(isa::register_table()[*number]);
    }
    if (float_number && *float_number < 32) {
        return float_register_entry(*float_number);
    }
    const std::optional<u8> named = isa::find_register("$" + std::string(word));
    return named ? std::optional(register_entry(isa::register_table()[*named])) : std::nullopt;
}

/// By number, or every service whose name contains the words.
std::optional<std::string> find_syscall_entry(std::string_view words) {
    if (words.starts_with("syscall ")) {
        words = trim(words.substr(8));
    }
    if (const std::optional<u32> number = small_number(words)) {
        const SyscallInfo* syscall = find_syscall(*number);
        return syscall != nullptr ? std::optional(syscall_entry(*syscall)) : std::nullopt;
    }
    std::string out;
    for (const SyscallInfo& syscall : syscall_table()) {
        if (words.size() > 2 && to_lower(syscall.name).find(words) != std::string::npos) {
            out += (out.empty() ? "" : "\n") + syscall_entry(syscall);
        }
    }
    return out.empty() ? std::nullopt : std::optional(out);
}

/// "tools" for all, "tool NAME" or a name that nothing else has for one.
std::optional<std::string> find_tool_entry(std::string_view words) {
    if (words == "tools") {
        return tools::tools_help();
    }
    const tools::ToolKind* const kind = tools::find_tool(words.starts_with("tool ") ? trim(words.substr(5)) : words);
    return kind != nullptr ? std::optional(tools::tool_help(*kind)) : std::nullopt;
}

std::string wrapped(const std::vector<std::string>& words) {
    std::string out;
    std::string line = "   ";
    for (const std::string& word : words) {
        if (line.size() + 1 + word.size() > 78) {
            out += line + '\n';
            line = "   ";
        }
        line += " " + word;
    }
    return out + line + '\n';
}

std::string basic_overview() {
    std::string out;
    std::vector<std::string> words;
    for (size_t i = 0; i < isa::instruction_table.size(); ++i) {
        const InstructionInfo& row = isa::instruction_table[i];
        if (words.empty() || words.back() != row.mnemonic) {
            words.emplace_back(row.mnemonic);
        }
        if (i + 1 == isa::instruction_table.size() || isa::instruction_table[i + 1].chapter != row.chapter) {
            out += "  " + std::string(row.chapter) + '\n' + wrapped(words);
            words.clear();
        }
    }
    return out;
}

std::string place_text(RegisterPlace place) {
    std::string name(meaning::place_names[static_cast<size_t>(place)]);
    switch (place) {
        case RegisterPlace::pd:
        case RegisterPlace::ps:
        case RegisterPlace::pt:
            return "the pair f" + name.substr(1);
        case RegisterPlace::flag_read:
        case RegisterPlace::flag_written:
            return "the condition flag";
        case RegisterPlace::c0:
            return "the coprocessor 0 register";
        case RegisterPlace::status:
        case RegisterPlace::epc:
            return "the coprocessor 0 register " + name;
        default:
            return name;
    }
}

std::string memory_text(u32 bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") + " of memory";
}

/// The places of a set in the order in which a reader expects them.
std::string listed(meaning::PlaceSet places, std::initializer_list<RegisterPlace> order) {
    std::string out;
    for (const RegisterPlace place : order) {
        if (places.contains(place)) {
            out += (out.empty() ? "" : ", ") + place_text(place);
        }
    }
    return out;
}

std::string joined(std::initializer_list<std::string> parts) {
    std::string out;
    for (const std::string& part : parts) {
        out += (out.empty() || part.empty() ? "" : ", ") + part;
    }
    return out;
}

std::string written_text(const meaning::Facts& facts) {
    using enum RegisterPlace;
    return joined({facts.stores != 0 ? memory_text(facts.stores) : "",
                   listed(facts.writes, {rd, rt, fd, fs, ft, pd, pt, hi, lo, ra, flag_written, c0, status})});
}

std::string read_text(const meaning::Facts& facts) {
    using enum RegisterPlace;
    const std::string kept = listed(facts.keeps, {rd, rt, fd, pd});
    const std::string operands =
        facts.stores != 0 ? listed(facts.reads, {rt, ft, pt, rs})
                          : listed(facts.reads, {hi, lo, rs, fs, ps, rt, ft, pt, flag_read, c0, status, epc});
    return joined({kept, operands, facts.loads != 0 ? memory_text(facts.loads) : ""});
}
}  // namespace

std::string_view operand_meaning(std::string_view name) {
    const auto* const found = std::ranges::find(operand_meanings, name, &OperandMeaning::name);
    return found == operand_meanings.end() ? std::string_view() : found->text;
}

std::vector<std::string_view> expansion_steps(std::string_view expansion) {
    std::vector<std::string_view> steps;
    while (!expansion.empty()) {
        const size_t end = std::min(expansion.find(';'), expansion.size());
        steps.push_back(trim(expansion.substr(0, end)));
        expansion.remove_prefix(std::min(end + 1, expansion.size()));
    }
    return steps;
}

std::string access_text(isa::Op op) {
    const meaning::Facts& facts = meaning::facts(op);
    const std::string written = written_text(facts);
    const std::string read = read_text(facts);
    return (written.empty() ? "" : "writes " + written) + (written.empty() || read.empty() ? "" : "; ") +
           (read.empty() ? "" : "reads " + read);
}

std::string reference_overview() {
    std::vector<std::string> pseudo;
    for (const Mnemonic& mnemonic : isa::all_mnemonics()) {
        if (mnemonic.basic.empty()) {
            pseudo.emplace_back(mnemonic.name);
        }
    }
    std::vector<std::string> directives;
    add_names(assembler::directive_table(), directives);
    std::vector<std::string> registers;
    add_names(isa::register_table(), registers);
    registers.emplace_back("$f0..$f31");
    std::vector<std::string> tools;
    add_names(tools::all_tools(), tools);
    return "Instructions\n" + basic_overview() +
           "\nPseudo-instructions (many instructions above have pseudo forms too)\n" + wrapped(pseudo) +
           "\nDirectives\n" + wrapped(directives) + "\nSyscalls\n" + syscall_list("    ") + "\nRegisters\n" +
           wrapped(registers) + "\nTools (mariner run --tool NAME)\n" + wrapped(tools) +
           "\n`mariner ref WORD` tells all about one of them.\n";
}

std::optional<std::string> reference_entry(std::string_view words) {
    const std::string lower = to_lower(trim(words));
    if (const Mnemonic* mnemonic = isa::find_mnemonic(lower)) {
        std::string entry = mnemonic_entry(*mnemonic);
        return lower == "syscall" ? entry + "Services, by the number in $v0:\n" + syscall_list("    ") : entry;
    }
    const DirectiveInfo* directive = assembler::find_directive(lower);
    if (directive == nullptr) {
        directive = assembler::find_directive("." + lower);
    }
    if (directive != nullptr) {
        return directive_entry(*directive);
    }
    if (std::optional<std::string> entry = find_register_entry(lower)) {
        return entry;
    }
    if (std::optional<std::string> entry = find_tool_entry(lower)) {
        return entry;
    }
    return find_syscall_entry(lower);
}

std::vector<std::string> reference_words() {
    std::vector<std::string> words;
    add_names(isa::all_mnemonics(), words);
    add_names(assembler::directive_table(), words);
    add_names(isa::register_table(), words);
    for (const SyscallInfo& syscall : syscall_table()) {
        words.push_back(std::to_string(syscall.number));
    }
    std::sort(words.begin(), words.end());
    return words;
}

std::vector<std::string> nearest_names(std::string_view word) {
    constexpr size_t most = 5;
    std::vector<std::string> names = nearest_words(to_lower(word), reference_words());
    names.resize(std::min(names.size(), most));
    return names;
}

}  // namespace mariner::language
