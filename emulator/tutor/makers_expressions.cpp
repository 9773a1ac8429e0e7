// What would be an expression or an assignment in another language.

#include <algorithm>
#include <optional>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/symbols.hpp"

namespace mariner::tutor {

namespace {

std::string_view instruction_for(std::string_view sign) {
    static constexpr std::pair<std::string_view, std::string_view> instructions[] = {
        {"+", "add"},  {"-", "sub"},  {"*", "mul"},   {"/", "div"},  {"%", "rem"},  {"&", "and"},
        {"|", "or"},   {"^", "xor"},  {"<<", "sll"},  {">>", "sra"}, {"+=", "add"}, {"-=", "sub"},
        {"*=", "mul"}, {"/=", "div"}, {"++", "addi"}, {"--", "addi"}};
    const auto* const known =
        std::ranges::find(instructions, sign, &std::pair<std::string_view, std::string_view>::first);
    return known != std::end(instructions) ? known->second : std::string_view();
}

/// An assignment's parts, a semicolon at its end left out.
struct Assignment {
    std::string target;
    std::string sign;
    std::vector<LooseOperand> values;
    std::span<const LinePiece> right;
    std::string right_text;
};

std::optional<Assignment> read_assignment(const LooseLine& line) {
    auto rest = line.rest();
    while (!rest.empty() && rest.back().is(";")) {
        rest = rest.first(rest.size() - 1);
    }
    static constexpr std::string_view types[] = {"int",      "char",  "float", "double", "long",
                                                 "unsigned", "const", "let",   "var",    "short"};
    bool has_type = false;
    while (!rest.empty() && std::ranges::find(types, rest[0].text) != std::end(types)) {
        rest = rest.subspan(1);
        has_type = true;
    }
    static constexpr std::string_view signs[] = {"=", ":=", "<-", "+=", "-=", "*=", "/=", "++", "--"};
    if (rest.size() < 2 || !rest[0].is_word() || std::ranges::find(signs, rest[1].text) == std::end(signs)) {
        return std::nullopt;
    }
    Assignment found;
    found.target = rest[0].text;
    found.sign = rest[1].text;
    found.right = rest.subspan(2);
    if (!found.right.empty()) {
        const u32 from = found.right.front().offset;
        found.right_text = line.text.substr(from, found.right.back().end() - from);
        found.values = operands_of(line.text, found.right);
    }
    return has_type && found.sign != "=" ? std::nullopt : std::optional(found);
}

/// What a value is put into a register with.
std::vector<std::string> assigning_statements(const Assignment& assignment) {
    const std::string& to = assignment.target;
    const std::string& right = assignment.right_text;
    const std::span<const LinePiece> pieces = assignment.right;
    if (assignment.sign == "++" || assignment.sign == "--") {
        return {"addi " + to + ", " + to + (assignment.sign == "++" ? ", 1" : ", -1")};
    }
    if (assignment.sign.size() == 2 && !instruction_for(assignment.sign).empty()) {
        return {std::string(instruction_for(assignment.sign)) + " " + to + ", " + to + ", " + right};
    }
    const bool is_number = pieces.size() == 3 && is_integer(pieces[0].text) && is_integer(pieces[2].text);
    if (pieces.size() == 3 && !is_number && !instruction_for(pieces[1].text).empty()) {
        const std::string operation(instruction_for(pieces[1].text));
        const std::string a(pieces[0].text);
        const std::string b(pieces[2].text);
        std::vector<std::string> statements = {operation + " " + to + ", " + a + ", " + b};
        if (operation == "add" || operation == "mul") {
            statements.push_back(operation + " " + to + ", " + b + ", " + a);
        }
        return statements;
    }
    if (pieces.size() == 2 && pieces[0].is("-") && find_register(pieces[1].text)) {
        return {"neg " + to + ", " + std::string(pieces[1].text)};
    }
    if (pieces.size() == 2 && pieces[0].is("*") && find_register(pieces[1].text)) {
        return {"lw " + to + ", 0(" + std::string(pieces[1].text) + ")"};
    }
    if (pieces.size() == 2 && pieces[0].is("~") && find_register(pieces[1].text)) {
        return {"not " + to + ", " + std::string(pieces[1].text)};
    }
    std::string address = right;
    if (const size_t open = address.find('['); open != std::string::npos && address.ends_with(']')) {
        address[open] = '(';
        address.back() = ')';
    }
    return {"li " + to + ", " + right, "move " + to + ", " + right, "lw " + to + ", " + address,
            "la " + to + ", " + right};
}

/// `$t3 = list[$s4 + 1]`: the index becomes a number of bytes in the register that changes; empty for another right
/// side.
std::string element_statements(const Assignment& assignment, const WrongLine& about) {
    const std::span<const LinePiece> pieces = assignment.right;
    const bool adds = pieces.size() == 6 && pieces[3].is("+") && is_integer(pieces[4].text);
    const bool is_element = (pieces.size() == 4 || adds) && is_name(pieces[0].text) && pieces[1].is("[") &&
                            pieces.back().is("]") && find_register(pieces[2].text);
    const Survey::Places* const label = is_element ? about.survey->label(pieces[0].text) : nullptr;
    if (assignment.sign != "=" || label == nullptr) {
        return {};
    }
    const std::string head =
        to_lower(read_line(about.text->files()[label->front().file].line(label->front().line)).head);
    if (head != ".word" && head != ".space") {
        return {};
    }
    constexpr i32 size = 4;
    const std::string& to = assignment.target;
    const i32 offset = adds ? size * *decode_mars_int(pieces[4].text) : 0;
    const std::string place = std::string(pieces[0].text) + (adds ? "+" + std::to_string(offset) : "");
    const std::string blank(about.line.rest()[0].offset, ' ');
    return "sll " + to + ", " + std::string(pieces[2].text) + ", 2\n" + blank + "lw " + to + ", " + place + "(" + to +
           ")";
}

/// What a type of C, or a word of x86, stores.
std::string_view directive_for(std::string_view word) {
    static constexpr std::pair<std::string_view, std::string_view> types[] = {
        {"int", ".word"},   {"long", ".word"}, {"unsigned", ".word"}, {"short", ".half"},    {"char", ".byte"},
        {"byte", ".byte"},  {"bool", ".byte"}, {"float", ".float"},   {"double", ".double"}, {"string", ".asciiz"},
        {"dw", ".word"},    {"dd", ".word"},   {"db", ".byte"},       {"dq", ".double"},     {"resb", ".space"},
        {"resw", ".space"}, {"resd", ".space"}};
    const auto* const known =
        std::ranges::find(types, to_lower(word), &std::pair<std::string_view, std::string_view>::first);
    return known != std::end(types) ? known->second : std::string_view();
}

/// `0($t0) = $t1`, `[$t0] = $t1`
void propose_store(const LooseLine& line, Proposals& out) {
    const auto rest = line.rest();
    if (rest.size() < 4 || !rest[rest.size() - 2].is("=") || !find_register(rest.back().text)) {
        return;
    }
    const u32 from = rest[0].offset;
    std::string address(trim(line.text.substr(from, rest[rest.size() - 2].offset - from)));
    std::ranges::replace(address, '[', '(');
    std::ranges::replace(address, ']', ')');
    out.rewrite(
        Slip::assignment, {std::string(trim(line.text.substr(from, line.code_end - from)))},
        patched(line.text, {{from, line.code_end - from, "sw " + std::string(rest.back().text) + ", " + address}}));
}

/// `$v0 = 4`, `$t0 += 1`, `x = $t0`, `N = 5`.
void propose_assignment(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    propose_store(line, out);
    const std::optional<Assignment> assignment = read_assignment(line);
    if (!assignment) {
        return;
    }
    const std::string before(line.text.substr(0, line.rest()[0].offset));
    const std::string behind(line.text.substr(line.code_end));
    const std::string written(trim(line.text.substr(line.rest()[0].offset, line.code_end - line.rest()[0].offset)));
    if (find_register(assignment->target) || find_register("$" + assignment->target)) {
        Assignment named = *assignment;
        named.target = (named.target.starts_with('$') ? "" : "$") + named.target;
        const std::string element = element_statements(named, about);
        if (!element.empty()) {
            out.rewrite(Slip::assignment, {written}, before + element + behind);
            return;
        }
        for (const std::string& statement : assigning_statements(named)) {
            out.rewrite(Slip::assignment, {written}, before + statement + behind);
        }
        return;
    }
    const bool is_number = is_integer(assignment->right_text);
    const bool is_variable = !directive_for(line.head).empty() && !about.is_in_data();
    if (is_variable || !is_name(assignment->target) || assignment->sign.size() != 1 || assignment->right.empty()) {
        return;
    }
    // What is written in capitals is a constant, wherever it stands.
    const bool is_capital = is_number && to_lower(assignment->target) != assignment->target &&
                            std::ranges::none_of(assignment->target, [](char c) { return c >= 'a' && c <= 'z'; });
    if (is_capital) {
        out.rewrite(Slip::constant_assignment, {assignment->target, assignment->right_text},
                    before + ".eqv " + assignment->target + " " + assignment->right_text + behind);
    }
    if (about.is_in_data()) {
        const PieceKind kind = assignment->right[0].kind;
        const std::string directive = kind == PieceKind::string                   ? ".asciiz "
                                      : is_number || assignment->right.size() > 1 ? ".word "
                                                                                  : ".float ";
        std::string values = assignment->right_text;
        std::erase_if(values, [](char c) { return c == '{' || c == '}' || c == '[' || c == ']'; });
        out.rewrite(Slip::data_assignment, {written, directive.substr(0, directive.size() - 1)},
                    before + assignment->target + ": " + directive + values + behind);
    }
    if (find_register(assignment->right_text)) {
        out.rewrite(Slip::assignment, {written},
                    before + "sw " + assignment->right_text + ", " + assignment->target + behind);
    } else {
        out.rewrite(Slip::constant_assignment, {assignment->target, assignment->right_text},
                    before + ".eqv " + assignment->target + " " + assignment->right_text + behind);
    }
}

u32 size_for(std::string_view directive) {
    return directive == ".byte" || directive == ".space" ? 1
           : directive == ".half"                        ? 2
           : directive == ".double"                      ? 8
                                                         : 4;
}

/// `count: dw 5`, `msg: db "Hello", 0`, `x: int 5`
void propose_foreign_directive(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    std::string directive(directive_for(line.head));
    if (line.label.empty() || directive.empty() || !about.is_in_data()) {
        return;
    }
    const std::string word = to_lower(line.head);
    std::string values(line.text.substr(line.head_offset + line.head.size()));
    values.erase(0, values.starts_with("[]") ? 2 : 0);
    const bool has_text = values.find('"') != std::string::npos;
    directive = has_text ? ".asciiz" : directive;
    const bool reserves_words = word == "resw" || word == "resd";
    if (reserves_words && line.operands.size() == 1 && is_integer(line.operands[0].text)) {
        directive = ".word";
        values = " 0 : " + std::string(line.operands[0].text) + std::string(line.text.substr(line.code_end));
    }
    const std::string before(line.text.substr(0, line.head_offset));
    out.rewrite(Slip::other_directive, {std::string(line.head), directive}, before + directive + values);
    const size_t end = has_text ? values.rfind('"') + 1 : std::string::npos;
    if (end < values.size() && trim(std::string_view(values).substr(end)).starts_with(',')) {
        out.rewrite(Slip::other_directive, {std::string(line.head), directive},
                    before + directive + values.substr(0, end) + std::string(line.text.substr(line.code_end)));
    }
}

/// `square($a0)`, `$v0 = square(5);`, where `square` is a routine.
void propose_routine_call(const WrongLine& about, Proposals& out) {
    const auto rest = about.line.rest();
    const bool is_assigned = rest.size() > 3 && rest[1].is("=");
    const size_t at = is_assigned ? 2 : 0;
    if (rest.size() < at + 3 || !rest[at + 1].is("(") || isa::find_mnemonic(rest[at].text) != nullptr) {
        return;
    }
    const Survey::Places* const label = about.survey->label(rest[at].text);
    if (label != nullptr && !about.survey->is_in_data(label->front()) && !about.is_in_data() &&
        !(label->front() == about.place)) {
        const std::string name(rest[at].text);
        const u32 from = rest[0].offset;
        out.rewrite(Slip::routine_call, {name},
                    patched(about.line.text, {{from, about.line.code_end - from, "jal " + name}}));
    }
}

/// `jal square($a0)`, `jal square, $a0`
void propose_call_arguments(const WrongLine& about, Proposals& out) {
    const auto rest = about.line.rest();
    const std::string head = to_lower(about.line.head);
    if ((head != "jal" && head != "call" && head != "bl") || rest.size() < 3 || rest[2].is(":")) {
        return;
    }
    const Survey::Places* const label = about.survey->label(rest[1].text);
    if (label != nullptr && !about.survey->is_in_data(label->front())) {
        out.rewrite(Slip::call_arguments, {head},
                    patched(about.line.text, {{about.line.head_offset, about.line.code_end - about.line.head_offset,
                                               "jal " + std::string(rest[1].text)}}));
    }
}

std::string_view branch_for(std::string_view sign) {
    static constexpr std::pair<std::string_view, std::string_view> branches[] = {
        {"==", "beq"}, {"=", "beq"}, {"!=", "bne"}, {"<", "blt"}, {">", "bgt"}, {"<=", "ble"}, {">=", "bge"}};
    const auto* const known = std::ranges::find(branches, sign, &std::pair<std::string_view, std::string_view>::first);
    return known != std::end(branches) ? known->second : std::string_view();
}

/// `$v0, 10`: a line that begins with a register lacks its instruction.
void propose_instruction(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const bool compares = line.rest().size() > 1 && !branch_for(line.rest()[1].text).empty();
    if (!find_register(line.head) || line.operands.size() != 1 || compares) {
        return;
    }
    for (const std::string_view word : {"li", "move", "lw", "la"}) {
        out.rewrite(Slip::instruction_missing, {},
                    patched(line.text, {{line.head_offset, 0, std::string(word) + " "}}));
    }
}

/// `int x;`, `char s[] = "abc"`, `int a[10];`, `x dw 5`.
void propose_declaration(const WrongLine& about, Proposals& out) {
    auto rest = about.line.rest();
    while (!rest.empty() && (rest.back().is(";") || rest[0].is("const") || rest[0].is("static"))) {
        rest = rest.back().is(";") ? rest.first(rest.size() - 1) : rest.subspan(1);
    }
    if (rest.size() < 2 || !about.is_in_data()) {
        return;
    }
    const bool has_type_first = !directive_for(rest[0].text).empty();
    const size_t name_at = has_type_first ? 1 : 0;
    std::string directive(directive_for(rest[1 - name_at].text));
    const std::string name(rest[name_at].text);
    if (directive.empty() || !is_name(name) || !about.line.label.empty()) {
        return;
    }
    auto values = rest.subspan(2);
    std::string count;
    while (!values.empty() && (values[0].is("[") || values[0].is("]") || (values.size() > 1 && values[1].is("]")))) {
        count = is_integer(values[0].text) ? std::string(values[0].text) : count;
        values = values.subspan(1);
    }
    values = !values.empty() && values[0].is("=") ? values.subspan(1) : values;
    std::string text;
    for (const LinePiece& value : values) {
        directive = value.kind == PieceKind::string ? ".asciiz" : directive;
        const bool is_bracket = value.is("{") || value.is("}") || value.is("[") || value.is("]");
        text += is_bracket ? "" : (text.empty() || value.is(",") ? "" : " ") + std::string(value.text);
    }
    if (directive == ".asciiz" && text.ends_with(", 0")) {
        text.resize(text.size() - 3);
    }
    if (text.empty() && !count.empty()) {
        text = std::to_string(*decode_mars_int(count) * static_cast<i64>(size_for(directive)));
        directive = ".space";
    }
    const std::string before(about.line.text.substr(0, about.line.rest()[0].offset));
    const std::string written(trim(about.line.text.substr(before.size(), about.line.code_end - before.size())));
    out.rewrite(Slip::data_assignment, {written, directive},
                before + name + ": " + directive + " " + (text.empty() ? "0" : text) +
                    std::string(about.line.text.substr(about.line.code_end)));
}

/// `if ($t0 == $t1) goto x`, `bne $t0 != $t1, x`, `b x if $a0 = 2`.
void propose_condition(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const auto rest = line.rest();
    const auto sign = std::ranges::find_if(
        rest, [](const LinePiece& piece) { return piece.kind == PieceKind::sign && !branch_for(piece.text).empty(); });
    if (sign == rest.end() || sign == rest.begin() || sign + 1 == rest.end()) {
        return;
    }
    const bool is_between = (sign - 1)->kind != PieceKind::sign && (sign + 1)->kind != PieceKind::sign;
    if (isa::find_mnemonic(line.head) != nullptr && is_between) {
        const bool compares = is_branch_or_jump(line.head);
        out.rewrite(compares ? Slip::comparison_sign : Slip::other_separator,
                    compares ? std::vector<std::string>{std::string(line.head), std::string(sign->text)}
                             : std::vector<std::string>{std::string(sign->text)},
                    patched(line.text, {{(sign - 1)->end(), (sign + 1)->offset - (sign - 1)->end(), ", "}}));
    }
    std::string target;
    static constexpr std::string_view noise[] = {"if",   "goto",   "then", "b",   "j",   "while",
                                                 "jump", "branch", "to",   "jal", "beq", "bne"};
    for (const LinePiece& piece : rest) {
        const bool is_compared = &piece == &*(sign - 1) || &piece == &*(sign + 1);
        if (!is_compared && is_name(piece.text) && std::ranges::find(noise, to_lower(piece.text)) == std::end(noise)) {
            target = piece.text;
        }
    }
    if (!target.empty()) {
        out.rewrite(Slip::condition, {std::string(branch_for(sign->text))},
                    std::string(line.text.substr(0, rest[0].offset)) + std::string(branch_for(sign->text)) + " " +
                        std::string((sign - 1)->text) + ", " + std::string((sign + 1)->text) + ", " + target +
                        std::string(line.text.substr(line.code_end)));
    }
}

/// `add $t0, $t1 + $t2`.
void propose_comma_for_sign(const WrongLine& about, Proposals& out) {
    const std::vector<LinePiece>& pieces = about.line.pieces;
    for (size_t i = about.line.first + 2; i + 1 < pieces.size(); ++i) {
        const bool joins = (pieces[i].kind == PieceKind::sign || pieces[i].is("%")) &&
                           !instruction_for(pieces[i].text).empty() && find_register(pieces[i - 1].text) &&
                           !(pieces[i].is("-") && pieces[i - 2].is("("));
        // `addi $sp - 4` adds a number that has a sign.
        const bool is_sign_of_number = pieces[i].is("-") && to_lower(about.line.head).starts_with("addi") &&
                                       pieces[i + 1].is_word() && is_integer(pieces[i + 1].text);
        if (joins && is_sign_of_number) {
            out.rewrite(
                Slip::sign_between, {"-", std::string(about.line.head)},
                patched(about.line.text, {{pieces[i - 1].end(), pieces[i + 1].offset - pieces[i - 1].end(), ", -"}}));
        } else if (joins && isa::find_mnemonic(about.line.head) != nullptr) {
            out.rewrite(
                Slip::sign_between, {std::string(pieces[i].text), std::string(about.line.head)},
                patched(about.line.text, {{pieces[i - 1].end(), pieces[i + 1].offset - pieces[i - 1].end(), ", "}}));
        }
    }
}

}  // namespace

bool declares_variable(const WrongLine& about) {
    const auto rest = about.line.rest();
    const bool has_type = rest.size() >= 2 && !directive_for(rest[0].text).empty() && is_name(rest[1].text) &&
                          isa::find_mnemonic(rest[0].text) == nullptr;
    const bool is_declared = has_type && (rest.size() == 2 || rest[2].is("=") || rest[2].is(";") || rest[2].is("["));
    const bool is_counted = rest.size() >= 2 && is_name(rest[0].text) &&
                            !find_register("$" + std::string(rest[0].text)) &&
                            (rest[1].is("++") || rest[1].is("--") || rest[1].is("+="));
    return !about.is_in_data() && about.line.label.empty() && (is_declared || is_counted);
}

void explain_variable(const WrongLine& about, Proposals& out) {
    if (!declares_variable(about)) {
        return;
    }
    const auto rest = about.line.rest();
    const std::string directive(directive_for(rest[0].text));
    const bool has_value = rest.size() > 3 && rest[2].is("=") && is_integer(rest[3].text);
    out.explain(Slip::variable, {std::string(rest[directive.empty() ? 0 : 1].text),
                                 has_value ? std::string(rest[3].text) : "0", directive.empty() ? ".word" : directive});
}

void explain_comparison(const WrongLine& about, Proposals& out) {
    const auto rest = about.line.rest();
    static constexpr std::pair<std::string_view, std::string_view> opposites[] = {
        {"beq", "bne"}, {"bne", "beq"}, {"blt", "bge"}, {"bge", "blt"}, {"bgt", "ble"}, {"ble", "bgt"}};
    const auto* const opposite =
        rest.size() == 3 && rest[0].is_word() && rest[2].is_word() && find_register(rest[0].text)
            ? std::ranges::find(opposites, branch_for(rest[1].text),
                                &std::pair<std::string_view, std::string_view>::first)
            : std::end(opposites);
    if (opposite != std::end(opposites)) {
        const std::string values = " " + std::string(rest[0].text) + ", " + std::string(rest[2].text) + ", done`";
        out.explain(Slip::comparison_of_loop,
                    {std::string(about.line.text.substr(rest[0].offset, rest[2].end() - rest[0].offset)),
                     "`" + std::string(opposite->second) + values});
    }
}

void propose_expressions(const WrongLine& about, Proposals& out) {
    if (about.line.empty()) {
        return;
    }
    propose_signs(about, out);
    propose_declaration(about, out);
    propose_foreign_directive(about, out);
    propose_routine_call(about, out);
    propose_call_arguments(about, out);
    propose_instruction(about, out);
    propose_assignment(about, out);
    if (!about.is_in_data()) {
        propose_condition(about, out);
    }
    propose_value(about, out);
    propose_comma_for_sign(about, out);
}

}  // namespace mariner::tutor
