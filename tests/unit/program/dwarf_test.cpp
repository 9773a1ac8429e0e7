// What GDB finds functions and their callers by, read back: numbers, functions, and what the call frames say in front
// of each instruction. Where there is a readelf, it must find nothing odd and the same frames.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "emulator/isa/disassemble.hpp"
#include "emulator/isa/encode.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/program/dwarf_parts.hpp"
#include "emulator/program/elf_writer.hpp"

namespace mariner {
namespace {

using isa::Op;

class Reader {
public:
    explicit Reader(std::string_view bytes) : m_bytes(bytes) {}
    [[nodiscard]] bool is_at_end() const { return m_bytes.empty(); }

    u32 number(u32 size) {
        u32 value = 0;
        for (u32 i = 0; i < size; ++i) {
            value |= static_cast<u32>(byte()) << (8 * i);
        }
        return value;
    }
    u32 unsigned_leb() {
        u32 value = 0;
        for (u32 shift = 0;; shift += 7) {
            const u8 part = byte();
            value |= (part & 0x7fU) << shift;
            if ((part & 0x80U) == 0) {
                return value;
            }
        }
    }
    i32 signed_leb() {
        i64 value = 0;
        for (u32 shift = 0;; shift += 7) {
            const u8 part = byte();
            value |= static_cast<i64>(part & 0x7fU) << shift;
            if ((part & 0x80U) == 0) {
                return static_cast<i32>((part & 0x40U) != 0 ? value - (i64{1} << (shift + 7)) : value);
            }
        }
    }
    Reader part(u32 size) {
        const Reader result(m_bytes.substr(0, size));
        m_bytes.remove_prefix(size);
        return result;
    }

private:
    u8 byte() {
        const char c = m_bytes.at(0);
        m_bytes.remove_prefix(1);
        return static_cast<u8>(c);
    }
    std::string_view m_bytes;
};

TEST(Dwarf, WritesNumbersThatCanBeReadBack) {
    struct Case {
        i64 value;
        std::string unsigned_bytes;
        std::string signed_bytes;
    };
    const auto cases = std::to_array<Case>({
        {0, std::string(1, '\0'), std::string(1, '\0')},
        {63, "\x3f", "\x3f"},
        {64, "\x40", std::string("\xc0\x00", 2)},
        {127, "\x7f", std::string("\xff\x00", 2)},
        {128, "\x80\x01", "\x80\x01"},
        {-1, "\xff\xff\xff\xff\x0f", "\x7f"},
        {-64, "\xc0\xff\xff\xff\x0f", "\x40"},
        {-65, "\xbf\xff\xff\xff\x0f", "\xbf\x7f"},
        {INT_MAX, "\xff\xff\xff\xff\x07", "\xff\xff\xff\xff\x07"},
        {INT_MIN, "\x80\x80\x80\x80\x08", "\x80\x80\x80\x80\x78"},
    });
    for (const Case& one : cases) {
        SCOPED_TRACE(one.value);
        std::string plain;
        std::string with_sign;
        append_varint(plain, static_cast<u32>(one.value));
        dwarf::append_signed(with_sign, static_cast<i32>(one.value));
        EXPECT_EQ(plain, one.unsigned_bytes);
        EXPECT_EQ(with_sign, one.signed_bytes);
        EXPECT_EQ(Reader(plain).unsigned_leb(), static_cast<u32>(one.value));
        EXPECT_EQ(Reader(with_sign).signed_leb(), one.value);
    }
    std::string out = dwarf::with_length("ab");
    dwarf::append_number(out, 0x123456789aULL, 5);
    dwarf::append_text(out, "x");
    EXPECT_EQ(out, std::string("\x02\0\0\0ab\x9a\x78\x56\x34\x12x\0", 13));
}

constexpr u8 t0 = 8, s0 = 16, sp = 29, ra = 31;

/// An instruction, and what GDB is to know in front of it: how far $sp is below its value at the call, and where the
/// caller's registers lie from there.
struct Line {
    isa::Instruction instruction;
    const char* frame;
};

isa::Instruction insn(Op op, u8 rt = 0, u8 rs = 0, i32 imm = 0) {
    return {op, 0, rs, rt, imm};
}
isa::Instruction jump_register(u8 rs) {
    return {Op::jr, 0, rs, 0, 0};
}

constexpr u32 leaf = 0x00400010, framed = 0x00400018, odd = 0x00400050, alone = 0x00400100;

/// From 0x00400000 on; a hole stands before the last function.
std::vector<Line> lines() {
    return {
        {insn(Op::jal, 0, 0, leaf), "0 ra?"},  // main: called by nobody
        {insn(Op::jal, 0, 0, framed), "0 ra?"},
        {insn(Op::jal, 0, 0, odd), "0 ra?"},
        {insn(Op::syscall), "0 ra?"},
        {insn(Op::addiu, t0, t0, 1), "0"},  // leaf
        {jump_register(ra), "0"},
        {insn(Op::addiu, sp, sp, -24), "0"},  // framed
        {insn(Op::sw, ra, sp, 20), "24"},
        {insn(Op::sw, s0, sp, 16), "24 ra-4"},
        {insn(Op::sw, t0, sp, 12), "24 s0-8 ra-4"},  // of no concern to the caller
        {insn(Op::bne, t0, 0, 4), "24 s0-8 ra-4"},
        {insn(Op::lw, s0, sp, 16), "24 s0-8 ra-4"},  // one way out
        {insn(Op::lw, ra, sp, 20), "24 ra-4"},
        {insn(Op::addi, sp, sp, 24), "24"},
        {jump_register(ra), "0"},
        {insn(Op::sw, t0, sp, 12), "24 s0-8 ra-4"},  // and another, with the frame still there
        {insn(Op::lw, s0, sp, 16), "24 s0-8 ra-4"},
        {insn(Op::lw, ra, sp, 20), "24 ra-4"},
        {insn(Op::addi, sp, sp, 24), "24"},
        {jump_register(ra), "0"},
        {insn(Op::addi, sp, sp, 8), "0"},             // odd: above the caller's $sp
        {insn(Op::addi, sp, sp, -32768), "0"},        // one frame ...
        {insn(Op::sw, ra, sp, 2), "32768"},           // not a word's place
        {insn(Op::sw, ra, sp, 32767), "32768"},       // nor this
        {insn(Op::sw, ra, sp, -4), "32768"},          // below $sp, but a place
        {insn(Op::sw, ra, sp, 0), "32768 ra-32772"},  // the first place counts
        {insn(Op::lw, ra, sp, 0), "32768 ra-32772"},
        {jump_register(ra), "32768 ra-32772"},
        {insn(Op::sw, ra, sp, 0), "0"},  // behind a hole: another function
    };
}

u32 address_of(size_t index, size_t count) {
    return index + 1 == count ? alone : 0x00400000 + 4 * static_cast<u32>(index);
}

ProgramImage program() {
    ProgramImage image;
    image.files = {"frames.asm"};
    image.entry = 0x00400000;
    const std::vector<Line> all = lines();
    for (size_t i = 0; i < all.size(); ++i) {
        TextEntry entry;
        entry.address = address_of(i, all.size());
        entry.instruction = all[i].instruction;
        entry.word = isa::encode(entry.instruction);
        entry.statement = static_cast<u32>(i);
        image.text.push_back(entry);
        Statement statement;
        statement.line = static_cast<u32>(i) + 1;
        image.statements.push_back(statement);
    }
    image.symbols = {{"main", 0x00400000, false, false, 0},
                     {"leaf", leaf, false, false, 0},
                     {"way_out", framed + 20, false, false, 0},
                     {"odd", odd, false, true, 0}};
    return image;
}

/// The frames of a section, in the words of Line, by address.
std::map<u32, std::string> read_frames(std::string_view section) {
    std::map<u32, std::string> result;
    Reader reader(section);
    Reader common = reader.part(reader.number(4));
    EXPECT_EQ(common.number(4), ~0U);
    EXPECT_EQ(common.number(1), 1U);
    EXPECT_EQ(common.number(1), 0U) << "no augmentation";
    const u32 code_unit = common.unsigned_leb();
    const i32 data_unit = common.signed_leb();
    EXPECT_EQ(common.number(1), ra);
    EXPECT_EQ(common.number(1), 0x0cU) << "the frame is found from ...";
    EXPECT_EQ(common.unsigned_leb(), sp);
    EXPECT_EQ(common.unsigned_leb(), 0U);
    while (!reader.is_at_end()) {
        Reader one = reader.part(reader.number(4));
        EXPECT_EQ(one.number(4), 0U);
        u32 address = one.number(4);
        const u32 end = address + one.number(4);
        u32 size = 0;
        std::map<u32, std::string> saved;
        const auto tell_until = [&](u32 limit) {
            for (; address < limit; address += 4) {
                std::string& text = result[address] = std::to_string(size);
                for (const auto& [number, place] : saved) {
                    text += " " + std::string(isa::register_name(static_cast<u8>(number)).substr(1)) + place;
                }
            }
        };
        while (!one.is_at_end()) {
            const u32 rule = one.number(1);
            if ((rule & 0xc0U) == 0x80U) {
                saved[rule & 0x3fU] = std::to_string(static_cast<i32>(one.unsigned_leb()) * data_unit);
            } else if (rule == 0x04) {
                tell_until(address + one.number(4) * code_unit);
            } else if (rule == 0x07) {
                saved[one.unsigned_leb()] = "?";
            } else if (rule == 0x08) {
                saved.erase(one.unsigned_leb());
            } else if (rule == 0x0e) {
                size = one.unsigned_leb();
            } else {
                EXPECT_EQ(rule, 0U);
            }
        }
        tell_until(end);
    }
    return result;
}

TEST(Dwarf, TellsOfEachInstructionWhereItsCallerGoesOn) {
    const ProgramImage image = program();
    const std::vector<dwarf::FunctionRange> functions = dwarf::find_functions(image);
    std::string found;
    for (const dwarf::FunctionRange& function : functions) {
        found += function.name + " " + isa::hex_digits(function.begin) + "-" + isa::hex_digits(function.end) + "\n";
    }
    EXPECT_EQ(found,
              "main 00400000-00400010\nleaf 00400010-00400018\n00400018 00400018-00400050\n"
              "odd 00400050-00400070\n00400100 00400100-00400104\n");

    const std::map<u32, std::string> frames = read_frames(dwarf::write_frames(image, functions));
    const std::vector<Line> all = lines();
    EXPECT_EQ(frames.size(), all.size());
    for (size_t i = 0; i < all.size(); ++i) {
        const auto frame = frames.find(address_of(i, all.size()));
        ASSERT_NE(frame, frames.end()) << i;
        EXPECT_EQ(frame->second, all[i].frame) << "in front of instruction " << i;
    }
}

std::string output_of(const std::string& command) {
    std::string out;
    FILE* const pipe = popen(command.c_str(), "r");
    std::array<char, 4096> buffer{};
    for (size_t size = 0; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        out.append(buffer.data(), size);
    }
    pclose(pipe);
    return out;
}

TEST(Dwarf, IsReadTheSameByReadelf) {
    if (std::system("command -v readelf > /dev/null 2>&1") != 0) {
        GTEST_SKIP() << "there is no readelf";
    }
    const ProgramImage image = program();
    const Result<std::string> elf = write_elf(image, "/somewhere");
    ASSERT_TRUE(elf);
    std::string path = (std::filesystem::temp_directory_path() / "mariner-dwarf-XXXXXX").string();
    ::close(::mkstemp(path.data()));
    std::ofstream(path, std::ios::binary) << *elf;
    const std::string all = output_of("LC_ALL=C readelf --debug-dump=info,abbrev,line,Ranges,frames " + path + " 2>&1");
    std::istringstream rows(output_of("LC_ALL=C readelf --debug-dump=frames-interp " + path + " 2>&1"));
    std::filesystem::remove(path);
    EXPECT_EQ(all.find("arning"), std::string::npos) << all;
    EXPECT_EQ(all.find("rror"), std::string::npos) << all;

    const std::map<u32, std::string> frames = read_frames(dwarf::write_frames(image, dwarf::find_functions(image)));
    u32 compared = 0;
    for (std::string row; std::getline(rows, row);) {
        unsigned address = 0;
        unsigned size = 0;
        if (std::sscanf(row.c_str(), "%8x r29+%u", &address, &size) == 2 && address != 0) {
            const auto frame = frames.find(address);
            ASSERT_NE(frame, frames.end()) << row;
            EXPECT_EQ(frame->second.substr(0, frame->second.find(' ')), std::to_string(size)) << row;
            ++compared;
        }
    }
    EXPECT_GT(compared, 12U) << rows.str();
}

}  // namespace
}  // namespace mariner
