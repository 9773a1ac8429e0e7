#include "emulator/remote/gdb_packet.hpp"

#include <charconv>

#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr char interrupt_byte = 0x03;
constexpr char escape_mark = '}';
constexpr u8 escape_flip = 0x20;
constexpr std::string_view hex_digits = "0123456789abcdef";

u8 checksum(std::string_view text) {
    u8 sum = 0;
    for (const char c : text) {
        sum = static_cast<u8>(sum + static_cast<u8>(c));
    }
    return sum;
}

void append_byte(std::string& out, u8 byte) {
    out += hex_digits[byte >> 4];
    out += hex_digits[byte & 15];
}

std::optional<u8> byte_of(std::string_view two_digits) {
    return two_digits.size() == 2 ? parse_digits<u8>(two_digits, 16) : std::nullopt;
}

char flipped(char c) {
    return static_cast<char>(static_cast<u8>(c) ^ escape_flip);
}

std::string without_escapes(std::string_view body) {
    std::string plain;
    plain.reserve(body.size());
    for (size_t i = 0; i < body.size(); ++i) {
        const bool is_escape = body[i] == escape_mark && i + 1 < body.size();
        i += is_escape ? 1 : 0;
        plain += is_escape ? flipped(body[i]) : body[i];
    }
    return plain;
}

}  // namespace

std::string frame_packet(std::string_view body) {
    std::string packet = "$";
    for (const char c : body) {
        const bool is_special = c == '$' || c == '#' || c == escape_mark || c == '*';
        if (is_special) {
            packet += escape_mark;
        }
        packet += is_special ? flipped(c) : c;
    }
    const u8 sum = checksum(std::string_view(packet).substr(1));
    packet += '#';
    append_byte(packet, sum);
    return packet;
}

void PacketReader::feed(std::string_view bytes) {
    if (!m_is_foreign) {
        m_bytes += bytes;
    }
}

PacketEvent PacketReader::refuse() {
    m_is_foreign = true;
    m_bytes.clear();
    return PacketEvent{PacketEventKind::foreign};
}

std::optional<PacketEvent> PacketReader::next() {
    if (m_is_skipping) {
        return take_packet();
    }
    m_bytes.erase(0, m_bytes.find_first_not_of('+'));
    if (m_bytes.empty()) {
        return std::nullopt;
    }
    if (m_bytes.front() == '$') {
        return take_packet();
    }
    const bool is_interrupt = m_bytes.front() == interrupt_byte;
    if (!is_interrupt && m_bytes.front() != '-') {
        return refuse();
    }
    m_bytes.erase(0, 1);
    return PacketEvent{is_interrupt ? PacketEventKind::interrupt : PacketEventKind::refused};
}

/// The bytes begin with '$', or are the middle of a packet that is being dropped.
std::optional<PacketEvent> PacketReader::take_packet() {
    const size_t first = m_is_skipping ? 0 : 1;
    const size_t end = m_bytes.find('#');
    if (end == std::string::npos || m_bytes.size() < end + 3) {
        if (!m_has_met && m_bytes.size() > max_packet + 4) {
            return refuse();
        }
        if (m_is_skipping || m_bytes.size() > max_packet + 4) {
            m_is_skipping = true;
            m_bytes.erase(0, end == std::string::npos ? m_bytes.size() : end);
        }
        return std::nullopt;
    }
    const std::string body = m_bytes.substr(first, end - first);
    const std::optional<u8> sum = byte_of(std::string_view(m_bytes).substr(end + 1, 2));
    const bool is_too_long = m_is_skipping || body.size() > max_packet;
    m_bytes.erase(0, end + 3);
    m_is_skipping = false;
    const bool is_whole = !is_too_long && sum == checksum(body);
    if (!is_whole && !m_has_met) {
        return refuse();
    }
    m_has_met = true;
    if (!is_whole) {
        return PacketEvent{is_too_long ? PacketEventKind::too_long : PacketEventKind::damaged};
    }
    return PacketEvent{PacketEventKind::packet, without_escapes(body)};
}

std::string to_hex(std::string_view bytes) {
    std::string digits;
    digits.reserve(2 * bytes.size());
    for (const char c : bytes) {
        append_byte(digits, static_cast<u8>(c));
    }
    return digits;
}

std::optional<std::string> from_hex(std::string_view digits) {
    std::string bytes;
    bytes.reserve(digits.size() / 2);
    for (size_t i = 0; i < digits.size(); i += 2) {
        const std::optional<u8> byte = byte_of(digits.substr(i, 2));
        if (!byte) {
            return std::nullopt;
        }
        bytes += static_cast<char>(*byte);
    }
    return bytes;
}

std::string word_to_hex(u32 word) {
    std::string digits;
    for (u32 i = 0; i < 4; ++i) {
        append_byte(digits, static_cast<u8>(word >> (8 * i)));
    }
    return digits;
}

bool FieldReader::take(std::string_view text) {
    if (!m_rest.starts_with(text)) {
        return false;
    }
    m_rest.remove_prefix(text.size());
    return true;
}

std::optional<u64> FieldReader::number() {
    u64 value = 0;
    const auto read = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value, 16);
    if (read.ec != std::errc{}) {
        return std::nullopt;
    }
    m_rest.remove_prefix(static_cast<size_t>(read.ptr - m_rest.data()));
    return value;
}

std::optional<u32> FieldReader::address() {
    const std::optional<u64> value = number();
    if (!value) {
        return std::nullopt;
    }
    const u64 high = *value >> 32;
    const bool is_extended = high == 0xffffffff && (*value & 0x80000000) != 0;
    return high == 0 || is_extended ? std::optional(static_cast<u32>(*value)) : std::nullopt;
}

std::string_view FieldReader::until(char end) {
    const size_t at = m_rest.find(end);
    const std::string_view field = m_rest.substr(0, at);
    m_rest.remove_prefix(at == std::string_view::npos ? m_rest.size() : at + 1);
    return field;
}

}  // namespace mariner::remote
