#include "emulator/backend_wasm/module_writer.hpp"

#include <string_view>

namespace mariner::backend_wasm {

namespace {

enum class Section : u8 { type = 1, import = 2, function = 3, export_ = 7, code = 10 };

constexpr u8 function_type = 0x60;
constexpr u8 is_function = 0, is_memory = 2;  // what is imported or exported

void append(Bytes& bytes, const Bytes& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

void append_name(Bytes& bytes, std::string_view name) {
    append_unsigned(bytes, name.size());
    bytes.insert(bytes.end(), name.begin(), name.end());
}

/// Of one entry.
void append_section(Bytes& module, Section section, const Bytes& entry) {
    module.push_back(static_cast<u8>(section));
    append_unsigned(module, entry.size() + 1);
    module.push_back(1);
    append(module, entry);
}

}  // namespace

Bytes write_module(const CodeWriter& run) {
    constexpr u8 word = static_cast<u8>(WasmType::i32);
    Bytes module{0, 'a', 's', 'm', 1, 0, 0, 0};
    append_section(module, Section::type, {function_type, 2, word, word, 1, word});
    Bytes memory;
    append_name(memory, "mariner");
    append_name(memory, "memory");
    append(memory, {is_memory, 0, 0});  // of any size
    append_section(module, Section::import, memory);
    append_section(module, Section::function, {0});
    Bytes exported;
    append_name(exported, "run");
    append(exported, {is_function, 0});
    append_section(module, Section::export_, exported);
    const Bytes function = run.function();
    Bytes code;
    append_unsigned(code, function.size());
    append(code, function);
    append_section(module, Section::code, code);
    return module;
}

}  // namespace mariner::backend_wasm
