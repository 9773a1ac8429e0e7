#include "emulator/program/disassembly.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "emulator/isa/disassemble.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

constexpr size_t comment_column = 40;

/// True for names that stand for nothing else in the language.
bool is_usable_label(const std::string& name) {
    using isa::pattern::is_name_character;
    const auto continues = [](char c) { return is_name_character(c) || c == '.' || c == '$'; };
    return !name.empty() && is_name_character(name[0]) && (name[0] < '0' || name[0] > '9') &&
           std::ranges::all_of(name, continues) && isa::find_mnemonic(name) == nullptr && name != "NaN" &&
           name != "Infinity";
}

/// One name per address, each used once, as the assembler wants them.
class Labels {
public:
    explicit Labels(const ProgramImage& image) : m_image(&image) {
        // Linkers put names of their own (_ftext) beside those of the program; these come second.
        for (const bool reserved : {false, true}) {
            for (const Symbol& symbol : image.symbols) {
                if ((symbol.name[0] == '_') == reserved && is_usable_label(symbol.name)) {
                    add(symbol.address, symbol.name);
                }
            }
        }
        for (const Symbol& symbol : image.symbols) {
            if (symbol.is_global) {
                m_global.insert(symbol.address);
            }
        }
        for (const TextEntry& entry : image.text) {
            const isa::InstructionInfo& row = isa::info(entry.instruction.op);
            if ((row.has_distance() || row.has_target()) && !entry.undefined) {
                add_target(isa::transfer_target(entry.instruction, entry.address));
            }
        }
    }

    [[nodiscard]] const std::string& at(u32 address) const {
        static const std::string none;
        const auto found = m_names.find(address);
        return found == m_names.end() ? none : found->second;
    }

    /// The first labelled address behind this one, or the largest number there is.
    [[nodiscard]] u64 next_after(u32 address) const {
        const auto found = m_names.upper_bound(address);
        return found == m_names.end() ? ~u64{0} : found->first;
    }

    [[nodiscard]] bool is_global(u32 address) const { return m_global.contains(address); }

private:
    void add(u32 address, const std::string& name) {
        if (m_names.contains(address)) {
            return;
        }
        const std::string unique = m_taken.contains(name) ? name + "_" + isa::hex_digits(address) : name;
        m_taken.insert(unique);
        m_names.emplace(address, unique);
    }

    /// A place that can carry a label: an instruction, or the end of a run of them.
    void add_target(u32 address) {
        if (m_image->find_text(address) != nullptr || m_image->find_text(address - 4) != nullptr) {
            add(address, "L_" + isa::hex_digits(address));
        }
    }

    const ProgramImage* m_image;
    std::map<u32, std::string> m_names;
    std::set<std::string> m_taken;
    std::set<u32> m_global;
};

void append_line(std::string& out, std::string line, const std::string& comment) {
    if (!comment.empty()) {
        line.resize(std::max(line.size() + 1, comment_column), ' ');
        line += "# " + comment;
    }
    out += line + '\n';
}

void write_label(std::string& out, const Labels& labels, u32 address) {
    const std::string& name = labels.at(address);
    if (name.empty()) {
        return;
    }
    if (labels.is_global(address)) {
        out += "        .globl  " + name + '\n';
    }
    out += name + ":\n";
}

/// The comment behind an instruction: where it stands, its code, and the line it comes from.
std::string origin_of(const ProgramImage& image, const TextEntry& entry) {
    std::string text = isa::hex_digits(entry.address) + " " + isa::hex_digits(entry.word);
    if (entry.statement < image.statements.size() && entry.first_of_statement) {
        const Statement& statement = image.statements[entry.statement];
        const std::string_view source = trim(statement.source);  // an ELF file may say that it is several lines
        text += "  " + std::to_string(statement.line) + ": " + visible_text(source.substr(0, source.find('\n')));
    }
    return text;
}

void write_text(std::string& out, const ProgramImage& image, const Labels& labels) {
    const MemoryMap& map = memory_map(image.configuration);
    const isa::LabelAt label_at = [&](u32 address) { return labels.at(address); };
    for (size_t i = 0; i < image.text.size(); ++i) {
        const TextEntry& entry = image.text[i];
        if (i == 0 || image.text[i - 1].address + 4 != entry.address) {
            const bool kernel = map.kernel_text.contains(entry.address);
            out += std::string("\n        ") + (kernel ? ".ktext " : ".text  ") + " " + hex32(entry.address) + '\n';
        }
        write_label(out, labels, entry.address);
        const std::string text = entry.undefined ? ".word   " + hex32(entry.word)
                                                 : isa::assembly_text(entry.instruction, entry.address, label_at);
        append_line(out, "        " + text, origin_of(image, entry));
        if (i + 1 == image.text.size() || image.text[i + 1].address != entry.address + 4) {
            write_label(out, labels, entry.address + 4);
        }
    }
}

bool is_plain_character(u8 byte) {
    return (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\') || byte == '\n' || byte == '\t';
}

/// Length of the text at the beginning of the bytes if it ends with a zero byte and is worth showing as text, else 0.
size_t text_length(std::span<const u8> bytes) {
    const size_t size =
        static_cast<size_t>(std::find_if_not(bytes.begin(), bytes.end(), is_plain_character) - bytes.begin());
    return size >= 3 && size < bytes.size() && bytes[size] == 0 ? size : 0;
}

std::string quoted(std::span<const u8> bytes) {
    std::string out = "\"";
    for (const u8 byte : bytes) {
        if (byte == '\n' || byte == '\t') {
            out += byte == '\n' ? "\\n" : "\\t";
        } else {
            out += static_cast<char>(byte);
        }
    }
    return out + '"';
}

u32 word_of(std::span<const u8> bytes) {
    return bytes[0] | u32{bytes[1]} << 8 | u32{bytes[2]} << 16 | u32{bytes[3]} << 24;
}

/// How many words from here on are the same.
size_t equal_words(std::span<const u8> bytes) {
    size_t count = 1;
    while (bytes.size() >= 4 * (count + 1) && word_of(bytes.subspan(4 * count)) == word_of(bytes)) {
        ++count;
    }
    return count;
}

/// Writes one directive for the bytes that begin at `address` and returns how many it took.
size_t write_datum(std::string& out, u32 address, std::span<const u8> bytes) {
    const std::string place = isa::hex_digits(address);
    if (const size_t length = text_length(bytes); length > 0) {
        append_line(out, "        .asciiz " + quoted(bytes.first(length)), place);
        return length + 1;
    }
    if (address % 4 == 0 && bytes.size() >= 4) {
        const size_t count = equal_words(bytes);
        append_line(
            out, "        .word   " + hex32(word_of(bytes)) + (count > 1 ? ":" + std::to_string(count) : std::string()),
            place);
        return 4 * count;
    }
    const size_t count = std::min<size_t>(bytes.size(), 4 - address % 4);
    std::string line = "        .byte   ";
    for (size_t i = 0; i < count; ++i) {
        line += (i > 0 ? ", " : "") + std::to_string(static_cast<i8>(bytes[i]));
    }
    append_line(out, line, place);
    return count;
}

/// A stretch of a data range.
struct Stretch {
    u32 address = 0;
    std::span<const u8> bytes;
};

/// The parts of a range that are not instructions: GNU tools load constants and code in one piece.
std::vector<Stretch> outside_text(const ProgramImage& image, const DataRange& range) {
    std::vector<Stretch> stretches;
    const std::span<const u8> bytes(range.bytes);
    size_t begin = 0;
    auto entry = std::ranges::lower_bound(image.text, range.address, {}, &TextEntry::address);
    for (; entry != image.text.end() && entry->address - range.address < bytes.size(); ++entry) {
        const size_t at = entry->address - range.address;
        if (at > begin) {
            stretches.push_back({range.address + static_cast<u32>(begin), bytes.subspan(begin, at - begin)});
        }
        begin = at + 4;
    }
    if (begin < bytes.size()) {
        stretches.push_back({range.address + static_cast<u32>(begin), bytes.subspan(begin)});
    }
    return stretches;
}

void write_stretch(std::string& out, const ProgramImage& image, const Labels& labels, const Stretch& stretch) {
    const bool kernel = memory_map(image.configuration).kernel_data.contains(stretch.address);
    out += std::string("\n        ") + (kernel ? ".kdata " : ".data  ") + " " + hex32(stretch.address) + '\n';
    for (size_t at = 0; at < stretch.bytes.size();) {
        const u32 address = stretch.address + static_cast<u32>(at);
        write_label(out, labels, address);
        const u64 room = std::min<u64>(stretch.bytes.size() - at, labels.next_after(address) - address);
        at += write_datum(out, address, stretch.bytes.subspan(at, static_cast<size_t>(room)));
    }
}

bool is_stored(const ProgramImage& image, u32 address) {
    const auto behind = std::ranges::upper_bound(image.data, address, {}, &DataRange::address);
    return behind != image.data.begin() && address - std::prev(behind)->address < std::prev(behind)->bytes.size();
}

/// Labels of memory that nothing is stored in.
void write_reserved(std::string& out, const ProgramImage& image, const Labels& labels) {
    for (const Symbol& symbol : image.symbols) {
        if (symbol.is_data && labels.at(symbol.address) == symbol.name && !is_stored(image, symbol.address)) {
            out += "\n        .data   " + hex32(symbol.address) + '\n';
            write_label(out, labels, symbol.address);
        }
    }
}

}  // namespace

std::string write_disassembly(const ProgramImage& image) {
    const Labels labels(image);
    std::string out;
    if (!image.text.empty() && image.entry != image.text.front().address) {
        out += "# execution starts at " + hex32(image.entry) + '\n';
    }
    if (image.delayed_branching) {
        out += "# written for delayed branching: the instruction behind a branch is executed\n";
    }
    for (const DataRange& range : image.data) {
        for (const Stretch& stretch : outside_text(image, range)) {
            write_stretch(out, image, labels, stretch);
        }
    }
    write_reserved(out, image, labels);
    write_text(out, image, labels);
    return out;
}

ProgramImage image_of_words(std::span<const u32> words, u32 base) {
    ProgramImage image;
    image.entry = base;
    u32 address = base;
    for (const u32 word : words) {
        image.text.push_back(entry_of_word(address, word));
        address += 4;
    }
    return image;
}

}  // namespace mariner
