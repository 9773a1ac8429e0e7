#include "emulator/games/grounds.hpp"

#include <algorithm>
#include <map>

#include "emulator/games/generator.hpp"
#include "emulator/support/text.hpp"

namespace mariner::games {

namespace {

const Symbol* find_data(const ProgramImage& image, std::string_view label) {
    const Symbol* const symbol = image.find_symbol(label);
    return symbol != nullptr && symbol->is_data ? symbol : nullptr;
}

/// Bytes from a label to the next one or to the end of the data; `otherwise` if neither is known.
u32 extent_of(const ProgramImage& image, const Symbol& label, u32 otherwise) {
    u32 extent = image.data_end > label.address ? image.data_end - label.address : 0;
    for (const Symbol& symbol : image.symbols) {
        if (symbol.is_data && symbol.address > label.address &&
            (extent == 0 || symbol.address - label.address < extent)) {
            extent = symbol.address - label.address;
        }
    }
    return extent == 0 ? otherwise : extent;
}

/// Why a label of the room can't be compared; empty if it can.
std::string missing_label(const ProgramImage& image, const ProgramImage& room, const Fact& fact) {
    const Symbol* const own = find_data(image, fact.label);
    const Symbol* const usual = find_data(room, fact.label);
    if (own == nullptr || usual == nullptr) {
        return "no such label";
    }
    // A label inside the room's own data ends its extent early; padding lengthens any.
    constexpr u32 padding = 3;
    const auto least = static_cast<u32>(fact.bytes.size());
    const u32 usual_extent = extent_of(room, *usual, least);
    const u32 size = std::max(usual_extent, least);
    const u32 extent = extent_of(image, *own, size);
    const bool is_same = extent <= usual_extent + padding && extent + padding >= usual_extent;
    return is_same || (extent + padding >= size && extent <= 2 * size)
               ? std::string()
               : std::to_string(extent) + " bytes in place of " + std::to_string(size);
}

void add_to_list(std::string& list, std::string_view item) {
    list += list.empty() ? "memory of " : ", ";
    list += item;
}

void look_for_labels(Grounds& grounds, const ProgramImage& image, const ProgramImage& room,
                     const std::vector<Fact>& facts, bool wanted) {
    std::string found;
    std::map<std::string, std::string> missing;  // by the reason
    for (const Fact& fact : facts) {
        const std::string reason = missing_label(image, room, fact);
        std::optional<u32>& address = grounds.labels.emplace_back();
        if (!reason.empty()) {
            add_to_list(missing[reason], fact.label);
            continue;
        }
        const u32 place = find_data(image, fact.label)->address;
        if (fact.label == grounds.board.label) {
            grounds.board_address = place;
        }
        if (wanted) {
            address = place;
            add_to_list(found, fact.label);
        }
    }
    if (!found.empty()) {
        grounds.compared.push_back(found);
    }
    for (const auto& [reason, labels] : wanted ? missing : std::map<std::string, std::string>()) {
        grounds.left_out.push_back(labels + " (" + reason + ")");
    }
}

/// Whether a game leaves anything in the picture's place.
bool draws(const Game& game, EmulatedGame& program, u32 address, size_t units) {
    program.play(generate(game, {}).script);
    const u8* const first = program.machine().memory().at(address);
    return std::any_of(first, first + units * sizeof(u32), [](u8 byte) { return byte != 0; });
}

/// Why there is no picture to compare; empty if there is one at `address`.
std::string missing_picture(const Game& game, EmulatedGame& program, const GamePicture* canvas,
                            const OwnDisplay& display, u32 address) {
    if (canvas == nullptr) {
        return "the game has none";
    }
    const auto rows = static_cast<u32>(canvas->first.size() / canvas->columns);
    if (display.columns != 0 && (display.columns != canvas->columns || display.rows != rows)) {
        return "the program's display has " + std::to_string(display.columns) + " x " + std::to_string(display.rows) +
               " units, the game's " + std::to_string(canvas->columns) + " x " + std::to_string(rows);
    }
    if (!display.is_named && !draws(game, program, address, canvas->first.size())) {
        return "the program draws nothing, and no comment speaks of a display";
    }
    return {};
}

}  // namespace

Grounds find_grounds(const Game& game, const ProgramImage& image, EmulatedGame& program, const Aspects& wanted,
                     const OwnDisplay& display) {
    const std::unique_ptr<Twin> twin = game.make_twin();
    Grounds grounds;
    grounds.output = wanted.output;
    grounds.registers = wanted.registers;
    grounds.board = twin->board_place();
    grounds.marks = grounds.board.values;
    if (wanted.output) {
        grounds.compared.emplace_back("what is printed");
    }
    if (wanted.registers) {
        grounds.compared.emplace_back("registers at the end");
    }
    if (!wanted.memory && !wanted.picture) {
        return grounds;  // nobody looks at the board
    }
    if (const Result<ProgramImage> room = assemble_game(std::string(game.room), game.program)) {
        look_for_labels(grounds, image, *room, twin->memory(), wanted.memory);
    }
    if (wanted.picture) {
        const GamePicture* const canvas = twin->canvas();
        const u32 address = display.address != 0 || canvas == nullptr ? display.address : canvas->address;
        const std::string missing = missing_picture(game, program, canvas, display, address);
        if (missing.empty()) {
            grounds.picture = address;
            grounds.compared.push_back("the picture at " + hex32(address));
        } else {
            grounds.left_out.push_back("the picture (" + missing + ")");
        }
    }
    return grounds;
}

}  // namespace mariner::games
