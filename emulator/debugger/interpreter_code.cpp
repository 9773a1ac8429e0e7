// The commands that show code: source, instructions, expansions, calls.

#include <algorithm>
#include <optional>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::debugger {

namespace {

constexpr u32 listed_lines = 11;
constexpr u32 usual_instructions = 11;
constexpr u64 most_instructions = 10'000;

}  // namespace

/// "hw.asm:12", "hw.asm:12 <loop>", "0x00400010"
std::string Interpreter::place_text(u32 address) const {
    const std::string label = label_of(address);
    return place_of(m_session.image(), address) + (label.empty() ? "" : " <" + label + ">");
}

std::string Interpreter::instruction_text(u32 address) const {
    const Statement* const statement = m_session.image().find_statement(address);
    if (statement != nullptr && !trim(statement->source).empty()) {
        return visible_text(trim(statement->source));
    }
    return basic_text(address);
}

std::string Interpreter::basic_text(u32 address) const {
    const TextSlot* const slot = m_session.machine().text().find(address);
    return slot == nullptr
               ? "no instruction"
               : isa::assembly_text(slot->instruction, address, [this](u32 target) { return label_of(target); });
}

/// Behind the last instruction of the statement at an address.
u32 Interpreter::statement_end(u32 address) const {
    const TextEntry* entry = nullptr;
    do {
        address += 4;
        entry = m_session.image().find_text(address);
    } while (entry != nullptr && !entry->first_of_statement && entry->statement != TextEntry::no_statement);
    return address;
}

/// "0x00400010  24080001  addiu   $t0, $zero, 1", with an arrow where the program is.
std::string Interpreter::disassembly_line(u32 address) const {
    const TextSlot* const slot = m_session.machine().text().find(address);
    const std::string label = label_of(address);
    std::string line = label.empty() ? "" : label + ":\n";
    line += address == m_session.machine().cpu.pc ? "=> " : "   ";
    line += hex32(address) + "  " + (slot != nullptr ? isa::hex_digits(slot->word) + "  " : "");
    return line + basic_text(address);
}

std::string Interpreter::position_text() const {
    const u32 pc = m_session.machine().cpu.pc;
    std::string text = "step " + with_thousands(m_session.time()) + "  " + place_text(pc) + "  " + instruction_text(pc);
    const TextEntry* const entry = m_session.image().find_text(pc);
    const bool is_part = entry != nullptr && (!entry->first_of_statement || statement_end(pc) != pc + 4);
    return text + (is_part ? "   [" + basic_text(pc) + "]" : "");
}

Result<void> Interpreter::list_source(const Call& call) {
    const ProgramImage& image = m_session.image();
    const bool goes_on = call.arguments.empty() && m_listed_at == m_session.time();
    if (!goes_on) {
        const Result<u32> address = text_place(call.arguments);
        if (!address) {
            return address.error();
        }
        const Statement* const statement = image.find_statement(*address);
        if (statement == nullptr) {
            return Error{"no source is known for " + hex32(*address) + "; disassemble shows the instructions"};
        }
        m_listed_file = statement->file;
        m_listed_line = statement->line > listed_lines / 2 ? statement->line - listed_lines / 2 : 1;
        m_listed_at = m_session.time();
    }
    const std::vector<std::string> rows = source_rows(m_listed_file, m_listed_line, listed_lines);
    if (rows.empty()) {
        const bool is_known = m_listed_file < m_sources.texts.size() && !m_sources.texts[m_listed_file].empty();
        return Error{is_known ? "there are no more lines"
                              : "the source of " + image.files[m_listed_file] + " is not at hand"};
    }
    m_listed_line += static_cast<u32>(rows.size());
    for (const std::string& row : rows) {
        print_line(row);
    }
    return {};
}

Result<void> Interpreter::disassemble(const Call& call) {
    const size_t blank = std::min(call.arguments.find(' '), call.arguments.size());
    const Result<u32> place = text_place(call.arguments.substr(0, blank));
    if (!place) {
        return place.error();
    }
    const std::string_view wanted = trim(call.arguments.substr(blank));
    const Result<u64> count = wanted.empty() ? Result<u64>(usual_instructions) : count_of(wanted);
    if (!count) {
        return count.error();
    }
    const bool is_around = call.arguments.empty();
    u32 address = *place - (is_around ? 4 * (usual_instructions / 2) : 0);
    for (u64 i = 0; i < std::min(*count, most_instructions); ++i, address += 4) {
        if (m_session.machine().text().find(address) != nullptr) {
            print_line(disassembly_line(address));
        }
    }
    return {};
}

Result<void> Interpreter::expand(const Call& call) {
    const Result<u32> place = text_place(call.arguments);
    if (!place) {
        return place.error();
    }
    const ProgramImage& image = m_session.image();
    if (image.find_text(*place) == nullptr) {
        return Error{"there is no instruction at " + hex32(*place)};
    }
    u32 address = *place;
    while (!image.find_text(address)->first_of_statement && image.find_text(address - 4) != nullptr) {
        address -= 4;
    }
    print_line(place_text(address) + "  " + instruction_text(address));
    for (const u32 end = statement_end(address); address != end; address += 4) {
        print_line(disassembly_line(address));
    }
    return {};
}

std::string Interpreter::function_name(u32 address) const {
    const Symbol* const function = m_session.image().symbol_at(address, true);
    return function != nullptr && !function->is_data ? function->name : hex32(address);
}

Result<void> Interpreter::backtrace(const Call& /*call*/) {
    const ProgramImage& image = m_session.image();
    u32 number = 0;
    for (const Frame& frame : m_session.call_stack()) {
        std::string text = "#" + std::to_string(number++) + "  " + function_name(frame.function);
        if (frame.arguments) {
            text += "(";
            for (size_t i = 0; i < frame.arguments->size(); ++i) {
                const u32 value = (*frame.arguments)[i];
                const std::string label = label_of(value);
                text += (i == 0 ? "" : ", ") + (label.empty() ? std::to_string(static_cast<i32>(value)) : label);
            }
            text += ")";
        }
        text += " at " + place_of(image, frame.pc);
        if (frame.entered) {
            text += ", entered at step " + with_thousands(*frame.entered) + " from " + place_of(image, frame.call);
        }
        print_line(std::move(text));
    }
    return {};
}

}  // namespace mariner::debugger
