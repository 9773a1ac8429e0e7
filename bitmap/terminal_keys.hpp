#pragma once
// The bytes a terminal sends, as keys and mouse positions. Pure: for terminal.cpp, and tests.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

enum class TerminalKeyKind : u8 { character, special, mouse };

struct TerminalKey {
    TerminalKeyKind kind = TerminalKeyKind::character;
    char32_t character = 0;  // control characters included
    u8 code = 0;             // special: a KeyCode; Delete is the character 127 after ESC [ 3 ~
    u32 column = 0;          // mouse, from 0
    u32 line = 0;
    u8 button = 0;  // mouse: as the terminal numbers them (0 left, 1 middle, 2 right, 64 and 65 the wheel)
    bool pressed = false;
    bool moved = false;
    bool operator==(const TerminalKey&) const = default;
};

class TerminalKeys {
public:
    /// The keys complete so far; the rest waits for more bytes.
    std::vector<TerminalKey> feed(std::string_view bytes);
    /// No more bytes came for a while: a lone ESC is the key Escape.
    std::vector<TerminalKey> settle();

private:
    void sequence(std::vector<TerminalKey>& keys);

    std::string m_pending;
};

}  // namespace mariner::bitmap
