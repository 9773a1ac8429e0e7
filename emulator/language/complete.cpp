#include "emulator/language/complete.hpp"

#include <algorithm>
#include <unordered_set>

#include "emulator/isa/registers.hpp"
#include "emulator/language/hover.hpp"
#include "emulator/language/reference.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::language {

namespace {

using assembler::Directive;
using assembler::Token;
using assembler::TokenKind;
using assembler::Tokens;
using isa::OperandKind;

constexpr size_t most_names = 1000;
constexpr std::string_view name_mark = "name ";

/// Ranks: what fits the place, what also may stand there, the rest.
constexpr u32 fits = 0;
constexpr u32 may_stand = 1;
constexpr u32 rarely = 2;

/// Whether a pattern can go on with these operands.
bool begins_with(const isa::OperandPattern& pattern, Tokens operands) {
    if (operands.size() >= pattern.count) {
        return false;
    }
    for (size_t i = 0; i < operands.size(); ++i) {
        const assembler::OperandFit fit = assembler::fit_operand(pattern.operands[i].kind, operands[i]);
        // A name may be a constant.
        const bool may_be_number = isa::is_number(pattern.operands[i].kind) && operands[i].is(TokenKind::identifier);
        if (fit == assembler::OperandFit::wrong_kind && !may_be_number) {
            return false;
        }
    }
    return true;
}

std::vector<const isa::OperandPattern*> patterns_of(const isa::Mnemonic& mnemonic) {
    std::vector<const isa::OperandPattern*> patterns;
    for (const isa::InstructionInfo& form : mnemonic.basic) {
        patterns.push_back(&form.pattern);
    }
    for (const isa::PseudoInfo& form : mnemonic.pseudo) {
        patterns.push_back(&form.pattern);
    }
    return patterns;
}

bool is_operand(OperandKind kind) {
    return kind < OperandKind::open_paren;
}

/// `add ${1:rd}, ${2:rs}, ${3:rt}`
std::string snippet_of(std::string_view mnemonic, std::string_view operands, const isa::OperandPattern& pattern) {
    if (operands.empty()) {
        return {};
    }
    std::string out = std::string(mnemonic) + " ";
    size_t copied = 0;
    u32 number = 0;
    for (const isa::Operand& operand : pattern) {
        if (!is_operand(operand.kind)) {
            continue;
        }
        const size_t at = operands.find(operand.name, copied);
        if (at == std::string_view::npos) {
            break;
        }
        out.append(operands, copied, at - copied);
        out += "${" + std::to_string(++number) + ":" + std::string(operand.name) + "}";
        copied = at + operand.name.size();
    }
    return out.append(operands.substr(copied));
}

class OfferCollector {
public:
    OfferCollector(ProgramView& view, const WorkspaceFile& file, TextSpot spot)
        : m_view(&view), m_file(&file), m_spot(spot) {
        const std::string_view line = file.text.line(spot.line);
        m_before = line.substr(0, std::min<size_t>(spot.offset, line.size()));
        m_tokens = m_reader.read(m_before);
    }

    CompletionList run() {
        if (!m_tokens.empty() && m_tokens.back().is(TokenKind::comment)) {
            return {};
        }
        if (is_in_string()) {
            offer_files();
            return std::move(m_list);
        }
        const Token* const partial =
            !m_tokens.empty() && m_tokens.back().end() == m_before.size() && is_word(m_tokens.back()) ? &m_tokens.back()
                                                                                                      : nullptr;
        m_begin = partial != nullptr ? partial->offset : static_cast<u32>(m_before.size());
        m_partial = m_before.substr(m_begin);
        std::vector<Token> whole(m_tokens.begin(), m_tokens.end() - (partial != nullptr ? 1 : 0));
        const ReadLine parts = parts_of(whole);
        if (parts.rest.empty()) {
            offer_heads();
        } else if (parts.is_instruction()) {
            offer_operands(isa::all_mnemonics()[parts.rest[0].mnemonic], parts.rest.subspan(1));
        } else if (parts.rest[0].is(TokenKind::directive)) {
            offer_for_directive(parts.rest[0].directive(), parts.rest.size());
        } else {
            offer_registers(TokenKind::integer_register, fits);
            offer_names(fits, true, true);
        }
        m_list.replaced = {{m_spot.line, m_begin}, m_spot};
        return std::move(m_list);
    }

private:
    static bool is_word(const Token& token) {
        return token.is(TokenKind::identifier) || token.is(TokenKind::mnemonic) || token.is(TokenKind::directive) ||
               token.is(TokenKind::integer_register) || token.is(TokenKind::float_register) ||
               token.is(TokenKind::macro_parameter) || token.is(TokenKind::integer) || token.is(TokenKind::invalid);
    }

    [[nodiscard]] bool is_in_string() const {
        if (m_tokens.empty() || !m_tokens.back().is(TokenKind::string)) {
            return false;
        }
        const std::string_view text = spelling(m_before, m_tokens.back());
        return text.size() < 2 || !text.ends_with('"');
    }

    void offer(CompletionOffer one) { m_list.offers.push_back(std::move(one)); }

    /// Says which name in which file, since the question about it comes alone.
    [[nodiscard]] std::string name_lookup(std::string_view name) const {
        return std::string(name_mark) + std::string(name) + " " + m_file->path;
    }

    void offer_heads() {
        const bool wants_directive = m_partial.starts_with('.');
        for (const assembler::DirectiveInfo& row : assembler::directive_table()) {
            offer({OfferKind::directive,
                   std::string(row.name),
                   std::string(row.doc),
                   {},
                   {},
                   wants_directive ? fits : rarely,
                   std::string(row.name)});
        }
        if (wants_directive) {
            return;
        }
        for (const isa::Mnemonic& mnemonic : isa::all_mnemonics()) {
            const bool is_basic = !mnemonic.basic.empty();
            const std::string_view operands = is_basic ? mnemonic.basic[0].operands : mnemonic.pseudo[0].operands;
            const std::string_view doc = is_basic ? mnemonic.basic[0].doc : mnemonic.pseudo[0].doc;
            const std::string name(mnemonic.name);
            offer({is_basic ? OfferKind::instruction : OfferKind::pseudo,
                   name,
                   std::string(operands) + (operands.empty() ? "" : ": ") + std::string(doc),
                   {},
                   snippet_of(name, operands, *patterns_of(mnemonic)[0]),
                   fits,
                   name});
        }
        for (const MacroRegion& macro : m_view->names().macros()) {
            offer_macro(macro);
        }
    }

    void offer_macro(const MacroRegion& macro) {
        if (macro.name.empty() || m_list.offers.size() > most_names) {
            return;
        }
        std::string detail = "(";
        std::string snippet = std::string(macro.name) + "(";
        for (size_t i = 0; i < macro.parameters.size(); ++i) {
            detail += (i > 0 ? ", " : "") + std::string(macro.parameters[i]);
            snippet += (i > 0 ? ", ${" : "${") + std::to_string(i + 1) + ":" +
                       std::string(macro.parameters[i].substr(1)) + "}";
        }
        offer({OfferKind::macro,
               std::string(macro.name),
               detail + ")",
               {},
               macro.parameters.empty() ? "" : snippet + ")",
               fits,
               name_lookup(macro.name)});
    }

    void offer_operands(const isa::Mnemonic& mnemonic, Tokens operands) {
        const bool sets_service = mnemonic.name == "li" && !operands.empty() &&
                                  operands[0].is(TokenKind::integer_register) && operands[0].number == reg::v0;
        if (sets_service) {
            offer_services(operands);
        }
        bool wanted[static_cast<size_t>(OperandKind::plus) + 1] = {};
        for (const isa::OperandPattern* const pattern : patterns_of(mnemonic)) {
            if (begins_with(*pattern, operands)) {
                wanted[static_cast<size_t>(pattern->operands[operands.size()].kind)] = true;
            }
        }
        const auto wants = [&](OperandKind kind) { return wanted[static_cast<size_t>(kind)]; };
        const bool wants_number =
            wants(OperandKind::u5) || wants(OperandKind::s16) || wants(OperandKind::u16) || wants(OperandKind::i32);
        const bool wants_system_register =
            operands.size() == 1 && !mnemonic.basic.empty() && mnemonic.basic[0].operands == "rt, c0";
        if (wants_system_register) {
            offer_system_registers();
        } else if (wants(OperandKind::integer_register)) {
            offer_registers(TokenKind::integer_register, fits);
        }
        if (wants(OperandKind::float_register)) {
            offer_registers(TokenKind::float_register, fits);
        }
        if (sets_service || takes_more(mnemonic, operands.size())) {
            m_leads_to_code = leads_elsewhere(mnemonic);
            offer_names(fits, wants(OperandKind::label), wants_number || wants(OperandKind::integer_register));
            m_leads_to_code.reset();
        }
    }

    static bool takes_more(const isa::Mnemonic& mnemonic, size_t count) {
        return std::ranges::any_of(patterns_of(mnemonic),
                                   [&](const isa::OperandPattern* pattern) { return count < pattern->count; });
    }

    /// Branches and jumps have these letters in front, pseudo-instructions, too: their labels are those of
    /// instructions.
    static bool leads_elsewhere(const isa::Mnemonic& mnemonic) {
        const std::string_view name = mnemonic.name;
        return name.starts_with('b') || name.starts_with('j');
    }

    void offer_services(Tokens operands) {
        // A service's name may have several words: all of them are replaced.
        if (operands.size() > 1) {
            m_begin = operands[1].offset;
            m_partial = m_before.substr(m_begin);
        }
        for (const SyscallInfo& service : syscall_table()) {
            const std::string number = std::to_string(service.number);
            const bool is_by_number = !m_partial.empty() && m_partial[0] >= '0' && m_partial[0] <= '9';
            offer({OfferKind::service,
                   std::string(service.name),
                   number + ": " + std::string(service.doc),
                   number,
                   {},
                   fits,
                   "syscall " + number,
                   is_by_number ? number : std::string()});
        }
    }

    void offer_for_directive(Directive directive, size_t count) {
        switch (directive) {
            case Directive::globl:
                offer_names(fits, true, false);
                return;
            case Directive::word:
            case Directive::half:
            case Directive::byte:
                offer_names(fits, true, true);
                return;
            case Directive::align:
            case Directive::space:
            case Directive::float_:
            case Directive::double_:
                offer_names(fits, false, true);
                return;
            case Directive::eqv:
                if (count > 1) {
                    offer_registers(TokenKind::integer_register, may_stand);
                    offer_names(fits, true, true);
                }
                return;
            default:
                return;
        }
    }

    void offer_registers(TokenKind kind, u32 rank) {
        if (kind == TokenKind::float_register) {
            for (u32 number = 0; number < 32; ++number) {
                const std::string name = "$f" + std::to_string(number);
                offer({OfferKind::reg, name, "floating-point register", {}, {}, rank, name});
            }
            return;
        }
        for (const isa::RegisterInfo& row : isa::register_table()) {
            const bool is_for_others = row.number == 1 || row.number == 26 || row.number == 27;
            offer({OfferKind::reg,
                   std::string(row.name),
                   std::string(row.role),
                   {},
                   {},
                   is_for_others ? rarely : rank,
                   std::string(row.name)});
        }
    }

    void offer_system_registers() {
        constexpr std::pair<std::string_view, std::string_view> rows[] = {
            {"$8", "BadVAddr: the address that an exception was about"},
            {"$12", "Status: which interrupts are let through"},
            {"$13", "Cause: why the last exception came"},
            {"$14", "EPC: where the last exception came"}};
        for (const auto& [name, role] : rows) {
            offer({OfferKind::reg, std::string(name), std::string(role), {}, {}, fits, {}});
        }
    }

    void offer_names(u32 rank, bool labels_fit, bool constants_fit) {
        const ProgramNames& names = m_view->names();
        const u32 unit = names.unit_of(*m_file).value_or(0);
        const MacroRegion* const macro = names.macro_around(*m_file, m_spot.line);
        std::unordered_set<std::string_view> told;
        const bool are_many = names.all().size() > most_names;
        size_t count = 0;
        for (const NameDefinition& one : names.all()) {
            const bool is_own = one.macro != NameDefinition::no_macro;
            const bool is_here = is_own ? macro == &names.macros()[one.macro] : one.unit == unit || one.is_exported;
            const bool is_wanted =
                is_here && one.kind != NameKind::macro && (!are_many || one.name.starts_with(m_partial.substr(0, 1)));
            if (!is_wanted || !told.insert(one.name).second) {
                continue;
            }
            if (++count > most_names) {
                m_list.is_complete = false;
                return;
            }
            const bool is_constant = one.kind == NameKind::constant;
            const bool is_parameter = one.kind == NameKind::parameter;
            const bool is_data = one.kind == NameKind::data_label;
            const bool is_label = !is_constant && !is_parameter;
            const bool is_fitting = is_parameter || (is_constant ? constants_fit : labels_fit);
            const OfferKind kind = is_constant    ? OfferKind::constant
                                   : is_parameter ? OfferKind::parameter
                                   : is_data      ? OfferKind::data
                                                  : OfferKind::label;
            offer({kind,
                   std::string(one.name),
                   is_constant ? std::string(constant_text(one)) : "",
                   {},
                   {},
                   !is_fitting                                                  ? rarely
                   : is_label && m_leads_to_code && *m_leads_to_code == is_data ? may_stand
                                                                                : rank,
                   name_lookup(one.name)});
        }
        m_list.is_complete &= !are_many;
    }

    void offer_files() {
        const bool is_include = m_tokens.size() > 1 && m_tokens[m_tokens.size() - 2].is(Directive::include);
        m_begin = m_tokens.back().offset + 1;
        m_list.replaced = {{m_spot.line, m_begin}, m_spot};
        if (!is_include) {
            return;
        }
        const std::string_view folder = platform::folder_part(m_file->path);
        for (const std::string& path : m_view->workspace().all_source_files()) {
            if (!folder.empty() && path != m_file->path && path.starts_with(folder)) {
                offer({OfferKind::file, path.substr(folder.size()), "", {}, {}, fits, ""});
            }
        }
    }

    ProgramView* m_view;
    const WorkspaceFile* m_file;
    TextSpot m_spot;
    std::string_view m_before;
    std::string_view m_partial;
    std::optional<bool> m_leads_to_code;  // which labels fit best; nothing: any
    u32 m_begin = 0;
    LineTokens m_reader;
    std::vector<Token> m_tokens;
    CompletionList m_list;
};

/// "rd, imm(rs)": where each operand's name stands behind the mnemonic.
SignatureForm form_of(std::string_view mnemonic, std::string_view operands, std::string_view doc,
                      const isa::OperandPattern& pattern) {
    SignatureForm form;
    form.label = std::string(mnemonic) + " " + std::string(operands);
    form.doc = doc;
    size_t from = mnemonic.size() + 1;
    for (const isa::Operand& operand : pattern) {
        const size_t at = is_operand(operand.kind) ? form.label.find(operand.name, from) : std::string::npos;
        if (at != std::string::npos) {
            from = at + operand.name.size();
            form.parameters.emplace_back(static_cast<u32>(at), static_cast<u32>(from));
        }
    }
    return form;
}

SignatureHelp help_for_instruction(const isa::Mnemonic& mnemonic, Tokens operands, bool is_behind) {
    SignatureHelp help;
    for (const isa::InstructionInfo& form : mnemonic.basic) {
        help.forms.push_back(form_of(form.mnemonic, form.operands, form.doc, form.pattern));
    }
    for (const isa::PseudoInfo& form : mnemonic.pseudo) {
        help.forms.push_back(form_of(form.mnemonic, form.operands, form.doc, form.pattern));
    }
    const Tokens done = is_behind || operands.empty() ? operands : operands.first(operands.size() - 1);
    const std::vector<const isa::OperandPattern*> patterns = patterns_of(mnemonic);
    const auto fitting =
        std::ranges::find_if(patterns, [&](const isa::OperandPattern* pattern) { return begins_with(*pattern, done); });
    help.active_form = fitting != patterns.end() ? static_cast<u32>(fitting - patterns.begin()) : 0;
    for (size_t i = 0; i < done.size() && i < patterns[help.active_form]->count; ++i) {
        help.active_parameter += is_operand(patterns[help.active_form]->operands[i].kind) ? 1 : 0;
    }
    return help;
}

std::optional<SignatureHelp> help_for_macro(ProgramView& view, std::string_view name, Tokens operands, bool is_behind) {
    SignatureHelp help;
    for (const MacroRegion& macro : view.names().macros()) {
        if (macro.name != name) {
            continue;
        }
        SignatureForm form{std::string(name) + " (", {}, {}};
        for (const std::string_view parameter : macro.parameters) {
            form.label += form.parameters.empty() ? "" : ", ";
            const auto begin = static_cast<u32>(form.label.size());
            form.label += parameter;
            form.parameters.emplace_back(begin, static_cast<u32>(form.label.size()));
        }
        form.label += ")";
        help.forms.push_back(std::move(form));
    }
    const auto count =
        std::ranges::count_if(operands, [](const Token& token) { return !token.is(TokenKind::open_paren); });
    help.active_parameter = static_cast<u32>(std::max<std::ptrdiff_t>(0, count - (is_behind ? 0 : 1)));
    return help.forms.empty() ? std::nullopt : std::optional(std::move(help));
}

}  // namespace

CompletionList complete(ProgramView& view, const WorkspaceFile& file, TextSpot spot) {
    return OfferCollector(view, file, spot).run();
}

std::string describe_offer(Workspace& workspace, std::string_view lookup) {
    if (lookup.starts_with(name_mark)) {
        lookup.remove_prefix(name_mark.size());
        const size_t gap = std::min(lookup.find(' '), lookup.size());
        const std::string path(lookup.substr(std::min(gap + 1, lookup.size())));
        const std::shared_ptr<const WorkspaceFile> file = workspace.find(path);
        const std::shared_ptr<ProgramView> view = file ? workspace.program_of(path) : nullptr;
        const NameDefinition* const definition =
            view ? view->names().find(lookup.substr(0, gap), view->names().unit_of(*file).value_or(0)) : nullptr;
        const std::optional<HoverText> text =
            definition != nullptr ? hover(Question(*view, *definition->file, definition->use.range().begin))
                                  : std::nullopt;
        return text ? text->markdown : "";
    }
    if (lookup.starts_with("syscall ")) {
        return service_text(parse_digits<i32>(lookup.substr(8)).value_or(-1));
    }
    const std::optional<std::string> entry = reference_entry(lookup);
    return entry ? "```\n" + *entry + "```\n" : "";
}

std::optional<SignatureHelp> signature_help(ProgramView& view, const WorkspaceFile& file, TextSpot spot) {
    const std::string_view line = file.text.line(spot.line);
    const std::string_view before = line.substr(0, std::min<size_t>(spot.offset, line.size()));
    LineTokens reader;
    const std::vector<Token>& tokens = reader.read(before);
    const ReadLine parts = parts_of(tokens);
    if (parts.rest.empty() || parts.comment != nullptr || parts.rest[0].end() >= before.size()) {
        return std::nullopt;
    }
    const bool is_behind = parts.rest.back().end() < before.size();
    const Tokens operands = parts.rest.subspan(1);
    if (parts.is_instruction()) {
        return help_for_instruction(isa::all_mnemonics()[parts.rest[0].mnemonic], operands, is_behind);
    }
    if (parts.rest[0].is(TokenKind::directive)) {
        const assembler::DirectiveInfo& row =
            assembler::directive_table()[static_cast<size_t>(parts.rest[0].directive())];
        return SignatureHelp{
            {{std::string(row.name) + " " + std::string(row.operands), std::string(row.doc), {}}}, 0, 0};
    }
    return help_for_macro(view, spelling(before, parts.rest[0]), operands, is_behind);
}

}  // namespace mariner::language
