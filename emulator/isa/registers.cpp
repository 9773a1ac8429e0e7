#include "emulator/isa/registers.hpp"

#include <array>

namespace mariner::isa {

namespace {

constexpr std::array<RegisterInfo, 32> the_table = {{
#define REGISTER(number, name, role) {number, name, role},
#include "emulator/isa/registers.inc"
#undef REGISTER
}};

consteval bool is_in_order() {
    for (size_t i = 0; i < the_table.size(); ++i) {
        if (the_table[i].number != i) {
            return false;
        }
    }
    return true;
}

static_assert(is_in_order());

}  // namespace

std::span<const RegisterInfo, 32> register_table() {
    return the_table;
}

std::optional<u8> find_register(std::string_view name) {
    for (const RegisterInfo& row : the_table) {
        if (row.name == name) {
            return row.number;
        }
    }
    return std::nullopt;
}

}  // namespace mariner::isa
