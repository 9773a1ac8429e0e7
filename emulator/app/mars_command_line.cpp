#include "emulator/app/mars_command_line.hpp"

#include <array>
#include <optional>

#include "emulator/isa/registers.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

/// A word without an argument of its own.
struct Switch {
    std::string_view word;
    void (*apply)(MarsCommandLine&);
};

constexpr auto switches = std::to_array<Switch>({
    {"me", [](MarsCommandLine&) {}},  // these two count wherever they stand, so they were looked for before
    {"nc", [](MarsCommandLine&) {}},
    {"d", [](MarsCommandLine& c) { c.debug = true; }},
    {"a", [](MarsCommandLine& c) { c.run = false; }},
    {"ad", [](MarsCommandLine& c) { c.debug = true, c.run = false; }},
    {"da", [](MarsCommandLine& c) { c.debug = true, c.run = false; }},
    {"p", [](MarsCommandLine& c) { c.project = true; }},
    {"dec", [](MarsCommandLine& c) { c.format = MarsFormat::decimal; }},
    {"hex", [](MarsCommandLine& c) { c.format = MarsFormat::hexadecimal; }},
    {"ascii", [](MarsCommandLine& c) { c.format = MarsFormat::ascii; }},
    {"b", [](MarsCommandLine& c) { c.brief = true; }},
    {"db", [](MarsCommandLine& c) { c.delayed_branching = true; }},
    {"np", [](MarsCommandLine& c) { c.allow_pseudo = false; }},
    {"ne", [](MarsCommandLine& c) { c.allow_pseudo = false; }},
    {"we", [](MarsCommandLine& c) { c.warnings_are_errors = true; }},
    {"sm", [](MarsCommandLine& c) { c.start_at_main = true; }},
    {"smc", [](MarsCommandLine& c) { c.self_modifying_code = true; }},
    {"ic", [](MarsCommandLine& c) { c.count_instructions = true; }},
});

std::optional<u8> register_number(std::string_view digits) {
    const std::optional<i32> value = decode_mars_int(digits);
    return value && *value >= 0 && *value < 32 ? std::optional(static_cast<u8>(*value)) : std::nullopt;
}

/// `name` begins with a dollar sign.
std::optional<MarsRegister> find_mars_register(const std::string& name) {
    const std::string_view rest = std::string_view(name).substr(1);
    if (const std::optional<u8> number = register_number(rest)) {
        return MarsRegister{name, *number, false};
    }
    if (const std::optional<u8> number = isa::find_register(name)) {
        return MarsRegister{name, *number, false};
    }
    if (rest.starts_with('f')) {
        if (const std::optional<u8> number = register_number(rest.substr(1))) {
            return MarsRegister{name, *number, true, rest.substr(1) == std::to_string(*number)};
        }
    }
    return std::nullopt;
}

class WordReader {
public:
    WordReader(const std::vector<std::string>& words, const std::function<bool(const std::string&)>& file_exists)
        : m_words(words), m_file_exists(file_exists) {}

    MarsCommandLine read() {
        for (const std::string& word : m_words) {
            m_line.messages_to_error |= to_lower(word) == "me";
            m_line.show_banner &= to_lower(word) != "nc";
        }
        if (m_words.size() == 1 && m_words[0] == "h") {
            m_line.is_help = true;
            m_line.is_valid = false;
            return m_line;
        }
        while (m_next < m_words.size()) {
            const std::string& word = m_words[m_next++];
            if (to_lower(word) == "pa") {
                m_line.arguments.assign(m_words.begin() + static_cast<std::ptrdiff_t>(m_next), m_words.end());
                break;
            }
            take(word);
        }
        return m_line;
    }

private:
    /// The kinds of words in the order in which they are tried.
    void take(const std::string& word) {
        const bool taken = take_words(word) || take_dump(word) || take_configuration(word) || take_exit_code(word) ||
                           take_switch(word) || take_register(word) || take_file(word) || take_step_limit(word) ||
                           take_memory_range(word);
        if (!taken) {
            fail("Invalid Command Argument: " + word);
        }
    }

    void fail(std::string message) {
        m_line.messages.push_back(std::move(message));
        m_line.is_valid = false;
    }

    /// Ours alone, with two dashes as no word of MARS has: names the version whose machine words are wanted.
    bool take_words(const std::string& word) {
        if (word != "--words") {
            return false;
        }
        const std::string version = m_next < m_words.size() ? m_words[m_next++] : "";
        m_line.words_of_mars_46 = version == "4.6";
        if (version != "4.5" && version != "4.6") {
            fail("--words takes 4.5 or 4.6: " + version);
        }
        return true;
    }

    bool take_dump(const std::string& word) {
        if (to_lower(word) != "dump") {
            return false;
        }
        if (m_words.size() - m_next < 3) {
            fail("Dump command line argument requires a segment, format and file name.");
            return true;
        }
        m_line.dumps.push_back({m_words[m_next], m_words[m_next + 1], m_words[m_next + 2]});
        m_next += 3;
        return true;
    }

    bool take_configuration(const std::string& word) {
        if (to_lower(word) != "mc") {
            return false;
        }
        const std::string name = m_next < m_words.size() ? m_words[m_next++] : "";
        for (size_t i = 0; i < memory_maps.size(); ++i) {
            if (memory_maps[i].mars_name == name) {
                m_line.configuration = static_cast<MemoryConfiguration>(i);
                return true;
            }
        }
        fail("Invalid memory configuration: " + name);
        return true;
    }

    bool take_exit_code(const std::string& word) {
        const std::string kind = to_lower(std::string_view(word).substr(0, 2));
        if (kind != "ae" && kind != "se") {
            return false;
        }
        const std::optional<i32> code = decode_java_int(std::string_view(word).substr(2));
        if (code) {
            (kind == "ae" ? m_line.assembly_error_code : m_line.run_error_code) = *code;
        }
        return code.has_value();
    }

    bool take_switch(const std::string& word) {
        const std::string lower = to_lower(word);
        for (const Switch& row : switches) {
            if (row.word == lower) {
                row.apply(m_line);
                return true;
            }
        }
        return false;
    }

    bool take_register(const std::string& word) {
        const bool has_dollar = word.starts_with('$');
        const std::optional<MarsRegister> found = find_mars_register(has_dollar ? word : "$" + word);
        if (found) {
            m_line.registers.push_back(*found);
        } else if (has_dollar) {
            m_line.messages.push_back("Invalid Register Name: " + word);
        }
        return found || has_dollar;
    }

    bool take_file(const std::string& word) {
        if (!m_file_exists(word)) {
            return false;
        }
        m_line.files.push_back(word);
        return true;
    }

    bool take_step_limit(const std::string& word) {
        const std::optional<i32> steps = decode_java_int(word);
        if (steps) {
            m_line.max_steps = *steps;
        }
        return steps.has_value();
    }

    bool take_memory_range(const std::string& word) {
        const size_t dash = word.find('-');
        if (dash == std::string::npos || dash == 0 || dash + 1 == word.size()) {
            return false;
        }
        const std::optional<i32> first = decode_mars_int(std::string_view(word).substr(0, dash));
        const std::optional<i32> last = decode_mars_int(std::string_view(word).substr(dash + 1));
        if (!first || !last || *first > *last || *first % 4 != 0 || *last % 4 != 0) {
            fail("Invalid/unaligned address or invalid range: " + word);
            return true;
        }
        m_line.memory_ranges.emplace_back(*first, *last);
        return true;
    }

    const std::vector<std::string>& m_words;
    const std::function<bool(const std::string&)>& m_file_exists;
    size_t m_next = 0;
    MarsCommandLine m_line;
};

}  // namespace

MarsCommandLine parse_mars_words(const std::vector<std::string>& words,
                                 const std::function<bool(const std::string&)>& file_exists) {
    return WordReader(words, file_exists).read();
}

}  // namespace mariner::app
