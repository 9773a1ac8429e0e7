#include "emulator/protocol/dispatch.hpp"

#include <gtest/gtest.h>

namespace mariner::protocol {
namespace {

struct TestRow {
    std::string_view name;
    int number = 0;
};

TEST(Dispatch, FindsTheRowOfARequestAndNothingElse) {
    constexpr TestRow rows[] = {{"initialize", 1}, {"shutdown", 2}};
    ASSERT_NE(find_request(rows, "shutdown"), nullptr);
    EXPECT_EQ(find_request(rows, "shutdown")->number, 2);
    EXPECT_EQ(find_request(rows, "shut"), nullptr);
    EXPECT_EQ(find_request(rows, ""), nullptr);
}

}  // namespace
}  // namespace mariner::protocol
