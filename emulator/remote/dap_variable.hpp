#pragma once
// What the debug adapter shows as a variable: a register, a label with what it names, an element of a list, the value
// of an expression. Shared by the parts of DapServer that list them and that change them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/debugger/session.hpp"
#include "emulator/remote/declared_data.hpp"
#include "emulator/support/json.hpp"

namespace mariner::remote {

/// The numbers by which clients ask for a scope's variables.
enum class Scope : u8 { none, registers, floats, doubles, coprocessor_0, labels };

struct Variable {
    std::string name;
    std::string value;
    std::string type;
    std::optional<u32> memory{};
    std::optional<u8> number{};   // of a register
    std::string_view group = {};  // that it belongs to
    u32 list = 0;                 // by which its elements are asked for; 0 if it has none
    u32 count = 0;                // of them
    std::string evaluated{};      // the expression that it is the value of; empty: its name
};

Variable register_variable(const debugger::Session& session, u8 id, bool is_hexadecimal);
Variable memory_variable(const debugger::Session& session, std::string_view name, u32 address, bool is_hexadecimal);
std::string double_text(const CpuState& cpu, u32 number);

/// The list that a client means by a number it was given.
std::optional<DeclaredData> list_of(const ProgramImage& image, i64 number);
std::vector<Variable> element_variables(const debugger::Session& session, const DeclaredData& list, i64 start,
                                        i64 count, bool is_hexadecimal);
/// The address of "[2]" in a list.
std::optional<u32> find_element(const DeclaredData& list, std::string_view name);

void write_variable(JsonWriter& json, const Variable& variable, std::string_view value_name);

}  // namespace mariner::remote
