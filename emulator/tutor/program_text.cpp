#include "emulator/tutor/program_text.hpp"

#include <algorithm>

#include "emulator/support/text.hpp"

namespace mariner::tutor {

namespace {

/// Where a line ends, and with what: a line feed, a carriage return, both, or nothing at the text's end.
struct LineEnd {
    size_t at = 0;
    size_t length = 0;
};

LineEnd line_end(std::string_view text, size_t from) {
    const size_t at = text.find_first_of("\r\n", from);
    if (at == std::string_view::npos) {
        return {text.size(), 0};
    }
    return {at, text.substr(at).starts_with("\r\n") ? size_t{2} : size_t{1}};
}

/// Bytes and UTF-16 units of the character at the start of a text; a byte that begins none counts as one.
struct CharacterSize {
    size_t bytes = 1;
    u32 units = 1;
};

CharacterSize character_size(std::string_view text) {
    const size_t length = utf8_sequence_length(text);
    return {std::max<size_t>(length, 1), length == 4 ? 2U : 1U};
}

u32 units_of(std::string_view text) {
    u32 units = 0;
    while (!text.empty()) {
        const CharacterSize size = character_size(text);
        units += size.units;
        text.remove_prefix(size.bytes);
    }
    return units;
}

size_t bytes_of_units(std::string_view text, u32 units) {
    size_t at = 0;
    for (u32 passed = 0; passed < units && at < text.size();) {
        const CharacterSize size = character_size(text.substr(at));
        passed += size.units;
        at += size.bytes;
    }
    return at;
}

bool is_inside_character(std::string_view text, size_t at) {
    return at < text.size() && (static_cast<u8>(text[at]) & 0xC0) == 0x80;
}

}  // namespace

SourceText::SourceText(std::string name, std::string text) : m_name(std::move(name)), m_text(std::move(text)) {
    for (size_t at = 0; at < m_text.size();) {
        const LineEnd end = line_end(m_text, at);
        m_starts.push_back(static_cast<u32>(at));
        m_ends.push_back(static_cast<u32>(end.at));
        at = end.at + end.length;
    }
    m_touched.resize(m_starts.size());
    for (u32 number = 1; number <= line_count(); ++number) {
        m_origins.push_back(number);
    }
}

std::string_view SourceText::line(u32 number) const {
    return std::string_view(m_text).substr(m_starts[number - 1], m_ends[number - 1] - m_starts[number - 1]);
}

void SourceText::add_line(std::string_view text, std::string_view end, u32 origin, bool touched) {
    m_starts.push_back(static_cast<u32>(m_text.size()));
    m_text += text;
    m_ends.push_back(static_cast<u32>(m_text.size()));
    m_text += end;
    m_origins.push_back(origin);
    m_touched.push_back(touched);
}

SourceText SourceText::with(std::span<const LineEdit> edits) const {
    SourceText out(m_name, {});
    out.m_text.reserve(m_text.size() + 256);
    auto edit = edits.begin();
    for (u32 number = 1; number <= line_count(); ++number) {
        const size_t next = number < line_count() ? m_starts[number] : m_text.size();
        const std::string_view end = std::string_view(m_text).substr(m_ends[number - 1], next - m_ends[number - 1]);
        if (edit == edits.end() || edit->line != number) {
            out.add_line(line(number), end, origin(number), m_touched[number - 1]);
            continue;
        }
        std::string_view left = edit->text;
        for (size_t feed = left.find('\n'); feed != std::string_view::npos; feed = left.find('\n')) {
            out.add_line(left.substr(0, feed), end.empty() ? "\n" : end, origin(number), true);
            left.remove_prefix(feed + 1);
        }
        out.add_line(left, end, origin(number), true);
        ++edit;
    }
    return out;
}

u32 ProgramText::find(std::string_view name) const {
    const auto at = std::ranges::find(m_files, name, &SourceText::name);
    return at != m_files.end() ? static_cast<u32>(at - m_files.begin()) : none;
}

u32 ProgramText::add(std::string name, std::string text) {
    m_files.emplace_back(std::move(name), std::move(text));
    return static_cast<u32>(m_files.size() - 1);
}

u64 ProgramText::line_count() const {
    u64 count = 0;
    for (const SourceText& file : m_files) {
        count += file.line_count();
    }
    return count;
}

u64 ProgramText::byte_count() const {
    u64 count = 0;
    for (const SourceText& file : m_files) {
        count += file.text().size();
    }
    return count;
}

ProgramText ProgramText::with(std::vector<LineEdit> edits) const {
    std::ranges::stable_sort(edits, {}, [](const LineEdit& edit) { return std::pair(edit.file, edit.line); });
    ProgramText out;
    for (u32 file = 0; file < m_files.size(); ++file) {
        const auto first = std::ranges::lower_bound(edits, file, {}, &LineEdit::file);
        const auto last = std::ranges::upper_bound(edits, file, {}, &LineEdit::file);
        out.m_files.push_back(first == last ? m_files[file] : m_files[file].with({first, last}));
    }
    return out;
}

Result<std::string> TextSources::read(const std::string& path, size_t limit) {
    u32 file = m_text->find(path);
    if (file == ProgramText::none) {
        Result<std::string> bytes = m_others->read(path, limit);
        if (!bytes) {
            return bytes;
        }
        file = m_text->add(path, std::move(*bytes));
    }
    const std::string& text = m_text->files()[file].text();
    return text.size() <= limit ? Result<std::string>(text) : Error{path + " is too long"};
}

Edit shortest_edit(u32 file, u32 line, std::string_view from, std::string_view to) {
    const size_t shorter = std::min(from.size(), to.size());
    size_t before = 0;
    while (before < shorter && from[before] == to[before]) {
        ++before;
    }
    while (before > 0 && (is_inside_character(from, before) || is_inside_character(to, before))) {
        --before;
    }
    size_t after = 0;
    while (after < shorter - before && from[from.size() - 1 - after] == to[to.size() - 1 - after]) {
        ++after;
    }
    while (after > 0 && is_inside_character(from, from.size() - after)) {
        --after;
    }
    const std::string_view gone = from.substr(before, from.size() - before - after);
    return {file, line, units_of(from.substr(0, before)) + 1, units_of(gone),
            std::string(to.substr(before, to.size() - before - after))};
}

std::string with_edits(std::string_view text, u32 file, std::vector<Edit> edits) {
    std::erase_if(edits, [&](const Edit& edit) { return edit.file != file; });
    std::ranges::stable_sort(edits, {}, [](const Edit& edit) { return std::pair(edit.line, edit.column); });
    std::string out;
    auto edit = edits.begin();
    u32 number = 0;
    for (size_t at = 0; at < text.size();) {
        const LineEnd end = line_end(text, at);
        const std::string_view line = text.substr(at, end.at - at);
        const std::string_view feed = text.substr(end.at, end.length);
        ++number;
        size_t done = 0;
        for (; edit != edits.end() && edit->line == number; ++edit) {
            const size_t from = std::max(done, bytes_of_units(line, edit->column - 1));
            out += line.substr(done, from - done);
            for (const char c : edit->text) {
                out += c == '\n' && !feed.empty() ? feed : std::string_view(&c, 1);
            }
            done = from + bytes_of_units(line.substr(from), edit->length);
        }
        out += line.substr(done);
        out += feed;
        at = end.at + end.length;
    }
    return out;
}

}  // namespace mariner::tutor
