#include "emulator/assembler/token_store.hpp"

#include "tests/unit/assembler/steps.hpp"

namespace mariner::assembler {
namespace {

const std::vector<std::string> lines = {
    "",
    "# only a remark",
    "loop: addi $t0, $f31, -32768 # 张伟",
    ".word 'a', '\\n', '\\377', 2147483647, -2147483648, 0x7f, 1.5e3, +x",
    "    \t    lw $t1, %arg($sp)" + std::string(100'000, ' ') + "\"" + std::string(70'000, 's') + "\" @",
};

void expect_equal(Tokens kept, Tokens tokens) {
    ASSERT_EQ(test::spelled(kept), test::spelled(tokens));
    for (size_t i = 0; i < tokens.size(); ++i) {
        EXPECT_EQ(kept[i].offset, tokens[i].offset);
        EXPECT_EQ(kept[i].length, tokens[i].length);
        EXPECT_EQ(kept[i].number, tokens[i].number);
        EXPECT_EQ(kept[i].mnemonic, tokens[i].mnemonic);
        EXPECT_EQ(kept[i].value, tokens[i].value);
    }
}

TEST(TokenStore, GivesBackWhatItKeeps) {
    TextArena arena;
    Lexer lexer(arena);
    TokenStore store;
    std::vector<std::pair<const u8*, std::vector<Token>>> all;
    for (int round = 0; round < 10'000; ++round) {  // many chunks
        const std::string& line = lines[static_cast<size_t>(round) % (lines.size() - (round < 100 ? 0 : 1))];
        TokenList list;
        lexer.scan(line, list);
        all.emplace_back(store.keep(list.tokens), list.tokens);
    }
    std::vector<Token> kept;
    for (size_t i = 0; i < all.size(); ++i) {
        const std::string& line = lines[i % (lines.size() - (i < 100 ? 0 : 1))];
        TokenStore::read(all[i].first, static_cast<u32>(all[i].second.size()), line, kept);
        expect_equal(kept, all[i].second);
    }
}

}  // namespace
}  // namespace mariner::assembler
