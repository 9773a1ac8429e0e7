#pragma once
// Result<T>: a value or the reason why there is none. For failures of the outside world (a file, an ELF,
// a rubric); wrong guest programs and wrong sources have their own ways (execute/stop.hpp, assembler/diagnostics.hpp).
// The names are those of std::expected, which g++ 12 has only under C++23.

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace mariner {

/// One sentence for the person at the keyboard: what is wrong and, where it helps, what to do.
struct [[nodiscard]] Error {
    std::string message;
};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(value()); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    T& value() & {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    const T& value() const& {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    const Error& error() const {
        assert(!has_value());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    [[nodiscard]] bool has_value() const { return !m_error; }
    explicit operator bool() const { return has_value(); }
    const Error& error() const {
        assert(m_error);
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

}  // namespace mariner
