#include "emulator/games/compare.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

#include "emulator/games/board_view.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/support/text.hpp"

namespace mariner::games {

namespace {

constexpr size_t side_width = 58;

std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text) {
        out += c >= ' ' && c != 0x7f ? std::string(1, c) : c == '\n' ? "\\n" : "?";
    }
    return out;
}

/// Where two texts part; nothing if they are equal.
std::optional<size_t> first_difference(const std::string& expected, const std::string& actual) {
    const auto [want, got] = std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
    const bool is_equal = want == expected.end() && got == actual.end();
    return is_equal ? std::nullopt : std::optional(static_cast<size_t>(want - expected.begin()));
}

std::string describe_text_difference(const std::string& expected, const std::string& actual, size_t at) {
    const auto line = std::count(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    const auto excerpt = [at](const std::string& text) {
        return at == text.size() ? std::string("nothing more") : "'" + printable(text.substr(at, 40)) + "'";
    };
    return "line " + std::to_string(line) + " of the output goes on with " + excerpt(actual) + " instead of " +
           excerpt(expected);
}

std::string describe_byte(u8 byte) {
    return std::to_string(byte) +
           (byte > ' ' && byte < 0x7f ? " ('" + std::string(1, static_cast<char>(byte)) + "')" : "");
}

std::string after_lines(size_t count) {
    return "after " + std::to_string(count) + (count == 1 ? " line" : " lines") + " of input ";
}

/// Both positions, the highest row on top, rows that differ marked.
std::string boards_side_by_side(const Board& expected, const std::array<u8, cell_count>& actual) {
    constexpr std::string_view marks = ".12?";
    std::string out = "  expected         program        (1 and 2: the players' pieces)\n";
    for (int row = row_count - 1; row >= 0; --row) {
        std::string left;
        std::string right;
        for (int column = 0; column < column_count; ++column) {
            left += {' ', marks[static_cast<size_t>(expected.at({column, row}))]};
            const int index = row * column_count + column;
            right += {' ', marks[actual.at(static_cast<size_t>(index))]};
        }
        out += (left == right ? " " : "!") + left + "  |" + right + "\n";
    }
    return out;
}

/// Follows the program through the twin's record, moment by moment.
class Witness {
public:
    Witness(const Grounds& grounds, const GameRecord& expected, const Machine& machine)
        : m_grounds(grounds), m_expected(expected), m_memory(machine.memory()), m_cpu(machine.cpu) {
        if (grounds.picture) {
            m_picture = expected.canvas.after(0);
        }
        if (grounds.board_address) {
            m_board.emplace(*grounds.board_address, grounds.board.layout, grounds.marks, grounds.board.values);
        }
    }

    void look(bool asleep, size_t printed) {
        if (m_difference || (asleep && !m_grounds.picture)) {
            return;
        }
        m_printed = printed;
        if (asleep) {
            look_asleep();
            return;
        }
        pass_sleeps();
        if (m_next < last() && !m_difference) {
            look_at(m_expected.moments[m_next++]);
        }
        ++m_reads;
    }

    /// Once the program has ended.
    std::optional<Difference> verdict(const GameRecord& actual) {
        std::optional<size_t> parted;
        if (m_grounds.output) {
            parted = first_difference(m_expected.transcript, actual.transcript);
        }
        const std::string ending =
            actual.ending.empty() || m_grounds.only_board ? "" : "the program ended by " + actual.ending;
        if (parted && (!m_difference || *parted < m_printed)) {
            return Difference{describe_text_difference(m_expected.transcript, actual.transcript, *parted) +
                                  (ending.empty() ? "" : "; " + ending),
                              {}};
        }
        if (m_difference) {
            return m_difference;
        }
        if (!ending.empty()) {
            return Difference{ending, {}};
        }
        if (m_grounds.output && actual.exit_status != m_expected.exit_status) {
            return Difference{"the exit status is " + std::to_string(actual.exit_status) + " instead of " +
                                  std::to_string(m_expected.exit_status),
                              {}};
        }
        if (m_grounds.only_board && m_reads != reads_wanted()) {
            return Difference{"the program asked for " + std::to_string(m_reads) + " lines of input instead of " +
                                  std::to_string(reads_wanted()),
                              {}};
        }
        look_at_end();
        return m_difference;
    }

private:
    [[nodiscard]] size_t last() const { return m_expected.moments.size() - 1; }
    [[nodiscard]] size_t reads_wanted() const {
        return static_cast<size_t>(std::ranges::count(m_expected.moments, false, &Moment::asleep)) - 1;
    }
    [[nodiscard]] bool compares_moments() const {
        return m_grounds.picture || std::any_of(m_grounds.labels.begin(), m_grounds.labels.end(),
                                                [](const auto& address) { return address.has_value(); });
    }

    /// The sleeps that the game has before its next read.
    void pass_sleeps() {
        for (; m_next < last() && m_expected.moments[m_next].asleep; ++m_next) {
            if (m_grounds.picture && !m_difference) {
                differ(m_expected.moments[m_next],
                       "the falling piece is not shown: no sleep (service 32) where the game has one");
            }
        }
    }

    void look_asleep() {
        const Moment& moment = m_expected.moments[m_next];
        const bool is_due = moment.asleep;
        const size_t before = m_strokes;
        if (is_due) {
            paint(moment.strokes);
        }
        if (shows(m_picture)) {
            m_next += is_due ? 1 : 0;
            return;
        }
        // A rest may be cut in two: the picture of the last look, once more.
        std::vector<u32> previous = m_expected.canvas.after(before);
        if (is_due && shows(previous)) {
            m_picture = std::move(previous);
            m_strokes = before;
        } else {
            differ(moment, "while the program sleeps, " + describe_picture());
        }
    }

    void look_at_end() {
        pass_sleeps();
        if (m_next < last() && compares_moments()) {
            differ(m_expected.moments[m_next], "the program asks for no more lines, the game does");
        }
        if (!m_difference) {
            m_is_over = true;
            look_at(m_expected.moments.back());
        }
        if (m_grounds.registers && !m_difference) {
            compare_registers();
        }
    }

    void look_at(const Moment& moment) {
        if (const auto cell = m_grounds.only_board ? m_board->compare(moment.board, m_memory) : std::nullopt) {
            differ(moment, *cell);
            return;
        }
        for (size_t i = 0; i < m_grounds.labels.size(); ++i) {
            const Fact& fact = moment.facts[i];
            const std::optional<u32> address = m_grounds.labels[i];
            if (address && !std::equal(fact.bytes.begin(), fact.bytes.end(), m_memory.at(*address))) {
                differ(moment, describe_memory(moment, fact, *address));
                return;
            }
        }
        if (m_grounds.picture) {
            paint(moment.strokes);
            if (!shows(m_picture)) {
                differ(moment, describe_picture());
            }
        }
    }

    void compare_registers() {
        for (const RegisterFact& fact : m_expected.registers) {
            const u32 actual = m_cpu.gpr[isa::find_register(fact.name).value_or(0)];
            if (actual != fact.value) {
                differ(m_expected.moments.back(), "register " + std::string(fact.name) + " holds " + hex32(actual) +
                                                      " instead of " + hex32(fact.value));
                return;
            }
        }
    }

    void paint(size_t strokes) {
        for (; m_strokes < strokes; ++m_strokes) {
            const GamePicture::Stroke& stroke = m_expected.canvas.strokes[m_strokes];
            m_picture[stroke.unit] = stroke.colour;
        }
    }

    [[nodiscard]] const u8* shown() const { return m_memory.at(*m_grounds.picture); }
    [[nodiscard]] bool shows(const std::vector<u32>& picture) const {
        return std::memcmp(shown(), picture.data(), picture.size() * sizeof(u32)) == 0;
    }

    [[nodiscard]] std::string describe_picture() const {
        std::vector<u32> actual(m_picture.size());
        std::memcpy(actual.data(), shown(), actual.size() * sizeof(u32));
        const u32 columns = m_expected.canvas.columns;
        const auto unit = static_cast<size_t>(std::ranges::mismatch(actual, m_picture).in1 - actual.begin());
        const int others =
            std::inner_product(actual.begin(), actual.end(), m_picture.begin(), -1, std::plus(), std::not_equal_to());
        return "the picture's unit in column " + std::to_string(unit % columns) + ", row " +
               std::to_string(unit / columns) + " is " + hex32(actual[unit]) + " instead of " + hex32(m_picture[unit]) +
               (others == 0   ? ""
                : others == 1 ? " (one more differs)"
                              : " (" + std::to_string(others) + " more differ)");
    }

    [[nodiscard]] std::string describe_memory(const Moment& moment, const Fact& fact, u32 address) {
        if (fact.label == m_grounds.board.label) {
            if (std::optional<std::string> cell = m_board->compare(moment.board, m_memory)) {
                return *cell;
            }
        }
        const u8* const actual = m_memory.at(address);
        const auto at = std::mismatch(fact.bytes.begin(), fact.bytes.end(), actual).first - fact.bytes.begin();
        return "memory at " + std::string(fact.label) + (at == 0 ? "" : "+" + std::to_string(at)) + " holds " +
               describe_byte(actual[at]) + " instead of " + describe_byte(fact.bytes[static_cast<size_t>(at)]);
    }

    void differ(const Moment& moment, const std::string& what) {
        const std::string when = m_is_over ? "at the end " : after_lines(m_reads);
        m_difference = {when + what, m_board ? boards_side_by_side(moment.board, m_board->read(m_memory)) : ""};
    }

    const Grounds& m_grounds;
    const GameRecord& m_expected;
    const Memory& m_memory;
    const CpuState& m_cpu;
    std::optional<BoardComparer> m_board;
    std::vector<u32> m_picture;  // as it should be, up to
    size_t m_strokes = 0;        // so many strokes
    size_t m_next = 0;           // moment
    size_t m_reads = 0;
    size_t m_printed = 0;
    bool m_is_over = false;
    std::optional<Difference> m_difference;
};

}  // namespace

GameComparison compare_game(EmulatedGame& program, const Grounds& grounds, const GameScript& script,
                            const GameRecord& expected) {
    Witness witness(grounds, expected, program.machine());
    GameComparison comparison;
    comparison.actual = program.play(script, [&](bool asleep, size_t printed) { witness.look(asleep, printed); });
    comparison.difference = witness.verdict(comparison.actual);
    return comparison;
}

std::string transcripts_side_by_side(const GameRecord& expected, const GameRecord& actual, size_t max_lines) {
    std::vector<std::string_view> left = lines_of(expected.transcript);
    std::vector<std::string_view> right = lines_of(actual.transcript);
    const size_t count = std::max(left.size(), right.size());
    left.resize(count);
    right.resize(count);
    const auto first = static_cast<size_t>(std::ranges::mismatch(left, right).in1 - left.begin());
    const size_t start = first > max_lines / 2 && count > max_lines ? first - max_lines / 2 : 0;
    std::string out = "  " + pad_right("expected", side_width) + "  program\n";
    for (size_t i = start; i < std::min(count, start + max_lines); ++i) {
        out += left[i] == right[i] ? "  " : "! ";
        out += pad_right(printable(left[i]).substr(0, side_width), side_width) + "| " +
               printable(right[i]).substr(0, side_width) + "\n";
    }
    return out;
}

}  // namespace mariner::games
