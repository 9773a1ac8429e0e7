#pragma once
// A function for each kind of value that a variant may hold, for std::visit.

namespace mariner {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace mariner
