#include "emulator/protocol/frames.hpp"

#include <gtest/gtest.h>

namespace mariner::protocol {
namespace {

TEST(Frames, ComesApartTheSameInPiecesOfAnySize) {
    const struct {
        std::string stream, bodies;
        bool is_lost;
    } rows[] = {
        {frame_message("{\"a\":1}") + frame_message("{\"a\":2}"), "12", false},
        {"content-LENGTH:  7 \r\nContent-Type: x\r\n\r\n{\"a\":3}", "3", false},
        {frame_message("{\"a\"") + frame_message("{\"a\":4}"), "e4", false},
        {"Content-Length: 8\r\n\r\n{\"a\":5}", "", false},
        {"Length: 7\r\n\r\n{\"a\":6}", "e", true},
        {"Content-Length: -1\r\n\r\n", "e", true},
        {"Content-Length: 99999999999999999999\r\n\r\n", "e", true},
        {"Content-Length: 4194305\r\n\r\n", "e", true},
        {std::string(5000, 'x'), "e", true},
    };
    for (const auto& row : rows) {
        for (const size_t piece : {size_t{1}, size_t{5}, row.stream.size()}) {
            MessageReader reader;
            std::string bodies;
            for (size_t at = 0; at < row.stream.size(); at += piece) {
                reader.feed(std::string_view(row.stream).substr(at, piece));
                while (const auto message = reader.next()) {
                    bodies += *message ? std::to_string((**message)["a"].integer().value_or(0)) : "e";
                }
            }
            EXPECT_EQ(bodies, row.bodies) << row.stream.substr(0, 40) << " by " << piece;
            EXPECT_EQ(reader.is_lost(), row.is_lost) << row.stream.substr(0, 40);
        }
    }
}

TEST(Frames, AreAsLongAsTheServerAllows) {
    MessageReader small(7);
    small.feed(frame_message("{\"a\":12}"));
    EXPECT_TRUE(small.next().has_value());
    EXPECT_TRUE(small.is_lost());
    MessageReader large(9);
    large.feed(frame_message("{\"a\":123}"));
    EXPECT_EQ((**large.next())["a"].integer(), 123);
}

}  // namespace
}  // namespace mariner::protocol
