#include "emulator/remote/places.hpp"

#include <algorithm>
#include <bit>

#include "emulator/execute/registers.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr u32 most_characters = 40;

/// Printable characters from an address on, if there are at least two.
std::string characters_at(const debugger::Session& session, u32 address) {
    const std::vector<u8> bytes = session.read_memory(address, most_characters);
    const auto end = std::find_if(bytes.begin(), bytes.end(), [](u8 byte) {
        return (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
    });
    return end - bytes.begin() < 2 || (end != bytes.end() && *end != 0) ? std::string()
                                                                        : std::string(bytes.begin(), end);
}

}  // namespace

std::optional<u32> find_number(std::string_view text) {
    const std::optional<i32> number = decode_mars_int(text);
    return number ? std::optional(static_cast<u32>(*number)) : std::nullopt;
}

std::optional<u32> find_address(const ProgramImage& image, std::string_view text) {
    const Symbol* const symbol = image.find_symbol(text);
    return symbol != nullptr ? std::optional(symbol->address) : find_number(text);
}

std::optional<debugger::Place> find_place(const ProgramImage& image, std::string_view text) {
    const std::optional<u8> id = find_register(text);
    const bool is_label = !text.starts_with('$') && image.find_symbol(text) != nullptr;
    const bool is_number = !text.empty() && text.front() >= '0' && text.front() <= '9';
    if (id && !is_label && !is_number) {
        return debugger::Place::of_register(*id);
    }
    const std::optional<u32> address = find_address(image, text);
    return address ? std::optional(debugger::Place::of_memory(*address, 4)) : std::nullopt;
}

std::string word_text(const ProgramImage& image, u32 word, bool is_hexadecimal) {
    if (is_hexadecimal) {
        return hex32(word);
    }
    const Symbol* const symbol = image.symbol_at(word);
    return std::to_string(static_cast<i32>(word)) + " (" + hex32(word) + ")" +
           (symbol != nullptr ? " " + symbol->name : "");
}

std::string float_text(u32 bits) {
    return java_text(std::bit_cast<float>(bits)) + " (" + hex32(bits) + ")";
}

std::string memory_text(const debugger::Session& session, u32 address, bool is_hexadecimal) {
    const std::optional<u32> word = session.machine().peek_word(address & ~3U);
    if (!word) {
        return "nothing at " + hex32(address);
    }
    const std::string characters = characters_at(session, address);
    return word_text(session.image(), *word, is_hexadecimal) +
           (characters.empty() ? "" : " " + json_string(characters));
}

std::string who_wrote(debugger::Session& session, std::string_view words) {
    const std::string name(trim(words));
    const std::optional<debugger::Place> place = find_place(session.image(), name);
    if (!place) {
        return "there is no register, label or address " + name;
    }
    const std::optional<debugger::Touch> touch = session.last_write(*place);
    if (!touch) {
        return "nothing has written " + name + " so far";
    }
    return place_of(session.image(), touch->pc) + " (" + hex32(touch->pc) + ") wrote " +
           hex32(static_cast<u32>(touch->new_value)) + " over " + hex32(static_cast<u32>(touch->old_value)) +
           " after " + with_thousands(touch->time) + " instructions";
}

}  // namespace mariner::remote
