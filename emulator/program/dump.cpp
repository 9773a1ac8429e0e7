#include "emulator/program/dump.hpp"

#include <algorithm>

#include "emulator/isa/disassemble.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

constexpr u32 block_size = 4096;

bool is_data(const MemoryMap& map, u32 address) {
    return map.data.contains(address) || map.stack.contains(address) || map.kernel_data.contains(address);
}

bool is_text(const MemoryMap& map, u32 address) {
    return map.text.contains(address) || map.kernel_text.contains(address);
}

/// A word where MARS's dump finds one.
std::optional<u32> word_at(const DumpSource& source, u32 address) {
    if (is_data(source.map(), address)) {
        return source.data_word(address);
    }
    const TextEntry* entry = source.text_at(address);
    return entry != nullptr ? std::optional<u32>(entry->word) : std::nullopt;
}

std::string binary_digits(u32 word) {
    std::string out(32, '0');
    for (size_t i = 0; i < 32; ++i) {
        out[i] = ((word >> (31 - i)) & 1U) != 0 ? '1' : '0';
    }
    return out;
}

/// One line per word.
template <class Line>
std::string write_lines(const DumpSource& source, u32 first, u32 past_last, Line line) {
    std::string out;
    for (u32 address = first; address != past_last; address += 4) {
        out += line(*word_at(source, address), address - first);
        out += '\n';
    }
    return out;
}

std::string write_hex_text(const DumpSource& source, u32 first, u32 past_last) {
    return write_lines(source, first, past_last, [](u32 word, u32) { return isa::hex_digits(word); });
}

std::string write_binary_text(const DumpSource& source, u32 first, u32 past_last) {
    return write_lines(source, first, past_last, [](u32 word, u32) { return binary_digits(word); });
}

std::string write_ascii_text(const DumpSource& source, u32 first, u32 past_last) {
    return write_lines(source, first, past_last, [](u32 word, u32) { return ascii_text(word); });
}

std::string write_binary(const DumpSource& source, u32 first, u32 past_last) {
    std::string out;
    for (u32 address = first; address != past_last; address += 4) {
        const u32 word = *word_at(source, address);
        for (int shift = 0; shift < 32; shift += 8) {
            out += static_cast<char>((word >> shift) & 0xffU);
        }
    }
    return out;
}

/// Four or more digits: offsets beyond 64 KiB make a record longer than its count says, and MARS writes them so.
std::string intel_offset(u32 offset) {
    const std::string digits = isa::hex_digits(offset);
    return digits.substr(std::min<size_t>(4, digits.find_first_not_of('0')));
}

std::string intel_record(u32 word, u32 offset) {
    u32 sum = 4 + (offset & 0xffU) + ((offset >> 8) & 0xffU);
    for (int shift = 0; shift < 32; shift += 8) {
        sum += (word >> shift) & 0xffU;
    }
    std::string record =
        ":04" + intel_offset(offset) + "00" + isa::hex_digits(word) + isa::hex_digits((0U - sum) & 0xffU).substr(6);
    std::transform(record.begin(), record.end(), record.begin(),
                   [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c; });
    return record;
}

std::string write_intel_hex(const DumpSource& source, u32 first, u32 past_last) {
    return write_lines(source, first, past_last, intel_record) + ":00000001FF\n";
}

std::string write_mif(const DumpSource& source, u32 first, u32 past_last) {
    std::string out = "-- " + hex32(first) + " to " + hex32(past_last - 1) +
                      ", one word per address\nWIDTH = 32;\nDEPTH = " + std::to_string((past_last - first) / 4) +
                      ";\nADDRESS_RADIX = HEX;\nDATA_RADIX = HEX;\n\nCONTENT BEGIN\n";
    out += write_lines(source, first, past_last, [](u32 word, u32 offset) {
        return "    " + isa::hex_digits(offset / 4) + " : " + isa::hex_digits(word) + ";";
    });
    return out + "END;\n";
}

/// Verilog's $readmemh: words by their number, whatever stands behind // is a remark.
std::string write_readmemh(const DumpSource& source, u32 first, u32 past_last) {
    return "// " + hex32(first) + " to " + hex32(past_last - 1) + ", one word per line\n@0\n" +
           write_hex_text(source, first, past_last);
}

std::string write_logisim(const DumpSource& source, u32 first, u32 past_last) {
    return "v2.0 raw\n" + write_hex_text(source, first, past_last);
}

std::string write_coe(const DumpSource& source, u32 first, u32 past_last) {
    std::string out = "; " + hex32(first) + " to " + hex32(past_last - 1) +
                      ", one word per address\nmemory_initialization_radix=16;\nmemory_initialization_vector=\n";
    out += write_lines(source, first, past_last, [](u32 word, u32) { return isa::hex_digits(word) + ","; });
    out.replace(out.size() - 2, 1, ";");
    return out;
}

std::string exactly(std::string text, size_t width) {
    text.resize(width, ' ');
    return text;
}

/// A number-spelled register ("$08") keeps its spelling in MARS's basic column, and so does the operator's case.
struct Spelling {
    std::string_view operator_text;
    std::vector<std::string_view> registers;
};

Spelling read_spelling(std::string_view source) {
    Spelling spelling;
    size_t at = 0;
    while (at < source.size() && source[at] != '#') {
        const size_t start = source.find_first_not_of(" \t,()", at);
        if (start == std::string_view::npos || source[start] == '#') {
            break;
        }
        size_t end = start + 1;
        if (source[start] != ':') {
            end = std::min(source.find_first_of(" \t,():#", start), source.size());
        }
        const std::string_view token = source.substr(start, end - start);
        at = end;
        if (token == ":") {
            spelling.operator_text = {};
        } else if (spelling.operator_text.empty()) {
            spelling.operator_text = token;
        } else if (token.size() > 1 && token[0] == '$' && token[1] >= '0' && token[1] <= '9') {
            spelling.registers.push_back(token);
        }
    }
    return spelling;
}

/// Replaces `$8` where the source says `$08`.
void keep_register_spelling(std::string& basic, std::string_view spelled) {
    const std::optional<i32> number = decode_mars_int(spelled.substr(1));
    if (!number || *number < 0 || *number > 31) {
        return;
    }
    const std::string canonical = "$" + std::to_string(*number);
    for (size_t at = basic.find(canonical); at != std::string::npos; at = basic.find(canonical, at + 1)) {
        const size_t end = at + canonical.size();
        if (end == basic.size() || basic[end] == ',' || basic[end] == ')') {
            basic.replace(at, canonical.size(), spelled);
            at += spelled.size() - 1;
        }
    }
}

std::string basic_column(const TextEntry& entry, const Statement* statement) {
    if (statement == nullptr) {
        return isa::mars_text_of_stored_word(entry.word, entry.address);
    }
    std::string basic = isa::mars_text(entry.instruction);
    const Spelling spelling = read_spelling(statement->source);
    const std::string_view mnemonic = isa::info(entry.instruction.op).mnemonic;
    if (to_lower(spelling.operator_text) == mnemonic) {
        basic.replace(0, mnemonic.size(), spelling.operator_text);
    }
    for (const std::string_view spelled : spelling.registers) {
        if (spelled != "$0" && (spelled[1] == '0' || spelled.find_first_of("xX") != std::string_view::npos)) {
            keep_register_spelling(basic, spelled);
        }
    }
    return basic;
}

/// Line and text of the source as MARS shows them; in a macro the calling line and, in angle brackets, the body's.
std::pair<std::string, std::string> source_columns(const TextEntry& entry, const Statement* statement) {
    if (statement == nullptr || !entry.first_of_statement) {
        return {};
    }
    if (statement->chain.empty()) {
        return {std::to_string(statement->line), std::string(statement->source)};
    }
    return {std::to_string(statement->chain.front()),
            "<" + std::to_string(statement->line) + "> " + std::string(trim(statement->source))};
}

std::string write_text_window(const DumpSource& source, u32 first, u32 past_last) {
    std::string out = " Address    Code        Basic                     Source\n\n";
    const std::vector<Statement>& statements = source.program().statements;
    for (u32 address = first; address != past_last; address += 4) {
        const TextEntry* entry = source.text_at(address);
        if (entry == nullptr) {
            break;
        }
        const Statement* statement = entry->statement < statements.size() ? &statements[entry->statement] : nullptr;
        const auto [line, text] = source_columns(*entry, statement);
        out += hex32(address) + "  " + hex32(entry->word) + "  " + exactly(basic_column(*entry, statement), 22) +
               exactly(line, 5) + text + '\n';
    }
    return out;
}

/// Eight words a line; MARS drops a last line that isn't full.
std::string write_data_window(const DumpSource& source, u32 first, u32 past_last) {
    std::string out;
    for (u32 address = first; past_last - address >= 32; address += 32) {
        out += hex32(address) + "    ";
        for (u32 i = 0; i < 32; i += 4) {
            out += hex32(*word_at(source, address + i)) + ' ';
        }
        out += '\n';
    }
    return out;
}

/// Stack, kernel data and kernel text give an empty file.
std::string write_segment_window(const DumpSource& source, u32 first, u32 past_last) {
    if (source.map().data.contains(first)) {
        return write_data_window(source, first, past_last);
    }
    return source.map().text.contains(first) ? write_text_window(source, first, past_last) : std::string();
}

constexpr DumpFormat formats[] = {
    {"hex", "HexText", "eight hexadecimal digits per line", write_hex_text},
    {"binary-text", "BinaryText", "32 binary digits per line", write_binary_text},
    {"ascii", "AsciiText", "the four bytes of each word as characters", write_ascii_text},
    {"binary", "Binary", "the bytes themselves, little-endian", write_binary},
    {"intel-hex", "HEX", "Intel hex records of one word each, most significant byte first", write_intel_hex},
    {"segment-window", "SegmentWindow", "the text or data window of MARS", write_segment_window},
    {"mif", "", "Altera memory initialisation file", write_mif},
    {"coe", "", "Xilinx coefficient file", write_coe},
    {"readmemh", "", "for Verilog's $readmemh; takes hex, too", write_readmemh},
    {"logisim", "", "memory image of Logisim", write_logisim},
};

}  // namespace

std::optional<u32> DumpSource::data_word(u32 address) const {
    const auto& data = m_program->data;
    const u32 block = address & ~(block_size - 1);
    const u64 block_end = u64{block} + block_size;
    // The first range that ends behind the block's start: all that can touch the block follow it.
    auto range = std::partition_point(data.begin(), data.end(),
                                      [&](const DataRange& r) { return r.address + u64{r.bytes.size()} <= block; });
    if (range == data.end() || range->address >= block_end) {
        return std::nullopt;
    }
    u32 word = 0;
    for (; range != data.end() && range->address < u64{address} + 4; ++range) {
        for (u32 i = 0; i < 4; ++i) {
            const u32 offset = address + i - range->address;
            if (u64{address} + i >= range->address && offset < range->bytes.size()) {
                word |= u32{range->bytes[offset]} << (8 * i);
            }
        }
    }
    return word;
}

std::optional<DumpRange> find_dump_range(std::string_view segment, const MemoryMap& map) {
    if (segment == ".text") {
        return map.text;
    }
    if (segment == ".data") {
        return DumpRange{map.data_base, map.data.limit};
    }
    const size_t dash = segment.find('-');
    if (dash == std::string_view::npos || dash == 0 || dash + 1 == segment.size()) {
        return std::nullopt;
    }
    const std::optional<i32> low = decode_mars_int(segment.substr(0, dash));
    const std::optional<i32> high = decode_mars_int(segment.substr(dash + 1));
    if (!low || !high || *low > *high || (*low | *high) % 4 != 0) {
        return std::nullopt;
    }
    return DumpRange{static_cast<u32>(*low), static_cast<u32>(*high)};
}

std::span<const DumpFormat> dump_formats() {
    return formats;
}

const DumpFormat* find_mars_dump_format(std::string_view mars_name) {
    const auto* const found = std::ranges::find(formats, mars_name, &DumpFormat::mars_name);
    return mars_name.empty() || found == std::end(formats) ? nullptr : found;
}

const DumpFormat* find_dump_format(std::string_view name) {
    const auto* const found = std::ranges::find(formats, name, &DumpFormat::name);
    return found != std::end(formats) ? found : find_mars_dump_format(name);
}

Dump dump_words(const DumpSource& source, DumpRange range, const DumpFormat& format, std::string_view path) {
    const MemoryMap& map = source.map();
    u32 past_last = range.base;
    for (; static_cast<i32>(past_last) < static_cast<i32>(range.limit); past_last += 4) {
        if (!is_data(map, past_last) && !is_text(map, past_last)) {
            return {std::nullopt, "Error while attempting to save dump, file " + std::string(path) +
                                      "!  Could not access address: " + std::to_string(static_cast<i32>(past_last)) +
                                      "!"};
        }
        if (!word_at(source, past_last)) {
            break;
        }
    }
    if (past_last == range.base) {
        return {std::nullopt, "This segment has not been written to, there is nothing to dump."};
    }
    return {format.write(source, range.base, past_last), {}};
}

Dump mars_dump(const DumpSource& source, std::string_view segment, std::string_view format, std::string_view path) {
    const std::optional<DumpRange> range = find_dump_range(segment, source.map());
    if (!range) {
        return {std::nullopt,
                "Error while attempting to save dump, segment/address-range " + std::string(segment) + " is invalid!"};
    }
    const DumpFormat* found = find_mars_dump_format(format);
    if (found == nullptr) {
        return {std::nullopt, "Error while attempting to save dump, format " + std::string(format) + " was not found!"};
    }
    return dump_words(source, *range, *found, path);
}

std::string mars_dump_file_error(std::string_view path) {
    return "Error while attempting to save dump, file " + std::string(path) + " was not found!";
}

std::string ascii_text(u32 word) {
    constexpr std::string_view letters = "0       btnvfr";  // of the first characters, behind a backslash
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) {
        const u32 byte = (word >> shift) & 0xffU;
        const bool has_letter = byte < letters.size() && letters[byte] != ' ';
        out += has_letter ? " \\" : "  ";
        out += has_letter ? letters[byte] : byte >= 0x20 && byte <= 0x7e ? static_cast<char>(byte) : '.';
    }
    return out;
}

}  // namespace mariner
