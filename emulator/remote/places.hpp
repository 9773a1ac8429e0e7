#pragma once
// Registers, labels and addresses as people write them where a protocol wants a place (to watch, to change, to ask who
// wrote it), and what stands there as text for them. Values are debugger/expression's. Called by both servers.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/debugger/session.hpp"

namespace mariner::remote {

/// A number as MARS writes numbers.
std::optional<u32> find_number(std::string_view text);

/// A label, or a number.
std::optional<u32> find_address(const ProgramImage& image, std::string_view text);

/// A register with its $, a label, a register without it, or a number.
std::optional<debugger::Place> find_place(const ProgramImage& image, std::string_view text);

/// "5 (0x00000005)", and the label if the word is one's address; in hexadecimal alone if so wished.
std::string word_text(const ProgramImage& image, u32 word, bool is_hexadecimal);
/// "1.5 (0x3fc00000)"
std::string float_text(u32 bits);
/// The word at an address and, where there are some, the characters: `7171919 (0x006d6f4f) "Oom"`.
std::string memory_text(const debugger::Session& session, u32 address, bool is_hexadecimal);

/// A sentence on the instruction that last wrote a place.
std::string who_wrote(debugger::Session& session, std::string_view place);

}  // namespace mariner::remote
