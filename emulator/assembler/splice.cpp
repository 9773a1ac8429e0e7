#include "emulator/assembler/splice.hpp"

#include <algorithm>

namespace mariner::assembler {

namespace {

/// What a sign belongs to depends on the tokens around it.
bool begins_with_sign(const Token& token) {
    return token.length > 0 && (token.characters[0] == '+' || token.characters[0] == '-');
}

bool is_open_string(const Token& token) {
    const std::string_view text = token.text();
    return token.is(TokenKind::string) && (text.size() < 2 || !text.ends_with('"') || text[text.size() - 2] == '\\');
}

}  // namespace

bool is_self_contained(Tokens inserted) {
    return !inserted.empty() && std::none_of(inserted.begin(), inserted.end(), [](const Token& token) {
        return token.is(TokenKind::invalid) || token.is(TokenKind::comment) || token.is(TokenKind::directive) ||
               is_open_string(token);
    });
}

bool fits_between(const Token* before, bool touches, Tokens inserted, const Token* after) {
    const bool takes_sign = before != nullptr && touches && before->length == 1 && begins_with_sign(*before);
    const bool loses_sign =
        before != nullptr && before->is(TokenKind::identifier) && begins_with_sign(inserted.front());
    return !takes_sign && !loses_sign && (after == nullptr || !begins_with_sign(*after));
}

}  // namespace mariner::assembler
