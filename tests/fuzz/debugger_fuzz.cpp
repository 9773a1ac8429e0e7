// Any text as a script of debugger commands, over a small program with input, calls, heap, keys and an exception: none
// may crash or hang, and whatever was done, going to a moment twice shows the same state. The view is
// drawn at every stop.

#include <cassert>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "emulator/assembler/assembler.hpp"
#include "emulator/debugger/interpreter.hpp"
#include "emulator/syscalls/script_host.hpp"

namespace {

using namespace mariner;

constexpr const char* program =
    ".data\nlist: .word 3, 1, 2\nmsg: .asciiz \"text\"\n.text\n"
    "main: li $s0, 6\nloop: la $a0, list\njal work\nli $v0, 5\nsyscall\nmove $t3, $v0\nli $v0, 42\nli $a1, 9\nsyscall\n"
    "li $v0, 30\nsyscall\nsw $a0, list+4\nmtc1 $t3, $f2\nadd.s $f4, $f4, $f2\nli $v0, 9\nli $a0, 8\nsyscall\n"
    "lui $t8, 0xffff\nlw $t9, 0($t8)\nlw $t9, 4($t8)\nsw $t3, 12($t8)\n"
    "sw $s0, 0($v0)\naddi $s0, $s0, -1\nbgtz $s0, loop\nlw $t0, 1($zero)\nspin: b spin\n"
    "work: addi $sp, $sp, -4\nsw $ra, 0($sp)\nlw $t0, 0($a0)\nadd $t1, $t1, $t0\nlw $ra, 0($sp)\naddi $sp, $sp, 4\n"
    "jr $ra\n.ktext 0x80000180\nmfc0 $k0, $14\naddi $k0, $k0, 4\nmtc0 $k0, $14\neret\n";

struct Desk final : debugger::FrontEnd {
    explicit Desk(ScriptHost& world) : host(world) {}
    void print(std::string_view text) override { printed += text.size(); }
    debugger::Screen screen() override { return {true, true, 40, 10}; }
    void add_input(std::string_view bytes) override { host.add_input(bytes); }
    Result<std::string> show_picture(const std::string& /*path*/) override { return std::string("picture\n"); }
    Result<u32> pixel_address(u32 x, u32 y) override { return 0x10010000 + 4 * (x + 64 * y); }
    ScriptHost& host;
    size_t printed = 0;
};

const ProgramImage& image() {
    static const ProgramImage made = [] {
        MemorySources sources;
        sources.add("a.asm", program);
        const std::vector<std::string> files = {"a.asm"};
        return *assemble(files, sources, {}).image;
    }();
    return made;
}

void check_that_moments_stay(debugger::Session& session) {
    const debugger::Time here = session.time();
    const CpuState state = session.machine().cpu;
    session.go_to(session.history_begin());
    session.go_to(here);
    if (session.time() != here || !(session.machine().cpu == state)) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    constexpr size_t most_lines = 60;
    std::string_view script(reinterpret_cast<const char*>(data), size);
    ScriptHost host("5\n-7\nword\n12\n");
    debugger::SessionOptions options;
    options.limits.steps = 3000;
    options.limits.heap_bytes = 1 << 16;
    options.shortest_interval = 100;
    options.history_memory = size_t{1} << 19;
    const auto session = std::move(*debugger::Session::create(image(), host, options));
    const ProfileSources sources{image(), {program}};
    Desk desk(host);
    debugger::Interpreter interpreter(*session, sources, desk);
    for (size_t count = 0; count < most_lines && !script.empty() && !interpreter.is_over(); ++count) {
        const std::string_view line = script.substr(0, script.find('\n'));
        (void)interpreter.complete(line);
        (void)interpreter.execute(line);
        script.remove_prefix(std::min(line.size() + 1, script.size()));
    }
    check_that_moments_stay(*session);
    return 0;
}
