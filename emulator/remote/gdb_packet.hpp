#pragma once
// GDB's remote serial protocol up to the packet: framing, checksums, escapes, hexadecimal fields. Pure functions and
// one reader over bytes from anywhere; what packets mean is gdb_server's business.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::remote {

/// What a packet may hold, told to GDB as PacketSize; a longer one is dropped.
inline constexpr size_t max_packet = 0x4000;

/// `$body#checksum`, with `$ # } *` in the body escaped.
std::string frame_packet(std::string_view body);

enum class PacketEventKind : u8 {
    packet,     // a whole one; `body` has its escapes undone
    damaged,    // its checksum is wrong
    too_long,   // more than max_packet
    refused,    // '-': the last reply is wanted again
    interrupt,  // Ctrl-C, outside any packet
    foreign,    // who sends this doesn't speak the protocol; nothing comes behind it
};

/// Something complete that arrived.
struct PacketEvent {
    PacketEventKind kind = PacketEventKind::packet;
    std::string body{};
};

/// Cuts a stream into events. Between packets there is '+', '-' and Ctrl-C, and the first packet is whole: a stream in
/// which anything else stands is not GDB's (a page in a browser can send a POST request to a port of this machine, with
/// packets in its body), and not a byte of it counts from there on.
class PacketReader {
public:
    void feed(std::string_view bytes);
    std::optional<PacketEvent> next();
    [[nodiscard]] bool is_foreign() const { return m_is_foreign; }

private:
    std::optional<PacketEvent> take_packet();
    PacketEvent refuse();

    std::string m_bytes;
    bool m_is_skipping = false;  // inside a packet that is too long
    bool m_has_met = false;      // a whole packet has come
    bool m_is_foreign = false;
};

std::string to_hex(std::string_view bytes);
/// Nothing for an odd number of digits or for what is no digit.
std::optional<std::string> from_hex(std::string_view digits);
/// A word as eight digits, its lowest byte first, as registers travel.
std::string word_to_hex(u32 word);

/// Reads a packet's fields one after the other.
class FieldReader {
public:
    explicit FieldReader(std::string_view text) : m_rest(text) {}

    [[nodiscard]] bool at_end() const { return m_rest.empty(); }
    [[nodiscard]] std::string_view rest() const { return m_rest; }

    /// This text and only this, taken if it is there.
    bool take(std::string_view text);
    /// One to sixteen hexadecimal digits.
    std::optional<u64> number();
    /// A number of at most 32 bits; sign extension to 64 bits, which GDB adds to MIPS addresses, is undone.
    std::optional<u32> address();
    /// Everything before the next `end`, which is taken too; the whole rest if there is none.
    std::string_view until(char end);

private:
    std::string_view m_rest;
};

}  // namespace mariner::remote
