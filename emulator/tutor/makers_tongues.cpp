// Instructions, directives and words of other assemblers and languages.

#include <algorithm>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/tongues.hpp"

namespace mariner::tutor {

namespace {

constexpr Tongue the_tongues[] = {
#define TONGUE(tongue, word, example, here) {tongue, word, example, here},
#include "emulator/tutor/tongues.inc"
#undef TONGUE
};

/// `($t0)` is an address there.
bool reaches_memory(std::string_view statement) {
    static constexpr std::string_view words[] = {"lw", "lb", "lh", "l.", "ld", "sw", "sb", "sh ", "s."};
    return std::ranges::any_of(words, [&](std::string_view word) { return statement.starts_with(word); });
}

/// The operands put into a row's pattern, each `;` a new line.
std::string statements_of(std::string_view pattern, const LooseLine& line, bool is_x86) {
    std::vector<std::string> operands;
    for (const LooseOperand& operand : line.operands) {
        std::string_view text = operand.text;
        const bool is_marked = text.size() > 1 && (text[0] == '=' || text[0] == '#');
        const bool is_wrapped =
            text.size() > 2 && ((text.starts_with('{') && text.ends_with('}')) ||
                                (text.starts_with('(') && text.ends_with(')') && !reaches_memory(pattern)));
        text = is_wrapped ? text.substr(1, text.size() - 2) : is_marked ? text.substr(1) : text;
        const bool is_number = is_x86 && text.starts_with('$') && parse_digits<u32>(text.substr(1)).has_value();
        text.remove_prefix(is_number ? 1 : 0);
        // What makes several lines is tried as a whole, its registers as well.
        const auto guesses = pattern.find(';') != std::string_view::npos && !find_register(text)
                                 ? guess_registers(text)
                                 : std::vector<Correction>();
        operands.emplace_back(guesses.empty() ? std::string(text) : guesses[0].text);
    }
    const std::string indent(line.text.substr(0, line.head_offset));
    const bool has_label = !line.label.empty();
    std::string out;
    for (std::string_view left = pattern; !left.empty();) {
        const size_t end = std::min(left.find(';'), left.size());
        const std::string statement = fill_words(trim(left.substr(0, end)), operands, {});
        left.remove_prefix(std::min(end + 1, left.size()));
        const LooseLine filled = read_line(statement);
        const bool copies_itself =
            filled.head == "move" && filled.operands.size() == 2 &&
            (filled.operands[0].text == filled.operands[1].text || filled.operands[1].text == "$ra");
        if (copies_itself && !left.empty()) {
            continue;  // `return $v0`
        }
        out += out.empty() ? indent + statement
                           : "\n" + (has_label ? std::string(indent.size(), ' ') : indent) + statement;
    }
    return out;
}

/// A row's ways to write it; where the last operand says what it is, those for this first: `[$t0]` is memory, `=x` is
/// an address or a number.
std::vector<std::string_view> ways_of(const Tongue& row, const LooseLine& line) {
    std::vector<std::string_view> ways;
    for (std::string_view left = row.here; !left.empty();) {
        const size_t end = std::min(left.find('|'), left.size());
        ways.push_back(left.substr(0, end));
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    const std::string_view last = line.operands.empty() ? std::string_view() : line.operands.back().text;
    const bool is_store = !line.operands.empty() && line.operands[0].text.starts_with('[');
    const bool is_load = last.starts_with('[');
    const bool is_address = last.starts_with('=');
    // A number is put into a register by li; nothing lies at the place of that number.
    const bool has_li = std::ranges::any_of(ways, [](std::string_view way) { return way.starts_with("li "); });
    if (has_li && is_integer(last.substr(!last.empty() && (last[0] == '#' || is_address) ? 1 : 0))) {
        std::erase_if(ways, [](std::string_view way) {
            return way.starts_with("move ") || way.starts_with("lw ") || way.starts_with("la ");
        });
    }
    std::stable_partition(ways.begin(), ways.end(), [&](std::string_view way) {
        return is_store ? way.starts_with("sw")
                        : (is_load && way.starts_with("lw")) ||
                              (is_address && (way.starts_with("la") || way.starts_with("li")));
    });
    return ways;
}

/// An instruction that is one here, too, means another one only if a register of the example isn't a label's name.
bool fits_operands(const Tongue& row, const LooseLine& line, const Survey& survey) {
    const std::string statement = "x " + std::string(row.example);
    const LooseLine example = read_line(statement);
    for (size_t i = 0; i < std::min(example.operands.size(), line.operands.size()); ++i) {
        const bool is_label = survey.label(line.operands[i].text) != nullptr;
        if (is_label && example.operands[i].text.starts_with('$') && isa::find_mnemonic(row.word) != nullptr) {
            return false;
        }
    }
    return true;
}

/// Whether a label begins a routine: nothing runs on into it from above, and it returns.
bool begins_routine(const WrongLine& about, std::string_view label) {
    const Survey::Places* const places = about.survey->label(label);
    if (places == nullptr || about.survey->is_called(label)) {
        return places != nullptr;
    }
    const SourceText& file = about.text->files()[places->front().file];
    const auto code_at = [&](u32 number) { return read_line(file.line(number).substr(0, longest_line)); };
    constexpr int most_looked_at = 2;  // li $v0, 10 and syscall
    bool ends_above = false;
    u32 above = places->front().line - 1;
    for (int looked_at = 0; above > 0 && looked_at < most_looked_at; --above) {
        const LooseLine line = code_at(above);
        looked_at += line.empty() || line.head.starts_with('.') ? 0 : 1;
        const bool is_exit = line.head == "li" && line.operands.size() == 2 && line.operands[1].text == "10";
        ends_above |= line.head == "jr" || is_exit;
    }
    for (u32 number = places->front().line; ends_above && number <= file.line_count(); ++number) {
        if (code_at(number).head == "jr") {
            return true;
        }
    }
    return false;
}

void propose_row(const Tongue& row, const LooseLine& line, Proposals& out) {
    for (const std::string_view way : ways_of(row, line)) {
        const std::string statements = statements_of(way, line, row.tongue == "x86");
        // The line's comment stays at the first statement.
        const size_t feed = std::min(statements.find('\n'), statements.size());
        const std::string rest(line.text.substr(line.code_end));
        const bool is_here = isa::find_mnemonic(row.word) != nullptr;
        if (row.tongue == "everyday" && is_here) {
            const std::string other(way.substr(0, way.find(' ')));
            out.rewrite(Slip::other_instruction, {std::string(line.head), other, ""},
                        statements.substr(0, feed) + rest + statements.substr(feed));
            continue;
        }
        const Slip slip = row.tongue == "everyday" ? Slip::everyday_word
                          : row.tongue == "flags"  ? Slip::flag_alone
                          : row.tongue == "floats" ? Slip::float_branch
                          : is_here                ? Slip::tongue_form
                                                   : Slip::tongue;
        out.rewrite(slip, {std::string(line.head), std::string(row.tongue)},
                    statements.substr(0, feed) + rest + statements.substr(feed));
    }
}

/// `dec $s1, $s1, 1`, `mov $t0, $t1, 0`: operands too many that say nothing new.
void propose_longer_row(const LooseLine& line, Proposals& out) {
    for (const Tongue& row : the_tongues) {
        const size_t count = operand_count(row.example);
        const bool is_longer = count > 0 && line.operands.size() > count && row.word == to_lower(line.head);
        if (!is_longer || isa::find_mnemonic(row.word) != nullptr) {
            continue;
        }
        const bool steps = row.word.starts_with("inc") || row.word.starts_with("dec");
        const auto says_nothing = [&](const LooseOperand& operand) {
            const std::string_view text = operand.text;
            return text == line.operands[0].text || text == "0" || text == "$zero" || (steps && text == "1");
        };
        if (std::ranges::all_of(std::span(line.operands).subspan(count), says_nothing)) {
            const u32 end = line.operands[count - 1].offset + line.operands[count - 1].length;
            const std::string shorter = patched(line.text, {{end, line.code_end - end, ""}});
            propose_row(row, read_line(shorter), out);
        }
    }
}

/// What a branch of a processor with flags asks, once its comparison is known.
std::string_view branch_of_flags(std::string_view word) {
    static constexpr std::pair<std::string_view, std::string_view> branches[] = {
        {"je", "beq"},   {"jz", "beq"},   {"beq", "beq"},  {"jne", "bne"},  {"jnz", "bne"},  {"bne", "bne"},
        {"jl", "blt"},   {"blt", "blt"},  {"jg", "bgt"},   {"bgt", "bgt"},  {"jle", "ble"},  {"ble", "ble"},
        {"jge", "bge"},  {"bge", "bge"},  {"jb", "bltu"},  {"ja", "bgtu"},  {"blo", "bltu"}, {"bhi", "bgtu"},
        {"jbe", "bleu"}, {"jae", "bgeu"}, {"bls", "bleu"}, {"bhs", "bgeu"}, {"bmi", "blt"},  {"bpl", "bge"},
        {"jnl", "bge"},  {"jng", "ble"}};
    std::string plain = to_lower(word);
    std::erase(plain, '.');  // b.ge
    const auto* const known = std::ranges::find(branches, plain, &std::pair<std::string_view, std::string_view>::first);
    return known != std::end(branches) ? known->second : std::string_view();
}

bool is_comparison(std::string_view word) {
    const std::string lower = to_lower(word);
    static constexpr std::string_view words[] = {"cmp",  "cmpl",    "cmpq", "cmpw", "cmpb",
                                                 "comp", "compare", "tst",  "test", "teq"};
    return std::ranges::find(words, lower) != std::end(words);
}

/// `subs $t0, $t1, $t2` and the like set ARM's flags, too: the result is compared with zero.
bool sets_flags(const LooseLine& line) {
    static constexpr std::string_view words[] = {"subs", "adds", "ands", "sub", "add", "and"};
    return line.operands.size() == 3 && std::ranges::find(words, to_lower(line.head)) != std::end(words);
}

/// Whether an instruction puts something into the register that it names first.
bool makes_result(std::string_view head) {
    static constexpr std::string_view others[] = {"sw", "sb", "sh", "mult", "multu", "mtc1", "jr", "jalr"};
    const std::string word = to_lower(head);
    return isa::find_mnemonic(word) != nullptr && !word.starts_with('b') && word.find('.') == std::string::npos &&
           std::ranges::find(others, word) == std::end(others);
}

/// `add $t2, $t2, $s0, lsl #2`: ARM shifts the last operand on the way.
void propose_shifted_operand(const LooseLine& line, const Survey& survey, Proposals& out) {
    static constexpr std::pair<std::string_view, std::string_view> shifts[] = {
        {"lsl", "sll"}, {"lsr", "srl"}, {"asr", "sra"}, {"ror", "ror"}};
    const auto pieces = line.rest();
    const auto* const shift = pieces.size() < 6
                                  ? std::end(shifts)
                                  : std::ranges::find(shifts, to_lower(pieces[pieces.size() - 2].text),
                                                      &std::pair<std::string_view, std::string_view>::first);
    if (shift == std::end(shifts) || !pieces[pieces.size() - 3].is(",") ||
        !find_register(pieces[pieces.size() - 4].text)) {
        return;
    }
    const LinePiece& operand = pieces[pieces.size() - 4];
    const std::string free = free_register(survey.program());
    const std::string indent(line.text.substr(0, line.head_offset));
    const std::string blank = line.label.empty() ? indent : std::string(indent.size(), ' ');
    const std::string rest =
        patched(line.text, {{operand.offset, line.code_end - operand.offset, free}}).substr(line.head_offset);
    out.rewrite(Slip::shifted_operand, {std::string(pieces[pieces.size() - 2].text)},
                indent + std::string(shift->second) + " " + free + ", " + std::string(operand.text) + ", " +
                    std::string(pieces.back().text) + "\n" + blank + rest);
}

/// A comparison and the branch behind it, which are one instruction here.
void propose_comparison(const WrongLine& about, Proposals& out) {
    const bool is_first = is_comparison(about.line.head);
    if (!is_first && branch_of_flags(about.line.head).empty()) {
        return;
    }
    const SourceText& file = about.file();
    u32 other = about.place.line;
    LooseLine line;
    do {
        other = is_first ? other + 1 : other - 1;
        if (other < 1 || other > file.line_count()) {
            break;
        }
        line = read_line(file.line(other));
    } while (line.empty() && line.label.empty());
    const LooseLine& comparison = is_first ? about.line : line;
    const LooseLine& branch = is_first ? line : about.line;
    // A branch that is none here looks at what the line above it has made.
    const bool looks_above = isa::find_mnemonic(branch.head) == nullptr && !comparison.operands.empty() &&
                             find_register(comparison.operands[0].text) && makes_result(comparison.head);
    if (!is_first && (sets_flags(comparison) || looks_above) && branch.operands.size() == 1) {
        out.rewrite(Slip::comparison_of_result, {std::string(branch.head), std::string(comparison.operands[0].text)},
                    patched(branch.text, {{branch.head_offset, branch.code_end - branch.head_offset,
                                           std::string(branch_of_flags(branch.head)) + " " +
                                               std::string(comparison.operands[0].text) + ", $zero, " +
                                               std::string(branch.operands[0].text)}}));
        return;
    }
    const bool fits = is_comparison(comparison.head) && comparison.operands.size() == 2 &&
                      branch.operands.size() == 1 && !branch_of_flags(branch.head).empty();
    if (!fits) {
        if (is_first || (isa::find_mnemonic(branch.head) == nullptr && branch.operands.size() == 1)) {
            out.explain(Slip::comparison_alone, {std::string(about.line.head)});
        }
        return;
    }
    const bool tests_bits = to_lower(comparison.head).starts_with("t");
    const std::string second = tests_bits && comparison.operands[0].text == comparison.operands[1].text
                                   ? "$zero"
                                   : std::string(comparison.operands[1].text);
    const std::string here = std::string(branch_of_flags(branch.head)) + " " +
                             std::string(comparison.operands[0].text) + ", " + second + ", " +
                             std::string(branch.operands[0].text);
    const auto written = [](const LooseLine& from, const std::string& code) {
        return std::string(from.text.substr(0, from.head_offset)) + code + std::string(from.text.substr(from.code_end));
    };
    const u32 comparison_line = is_first ? about.place.line : other;
    const u32 branch_line = is_first ? other : about.place.line;
    std::string label(comparison.text.substr(0, comparison.head_offset));
    out.edit(Slip::comparison, {std::string(comparison.head)},
             {{about.place.file, branch_line, written(branch, here)},
              {about.place.file, comparison_line, std::string(trim(label))}});
}

/// Whether two words name the same, capitals or not.
bool is_word(std::string_view written, std::string_view word) {
    return to_lower(written) == word;
}

/// `mov pc, lr` and `pop {pc}` return.
void propose_return(const LooseLine& line, Proposals& out) {
    const bool moves = is_word(line.head, "mov") && line.operands.size() == 2 && is_word(line.operands[0].text, "pc") &&
                       (is_word(line.operands[1].text, "lr") || is_word(line.operands[1].text, "ra"));
    const bool jumps = is_word(line.head, "ldr") && !line.operands.empty() && is_word(line.operands[0].text, "pc");
    const bool links_nothing = is_word(line.head, "jalr") && line.operands.size() >= 2 &&
                               (is_word(line.operands[0].text, "zero") || is_word(line.operands[0].text, "x0"));
    const bool jumps_only = is_word(line.head, "jal") && line.operands.size() == 2 &&
                            (is_word(line.operands[0].text, "zero") || is_word(line.operands[0].text, "x0") ||
                             is_word(line.operands[0].text, "$zero"));
    if (jumps_only) {
        out.rewrite(Slip::tongue_form, {std::string(line.head), "RISC-V"},
                    patched(line.text, {{line.head_offset, line.code_end - line.head_offset,
                                         "j " + std::string(line.operands[1].text)}}));
    }
    if (links_nothing) {
        out.rewrite(Slip::tongue_form, {std::string(line.head), "RISC-V"},
                    patched(line.text, {{line.head_offset, line.code_end - line.head_offset, "jr $ra"}}));
    }
    if (moves || jumps) {
        out.rewrite(Slip::tongue,
                    {std::string(line.text.substr(line.head_offset, line.code_end - line.head_offset)), "ARM"},
                    patched(line.text,
                            {{line.head_offset, line.code_end - line.head_offset,
                              moves ? "jr $ra" : "lw $ra, 0($sp)\n" + std::string(line.head_offset, ' ') + "jr $ra"}}));
    }
}

/// `push {$ra, $a0}` and `pop {...}`, as ARM has it: the first at the lowest place.
void propose_many_pushed(const LooseLine& line, Proposals& out) {
    const bool stores_many = is_word(line.head, "stmfd") || is_word(line.head, "stmdb");
    const bool loads_many = is_word(line.head, "ldmfd") || is_word(line.head, "ldmia");
    const bool pushes = is_word(line.head, "push") || stores_many;
    auto pieces = line.rest();
    if (stores_many || loads_many) {  // stmfd sp!, {r4, lr}
        const auto open = std::ranges::find_if(pieces, [](const LinePiece& piece) { return piece.is("{"); });
        pieces = open != pieces.begin() ? pieces.subspan(static_cast<size_t>(open - pieces.begin()) - 1) : pieces;
    }
    if ((!pushes && !loads_many && !is_word(line.head, "pop")) || pieces.size() < 4 || !pieces[1].is("{") ||
        !pieces.back().is("}")) {
        return;
    }
    std::vector<std::string> registers;
    for (const LinePiece& piece : pieces.subspan(2, pieces.size() - 3)) {
        if (piece.is_word()) {
            const auto guesses = find_register(piece.text) ? std::vector<Correction>() : guess_registers(piece.text);
            registers.push_back(guesses.empty() ? std::string(piece.text) : guesses[0].text);
        }
    }
    if (registers.size() < (stores_many || loads_many ? 1U : 2U)) {
        return;
    }
    const std::string indent(line.text.substr(0, line.head_offset));
    const std::string blank = line.label.empty() ? indent : std::string(indent.size(), ' ');
    const std::string size = std::to_string(4 * registers.size());
    std::string text = indent;
    text += pushes ? "addi $sp, $sp, -" + size + "\n" + blank : "";
    for (size_t i = 0; i < registers.size(); ++i) {
        text += (i > 0 ? "\n" + blank : "") + (pushes ? "sw " : "lw ") + registers[i] + ", " + std::to_string(4 * i) +
                "($sp)";
    }
    text += pushes ? "" : "\n" + blank + "addi $sp, $sp, " + size;
    out.rewrite(Slip::tongue, {std::string(line.head), "ARM"}, text);
}

/// `lea $s3, [$s0+$s2]` adds, whatever lies there.
void propose_lea(const LooseLine& line, Proposals& out) {
    const auto rest = line.rest();
    const bool adds = is_word(line.head, "lea") && rest.size() == 8 && rest[2].is(",") && rest[3].is("[") &&
                      rest[5].is("+") && rest[7].is("]") && find_register(rest[4].text);
    if (adds) {
        out.rewrite(Slip::tongue, {std::string(line.head), "x86"},
                    patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), "add"},
                                        {rest[3].offset, 1, ""},
                                        {rest[5].offset, 1, ", "},
                                        {rest[7].offset, 1, ""}}));
    }
}

/// `ldrb $t0, [$a0], #1`: ARM's loads and stores that move on.
void propose_moving_on(const LooseLine& line, Proposals& out) {
    static constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"ldr", "lw"},   {"str", "sw"},   {"ldrb", "lbu"}, {"strb", "sb"},
        {"ldrsb", "lb"}, {"ldrh", "lhu"}, {"strh", "sh"}};
    const auto* const known =
        std::ranges::find(words, to_lower(line.head), &std::pair<std::string_view, std::string_view>::first);
    if (known == std::end(words) || line.operands.size() != 3 || !line.operands[1].text.starts_with('[')) {
        return;
    }
    const std::string_view inside = line.operands[1].text.substr(1, line.operands[1].text.size() - 2);
    const auto plain = [](std::string_view word) {
        const auto guesses = find_register(word) ? std::vector<Correction>() : guess_registers(word);
        return guesses.empty() ? std::string(word) : guesses[0].text;
    };
    const std::string base = plain(trim(inside));
    std::string_view step = line.operands[2].text;
    step.remove_prefix(step.starts_with('#') ? 1 : 0);
    const std::string indent(line.text.substr(0, line.head_offset));
    const std::string blank = line.label.empty() ? indent : std::string(indent.size(), ' ');
    out.rewrite(Slip::tongue, {std::string(line.head), "ARM"},
                indent + std::string(known->second) + " " + plain(line.operands[0].text) + ", 0(" + base + ")" +
                    std::string(line.text.substr(line.code_end)) + "\n" + blank + "addi " + base + ", " + base + ", " +
                    std::string(step));
}

}  // namespace

std::span<const Tongue> tongues() {
    return the_tongues;
}

void propose_tongues(const WrongLine& about, Proposals& out) {
    // ARM's numbers begin with a sign that begins a comment here.
    std::string unmarked(about.line.text);
    const std::string_view code = std::string_view(unmarked).substr(0, about.line.code_end);
    const bool shifts = code.ends_with("lsl") || code.ends_with("lsr") || code.ends_with("asr");
    if (!about.line.comment.empty() && (code.ends_with(',') || shifts)) {
        unmarked.erase(static_cast<size_t>(about.line.comment.data() - about.line.text.data()), 1);
    }
    for (const std::string_view size : {"dword ptr ", "word ptr ", "byte ptr ", "offset "}) {
        const size_t at = to_lower(unmarked).find(size);
        if (at != std::string::npos && at < about.line.code_end) {
            unmarked.erase(at, size.size());
        }
    }
    if (std::string_view(unmarked).substr(0, about.line.code_end).ends_with("()")) {
        unmarked.erase(about.line.code_end - 2, 2);  // exit()
    }
    const LooseLine line = read_line(unmarked);
    propose_last_end(about, out);
    propose_many_pushed(line, out);
    propose_return(line, out);
    propose_lea(line, out);
    propose_shifted_operand(line, *about.survey, out);
    propose_moving_on(line, out);
    const bool names_macro = std::ranges::any_of(
        about.survey->macros(), [&](const MacroFacts& macro) { return to_lower(macro.name) == to_lower(line.head); });
    // `int i = 0` is no `int 0x80`.
    const bool is_assignment = line.rest().size() > 2 && line.rest()[2].is("=");
    for (const Tongue& row : the_tongues) {
        const bool is_other = names_macro || is_assignment;
        const bool is_no_interrupt = row.word == "int" && (line.operands.size() != 1 || line.operands[0].text[0] > '9');
        if (!is_other && !is_no_interrupt && row.word == to_lower(line.head) &&
            operand_count(row.example) == line.operands.size() && fits_operands(row, line, *about.survey)) {
            static constexpr Tongue call = {"everyday", "jump", "x", "jal {0}"};
            if (row.word == call.word && begins_routine(about, line.operands[0].text)) {
                propose_row(call, line, out);
            }
            propose_row(row, line, out);
        }
    }
    if (!names_macro && !is_assignment) {
        propose_longer_row(line, out);
    }
    propose_comparison(about, out);
    propose_other_directive(about, out);
}

bool is_word_of_tongue(std::string_view word) {
    return std::ranges::find(the_tongues, to_lower(word), &Tongue::word) != std::end(the_tongues);
}

void explain_tongue(const WrongLine& about, Proposals& out) {
    const auto* const row = std::ranges::find(the_tongues, to_lower(about.line.head), &Tongue::word);
    if (row == std::end(the_tongues) || isa::find_mnemonic(row->word) != nullptr) {
        return;
    }
    const std::string statement = std::string(row->word) + " " + std::string(row->example);
    const LooseLine example = read_line(statement);
    const std::string here = statements_of(ways_of(*row, example)[0], example, false);
    const bool is_foreign = row->tongue != "everyday" && row->tongue != "flags" && row->tongue != "floats";
    if (is_foreign && here.find('\n') == std::string::npos) {
        out.explain(Slip::tongue_alone,
                    {std::string(about.line.head), std::string(row->tongue), std::string(trim(statement)), here});
    }
}

size_t operand_count(std::string_view example) {
    return example.empty() ? 0 : read_line("x " + std::string(example)).operands.size();
}

}  // namespace mariner::tutor
