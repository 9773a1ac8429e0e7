#include "emulator/analysis/check_core.hpp"

#include "emulator/execute/checked_core.hpp"

namespace mariner {

namespace {

/// Small enough to be compiled into the core.
class CheckWatcher : public Observer {
public:
    static constexpr bool active = true;
    explicit CheckWatcher(Checker& checker) : m_checker(&checker) {}

    [[gnu::always_inline]] bool before(u32 pc, const isa::Instruction& instruction) {
        m_checker->before(pc, instruction);
        return false;
    }
    [[gnu::always_inline]] void read(u32 address, u32 size) { m_checker->read(address, size); }
    [[gnu::always_inline]] void write(u32 address, u32 size, u32 /*value*/) { m_checker->write(address, size); }
    [[gnu::always_inline]] void set_register(u8 id, u32 /*value*/) { m_checker->set_register(id); }

private:
    Checker* m_checker;
};

}  // namespace

std::unique_ptr<Core> make_check_core(Machine& machine, CoreOptions options, Checker& checker) {
    // The rare kinds of machine have no quick way of their own: it would be the largest function of all.
    if (options.delayed_branching || machine.is_self_modifying()) {
        return make_rarely_watched_core(machine, options, CheckWatcher(checker));
    }
    return std::make_unique<CheckedCore<CheckWatcher, false, false>>(machine, CheckWatcher(checker));
}

}  // namespace mariner
