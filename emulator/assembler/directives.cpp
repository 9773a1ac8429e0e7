#include "emulator/assembler/directives.hpp"

#include <algorithm>

namespace mariner::assembler {

namespace {

constexpr DirectiveInfo the_table[] = {
#define DIRECTIVE(id, name, handler, operands, doc) {Directive::id, name, operands, doc},
#include "emulator/assembler/directives.inc"
#undef DIRECTIVE
};

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

}  // namespace

std::span<const DirectiveInfo> directive_table() {
    return the_table;
}

const DirectiveInfo* find_directive(std::string_view name) {
    for (const DirectiveInfo& row : the_table) {
        if (row.name.size() == name.size() && lower(name[1]) == row.name[1] &&
            std::equal(name.begin(), name.end(), row.name.begin(), [](char a, char b) { return lower(a) == b; })) {
            return &row;
        }
    }
    return nullptr;
}

}  // namespace mariner::assembler
