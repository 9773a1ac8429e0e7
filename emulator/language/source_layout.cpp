#include "emulator/language/source_layout.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "emulator/platform/paths.hpp"
#include "emulator/support/columns.hpp"
#include "emulator/support/text.hpp"

namespace mariner::language {

namespace {

using assembler::Directive;
using assembler::Token;
using assembler::TokenKind;

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

u32 column_after(std::string_view text, u32 column, u32 tab_width) {
    while (!text.empty()) {
        const size_t tab = std::min(text.find('\t'), text.size());
        column += static_cast<u32>(columns_of(text.substr(0, tab)));
        text.remove_prefix(tab);
        if (!text.empty()) {
            column += tab_width - column % tab_width;
            text.remove_prefix(1);
        }
    }
    return column;
}

/// Blanks from a column to another one.
std::string blanks(u32 from, u32 to, bool with_tabs, u32 tab_width) {
    std::string out;
    while (with_tabs && from + tab_width - from % tab_width <= to) {
        out += '\t';
        from += tab_width - from % tab_width;
    }
    return out.append(to > from ? to - from : 0, ' ');
}

/// Blanks between words.
struct GapShape {
    u32 from = 0;  // columns
    u32 to = 0;
    bool has_tab = false;
};

/// The parts of a line that can be moved against each other.
struct LineShape {
    std::string_view label;    // with its colon
    std::string_view head;     // instruction, directive or macro
    std::string_view rest;     // operands
    std::string_view comment;  // without blanks at its end
    std::vector<Token> operands;
    u32 label_column = 0;
    u32 head_column = 0;
    u32 rest_column = 0;
    u32 comment_column = 0;
    const Token* directive = nullptr;
    bool is_instruction = false;
    std::vector<GapShape> gaps;
    bool can_change = true;
};

class LineShaper {
public:
    explicit LineShaper(u32 tab_width) : m_tab_width(tab_width) {}

    /// Valid until the next call.
    const LineShape& shape(std::string_view line) {
        m_shape = {};
        m_tokens = m_reader.read(line);
        const ReadLine parts = parts_of(m_tokens);
        const auto column_at = [&](u32 offset) { return column_after(line.substr(0, offset), 0, m_tab_width); };
        const auto add_gap = [&](u32 from, u32 to) {
            const bool has_tab = line.substr(from, to - from).find('\t') != std::string_view::npos;
            m_shape.gaps.push_back({column_at(from), column_at(to), has_tab});
        };
        m_shape.can_change =
            std::ranges::find(m_tokens, TokenKind::invalid, &Token::kind) == m_tokens.end() && !m_tokens.empty();
        if (!m_shape.can_change) {
            return m_shape;
        }
        if (parts.label != nullptr) {
            const u32 end = parts.label[1].end();
            m_shape.label = line.substr(parts.label->offset, end - parts.label->offset);
            m_shape.label_column = column_at(parts.label->offset);
        }
        if (!parts.rest.empty()) {
            const Token& head = parts.rest[0];
            m_shape.head = spelling(line, head);
            m_shape.head_column = column_at(head.offset);
            m_shape.is_instruction = head.is(TokenKind::mnemonic);
            m_shape.directive = head.is(TokenKind::directive) ? &head : nullptr;
            if (parts.label != nullptr) {
                add_gap(parts.label[1].end(), head.offset);
            }
        }
        if (parts.rest.size() > 1) {
            const u32 begin = parts.rest[1].offset;
            m_shape.rest = line.substr(begin, parts.rest.back().end() - begin);
            m_shape.rest_column = column_at(begin);
            const std::string_view gap = line.substr(parts.rest[0].end(), begin - parts.rest[0].end());
            add_gap(parts.rest[0].end(), begin);
            m_shape.operands.assign(parts.rest.begin() + 1, parts.rest.end());
            // `name(a)` is a call of a macro, too: what touches goes on touching; and a comma there says something
            // else.
            m_shape.can_change = !gap.empty() && gap.find(',') == std::string_view::npos;
        }
        if (parts.comment != nullptr) {
            m_shape.comment = line.substr(parts.comment->offset);
            while (!m_shape.comment.empty() && is_blank(m_shape.comment.back())) {
                m_shape.comment.remove_suffix(1);
            }
            m_shape.comment_column = column_at(parts.comment->offset);
            if (m_tokens.size() > 1) {
                add_gap(m_tokens[m_tokens.size() - 2].end(), parts.comment->offset);
            }
        }
        const u32 first = m_tokens.front().offset;
        m_shape.can_change &= line.substr(0, first).find(',') == std::string_view::npos;
        return m_shape;
    }

private:
    u32 m_tab_width;
    LineTokens m_reader;
    std::vector<Token> m_tokens;
    LineShape m_shape;
};

/// Columns that lines have, each with the number of lines.
class ColumnVotes {
public:
    void add(u32 column) { ++m_votes[column]; }
    [[nodiscard]] u32 winner(u32 otherwise) const {
        u32 best = otherwise;
        u32 most = 0;
        for (const auto& [column, votes] : m_votes) {
            if (votes > most) {
                best = column;
                most = votes;
            }
        }
        return best;
    }

private:
    std::map<u32, u32> m_votes;
};

/// A place that stands in a column unless what comes before reaches further: then behind one blank.
struct PlacedPart {
    static constexpr u32 nothing_before = 0xfffffffe;

    u32 column = 0;  // where it is
    u32 before = 0;  // where what comes before it ends
};

/// The column for which the most parts are where it would put them.
u32 common_column(const std::vector<PlacedPart>& parts, u32 otherwise) {
    std::map<u32, u32> at_column;
    std::map<u32, u32> pushed;  // behind one blank, by where what comes before ends
    u32 close = 0;
    for (const PlacedPart& part : parts) {
        ++at_column[part.column];
        if (part.column == part.before + 1) {
            ++pushed[part.before];
            ++close;
        }
    }
    u32 best = parts.empty() ? otherwise : LayoutStyle::one_blank;
    u32 most = close;
    u32 pushed_from_here = close;
    auto next = pushed.begin();
    for (const auto& [column, count] : at_column) {
        // Pushed beyond a column are those before which the text ends at it or behind it.
        for (; next != pushed.end() && next->first < column; ++next) {
            pushed_from_here -= next->second;
        }
        if (count + pushed_from_here > most) {
            most = count + pushed_from_here;
            best = column;
        }
    }
    return best;
}

bool keeps_operands(const LineShape& shape) {
    return !shape.is_instruction;
}

/// Operands of an instruction, each comma followed by a blank or none.
std::string operands_text(std::string_view line, const LineShape& shape, const LayoutStyle& style) {
    if (keeps_operands(shape)) {
        return std::string(shape.rest);
    }
    std::string out;
    u32 end = shape.operands.front().offset;
    for (const Token& token : shape.operands) {
        const std::string_view gap = line.substr(end, token.offset - end);
        const bool is_comma = std::ranges::count(gap, ',') == 1;
        out += is_comma ? std::string(style.comma_blank ? ", " : ",") : std::string(gap);
        out += spelling(line, token);
        end = token.end();
    }
    return out;
}

class LineWriter {
public:
    explicit LineWriter(const LayoutStyle& style) : m_style(&style), m_shaper(style.tab_width) {}

    std::string write(std::string_view line) {
        if (std::ranges::all_of(line, is_blank)) {
            return {};
        }
        const LineShape& shape = m_shaper.shape(line);
        if (!shape.can_change) {
            return std::string(line);
        }
        m_out.clear();
        m_column = 0;
        if (!shape.label.empty()) {
            go_to(m_style->label);
            put(shape.label);
        }
        if (!shape.head.empty()) {
            go_to(column_of(shape));
            put(shape.head);
        }
        if (!shape.rest.empty()) {
            const u32 wanted = shape.is_instruction ? m_style->operands : m_style->directive_operands;
            const u32 head = m_column - static_cast<u32>(columns_of(shape.head));
            go_to(wanted == LayoutStyle::one_blank ? LayoutStyle::one_blank : head + wanted);
            put(operands_text(line, shape, *m_style));
        }
        if (!shape.comment.empty()) {
            go_to(m_out.empty() ? column_of_comment_alone(shape) : m_style->comment);
            put(shape.comment);
        }
        return reads_the_same(line) ? m_out : std::string(line);
    }

private:
    void go_to(u32 column) {
        const bool is_first = m_out.empty();
        const u32 to = std::max(column, is_first ? 0 : m_column + 1);
        const bool is_one = to == m_column + 1 && !is_first;  // even where a tab would do
        m_out +=
            is_one ? " " : blanks(m_column, to, is_first ? m_style->tab_indent : m_style->tab_gaps, m_style->tab_width);
        m_column = to;
    }

    void put(std::string_view text) {
        m_out += text;
        m_column = column_after(text, m_column, m_style->tab_width);
    }

    [[nodiscard]] u32 column_of(const LineShape& shape) const {
        if (shape.directive != nullptr && shape.label.empty()) {
            const auto own = m_style->directives.find(shape.directive->number);
            return own != m_style->directives.end() ? own->second : m_style->instruction;
        }
        return m_style->instruction;
    }

    [[nodiscard]] u32 column_of_comment_alone(const LineShape& shape) const {
        constexpr u32 far = 8;
        if (shape.comment_column == 0 || shape.comment_column <= m_style->instruction + far) {
            return shape.comment_column == 0 ? 0 : m_style->instruction;
        }
        return m_style->comment > m_style->instruction + far ? m_style->comment : shape.comment_column;
    }

    /// The same tokens, touching each other where they did.
    bool reads_the_same(std::string_view line) {
        const std::vector<Token> before = m_reader.read(line);
        const std::vector<Token>& after = m_reader.read(m_out);
        if (before.size() != after.size()) {
            return false;
        }
        for (size_t i = 0; i < before.size(); ++i) {
            const bool is_comment = before[i].is(TokenKind::comment);
            const bool is_same = before[i].kind == after[i].kind &&
                                 (is_comment || spelling(line, before[i]) == spelling(m_out, after[i]));
            const bool touched = i > 0 && before[i - 1].end() == before[i].offset;
            const bool touches = i > 0 && after[i - 1].end() == after[i].offset;
            const bool may_part = is_comment || (i > 0 && before[i - 1].is(TokenKind::colon));
            if (!is_same || (touched != touches && !may_part)) {
                return false;
            }
        }
        return true;
    }

    const LayoutStyle* m_style;
    LineShaper m_shaper;
    LineTokens m_reader;
    std::string m_out;
    u32 m_column = 0;
};

/// What the lines of a text vote for.
struct HabitVotes {
    ColumnVotes labels;
    std::vector<PlacedPart> instructions;
    std::map<u8, ColumnVotes> directives;
    std::vector<PlacedPart> operands;
    std::vector<PlacedPart> directive_operands;
    std::vector<PlacedPart> comments;
    u32 with_tab_indent = 0;
    u32 with_blank_indent = 0;
    u32 with_tab_gap = 0;
    u32 with_blank_gap = 0;
    u32 with_comma_blank = 0;
    u32 with_comma_alone = 0;
};

/// Whether a tab could stand between two columns: elsewhere blanks say nothing about the habit.
bool has_tab_stop(u32 from, u32 to) {
    constexpr u32 tab_width = LayoutStyle::usual_tab_width;
    return from + tab_width - from % tab_width <= to;
}

void vote_for_gaps(std::string_view line, const LineShape& shape, HabitVotes& votes) {
    if (!shape.rest.empty()) {
        const auto length = static_cast<u32>(columns_of(shape.head));
        const PlacedPart part{shape.rest_column - shape.head_column, length};
        (shape.is_instruction ? votes.operands : votes.directive_operands).push_back(part);
    }
    for (const GapShape& gap : shape.gaps) {
        if (gap.to > gap.from + 1 && has_tab_stop(gap.from, gap.to)) {
            ++(gap.has_tab ? votes.with_tab_gap : votes.with_blank_gap);
        }
    }
    if (!shape.comment.empty()) {
        const std::string_view code = line.substr(0, static_cast<size_t>(shape.comment.data() - line.data()));
        const size_t end = code.find_last_not_of(" \t,") + 1;
        if (end > 0) {
            const u32 before = column_after(code.substr(0, end), 0, 8);
            votes.comments.push_back({shape.comment_column, before});
        }
    }
    for (size_t i = 1; i < shape.operands.size() && shape.is_instruction; ++i) {
        const u32 end = shape.operands[i - 1].end();
        const std::string_view gap = line.substr(end, shape.operands[i].offset - end);
        if (std::ranges::count(gap, ',') == 1) {
            ++(gap == "," ? votes.with_comma_alone : votes.with_comma_blank);
        }
    }
}

void vote(std::string_view line, const LineShape& shape, HabitVotes& votes) {
    if (!shape.label.empty()) {
        votes.labels.add(shape.label_column);
    }
    const u32 first_column = !shape.label.empty()  ? shape.label_column
                             : !shape.head.empty() ? shape.head_column
                                                   : shape.comment_column;
    if (has_tab_stop(0, first_column)) {
        const std::string_view indent = line.substr(0, line.find_first_not_of(" \t"));
        ++(indent.find('\t') != std::string_view::npos ? votes.with_tab_indent : votes.with_blank_indent);
    }
    if (shape.label.empty() && shape.directive != nullptr) {
        votes.directives[shape.directive->number].add(shape.head_column);
    } else if (!shape.head.empty()) {
        const bool has_label = !shape.label.empty();
        const u32 label_end = shape.label_column + static_cast<u32>(columns_of(shape.label));
        votes.instructions.push_back({shape.head_column, has_label ? label_end : PlacedPart::nothing_before});
    }
    vote_for_gaps(line, shape, votes);
}

/// Whether a pattern of an .editorconfig such as *, *.asm or *.{asm,s} means a file of this name.
bool is_meant(std::string_view pattern, std::string_view name) {
    if (pattern == "*") {
        return true;
    }
    if (pattern == name) {
        return true;
    }
    if (!pattern.starts_with("*.")) {
        return false;
    }
    pattern.remove_prefix(1);
    if (!pattern.starts_with(".{") || !pattern.ends_with("}")) {
        return name.ends_with(pattern);
    }
    pattern = pattern.substr(2, pattern.size() - 3);
    while (!pattern.empty()) {
        const size_t end = std::min(pattern.find(','), pattern.size());
        if (name.ends_with("." + std::string(trim(pattern.substr(0, end))))) {
            return true;
        }
        pattern.remove_prefix(std::min(end + 1, pattern.size()));
    }
    return false;
}

void apply_setting(LayoutStyle& style, std::string_view key, std::string_view value) {
    constexpr u32 most = 200;
    const u32 number = std::min(parse_digits<u32>(value).value_or(0), most);
    if (key == "indent_style") {
        style.tab_indent = value == "tab";
        style.tab_gaps &= value == "tab";
    } else if (key == "tab_width" && number > 0) {
        style.tab_width = number;
    } else if (key == "mariner_instruction_column") {
        style.instruction = number;
        style.directives.clear();
    } else if (key == "mariner_operand_column") {
        style.operands = number > style.instruction ? number - style.instruction : LayoutStyle::one_blank;
        style.directive_operands = style.operands;
    } else if (key == "mariner_comment_column") {
        style.comment = number;
    }
}

}  // namespace

LayoutStyle habit_of(const TextDocument& text) {
    HabitVotes votes;
    LineShaper shaper(LayoutStyle{}.tab_width);
    for (u32 number = 0; number < text.line_count(); ++number) {
        const std::string_view line = text.line(number);
        const LineShape& shape = shaper.shape(line);
        if (shape.can_change) {
            vote(line, shape, votes);
        }
    }
    LayoutStyle style;
    style.label = votes.labels.winner(style.label);
    style.instruction = common_column(votes.instructions, style.instruction);
    for (const auto& [directive, columns] : votes.directives) {
        style.directives[directive] = columns.winner(style.instruction);
    }
    style.operands = common_column(votes.operands, style.operands);
    style.directive_operands = common_column(votes.directive_operands, style.directive_operands);
    style.comment = common_column(votes.comments, style.comment);
    style.tab_indent = votes.with_tab_indent > votes.with_blank_indent;
    style.tab_gaps = votes.with_tab_gap > votes.with_blank_gap;
    style.comma_blank = votes.with_comma_blank >= votes.with_comma_alone;
    return style;
}

bool apply_editor_config(LayoutStyle& style, std::string_view config, std::string_view file_name) {
    bool is_root = false;
    bool is_for_us = false;
    bool has_section = false;
    for (const std::string_view raw : lines_of(config)) {
        const std::string_view line = trim(raw);
        if (line.starts_with('[') && line.ends_with(']')) {
            has_section = true;
            is_for_us = is_meant(line.substr(1, line.size() - 2), file_name);
            continue;
        }
        const size_t equals = line.find('=');
        if (line.starts_with('#') || line.starts_with(';') || equals == std::string_view::npos) {
            continue;
        }
        const std::string key = to_lower(trim(line.substr(0, equals)));
        const std::string value = to_lower(trim(line.substr(equals + 1)));
        is_root |= !has_section && key == "root" && value == "true";
        if (is_for_us) {
            apply_setting(style, key, value);
        }
    }
    return is_root;
}

LayoutStyle style_of(const TextDocument& text, const std::string& path, const ReadText& read) {
    LayoutStyle style = habit_of(text);
    std::vector<std::string> configs;
    std::string_view folder = platform::folder_part(path);
    for (bool is_root = false; !is_root && !folder.empty();) {
        configs.push_back(read(std::string(folder) + ".editorconfig"));
        LayoutStyle tried;
        is_root = apply_editor_config(tried, configs.back(), "") || folder.size() <= platform::root_length(folder);
        folder = platform::folder_part(folder.substr(0, folder.size() - 1));
    }
    for (auto config = configs.rbegin(); config != configs.rend(); ++config) {
        static_cast<void>(apply_editor_config(style, *config, platform::file_name(path)));
    }
    return style;
}

std::string laid_out_line(std::string_view line, const LayoutStyle& style) {
    return LineWriter(style).write(line);
}

std::string laid_out(const std::string& bytes, const LayoutStyle& style) {
    LineWriter writer(style);
    const TextDocument text(bytes);
    std::string out;
    size_t at = 0;
    for (u32 number = 0; number < text.line_count(); ++number) {
        const size_t end = std::min(bytes.find_first_of("\r\n", at), bytes.size());
        const std::string_view line = std::string_view(bytes).substr(at, end - at);
        out += line == text.line(number) ? writer.write(line) : std::string(line);
        at = end;
        if (at < bytes.size()) {
            const size_t ends = bytes.compare(at, 2, "\r\n") == 0 ? 2 : 1;
            out.append(bytes, at, ends);
            at += ends;
        }
    }
    return out;
}

}  // namespace mariner::language
