#include "emulator/execute/any_observer.hpp"

#include "emulator/execute/checked_core.hpp"

namespace mariner {

std::unique_ptr<Core> make_rarely_watched_core(Machine& machine, CoreOptions options, AnyObserver observer) {
    if (machine.is_self_modifying()) {
        return std::make_unique<CheckedCore<AnyObserver, true, true>>(machine, std::move(observer),
                                                                      options.delayed_branching);
    }
    return std::make_unique<CheckedCore<AnyObserver, true, false>>(machine, std::move(observer),
                                                                   options.delayed_branching);
}

}  // namespace mariner
