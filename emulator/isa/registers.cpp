#include "emulator/isa/registers.hpp"

#include <array>

#include "emulator/isa/pattern.hpp"

namespace mariner::isa {

namespace {

constexpr std::array<RegisterInfo, 32> register_rows = {{
#define REGISTER(number, name, role) {number, name, role},
#include "emulator/isa/registers.inc"
#undef REGISTER
}};

consteval bool is_in_order() {
    for (size_t i = 0; i < register_rows.size(); ++i) {
        if (register_rows[i].number != i) {
            return false;
        }
    }
    return true;
}

static_assert(is_in_order());

/// From the two characters behind the dollar sign, which tell all names apart, to the number.
constexpr size_t slot_of_name(std::string_view name) {
    return (static_cast<size_t>(name[1]) * 8 + static_cast<size_t>(name[2])) % 256;
}

constexpr u8 no_register = 0xff;

consteval std::array<u8, 256> make_numbers() {
    std::array<u8, 256> numbers{};
    numbers.fill(no_register);
    for (const RegisterInfo& row : register_rows) {
        u8& slot = numbers[slot_of_name(row.name)];
        if (slot != no_register) {
            pattern::malformed_table_row("two names share a slot");
        }
        slot = row.number;
    }
    return numbers;
}

constexpr std::array<u8, 256> numbers_by_name = make_numbers();

}  // namespace

std::span<const RegisterInfo, 32> register_table() {
    return register_rows;
}

std::optional<u8> find_register(std::string_view name) {
    const u8 number = name.size() > 2 ? numbers_by_name[slot_of_name(name)] : no_register;
    return number != no_register && register_rows[number].name == name ? std::optional(number) : std::nullopt;
}

}  // namespace mariner::isa
