#include "emulator/debugger/host_log.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "emulator/support/text.hpp"

namespace mariner::debugger {

// An entry: kind (a byte), number (its length, a byte, and as many bytes), length of the bytes (likewise), bytes.

namespace {

void put_number(std::vector<u8>& to, u64 number) {
    const size_t at = to.size();
    to.push_back(0);
    for (; number != 0; number >>= 8U) {
        to.push_back(static_cast<u8>(number));
        ++to[at];
    }
}

u64 get_number(const std::vector<u8>& from, size_t& at) {
    u64 number = 0;
    const u8 length = from[at++];
    for (u32 i = 0; i < length; ++i) {
        number |= static_cast<u64>(from[at++]) << (8 * i);
    }
    return number;
}

}  // namespace

void HostLog::put(AnswerKind kind, i64 number, std::string_view bytes) {
    assert(is_at_end());
    if (m_is_given_up || m_bytes.size() + bytes.size() > m_most) {
        m_is_given_up = true;
        m_bytes = {};
        m_begin = m_position = 0;
        return;
    }
    m_bytes.push_back(static_cast<u8>(kind));
    put_number(m_bytes, static_cast<u64>(number));
    put_number(m_bytes, bytes.size());
    const u8* const begin = reinterpret_cast<const u8*>(bytes.data());  // bytes of the same type are copied at once
    m_bytes.insert(m_bytes.end(), begin, begin + bytes.size());
    m_position = end();
    if (m_bytes.size() > m_alarm_size) {
        m_alarm->store(true, std::memory_order_relaxed);
    }
}

HostLog::LogEntry HostLog::read() {
    LogEntry entry;
    size_t at = static_cast<size_t>(m_position - m_begin);
    entry.kind = static_cast<AnswerKind>(m_bytes[at++]);
    entry.answer.number = static_cast<i64>(get_number(m_bytes, at));
    const auto length = static_cast<size_t>(get_number(m_bytes, at));
    entry.answer.bytes = {reinterpret_cast<const char*>(m_bytes.data()) + at, length};
    m_position = m_begin + at + length;
    return entry;
}

HostLog::Answer HostLog::take(AnswerKind kind) {
    assert(!is_at_end());
    const LogEntry entry = read();
    assert(entry.kind == kind);
    static_cast<void>(kind);
    return entry.answer;
}

std::optional<HostLog::Answer> HostLog::take_if(AnswerKind kind, i64 number) {
    if (is_at_end()) {
        return std::nullopt;
    }
    const u64 place = m_position;
    const LogEntry entry = read();
    if (entry.kind == kind && entry.answer.number == number) {
        return entry.answer;
    }
    m_position = place;
    return std::nullopt;
}

std::string HostLog::cut() {
    const u64 place = m_position;
    std::string input;
    while (!is_at_end()) {
        const LogEntry entry = read();
        if (entry.kind == AnswerKind::input || entry.kind == AnswerKind::key) {
            input += entry.answer.bytes;
        }
    }
    m_position = place;
    m_bytes.resize(static_cast<size_t>(place - m_begin));
    return input;
}

void HostLog::forget_before(u64 position) {
    m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(position - m_begin));
    m_bytes.shrink_to_fit();
    m_begin = position;
}

RecordedHost::RecordedHost(Host& host, HostLog& log) : m_host(host), m_log(log) {
    m_host.set_stop_check([this] { return should_stop(); });
}

void RecordedHost::write_output(std::string_view bytes) {
    m_printed.add(bytes);
    if (m_log.is_live()) {
        m_host.write_output(bytes);
    }
}

void RecordedHost::write_error(std::string_view bytes) {
    if (m_log.is_live()) {
        m_host.write_error(bytes);
    }
}

void RecordedHost::flush() {
    if (m_log.is_live()) {
        m_host.flush();
    }
}

void RecordedHost::pulse() {
    if (m_log.is_live()) {
        m_host.pulse();
    }
}

template <class Ask>
i64 RecordedHost::answer(HostLog::AnswerKind kind, Ask ask) {
    if (!m_log.is_at_end()) {
        return m_log.take(kind).number;
    }
    const i64 number = ask();
    m_log.put(kind, number);
    return number;
}

InputState RecordedHost::read_input(std::span<u8> buffer, size_t& count) {
    InputState state = InputState::ready;
    if (!m_log.is_at_end()) {
        const HostLog::Answer known = m_log.take(HostLog::AnswerKind::input);
        count = std::min(known.bytes.size(), buffer.size());
        std::memcpy(buffer.data(), known.bytes.data(), count);
        return static_cast<InputState>(known.number);
    }
    if (!m_pending.empty()) {
        count = std::min(m_pending.size(), buffer.size());
        std::memcpy(buffer.data(), m_pending.data(), count);
        m_pending.erase(0, count);
    } else {
        count = 0;
        state = m_host.read_input(buffer, count);
    }
    if (state == InputState::interrupted) {
        m_was_interrupted = true;
        return state;
    }
    m_log.put(HostLog::AnswerKind::input, static_cast<i64>(state),
              {reinterpret_cast<const char*>(buffer.data()), count});
    return state;
}

bool RecordedHost::input_is_ready() {
    return answer(HostLog::AnswerKind::is_ready,
                  [this] { return !m_pending.empty() || m_host.input_is_ready() ? 1 : 0; }) != 0;
}

i64 RecordedHost::now_milliseconds() {
    return answer(HostLog::AnswerKind::time, [this] { return m_host.now_milliseconds(); });
}

/// A wait that the host may break off.
template <class Wait>
bool RecordedHost::wait(HostLog::AnswerKind kind, Wait wait) {
    if (!m_log.is_at_end()) {
        return m_log.take(kind).number != 0;
    }
    if (!wait()) {
        m_was_interrupted = true;
        return false;
    }
    m_log.put(kind, 1);
    return true;
}

bool RecordedHost::sleep_milliseconds(u32 duration) {
    return wait(HostLog::AnswerKind::sleep, [&] { return m_host.sleep_milliseconds(duration); });
}

i64 RecordedHost::random_seed() {
    return answer(HostLog::AnswerKind::seed, [this] { return m_host.random_seed(); });
}

bool RecordedHost::play_note(const Note& note, bool is_waited_for) {
    return wait(HostLog::AnswerKind::note, [&] { return m_host.play_note(note, is_waited_for); });
}

std::optional<Host::DialogReply> RecordedHost::show_dialog(DialogKind kind, std::string_view message,
                                                           MessageType type) {
    constexpr i64 cancelled = 256;  // choices are -1 to 2
    if (!m_log.is_at_end()) {
        const HostLog::Answer known = m_log.take(HostLog::AnswerKind::dialog);
        const bool was_cancelled = known.number >= cancelled / 2;
        const i64 choice = was_cancelled ? known.number - cancelled : known.number;
        return DialogReply{was_cancelled, static_cast<int>(choice), std::string(known.bytes)};
    }
    std::optional<DialogReply> reply = m_host.show_dialog(kind, message, type);
    if (!reply) {
        m_was_interrupted = true;
        return reply;
    }
    m_log.put(HostLog::AnswerKind::dialog, reply->choice + (reply->cancelled ? cancelled : 0), reply->text);
    return reply;
}

std::optional<u8> RecordedHost::take_byte() {
    u8 byte = 0;
    if (!m_pending.empty()) {
        byte = static_cast<u8>(m_pending.front());
        m_pending.erase(0, 1);
        return byte;
    }
    size_t count = 0;
    const bool is_there = m_host.input_is_ready() && m_host.read_input({&byte, 1}, count) == InputState::ready;
    return is_there && count == 1 ? std::optional(byte) : std::nullopt;
}

std::optional<u8> RecordedKeys::take_character() {
    const i64 number = static_cast<i64>(m_state.asked++);
    if (const std::optional<HostLog::Answer> known = m_log.take_if(HostLog::AnswerKind::key, number)) {
        return static_cast<u8>(known->bytes.front());
    }
    if (!m_log.is_live() || !m_log.is_at_end()) {
        return std::nullopt;
    }
    const std::optional<u8> key = m_host.take_byte();
    if (key) {
        const char byte = static_cast<char>(*key);
        m_log.put(HostLog::AnswerKind::key, number, {&byte, 1});
    }
    return key;
}

/// What is asked again and again; noted when it is another answer than the last.
template <class Ask>
u32 RecordedKeys::follow(size_t which, Ask ask) {
    if (m_controls == nullptr) {
        return 0;
    }
    u32& answer = m_state.answers[which];
    const i64 number = static_cast<i64>(m_state.asked++);
    if (const std::optional<HostLog::Answer> known = m_log.take_if(HostLog::AnswerKind::control, number)) {
        std::memcpy(&answer, known->bytes.data(), sizeof(answer));
    } else if (m_log.is_live() && m_log.is_at_end()) {
        if (const u32 now = ask(); now != answer) {
            answer = now;
            m_log.put(HostLog::AnswerKind::control, number, {reinterpret_cast<const char*>(&now), sizeof(now)});
        }
    }
    return answer;
}

std::optional<DeviceHost::KeyEvent> RecordedKeys::take_key_event() {
    constexpr u32 is_there = 0x10000;
    constexpr u32 is_down = 0x100;
    const u32 event = follow(0, [this] {
        const std::optional<KeyEvent> next = m_controls->take_key_event();
        return next ? is_there | (next->down ? is_down : 0) | next->code : 0;
    });
    return (event & is_there) != 0 ? std::optional(KeyEvent{static_cast<u8>(event), (event & is_down) != 0})
                                   : std::nullopt;
}

u32 RecordedKeys::pointer() {
    return follow(1, [this] { return m_controls->pointer(); });
}

u32 RecordedKeys::take_pointer_buttons() {
    return follow(2, [this] { return m_controls->take_pointer_buttons(); });
}

u32 RecordedKeys::held_keys(u32 word) {
    return follow(3 + word % 8, [&] { return m_controls->held_keys(word); });
}

void RecordedKeys::write_character(u8 character) {
    constexpr u8 bell = 7;  // moves the cursor in MARS's tool
    if (character != bell) {
        const char byte = static_cast<char>(character);
        m_host.write_output({&byte, 1});
    }
}

void RecordedKeys::nap(u32 milliseconds) {
    if (m_log.is_live()) {
        m_host.flush();
        m_host.nap(milliseconds);
    }
}

RecordedFiles::~RecordedFiles() {
    for (const auto& [number, file] : m_open) {
        m_disk.close(file);
    }
}

int RecordedFiles::open(const std::string& name, u32 flags) {
    if (!m_log.is_at_end()) {
        return static_cast<int>(m_log.take(HostLog::AnswerKind::open_file).number);
    }
    const int file = m_disk.open(name, flags);
    int number = -1;
    if (file >= 0) {
        number = m_next++;
        m_open[number] = file;
    }
    m_log.put(HostLog::AnswerKind::open_file, number);
    return number;
}

std::optional<size_t> RecordedFiles::read(int file, std::span<u8> buffer) {
    if (!m_log.is_at_end()) {
        const HostLog::Answer known = m_log.take(HostLog::AnswerKind::read_file);
        const size_t count = std::min(known.bytes.size(), buffer.size());
        std::memcpy(buffer.data(), known.bytes.data(), count);
        return known.number != 0 ? std::optional(count) : std::nullopt;
    }
    const auto found = m_open.find(file);
    const std::optional<size_t> count = found != m_open.end() ? m_disk.read(found->second, buffer) : std::nullopt;
    m_log.put(HostLog::AnswerKind::read_file, count ? 1 : 0,
              {reinterpret_cast<const char*>(buffer.data()), count.value_or(0)});
    return count;
}

bool RecordedFiles::write(int file, std::string_view bytes) {
    if (!m_log.is_at_end()) {
        return m_log.take(HostLog::AnswerKind::write_file).number != 0;
    }
    const auto found = m_open.find(file);
    const bool written = found != m_open.end() && m_disk.write(found->second, bytes);
    m_log.put(HostLog::AnswerKind::write_file, written ? 1 : 0);
    return written;
}

void RecordedFiles::close(int file) {
    const auto found = m_open.find(file);
    if (m_log.is_live() && found != m_open.end()) {
        m_disk.close(found->second);
        m_open.erase(found);
    }
}

void RecordedFiles::resume(const FileTable::OpenFiles& state) {
    for (const auto& [number, file] : m_open) {
        m_disk.close(file);
    }
    m_open.clear();
    for (const FileTable::FileSlot& entry : state) {
        if (!entry.name || entry.file < 3) {
            continue;
        }
        const int file = m_disk.reopen(utf8_of_latin1(*entry.name), static_cast<u32>(entry.flags), entry.position);
        if (file >= 0) {
            m_open[entry.file] = file;
        }
    }
}

}  // namespace mariner::debugger
