#include "emulator/similar/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/unit/similar/sample_program.hpp"

namespace mariner::similar {
namespace {

ComparedProgram some_program() {
    std::string text = "main: li $t0, 0\n";
    for (int i = 1; i < 70; ++i) {
        text += "addi $t" + std::to_string(i % 8) + ", $t0, " + std::to_string(i * i % 97) + "\n";
    }
    return test::program_of(text);
}

ProgramStore sample_store() {
    ProgramStore store{12, 9, {}};
    store.programs.push_back({"2024/ada", 40, {{1, 0}, {0xffffffffffffffff, 7}, {3, 28}}});
    store.programs.push_back({"2025/张伟", 12, {{9, 0}}});
    return store;
}

bool same(const ProgramStore& a, const ProgramStore& b) {
    return a.k == b.k && a.w == b.w &&
           std::equal(a.programs.begin(), a.programs.end(), b.programs.begin(), b.programs.end(),
                      [](const StoredProgram& one, const StoredProgram& two) {
                          return one.label == two.label && one.steps == two.steps && one.marks == two.marks;
                      });
}

TEST(Store, ThereAndBack) {
    const Result<ProgramStore> again = read_store(store_bytes(sample_store()));
    ASSERT_TRUE(again);
    EXPECT_TRUE(same(*again, sample_store()));
}

TEST(Store, EveryDamageIsTold) {
    const std::string bytes = store_bytes(sample_store());
    for (size_t i = 0; i < bytes.size(); ++i) {
        EXPECT_FALSE(read_store(std::string_view(bytes).substr(0, i))) << i;
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 0x10);
        EXPECT_FALSE(read_store(changed)) << i;
    }
    EXPECT_FALSE(read_store(bytes + "x"));
    const Result<ProgramStore> later = read_store("mariner similar store 2\n");
    EXPECT_NE(later.error().message.find("version 2"), std::string::npos);
}

TEST(Store, WhatIsAddedAgainIsThereOnce) {
    ProgramStore store = sample_store();
    ASSERT_TRUE(add_to_store(store, sample_store()));
    EXPECT_TRUE(same(store, sample_store()));
    ProgramStore other{12, 9, {{"2024/ada", 41, {{5, 0}}}, {"2023/zoe", 12, {{6, 0}}}}};
    ASSERT_TRUE(add_to_store(store, other));
    ASSERT_EQ(store.programs.size(), 3U);
    EXPECT_EQ(store.programs[0].label, "2023/zoe");
    EXPECT_EQ(store.programs[1].steps, 41U);
    EXPECT_FALSE(add_to_store(store, ProgramStore{8, 9, {}}));
}

TEST(Store, AStoredCopyIsAHundredPerCent) {
    const ComparedProgram program = some_program();
    const CompareOptions usual;
    const StoredProgram stored = stored_form(program, "2025/x", {}, usual);
    CompareOptions options;
    options.earlier = 1;
    const std::vector<ComparedProgram> both = {program, program_from_store(stored)};
    const Comparison compared = compare(both, {}, options);
    ASSERT_EQ(compared.pairs.size(), 1U);
    EXPECT_EQ(compared.pairs[0].percent(), 100U);
    const std::vector<ComparedProgram> handout = {program};
    EXPECT_TRUE(compare(both, handout, options).pairs.empty());
    EXPECT_TRUE(stored_form(program, "2025/x", handout, usual).marks.empty());
}

}  // namespace
}  // namespace mariner::similar
