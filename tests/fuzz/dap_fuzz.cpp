// Any bytes as what a DAP client sends: the server comes back from every message, in whatever order they come, and what
// it sends is itself made of whole messages. Run by tools/test.

#include <cstdlib>
#include <string_view>

#include "emulator/remote/dap_server.hpp"
#include "tests/unit/remote/remote_fixture.hpp"

using namespace mariner;
using namespace mariner::protocol;
using namespace mariner::remote;

namespace {

constexpr int most_motions = 64;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

Result<DapProgram> load(const DapLoad& wish) {
    MemorySources sources;
    sources.add(wish.files.front(), std::string(counting_program));
    Assembly assembly = assemble(std::vector<std::string>{wish.files.front()}, sources, wish.options);
    if (!assembly.image) {
        return Error{"it doesn't assemble"};
    }
    return DapProgram{std::move(*assembly.image), {wish.files.front()}, {}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    MessageReader sent;
    DapServer server(load, [&](std::string_view message) {
        sent.feed(message);
        const auto read = sent.next();
        require(read && read->has_value() && !sent.next());
    });
    const auto say = [&](std::string_view bytes) {
        server.receive(bytes);
        for (int i = 0; i < most_motions && server.is_running(); ++i) {
            server.advance();
            server.conclude();
        }
    };
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    say(rest);
    // Once more with a frame around each line, behind a launch, so that requests are found soon.
    say(frame_message(
        R"({"seq":1,"type":"request","command":"launch","arguments":{"program":"/test/count.asm","maxSteps":10000}})"));
    while (!rest.empty() && !server.is_over()) {
        const size_t end = rest.find('\n');
        say(frame_message(rest.substr(0, end)));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return 0;
}
