#include "emulator/language/lints.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "emulator/execute/registers.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/language/code_flow.hpp"
#include "emulator/language/lint_report.hpp"
#include "emulator/language/question.hpp"
#include "emulator/language/routine_lints.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::language {

namespace {

/// Larger programs were made by programs, which know what they do.
constexpr size_t most_instructions = 100'000;

class Linter {
public:
    explicit Linter(ProgramView& view)
        : m_view(&view), m_image(&*view.assembly().image), m_flow(*m_image), m_report(view) {}

    std::vector<ReportEntry> run() {
        for (size_t i = 0; i < m_flow.size(); ++i) {
            if (loses_result(i)) {
                m_report.add(Lint::result_lost, m_flow.entry(i), {});
            }
        }
        look_at_dead_code();
        look_at_routines(*m_image, m_flow, m_report);
        if (is_whole()) {
            look_at_services();
        }
        look_at_labels();
        return m_report.take();
    }

private:
    [[nodiscard]] const isa::Instruction& at(size_t number) const { return m_flow.entry(number).instruction; }

    /// A library alone is called from elsewhere, and so is a handler of exceptions.
    [[nodiscard]] bool is_whole() const {
        const bool has_main = m_image->find_symbol("main") != nullptr;
        const bool is_called = std::ranges::any_of(m_image->symbols, [](const Symbol& one) { return one.is_global; });
        const bool has_handler = std::ranges::any_of(
            m_image->text, [](const TextEntry& entry) { return entry.instruction.op == isa::Op::eret; });
        return (has_main || !is_called) && !has_handler;
    }

    // --- Results in $zero

    /// Only where $zero was written by hand as what receives it: expansions write where they like.
    [[nodiscard]] bool loses_result(size_t number) const {
        const TextEntry& entry = m_flow.entry(number);
        if (!writes_zero(entry.instruction) || entry.statement == TextEntry::no_statement) {
            return false;
        }
        const Statement& statement = m_image->statements[entry.statement];
        LineTokens reader;
        const ReadLine parts = parts_of(reader.read(statement.source));
        return parts.rest.size() > 1 && parts.rest[1].is(assembler::TokenKind::integer_register) &&
               parts.rest[1].number == 0;
    }

    static bool writes_zero(const isa::Instruction& instruction) {
        return instruction != isa::Instruction{isa::Op::sll} && goes_to_zero(instruction);
    }

    // --- What nothing leads to

    void look_at_dead_code() {
        for (size_t i = 1; i < m_flow.size(); ++i) {
            const auto follows = [&](size_t number) {
                return number < m_flow.size() && !m_flow.is_marked(number) &&
                       m_flow.entry(number - 1).address + 4 == m_flow.entry(number).address;
            };
            if (!follows(i) || !m_flow.goes_elsewhere(i - 1)) {
                continue;
            }
            size_t last = i;
            size_t shown = i;  // the last one that no macro made
            while (follows(last + 1)) {
                ++last;
                shown = is_by_hand(last) ? last : shown;
            }
            m_report.add_lines(Lint::unreachable, m_flow.entry(i), m_flow.entry(shown));
            i = last;
        }
    }

    [[nodiscard]] bool is_by_hand(size_t number) const {
        const u32 statement = m_flow.entry(number).statement;
        return statement != TextEntry::no_statement && m_image->statements[statement].chain.empty();
    }

    // --- Services

    void look_at_services() {
        for (size_t i = 0; i < m_flow.size(); ++i) {
            if (at(i).op != isa::Op::syscall) {
                continue;
            }
            const std::optional<i32> service = m_flow.service_of(i);
            const SyscallInfo* const row =
                service && *service >= 0 ? find_syscall(static_cast<u32>(*service)) : nullptr;
            if (!may_hold_value(i, reg::v0)) {
                m_report.add(Lint::service_not_chosen, m_flow.entry(i), {});
            } else if (row != nullptr) {
                look_at_arguments(i, *row);
            } else if (service && !handles_exceptions()) {
                m_report.add(Lint::service_unknown, m_flow.entry(i), {std::to_string(*service)});
            }
        }
    }

    /// An exception handler may make services of its own from numbers that have none.
    [[nodiscard]] bool handles_exceptions() const {
        return m_image->find_text(memory_map(m_image->configuration).exception_handler) != nullptr;
    }

    void look_at_arguments(size_t number, const SyscallInfo& row) {
        constexpr std::string_view argument_registers[] = {"$a0", "$a1", "$a2", "$a3", "$f12"};
        for (const std::string_view name : argument_registers) {
            const std::optional<u8> id = find_register(name);
            const bool is_argument = row.arguments.find(std::string(name) + " =") != std::string_view::npos ||
                                     row.arguments.find(std::string(name) + "/") != std::string_view::npos;
            if (id && is_argument && !may_hold_value(number, *id) && !is_given_at_start(*id, row)) {
                m_report.add(Lint::argument_not_set, m_flow.entry(number),
                             {std::to_string(row.number), std::string(name)});
            }
        }
    }

    /// $a0 and $a1 hold the program's own arguments at first: how many, which is no address, and where their list is.
    /// Only a program that looks at the list means them.
    [[nodiscard]] bool is_given_at_start(u8 id, const SyscallInfo& row) {
        constexpr u8 a0 = 4;
        constexpr u8 a1 = 5;
        return (id == a1 || (id == a0 && !is_address(row.arguments))) && reads_list_of_arguments();
    }

    [[nodiscard]] bool reads_list_of_arguments() {
        constexpr u8 a1 = 5;
        for (size_t i = 0; i < m_flow.size(); ++i) {
            if (at(i).op != isa::Op::syscall && registers_read(at(i)).contains(a1) && !may_hold_value(i, a1)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] static bool is_address(std::string_view arguments) {
        constexpr std::string_view words[] = {"address", "buffer", "name", "message"};
        return std::ranges::any_of(words, [&](std::string_view word) {
            return arguments.find("$a0 = " + std::string(word)) != std::string_view::npos;
        });
    }

    /// Whether, on any way to an instruction, something has written a register.
    [[nodiscard]] bool may_hold_value(size_t number, u8 id) {
        const auto [known, is_new] = m_later.try_emplace(id);
        if (is_new) {
            known->second = m_flow.later_than([&](size_t i) { return gives_value(i, id); });
        }
        return known->second[number];
    }

    [[nodiscard]] bool gives_value(size_t number, u8 id) const {
        if (at(number).op != isa::Op::syscall) {
            return registers_written(at(number)).contains(id);
        }
        const std::optional<i32> service = m_flow.service_of(number);
        const SyscallInfo* const row = service && *service >= 0 ? find_syscall(static_cast<u32>(*service)) : nullptr;
        return row == nullptr || row->gives(register_name(id));
    }

    // --- Labels

    void look_at_labels() {
        const ProgramNames& names = m_view->names();
        m_is_used.assign(names.all().size(), false);
        m_leads_on.assign(names.all().size(), false);
        for (const ProgramUnit& unit : m_view->units()) {
            for (const auto& file : unit.files) {
                file->index.for_each([&](const NameUse& use) { note_use(*file, use); });
            }
        }
        std::vector<std::pair<u32, const NameDefinition*>> data;  // in the order of their addresses
        for (const NameDefinition& one : names.all()) {
            const bool is_label = one.use.role == NameRole::label && !one.is_exported;
            const bool is_unused = is_label && !m_is_used[one.number];
            if (is_unused && one.kind == NameKind::label && one.name != "main" && is_cut_off(one)) {
                m_report.add_label(Lint::label_unused, one);
            } else if (one.kind == NameKind::data_label) {
                const Symbol* const symbol = symbol_of(one);
                data.emplace_back(symbol != nullptr ? symbol->address : 0, &one);
            }
        }
        std::ranges::stable_sort(data, {}, &std::pair<u32, const NameDefinition*>::first);
        if (is_whole()) {
            look_at_data(data);
        }
    }

    void note_use(const WorkspaceFile& file, const NameUse& use) {
        const NameDefinition* const meaning =
            use.role == NameRole::label ? nullptr : m_view->names().meaning(file, use);
        if (meaning == nullptr) {
            return;
        }
        m_is_used[meaning->number] = true;
        const std::string_view line = file.text.line(use.line);
        const std::string_view behind = trim(line.substr(use.offset + use.length));
        const bool is_plain = accesses_memory(line) && !behind.starts_with('(') && !behind.starts_with('+');
        m_leads_on[meaning->number] = m_leads_on[meaning->number] || !is_plain;
    }

    /// `lw $t0, x`, not `la $t0, x` or `.word x`.
    static bool accesses_memory(std::string_view line) {
        LineTokens reader;
        const ReadLine parts = parts_of(reader.read(line));
        const isa::Mnemonic* const mnemonic =
            parts.is_instruction() ? &isa::all_mnemonics()[parts.rest[0].mnemonic] : nullptr;
        return mnemonic != nullptr && !mnemonic->basic.empty() && mnemonic->basic[0].has_address();
    }

    /// Data that nothing names. What stands behind a list whose address is taken may be reached by counting on from
    /// there; behind a text it isn't.
    void look_at_data(const std::vector<std::pair<u32, const NameDefinition*>>& labels) {
        for (const auto& [address, label] : labels) {
            if (m_leads_on[label->number] && !is_text(address)) {
                return;
            }
            if (address != 0 && !m_is_used[label->number] && !label->is_exported) {
                m_report.add_label(Lint::data_unused, *label);
            }
        }
    }

    [[nodiscard]] bool is_text(u32 address) const {
        const auto item = std::ranges::lower_bound(m_image->data_items, address, {}, &DataItem::address);
        return item != m_image->data_items.end() && item->address == address &&
               (item->kind == DataKind::text || item->kind == DataKind::text_with_end);
    }

    /// As image_symbol(), for who asks about many.
    [[nodiscard]] const Symbol* symbol_of(const NameDefinition& label) {
        if (m_view->units().size() > 1 || label.macro != NameDefinition::no_macro) {
            return image_symbol(*m_view, label);
        }
        if (m_symbols.empty()) {
            for (const Symbol& symbol : m_image->symbols) {
                m_symbols[symbol.name] = &symbol;
            }
        }
        const auto found = m_symbols.find(label.name);
        return found != m_symbols.end() ? found->second : nullptr;
    }

    /// Whether what stands before a label goes elsewhere. One that is walked into may stand there as a comment.
    [[nodiscard]] bool is_cut_off(const NameDefinition& label) {
        const Symbol* const symbol = symbol_of(label);
        const std::optional<size_t> number = symbol != nullptr ? m_flow.find(symbol->address) : std::nullopt;
        return number && *number > 0 && m_flow.entry(*number - 1).address + 4 == symbol->address &&
               m_flow.goes_elsewhere(*number - 1) && m_image->symbol_at(symbol->address) == symbol;
    }

    ProgramView* m_view;
    const ProgramImage* m_image;
    CodeFlow m_flow;
    LintReport m_report;
    std::map<u8, std::vector<bool>> m_later;  // by register: behind which something has written it
    std::vector<bool> m_is_used;              // by the number of a name
    std::vector<bool> m_leads_on;             // whether its address may be counted on from
    std::unordered_map<std::string_view, const Symbol*> m_symbols;
};

}  // namespace

std::vector<ReportEntry> lints_of(ProgramView& view) {
    const std::optional<ProgramImage>& image = view.assembly().image;
    return image && image->text.size() <= most_instructions ? Linter(view).run() : std::vector<ReportEntry>();
}

}  // namespace mariner::language
