// Programs written as ELF and read again; what binutils say of them; and files that are no such thing.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "emulator/isa/decode.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/program/elf_reader.hpp"
#include "emulator/program/elf_writer.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/program/sample_programs.hpp"

namespace mariner {
namespace {

/// A file for other programs to look at; gone with the test.
class ScratchFile {
public:
    explicit ScratchFile(std::string_view bytes) {
        std::string name = (std::filesystem::temp_directory_path() / "mariner-elf-XXXXXX").string();
        close(mkstemp(name.data()));
        m_path = name;
        std::ofstream(m_path, std::ios::binary) << bytes;
    }
    ~ScratchFile() { std::filesystem::remove(m_path); }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

std::string output_of(const std::string& command) {
    std::string out;
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    std::array<char, 4096> buffer{};
    for (size_t size = 0; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        out.append(buffer.data(), size);
    }
    pclose(pipe);
    return out;
}

bool is_installed(const std::string& program) {
    return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

ProgramImage read_back(const ProgramImage& image) {
    const Result<std::string> bytes = write_elf(image);
    EXPECT_TRUE(bytes.has_value());
    const Result<ProgramImage> read = read_elf(*bytes);
    EXPECT_TRUE(read.has_value()) << (read ? "" : read.error().message);
    return read ? *read : ProgramImage{};
}

/// Every byte of initial data; the zeros that fill a gap between ranges are data that a program can't tell from none.
std::map<u32, u8> data_bytes(const ProgramImage& image) {
    std::map<u32, u8> bytes;
    for (const DataRange& range : image.data) {
        for (size_t i = 0; i < range.bytes.size(); ++i) {
            if (range.bytes[i] != 0) {
                bytes[range.address + static_cast<u32>(i)] = range.bytes[i];
            }
        }
    }
    return bytes;
}

std::map<std::string, const Symbol*> by_name_and_file(const ProgramImage& image) {
    std::map<std::string, const Symbol*> symbols;
    for (const Symbol& symbol : image.symbols) {
        symbols[symbol.name + "@" + (symbol.is_global ? "*" : std::to_string(symbol.file))] = &symbol;
    }
    return symbols;
}

/// The layout of lines isn't kept.
std::string without_gaps(std::string_view source) {
    std::string out;
    std::ranges::copy_if(source, std::back_inserter(out), [](char c) { return c != ' ' && c != '\t' && c != ','; });
    return out;
}

/// What stands where the column is. (For sources of ASCII.)
std::string_view operator_text(const Statement& statement) {
    return statement.source.substr(std::min<size_t>(std::max<u32>(statement.column, 1) - 1, statement.source.size()));
}

void expect_same_program(const ProgramImage& a, const ProgramImage& b) {
    EXPECT_EQ(a.configuration, b.configuration);
    EXPECT_EQ(a.delayed_branching, b.delayed_branching);
    EXPECT_EQ(a.entry, b.entry);
    EXPECT_EQ(a.files, b.files);
    EXPECT_EQ(data_bytes(a), data_bytes(b));
    ASSERT_EQ(a.text.size(), b.text.size());
    for (size_t i = 0; i < a.text.size(); ++i) {
        EXPECT_EQ(a.text[i].address, b.text[i].address);
        EXPECT_EQ(a.text[i].word, b.text[i].word);
        EXPECT_EQ(a.text[i].instruction.imm, b.text[i].instruction.imm) << isa::mars_text(a.text[i].instruction);
        EXPECT_EQ(isa::encode(b.text[i].instruction), b.text[i].word);
        EXPECT_EQ(a.text[i].statement, b.text[i].statement);
        EXPECT_EQ(a.text[i].first_of_statement, b.text[i].first_of_statement);
    }
    ASSERT_EQ(a.statements.size(), b.statements.size());
    for (size_t i = 0; i < a.statements.size(); ++i) {
        EXPECT_EQ(without_gaps(a.statements[i].source), without_gaps(b.statements[i].source));
        EXPECT_EQ(a.statements[i].line, b.statements[i].line);
        if (a.statements[i].chain.empty()) {  // else it counts in a line of which the blanks in front aren't kept
            EXPECT_EQ(without_gaps(operator_text(a.statements[i])), without_gaps(operator_text(b.statements[i])));
        }
        EXPECT_EQ(a.statements[i].file, b.statements[i].file);
        EXPECT_EQ(a.statements[i].main_file, b.statements[i].main_file);
        EXPECT_EQ(a.statements[i].chain, b.statements[i].chain);
    }
    const auto names = by_name_and_file(a);
    const auto others = by_name_and_file(b);
    ASSERT_EQ(names.size(), others.size());
    for (const auto& [name, symbol] : names) {
        ASSERT_TRUE(others.contains(name)) << name;
        EXPECT_EQ(symbol->address, others.at(name)->address) << name;
        EXPECT_EQ(symbol->is_data, others.at(name)->is_data) << name;
    }
}

TEST(Elf, RoundTripKeepsEveryInstruction) {
    const ProgramImage image = test::every_instruction(20, 7);
    expect_same_program(image, read_back(image));
}

TEST(Elf, RoundTripKeepsPiecesSymbolsFilesAndMacroCalls) {
    const ProgramImage image = test::scattered_program();
    expect_same_program(image, read_back(image));
}

TEST(Elf, RoundTripKeepsHowTheProgramWantsToBeRun) {
    ProgramImage image;
    image.configuration = MemoryConfiguration::compact_text;
    image.delayed_branching = true;
    image.files = {"a.asm"};
    test::append(image, 0, isa::Instruction{});
    image.data = {{0x2000, {1}}};
    expect_same_program(image, read_back(image));
}

TEST(Elf, RoundTripKeepsOperandsTooLargeForTheirField) {
    ProgramImage image;
    image.entry = 0x00400000;
    image.files = {"a.asm"};
    test::append(image, 0x00400000, {isa::Op::beq, 0, 8, 9, 0x12345});
    test::append(image, 0x00400004, {isa::Op::c_eq_s_cc, 9, 1, 2, 0});
    test::append(image, 0x00400008, {isa::Op::bc1t_cc, 0, 0, 31, -70000});
    const ProgramImage read = read_back(image);
    for (size_t i = 0; i < image.text.size(); ++i) {
        EXPECT_EQ(read.text.at(i).instruction, image.text[i].instruction);
    }
}

TEST(Elf, LeavesBlocksUnwrittenThatTheProgramLeftAlone) {
    ProgramImage image = test::scattered_program();
    image.data = {{0x10010000, {1}}, {0x10011ffc, {2}}, {0x10014000, {3}}};
    const ProgramImage read = read_back(image);
    ASSERT_EQ(read.data.size(), 2U);
    EXPECT_EQ(read.data[0].address, 0x10010000U);
    EXPECT_EQ(read.data[0].bytes.size(), 0x1ffdU);
    EXPECT_EQ(read.data[1].address, 0x10014000U);
}

TEST(Elf, RefusesToWriteNothing) {
    const Result<std::string> bytes = write_elf(ProgramImage{});
    ASSERT_FALSE(bytes.has_value());
    EXPECT_NE(bytes.error().message.find("nothing to write"), std::string::npos);
}

// --- what binutils say ---

constexpr const char* readelf = "mips-linux-gnu-readelf";
constexpr const char* objdump = "mips-linux-gnu-objdump";

TEST(ElfForBinutils, ReadelfHasNothingToComplainOf) {
    if (!is_installed(readelf)) {
        GTEST_SKIP() << "binutils-mips-linux-gnu is not installed";
    }
    for (const ProgramImage& image : {test::every_instruction(1, 3), test::scattered_program()}) {
        const ScratchFile file(*write_elf(image));
        const std::string out = output_of(std::string(readelf) + " -a -W " + file.path());
        EXPECT_NE(out.find("MIPS32"), std::string::npos) << out;
        for (const char* complaint : {"arning", "rror", "orrupt", "nvalid", "ruptured"}) {
            EXPECT_EQ(out.find(complaint), std::string::npos) << out;
        }
    }
}

/// Mnemonic and operands with numbers and registers in one spelling, so that two disassemblers can be compared.
std::string normalised(std::string_view text) {
    std::string out;
    size_t at = 0;
    while (at < text.size() && text[at] != '<') {
        const size_t start = text.find_first_not_of(" \t,", at);
        if (start == std::string_view::npos || text[start] == '<') {
            break;
        }
        size_t end = text.find_first_of(" \t,()", start);
        end = end == start ? start + 1 : std::min(end, text.size());
        std::string word(text.substr(start, end - start));
        at = end;
        if (word.rfind("$fcc", 0) == 0) {
            word.erase(0, 4);
        }
        if (!out.empty() && (word[0] == '-' || (word[0] >= '0' && word[0] <= '9'))) {
            word = std::to_string(std::stoll(word, nullptr, 0));
        }
        out += (out.empty() ? "" : " ") + word;
    }
    return out;
}

/// Where objdump, asked for no aliases, still writes a form of its own.
std::string as_objdump_writes(const isa::Instruction& i, u32 address) {
    const isa::InstructionInfo& row = isa::info(i.op);
    std::string text = isa::mars_text(i);
    const std::string rest = text.substr(row.mnemonic.size());
    switch (i.op) {
        case isa::Op::nop:
            return "sll $0 $0 0";
        case isa::Op::div:
        case isa::Op::divu:
            return normalised(std::string(row.mnemonic) + " $0," + rest);
        case isa::Op::sub:
        case isa::Op::subu:
            if (i.rs == 0) {
                return normalised((i.op == isa::Op::sub ? "neg $" : "negu $") + std::to_string(i.rd) + " $" +
                                  std::to_string(i.rt));
            }
            break;
        case isa::Op::break_code:
            return "break " + std::to_string(i.imm >> 10) +
                   ((i.imm & 0x3ff) != 0 ? " " + std::to_string(i.imm & 0x3ff) : "");
        case isa::Op::movf:
        case isa::Op::movt:
        case isa::Op::movf_s:
        case isa::Op::movt_s:
        case isa::Op::movf_d:
        case isa::Op::movt_d:
            return normalised(text + ",0");
        default:
            break;
    }
    if (meaning::facts(row.op).is_branch) {
        text.replace(text.rfind("0x"), std::string::npos, hex32(isa::transfer_target(i, address)));
    }
    if (row.pattern.count > 0 && row.pattern.operands[row.pattern.count - 1U].kind == isa::OperandKind::s16) {
        text.replace(text.rfind("0x"), std::string::npos, std::to_string(i.imm));
    }
    if (meaning::facts(row.op).touches_memory()) {
        text.replace(text.find("0x"), 10, std::to_string(i.imm));
    }
    return normalised(text);
}

TEST(ElfForBinutils, ObjdumpDisassemblesEveryRowAsWeDo) {
    if (!is_installed(objdump)) {
        GTEST_SKIP() << "binutils-mips-linux-gnu is not installed";
    }
    const ProgramImage image = test::every_instruction(32, 2026);
    const ScratchFile file(*write_elf(image));
    const std::string out =
        output_of(std::string(objdump) + " -d -z -M no-aliases,gpr-names=numeric,cp0-names=numeric,fpr-names=numeric " +
                  file.path());
    size_t compared = 0;
    size_t at = 0;
    while (at < out.size()) {
        const std::string line = out.substr(at, out.find('\n', at) - at);
        at += line.size() + 1;
        unsigned address = 0;
        unsigned word = 0;
        int text = 0;
        if (sscanf(line.c_str(), " %x: %8x %n", &address, &word, &text) != 2) {
            continue;
        }
        const std::optional<isa::Instruction> decoded = isa::decode(word, address);
        ASSERT_TRUE(decoded) << line;
        EXPECT_EQ(word, image.find_text(address)->word);
        EXPECT_EQ(as_objdump_writes(*decoded, address), normalised(line.substr(static_cast<size_t>(text)))) << line;
        ++compared;
    }
    EXPECT_EQ(compared, image.text.size());
}

// --- files that can't be loaded ---

std::string refusal(std::string_view bytes) {
    const Result<ProgramImage> image = read_elf(bytes);
    return image ? std::string("loaded") : image.error().message;
}

std::string good_file() {
    return *write_elf(test::scattered_program());
}

std::string with_byte(std::string bytes, size_t at, int value) {
    bytes.at(at) = static_cast<char>(value);
    return bytes;
}

TEST(ElfRefusal, SaysWhatIsWrong) {
    const std::string good = good_file();
    EXPECT_NE(refusal("").find("no ELF file"), std::string::npos);
    EXPECT_NE(refusal("hello, world").find("no ELF file"), std::string::npos);
    EXPECT_NE(refusal(with_byte(good, 4, 2)).find("64-bit"), std::string::npos);
    EXPECT_NE(refusal(with_byte(good, 5, 2)).find("big-endian"), std::string::npos);
    EXPECT_NE(refusal(with_byte(good, 18, 62)).find("another machine"), std::string::npos);
    EXPECT_NE(refusal(with_byte(good, 16, 1)).find("not linked"), std::string::npos);
    EXPECT_NE(refusal(with_byte(good, 16, 3)).find("position-independent"), std::string::npos);
    EXPECT_NE(refusal(with_byte(good, 39, 0xa0)).find("-march=mips32"), std::string::npos);
    EXPECT_NE(refusal(with_byte(good, 39, 0x54)).find("compressed"), std::string::npos);
    EXPECT_NE(refusal(with_byte(good, 37, 0x20)).find("-mabi=32"), std::string::npos);
    EXPECT_NE(refusal(std::string_view(good).substr(0, 40)).find("cut off"), std::string::npos);
    EXPECT_EQ(refusal(good), "loaded");
}

TEST(ElfRefusal, NamesCodeThatLiesOutsideTheTextSegments) {
    std::string bytes = good_file();
    const u32 sections = static_cast<u8>(bytes[32]) | static_cast<u32>(static_cast<u8>(bytes[33])) << 8;
    bytes.at(sections + 2 * 40 + 12 + 3) = 0x20;  // the address of .text, section 2
    EXPECT_NE(refusal(bytes).find("0x20400000"), std::string::npos) << refusal(bytes);
}

/// An executable that is nothing but program headers, each for 16 bytes that follow them.
std::string with_segments(u32 count, u32 distance) {
    std::string bytes = good_file().substr(0, 52);
    const auto put = [&](size_t at, u32 value, size_t size) {
        for (size_t i = 0; i < size; ++i) {
            bytes.at(at + i) = static_cast<char>(value >> (8 * i));
        }
    };
    put(24, 0x00400000, 4);  // entry
    put(28, 52, 4);          // program headers
    put(32, 0, 4);           // no sections
    put(44, count, 2);
    put(48, 0, 4);
    const u32 offset = 52 + 32 * count;
    for (u32 i = 0; i < count; ++i) {
        const u32 address = i == 0 ? 0x00400000 : 0x20000000 + i * distance;
        for (const u32 word : {1U, offset, address, address, 16U, 16U, i == 0 ? 5U : 6U, 4U}) {
            bytes.append(4, '\0');
            put(bytes.size() - 4, word, 4);
        }
    }
    return bytes + std::string(16, '\0');
}

TEST(ElfRefusal, SegmentsMayNotLieOverEachOtherOrEverywhere) {
    EXPECT_EQ(refusal(with_segments(3, 0x10000)), "loaded");
    EXPECT_EQ(refusal(with_segments(60000, 16)), "loaded");
    EXPECT_NE(refusal(with_segments(3, 8)).find("two segments"), std::string::npos);
    EXPECT_NE(refusal(with_segments(60000, 0x2000)).find("too many places"), std::string::npos);
}

TEST(ElfRefusal, EveryCutOffFileIsRefused) {
    const std::string good = good_file();
    for (size_t size = 0; size < good.size(); ++size) {
        EXPECT_NE(refusal(std::string_view(good).substr(0, size)), "loaded") << size;
    }
}

TEST(ElfRefusal, NoDamagedByteIsFatal) {
    const std::string good = good_file();
    size_t loaded = 0;
    for (size_t at = 0; at < good.size(); ++at) {
        for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
            loaded += refusal(with_byte(good, at, value)) == "loaded" ? 1U : 0U;
        }
    }
    EXPECT_GT(loaded, good.size());
}

}  // namespace
}  // namespace mariner
