#include "emulator/isa/registers.hpp"

#include <array>

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

}  // namespace

std::span<const RegisterInfo, 32> register_table() {
    return register_rows;
}

std::optional<u8> find_register(std::string_view name) {
    for (const RegisterInfo& row : register_rows) {
        if (row.name == name) {
            return row.number;
        }
    }
    return std::nullopt;
}

}  // namespace mariner::isa
