#include "emulator/remote/declared_data.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "emulator/debugger/expression.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr u32 most_shown_elements = 8;
constexpr u32 most_text_characters = 200;

u32 width_of(DataKind kind, u32 address, u32 size) {
    switch (kind) {
        case DataKind::bytes:
        case DataKind::text:
        case DataKind::text_with_end:
            return 1;
        case DataKind::halves:
            return 2;
        case DataKind::doubles:
            return 8;
        case DataKind::space:
            return address % 4 == 0 && size % 4 == 0 ? 4 : 1;
        default:
            return 4;
    }
}

u64 bits_at(const debugger::Session& session, u32 address, u32 width) {
    const std::vector<u8> bytes = session.read_memory(address, width);
    u64 bits = 0;
    for (size_t i = bytes.size(); i > 0; --i) {
        bits = bits << 8 | bytes[i - 1];
    }
    return bits;
}

std::string characters_of(const debugger::Session& session, const DeclaredData& data) {
    const std::vector<u8> bytes = session.read_memory(data.address, std::min(data.count, most_text_characters));
    const bool has_end = data.kind == DataKind::text_with_end;
    const auto end = has_end ? std::find(bytes.begin(), bytes.end(), u8{0}) : bytes.end();
    return json_string(std::string(bytes.begin(), end)) +
           (end == bytes.end() && data.count > bytes.size() ? "..." : "");
}

}  // namespace

std::optional<DeclaredData> declared_at(const ProgramImage& image, u32 address) {
    const auto& items = image.data_items;
    const auto first = std::ranges::lower_bound(items, address, {}, &DataItem::address);
    if (first == items.end() || first->address != address || first->kind == DataKind::other || first->size == 0) {
        return std::nullopt;
    }
    u32 limit = std::numeric_limits<u32>::max();
    for (const Symbol& symbol : image.symbols) {
        limit = symbol.is_data && symbol.address > address ? std::min(limit, symbol.address) : limit;
    }
    u32 end = address;
    for (auto item = first; item != items.end() && item->kind == first->kind && item->address == end; ++item) {
        const bool is_text = item->kind == DataKind::text_with_end;
        if (item->address >= limit || (is_text && item != first)) {
            break;
        }
        end = std::min(limit, item->address + item->size);
    }
    DeclaredData data{address, first->kind, width_of(first->kind, address, end - address), 1};
    data.count = std::max<u32>(1, (end - address) / data.width);
    return data;
}

std::string element_text(const debugger::Session& session, const DeclaredData& data, u32 address, bool is_hexadecimal) {
    const u64 bits = bits_at(session, address, data.width);
    if (data.is_text()) {
        return characters_of(session, data);
    }
    if (data.kind == DataKind::doubles) {
        return java_text(std::bit_cast<double>(bits));
    }
    if (data.kind == DataKind::floats) {
        return float_text(static_cast<u32>(bits));
    }
    const i32 value = data.width == 1   ? static_cast<i8>(bits)
                      : data.width == 2 ? static_cast<i16>(bits)
                                        : static_cast<i32>(bits);
    return word_text(session.image(), static_cast<u32>(value), is_hexadecimal);
}

std::string declared_text(const debugger::Session& session, const DeclaredData& data, bool is_hexadecimal) {
    if (!data.is_list()) {
        return element_text(session, data, data.address, is_hexadecimal);
    }
    std::string out;
    for (u32 i = 0; i < std::min(data.count, most_shown_elements); ++i) {
        const std::string text = element_text(session, data, data.element(i), is_hexadecimal);
        out += (i > 0 ? ", " : "") + text.substr(0, text.find(' '));
    }
    return out + (data.count > most_shown_elements ? ", ..." : "");
}

std::string element_expression(DataKind kind, std::string_view address) {
    const std::string at = "(" + std::string(address) + ")";
    switch (kind) {
        case DataKind::bytes:
            return "byte" + at;
        case DataKind::halves:
            return "half" + at;
        case DataKind::floats:
            return "float" + at;
        case DataKind::doubles:
            return "double" + at;
        case DataKind::text:
        case DataKind::text_with_end:
            return "string" + at;
        default:
            return "*" + at;
    }
}

bool assign_element(debugger::Session& session, const DeclaredData& data, u32 address, std::string_view text) {
    const Result<debugger::Expression> expression = debugger::Expression::parse(text, session.image());
    const Result<debugger::ExpressionValue> value =
        expression ? expression->evaluate(session.machine()) : expression.error();
    if (!value || data.is_text() || std::holds_alternative<std::string>(*value)) {
        return false;
    }
    const bool is_real = data.kind == DataKind::floats || data.kind == DataKind::doubles;
    const u32* const word = std::get_if<u32>(&*value);
    if (!is_real && word == nullptr) {
        return false;
    }
    // As in registers: a whole number is one, but in hexadecimal it is bits.
    const bool is_bits = word != nullptr && (!is_real || text.starts_with("0x"));
    const double real = is_bits ? 0 : word != nullptr ? static_cast<i32>(*word) : debugger::real_of(*value);
    const u64 bits = is_bits                          ? *word
                     : data.kind == DataKind::doubles ? std::bit_cast<u64>(real)
                                                      : std::bit_cast<u32>(static_cast<float>(real));
    std::vector<u8> bytes;
    for (u32 i = 0; i < data.width; ++i) {
        bytes.push_back(static_cast<u8>(bits >> (8 * i)));
    }
    return session.write_memory(address, bytes);
}

}  // namespace mariner::remote
