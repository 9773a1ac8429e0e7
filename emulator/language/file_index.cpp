#include "emulator/language/file_index.hpp"

#include <algorithm>

#include "emulator/meaning/facts.hpp"

namespace mariner::language {

namespace {

using assembler::Directive;
using assembler::Token;
using assembler::TokenKind;

NameAccess access_of(const isa::InstructionInfo& row) {
    if (meaning::facts(row.op).links) {
        return NameAccess::call;
    }
    return meaning::facts(row.op).is_transfer() ? NameAccess::jump
           : meaning::facts(row.op).stores != 0 ? NameAccess::write
           : meaning::facts(row.op).loads != 0  ? NameAccess::read
                                                : NameAccess::address;
}

/// What an instruction does to a label it names. Pseudo-instructions do what the instructions do that they become.
NameAccess access_of(const isa::Mnemonic& mnemonic) {
    if (!mnemonic.basic.empty()) {
        return access_of(mnemonic.basic[0]);
    }
    NameAccess access = NameAccess::address;
    std::string_view steps = mnemonic.pseudo[0].expansion;
    while (!steps.empty()) {
        const size_t end = std::min(steps.find_first_of(" ;"), steps.size());
        const isa::Mnemonic* const step = isa::find_mnemonic(steps.substr(0, end));
        if (step != nullptr && !step->basic.empty() && access_of(step->basic[0]) != NameAccess::address) {
            access = access_of(step->basic[0]);
        }
        steps.remove_prefix(std::min(steps.find(';', end), steps.size()));
        steps.remove_prefix(std::min(steps.find_first_not_of("; "), steps.size()));
    }
    return access;
}

/// By the mnemonic's number, found out once.
NameAccess access_of_mnemonic(u16 number) {
    static const std::vector<NameAccess> all = [] {
        std::vector<NameAccess> made;
        for (const isa::Mnemonic& mnemonic : isa::all_mnemonics()) {
            made.push_back(access_of(mnemonic));
        }
        return made;
    }();
    return all[number];
}

bool is_name(const Token& token) {
    return token.is(TokenKind::identifier) || token.is(TokenKind::mnemonic);
}

bool is_parameter(const Token& token) {
    return assembler::is_macro_parameter(token) &&
           (token.is(TokenKind::macro_parameter) || token.is(TokenKind::identifier));
}

class UseCollector {
public:
    UseCollector(std::string_view line, u32 number, std::vector<NameUse>& out)
        : m_line(line), m_number(number), m_out(&out) {}

    void add(const Token& token, NameRole role, NameAccess access = NameAccess::none) {
        if (is_parameter(token)) {
            role = NameRole::parameter;
        }
        m_out->push_back({m_number, token.offset, token.length, hash_of(spelling(m_line, token)), role, access});
    }

    void add_operands(assembler::Tokens tokens, NameRole role, NameAccess access) {
        for (const Token& token : tokens) {
            if (is_name(token) || token.is(TokenKind::macro_parameter)) {
                add(token, role, access);
            }
        }
    }

    void add_included(const Token& path) {
        if (path.length >= 2) {
            const std::string_view name = m_line.substr(path.offset + 1, path.length - 2);
            m_out->push_back({m_number, path.offset + 1, path.length - 2, hash_of(name), NameRole::file, {}});
        }
    }

private:
    std::string_view m_line;
    u32 m_number;
    std::vector<NameUse>* m_out;
};

void add_directive(assembler::Tokens rest, UseCollector& uses) {
    const auto rest_from = [&](size_t first) { return rest.subspan(std::min(first, rest.size())); };
    switch (rest[0].directive()) {
        case Directive::macro:
        case Directive::eqv:
        case Directive::extern_:
            if (rest.size() > 1 && is_name(rest[1])) {
                uses.add(rest[1], rest[0].is(Directive::macro) ? NameRole::macro
                                  : rest[0].is(Directive::eqv) ? NameRole::constant
                                                               : NameRole::external);
            }
            uses.add_operands(rest_from(2), NameRole::operand, NameAccess::address);
            return;
        case Directive::globl:
            uses.add_operands(rest_from(1), NameRole::global, NameAccess::none);
            return;
        default:
            // Only numbers of whole bytes may be labels.
            uses.add_operands(
                rest_from(1), NameRole::operand,
                assembler::is_integer_directive(rest[0].directive()) ? NameAccess::address : NameAccess::none);
    }
}

void read_names(std::string_view line, u32 number, const std::vector<Token>& tokens, std::vector<NameUse>& out,
                std::vector<LineMark>& marks) {
    UseCollector uses(line, number, out);
    for (size_t i = 1; i < tokens.size(); ++i) {
        if (tokens[i].is(TokenKind::string) && tokens[i - 1].is(Directive::include)) {
            uses.add_included(tokens[i]);
            return;
        }
    }
    const ReadLine parts = parts_of(tokens);
    if (parts.label != nullptr) {
        uses.add(*parts.label, NameRole::label);
    }
    if (parts.rest.empty()) {
        return;
    }
    const Token& first = parts.rest[0];
    if (first.is(TokenKind::directive)) {
        marks.push_back({number, first.directive()});
        add_directive(parts.rest, uses);
    } else if (first.is(TokenKind::mnemonic)) {
        uses.add_operands(parts.rest.subspan(1), NameRole::operand, access_of_mnemonic(first.mnemonic));
    } else {
        uses.add_operands(parts.rest.first(1), NameRole::head, NameAccess::call);
        uses.add_operands(parts.rest.subspan(1), NameRole::operand, NameAccess::address);
    }
}

}  // namespace

u32 hash_of(std::string_view name) {
    u32 hash = 2166136261U;
    for (const char c : name) {
        hash = (hash ^ static_cast<u8>(c)) * 16777619U;
    }
    return hash;
}

FileIndex::FileIndex(const TextDocument& text) : m_chunks(read(text, 0, text.line_count())) {}

std::vector<FileIndex::IndexChunk> FileIndex::read(const TextDocument& text, u32 first, u32 count) {
    std::vector<IndexChunk> chunks;
    LineTokens reader;
    for (u32 done = 0; done < count; ++done) {
        if (done % chunk_lines == 0) {
            chunks.emplace_back();
        }
        IndexChunk& chunk = chunks.back();
        const std::string_view line = text.line(first + done);
        read_names(line, chunk.line_count++, reader.read(line), chunk.uses, chunk.marks);
    }
    for (IndexChunk& chunk : chunks) {
        chunk.uses.shrink_to_fit();
    }
    return chunks;
}

void FileIndex::update(const TextDocument& text, const LineChange& change) {
    u32 first = 0;
    auto begin = m_chunks.begin();
    while (begin != m_chunks.end() && first + begin->line_count <= change.first) {
        first += begin++->line_count;
    }
    u32 past = first;
    auto end = begin;
    while (end != m_chunks.end() && (end == begin || past < change.first + change.old_count)) {
        past += end++->line_count;
    }
    std::vector<IndexChunk> changed = read(text, first, past - first + change.new_count - change.old_count);
    const auto place = m_chunks.erase(begin, end);
    m_chunks.insert(place, std::make_move_iterator(changed.begin()), std::make_move_iterator(changed.end()));
}

std::vector<LineMark> FileIndex::marks() const {
    std::vector<LineMark> all;
    u32 first = 0;
    for (const IndexChunk& chunk : m_chunks) {
        for (const LineMark& mark : chunk.marks) {
            all.push_back({first + mark.line, mark.directive});
        }
        first += chunk.line_count;
    }
    return all;
}

std::vector<NameUse> FileIndex::uses_of(const TextDocument& text, std::string_view name) const {
    const u32 hash = hash_of(name);
    std::vector<NameUse> found;
    for_each([&](const NameUse& use) {
        if (use.hash == hash && use.length == name.size() &&
            text.line(use.line).substr(use.offset, use.length) == name) {
            found.push_back(use);
        }
    });
    return found;
}

}  // namespace mariner::language
