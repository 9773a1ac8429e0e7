#include "emulator/execute/any_observer.hpp"

#include "emulator/execute/checked_core.hpp"

namespace mariner {

std::unique_ptr<Core> make_rare_core(Machine& machine, CoreOptions options, AnyObserver observer) {
    return std::make_unique<CheckedCore<AnyObserver, true, true>>(machine, std::move(observer),
                                                                  options.delayed_branching);
}

}  // namespace mariner
