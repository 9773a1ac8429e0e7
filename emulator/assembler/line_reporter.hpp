#pragma once
// The line that the first pass is at, and messages about its tokens.

#include "emulator/assembler/statement.hpp"

namespace mariner::assembler {

class LineReporter {
public:
    LineReporter(AssemblyContext& context, const SourceUnit& unit, const UnitDraft& draft)
        : m_context(&context), m_unit(&unit), m_draft(&draft) {}

    void set_line(const LineOrigin& line) { m_line = line; }
    [[nodiscard]] const LineOrigin& line() const { return m_line; }

    /// The line as a whole.
    [[nodiscard]] SourcePlace place() const {
        SourcePlace place = m_unit->place(m_line.number).at(m_line.text, 0, 0);
        place.chain = m_draft->chain_of(m_line);
        return place;
    }
    [[nodiscard]] SourcePlace place_of(const Token& token) const {
        return place().at(m_line.text, token.offset, token.length);
    }
    void report(Message message, const Token& token, std::initializer_list<std::string_view> arguments,
                std::string hint = {}) const {
        m_context->report(message, place_of(token), arguments, std::move(hint));
    }

private:
    AssemblyContext* m_context;
    const SourceUnit* m_unit;
    const UnitDraft* m_draft;
    LineOrigin m_line;
};

}  // namespace mariner::assembler
