#include "emulator/language/actions.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "emulator/execute/registers.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/language/lints.hpp"
#include "emulator/language/navigate.hpp"
#include "emulator/language/source_layout.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"

namespace mariner::language {

namespace {

using assembler::Directive;
using assembler::Token;
using assembler::TokenKind;

bool meet(const TextRange& a, const TextRange& b) {
    return a.begin.line <= b.end.line && b.begin.line <= a.end.line;
}

/// What is wrong with a program, each by its kind and what it is about.
std::multiset<std::string> faults_of(const Assembly& assembly) {
    std::multiset<std::string> faults;
    for (const Diagnostic& one : assembly.diagnostics.all()) {
        const bool is_fault =
            info(one.message).severity == Severity::error || one.message == Message::directive_ignored;
        if (is_fault && one.audience != Audience::mars_only) {
            faults.insert(std::string(info(one.message).id) + " " + (one.arguments.empty() ? "" : one.arguments[0]));
        }
    }
    return faults;
}

/// The tutor tries a repair with those before it carried out. One that is offered alone must help alone.
bool helps_alone(ProgramView& view, const std::multiset<std::string>& before, const ReportRepair& repair,
                 ReportKind kind) {
    std::map<std::string, std::vector<FileEdit>> by_file;
    for (const FileEdit& edit : repair.edits) {
        by_file[edit.path].push_back(edit);
    }
    std::map<std::string, std::string> texts;
    for (const auto& [path, edits] : by_file) {
        const std::shared_ptr<const WorkspaceFile> file = view.workspace().find(path);
        if (!file) {
            return false;
        }
        texts[path] = with_file_edits(file->text, edits);
    }
    const std::multiset<std::string> after = faults_of(view.assemble_with(texts, true));
    const bool is_less = kind != ReportKind::error || after.size() < before.size();
    return is_less && std::ranges::includes(before, after);
}

void add_repairs(ProgramView& view, const WorkspaceFile& file, const TextRange& range, std::vector<EditorAction>& out) {
    std::vector<FileEdit> all;
    std::set<std::pair<std::string, u32>> changed;
    size_t count = 0;
    const std::multiset<std::string> before = faults_of(view.assemble_with({}, true));
    for (ReportEntry& entry : report_of(view, true)) {
        if (entry.repairs.empty()) {
            continue;
        }
        // Repairs of one line may contradict each other: the first one counts.
        const ReportRepair& best = entry.repairs[0];
        const bool is_free = best.trust != Trust::sketch && std::ranges::none_of(best.edits, [&](const FileEdit& edit) {
                                 return changed.contains({edit.path, edit.range.begin.line});
                             });
        if (is_free) {
            for (const FileEdit& edit : best.edits) {
                changed.insert({edit.path, edit.range.begin.line});
                all.push_back(edit);
            }
            ++count;
        }
        if (entry.path != file.path || !meet(entry.range, range)) {
            continue;
        }
        for (const ReportRepair& repair : entry.repairs) {
            const bool is_sure = &repair == &entry.repairs[0] && repair.trust != Trust::sketch;
            if (!helps_alone(view, before, repair, entry.kind)) {
                continue;
            }
            out.push_back({repair.title, ActionKind::repair, is_sure, repair.edits, entry});
        }
    }
    if (count > 1) {
        out.push_back(
            {"Repair all that is clear (" + std::to_string(count) + ")", ActionKind::repair_all, false, all, {}});
    }
}

/// Whether the program with these edits comes to the same words.
bool keeps_program(ProgramView& view, const WorkspaceFile& file, const std::vector<FileEdit>& edits) {
    const Assembly after = view.assemble_with({{file.path, with_file_edits(file.text, edits)}});
    const std::optional<ProgramImage>& before = view.assembly().image;
    return before && after.image &&
           std::ranges::equal(before->text, after.image->text, {}, &TextEntry::word, &TextEntry::word) &&
           std::ranges::equal(before->data, after.image->data, {}, &DataRange::bytes, &DataRange::bytes);
}

/// Lines of code that an action puts in, in the layout that the file has.
class AddedLines {
public:
    explicit AddedLines(const WorkspaceFile& file) : m_style(habit_of(file.text)) {}

    /// With its end.
    [[nodiscard]] std::string line(const std::string& code) const { return laid_out_line(code, m_style) + "\n"; }
    /// What stands in front of an instruction.
    [[nodiscard]] std::string indent() const {
        std::string text = laid_out_line("nop", m_style);
        text.resize(text.size() - 3);
        return text;
    }

private:
    LayoutStyle m_style;
};

/// Between a label and the instruction behind it: where a line is broken so that others come between them.
TextRange gap_behind_label(u32 line, std::string_view text, const ReadLine& parts) {
    const auto colon = static_cast<u32>(text.find(':', parts.label->end()));
    return {{line, colon + 1}, {line, parts.rest[0].offset}};
}

/// A number becomes a constant, defined behind the file's first comment.
void add_extraction(const Question& question, std::vector<EditorAction>& out) {
    const bool is_number = question.token != nullptr && question.token->is(TokenKind::integer) &&
                           !question.parts.rest.empty() && !question.parts.is(Directive::eqv) &&
                           question.token->offset > question.parts.rest[0].offset;
    if (!is_number || question.view->names().macro_around(*question.file, question.spot.line) != nullptr) {
        return;
    }
    std::string text(spelling(question.line, *question.token));
    if (text.starts_with('\'')) {
        text = std::to_string(question.token->value) + "  # " + text;  // .eqv takes no characters
    }
    std::string name = "CONSTANT";
    for (int number = 2; question.view->names().find(name) != nullptr; ++number) {
        name = "CONSTANT_" + std::to_string(number);
    }
    u32 line = 0;
    while (line < question.spot.line && trim(question.file->text.line(line)).starts_with('#')) {
        ++line;
    }
    std::vector<FileEdit> edits{
        {question.file->path, {{line, 0}, {line, 0}}, AddedLines(*question.file).line(" .eqv " + name + " " + text)},
        {question.file->path, question.range_of(*question.token), name}};
    if (keeps_program(*question.view, *question.file, edits)) {
        out.push_back(
            {"Name this number: .eqv " + name + " " + text, ActionKind::extract, false, std::move(edits), {}});
    }
}

/// A pseudo-instruction becomes what the assembler makes of it.
void add_expansion(const Question& question, std::vector<EditorAction>& out) {
    const std::vector<LineCode> code =
        code_of_lines(*question.view, *question.file, question.spot.line, question.spot.line);
    if (code.empty() || !code[0].is_pseudo() || question.parts.rest.empty()) {
        return;
    }
    const u32 begin = question.parts.rest[0].offset;
    const AddedLines added(*question.file);
    std::string text;
    for (const TextEntry* const entry : code[0].entries) {
        const std::string code_line = added.line(" " + text_of_entry(*question.view->assembly().image, *entry));
        const std::string_view written = std::string_view(code_line).substr(0, code_line.size() - 1);
        text += text.empty() ? std::string(trim(written)) : "\n" + std::string(written);
    }
    const u32 line = question.spot.line;
    std::vector<FileEdit> edits{{question.file->path, {{line, begin}, {line, question.parts.rest.back().end()}}, text}};
    if (keeps_program(*question.view, *question.file, edits)) {
        out.push_back({"Write what `" + std::string(spelling(question.line, question.parts.rest[0])) + "` becomes",
                       ActionKind::rewrite,
                       false,
                       std::move(edits),
                       {}});
    }
}

bool is_kept_by_callee(u8 number) {
    const std::string_view name = isa::register_name(number);
    return name.starts_with("$s") && name != "$sp";
}

/// The registers that a routine changes and its caller relies on, in their order; $ra if it calls.
std::vector<u8> registers_to_save(const Question& question, const RoutineRange& routine, bool& uses_stack) {
    std::set<u8> changed;
    for (const LineCode& code : code_of_lines(*question.view, *question.file, routine.first, routine.last)) {
        for (const TextEntry* const entry : code.entries) {
            const RegisterSet written = registers_written(entry->instruction);
            for (u8 number = 0; number < 32; ++number) {
                const bool is_link = number == 31 && meaning::facts(entry->instruction.op).links;
                if (written.contains(number) && (is_kept_by_callee(number) || is_link)) {
                    changed.insert(number);
                }
                uses_stack |= written.contains(number) && isa::register_name(number) == "$sp";
            }
        }
    }
    return {changed.begin(), changed.end()};
}

/// How a routine makes room on the stack and gives it back, if it does so in one way.
struct StackFrame {
    i32 size = 0;
    u32 opening = 0;            // the line
    std::vector<u32> closings;  // likewise
    std::set<u8> stored;        // registers
    bool is_plain = true;       // nothing else is done with $sp
};

bool is_stack_pointer(const Token& token) {
    return token.is(TokenKind::integer_register) && isa::register_name(token.number) == "$sp";
}

/// `addiu $sp, $sp, N` -> N
std::optional<i32> stack_step(const ReadLine& parts) {
    const bool is_step = parts.is_instruction() && parts.rest.size() == 4 && is_stack_pointer(parts.rest[1]) &&
                         is_stack_pointer(parts.rest[2]) && parts.rest[3].is(TokenKind::integer);
    const std::string_view name = is_step ? isa::all_mnemonics()[parts.rest[0].mnemonic].name : std::string_view();
    return name == "addi" || name == "addiu" ? std::optional(parts.rest[3].value) : std::nullopt;
}

StackFrame frame_of(const WorkspaceFile& file, const RoutineRange& routine) {
    StackFrame frame;
    LineTokens reader;
    for (u32 line = routine.first; line <= routine.last; ++line) {
        const ReadLine parts = parts_of(reader.read(file.text.line(line)));
        if (const std::optional<i32> step = stack_step(parts)) {
            const bool opens = *step < 0 && frame.size == 0 && frame.closings.empty();
            frame.is_plain = frame.is_plain && (opens || *step == frame.size) && *step != 0;
            frame.size = opens ? -*step : frame.size;
            frame.opening = opens ? line : frame.opening;
            if (!opens) {
                frame.closings.push_back(line);
            }
            continue;
        }
        // `sw $s0, 4($sp)` is the only other use.
        const assembler::Tokens rest = parts.rest;
        const bool uses_it = std::ranges::any_of(rest, is_stack_pointer);
        const bool is_place = rest.size() == 6 && rest[2].is(TokenKind::integer) && is_stack_pointer(rest[4]) &&
                              rest[2].value >= 0 && rest[2].value < frame.size;
        frame.is_plain = frame.is_plain && (!uses_it || is_place);
        if (is_place && parts.is_instruction() && isa::all_mnemonics()[rest[0].mnemonic].name == "sw") {
            frame.stored.insert(rest[1].number);
        }
    }
    frame.is_plain = frame.is_plain && frame.size > 0 && !frame.closings.empty();
    return frame;
}

/// More room in the frame that a routine has already, for what it doesn't save yet.
std::vector<FileEdit> edits_of_larger_frame(const WorkspaceFile& file, const RoutineRange& routine,
                                            std::vector<u8> registers) {
    const StackFrame frame = frame_of(file, routine);
    std::erase_if(registers, [&](u8 number) { return frame.stored.contains(number); });
    std::vector<FileEdit> edits;
    if (!frame.is_plain || registers.empty()) {
        return edits;
    }
    const i32 size = frame.size + 4 * static_cast<i32>(registers.size());
    const AddedLines added(file);
    const auto lines_of = [&](const std::string& name) {
        std::string out;
        for (size_t i = 0; i < registers.size(); ++i) {
            out += added.line(" " + name + " " + std::string(isa::register_name(registers[i])) + ", " +
                              std::to_string(frame.size + 4 * static_cast<i32>(i)) + "($sp)");
        }
        return out;
    };
    LineTokens reader;
    const auto change = [&](u32 line, i32 step) {
        const std::string_view text = file.text.line(line);
        const ReadLine parts = parts_of(reader.read(text));
        const Token number = parts.rest[3];
        if (step > 0) {
            edits.push_back(parts.label != nullptr ? FileEdit{file.path, gap_behind_label(line, text, parts),
                                                              "\n" + lines_of("lw") + added.indent()}
                                                   : FileEdit{file.path, {{line, 0}, {line, 0}}, lines_of("lw")});
        }
        edits.push_back({file.path, {{line, number.offset}, {line, number.end()}}, std::to_string(step)});
    };
    change(frame.opening, -size);
    edits.push_back({file.path, {{frame.opening + 1, 0}, {frame.opening + 1, 0}}, lines_of("sw")});
    for (const u32 line : frame.closings) {
        change(line, size);
    }
    return edits;
}

/// The action, if its edits are some and the program assembles with them.
std::optional<EditorAction> saving_by(const Question& question, const RoutineRange& routine,
                                      std::vector<FileEdit> edits) {
    if (edits.size() < 2 ||
        !question.view->assemble_with({{question.file->path, with_file_edits(question.file->text, edits)}}).image) {
        return std::nullopt;
    }
    return EditorAction{"Save and restore what " + std::string(routine.name->name) + " changes",
                        ActionKind::rewrite,
                        false,
                        std::move(edits),
                        {}};
}

/// Room on the stack, stores, and the loads before each return, in the routine that the place is in.
std::optional<EditorAction> saving_at(const Question& here) {
    const std::vector<RoutineRange> routines = routines_of(*here.view, *here.file);
    const RoutineRange* const routine = routine_at(routines, here.spot.line);
    if (routine == nullptr || routine->name->name == "main") {
        return std::nullopt;
    }
    const Question question(*here.view, *here.file, {routine->first, 0});
    bool uses_stack = false;
    const std::vector<u8> registers = registers_to_save(question, *routine, uses_stack);
    if (registers.empty()) {
        return std::nullopt;
    }
    if (uses_stack) {
        return saving_by(question, *routine, edits_of_larger_frame(*question.file, *routine, registers));
    }
    const std::string size = std::to_string(4 * registers.size());
    const AddedLines added(*question.file);
    std::string save = added.line(" addiu $sp, $sp, -" + size);
    std::string restore;
    for (size_t i = 0; i < registers.size(); ++i) {
        const std::string place =
            std::string(isa::register_name(registers[i])) + ", " + std::to_string(4 * i) + "($sp)";
        save += added.line(" sw " + place);
        restore += added.line(" lw " + place);
    }
    restore += added.line(" addiu $sp, $sp, " + size);
    std::vector<FileEdit> edits;
    const bool stands_alone = question.parts.rest.empty();
    if (stands_alone) {
        edits.push_back({question.file->path, {{routine->first + 1, 0}, {routine->first + 1, 0}}, save});
    } else {
        edits.push_back({question.file->path, gap_behind_label(routine->first, question.line, question.parts),
                         "\n" + save + added.indent()});
    }
    LineTokens reader;
    for (u32 line = routine->first; line <= routine->last; ++line) {
        const std::string_view text = question.file->text.line(line);
        const ReadLine parts = parts_of(reader.read(text));
        const bool returns = parts.is_instruction() && parts.rest.size() == 2 &&
                             isa::all_mnemonics()[parts.rest[0].mnemonic].name == "jr" && parts.rest[1].number == 31;
        if (returns && parts.label != nullptr) {
            edits.push_back(
                {question.file->path, gap_behind_label(line, text, parts), "\n" + restore + added.indent()});
        } else if (returns) {
            edits.push_back({question.file->path, {{line, 0}, {line, 0}}, restore});
        }
    }
    return saving_by(question, *routine, std::move(edits));
}

/// Where a lint says that a routine loses what its callers rely on, saving it is the repair.
void add_saving(const Question& question, const TextRange& range, std::vector<EditorAction>& out) {
    std::optional<EditorAction> saving = saving_at(question);
    if (!saving) {
        return;
    }
    for (ReportEntry& lint : lints_of(*question.view)) {
        const bool is_cured = lint.code == "return_address_lost" || lint.code == "saved_register_changed";
        if (is_cured && lint.path == question.file->path && meet(lint.range, range)) {
            out.push_back({saving->title, ActionKind::repair, true, saving->edits, std::move(lint)});
        }
    }
    out.push_back(std::move(*saving));
}

}  // namespace

std::vector<EditorAction> actions_at(ProgramView& view, const WorkspaceFile& file, const TextRange& range) {
    std::vector<EditorAction> actions;
    add_repairs(view, file, range, actions);
    constexpr u32 most_lines_to_try = 50'000;
    if (view.assembly().image && file.text.line_count() <= most_lines_to_try) {
        const Question question(view, file, range.begin);
        add_extraction(question, actions);
        add_expansion(question, actions);
        add_saving(question, range, actions);
    }
    return actions;
}

}  // namespace mariner::language
