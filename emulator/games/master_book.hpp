#pragma once
// The book of the room `master`, as its program keeps it in its data: what its search would take too long for. Nobody
// else can tell these values in a moment, so that the twin and the tests read them there; tools/book makes and checks
// it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/games/master_rule.hpp"

namespace mariner::games {

struct BookEntry {
    u64 key = 0;  // absolute_key() of a position that faces the right way
    Decision decision;
};

/// Two words an entry behind the label `book`, sorted: 21 bits of the key with column and score above them, 28 bits.
std::vector<BookEntry> read_book(std::string_view program);

/// As the program writes it, from `book:` to `book_end:`.
std::string write_book(std::vector<BookEntry> entries);

/// In the book of the bundled program. For a position that faces the right way.
std::optional<Decision> find_in_book(const Position& position);

}  // namespace mariner::games
