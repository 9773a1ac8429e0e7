#include "emulator/games/mutant.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "emulator/support/text.hpp"

namespace mariner::games {

namespace {

Error error_at(size_t line, const std::string& what) {
    return Error{"line " + std::to_string(line) + ": " + what};
}

/// Hands out a text's lines, with or without the LF of the last one.
class LineReader {
public:
    explicit LineReader(std::string_view text) : m_lines(lines_of(text)) {}

    std::optional<std::string_view> next() {
        return m_number < m_lines.size() ? std::optional(m_lines[m_number++]) : std::nullopt;
    }

    /// Of the line handed out last, from 1.
    [[nodiscard]] size_t number() const { return m_number; }

private:
    std::vector<std::string_view> m_lines;
    size_t m_number = 0;
};

/// The lines up to `mark`; nothing if the mark is missing.
std::optional<std::string> lines_until(LineReader& reader, std::string_view mark) {
    std::string lines;
    while (const std::optional<std::string_view> line = reader.next()) {
        if (*line == mark) {
            return lines;
        }
        lines += *line;
        lines += '\n';
    }
    return std::nullopt;
}

Result<Mutant::ChangedLines> parse_block(LineReader& reader) {
    const size_t line = reader.number();
    std::optional<std::string> original = lines_until(reader, "+++");
    if (!original) {
        return error_at(line, "this block has no line '+++'");
    }
    if (original->empty()) {
        return error_at(line, "there is no line to replace between '---' and '+++'");
    }
    std::optional<std::string> replacement = lines_until(reader, "===");
    if (!replacement) {
        return error_at(line, "this block does not end with a line '==='");
    }
    return Mutant::ChangedLines{line, std::move(*original), std::move(*replacement)};
}

/// Where `lines` begin in `program`, as whole lines, from `start` on.
size_t find_lines(std::string_view program, std::string_view lines, size_t start) {
    size_t at = program.find(lines, start);
    while (at != std::string_view::npos && at > 0 && program[at - 1] != '\n') {
        at = program.find(lines, at + 1);
    }
    return at;
}

size_t line_number(std::string_view program, size_t at) {
    return static_cast<size_t>(std::count(program.begin(), program.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
           1;
}

}  // namespace

Result<Mutant> parse_mutant(std::string_view text) {
    Mutant mutant;
    LineReader reader(text);
    while (const std::optional<std::string_view> line = reader.next()) {
        if (*line == "---") {
            Result<Mutant::ChangedLines> block = parse_block(reader);
            if (!block) {
                return block.error();
            }
            mutant.blocks.push_back(std::move(*block));
        } else if (line->starts_with("# ") && mutant.blocks.empty()) {
            mutant.fault += (mutant.fault.empty() ? "" : " ") + std::string(line->substr(2));
        } else {
            return error_at(reader.number(),
                            "expected a comment at the top or a line '---', not '" + std::string(*line) + "'");
        }
    }
    if (mutant.fault.empty()) {
        return error_at(1, "expected a comment that says what is wrong");
    }
    if (mutant.blocks.empty()) {
        return error_at(reader.number(), "there is no block '---', '+++', '==='");
    }
    return mutant;
}

Result<std::string> apply_mutant(const Mutant& mutant, std::string_view program) {
    std::string mutated(program);
    for (const Mutant::ChangedLines& block : mutant.blocks) {
        const size_t at = find_lines(mutated, block.original, 0);
        if (at == std::string::npos) {
            return error_at(block.line, "the program has no such lines:\n" + block.original);
        }
        const size_t again = find_lines(mutated, block.original, at + 1);
        if (again != std::string::npos) {
            return error_at(block.line, "the program has these lines twice, from line " +
                                            std::to_string(line_number(mutated, at)) + " and from line " +
                                            std::to_string(line_number(mutated, again)) + ":\n" + block.original);
        }
        mutated.replace(at, block.original.size(), block.replacement);
    }
    return mutated;
}

}  // namespace mariner::games
