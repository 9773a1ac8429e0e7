#include "emulator/execute/any_observer.hpp"

#include "emulator/execute/checked_core.hpp"

namespace mariner {

namespace {

template <bool Delayed>
std::unique_ptr<Core> make(Machine& machine, AnyObserver observer) {
    if (machine.is_self_modifying()) {
        return std::make_unique<CheckedCore<AnyObserver, Delayed, true>>(machine, std::move(observer));
    }
    if constexpr (has_core_for_delayed || !Delayed) {
        return nullptr;
    } else {
        return std::make_unique<CheckedCore<AnyObserver, true, false>>(machine, std::move(observer));
    }
}

}  // namespace

std::unique_ptr<Core> make_rare_core(Machine& machine, CoreOptions options, AnyObserver observer) {
    return options.delayed_branching ? make<true>(machine, std::move(observer))
                                     : make<false>(machine, std::move(observer));
}

}  // namespace mariner
