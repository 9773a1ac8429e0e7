#include "emulator/execute/checked_core.hpp"

namespace mariner {

template class CheckedCore<Observer, false, false>;
template class CheckedCore<Observer, true, false>;
template class CheckedCore<Observer, true, true>;

std::unique_ptr<Core> make_checked_core(Machine& machine, CoreOptions options) {
    if (machine.is_self_modifying()) {
        return std::make_unique<CheckedCore<Observer, true, true>>(machine, Observer{}, options.delayed_branching);
    }
    if (options.delayed_branching) {
        return std::make_unique<CheckedCore<Observer, true, false>>(machine);
    }
    return std::make_unique<CheckedCore<Observer, false, false>>(machine);
}

}  // namespace mariner
