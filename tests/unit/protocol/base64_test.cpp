#include "emulator/protocol/base64.hpp"

#include <gtest/gtest.h>

namespace mariner::protocol {
namespace {

TEST(Base64, GoesThereAndBack) {
    for (const std::string_view bytes : {"", "f", "fo", "foo", "foob", "\xff\xfe\xfd"}) {
        EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
    }
    EXPECT_EQ(to_base64("foob"), "Zm9vYg==");
    for (const std::string_view text : {"Zm9", "Zm9v!===", "Zm=v", "===="}) {
        EXPECT_EQ(from_base64(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace mariner::protocol
