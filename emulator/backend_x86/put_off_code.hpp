#pragma once
// Code that is emitted behind everything else, because it is seldom executed: closures, kept one behind the other
// without an allocation for each.

#include <array>
#include <cstddef>
#include <memory_resource>
#include <new>
#include <utility>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::backend_x86 {

class PutOffCode {
public:
    PutOffCode() = default;
    PutOffCode(const PutOffCode&) = delete;
    PutOffCode& operator=(const PutOffCode&) = delete;
    ~PutOffCode() {
        for (const PutOffPart& part : m_parts) {
            part.destroy(part.closure);
        }
    }

    /// `instruction`: whose code it is.
    template <class Emit>
    void add(u32 instruction, Emit emit) {
        void* const place = m_memory.allocate(sizeof(Emit), alignof(Emit));
        m_parts.push_back({instruction, new (place) Emit(std::move(emit)),
                           [](void* closure) { (*static_cast<Emit*>(closure))(); },
                           [](void* closure) { static_cast<Emit*>(closure)->~Emit(); }});
    }

    /// Each in turn, also those that are added meanwhile. `before` and `behind` are told the instruction.
    template <class Before, class Behind>
    void emit_all(Before before, Behind behind) {
        for (size_t i = 0; i < m_parts.size(); ++i) {
            const PutOffPart part = m_parts[i];
            before(part.instruction);
            part.emit(part.closure);
            behind(part.instruction);
        }
    }

private:
    struct PutOffPart {
        u32 instruction;
        void* closure;
        void (*emit)(void* closure);
        void (*destroy)(void* closure);
    };

    std::array<std::byte, 4096> m_first;
    std::pmr::monotonic_buffer_resource m_memory{m_first.data(), m_first.size()};
    std::vector<PutOffPart> m_parts;
};

}  // namespace mariner::backend_x86
