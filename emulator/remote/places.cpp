#include "emulator/remote/places.hpp"

#include "emulator/debugger/registers.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

std::optional<u32> find_address(const ProgramImage& image, std::string_view text) {
    if (const Symbol* const symbol = image.find_symbol(text)) {
        return symbol->address;
    }
    const std::optional<i32> number = decode_mars_int(text);
    return number ? std::optional(static_cast<u32>(*number)) : std::nullopt;
}

std::optional<debugger::Place> find_place(const ProgramImage& image, std::string_view text) {
    const std::optional<u8> id = debugger::find_register(text);
    const bool is_label = !text.starts_with('$') && image.find_symbol(text) != nullptr;
    if (id && !is_label) {
        return debugger::Place::of_register(*id);
    }
    const std::optional<u32> address = find_address(image, text);
    return address ? std::optional(debugger::Place::of_memory(*address, 4)) : std::nullopt;
}

}  // namespace mariner::remote
