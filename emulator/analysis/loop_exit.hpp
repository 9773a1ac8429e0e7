#pragma once
// Why a loop doesn't end: which branch could lead out, what it compares, and why it never does. For spin.cpp, which
// knows where the program goes round and tells of every branch it sees.

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emulator/execute/registers.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/runtime/explain.hpp"

namespace mariner {

/// By all instructions of a statement up to this one, but for what they keep in $at.
RegisterSet read_by_statement(const ProgramImage& image, u32 pc);

class LoopExit {
public:
    /// `addresses` are the loop's instructions, in ascending order.
    LoopExit(const Machine& machine, const std::vector<u32>& addresses) : m_machine(machine), m_addresses(addresses) {}

    /// The instruction at pc is about to be executed, by this state.
    void see(u32 pc, const CpuState& cpu);

    struct EndlessReason {
        std::string why;
        std::string remedy;
        bool is_certain = false;   // nothing that any of the loop's exits looks at ever changes
        RegisterSet moving{};      // what the exit compares and will not meet
        bool is_hopeless = false;  // the one exit's value steps away from where the loop would end
    };
    /// After some rounds. `counters` are registers that change evenly ("$t0 (+1)").
    [[nodiscard]] EndlessReason reason(const std::vector<std::string>& counters);

private:
    struct SeenRegister {
        u32 first = 0;
        u32 last = 0;
        u32 before_last = 0;
        bool changes = false;
    };
    struct SeenBranch {
        u64 times = 0;
        std::map<u8, SeenRegister> registers;  // that it compares
    };

    [[nodiscard]] bool holds(u32 address) const;
    [[nodiscard]] bool comes_back(u32 address) const;
    [[nodiscard]] bool leads_out(u32 pc, const isa::Instruction& instruction) const;
    [[nodiscard]] const isa::Instruction* at(u32 pc) const { return m_machine.text().instruction_at(pc); }
    [[nodiscard]] RegisterSet compared_by(u32 pc) const;
    [[nodiscard]] bool is_fed_by(u32 pc, std::initializer_list<isa::Op> ops) const;
    [[nodiscard]] std::string line(u32 pc) const { return line_text(m_machine.image(), pc); }
    [[nodiscard]] EndlessReason reason_of_branch(u32 pc, const SeenBranch& branch,
                                                 const std::vector<std::string>& counters) const;
    [[nodiscard]] EndlessReason reason_of_still(u32 pc, const SeenBranch& branch,
                                                const std::vector<std::string>& counters) const;
    [[nodiscard]] std::string head(u32 pc) const;
    [[nodiscard]] std::string remedy_for_course(u32 pc, const SeenBranch& branch) const;
    [[nodiscard]] std::optional<EndlessReason> reason_of_same_place(u32 pc, const SeenBranch& branch) const;
    struct Approach {
        i64 now = 0;
        i64 step = 0;
        i64 limit = 0;
        bool is_known = false;  // the limit
        [[nodiscard]] bool meets() const { return is_known && step != 0 && now != limit && (limit - now) % step == 0; }
        [[nodiscard]] bool comes_nearer() const { return (limit > now) == (step > 0); }
    };
    [[nodiscard]] Approach approach_of(u32 pc, const SeenBranch& branch) const;
    [[nodiscard]] bool is_equality(u32 pc) const;
    [[nodiscard]] bool moves_away(u32 pc, const SeenBranch& branch) const;
    [[nodiscard]] bool comes_to_an_end(u32 pc, const SeenBranch& branch) const;
    [[nodiscard]] std::string maker_of_limit(const SeenBranch& branch) const;
    [[nodiscard]] bool is_followed_list(u8 id) const;
    [[nodiscard]] bool compares_floats_for_equality(u32 pc) const;
    [[nodiscard]] std::string remedy_for_still(u32 pc, const SeenBranch& branch) const;
    [[nodiscard]] std::string first_named(u32 pc, const SeenBranch& branch) const;
    [[nodiscard]] EndlessReason reason_of_writer(u32 address, const isa::Instruction& writer, u8 id) const;
    [[nodiscard]] EndlessReason reason_of_load(u32 address, const isa::Instruction& load, u8 id) const;
    [[nodiscard]] std::optional<EndlessReason> reason_of_near_miss(const SeenBranch& branch) const;
    [[nodiscard]] std::optional<EndlessReason> reason_of_unread_value(const SeenBranch& branch) const;
    [[nodiscard]] std::optional<EndlessReason> reason_of_other_counter(u32 pc, const SeenBranch& branch,
                                                                       const std::vector<std::string>& counters) const;
    [[nodiscard]] std::optional<EndlessReason> reason_of_way(const isa::Instruction& load) const;
    [[nodiscard]] std::optional<u32> step_in_loop(u8 id) const;
    [[nodiscard]] bool is_set_in_loop(u8 id) const;
    [[nodiscard]] static bool compares_address(const SeenBranch& branch);
    [[nodiscard]] std::optional<EndlessReason> reason_of_skipped_step(const SeenBranch& branch) const;
    [[nodiscard]] EndlessReason reason_without_exit() const;
    [[nodiscard]] std::string remedy_for_return(u32 pc, u32 call) const;

    const Machine& m_machine;
    const std::vector<u32>& m_addresses;
    std::map<u32, SeenBranch> m_branches;
    std::map<u32, SeenBranch> m_side_branches;  // one of whose ways the program didn't go, though it would come back
    std::map<u32, SeenRegister> m_bases;        // of loads
    std::map<u32, u32> m_returns;               // jr: where it went last
    CpuState m_last;                            // before the last instruction
};

}  // namespace mariner
