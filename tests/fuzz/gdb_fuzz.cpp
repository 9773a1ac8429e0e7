// Any bytes as what GDB sends: the server answers or stays silent, changes its program as it is told to, and comes back
// from every packet. Run by tools/test.

#include <cstdlib>
#include <string_view>

#include "emulator/remote/gdb_server.hpp"
#include "emulator/syscalls/script_host.hpp"
#include "tests/unit/remote/remote_fixture.hpp"

using namespace mariner;
using namespace mariner::remote;

namespace {

constexpr size_t most_motions = 64;

/// The bytes, then again with each line as the body of a packet, so that whole packets are found soon.
void talk(GdbServer& server, std::string_view bytes) {
    server.receive(bytes);
    size_t motions = 0;
    while (server.is_running() && ++motions < most_motions) {
        server.advance();
        server.conclude();
    }
    server.take_output();
    while (!bytes.empty() && motions < most_motions) {
        const size_t end = bytes.find('\n');
        server.receive(frame_packet(bytes.substr(0, end)));
        while (server.is_running() && ++motions < most_motions) {
            server.advance();
            server.conclude();
        }
        if (server.is_running()) {
            server.receive("\x03");
        }
        server.take_output();
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    static const ProgramImage image = image_of(counting_program);
    ScriptHost host;
    debugger::SessionOptions options;
    options.limits.steps = 10'000;
    options.files = {FileAccess::none, {}};
    options.history_memory = size_t{1} << 20;
    auto session = debugger::Session::create(image, host, options);
    if (!session) {
        std::abort();
    }
    GdbServer server(**session, {"/test/count.asm", "ELF image", size % 2 == 0});
    talk(server, {reinterpret_cast<const char*>(data), size});
    return 0;
}
