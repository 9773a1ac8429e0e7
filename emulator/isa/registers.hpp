#pragma once
// Names and roles of the integer registers, from registers.inc. Floating-point registers are $f0 .. $f31 by rule.

#include <optional>
#include <span>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::isa {

struct RegisterInfo {
    u8 number = 0;
    std::string_view name;  // "$t0"
    std::string_view role;
};

std::span<const RegisterInfo, 32> register_table();

/// "$t0"; case matters. Numbers ("$8") are the lexer's business, since any integer notation counts there.
std::optional<u8> find_register(std::string_view name);

inline std::string_view register_name(u8 number) {
    return register_table()[number & 31U].name;
}

}  // namespace mariner::isa
