// The part of GdbServer that reads and changes the program's state: registers, memory, breakpoints and watchpoints.

#include <algorithm>

#include "emulator/remote/gdb_registers.hpp"
#include "emulator/remote/gdb_server.hpp"

namespace mariner::remote {

namespace {

constexpr size_t most_points = 4096;

std::span<const u8> as_bytes(std::string_view text) {
    return {reinterpret_cast<const u8*>(text.data()), text.size()};
}

std::optional<u32> word_of(std::string_view digits) {
    const std::optional<std::string> bytes = from_hex(digits);
    if (!bytes || bytes->size() != 4) {
        return std::nullopt;
    }
    u32 word = 0;
    for (u32 i = 0; i < 4; ++i) {
        word |= u32{static_cast<u8>((*bytes)[i])} << (8 * i);
    }
    return word;
}

/// What GDB's point types 2, 3 and 4 are called here.
debugger::WatchKind watch_kind_of(char type) {
    return type == '2'   ? debugger::WatchKind::write
           : type == '3' ? debugger::WatchKind::read
                         : debugger::WatchKind::access;
}

}  // namespace

void GdbServer::read_registers(FieldReader& /*fields*/) {
    std::string all;
    for (u32 number = 0; number < gdb_register_count; ++number) {
        all += word_to_hex(read_gdb_register(m_session, number));
    }
    send(all);
}

void GdbServer::write_registers(FieldReader& fields) {
    const std::string_view all = fields.rest();
    bool good = all.size() == size_t{8} * gdb_register_count;
    for (u32 number = 0; good && number < gdb_register_count; ++number) {
        const std::optional<u32> value = word_of(all.substr(size_t{8} * number, 8));
        good = value && write_gdb_register(m_session, number, *value);
    }
    send(good ? "OK" : "E0e");
}

void GdbServer::read_register(FieldReader& fields) {
    const std::optional<u64> number = fields.number();
    if (number && *number < gdb_register_count) {
        send(word_to_hex(read_gdb_register(m_session, static_cast<u32>(*number))));
    } else {
        send_error();
    }
}

void GdbServer::write_register(FieldReader& fields) {
    const std::optional<u64> number = fields.number();
    const std::optional<u32> value = fields.take("=") ? word_of(fields.rest()) : std::nullopt;
    const bool good = number && *number < gdb_register_count && value &&
                      write_gdb_register(m_session, static_cast<u32>(*number), *value);
    send(good ? "OK" : "E0e");
}

/// What can't be read must be an error: GDB unwinds the stack by reading, and would never come to an end.
void GdbServer::read_memory(FieldReader& fields) {
    const std::optional<u32> address = fields.address();
    const std::optional<u64> size = fields.take(",") ? fields.number() : std::nullopt;
    if (!address || !size) {
        send_error();
        return;
    }
    const u64 most = std::min<u64>({*size, max_packet / 2 - 8, 0x1'0000'0000 - u64{*address}});
    const std::vector<u8> bytes = m_session.read_memory(*address, static_cast<u32>(most));
    if (bytes.empty() && *size > 0) {
        send_error();
        return;
    }
    send(to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

void GdbServer::write_memory(FieldReader& fields) {
    store(fields, from_hex);
}

void GdbServer::write_memory_raw(FieldReader& fields) {
    store(fields, [](std::string_view bytes) { return std::optional(std::string(bytes)); });
}

/// ADDRESS,LENGTH: and the bytes, in a form that `decode` knows. GDB tries out whether it may write by writing nothing.
void GdbServer::store(FieldReader& fields, const std::function<std::optional<std::string>(std::string_view)>& decode) {
    const std::optional<u32> address = fields.address();
    const std::optional<u64> size = fields.take(",") ? fields.number() : std::nullopt;
    const std::optional<std::string> bytes = fields.take(":") ? decode(fields.rest()) : std::nullopt;
    const bool is_whole = address && size && bytes && bytes->size() == *size;
    send(is_whole && (bytes->empty() || m_session.write_memory(*address, as_bytes(*bytes))) ? "OK" : "E0e");
}

void GdbServer::insert_point(FieldReader& fields) {
    const char type = fields.at_end() ? '\0' : fields.rest().front();
    const std::string_view name = fields.until(',');
    const std::optional<u32> address = fields.address();
    const u64 length = fields.take(",") ? fields.number().value_or(0) : 0;
    if (name.size() != 1 || type < '0' || type > '4') {
        send("");
        return;
    }
    const bool is_watch = type >= '2';
    if (!address || m_points.size() >= most_points || (is_watch && (length == 0 || length > max_packet)) ||
        (!is_watch && *address % 4 != 0)) {
        send_error();
        return;
    }
    GdbPoint point{type, *address, static_cast<u32>(length), 0};
    if (is_watch) {
        debugger::Watchpoint watchpoint;
        watchpoint.place = debugger::Place::of_memory(point.address, point.length);
        watchpoint.kind = watch_kind_of(type);
        point.id = m_session.add(std::move(watchpoint));
    } else {
        debugger::Breakpoint breakpoint;
        breakpoint.address = point.address;
        point.id = m_session.add(std::move(breakpoint));
    }
    m_points.push_back(point);
    send("OK");
}

void GdbServer::remove_point(FieldReader& fields) {
    const char type = fields.at_end() ? '\0' : fields.rest().front();
    fields.until(',');
    const std::optional<u32> address = fields.address();
    const auto found = std::find_if(m_points.begin(), m_points.end(),
                                    [&](const GdbPoint& p) { return p.type == type && p.address == address; });
    if (found == m_points.end()) {
        send_error();
        return;
    }
    m_session.remove(found->id);
    m_points.erase(found);
    send("OK");
}

void GdbServer::remove_all_points() {
    for (const GdbPoint& point : m_points) {
        m_session.remove(point.id);
    }
    m_points.clear();
}

}  // namespace mariner::remote
