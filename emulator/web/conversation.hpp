#pragma once
// The Debug Adapter Protocol in a page: messages in, messages out, and slices of work between them.

#include <string>
#include <string_view>
#include <utility>

#include "emulator/remote/dap_server.hpp"
#include "emulator/web/deadline.hpp"

namespace mariner::web {

class Conversation {
public:
    enum class Activity : u8 { quiet, running, over };

    Conversation();

    /// Bytes from the client.
    void receive(std::string_view bytes);
    /// Goes on with what the client has asked for, for about so many milliseconds; says whether to call again.
    Activity advance(u32 milliseconds);
    /// Bytes for the client since the last call.
    std::string take_answer() { return std::exchange(m_answer, {}); }
    /// As pixels.hpp has it, while it runs, too; empty before the launch.
    [[nodiscard]] std::string pixels(u32 address, u32 units) const;

private:
    void watch();

    static constexpr u32 longest_answer = 10'000;  // milliseconds

    std::string m_answer;
    Deadline m_deadline;
    remote::DapServer m_server;  // last: it uses the others
};

}  // namespace mariner::web
