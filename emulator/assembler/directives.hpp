#pragma once
// The directives as an enumeration and a table, made from directives.inc. Facts only; the parser carries them out.

#include <span>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::assembler {

enum class Directive : u8 {
#define DIRECTIVE(id, name, handler, operands, doc) id,
#include "emulator/assembler/directives.inc"
#undef DIRECTIVE
};

struct DirectiveInfo {
    Directive id{};
    std::string_view name;
    std::string_view operands;
    std::string_view doc;
};

/// In the order of directives.inc, which is that of the enumeration.
std::span<const DirectiveInfo> directive_table();

/// In any case (".WORD" is .word); null if there is no such directive.
const DirectiveInfo* find_directive(std::string_view name);

constexpr bool is_integer_directive(Directive id) {
    return id == Directive::word || id == Directive::half || id == Directive::byte;
}

}  // namespace mariner::assembler
