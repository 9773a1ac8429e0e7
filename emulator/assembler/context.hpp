#pragma once
// What every step of an assembly is handed beside its input: the options with their limits, the place where messages
// go, memory for text that lasts. No step knows another one through it.

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/text_arena.hpp"
#include "emulator/isa/pseudo.hpp"

namespace mariner::assembler {

/// Where a message points to.
struct SourcePlace {
    u32 file = Diagnostic::no_file;
    u32 line = 0;
    std::string_view text;  // the line; empty if it shall not be shown
    u32 offset = 0;         // bytes; with length 0 the message is about the line as a whole
    u32 length = 0;
    std::span<const u32> chain;  // the lines of the macro calls that led there
    bool mars_knows_chain = true;

    /// The same with a part of a line.
    [[nodiscard]] SourcePlace at(std::string_view line_text, u32 from, u32 size) const {
        SourcePlace part = *this;
        part.text = line_text;
        part.offset = from;
        part.length = size;
        return part;
    }
};

inline isa::ExpansionMode expansion_mode(const AssemblerOptions& options) {
    return {options.configuration != MemoryConfiguration::standard, options.delayed_branching};
}

class AssemblyContext {
public:
    explicit AssemblyContext(const AssemblerOptions& options);

    void report(Message message, const SourcePlace& place, std::initializer_list<std::string_view> arguments,
                std::string hint = {}, Audience audience = Audience::all);
    /// The same; nothing more is assembled.
    void stop(Message message, const SourcePlace& place, std::initializer_list<std::string_view> arguments);
    /// The same, for something that is larger than the limits allow.
    void stop_at_limit(Message message, const SourcePlace& place, u64 limit);
    [[nodiscard]] bool is_stopped() const { return m_stopped; }
    /// Called for every line: does whoever waits for the result want it no more?
    void look_up() {
        constexpr u32 lines_between = 512;
        if (m_options->should_stop && ++m_lines_since_look >= lines_between) {
            m_lines_since_look = 0;
            m_interrupted = m_interrupted || m_options->should_stop();
            m_stopped = m_stopped || m_interrupted;
        }
    }
    [[nodiscard]] bool is_interrupted() const { return m_interrupted; }
    /// Stopped, or so many errors that MARS would go no further.
    [[nodiscard]] bool must_end() const { return m_stopped || m_diagnostics.limit_exceeded(); }

    /// Counts what macros and .eqv make, and the work of it; false, and the assembly is stopped, if it is too much.
    bool spend(const SourcePlace& place, u64 lines, u64 bytes, u64 work);

    /// What was spent, about as lines of a source.
    [[nodiscard]] u64 made_lines() const;

    /// Whether a hint may still be looked for among so many names; in large programs the last errors go without, and
    /// the tutor, which wants all errors, finds better ones.
    bool may_search(size_t candidates);

    [[nodiscard]] const AssemblerOptions& options() const { return *m_options; }
    [[nodiscard]] const AssemblerLimits& limits() const { return m_options->limits; }
    [[nodiscard]] const MemoryMap& map() const { return memory_map(m_options->configuration); }
    [[nodiscard]] Diagnostics& diagnostics() { return m_diagnostics; }
    [[nodiscard]] TextArena& arena() { return *m_arena; }
    /// For the image, whose statements show the text.
    [[nodiscard]] std::shared_ptr<const void> share_texts() const { return m_arena; }

private:
    const AssemblerOptions* m_options;
    Diagnostics m_diagnostics;
    std::shared_ptr<TextArena> m_arena = std::make_shared<TextArena>();
    bool m_stopped = false;
    bool m_interrupted = false;
    u32 m_lines_since_look = 0;
    u64 m_expanded_lines = 0;
    u64 m_expanded_bytes = 0;
    u64 m_work = 0;
    u64 m_searched = 0;
};

}  // namespace mariner::assembler
