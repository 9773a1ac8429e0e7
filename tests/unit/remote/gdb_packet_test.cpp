#include "emulator/remote/gdb_packet.hpp"

#include <gtest/gtest.h>

namespace mariner::remote {
namespace {

/// What comes out of a stream: p(body), damaged, long, refused, ^C, foreign.
std::string events_of(std::string_view stream, size_t piece) {
    PacketReader reader;
    std::string all;
    for (size_t at = 0; at < stream.size(); at += piece) {
        reader.feed(stream.substr(at, piece));
        while (const auto event = reader.next()) {
            constexpr std::string_view names[] = {"p", "damaged", "long", "refused", "^C", "foreign"};
            all += (all.empty() ? "" : " ") + std::string(names[static_cast<size_t>(event->kind)]);
            all += event->kind == PacketEventKind::packet ? "(" + event->body + ")" : "";
        }
    }
    return all;
}

TEST(GdbPacket, FramesWithChecksumAndEscapes) {
    EXPECT_EQ(frame_packet(""), "$#00");
    EXPECT_EQ(frame_packet("OK"), "$OK#9a");
    EXPECT_EQ(frame_packet("a#$}*"), "$a}\x03}\x04}]}\n#c3");
}

TEST(GdbPacket, ComesApartTheSameInPiecesOfAnySize) {
    const struct {
        std::string stream, events;
    } rows[] = {
        {"+$g#67+$?#3f", "p(g) p(?)"},
        {"$OK#9A", "p(OK)"},
        {"$OK#9a$OK#9b$OK#zz", "p(OK) damaged damaged"},
        {"-\x03$c#63\x03", "refused ^C p(c) ^C"},
        {"POST / HTTP/1.1\r\n\r\n$c#63", "foreign"},
        {"\r\n$g#67", "foreign"},
        {std::string("\0$g#67", 6), "foreign"},
        {"+++$g#67++- more$g#67", "p(g) refused foreign"},
        {"$g#67\n$g#67", "p(g) foreign"},
        {"$OK#9b$g#67", "foreign"},
        {"+$" + std::string(2 * max_packet, 'A'), "foreign"},
        {frame_packet("X0,4:\x03#$}"), "p(X0,4:\x03#$})"},
        {"$}#7d", "p(})"},
        {"$g#6", ""},
        {"$g#67$" + std::string(max_packet + 1, '0') + "#00$g#67", "p(g) long p(g)"},
        {"$g#67$" + std::string(3 * max_packet, '0') + "#00\x03$g#67", "p(g) long ^C p(g)"},
        {frame_packet(std::string(max_packet, '0')), "p(" + std::string(max_packet, '0') + ")"},
    };
    for (const auto& row : rows) {
        for (const size_t piece : {size_t{1}, size_t{2}, size_t{3}, row.stream.size()}) {
            EXPECT_EQ(events_of(row.stream, piece), row.events) << row.stream.substr(0, 40) << " by " << piece;
        }
    }
}

TEST(GdbPacket, ConvertsHexadecimal) {
    EXPECT_EQ(to_hex("\x01\xff z"), "01ff207a");
    EXPECT_EQ(from_hex("01FF207a"), "\x01\xff z");
    EXPECT_EQ(from_hex("0"), std::nullopt);
    EXPECT_EQ(from_hex("0x"), std::nullopt);
    EXPECT_EQ(from_hex(""), "");
    EXPECT_EQ(word_to_hex(0x12345678), "78563412");
}

TEST(GdbPacket, ReadsFieldsAndUndoesTheSignExtensionOfAddresses) {
    FieldReader fields("10010000,4:rest;ffffffff80000180;1ffffffff;ffffffff10000000;x");
    EXPECT_EQ(fields.address(), 0x10010000U);
    EXPECT_TRUE(fields.take(","));
    EXPECT_FALSE(fields.take(","));
    EXPECT_EQ(fields.number(), 4U);
    EXPECT_EQ(fields.until(';'), ":rest");
    EXPECT_EQ(fields.address(), 0x80000180U);
    EXPECT_TRUE(fields.take(";"));
    EXPECT_EQ(fields.address(), std::nullopt) << "beyond 32 bits";
    EXPECT_TRUE(fields.take(";"));
    EXPECT_EQ(fields.address(), std::nullopt) << "no sign extension";
    EXPECT_EQ(fields.until(';'), "");
    EXPECT_EQ(fields.number(), std::nullopt);
    EXPECT_EQ(fields.until(';'), "x");
    EXPECT_TRUE(fields.at_end());
    EXPECT_EQ(FieldReader("12345678901234567").number(), std::nullopt);
}

}  // namespace
}  // namespace mariner::remote
