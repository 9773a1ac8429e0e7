#include "emulator/remote/dap_variable.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "emulator/execute/registers.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

/// Numbers below are those of scopes; clients take none that is negative as a signed one.
constexpr i64 smallest_list = 0x1000;
constexpr i64 largest_list = 0x7fffffff;

/// What calls make of a register; the page shows them together. Our own addition to the protocol.
struct RegisterGroup {
    u8 first;
    std::string_view name;
};
constexpr auto register_groups = std::to_array<RegisterGroup>({
    {0, "other"},
    {2, "results"},
    {4, "arguments"},
    {8, "temporaries"},
    {16, "saved"},
    {24, "temporaries"},
    {26, "other"},
    {28, "pointers"},
    {32, "other"},
});
std::string_view group_of(u8 id) {
    const auto after = std::ranges::upper_bound(register_groups, id, {}, &RegisterGroup::first);
    return (after - 1)->name;
}

}  // namespace

std::string double_text(const CpuState& cpu, u32 number) {
    const u64 bits = u64{cpu.fpr[number + 1]} << 32 | cpu.fpr[number];
    return java_text(std::bit_cast<double>(bits));
}

Variable register_variable(const debugger::Session& session, u8 id, bool is_hexadecimal) {
    const u32 value = session.register_value(id);
    const bool is_float = id >= register_id::float_base;
    return {std::string(register_name(id)),
            is_float ? float_text(value) : word_text(session.image(), value, is_hexadecimal),
            is_float ? "float" : "word",
            is_float ? std::nullopt : std::optional(value),
            id < 32 ? std::optional(id) : std::nullopt,
            group_of(id)};
}

Variable memory_variable(const debugger::Session& session, std::string_view name, u32 address, bool is_hexadecimal) {
    Variable variable{std::string(name), {}, "memory", address};
    const std::optional<DeclaredData> data = declared_at(session.image(), address);
    if (!data) {
        variable.value = memory_text(session, address, is_hexadecimal);
        return variable;
    }
    variable.value = declared_text(session, *data, is_hexadecimal);
    if (data->is_list() && list_of(session.image(), address)) {
        variable.list = address;
        variable.count = data->count;
    }
    return variable;
}

std::optional<DeclaredData> list_of(const ProgramImage& image, i64 number) {
    const bool is_list = number >= smallest_list && number <= largest_list;
    const std::optional<DeclaredData> data = is_list ? declared_at(image, static_cast<u32>(number)) : std::nullopt;
    return data && data->is_list() ? data : std::nullopt;
}

std::vector<Variable> element_variables(const debugger::Session& session, const DeclaredData& list, i64 start,
                                        i64 count, bool is_hexadecimal) {
    constexpr u32 most_elements = 10'000;
    const auto first = static_cast<u32>(std::clamp<i64>(start, 0, list.count));
    const u32 left = list.count - first;
    const u32 wanted = count > 0 ? static_cast<u32>(std::min<i64>(count, left)) : left;
    std::vector<Variable> all;
    for (u32 i = first; i < first + std::min(wanted, most_elements); ++i) {
        const u32 address = list.element(i);
        Variable one{"[" + std::to_string(i) + "]", element_text(session, list, address, is_hexadecimal), "memory",
                     address};
        one.evaluated = element_expression(list.kind, hex32(address));
        all.push_back(std::move(one));
    }
    return all;
}

std::optional<u32> find_element(const DeclaredData& list, std::string_view name) {
    const bool is_element = name.starts_with('[') && name.ends_with(']') && name.size() > 2;
    const std::optional<u32> index = is_element ? parse_digits<u32>(name.substr(1, name.size() - 2)) : std::nullopt;
    return index && *index < list.count ? std::optional(list.element(*index)) : std::nullopt;
}

void write_variable(JsonWriter& json, const Variable& variable, std::string_view value_name) {
    json.member(value_name, variable.value);
    json.member("type", variable.type);
    json.member("variablesReference", variable.list);
    if (variable.list != 0) {
        json.member("indexedVariables", variable.count);
    }
    if (variable.memory) {
        json.member("memoryReference", hex32(*variable.memory));
    }
}

}  // namespace mariner::remote
