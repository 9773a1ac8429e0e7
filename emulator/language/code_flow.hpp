#pragma once
// Where the instructions of a program lead, as far as that is known without running it. Made for the lints, and for who
// wrote a register last.

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/execute/registers.hpp"

namespace mariner::language {

bool is_call(const isa::Instruction& instruction);
bool is_return(const isa::Instruction& instruction);

class CodeFlow {
public:
    explicit CodeFlow(const ProgramImage& image) : CodeFlow(image, 0, image.text.size()) {}
    /// Of a part alone: what lies outside isn't found.
    CodeFlow(const ProgramImage& image, size_t first, size_t past);

    [[nodiscard]] size_t size() const { return m_image->text.size(); }
    [[nodiscard]] const TextEntry& entry(size_t number) const { return m_image->text[number]; }
    /// Whether a label stands there, or a jump goes there.
    [[nodiscard]] bool is_marked(size_t number) const { return m_marked.contains(entry(number).address); }
    [[nodiscard]] std::optional<size_t> find(u32 address) const;
    [[nodiscard]] std::optional<size_t> behind(size_t number) const { return find(entry(number).address + 4); }
    /// The routine that an instruction calls.
    [[nodiscard]] std::optional<size_t> called_by(size_t number) const;

    /// Never to the next instruction.
    [[nodiscard]] bool goes_elsewhere(size_t number) const;
    /// In the same routine. Nothing after a jump to an address in a register, other than a return.
    [[nodiscard]] std::vector<size_t> successors(size_t number) const;
    /// All that may be carried out later in the run, once what `begins` names has been; calls and returns included,
    /// with more rather than fewer.
    [[nodiscard]] std::vector<bool> later_than(const std::function<bool(size_t)>& begins) const;

    /// The service that a syscall asks for, where the instructions right before it say so.
    [[nodiscard]] std::optional<i32> service_of(size_t number) const;

private:
    [[nodiscard]] bool ends_program(size_t number) const;

    const ProgramImage* m_image;
    std::unordered_map<u32, size_t> m_at;
    std::unordered_set<u32> m_marked;  // addresses
};

}  // namespace mariner::language
