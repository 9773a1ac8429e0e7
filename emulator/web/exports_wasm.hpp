#pragma once
// How a page and a module talk (package/index.js): arguments that are no numbers are written to the inbox first;
// answers that are no numbers stand in the outbox until the next call. Objects are known by handles, which begin at 1;
// 0 is none. Included by the one file of a module that holds its exports.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "emulator/support/types.hpp"

#define EXPORT(name) extern "C" [[clang::export_name(#name)]]

namespace mariner::web {

inline std::string inbox;
inline std::string outbox;

/// Handles that are free again are given again.
template <class Thing>
class Things {
public:
    u32 add(std::unique_ptr<Thing> thing) {
        const auto free = std::ranges::find_if(m_things, [](const auto& thing) { return thing == nullptr; });
        const auto index = free - m_things.begin();
        if (free == m_things.end()) {
            m_things.push_back(std::move(thing));
        } else {
            *free = std::move(thing);
        }
        return static_cast<u32>(index) + 1;
    }
    Thing& operator[](u32 handle) { return *m_things.at(handle - 1); }
    void remove(u32 handle) { m_things.at(handle - 1).reset(); }

private:
    std::vector<std::unique_ptr<Thing>> m_things;
};

EXPORT(inbox) u8* make_inbox(u32 size) {
    inbox.resize(size);
    return reinterpret_cast<u8*>(inbox.data());
}
EXPORT(outbox) const u8* get_outbox() {
    return reinterpret_cast<const u8*>(outbox.data());
}
EXPORT(outbox_size) u32 get_outbox_size() {
    return static_cast<u32>(outbox.size());
}

}  // namespace mariner::web
