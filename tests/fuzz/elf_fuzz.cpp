// Any bytes as an ELF file: read it, and if it loads, look at all of it as the other parts would, and write it again.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "emulator/isa/disassemble.hpp"
#include "emulator/isa/encode.hpp"
#include "emulator/program/disassembly.hpp"
#include "emulator/program/elf_reader.hpp"
#include "emulator/program/elf_writer.hpp"
#include "emulator/program/listing.hpp"

using namespace mariner;

namespace {

void look_at(const ProgramImage& image) {
    for (const TextEntry& entry : image.text) {
        if (!entry.undefined && isa::mars_text(entry.instruction).empty()) {
            std::abort();
        }
        if (entry.statement != TextEntry::no_statement && entry.statement >= image.statements.size()) {
            std::abort();
        }
    }
    for (size_t i = 1; i < image.text.size(); ++i) {
        if (image.text[i - 1].address >= image.text[i].address) {
            std::abort();
        }
    }
    if (write_disassembly(image).empty() && !image.text.empty()) {
        std::abort();
    }
    static_cast<void>(write_listing(image));
}

/// What was written by us is read again to the same instructions.
void write_and_read(const ProgramImage& image) {
    const Result<std::string> bytes = write_elf(image);
    if (!bytes) {
        return;
    }
    const Result<ProgramImage> again = read_elf(*bytes);
    if (!again || again->text.size() != image.text.size()) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<ProgramImage> image = read_elf(std::string_view(reinterpret_cast<const char*>(data), size));
    if (image) {
        look_at(*image);
        write_and_read(*image);
    }
    return 0;
}
