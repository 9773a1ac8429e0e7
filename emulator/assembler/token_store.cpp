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

constexpr size_t longest_token = 4 * longest_varint + sizeof(u8) + sizeof(Token::characters);

u8* write(u8* to, const Token& token, u32 end_before) {
    to = write_varint(to, u64{token.offset - end_before} << kind_bits | static_cast<u8>(token.kind));
    to = write_varint(to, token.length);
    if (token.is(TokenKind::mnemonic)) {
        to = write_varint(to, token.mnemonic);
    } else if (has_number(token.kind)) {
        *to++ = token.number;
    }
    if (token.is(TokenKind::integer)) {
        to = write_varint(to, zigzag(token.value));
        const size_t size = token.number > 0 ? sizeof token.characters : 0;
        std::memcpy(to, &token.characters, size);
        to += size;
    }
    return to;
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
    size_t size = 0;
    u32 end = 0;
    for (const Token& token : tokens) {
        if (m_line.size() - size < longest_token) {
            m_line.resize(2 * m_line.size() + longest_token);
        }
        size = static_cast<size_t>(write(m_line.data() + size, token, end) - m_line.data());
        end = token.end();
    }
    if (m_chunks.empty() || m_chunks.back().capacity() - m_chunks.back().size() < size) {
        m_chunks.emplace_back().reserve(std::max(chunk_size, size));
    }
    std::vector<u8>& chunk = m_chunks.back();
    return chunk.data() + (chunk.insert(chunk.end(), m_line.data(), m_line.data() + size) - chunk.begin());
}

void TokenStore::read(const u8* kept, u32 count, std::string_view line, std::vector<Token>& out) {
    out.assign(count, Token{});
    u32 end = 0;
    for (Token& token : out) {
        kept = take(kept, token, line, end);
        end = token.end();
    }
}

}  // namespace mariner::assembler
