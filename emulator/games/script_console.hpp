#pragma once
// A twin's console that keeps what is printed and tells when the game waits, and the one over a text: what the player
// types is known beforehand. Used by the generator, verify, replay and the tests.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/games/twin.hpp"

namespace mariner::games {

class ObservedConsole : public TwinConsole {
public:
    /// Called whenever the game waits: asleep, or for a line, before it gets it.
    void on_wait(std::function<void(bool asleep)> observer) { m_observer = std::move(observer); }

    std::optional<std::string> read_line(Ask ask) final {
        tell(false);
        return next_line(ask);
    }
    void print(std::string_view text) final { m_transcript += text; }
    void sleep() final { tell(true); }

    [[nodiscard]] const std::string& transcript() const { return m_transcript; }

private:
    virtual std::optional<std::string> next_line(Ask ask) = 0;

    void tell(bool asleep) const {
        if (m_observer) {
            m_observer(asleep);
        }
    }

    std::string m_transcript;
    std::function<void(bool)> m_observer;
};

class ScriptConsole final : public ObservedConsole {
public:
    explicit ScriptConsole(std::string_view input) : m_rest(input) {}

private:
    std::optional<std::string> next_line(Ask /*ask*/) override {
        if (m_rest.empty()) {
            return std::nullopt;
        }
        const size_t end = m_rest.find('\n');
        std::string line(m_rest.substr(0, end));
        m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
        return line;
    }

    std::string_view m_rest;
};

}  // namespace mariner::games
