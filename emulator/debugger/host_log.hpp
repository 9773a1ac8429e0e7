#pragma once
// What a program was told by the world, in the order in which it asked: input, keys, time, seeds, dialogs, files. The
// first time each answer comes from the real host (or disk) and is noted; when the program goes through the same moment
// again, it comes from the log, and nothing is printed or written. The timeline says when a moment is new.

#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/debugger/points.hpp"
#include "emulator/devices/device_host.hpp"
#include "emulator/support/types.hpp"
#include "emulator/syscalls/file_table.hpp"
#include "emulator/syscalls/host.hpp"

namespace mariner::debugger {

/// The answers as bytes, with a place to read at.
class HostLog {
public:
    enum class AnswerKind : u8 {
        input,
        is_ready,
        time,
        sleep,
        seed,
        note,
        dialog,
        open_file,
        read_file,
        write_file,
        key,
        control
    };

    /// New moments only: then what the log doesn't know is asked, and output appears.
    void set_live(bool live) { m_is_live = live; }
    [[nodiscard]] bool is_live() const { return m_is_live; }

    /// Larger than this, it is given up: it forgets everything, and notes nothing any more.
    void set_most(size_t size) { m_most = size; }
    [[nodiscard]] bool is_given_up() const { return m_is_given_up; }

    [[nodiscard]] u64 position() const { return m_position; }
    void set_position(u64 position) { m_position = position; }
    [[nodiscard]] u64 end() const { return m_begin + m_bytes.size(); }
    [[nodiscard]] bool is_at_end() const { return m_position == end(); }

    /// Sets the flag as soon as the log is larger than this.
    void set_alarm(size_t size, std::atomic<bool>* flag) {
        m_alarm_size = size;
        m_alarm = flag;
    }

    void put(AnswerKind kind, i64 number, std::string_view bytes = {});
    /// The next answer. The program asks for the same kind as before, since it does the same.
    struct Answer {
        i64 number = 0;
        std::string_view bytes;
    };
    Answer take(AnswerKind kind);
    /// The next answer, if it is of this kind and has this number.
    std::optional<Answer> take_if(AnswerKind kind, i64 number);

    /// Forgets what lies behind the place, and returns the input and the keys that are among it.
    std::string cut();
    /// Forgets what lies before a place.
    void forget_before(u64 position);
    [[nodiscard]] size_t size() const { return m_bytes.size(); }

private:
    struct LogEntry {
        AnswerKind kind{};
        Answer answer;
    };
    LogEntry read();

    std::vector<u8> m_bytes;
    u64 m_begin = 0;  // position of m_bytes.front()
    u64 m_position = 0;
    bool m_is_live = false;
    size_t m_most = ~size_t{0};
    bool m_is_given_up = false;
    size_t m_alarm_size = ~size_t{0};
    std::atomic<bool>* m_alarm = nullptr;
};

class RecordedHost final : public Host {
public:
    /// Both must outlive it.
    RecordedHost(Host& host, HostLog& log);
    ~RecordedHost() override { m_host.set_stop_check({}); }
    using Host::should_stop;

    void write_output(std::string_view bytes) override;
    void write_error(std::string_view bytes) override;
    void flush() override;
    void pulse() override;
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override;
    i64 now_milliseconds() override;
    bool sleep_milliseconds(u32 duration) override;
    i64 random_seed() override;
    bool play_note(const Note& note, bool wait) override;
    [[nodiscard]] bool has_lost_output() const override { return m_host.has_lost_output(); }
    [[nodiscard]] DialogStyle dialog_style() const override { return m_host.dialog_style(); }
    std::optional<DialogReply> show_dialog(DialogKind kind, std::string_view message, MessageType type) override;

    /// A byte of the input, if one is there, for RecordedKeys; not noted.
    std::optional<u8> take_byte();
    /// A wait that ends early where the run is to stop; not noted.
    void nap(u32 milliseconds) { (void)m_host.sleep_milliseconds(milliseconds); }

    /// Input that the program gets before anything else is asked for.
    void push_back(std::string input) { m_pending = std::move(input) + m_pending; }
    void forget_pushed_back() { m_pending.clear(); }
    /// True, once, if the host broke off a wait: the system call has not been done.
    bool take_interrupted() { return std::exchange(m_was_interrupted, false); }
    /// Since the last call, in the past too.
    Printed take_printed() {
        m_printed.cut();
        return std::exchange(m_printed, {});
    }
    void put_printed(Printed printed) { m_printed = std::move(printed); }

private:
    template <class Ask>
    i64 answer(HostLog::AnswerKind kind, Ask ask);
    template <class Wait>
    bool wait(HostLog::AnswerKind kind, Wait wait);

    Host& m_host;
    HostLog& m_log;
    std::string m_pending;
    Printed m_printed;
    bool m_was_interrupted = false;
};

/// The keyboard at 0xffff0000: its keys are the program's input, byte by byte. Held keys and the pointer come from
/// somebody else, if there is one. Programs ask in a loop, so only the keys and the changes are noted, each with the
/// number of the question that it answered.
class RecordedKeys final : public DeviceHost {
public:
    /// How often something was asked for, and what was answered last: a part of each snapshot.
    struct KeysState {
        u64 asked = 0;
        std::array<u32, 11> answers{};
    };

    /// `controls` may be null; all must outlive it.
    RecordedKeys(RecordedHost& host, HostLog& log, DeviceHost* controls)
        : m_host(host), m_log(log), m_controls(controls) {}

    std::optional<u8> take_character() override;
    void wait_for_character(u32 milliseconds) override { nap(milliseconds); }
    void write_character(u8 character) override;
    void wait_for_frame() override { nap(16); }
    std::optional<KeyEvent> take_key_event() override;
    u32 held_keys(u32 word) override;
    u32 pointer() override;
    u32 take_pointer_buttons() override;

    [[nodiscard]] const KeysState& state() const { return m_state; }
    void set_state(const KeysState& state) { m_state = state; }

private:
    void nap(u32 milliseconds);
    template <class Ask>
    u32 follow(size_t which, Ask ask);

    RecordedHost& m_host;
    HostLog& m_log;
    DeviceHost* m_controls;
    KeysState m_state;
};

class RecordedFiles final : public FileStore {
public:
    RecordedFiles(const FileRule& rule, HostLog& log) : m_disk(rule), m_log(log) {}
    ~RecordedFiles() override;

    int open(const std::string& name, u32 flags) override;
    std::optional<size_t> read(int file, std::span<u8> buffer) override;
    bool write(int file, std::string_view bytes) override;
    void close(int file) override;

    /// The program goes on from another moment: opens what is open there, at its place. What is written stays so.
    void resume(const FileTable::OpenFiles& state);
    std::string take_notes() { return m_disk.take_notes(); }

private:
    DiskFiles m_disk;
    HostLog& m_log;
    std::map<int, int> m_open;  // the system's descriptors by our numbers
    int m_next = 3;
};

}  // namespace mariner::debugger
