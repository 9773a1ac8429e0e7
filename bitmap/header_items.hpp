#pragma once
// A line of comment as what it says of a display: meanings (the table display_words.inc), and the numbers beside them,
// taken together where they belong together ("512 x 256", "16, 16, 512, 256"). For header_hint.cpp.

#include <string_view>
#include <vector>

#include "bitmap/comment_words.hpp"

namespace mariner::bitmap {

/// What the words around a number say, as a set.
class Bag {
public:
    constexpr Bag() = default;
    template <class... Meanings>
    constexpr explicit Bag(Meanings... meanings) {
        (add(meanings), ...);
    }
    constexpr void add(Meaning meaning) { m_bits |= 1u << static_cast<unsigned>(meaning); }
    constexpr void merge(const Bag& other) { m_bits |= other.m_bits; }
    [[nodiscard]] constexpr bool has(Meaning meaning) const { return has_all(Bag(meaning)); }
    [[nodiscard]] constexpr bool has_all(const Bag& other) const { return (m_bits & other.m_bits) == other.m_bits; }
    [[nodiscard]] constexpr bool has_any(const Bag& other) const { return (m_bits & other.m_bits) != 0; }
    [[nodiscard]] constexpr Bag only(const Bag& other) const {
        Bag both;
        both.m_bits = m_bits & other.m_bits;
        return both;
    }
    [[nodiscard]] bool both_sides() const {
        return has(Meaning::Both) || has_all(Bag(Meaning::Width, Meaning::Height));
    }

private:
    u32 m_bits = 0;
};

/// What a number can be a number of, and which of its sides.
inline constexpr Bag subjects{Meaning::Unit, Meaning::Display, Meaning::Base, Meaning::Grid};
inline constexpr Bag sides{Meaning::Width, Meaning::Height, Meaning::Both};

/// One number, two that belong together, or the four of MARS's lists in their order; and the items it stands on.
struct NumberGroup {
    size_t first = 0;
    size_t end = 0;
    std::vector<Item> numbers;
    ItemKind joint = ItemKind::word;  // times: "512 x 256", comma: "512, 256" ...
    bool is_marked = false;           // a mark or = stands before it
    Bag between;                      // "512 wide x 256 high"
};

struct CommentItems {
    std::vector<Item> items;
    std::vector<NumberGroup> groups;

    [[nodiscard]] Bag all() const;
};

/// Numbers that can be no setting (list marks, results of a calculation, bytes, offsets) are in no group.
CommentItems comment_items(std::string_view comment);

}  // namespace mariner::bitmap
