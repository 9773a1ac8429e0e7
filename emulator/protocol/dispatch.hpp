#pragma once
// From the name of a request to its row in a server's table. A row is a struct with a member `name`; what else it says
// (when the request may come, who answers it) is the server's business.

#include <algorithm>
#include <span>
#include <string_view>

namespace mariner::protocol {

/// Null if the table has no such request.
template <class Rows>
auto find_request(const Rows& rows, std::string_view name) -> decltype(std::data(rows)) {
    const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const auto& one) { return one.name == name; });
    return row != std::end(rows) ? &*row : nullptr;
}

}  // namespace mariner::protocol
