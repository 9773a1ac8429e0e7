#pragma once
// JSON text to a tree of values, for what other programs send (the debug adapter's messages) and for files of ours.
// The text is not trusted: its size, depth and number of values are bounded, and an error names line and column. Knows
// nothing of what the values mean.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

class JsonValue;
/// In the order of the text. Of members with the same name, find() sees the last.
using JsonMember = std::pair<std::string, JsonValue>;

/// Reading never fails: what isn't there, or is of another kind, is null, empty or the fallback.
class JsonValue {
public:
    JsonValue() = default;
    explicit JsonValue(bool flag) : m_content(flag) {}
    explicit JsonValue(double number) : m_content(number) {}
    explicit JsonValue(i64 number) : m_content(number) {}
    explicit JsonValue(std::string text) : m_content(std::move(text)) {}
    explicit JsonValue(std::vector<JsonValue> items) : m_content(std::move(items)) {}
    explicit JsonValue(std::vector<JsonMember> members) : m_content(std::move(members)) {}

    [[nodiscard]] bool is_null() const { return m_content.index() == 0; }
    [[nodiscard]] bool is_text() const { return std::holds_alternative<std::string>(m_content); }
    [[nodiscard]] bool is_array() const { return std::holds_alternative<std::vector<JsonValue>>(m_content); }
    [[nodiscard]] bool is_object() const { return std::holds_alternative<std::vector<JsonMember>>(m_content); }

    [[nodiscard]] bool flag(bool fallback = false) const;
    /// A whole number that fits: 3, 3.0 and 3e0 alike.
    [[nodiscard]] std::optional<i64> integer() const;
    [[nodiscard]] std::optional<double> number() const;
    [[nodiscard]] std::string_view text(std::string_view fallback = {}) const;
    [[nodiscard]] std::span<const JsonValue> items() const;
    [[nodiscard]] std::span<const JsonMember> members() const;

    /// The member of this name, or null if there is none.
    [[nodiscard]] const JsonValue* find(std::string_view name) const;
    /// The same, with a null value for what isn't there, so that look-ups can be chained.
    const JsonValue& operator[](std::string_view name) const;

private:
    std::variant<std::monostate, bool, i64, double, std::string, std::vector<JsonValue>, std::vector<JsonMember>>
        m_content;
};

struct JsonLimits {
    size_t bytes = size_t{16} << 20;
    size_t values = 1'000'000;
    u32 depth = 100;
};

/// RFC 8259, strictly: one value and nothing behind it, UTF-8 throughout. A lone surrogate escape becomes U+FFFD.
Result<JsonValue> read_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace mariner
