// The part of GdbServer that answers questions: features, the one thread, documents, the ELF file, `monitor`.

#include <algorithm>

#include "emulator/remote/gdb_registers.hpp"
#include "emulator/remote/gdb_server.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr std::string_view monitor_help =
    "time         how many instructions have been executed, and what is known of the past\n"
    "who PLACE    the instruction that last wrote it: $t0, a label, an address\n"
    "stop-at-end on|off   whether the program's end is a stop, from which one can go back\n";

/// Errors of GDB's file protocol.
constexpr std::string_view file_not_found = "F-1,2", file_bad_number = "F-1,9";
constexpr u64 file_number = 3;

/// Without leading zeros.
std::string short_hex(u32 value) {
    const std::string digits = hex32(value).substr(2);
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

void append_big_endian(std::string& out, u64 value, u32 size) {
    for (u32 i = size; i-- > 0;) {
        out += static_cast<char>(value >> (8 * i));
    }
}

}  // namespace

void GdbServer::agree(FieldReader& /*fields*/) {
    send("PacketSize=" + short_hex(max_packet) +
         ";QStartNoAckMode+;vContSupported+;swbreak+;hwbreak+;ReverseStep+;ReverseContinue+"
         ";qXfer:features:read+;qXfer:memory-map:read+" +
         (m_settings.elf.empty() ? "" : ";qXfer:exec-file:read+"));
}

void GdbServer::end_acknowledgements(FieldReader& /*fields*/) {
    send("OK");
    m_acknowledges = false;
}

void GdbServer::describe_thread(FieldReader& /*fields*/) {
    send(to_hex("after " + with_thousands(m_session.time()) + " instructions"));
}

/// qXfer:OBJECT:read:ANNEX:OFFSET,LENGTH
void GdbServer::transfer(FieldReader& fields) {
    const std::string_view object = fields.until(':');
    const bool is_read = fields.until(':') == "read";
    const std::string_view annex = fields.until(':');
    const u64 offset = fields.number().value_or(~u64{0});
    const u64 length = fields.take(",") ? fields.number().value_or(0) : 0;
    std::string document;
    if (object == "features" && annex == "target.xml") {
        document = gdb_target_description();
    } else if (object == "memory-map" && annex.empty()) {
        document = gdb_memory_map(m_session.machine().map(), m_session.image().extra_data);
    } else if (object == "exec-file" && !m_settings.elf.empty()) {
        document = m_settings.program;
    } else {
        send("E00");
        return;
    }
    if (!is_read || offset > document.size()) {
        send("E01");
        return;
    }
    // Half of a packet, since each byte may need an escape.
    const std::string part =
        document.substr(static_cast<size_t>(offset), static_cast<size_t>(std::min<u64>(length, max_packet / 2 - 8)));
    send((offset + part.size() < document.size() ? "m" : "l") + part);
}

// --- The ELF file

void GdbServer::use_file(FieldReader& fields) {
    const std::string_view operation = fields.until(':');
    if (operation == "setfs") {
        send("F0");
    } else if (operation == "open") {
        const bool is_ours = !m_settings.elf.empty() && from_hex(fields.until(',')) == m_settings.program;
        send(is_ours ? "F3" : file_not_found);
    } else if (operation == "pread") {
        read_file_part(fields);
    } else if (operation == "fstat") {
        stat_file();
    } else if (operation == "close") {
        send(fields.number() == file_number ? "F0" : file_bad_number);
    } else {
        send("");
    }
}

/// FD,COUNT,OFFSET
void GdbServer::read_file_part(FieldReader& fields) {
    if (fields.number() != file_number) {
        send(file_bad_number);
        return;
    }
    const u64 count = fields.take(",") ? fields.number().value_or(0) : 0;
    const u64 offset = fields.take(",") ? fields.number().value_or(~u64{0}) : ~u64{0};
    std::string part;
    if (offset < m_settings.elf.size()) {
        part = m_settings.elf.substr(static_cast<size_t>(offset),
                                     static_cast<size_t>(std::min<u64>(count, max_packet / 2 - 16)));
    }
    send("F" + short_hex(static_cast<u32>(part.size())) + ";" + part);
}

/// A file's properties for GDB, big-endian: dev, ino, mode, nlink, uid, gid, rdev, size, block size, blocks, times.
void GdbServer::stat_file() {
    constexpr u32 regular_readable_file = 0100444;
    std::string properties;
    for (const u32 word : {0U, 0U, regular_readable_file, 1U, 0U, 0U, 0U}) {
        append_big_endian(properties, word, 4);
    }
    append_big_endian(properties, m_settings.elf.size(), 8);
    append_big_endian(properties, 512, 8);
    append_big_endian(properties, (m_settings.elf.size() + 511) / 512, 8);
    properties.resize(64, '\0');
    send("F40;" + properties);
}

// --- Monitor commands

void GdbServer::monitor(FieldReader& fields) {
    const std::string command = from_hex(fields.rest()).value_or("");
    const std::string_view words = trim(command);
    std::string answer(monitor_help);
    if (words == "time") {
        answer = with_thousands(m_session.time()) + " instructions executed; known from " +
                 with_thousands(m_session.history_begin()) + " to " + with_thousands(m_session.history_end()) + "\n";
    } else if (words.starts_with("who ")) {
        answer = who_wrote(m_session, words.substr(4)) + "\n";
    } else if (words == "stop-at-end on" || words == "stop-at-end off") {
        m_settings.stop_at_end = words.ends_with("on");
        answer = std::string("the program's end ") + (m_settings.stop_at_end ? "is a stop\n" : "ends it\n");
    }
    send(to_hex(answer));
}

}  // namespace mariner::remote
