#pragma once
// What a label of the data segment names, as the program declared it: one value, a list of them, or a text. Read by the
// debug adapter, which shows lists as lists.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/debugger/session.hpp"

namespace mariner::remote {

struct DeclaredData {
    u32 address = 0;
    DataKind kind = DataKind::other;
    u32 width = 4;  // of an element, in bytes
    u32 count = 1;

    [[nodiscard]] bool is_text() const { return kind == DataKind::text || kind == DataKind::text_with_end; }
    [[nodiscard]] bool is_list() const { return count > 1 && !is_text(); }
    [[nodiscard]] u32 element(u32 index) const { return address + index * width; }
};

/// What was declared from an address on, up to the next label or to values of another kind; null if nothing was.
std::optional<DeclaredData> declared_at(const ProgramImage& image, u32 address);

/// The value at an element's address, as its kind is read; a text as it is written.
std::string element_text(const debugger::Session& session, const DeclaredData& data, u32 address, bool is_hexadecimal);
/// All of it, shortened: "1, 2, 3".
std::string declared_text(const debugger::Session& session, const DeclaredData& data, bool is_hexadecimal);
/// How the debugger's expressions name the value at an address: "half(0x10010002)".
std::string element_expression(DataKind kind, std::string_view address);
/// False if the text is no value of that kind.
bool assign_element(debugger::Session& session, const DeclaredData& data, u32 address, std::string_view text);

}  // namespace mariner::remote
