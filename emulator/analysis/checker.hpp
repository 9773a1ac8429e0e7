#pragma once
// The checks of `mariner run --check`: reads of what was never written, broken calling conventions, wrong system calls.
// Fed by the observer of a checked core (run_watch.hpp); changes nothing in the machine. Code in the kernel's text (an
// exception handler) is followed, but not judged: it must save what it never wrote.

#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "emulator/analysis/call_follower.hpp"
#include "emulator/analysis/findings.hpp"
#include "emulator/analysis/marks.hpp"
#include "emulator/analysis/objects.hpp"
#include "emulator/analysis/trace.hpp"
#include "emulator/analysis/written_memory.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/runtime/explain.hpp"

namespace mariner {

struct SyscallInfo;

struct CheckOptions {
    bool delayed_branching = false;
    bool data_is_zeroed = false;  // an ELF file: all of its data begins as something that the program may count on
    bool has_arguments = false;   // $a0 and $a1 were set before the start
};

class Checker {
public:
    /// The machine is in its start state.
    Checker(const Machine& machine, const CheckOptions& options);

    /// The machine is in its start state again, for another run: only the findings stay.
    void restart();
    /// Something outside the program has written this before the run: a caller, an instructor.
    void give_register(u8 id);
    void give_memory(u32 address, u64 size) { m_memory.set_range(address, size, ByteState::written); }
    /// The run begins as a call from outside, at the machine's pc, which returns to `link`.
    void begin_call(u32 link);

    /// The observer's calls, in the order in which they come.
    [[gnu::always_inline]] void before(u32 pc, const isa::Instruction& instruction) {
        if (m_is_after_syscall || m_calls.is_expecting()) [[unlikely]] {
            settle(pc);
        }
        const u32 index = (pc - m_text_base) / 4;
        const InstructionSite& site = index < m_known_sites ? m_sites[index] : unknown_site(instruction);
        const u32 previous = m_pc;
        m_pc = pc;
        m_result.is_unwritten = false;
        m_unread = m_unread & ~site.reads;
        pass_marks(site, instruction);
        if (site.is_special || site.reads.meets(m_attended_reads)) [[unlikely]] {
            look_closer(site, instruction, previous);
        }
    }
    [[gnu::always_inline]] void read(u32 address, u32 size) {
        if (!m_memory.is_all_written(address, size)) [[unlikely]] {
            read_unusual_memory(address, size);
        }
        if (!m_base.is_plain() && !is_within(m_base, address, size)) [[unlikely]] {
            leave_object(address, size, false);
        }
        m_passed = size == 4 ? m_marked.word(address).mark : ValueMark{};
        if (m_base.nature() == Nature::object && (m_objects[m_base.number()].watched_sizes & size) != 0) [[unlikely]] {
            note_watched_read(address, size);
        }
    }
    [[gnu::always_inline]] void write(u32 address, u32 size) {
        m_memory.set(address, size, m_result.is_unwritten ? ByteState::saved_register : ByteState::written);
        if (!m_base.is_plain() && !is_within(m_base, address, size)) [[unlikely]] {
            leave_object(address, size, true);
        }
        m_marked.set(address, {size == 4 ? m_passed : ValueMark{}, m_pc});
    }
    [[gnu::always_inline]] void set_register(u8 id) {
        if (m_result.is_unwritten || m_attended_writes.contains(id)) [[unlikely]] {
            note_write(id);
        }
        m_writer[id] = m_pc;
        m_marks[id] = m_passed;
        m_unread.add(id);
    }

    /// The run is over; `dropped_off`: there was no instruction behind the last one.
    void finish(bool dropped_off);

    [[nodiscard]] const Findings& findings() const { return m_findings; }
    /// What led to this end of the run, if more can be said than what the end itself says.
    [[nodiscard]] std::optional<Cause> cause_of(const RunResult& result) const;
    /// The findings that such a cause says already.
    [[nodiscard]] Findings::Told told_by_cause(const RunResult& result) const;
    /// One of the registers holds an address that has gone far from its only word: the word was meant.
    [[nodiscard]] std::optional<Cause> address_in(RegisterSet registers) const;
    /// Functions call each other ever deeper.
    [[nodiscard]] std::optional<Cause> endless_recursion() const;

private:
    static std::string name(u8 id) { return std::string(register_name(id)); }

    static constexpr u32 no_address = 1;
    static constexpr size_t id_count = register_id::float_base + 32;
    /// Deeper calls are forgotten from the outermost on.
    static constexpr size_t most_frames = 1U << 13U;

    /// What the current instruction writes, if it passes on a register's value that nothing wrote.
    struct PassedValue {
        bool is_unwritten = false;
        u8 source = 0;
    };

    /// The registers that a function must leave as they were, with the value they had when it was called.
    static constexpr std::array<u8, 10> saved_ids = {16, 17, 18, 19, 20, 21, 22, 23, reg::gp, reg::fp};
    static constexpr u8 first_saved_float = 20;
    static constexpr RegisterSet saved_registers{0x50ff0000, 0xfff00000};  // all of these
    /// $t0 to $t9, $f4 to $f11, $f16 to $f19: nobody saves them, a call may change them.
    static constexpr RegisterSet temporaries{0x0300ff00, 0x000f0ff0};
    static constexpr RegisterSet arguments{0x000000f0, 0};
    static constexpr RegisterSet followed = saved_registers | temporaries | arguments;
    /// A saved register that a function uses before it writes it, or that nobody but the function itself has set
    /// before, is a variable of the whole program (or a result): changing it is meant. Else its caller's value is lost.
    struct CheckedCall {
        u32 entry = 0;
        u32 site = no_address;  // of the call; none if it came from outside the program
        u32 link = no_address;
        u32 sp = 0;
        std::array<u32, saved_ids.size()> saved{};
        std::array<u32, 32 - first_saved_float> saved_floats{};
        std::array<u32, saved_ids.size()> givers{};  // the functions that gave them these values
        std::array<u32, 32 - first_saved_float> float_givers{};
        // Of the followed registers:
        RegisterSet used;      // read before they were written here
        RegisterSet written;   // here, or in a function called from here
        RegisterSet put_away;  // saved on the stack before they were written
        RegisterSet own;       // written here, not in a function called from here
        RegisterSet lost;      // while it calls another: what m_lost was
        RegisterSet recent;    // written right in front of the call
        RegisterSet unread;    // likewise, of m_unread
        u32 ra_slot = 0;       // where $ra was saved, and by whom
        u32 ra_saver = no_address;
        u32 a0 = 0;
        u32 a1 = 0;
        u32 inner_site = 0;  // the last call that came back here, and where it came back to
        u32 inner_link = no_address;
        u32 unread_result = no_address;  // the call before the last one, if nothing read what it left in $v0
        u32 next_result = no_address;    // the last one
    };

    /// What a result's mark is made from.
    enum class Passing : u8 { other, memory, stack, constant, sum, difference, comparison, product, label, floating };
    /// What an instruction of floating point takes and gives.
    enum class FloatKind : u8 { none, singles, wides, single_to_wide, wide_to_single, to_integer, from_integer, move };

    /// What there is to know about an instruction beforehand.
    struct InstructionSite {
        RegisterSet reads;
        Passing passing = Passing::other;
        u8 stored = 0;    // the register that a store stores
        u8 operands = 0;  // Passing::floating: how many
        FloatKind float_kind = FloatKind::none;
        bool is_special = false;  // stores, ends a straight run, begins a function, or is doubtful in itself
        bool is_entry = false;    // a function begins here
        bool is_alone = true;     // no part of a longer pseudo-instruction
        bool is_doubtful = false;
        bool writes_zero = false;
        u32 object = 0;  // Passing::label
    };
    static InstructionSite site_of(const isa::Instruction& instruction);
    static FloatKind float_kind_of(const isa::Instruction& instruction);
    /// Of an instruction that isn't where one stood at the start: in the kernel's text, or self-modified.
    const InstructionSite& unknown_site(const isa::Instruction& instruction);
    void mark_entry(u32 address);
    [[nodiscard]] bool is_judged() const { return (m_pc - m_text_base) / 4 < m_sites.size(); }

    /// What the next instruction finds outstanding: the answer of a syscall, the arrival of a call or return.
    void settle(u32 pc);
    void enter_entry(u32 previous);
    void look_closer(const InstructionSite& site, const isa::Instruction& instruction, u32 previous);
    /// After a change in what follows: which registers' reads and writes say something new?
    void attend();

    void mark_initial_memory();
    void read_text();
    void read_statements();
    void read_statement(std::span<const TextEntry> parts);
    void mark_doubtful(u32 address);
    [[nodiscard]] std::optional<u32> address_written_as_number(std::span<const TextEntry> parts) const;
    [[nodiscard]] bool is_printing_choice(u32 pc, u32 service) const;
    void add_data_marks();

    /// The mark of the coming result.
    [[gnu::always_inline]] void pass_marks(const InstructionSite& site, const isa::Instruction& instruction) {
        m_passed = ValueMark{};
        m_base = ValueMark{};
        switch (site.passing) {
            case Passing::other:
                break;
            case Passing::memory:
                m_base = m_marks[instruction.rs];
                m_passed = m_marks[site.stored];
                break;
            case Passing::stack:
                m_passed = m_marks[site.stored];
                break;
            case Passing::constant:
                m_passed = m_marks[instruction.rs];
                if (m_passed.is_float() || m_passed.is_odd()) [[unlikely]] {
                    pass_unusual(site, instruction);
                }
                break;
            case Passing::floating:
                pass_unusual(site, instruction);
                break;
            case Passing::label:
                m_passed = ValueMark(Nature::object, site.object);
                break;
            default:
                if (!m_marks[instruction.rs].is_plain() || !m_marks[instruction.rt].is_plain()) [[unlikely]] {
                    pass_unusual(site, instruction);
                }
        }
    }
    [[gnu::always_inline]] [[nodiscard]] bool is_within(ValueMark base, u32 address, u32 size) const {
        return base.nature() == Nature::object && m_objects[base.number()].holds(address, size);
    }

    // checker_values.cpp: where addresses point, and what kinds of numbers meet
    void pass_unusual(const InstructionSite& site, const isa::Instruction& instruction);
    void pass_float(const InstructionSite& site, const isa::Instruction& instruction);
    void judge_comparison(const isa::Instruction& instruction, ValueMark left, ValueMark right);
    void judge_difference(const isa::Instruction& instruction);
    [[nodiscard]] u8 named_for(u8 id) const;
    [[nodiscard]] bool is_text_or_bytes(u32 address) const;
    void judge_float(u8 id, bool is_wide);
    void judge_conversion(u8 id);
    void judge_float_divisor(u8 id, bool is_wide);
    void report_float_as_integer(u8 id);
    /// `remedy`: where another one is known than to load what stands there.
    void report_address_as_value(u8 id, const std::string& what, const std::string& use,
                                 const std::string& remedy = {});
    [[nodiscard]] std::string remedy_for_walker(u8 id) const;
    [[nodiscard]] u32 only_taker_of(const DataObject& object) const;
    void leave_object(u32 address, u32 size, bool is_store);
    void report_past_end(u32 address, u32 size, bool is_store);
    [[nodiscard]] Finding past_end(const DataObject& object, u32 address, u32 size, bool is_store) const;
    [[nodiscard]] bool goes_on_to_next(const DataObject& object, u32 address) const;
    void finish_steps_over();
    void note_narrow_read(u32 address);
    void finish_narrow_reads();
    void judge_wide_store(const isa::Instruction& instruction);
    void report_past_frame(u32 address);
    [[nodiscard]] std::string past_end_remedy(const DataObject& object, u32 address, u32 size) const;
    void judge_doubtful(const InstructionSite& site, const isa::Instruction& instruction);
    void judge_assembler_register(const InstructionSite& site, const isa::Instruction& instruction);
    void report_zero_register();
    void report_missing_syscall(u32 first, u32 second);
    [[nodiscard]] u32 last_of_arguments(u32 choice) const;
    [[nodiscard]] u32 overwritten_service(u32 pc) const;

    // checker_odd.cpp: integers that are taken for others
    void note_watched_read(u32 address, u32 size);
    [[nodiscard]] u32 site_here() const { return (m_pc - m_text_base) / 4; }
    [[nodiscard]] u32 address_of_site(u32 site) const { return m_text_base + 4 * site; }
    void pass_odd(const InstructionSite& site, const isa::Instruction& instruction);
    [[nodiscard]] ValueMark sum_of_odd(const isa::Instruction& instruction, ValueMark left, ValueMark right) const;
    void judge_line_feed(const isa::Instruction& instruction, ValueMark left, ValueMark right);
    void finish_line_feed();
    void report_bytes_at_once(u32 load);
    void report_typed_text(u32 service, const std::string& use);
    void report_sum_of_digits(u8 id);
    void judge_doubled_result();
    /// add $t0, $v0, $v0
    static bool adds_result_to_itself(const isa::Instruction& instruction) {
        return instruction.rs == reg::v0 && instruction.rt == reg::v0 &&
               isa::is_one_of(instruction.op, isa::Op::add, isa::Op::addu, isa::Op::mul, isa::Op::sub, isa::Op::subu);
    }

    // checker_cause.cpp
    [[nodiscard]] std::optional<Cause> cause_of_exception(const RunResult& result) const;
    [[nodiscard]] std::optional<Cause> cause_of_read_for_print(u32 pc) const;
    [[nodiscard]] const Finding* lost_way() const;
    [[nodiscard]] const Finding* root_of(const RunResult& result) const;
    [[nodiscard]] std::optional<Cause> cause_of_bad_address(const isa::Instruction& instruction,
                                                            const Exception& exception) const;
    [[nodiscard]] std::optional<Cause> cause_of_walk(u8 base) const;
    [[nodiscard]] std::optional<Cause> cause_of_bad_summand(const isa::Instruction& sum) const;
    [[nodiscard]] bool gave_saved(const Finding& finding, const isa::Instruction& access) const;
    [[nodiscard]] std::optional<Cause> cause_of_full_heap(u32 pc) const;
    [[nodiscard]] std::optional<Cause> cause_of_text_as_word(const isa::Instruction& instruction, u32 address) const;
    [[nodiscard]] std::optional<Cause> cause_of_bad_double(const isa::Instruction& access, u32 address) const;
    [[nodiscard]] std::string remedy_for_odd_step(u8 base) const;
    [[nodiscard]] std::string index_in_bytes(u8 base) const;
    [[nodiscard]] bool holds_bytes(const isa::Instruction& access, const DataObject& object) const;
    [[nodiscard]] std::optional<Cause> cause_of_bad_alignment(const isa::Instruction& instruction, u32 address) const;
    [[nodiscard]] std::optional<Cause> cause_of_bad_jump(u32 target) const;
    [[nodiscard]] Cause cause_of_overwritten_return(const std::string& jumps, const std::string& stored) const;
    [[nodiscard]] Cause cause_of_bad_register_jump(const isa::Instruction& jump, u32 target) const;
    [[nodiscard]] std::optional<Cause> cause_of_lost_return(u32 site) const;
    [[nodiscard]] bool ends_before(u32 pc) const;
    [[nodiscard]] u32 jump_instead_of_call(u32 site) const;
    [[nodiscard]] std::optional<Cause> cause_of_break(u32 pc) const;
    [[nodiscard]] std::string remedy_for_divisor(u8 divisor) const;
    [[nodiscard]] std::optional<Cause> cause_of_overflow(const isa::Instruction& instruction) const;
    [[nodiscard]] std::string origin_of(u8 id) const;
    [[nodiscard]] u8 source_of_copy(u8 id) const;
    [[nodiscard]] const Finding* missing_service(u32 number) const;
    [[nodiscard]] std::string others_between(const CheckedCall& top) const;
    [[nodiscard]] std::optional<u32> test_of(u32 entry, u32 call) const;

    /// "hw.asm:7 (lw $t1, n)"
    [[nodiscard]] std::string line_of(u32 pc) const { return line_text(m_machine.image(), pc); }
    [[nodiscard]] const Symbol* label_named_in(u32 pc) const;
    [[nodiscard]] const isa::Instruction* instruction_at(u32 pc) const { return m_machine.text().instruction_at(pc); }

    // checker_remedies.cpp
    [[nodiscard]] u32 writer_above(u32 pc, u8 id) const;
    struct Rounds {
        u32 head = no_address;
        u32 back = no_address;  // the way back to the head
        u32 test = no_address;  // the one branch that ends it
    };
    [[nodiscard]] bool is_gapless(u32 first, u32 last) const;
    [[nodiscard]] Rounds loop_around(u32 pc) const;
    [[nodiscard]] std::string remedy_for_rounds(u32 pc) const;
    [[nodiscard]] std::string limit_clause(const Rounds& loop) const;
    [[nodiscard]] std::optional<i64> tested_value(std::string_view operand, const Rounds& loop) const;
    [[nodiscard]] std::string remedy_for_equality(const Rounds& loop) const;
    [[nodiscard]] bool is_step(u32 pc) const;
    [[nodiscard]] RegisterSet compared_by(u32 test) const;
    [[nodiscard]] std::vector<Rounds> loops_of_walk(u32 pc, u8 walker) const;
    [[nodiscard]] bool is_copy_to_its_end() const;
    [[nodiscard]] u32 service_between(u32 from, u32 to) const;
    [[nodiscard]] std::string remedy_for_request(const DataObject& block, u32 request) const;
    static std::string last_place(const DataObject& object, u32 size, const std::string& whose);
    [[nodiscard]] std::string remedy_for_length(const DataObject& object, u32 size, const std::string& whose) const;
    [[nodiscard]] std::string remedy_above_frame(const isa::Instruction& load) const;
    struct IndexRoot {
        u8 id = 0;
        u32 scale = 1;
        bool is_lost = false;  // an instruction has overwritten what it was made from
    };
    [[nodiscard]] IndexRoot root_of_index(u8 id) const;
    [[nodiscard]] u8 index_of_access(const isa::Instruction& access) const;
    [[nodiscard]] bool misses_end_of_text(const isa::Instruction& load) const;
    [[nodiscard]] std::string remedy_for_moved_argument(u8 index) const;
    [[nodiscard]] std::string remedy_for_way(const DataObject& object, u32 size) const;
    [[nodiscard]] std::string remedy_for_unset_local(u32 address) const;
    [[nodiscard]] std::optional<Cause> cause_of_wrong_link(const isa::Instruction& load, u32 writer, u32 value) const;
    [[nodiscard]] u8 unread_result_in(RegisterSet registers) const;
    [[nodiscard]] std::optional<std::string> remedy_for_unwritten(u8 id) const;
    [[nodiscard]] std::string remedy_for_missing_result(const std::string& routine) const;
    [[nodiscard]] std::string remedy_for_loaded_limit(u8 address, u8 other) const;
    [[nodiscard]] std::optional<std::string> remedy_for_swapped(u8 id, u8 size_id) const;
    struct OpenedFile;
    [[nodiscard]] std::optional<Cause> cause_of_bad_descriptor(u32 service) const;
    [[nodiscard]] Cause cause_of_direction(const OpenedFile& file) const;
    bool judge_service_left_over();
    void judge_service_number(const std::string& title);
    [[nodiscard]] std::string index_clause(const isa::Instruction& access) const;
    [[nodiscard]] std::string digit_of_sum(u32 sum) const;
    [[nodiscard]] std::string remedy_for_signed_index(u8 base) const;
    [[nodiscard]] std::optional<std::string> remedy_for_missing_room(const CheckedCall& frame) const;
    [[nodiscard]] bool calls_system_unchosen(u32 from) const;
    [[nodiscard]] u32 call_from_inside(u32 routine) const;
    void judge_lost_product(u32 pc);
    [[nodiscard]] u32 product_between(u32 pc) const;
    void judge_words_as_text(const SyscallInfo& service, const DataObject& object, u32 address, u8 id);
    [[nodiscard]] std::optional<Cause> cause_of_code_as_data(const isa::Instruction& load, u32 address) const;

    // checker.cpp: values
    void read_unwritten(const isa::Instruction& instruction, const isa::InstructionInfo& info, RegisterSet reads);
    [[nodiscard]] bool may_be_unwritten(const isa::Instruction& instruction, u8 id) const;
    [[nodiscard]] bool is_stack_store(const isa::Instruction& instruction) const;
    void put_away(const isa::Instruction& instruction, const isa::InstructionInfo& info, RegisterSet& reads);
    void note_write(u8 id);
    void report_unwritten_register(u8 id);
    void read_unusual_memory(u32 address, u32 size);
    void look_at_callers_frame(u32 address);
    void report_stack_direction(u32 address);
    void finish_service(bool dropped_off);
    void before_store(const isa::Instruction& instruction, const isa::InstructionInfo& info);

    // checker_calls.cpp
    [[nodiscard]] CheckedCall frame_now() const;
    void arrive(const Transfer& transfer);
    void enter_function(const Transfer& transfer);
    void arrive_by_register(const Transfer& transfer);
    void check_return(const CheckedCall& frame, const Transfer& transfer);
    void check_saved(const CheckedCall& frame, u32 site, u8 id, u32 giver);
    static void pass_on(const CheckedCall& inner, CheckedCall& outer);
    void report_lost_return_address(const CheckedCall& frame, const Transfer& transfer);
    void report_fall_through(u32 from, u32 to);
    [[nodiscard]] RegisterSet written_before(u32 call) const;
    void note_unread_result(u32 call);
    void note_missing_result(const CheckedCall& inner);
    [[nodiscard]] bool is_followed_by_choice(const CheckedCall& inner) const;
    void note_lost_registers(const CheckedCall& inner, CheckedCall& outer);
    void report_lost_value(u8 id);
    struct LostValue;
    void report_missing_result(const LostValue& lost);
    [[nodiscard]] std::string function_name(u32 entry) const;
    [[nodiscard]] std::string writer_clause(u8 id) const;
    [[nodiscard]] std::string remedy_for_stack(u32 sp, u32 wanted) const;
    [[nodiscard]] std::string remedy_for_lost_return(const CheckedCall& frame) const;

    // checker_syscalls.cpp
    void before_syscall();
    void settle_syscall(u32 next_pc);
    void check_service_arguments(const SyscallInfo& service);
    void check_service_address(const SyscallInfo& service, u8 id, u8 size_id, bool is_text);
    void check_service_text(const SyscallInfo& service, u8 id);
    void check_service_buffer(const SyscallInfo& service, u8 id, u8 size_id);
    void check_stack_buffer(const SyscallInfo& service, u8 id, u8 size_id);
    void check_service_value(const SyscallInfo& service);
    void judge_direction(const SyscallInfo& service);
    void judge_digit(const std::string& title);
    bool judge_text_as_file(const SyscallInfo& service);
    void check_slashes(const SyscallInfo& service, u32 address);
    [[nodiscard]] bool is_as_declared(u32 address) const;
    [[nodiscard]] Finding endless_string(const SyscallInfo& service, const DataObject& object) const;
    [[nodiscard]] std::string remedy_for_address(bool is_text, u32 value) const;
    void mark_result(u8 id);

    const Machine& m_machine;
    CheckOptions m_options;
    Findings m_findings;

    RegisterSet m_unwritten;
    RegisterSet m_written_on_top;  // saved registers, by the innermost function since it became that
    RegisterSet m_attended_reads;
    RegisterSet m_attended_writes;
    std::array<u32, id_count> m_writer{};
    std::array<u32, id_count> m_giver{};  // the function that wrote the register last
    std::array<u8, id_count> m_copied_from{};
    WrittenMemory m_memory;
    PassedValue m_result;

    Objects m_objects;
    std::array<ValueMark, id_count> m_marks{};
    MarkedMemory m_marked;
    ValueMark m_passed;    // of the current instruction's result
    ValueMark m_base;      // of the address that it reads or writes at
    RegisterSet m_unread;  // whose value nothing has read yet

    /// Registers that a function changed while its caller counts on them.
    struct LostValue {
        u32 call = 0;
        u32 entry = 0;
        u32 writer = 0;
    };
    static constexpr u32 by_next_choice = 1;  // in place of an entry: li $v0 of a service has overwritten a result
    u32 m_result_at = no_address;             // the system call whose result stands in $v0 still
    RegisterSet m_lost;
    std::array<LostValue, id_count> m_lost_values{};
    std::array<u32, 4> m_served_writers{};  // who wrote $a0 to $a3 as the last system call took them
    u32 m_next_choice = no_address;
    u32 m_choice = no_address;  // li $v0 of a service that prints, not yet served
    u32 m_own_at = no_address;  // the program's own last write of $at
    u32 m_return_loaded_from = 0;
    std::set<u32> m_printed_texts;
    std::map<u32, Finding> m_joined_texts;  // texts that ran on into another piece of text, by its address
    struct StepOver {
        Finding finding;
        u32 farthest = 0;  // bytes behind the object's end
    };
    std::map<u32, StepOver> m_steps_over;  // by the object's address
    struct PastEnd {
        u32 first = no_address;  // the line that has been told
        std::set<u32> others;
    };
    std::map<std::pair<u32, bool>, PastEnd> m_past_ends;  // by the object's address, and whether in front of it

    /// A byte read of an object made of words, where the word is larger than a byte.
    struct NarrowRead {
        u32 pc = no_address;
        u32 address = 0;
        u32 word = 0;
        bool is_meant = false;  // other bytes of a word are read too
    };
    std::map<u32, NarrowRead> m_narrow_reads;  // by the object's number

    std::optional<Finding> m_line_feed;  // compared with the end of another text, and so far with no 10
    bool m_knows_line_feed = false;

    u32 m_text_base = 0;
    std::vector<InstructionSite> m_sites;  // by instruction of the user's text
    u32 m_known_sites = 0;                 // all of them, but none if the program may change itself
    InstructionSite m_other_site;
    u32 m_pc = no_address;
    u32 m_arrived_at = no_address;  // by a call or return
    CallFollower m_calls;
    std::vector<CheckedCall> m_frames;  // the first is the program itself, which nothing called
    u64 m_forgotten_frames = 0;
    bool m_is_astray = false;  // a return address is lost: what the stack holds from then on says nothing

    /// The last file that was opened.
    struct OpenedFile {
        u32 site = no_address;
        u32 descriptor = 0;
        u32 flags = 0;
    };
    OpenedFile m_opened;
    std::array<OpenedFile, 32> m_open_files{};  // by descriptor

    bool m_is_after_syscall = false;
    u32 m_service = 0;
    u32 m_a0 = 0;
    u32 m_a1 = 0;
};

}  // namespace mariner
