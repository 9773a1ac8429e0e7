#pragma once
// integer_access of decoded_op.hpp as a constant expression, for the engines' tables and templates.

#include <string_view>

#include "emulator/execute/decoded_op.hpp"
#include "emulator/isa/instruction_table.hpp"

namespace mariner {

namespace detail {

constexpr IntegerAccess read_access(std::string_view text) {
    IntegerAccess access;
    bool sources = false;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
        const std::string_view word = text.substr(i, 2);
        const bool starts = i == 0 || text[i - 1] == ' ';
        const bool ends = i + 2 == text.size() || text[i + 2] == ' ';
        if (word == "<-") {
            sources = true;
        } else if (starts && ends && word == "rs") {
            access.reads_rs |= sources;
        } else if (starts && ends && word == "rt") {
            access.reads_rt |= sources;
            access.writes_rt |= !sources;
        } else if (starts && ends && word == "rd") {
            access.writes_rd |= !sources;
            access.may_keep_rd |= sources;
        } else if (starts && ends && word == "cc") {
            access.reads_flag |= sources;
        }
    }
    return access;
}

}  // namespace detail

constexpr IntegerAccess compiled_integer_access(isa::Op op) {
    return detail::read_access(isa::compiled_info(op).access);
}

}  // namespace mariner
