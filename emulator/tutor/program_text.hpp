#pragma once
// The files of a program as text that can be edited line by line, each line knowing which one it was at first; and the
// provider that lets the assembler read them so. A plain value: a trial copies it.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/assembler/diagnostics.hpp"
#include "emulator/assembler/source.hpp"

namespace mariner::tutor {

/// A line's new text, which may hold several lines.
struct LineEdit {
    u32 file = 0;
    u32 line = 0;  // from 1
    std::string text;
};

class SourceText {
public:
    SourceText(std::string name, std::string text);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] u32 line_count() const { return static_cast<u32>(m_starts.size()); }
    /// Without its line feed. Lines count from 1.
    [[nodiscard]] std::string_view line(u32 number) const;
    /// Which line of the file as it was this one comes from.
    [[nodiscard]] u32 origin(u32 number) const { return m_origins[number - 1]; }
    /// Whether it is still as it was.
    [[nodiscard]] bool is_untouched(u32 number) const { return !m_touched[number - 1]; }

    /// With edits of this file, sorted by line.
    [[nodiscard]] SourceText with(std::span<const LineEdit> edits) const;

private:
    void add_line(std::string_view text, std::string_view end, u32 origin, bool touched);

    std::string m_name;
    std::string m_text;
    std::vector<u32> m_starts;
    std::vector<u32> m_ends;
    std::vector<u32> m_origins;
    std::vector<bool> m_touched;
};

class ProgramText {
public:
    [[nodiscard]] const std::vector<SourceText>& files() const { return m_files; }
    [[nodiscard]] u32 find(std::string_view name) const;  // none if it isn't there
    u32 add(std::string name, std::string text);
    [[nodiscard]] u64 line_count() const;
    [[nodiscard]] u64 byte_count() const;

    [[nodiscard]] ProgramText with(std::vector<LineEdit> edits) const;

    static constexpr u32 none = 0xffffffff;

private:
    std::vector<SourceText> m_files;
};

/// Reads what the text holds from it, and the rest from another provider, of which the text then keeps a copy.
class TextSources final : public SourceProvider {
public:
    TextSources(ProgramText& text, SourceProvider& others) : m_text(&text), m_others(&others) {}

    Result<std::string> read(const std::string& path, size_t limit) override;
    std::string absolute_path(const std::string& path) override { return m_others->absolute_path(path); }
    std::string include_path(const std::string& including, std::string_view text) override {
        return m_others->include_path(including, text);
    }

private:
    ProgramText* m_text;
    SourceProvider* m_others;
};

/// What to do to a line so that it becomes another one: the part between what both begin and end with.
Edit shortest_edit(u32 file, u32 line, std::string_view from, std::string_view to);

/// A file's text with edits of it carried out. They must not overlap.
std::string with_edits(std::string_view text, u32 file, std::vector<Edit> edits);

}  // namespace mariner::tutor
