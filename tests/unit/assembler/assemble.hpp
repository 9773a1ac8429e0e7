#pragma once
// What the tests of this folder share: assembling text from memory and looking at the result.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"

namespace mariner::test {

/// The first file is the program; further ones can be included by it.
inline Assembly assemble_text(std::string text, const AssemblerOptions& options = {},
                              const std::map<std::string, std::string>& others = {}) {
    MemorySources sources;
    sources.add("a.asm", std::move(text));
    for (const auto& [name, content] : others) {
        sources.add(name, content);
    }
    const std::vector<std::string> files = {"a.asm"};
    return assemble(files, sources, options);
}

inline std::vector<u32> words_of(const Assembly& assembly) {
    std::vector<u32> words;
    if (assembly.image) {
        for (const TextEntry& entry : assembly.image->text) {
            words.push_back(entry.word);
        }
    }
    return words;
}

/// The words of a program that must assemble.
inline std::vector<u32> words(std::string text, const AssemblerOptions& options = {}) {
    const Assembly assembly = assemble_text(std::move(text), options);
    EXPECT_TRUE(assembly.image) << mars_report(assembly.diagnostics);
    return words_of(assembly);
}

/// The bytes stored from an address on, as they stand in one range; empty if nothing begins there.
inline std::string data_at(const Assembly& assembly, u32 address) {
    for (const DataRange& range : assembly.image ? assembly.image->data : std::vector<DataRange>()) {
        if (range.address == address) {
            return {range.bytes.begin(), range.bytes.end()};
        }
    }
    return {};
}

inline u32 address_of(const Assembly& assembly, std::string_view label) {
    const Symbol* const symbol = assembly.image ? assembly.image->find_symbol(label) : nullptr;
    return symbol != nullptr ? symbol->address : 0xffffffff;
}

}  // namespace mariner::test
