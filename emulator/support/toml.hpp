#pragma once
// A reader of TOML 1.0, in which instructors write rubrics; toml++ does the work. Every value and key knows its line
// and column, so that whoever reads the document further can say where something is wrong. Of dates and times only
// those are taken that have both. Input of any kind is answered in bounded time and memory.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/calendar_time.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::toml {

/// From 1; columns count characters, not bytes.
struct TextPlace {
    u32 line = 1;
    u32 column = 1;
};

/// "12:5: " and the sentence: how every error about a document begins.
Error error_at(TextPlace place, std::string_view sentence);

enum class Kind : u8 { string, integer, real, boolean, time, array, table };
/// "a string", "a table" ...: with its article, for messages.
std::string_view name_of(Kind kind);

struct Member;

struct Value {
    Kind kind = Kind::table;
    TextPlace place;
    std::string text;             // string
    i64 integer = 0;              // integer
    double real = 0;              // real
    bool boolean = false;         // boolean
    CalendarTime time;            // time
    std::vector<Value> items;     // array
    std::vector<Member> members;  // table, in the order of the document

    /// The member's value, or null; only for tables.
    [[nodiscard]] const Value* find(std::string_view key) const;
};

struct Member {
    std::string key;
    TextPlace place;
    Value value;
};

struct Limits {
    size_t bytes = size_t{1} << 20;
    size_t members = 4000;  // of one table
};

/// The document as one table, or an error that begins with line and column.
Result<Value> parse(std::string_view text, const Limits& limits = {});

}  // namespace mariner::toml
