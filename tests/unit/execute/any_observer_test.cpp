// An observer is told the same, in the same order, by the core that all observers share on rare kinds of machine.

#include "emulator/execute/any_observer.hpp"

#include <gtest/gtest.h>

#include <string>

#include "emulator/execute/checked_core.hpp"
#include "tests/unit/execute/lockstep.hpp"

namespace mariner {
namespace {

using isa::Instruction;
using isa::Op;

class TellingObserver : public Observer {
public:
    static constexpr bool active = true;
    explicit TellingObserver(std::string& told) : m_told(&told) {}
    bool before(u32 pc, const Instruction& /*instruction*/) { return tell("before", pc); }
    bool after(u32 pc) { return tell("after", pc); }
    void read(u32 address, u32 size) { tell("read", address, size); }
    void write(u32 address, u32 size, u32 value) { tell("write", address + size, value); }
    void write_text(u32 address, u32 size, u32 value) { tell("write_text", address + size, value); }
    void set_register(u8 id, u32 value) { tell("set", id, value); }

private:
    bool tell(const char* what, u32 a, u32 b = 0) {
        *m_told += std::string(what) + " " + std::to_string(a) + " " + std::to_string(b) + "\n";
        return false;
    }

    std::string* m_told;
};

enum class Kind : bool { own_core, shared_core };

std::string told_by(Kind kind, bool is_self_modifying, bool delayed_branching) {
    const ProgramImage image = test::image_of({{Op::lui, 0, 0, 8, 0x1001},
                                               {Op::sw, 0, 8, 8, 4},
                                               {Op::lw, 0, 8, 9, 4},
                                               {Op::bne, 0, 8, 9, 1},
                                               {Op::addiu, 0, 9, 9, 1},
                                               {Op::syscall, 0, 0, 0, 0}});
    MachineOptions machine_options;
    machine_options.self_modifying = is_self_modifying;
    CoreOptions options;
    options.delayed_branching = delayed_branching;
    const std::unique_ptr<Machine> machine = *Machine::create(image, machine_options);
    std::string told;
    const std::unique_ptr<Core> core =
        kind == Kind::own_core ? WatchedCore<TellingObserver>(*machine, options, TellingObserver(told)).take_core()
                               : make_rarely_watched_core(*machine, options, TellingObserver(told));
    EXPECT_EQ(core->run(100).reason, StopReason::syscall);
    return told;
}

TEST(AnyObserver, IsToldWhatAnObserverOfItsOwnCoreIsTold) {
    for (const bool delayed_branching : {false, true}) {
        const std::string own = told_by(Kind::own_core, false, delayed_branching);
        EXPECT_NE(own.find("write "), std::string::npos);
        EXPECT_NE(own.find("read "), std::string::npos);
        EXPECT_NE(own.find("set 9 "), std::string::npos);
        EXPECT_EQ(told_by(Kind::own_core, true, delayed_branching), own);
        EXPECT_EQ(told_by(Kind::shared_core, false, delayed_branching), own);
        EXPECT_EQ(told_by(Kind::shared_core, true, delayed_branching), own);
    }
}

// Words in data are instructions to a machine that changes its own text, and to no other.
TEST(AnyObserver, RunsDataOnlyWhereThatIsAllowed) {
    for (const bool is_self_modifying : {false, true}) {
        const ProgramImage image = test::image_of({{Op::lui, 0, 0, 8, 0x1001}, {Op::jr, 0, 8, 0, 0}});
        MachineOptions machine_options;
        machine_options.self_modifying = is_self_modifying;
        const std::unique_ptr<Machine> machine = *Machine::create(image, machine_options);
        std::string told;
        const std::unique_ptr<Core> core = make_rarely_watched_core(*machine, CoreOptions{}, TellingObserver(told));
        static_cast<void>(core->run(3));
        EXPECT_EQ(told.find("before 268500992") != told.npos, is_self_modifying);
    }
}

}  // namespace
}  // namespace mariner
