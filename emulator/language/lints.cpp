#include "emulator/language/lints.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/language/question.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::language {

namespace {

/// Larger programs were made by programs, which know what they do.
constexpr size_t most_instructions = 100'000;
constexpr size_t most_lints = 200;
/// Instructions looked at to find out where routines lead.
constexpr size_t most_work = 500'000;
constexpr u8 general_registers = 32;

enum class Lint : u8 {
#define LINT(id, kind, sentence, hint) id,
#include "emulator/language/lints.inc"
#undef LINT
};

struct LintInfo {
    std::string_view id;
    ReportKind kind{};
    std::string_view sentence;
    std::string_view hint;
};

constexpr auto lint_table = std::to_array<LintInfo>({
#define LINT(id, kind, sentence, hint) {#id, ReportKind::kind, sentence, hint},
#include "emulator/language/lints.inc"
#include "emulator/machine/cpu_state.hpp"
#undef LINT
});

std::string filled(std::string_view pattern, const std::vector<std::string>& arguments) {
    std::string out(pattern);
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string place = "{" + std::to_string(i) + "}";
        for (size_t at = out.find(place); at != std::string::npos; at = out.find(place, at + arguments[i].size())) {
            out.replace(at, place.size(), arguments[i]);
        }
    }
    return out;
}

bool is_call(const isa::Instruction& instruction) {
    return isa::info(instruction.op).has(isa::flag::Link);
}

bool is_return(const isa::Instruction& instruction) {
    return instruction.op == isa::Op::jr && instruction.rs == reg::ra;
}

/// `b` and its like: a branch whose condition compares a register with itself.
bool always_branches(const isa::Instruction& instruction) {
    return (instruction.op == isa::Op::beq && instruction.rs == instruction.rt) ||
           (instruction.op == isa::Op::bgez && instruction.rs == 0);
}

/// Where instructions lead.
class CodeFlow {
public:
    explicit CodeFlow(const ProgramImage& image) : m_image(&image) {
        for (size_t i = 0; i < image.text.size(); ++i) {
            m_at[image.text[i].address] = i;
        }
        for (const Symbol& symbol : image.symbols) {
            m_marked.insert(symbol.address);
        }
        for (const TextEntry& entry : image.text) {
            const isa::InstructionInfo& row = isa::info(entry.instruction.op);
            if (row.is_transfer() && !row.has(isa::flag::Indirect)) {
                m_marked.insert(isa::transfer_target(entry.instruction, entry.address));
            }
        }
        m_marked.insert(image.entry);
    }

    [[nodiscard]] const TextEntry& entry(size_t number) const { return m_image->text[number]; }
    [[nodiscard]] bool is_marked(size_t number) const { return m_marked.contains(entry(number).address); }
    [[nodiscard]] std::optional<size_t> find(u32 address) const {
        const auto found = m_at.find(address);
        return found != m_at.end() ? std::optional(found->second) : std::nullopt;
    }
    [[nodiscard]] std::optional<size_t> behind(size_t number) const { return find(entry(number).address + 4); }

    /// Never to the next instruction.
    [[nodiscard]] bool goes_elsewhere(size_t number) const {
        const isa::Instruction& instruction = entry(number).instruction;
        const bool jumps = isa::info(instruction.op).has(isa::flag::Jump) && !is_call(instruction);
        return jumps || always_branches(instruction) || instruction.op == isa::Op::eret || ends_program(number);
    }

    /// Nothing after a jump to an address in a register, other than a return.
    [[nodiscard]] std::vector<size_t> successors(size_t number) const {
        const isa::Instruction& instruction = entry(number).instruction;
        const isa::InstructionInfo& row = isa::info(instruction.op);
        std::vector<size_t> next;
        if (!goes_elsewhere(number)) {
            if (const auto following = behind(number)) {
                next.push_back(*following);
            }
        }
        if (row.is_transfer() && !row.has(isa::flag::Indirect) && !is_call(instruction)) {
            if (const auto target = find(isa::transfer_target(instruction, entry(number).address))) {
                next.push_back(*target);
            }
        }
        return next;
    }

    /// The service that a syscall asks for, where the instructions right before it say so.
    [[nodiscard]] std::optional<i32> service_of(size_t number) const {
        constexpr size_t furthest = 12;
        for (size_t i = number; i > 0 && number - i < furthest && !is_marked(i); --i) {
            const isa::Instruction& before = entry(i - 1).instruction;
            const bool is_constant = (before.op == isa::Op::addiu || before.op == isa::Op::ori) && before.rs == 0;
            if (registers_written(before).contains(reg::v0)) {
                return is_constant ? std::optional(before.imm) : std::nullopt;
            }
            if (isa::info(before.op).is_transfer() || before.op == isa::Op::syscall) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool ends_program(size_t number) const {
        constexpr i32 exit_program = 10;
        constexpr i32 exit_with_code = 17;
        if (entry(number).instruction.op != isa::Op::syscall) {
            return false;
        }
        const std::optional<i32> service = service_of(number);
        return service == exit_program || service == exit_with_code;
    }

    const ProgramImage* m_image;
    std::unordered_map<u32, size_t> m_at;
    std::unordered_set<u32> m_marked;  // where labels stand or jumps go
};

class Linter {
public:
    explicit Linter(ProgramView& view) : m_view(&view), m_image(&*view.assembly().image), m_flow(*m_image) {}

    std::vector<ReportEntry> run() {
        for (size_t i = 0; i < m_image->text.size(); ++i) {
            look_at(i);
        }
        look_at_routines();
        look_at_labels();
        return std::move(m_entries);
    }

private:
    void look_at(size_t number) {
        const TextEntry& entry = m_flow.entry(number);
        const isa::Instruction& instruction = entry.instruction;
        m_written = m_written | registers_written(instruction);
        const RegisterSet read = registers_read(instruction);
        for (u8 id = 0; id < general_registers; ++id) {
            m_readers[id] += read.contains(id) ? 1 : 0;
        }
        if (is_result_lost(instruction) && is_alone(number)) {
            add(Lint::result_lost, number, {});
        }
        const bool is_behind = number > 0 && m_flow.entry(number - 1).address + 4 == entry.address;
        if (is_behind && !m_flow.is_marked(number) && m_flow.goes_elsewhere(number - 1)) {
            add(Lint::unreachable, number, {});
        }
    }

    /// One instruction of a statement of its own: expansions write where they like.
    [[nodiscard]] bool is_alone(size_t number) const {
        const TextEntry& entry = m_flow.entry(number);
        const bool has_next =
            number + 1 < m_image->text.size() && m_flow.entry(number + 1).statement == entry.statement;
        return entry.first_of_statement && !has_next;
    }

    static bool is_result_lost(const isa::Instruction& instruction) {
        const isa::InstructionInfo& row = isa::info(instruction.op);
        const std::string_view written = row.access.substr(0, std::min(row.access.find("<-"), row.access.size()));
        const auto writes = [&](std::string_view name) {
            return (" " + std::string(written) + " ").find(" " + std::string(name) + " ") != std::string::npos;
        };
        const bool is_other = row.is_transfer() || instruction == isa::Instruction{isa::Op::sll} ||
                              written.find(' ') != written.rfind(' ');
        return !is_other && ((writes("rd") && instruction.rd == 0) || (writes("rt") && instruction.rt == 0));
    }

    // --- Routines

    struct Reached {
        std::set<size_t> instructions;
        bool is_known = true;  // no jump to an address in a register, and not too long
    };

    /// `borders` aren't crossed.
    [[nodiscard]] Reached reach(size_t from, const std::set<size_t>& borders = {}) {
        constexpr size_t most = 5000;
        Reached reached;
        std::vector<size_t> waiting{from};
        while (!waiting.empty() && reached.instructions.size() < most) {
            const size_t number = waiting.back();
            waiting.pop_back();
            if (!reached.instructions.insert(number).second) {
                continue;
            }
            ++m_work;
            const isa::Instruction& instruction = m_flow.entry(number).instruction;
            const bool is_indirect = isa::info(instruction.op).has(isa::flag::Indirect);
            reached.is_known &= !is_indirect || is_return(instruction);
            for (const size_t next : calls_endless(number) ? std::vector<size_t>() : m_flow.successors(number)) {
                if (!borders.contains(next)) {
                    waiting.push_back(next);
                }
            }
        }
        reached.is_known &= waiting.empty();
        return reached;
    }

    /// A call of something that never comes back.
    [[nodiscard]] bool calls_endless(size_t number) const {
        const TextEntry& entry = m_flow.entry(number);
        const std::optional<u32> target = isa::call_target(entry.instruction, entry.address);
        const std::optional<size_t> routine = target ? m_flow.find(*target) : std::nullopt;
        return routine && m_endless.contains(*routine);
    }

    /// Those that end the program, then those that call these on every way, and so on.
    void find_endless(const std::set<size_t>& routines) {
        for (size_t before = routines.size() + 1; before != m_endless.size() && m_work < most_work;) {
            before = m_endless.size();
            for (const size_t routine : routines) {
                const Reached reached = m_work < most_work ? reach(routine) : Reached{{}, false};
                const bool comes_back = std::ranges::any_of(
                    reached.instructions, [&](size_t number) { return is_return(m_flow.entry(number).instruction); });
                if (reached.is_known && !comes_back) {
                    m_endless.insert(routine);
                }
            }
        }
    }

    void look_at_routines() {
        std::set<size_t> routines;
        for (const TextEntry& entry : m_image->text) {
            const std::optional<u32> target = isa::call_target(entry.instruction, entry.address);
            const std::optional<size_t> routine = target ? m_flow.find(*target) : std::nullopt;
            if (routine) {
                routines.insert(*routine);
            }
        }
        find_endless(routines);
        for (const size_t routine : routines) {
            const Reached reached = m_work < most_work ? reach(routine) : Reached{{}, false};
            if (reached.is_known) {
                look_at_return(routine, reached);
                m_changed[routine] = registers_changed(reached);
                look_at_saved_registers(routine, reached);
            }
        }
        look_at_end(routines);
        for (size_t i = 0; i < m_image->text.size(); ++i) {
            if (m_flow.entry(i).instruction.op == isa::Op::syscall) {
                const std::optional<i32> service = m_flow.service_of(i);
                m_asks_for_unknown |= !service;
                m_services.insert(service.value_or(0));
            }
        }
        for (size_t i = 0; i < m_image->text.size(); ++i) {
            if (m_flow.entry(i).instruction.op == isa::Op::syscall) {
                look_at_service(i);
            }
            look_at_call(i);
        }
    }

    /// The instructions that no call leads to must not end in a routine that returns to its caller.
    void look_at_end(const std::set<size_t>& routines) {
        const std::optional<size_t> begin = m_flow.find(m_image->entry);
        if (!begin || routines.contains(*begin)) {
            return;
        }
        for (const size_t number : reach(*begin, routines).instructions) {
            const std::optional<size_t> next = m_flow.behind(number);
            const bool may_end = m_flow.entry(number).instruction.op == isa::Op::syscall && !m_flow.service_of(number);
            const bool falls = next && routines.contains(*next) && !m_flow.goes_elsewhere(number) && !may_end;
            if (falls && m_changed.contains(*next) && returns(m_flow.entry(*next).address)) {
                add(Lint::falls_into_routine, number, {name_at(m_flow.entry(*next).address)});
            }
        }
    }

    /// A routine that reads an $s register before it writes it shares it with its callers: that is meant. One that
    /// nobody else reads is its own.
    void look_at_saved_registers(size_t routine, const Reached& reached) {
        const RegisterSet changed = m_changed[routine];
        for (const isa::RegisterInfo& one : isa::register_table()) {
            const bool is_saved = one.name.starts_with("$s") && one.name != "$sp" && changed.contains(one.number);
            const auto writes = [&](size_t number) {
                return registers_written(m_flow.entry(number).instruction).contains(one.number);
            };
            if (is_saved && !is_shared(routine, one.number) && is_read_elsewhere(reached, one.number)) {
                const auto first = std::ranges::find_if(reached.instructions, writes);
                add(Lint::saved_register_changed, *first,
                    {name_at(m_flow.entry(routine).address), std::string(one.name)});
            }
        }
    }

    /// Registers that a routine writes and doesn't load again.
    [[nodiscard]] RegisterSet registers_changed(const Reached& reached) const {
        RegisterSet changed;
        RegisterSet loaded;
        for (const size_t number : reached.instructions) {
            const isa::Instruction& instruction = m_flow.entry(number).instruction;
            const bool is_load = isa::info(instruction.op).has(isa::flag::Load);
            (is_load ? loaded : changed) = (is_load ? loaded : changed) | registers_written(instruction);
        }
        return changed & ~loaded;
    }

    /// A value that the instructions before a call make and those behind it use, though the call writes another one.
    void look_at_call(size_t number) {
        const TextEntry& call = m_flow.entry(number);
        const std::optional<u32> target = isa::call_target(call.instruction, call.address);
        const std::optional<size_t> routine = target ? m_flow.find(*target) : std::nullopt;
        const auto changed = routine ? m_changed.find(*routine) : m_changed.end();
        if (changed == m_changed.end()) {
            return;
        }
        RegisterSet made;
        for (size_t i = number; i > 0 && !m_flow.is_marked(i) && !is_block_end(i - 1); --i) {
            made = made | registers_written(m_flow.entry(i - 1).instruction);
        }
        RegisterSet left = made & changed->second;
        for (size_t i = number + 1; i < m_image->text.size() && !m_flow.is_marked(i); ++i) {
            const isa::Instruction& instruction = m_flow.entry(i).instruction;
            for (const isa::RegisterInfo& one : isa::register_table()) {
                const bool is_temporary = one.name.starts_with("$t");
                const bool is_lost = (is_temporary || (one.name.starts_with("$s") && one.name != "$sp")) &&
                                     left.contains(one.number) && registers_read(instruction).contains(one.number);
                if (is_lost && (is_temporary || !is_shared(*routine, one.number))) {
                    add(Lint::register_lost, i,
                        {std::string(one.name), name_at(*target),
                         is_temporary ? "keep the value in an $s register or on the stack"
                                      : "let `" + name_at(*target) + "` save it on the stack and restore it"});
                    return;
                }
            }
            left = left & ~registers_written(instruction);
            if (is_block_end(i)) {
                return;
            }
        }
    }

    [[nodiscard]] bool is_read_elsewhere(const Reached& reached, u8 id) const {
        const auto here = std::ranges::count_if(reached.instructions, [&](size_t number) {
            return registers_read(m_flow.entry(number).instruction).contains(id);
        });
        return m_readers[id] > static_cast<size_t>(here);
    }

    [[nodiscard]] bool is_shared(size_t routine, u8 id) {
        std::set<size_t> seen;
        std::vector<size_t> waiting{routine};
        while (!waiting.empty()) {
            const size_t number = waiting.back();
            waiting.pop_back();
            const isa::Instruction& instruction = m_flow.entry(number).instruction;
            if (!seen.insert(number).second) {
                continue;
            }
            ++m_work;
            if (registers_read(instruction).contains(id)) {
                return true;
            }
            for (const size_t next : m_flow.successors(number)) {
                if (!registers_written(instruction).contains(id)) {
                    waiting.push_back(next);
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool is_block_end(size_t number) const {
        const isa::Instruction& instruction = m_flow.entry(number).instruction;
        return isa::info(instruction.op).is_transfer() || instruction.op == isa::Op::syscall;
    }

    [[nodiscard]] std::string name_at(u32 address) const {
        const Symbol* const symbol = m_image->symbol_at(address);
        return symbol != nullptr ? symbol->name : hex32(address);
    }

    /// A call whose return address is the one that the routine's own return takes.
    void look_at_return(size_t routine, const Reached& reached) {
        const auto keeps = [&](size_t number) {
            const isa::Instruction& instruction = m_flow.entry(number).instruction;
            return !is_call(instruction) && registers_written(instruction).contains(reg::ra);
        };
        if (std::ranges::any_of(reached.instructions, keeps)) {
            return;
        }
        for (const size_t number : reached.instructions) {
            const TextEntry& entry = m_flow.entry(number);
            const std::optional<u32> target = isa::call_target(entry.instruction, entry.address);
            const std::optional<size_t> following = m_flow.behind(number);
            const bool may_go_on = m_work < most_work;
            if (!is_call(entry.instruction) || !target || !following || !may_go_on || !returns(*target)) {
                continue;
            }
            const Reached later = reach(*following);
            const bool comes_back = std::ranges::any_of(
                later.instructions, [&](size_t one) { return is_return(m_flow.entry(one).instruction); });
            if (comes_back) {
                add(Lint::return_address_lost, number, {name_at(m_flow.entry(routine).address), name_at(*target)});
                return;
            }
        }
    }

    /// Whether what is called can come back at all.
    [[nodiscard]] bool returns(u32 target) {
        const std::optional<size_t> routine = m_flow.find(target);
        const Reached reached = routine ? reach(*routine) : Reached{};
        return routine && std::ranges::any_of(reached.instructions, [&](size_t number) {
                   return is_return(m_flow.entry(number).instruction);
               });
    }

    void look_at_service(size_t number) {
        const std::optional<i32> service = m_flow.service_of(number);
        const SyscallInfo* const row = service && *service >= 0 ? find_syscall(static_cast<u32>(*service)) : nullptr;
        if (row == nullptr) {
            return;
        }
        for (const isa::RegisterInfo& one : isa::register_table()) {
            const bool is_argument = one.name.starts_with("$a") && one.name != "$at" &&
                                     row->arguments.find(std::string(one.name) + " =") != std::string_view::npos;
            const bool is_given = m_written.contains(one.number) || is_given_by_service(one.name);
            // $a0 and $a1 hold the program's own arguments at first: a count, which is no address, and a list.
            const bool is_meant = one.number == 5 || (one.number == 4 && !is_address(row->arguments));
            if (is_argument && !is_given && !is_meant) {
                add(Lint::argument_not_set, number, {std::to_string(*service), std::string(one.name)});
            }
        }
    }

    /// Whether $a0 is one.
    [[nodiscard]] static bool is_address(std::string_view arguments) {
        constexpr auto words = std::to_array<std::string_view>({"address", "buffer", "name", "message"});
        return std::ranges::any_of(words, [&](std::string_view word) {
            return arguments.find("$a0 = " + std::string(word)) != std::string_view::npos;
        });
    }

    /// By one that the program asks for, as far as that is known.
    [[nodiscard]] bool is_given_by_service(std::string_view register_name) const {
        return m_asks_for_unknown || std::ranges::any_of(syscall_table(), [&](const SyscallInfo& row) {
                   return row.gives(register_name) && m_services.contains(static_cast<i32>(row.number));
               });
    }

    // --- Labels

    void look_at_labels() {
        const ProgramNames& names = m_view->names();
        std::vector<bool> is_used(names.all().size());
        for (const ProgramUnit& unit : m_view->units()) {
            for (const auto& file : unit.files) {
                file->index.for_each([&](const NameUse& use) {
                    const NameDefinition* const meaning =
                        use.role == NameRole::label ? nullptr : names.meaning(*file, use);
                    if (meaning != nullptr) {
                        is_used[meaning->number] = true;
                    }
                });
            }
        }
        for (const NameDefinition& one : names.all()) {
            const bool is_label = one.kind == NameKind::label && one.use.role == NameRole::label;
            if (is_label && !is_used[one.number] && !one.is_exported && one.name != "main" && is_cut_off(one) &&
                m_entries.size() < most_lints) {
                const LintInfo& row = lint_table[static_cast<size_t>(Lint::label_unused)];
                m_entries.push_back({one.file->path,
                                     one.use.range(),
                                     row.kind,
                                     std::string(row.id),
                                     filled(row.sentence, {std::string(one.name)}),
                                     {},
                                     {}});
            }
        }
    }

    /// Whether what stands before a label goes elsewhere. One that is walked into may stand there as a comment.
    [[nodiscard]] bool is_cut_off(const NameDefinition& label) const {
        const Symbol* const symbol = image_symbol(*m_view, label);
        const std::optional<size_t> number = symbol != nullptr ? m_flow.find(symbol->address) : std::nullopt;
        return number && *number > 0 && m_flow.entry(*number - 1).address + 4 == symbol->address &&
               m_flow.goes_elsewhere(*number - 1) && m_image->symbol_at(symbol->address) == symbol;
    }

    void add(Lint lint, size_t number, const std::vector<std::string>& arguments) {
        const TextEntry& entry = m_flow.entry(number);
        if (entry.statement == TextEntry::no_statement || m_entries.size() >= most_lints) {
            return;
        }
        const Statement& statement = m_image->statements[entry.statement];
        const std::string path = normal_path(m_image->files[statement.file]);
        const std::shared_ptr<const WorkspaceFile> file = m_view->workspace().find(path);
        if (!file || !statement.chain.empty() || statement.line == 0) {
            return;
        }
        const LintInfo& row = lint_table[static_cast<size_t>(lint)];
        const u32 line = statement.line - 1;
        ReportEntry told{path,
                         code_of_line(line, file->text.line(line)),
                         row.kind,
                         std::string(row.id),
                         filled(row.sentence, arguments),
                         {},
                         {}};
        told.message += row.hint.empty() ? "" : "\n" + filled(row.hint, arguments);
        m_entries.push_back(std::move(told));
    }

    ProgramView* m_view;
    const ProgramImage* m_image;
    CodeFlow m_flow;
    RegisterSet m_written;
    std::array<size_t, general_registers> m_readers{};  // how many instructions read a register
    std::set<i32> m_services;                           // that the program asks for
    bool m_asks_for_unknown = false;
    size_t m_work = 0;
    std::set<size_t> m_endless;
    std::unordered_map<size_t, RegisterSet> m_changed;  // by routines, of which all is known
    std::vector<ReportEntry> m_entries;
};

}  // namespace

std::vector<ReportEntry> lints_of(ProgramView& view) {
    const std::optional<ProgramImage>& image = view.assembly().image;
    return image && image->text.size() <= most_instructions ? Linter(view).run() : std::vector<ReportEntry>();
}

}  // namespace mariner::language
