#include "emulator/program/listing.hpp"

#include <algorithm>
#include <map>

#include "emulator/isa/disassemble.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

using LabelsByAddress = std::multimap<u32, const Symbol*>;

LabelsByAddress labels_by_address(const ProgramImage& image) {
    LabelsByAddress labels;
    for (const Symbol& symbol : image.symbols) {
        labels.emplace(symbol.address, &symbol);
    }
    return labels;
}

void write_labels(std::string& out, const LabelsByAddress& labels, u32 address) {
    const auto [first, last] = labels.equal_range(address);
    for (auto at = first; at != last; ++at) {
        out += at->second->name + ":\n";
    }
}

std::string file_name(const ProgramImage& image, u32 file) {
    return file < image.files.size() ? image.files[file] : std::string("?");
}

/// "12" in the main file, "3<-12" in a macro called in line 12: the line of the body, then the calls, innermost first.
std::string line_text(const Statement& statement) {
    std::string text = std::to_string(statement.line);
    for (auto call = statement.chain.rbegin(); call != statement.chain.rend(); ++call) {
        text += "<-" + std::to_string(*call);
    }
    return text;
}

void write_instruction(std::string& out, const TextEntry& entry, const Statement* statement) {
    const std::string basic =
        entry.undefined ? ".word " + hex32(entry.word) : std::string(trim(isa::mars_text(entry.instruction)));
    out += "  " + isa::hex_digits(entry.address) + "  " + isa::hex_digits(entry.word) + "  ";
    if (statement != nullptr && entry.first_of_statement) {
        out += pad_right(basic, 32) + "  " + pad_right(line_text(*statement), 5) + "  " +
               std::string(trim(statement->source));
    } else {
        out += basic;
    }
    out += '\n';
}

void write_text(std::string& out, const ProgramImage& image, const LabelsByAddress& labels) {
    out += "Text\n  address   code      basic                             line   source\n";
    u32 expected = image.text.empty() ? 0 : image.text.front().address;
    u32 file = ~0U;
    for (const TextEntry& entry : image.text) {
        const Statement* statement =
            entry.statement < image.statements.size() ? &image.statements[entry.statement] : nullptr;
        if (entry.address != expected) {
            out += '\n';
        }
        expected = entry.address + 4;
        if (statement != nullptr && statement->file != file) {
            file = statement->file;
            out += "; " + file_name(image, file) + '\n';
        }
        write_labels(out, labels, entry.address);
        write_instruction(out, entry, statement);
    }
}

/// Up to 16 bytes; a line ends before a label, so that each label starts one.
u32 data_line_length(const LabelsByAddress& labels, u32 address, u64 end) {
    u64 past_last = std::min(end, u64{address & ~15U} + 16);
    if (const auto next = labels.upper_bound(address); next != labels.end()) {
        past_last = std::min<u64>(past_last, next->first);
    }
    return static_cast<u32>(past_last - address);
}

void write_data_line(std::string& out, u32 address, const u8* bytes, u32 count) {
    out += "  " + isa::hex_digits(address) + "  ";
    std::string characters;
    for (u32 i = 0; i < 16; ++i) {
        if (i % 4 == 0 && i > 0) {
            out += ' ';
        }
        out += i < count ? isa::hex_digits(bytes[i]).substr(6) : "  ";
        if (i < count) {
            characters += bytes[i] >= 0x20 && bytes[i] < 0x7f ? static_cast<char>(bytes[i]) : '.';
        }
    }
    out += "  " + characters + '\n';
}

void write_data(std::string& out, const ProgramImage& image, const LabelsByAddress& labels) {
    out += "\nData\n  address   bytes                                characters\n";
    for (const DataRange& range : image.data) {
        const u64 end = u64{range.address} + range.bytes.size();
        for (u64 at = range.address; at < end;) {
            const u32 address = static_cast<u32>(at);
            write_labels(out, labels, address);
            const u32 count = data_line_length(labels, address, end);
            write_data_line(out, address, &range.bytes[address - range.address], count);
            at += count;
        }
    }
}

void write_symbols(std::string& out, const ProgramImage& image) {
    std::vector<const Symbol*> symbols;
    size_t width = 5;
    for (const Symbol& symbol : image.symbols) {
        symbols.push_back(&symbol);
        width = std::max(width, std::min<size_t>(symbol.name.size(), 32));
    }
    std::ranges::stable_sort(symbols, {}, &Symbol::name);
    out += "\nSymbols\n  address   " + pad_right("label", width) + "  kind  of\n";
    for (const Symbol* symbol : symbols) {
        out += "  " + isa::hex_digits(symbol->address) + "  " + pad_right(symbol->name, width) +
               (symbol->is_data ? "  data  " : "  text  ") +
               (symbol->is_global ? std::string("all files") : file_name(image, symbol->file)) + '\n';
    }
}

}  // namespace

std::string write_listing(const ProgramImage& image) {
    const LabelsByAddress labels = labels_by_address(image);
    std::string out;
    write_text(out, image, labels);
    if (!image.data.empty()) {
        write_data(out, image, labels);
    }
    if (!image.symbols.empty()) {
        write_symbols(out, image);
    }
    return visible_text(out);
}

}  // namespace mariner
