// The boxes of a machine word, drawn from the encoding column of the instruction table.

#include <algorithm>
#include <array>

#include "emulator/language/reference.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::language {

namespace {

struct DiagramCell {
    int high = 0;
    int low = 0;
    std::string text;
};

struct FieldName {
    char letter;
    std::string_view name;
};
constexpr auto fields = std::to_array<FieldName>({{'s', "rs"},
                                                  {'t', "rt"},
                                                  {'S', "fs"},
                                                  {'T', "ft"},
                                                  {'D', "fd"},
                                                  {'h', "sa"},
                                                  {'c', "cc"},
                                                  {'j', "target / 4"},
                                                  {'k', "code"}});

std::string_view field_name(const isa::InstructionInfo& row, char letter) {
    if (letter == 'd') {
        return row.operands.find("c0") == std::string_view::npos ? "rd" : "c0";
    }
    const auto* const field = std::ranges::find(fields, letter, &FieldName::letter);
    return field != fields.end() ? field->name : meaning::facts(row.op).is_branch ? "distance" : "imm";
}

bool is_bit(char c) {
    return c == '0' || c == '1';
}

/// Bits that are written together and are of one kind share a box.
std::vector<DiagramCell> cells_of(const isa::InstructionInfo& row) {
    std::vector<DiagramCell> cells;
    int bit = 31;
    char previous = ' ';
    for (const char c : row.encoding_text) {
        if (c != ' ') {
            const bool joins = is_bit(c) ? is_bit(previous) : c == previous;
            if (!joins) {
                cells.push_back({bit, bit, is_bit(c) ? std::string() : std::string(field_name(row, c))});
            }
            cells.back().low = bit--;
            if (is_bit(c)) {
                cells.back().text += c;
            }
        }
        previous = c;
    }
    return cells;
}

std::string bit_numbers(const DiagramCell& cell, size_t width) {
    std::string text = std::to_string(cell.high);
    if (cell.high != cell.low) {
        const std::string low = std::to_string(cell.low);
        text.resize(width - low.size(), ' ');
        text += low;
    }
    text.resize(width, ' ');
    return text;
}

std::string centred(const std::string& text, size_t width) {
    const size_t left = (width - text.size()) / 2;
    return std::string(left, ' ') + text + std::string(width - text.size() - left, ' ');
}

}  // namespace

std::string encoding_diagram(const isa::InstructionInfo& row) {
    std::string numbers = " ";
    std::string edge = "+";
    std::string middle = "|";
    for (const DiagramCell& cell : cells_of(row)) {
        const size_t digits =
            std::to_string(cell.high).size() + (cell.high == cell.low ? 0 : 1 + std::to_string(cell.low).size());
        const size_t bits = static_cast<size_t>(cell.high - cell.low) + 1;
        const size_t width = std::max({cell.text.size() + 2, digits, std::min<size_t>(bits + 2, 20)});
        numbers += bit_numbers(cell, width) + " ";
        edge += std::string(width, '-') + "+";
        middle += centred(cell.text, width) + "|";
    }
    numbers.erase(numbers.find_last_not_of(' ') + 1);
    return numbers + '\n' + edge + '\n' + middle + '\n' + edge + '\n';
}

}  // namespace mariner::language
