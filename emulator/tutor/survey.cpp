#include "emulator/tutor/survey.hpp"

#include <algorithm>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"

namespace mariner::tutor {

namespace {

constexpr std::string_view kernel_or_data[] = {".data", ".kdata"};
constexpr std::string_view text_directives[] = {".text", ".ktext"};

}  // namespace

bool is_branch_or_jump(std::string_view mnemonic) {
    const std::string name = to_lower(mnemonic);
    return name != "break" && (name.starts_with('b') || name == "j" || name == "jal");
}

Survey::Survey(const ProgramText& text) {
    m_program = text.files().empty() ? std::string_view() : std::string_view(text.files()[0].text());
    for (u32 file = 0; file < text.files().size(); ++file) {
        add_file(text, file);
    }
}

void Survey::add_file(const ProgramText& text, u32 file) {
    const SourceText& source = text.files()[file];
    std::vector<u8>& flags = m_flags.emplace_back();
    flags.reserve(source.line_count());
    bool in_data = false;
    bool in_macro = false;
    bool known = file == 0;
    for (u32 number = 1; number <= source.line_count(); ++number) {
        const std::string_view line_text = source.line(number);
        const LooseLine line = read_line(line_text.size() <= longest_line ? line_text : std::string_view());
        const std::string head = to_lower(line.head);
        in_macro = in_macro && head != ".end_macro";
        if (!in_macro && std::ranges::find(kernel_or_data, head) != std::end(kernel_or_data)) {
            in_data = known = true;
        } else if (!in_macro && std::ranges::find(text_directives, head) != std::end(text_directives)) {
            in_data = false;
            known = true;
        }
        flags.push_back(
            static_cast<u8>((in_data ? data_flag : 0) | (in_macro ? macro_flag : 0) | (known ? known_flag : 0)));
        if (head == ".macro") {
            add_macro(line, {file, number});
            in_macro = true;
        } else {
            add_line(line, {file, number}, in_data);
        }
    }
}

void Survey::add_macro(const LooseLine& line, SourceSpot place) {
    MacroFacts macro;
    macro.place = place;
    for (const LinePiece& piece : line.rest().subspan(1)) {
        if (piece.is_word() && macro.name.empty()) {
            macro.name = piece.text;
        } else if (piece.is_word()) {
            macro.parameters.push_back(piece.text);
        }
    }
    m_macros.push_back(std::move(macro));
}

void Survey::add_line(const LooseLine& line, SourceSpot place, bool in_data) {
    if (!line.label.empty()) {
        m_labels[line.label].push_back(place);
    }
    if (line.empty() || !line.rest()[0].is_word()) {
        return;
    }
    if (to_lower(line.head) == ".eqv" && line.operands.size() >= 2) {
        const u32 from = line.operands[1].offset;
        m_eqv.emplace(line.operands[0].text, Constant{line.text.substr(from, line.code_end - from), place});
        return;
    }
    if (to_lower(line.head) == ".eqv" && line.operands.size() == 1) {
        m_eqv.emplace(line.operands[0].text, Constant{{}, place});
        return;
    }
    if (to_lower(line.head) == ".globl") {
        return;
    }
    const bool goes = !in_data && is_branch_or_jump(line.head);
    for (const LinePiece& piece : line.rest().subspan(1)) {
        if (!piece.is_word() || !is_name(piece.text)) {
            continue;
        }
        Places& uses = m_uses[piece.text];
        if (uses.empty() || !(uses.back() == place)) {
            uses.push_back(place);
        }
        if (goes) {
            m_targets.insert(piece.text);
        }
        if (goes && to_lower(line.head) == "jal") {
            m_called.insert(piece.text);
        }
    }
}

const Survey::Places* Survey::find(const std::unordered_map<std::string_view, Places>& in, std::string_view name) {
    const auto at = in.find(name);
    return at != in.end() ? &at->second : nullptr;
}

const MacroFacts* Survey::macro(std::string_view name) const {
    const auto at = std::ranges::find(m_macros, name, &MacroFacts::name);
    return at != m_macros.end() ? &*at : nullptr;
}

const MacroFacts* Survey::macro_around(SourceSpot place) const {
    if (!is_in_macro(place)) {
        return nullptr;
    }
    const MacroFacts* around = nullptr;
    for (const MacroFacts& macro : m_macros) {
        if (macro.place.file == place.file && macro.place.line < place.line) {
            around = &macro;
        }
    }
    return around;
}

std::string_view Survey::eqv(std::string_view name) const {
    const auto at = m_eqv.find(name);
    return at != m_eqv.end() ? at->second.text : std::string_view();
}

}  // namespace mariner::tutor
