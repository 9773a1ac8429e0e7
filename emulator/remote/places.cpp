#include "emulator/remote/places.hpp"

#include <algorithm>
#include <array>

#include "emulator/isa/registers.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

struct Named {
    std::string_view name;
    u8 id;
};

constexpr auto others = std::to_array<Named>({
    {"hi", register_id::hi},
    {"lo", register_id::lo},
    {"fcc", register_id::condition_flags},
    {"badvaddr", register_id::bad_address},
    {"status", register_id::status},
    {"cause", register_id::cause},
    {"epc", register_id::epc},
});

std::optional<u8> numbered(std::string_view digits, u8 base) {
    const std::optional<i32> number = parse_java_int(digits);
    return number && *number >= 0 && *number < 32 ? std::optional(static_cast<u8>(base + *number)) : std::nullopt;
}

}  // namespace

std::optional<u8> find_register_id(std::string_view name) {
    if (const std::optional<u8> number = isa::find_register(name)) {
        return number;
    }
    const bool has_dollar = name.starts_with('$');
    const std::string_view bare = name.substr(has_dollar ? 1 : 0);
    const auto other = std::find_if(others.begin(), others.end(), [&](const Named& row) { return row.name == bare; });
    if (other != others.end()) {
        return other->id;
    }
    if (!has_dollar) {
        return std::nullopt;
    }
    return bare.starts_with('f') ? numbered(bare.substr(1), register_id::float_base) : numbered(bare, 0);
}

std::optional<u32> find_address(const ProgramImage& image, std::string_view text) {
    if (const Symbol* const symbol = image.find_symbol(text)) {
        return symbol->address;
    }
    const std::optional<i32> number = decode_mars_int(text);
    return number ? std::optional(static_cast<u32>(*number)) : std::nullopt;
}

std::optional<debugger::Place> find_place(const ProgramImage& image, std::string_view text) {
    if (const std::optional<u8> id = find_register_id(text)) {
        return debugger::Place::of_register(*id);
    }
    const std::optional<u32> address = find_address(image, text);
    return address ? std::optional(debugger::Place::of_memory(*address, 4)) : std::nullopt;
}

}  // namespace mariner::remote
