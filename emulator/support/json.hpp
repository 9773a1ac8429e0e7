#pragma once
// A streaming JSON writer for --json and reports. Text that isn't UTF-8 comes out as valid UTF-8 all the same, so that
// a guest's bytes can't spoil a report. Commas, indentation and escapes are its business, the nesting is the caller's.

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner {

enum class JsonLayout : u8 { indented, compact };

class JsonWriter {
public:
    explicit JsonWriter(JsonLayout layout = JsonLayout::indented) : m_layout(layout) {}

    void begin_object() { open('{'); }
    void end_object() { close('}'); }
    void begin_array() { open('['); }
    void end_array() { close(']'); }

    /// The name of the next value; only directly inside an object.
    void key(std::string_view name);

    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(bool flag) { token(flag ? "true" : "false"); }
    /// Infinity and NaN, which JSON lacks, become null.
    void value(double number);
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool>) void value(Integer number) { token(std::to_string(number)); }
    template <class Value>
    void value(const std::optional<Value>& content) {
        content ? value(*content) : null();
    }
    void null() { token("null"); }
    void value(std::span<const std::string> texts) {
        begin_array();
        for (const std::string& text : texts) {
            value(text);
        }
        end_array();
    }

    template <class Value>
    void member(std::string_view name, const Value& content) {
        key(name);
        value(content);
    }
    /// Members that are an object or an array, which `fill` fills.
    template <class Fill>
    void object(std::string_view name, Fill fill) {
        key(name);
        begin_object();
        fill();
        end_object();
    }
    template <class Fill>
    void array(std::string_view name, Fill fill) {
        key(name);
        begin_array();
        fill();
        end_array();
    }
    /// An array of objects, one for each item, which `fill` fills with it.
    template <class Items, class Fill>
    void objects(std::string_view name, const Items& items, Fill fill) {
        array(name, [&] {
            for (const auto& item : items) {
                begin_object();
                fill(item);
                end_object();
            }
        });
    }
    /// An array of plain values.
    template <class Items>
    void values(std::string_view name, const Items& items) {
        array(name, [&] {
            for (const auto& item : items) {
                value(item);
            }
        });
    }

    /// The document, ended by a newline once all is closed.
    [[nodiscard]] std::string take();
    /// What has been written since the last time, for a document larger than memory.
    [[nodiscard]] std::string take_so_far() { return std::exchange(m_out, {}); }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();
    void new_line();
    void token(std::string_view text);

    struct Level {
        bool has_items = false;
    };

    JsonLayout m_layout;
    std::string m_out;
    std::vector<Level> m_levels;
    bool m_after_key = false;
};

/// The text in quotes, escaped; malformed UTF-8 becomes U+FFFD.
std::string json_string(std::string_view text);

}  // namespace mariner
