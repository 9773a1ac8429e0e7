#include "emulator/grader/excerpt.hpp"

#include "emulator/support/text.hpp"

namespace mariner::grader {

std::string excerpt(std::string_view text, size_t most) {
    if (text.size() <= most) {
        return std::string(text);
    }
    return std::string(text.substr(0, most)) + "\n[" + with_thousands(text.size() - most) + " more bytes]";
}

std::string in_quotes(std::string_view text, size_t most) {
    std::string out = "'";
    for (const char c : text.substr(0, most)) {
        const auto byte = static_cast<u8>(c);
        out += c == '\n' ? "\\n" : byte < 0x20 || byte == 0x7f ? "?" : std::string(1, c);
    }
    return out + (text.size() > most ? "...'" : "'");
}

}  // namespace mariner::grader
