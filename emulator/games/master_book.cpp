#include "emulator/games/master_book.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <string>

#include "emulator/games/registry.hpp"

namespace mariner::games {

namespace {

constexpr u32 high_key_bits = 21;
constexpr u32 low_key_bits = 28;
constexpr u32 score_shift = 24;
constexpr int score_bias = 32;

BookEntry entry_of(u32 high, u32 low) {
    const u64 key = (u64{high & ((1U << high_key_bits) - 1)} << low_key_bits) | low;
    const int column = static_cast<int>((high >> high_key_bits) & 7U);
    return {key, {static_cast<int>(high >> score_shift) - score_bias, column}};
}

std::string words_of(const BookEntry& entry) {
    const u32 high = static_cast<u32>(entry.key >> low_key_bits) |
                     (static_cast<u32>(entry.decision.column) << high_key_bits) |
                     (static_cast<u32>(entry.decision.score + score_bias) << score_shift);
    const u32 low = static_cast<u32>(entry.key) & ((1U << low_key_bits) - 1);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "0x%08x, 0x%07x", high, low);
    return text.data();
}

}  // namespace

std::vector<BookEntry> read_book(std::string_view program) {
    std::vector<BookEntry> entries;
    const size_t end = std::min(program.find("\nbook_end:"), program.size());
    std::vector<u32> words;
    for (size_t at = program.find("\nbook:"); at < end && (at = program.find("0x", at)) < end;) {
        u32 word = 0;
        const char* const digits = program.data() + at + 2;
        at = static_cast<size_t>(std::from_chars(digits, program.data() + end, word, 16).ptr - program.data());
        words.push_back(word);
    }
    for (size_t i = 0; i + 1 < words.size(); i += 2) {
        entries.push_back(entry_of(words[i], words[i + 1]));
    }
    return entries;
}

std::string write_book(std::vector<BookEntry> entries) {
    std::ranges::sort(entries, {}, &BookEntry::key);
    std::string text = "book:";
    constexpr size_t a_line = 3;
    for (size_t i = 0; i < entries.size(); ++i) {
        text += i % a_line != 0 ? ", " : i == 0 ? "           .word   " : "\n                .word   ";
        text += words_of(entries[i]);
    }
    return text + "\nbook_end:\n";
}

std::optional<Decision> find_in_book(const Position& position) {
    static const std::vector<BookEntry> book = read_book(thinking_game().program);
    const u64 key = absolute_key(position);
    const auto found = std::ranges::lower_bound(book, key, {}, &BookEntry::key);
    return found != book.end() && found->key == key ? std::optional(found->decision) : std::nullopt;
}

}  // namespace mariner::games
