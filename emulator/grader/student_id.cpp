#include "emulator/grader/student_id.hpp"

#include <algorithm>
#include <iterator>

#include "emulator/grader/content_hash.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t longest_name = 200;  // bytes; a file's name may have 255, with its ending
constexpr size_t fingerprint_digits = 12;

struct CodeRange {
    u32 first;
    u32 last;
};

/// Blanks, control and formatting characters, directions of reading, private ones: nothing that a name is written with.
constexpr CodeRange refused[] = {
    {0x80, 0xa0},     {0xad, 0xad},     {0x61c, 0x61c},   {0x1680, 0x1680},    {0x180e, 0x180e},
    {0x2000, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f},    {0x3000, 0x3000},
    {0xe000, 0xf8ff}, {0xfeff, 0xfeff}, {0xfff0, 0xffff}, {0xe0000, 0x10ffff},
};

/// Capital letters and how far behind them the small ones stand; 1: they take turns, beginning with a capital.
struct Capitals {
    u32 first;
    u32 last;
    u32 distance;
};
constexpr Capitals capitals[] = {
    {'A', 'Z', 32},     {0xc0, 0xde, 32},    {0x100, 0x137, 1},   {0x139, 0x148, 1},
    {0x14a, 0x177, 1},  {0x179, 0x17e, 1},   {0x391, 0x3a9, 32},  {0x400, 0x40f, 80},
    {0x410, 0x42f, 32}, {0x460, 0x481, 1},   {0x48a, 0x4bf, 1},   {0x4d0, 0x52f, 1},
    {0x531, 0x556, 48}, {0x1e00, 0x1e95, 1}, {0x1ea0, 0x1eff, 1}, {0xff21, 0xff3a, 32},
};

u32 small_letter(u32 c) {
    const auto* const row = std::find_if(std::begin(capitals), std::end(capitals),
                                         [&](const Capitals& r) { return c >= r.first && c <= r.last; });
    if (row == std::end(capitals)) {
        return c;
    }
    return row->distance == 1 ? c + ((c - row->first) % 2 == 0 ? 1 : 0) : c + row->distance;
}

bool fits(u32 c, bool is_first) {
    if (c < 0x80) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               (!is_first && (c == '-' || c == '.'));
    }
    return std::none_of(std::begin(refused), std::end(refused),
                        [&](const CodeRange& r) { return c >= r.first && c <= r.last; });
}

std::string plain_id(std::string_view student, std::string_view lms_id) {
    const std::string whole = std::string(student) + (lms_id.empty() ? "" : "-") + std::string(lms_id);
    std::string id;
    for (std::string_view rest = whole; !rest.empty() && id.size() + 4 <= longest_name;) {
        const u32 c = take_code_point(rest);
        append_utf8(id, fits(c, id.empty()) ? c : '_');
    }
    return id.empty() ? "_" : id;
}

}  // namespace

std::string fold_case(std::string_view name) {
    std::string folded;
    while (!name.empty()) {
        append_utf8(folded, small_letter(take_code_point(name)));
    }
    return folded;
}

void StudentIds::add(std::string_view student, std::string_view lms_id) {
    ++m_counts[fold_case(plain_id(student, lms_id))];
}

std::string StudentIds::id_of(std::string_view student, std::string_view lms_id, std::string_view identity) const {
    std::string id = plain_id(student, lms_id);
    const auto count = m_counts.find(fold_case(id));
    if (count == m_counts.end() || count->second < 2) {
        return id;
    }
    ContentHash hash;
    hash.add(identity);
    return id + "~" + hash.finish().substr(0, fingerprint_digits);
}

}  // namespace mariner::grader
