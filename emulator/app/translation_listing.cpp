#include "emulator/app/translation_listing.hpp"

#include <algorithm>
#include <map>

#include "emulator/backend_x86/engine.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner::app {

namespace {

constexpr size_t guest_width = 44;
constexpr size_t operation_width = 44;

using translate::TranslatedBlock;
using translate::TranslatedInstruction;

class TranslationWriter {
public:
    TranslationWriter(const ProgramImage& image, const Text& text) : m_text(text) {
        for (const Symbol& symbol : image.symbols) {
            m_labels.emplace(symbol.address, symbol.name);
        }
    }

    void write(const TranslatedBlock& block) {
        const u32 address = m_text.user().base + 4 * block.block.first;
        const std::string label = label_at(address);
        m_page += "\n" + (label.empty() ? "0x" + isa::hex_digits(address) : label) + ":";
        m_page += block.block.is_loop ? "  # something branches back to here" : "";
        m_page += block.block.debt != 0
                      ? "  # " + std::to_string(block.block.debt) + " steps are made and not yet counted"
                      : "";
        m_page += "\n";
        for (u32 i = 0; i < block.instructions.size(); ++i) {
            write(address + 4 * i, block.instructions[i]);
        }
    }

    std::string m_page;

private:
    [[nodiscard]] std::string label_at(u32 address) const {
        const auto label = m_labels.find(address);
        return label == m_labels.end() ? std::string() : label->second;
    }

    void write(u32 address, const TranslatedInstruction& one) {
        const isa::Instruction* const instruction = m_text.instruction_at(address);
        const auto label = [this](u32 target) { return label_at(target); };
        const std::string guest =
            "  " + isa::hex_digits(address) + "  " +
            (instruction == nullptr ? "no instruction" : isa::assembly_text(*instruction, address, label));
        std::vector<std::string> host = one.host;
        for (const std::string& line : one.aside) {
            host.push_back("    " + line);
        }
        const size_t lines = std::max({size_t{1}, one.operations.size(), host.size()});
        for (size_t i = 0; i < lines; ++i) {
            const auto at = [i](const std::vector<std::string>& column) { return i < column.size() ? column[i] : ""; };
            std::string line = padded(i == 0 ? guest : "", guest_width) + "| " +
                               padded(at(one.operations), operation_width) + "| " + at(host);
            line.erase(line.find_last_not_of(' ') + 1);
            m_page += line + "\n";
        }
    }

    static std::string padded(std::string text, size_t width) {
        text.resize(std::max(text.size() + 1, width), ' ');
        return text;
    }

    const Text& m_text;
    std::map<u32, std::string> m_labels;
};

}  // namespace

std::string write_translation(const ProgramImage& image) {
    const auto machine = Machine::create(image);
    if (!machine) {
        return {};
    }
    const translate::Translation translation = backend_x86::translation_of(**machine);
    TranslationWriter writer(image, (*machine)->text());
    writer.m_page =
        "# guest | micro-operations after the passes, and what those did | code for x86-64; what is seldom executed is "
        "indented\n";
    for (const std::string& line : translation.legend) {
        writer.m_page += "# " + line + "\n";
    }
    if (translation.legend.empty()) {
        writer.m_page += "# this mariner makes no code for x86-64\n";
    }
    for (const TranslatedBlock& block : translation.blocks) {
        writer.write(block);
    }
    return std::move(writer.m_page);
}

}  // namespace mariner::app
