#include "emulator/games/replay.hpp"

#include <charconv>
#include <optional>
#include <vector>

#include "emulator/support/text.hpp"

namespace mariner::games {

namespace {

constexpr std::string_view first_line = "mariner replay 1";
constexpr size_t max_size = 16U << 20U;

std::string escape(std::string_view line) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const char c : line) {
        const u8 byte = static_cast<u8>(c);
        if (c == '\\') {
            out += "\\\\";
        } else if (byte < 0x20 || byte >= 0x7f) {
            out += "\\x";
            out += digits[byte >> 4U];
            out += digits[byte & 15U];
        } else {
            out += c;
        }
    }
    return out;
}

std::optional<std::string> unescape(std::string_view line) {
    std::string out;
    for (size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\') {
            out += line[i];
        } else if (i + 1 < line.size() && line[i + 1] == '\\') {
            out += '\\';
            ++i;
        } else if (i + 3 < line.size() && line[i + 1] == 'x') {
            u8 byte = 0;
            const auto [end, error] = std::from_chars(line.data() + i + 2, line.data() + i + 4, byte, 16);
            if (error != std::errc() || end != line.data() + i + 4) {
                return std::nullopt;
            }
            out += static_cast<char>(byte);
            i += 3;
        } else {
            return std::nullopt;
        }
    }
    return out;
}

std::string input_lines(std::string_view input) {
    std::string out;
    for (const std::string_view line : lines_of(input)) {
        const bool is_ended = line.data() + line.size() != input.data() + input.size();
        out += (is_ended ? "> " : ">. ") + escape(line) + "\n";
    }
    return out;
}

/// Reads line by line and remembers where it is, for the error.
class ReplayParser {
public:
    explicit ReplayParser(std::string_view text) : m_lines(lines_of(text)) {}

    Result<GameScript> run() {
        if (next() != first_line) {
            return wrong("this is no replay file: its first line must be '" + std::string(first_line) + "'");
        }
        while (m_line < m_lines.size()) {
            const std::string_view line = next();
            if (m_is_complete) {
                return wrong("nothing may follow a '>.' line");
            }
            if (!take(line)) {
                return wrong("expected 'game NAME', 'seed NUMBER', '> TEXT' or '>. TEXT'");
            }
        }
        if (m_script.room.empty()) {
            return wrong("the line 'game NAME' is missing");
        }
        return m_script;
    }

private:
    std::string_view next() {
        const std::string_view line = m_line < m_lines.size() ? m_lines[m_line] : "";
        ++m_line;
        return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
    }

    [[nodiscard]] Error wrong(const std::string& what) const {
        return Error{"line " + std::to_string(m_line) + ": " + what};
    }

    bool take(std::string_view line) {
        if (line.starts_with("game ") && line.size() > 5) {
            m_script.room = line.substr(5);
            return true;
        }
        if (line.starts_with("seed ")) {
            const char* end = line.data() + line.size();
            const auto parsed = std::from_chars(line.data() + 5, end, m_script.program_seed);
            return parsed.ec == std::errc() && parsed.ptr == end;
        }
        const bool is_last = line.starts_with(">. ");
        if (!is_last && !line.starts_with("> ") && line != ">") {
            return false;
        }
        const std::optional<std::string> typed = unescape(line == ">" ? "" : line.substr(is_last ? 3 : 2));
        if (!typed) {
            return false;
        }
        m_script.input += *typed + (is_last ? "" : "\n");
        m_is_complete = is_last;
        return true;
    }

    std::vector<std::string_view> m_lines;
    size_t m_line = 0;
    bool m_is_complete = false;
    GameScript m_script;
};

}  // namespace

std::string format_replay(const GameScript& script) {
    return std::string(first_line) + "\ngame " + script.room + "\nseed " + std::to_string(script.program_seed) + "\n" +
           input_lines(script.input);
}

Result<GameScript> parse_replay(std::string_view text) {
    if (text.size() > max_size) {
        return Error{"a replay file has at most 16 MiB"};
    }
    return ReplayParser(text).run();
}

}  // namespace mariner::games
