#pragma once
// Who sits at the memory-mapped keyboard while a case runs: someone whose next key is always there when the program
// asks for it, and whose time is the program's own. Made by CaseRun; knows keys and limits, not what is expected.

#include <atomic>
#include <string_view>

#include "emulator/devices/device_host.hpp"
#include "emulator/games/line_host.hpp"

namespace mariner::grader {

class CaseDevices final : public DeviceHost {
public:
    enum class Trouble : u8 { none, no_more_keys, too_much_output };

    /// For one run, to end(). Keys are taken from the console's input unless the case has keys of its own.
    void begin(games::LineHost& console, const std::string* keys, u64 most_output);
    void end() { m_console = nullptr; }

    /// Set as soon as there is trouble; the runner looks at it.
    [[nodiscard]] const std::atomic<bool>& stop() const { return m_stop; }
    [[nodiscard]] Trouble trouble() const { return m_trouble; }

    std::optional<u8> take_character() override;
    /// The program does nothing but ask: without more keys it would do so for ever.
    void wait_for_character(u32 milliseconds) override;
    void write_character(u8 character) override;
    void wait_for_frame() override { pass(16); }

private:
    void pass(u32 milliseconds);
    void give_up(Trouble trouble);

    games::LineHost* m_console = nullptr;
    bool m_has_keys = false;
    std::string_view m_keys;
    u64 m_most_output = 0;
    Trouble m_trouble = Trouble::none;
    std::atomic<bool> m_stop = false;
};

}  // namespace mariner::grader
