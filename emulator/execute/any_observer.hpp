#pragma once
// An observer behind virtual functions, and the cores that serve all of them. A core of its own for each observer is
// quicker, much larger, and takes seconds to compile; machines that change their own text do without, and so do those
// who watch short runs now and then.

#include <memory>
#include <utility>

#include "emulator/execute/core.hpp"
#include "emulator/execute/observer.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner {

class AnyObserver {
public:
    static constexpr bool active = true;
    static constexpr bool has_steps = true;

    struct ObserverInterface {
        virtual ~ObserverInterface() = default;
        virtual bool before(u32 pc, const isa::Instruction& instruction) = 0;
        virtual bool after(u32 pc) = 0;
        virtual void read(u32 address, u32 size) = 0;
        virtual void write(u32 address, u32 size, u32 value) = 0;
        virtual void write_text(u32 address, u32 size, u32 value) = 0;
        virtual void set_register(u8 id, u32 value) = 0;
    };
    template <class Watcher>
    struct ObserverBehind final : ObserverInterface {
        static_assert(Watcher::active, "who watches nothing needs no observer");

        explicit ObserverBehind(Watcher given) : watcher(std::move(given)) {}
        bool before(u32 pc, const isa::Instruction& instruction) override { return watcher.before(pc, instruction); }
        bool after(u32 pc) override { return watcher.after(pc); }
        void read(u32 address, u32 size) override { watcher.read(address, size); }
        void write(u32 address, u32 size, u32 value) override { watcher.write(address, size, value); }
        void write_text(u32 address, u32 size, u32 value) override { watcher.write_text(address, size, value); }
        void set_register(u8 id, u32 value) override { watcher.set_register(id, value); }

        Watcher watcher;
    };

    explicit AnyObserver(std::unique_ptr<ObserverInterface> told) : m_told(std::move(told)) {}

    bool before(u32 pc, const isa::Instruction& instruction) { return m_told->before(pc, instruction); }
    bool after(u32 pc) { return m_told->after(pc); }
    void read(u32 address, u32 size) { m_told->read(address, size); }
    void write(u32 address, u32 size, u32 value) { m_told->write(address, size, value); }
    void write_text(u32 address, u32 size, u32 value) { m_told->write_text(address, size, value); }
    void set_register(u8 id, u32 value) { m_told->set_register(id, value); }

private:
    std::unique_ptr<ObserverInterface> m_told;
};

/// A checked core with this observer, for any machine and options.
std::unique_ptr<Core> make_rarely_watched_core(Machine& machine, CoreOptions options, AnyObserver observer);

template <class Watcher>
std::unique_ptr<Core> make_rarely_watched_core(Machine& machine, CoreOptions options, Watcher watcher) {
    auto behind = std::make_unique<AnyObserver::ObserverBehind<Watcher>>(std::move(watcher));
    return make_rarely_watched_core(machine, options, AnyObserver(std::move(behind)));
}

}  // namespace mariner
