#include "emulator/assembler/token_store.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/support/varint.hpp"

namespace mariner::assembler {

namespace {

// A token: its kind with the distance from the one before, its length, and what its kind has besides. The text is the
// line's, but for that of a character literal, of which the address follows.

constexpr u32 kind_bits = 4;

bool has_number(TokenKind kind) {
    return kind == TokenKind::integer_register || kind == TokenKind::float_register || kind == TokenKind::directive ||
           kind == TokenKind::integer;
}

void append(std::vector<u8>& out, const Token& token, u32 end_before) {
    append_varint(out, u64{token.offset - end_before} << kind_bits | static_cast<u8>(token.kind));
    append_varint(out, token.length);
    if (token.is(TokenKind::mnemonic)) {
        append_varint(out, token.mnemonic);
    } else if (has_number(token.kind)) {
        out.push_back(token.number);
    }
    if (token.is(TokenKind::integer)) {
        append_varint(out, zigzag(token.value));
        const auto* const text = reinterpret_cast<const u8*>(&token.characters);
        out.insert(out.end(), text, text + (token.number > 0 ? sizeof token.characters : 0));
    }
}

const u8* take(const u8* from, Token& token, std::string_view line, u32 end_before) {
    const u64 place = take_varint(from);
    token.kind = static_cast<TokenKind>(place & ((1U << kind_bits) - 1));
    token.offset = end_before + static_cast<u32>(place >> kind_bits);
    token.length = static_cast<u32>(take_varint(from));
    token.characters = line.data() + token.offset;
    if (token.is(TokenKind::mnemonic)) {
        token.mnemonic = static_cast<u16>(take_varint(from));
    } else if (has_number(token.kind)) {
        token.number = *from++;
    }
    if (token.is(TokenKind::integer)) {
        token.value = static_cast<i32>(unzigzag(take_varint(from)));
        const size_t size = token.number > 0 ? sizeof token.characters : 0;
        std::memcpy(&token.characters, from, size);
        from += size;
    }
    return from;
}

static_assert(static_cast<u32>(TokenKind::identifier) < 1U << kind_bits);

}  // namespace

const u8* TokenStore::keep(Tokens tokens) {
    m_line.clear();
    u32 end = 0;
    for (const Token& token : tokens) {
        append(m_line, token, end);
        end = token.end();
    }
    if (m_chunks.empty() || m_chunks.back().capacity() - m_chunks.back().size() < m_line.size()) {
        m_chunks.emplace_back().reserve(std::max(chunk_size, m_line.size()));
    }
    std::vector<u8>& chunk = m_chunks.back();
    return chunk.data() + (chunk.insert(chunk.end(), m_line.begin(), m_line.end()) - chunk.begin());
}

void TokenStore::read(const u8* kept, u32 count, std::string_view line, std::vector<Token>& out) {
    out.clear();
    u32 end = 0;
    for (u32 i = 0; i < count; ++i) {
        kept = take(kept, out.emplace_back(), line, end);
        end = out.back().end();
    }
}

}  // namespace mariner::assembler
