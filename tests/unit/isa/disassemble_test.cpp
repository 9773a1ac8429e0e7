// Instructions as text. What MARS shows was recorded from it: basic_forms.listing, and the dumps of the conformance
// cases.

#include "emulator/isa/disassemble.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "emulator/isa/decode.hpp"

namespace mariner::isa {
namespace {

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

TEST(MarsText, IsWhatMarsShowsForEachForm) {
    std::ifstream listing(MARINER_SOURCE_DIR "/tests/unit/isa/basic_forms.listing");
    std::string line;
    int compared = 0;
    while (std::getline(listing, line)) {
        if (line.rfind("0x", 0) != 0) {
            continue;
        }
        const u32 address = static_cast<u32>(std::stoul(line.substr(0, 10), nullptr, 16));
        const u32 word = static_cast<u32>(std::stoul(line.substr(12, 10), nullptr, 16));
        const std::optional<Instruction> instruction = decode(word, address);
        // MARS 4.6 fills the unused bits of syscalls and register traps with ones.
        if (!instruction) {
            continue;
        }
        EXPECT_EQ(trimmed(mars_text(*instruction).substr(0, 22)), trimmed(line.substr(24, 22)));
        ++compared;
    }
    EXPECT_GT(compared, 145);
}

TEST(MarsText, ShowsWhatTheMachineWordCantHold) {
    EXPECT_EQ(mars_text({Op::beq, 0, 8, 9, 0x12345}), "beq $8,$9,0x00012345");
    EXPECT_EQ(mars_text({Op::c_eq_s_cc, 9, 1, 2, 0}), "c.eq.s 0x00000009,$f1,$f2");
    EXPECT_EQ(mars_text({Op::sw, 0, 29, 31, -8}), "sw $31,0xfffffff8($29)");
    EXPECT_EQ(mars_text({Op::nop, 0, 0, 0, 0}), "nop ");
}

// Conformance case runtime/smc_listing.
TEST(MarsTextOfStoredWord, ShowsRawFields) {
    EXPECT_EQ(mars_text_of_stored_word(0xad28fffc, 0x00400014), "sw $8,0x0000fffc($9)");
    EXPECT_EQ(mars_text_of_stored_word(0x1109ffff, 0x00400018), "beq $8,$9,0xffffffff");
    EXPECT_EQ(mars_text_of_stored_word(0x04110001, 0x00400034), "bgezal $0,0x00000001");
    EXPECT_EQ(mars_text_of_stored_word(0x08100000, 0x0040001c), "j 0x00100000");
    EXPECT_EQ(mars_text_of_stored_word(0x40086000, 0x0040003c), "mfc0 $8,$12");
    EXPECT_EQ(mars_text_of_stored_word(0x46041082, 0x00400028), "mul.s $f2,$f2,$f4");
    EXPECT_EQ(mars_text_of_stored_word(0xffffffff, 0x00400000), "<INVALID>");
}

TEST(AssemblyText, NamesRegistersAndLabels) {
    const LabelAt label_at = [](u32 address) { return address == 0x00400010 ? std::string("loop") : std::string(); };
    EXPECT_EQ(assembly_text({Op::addiu, 0, 10, 9, -100}, 0), "addiu   $t1, $t2, -100");
    EXPECT_EQ(assembly_text({Op::lw, 0, 29, 31, 4}, 0), "lw      $ra, 4($sp)");
    EXPECT_EQ(assembly_text({Op::bne, 0, 8, 0, -1}, 0x00400010, label_at), "bne     $t0, $zero, loop");
    EXPECT_EQ(assembly_text({Op::bne, 0, 8, 0, 0}, 0x00400010, label_at), "bne     $t0, $zero, 0x00400014");
    EXPECT_EQ(assembly_text({Op::j, 0, 0, 0, 0x00400010}, 0x00400100, label_at), "j       loop");
    EXPECT_EQ(assembly_text({Op::mtc0, 12, 0, 8, 0}, 0), "mtc0    $t0, $12");
    EXPECT_EQ(assembly_text({Op::c_lt_d_cc, 3, 2, 4, 0}, 0), "c.lt.d  3, $f2, $f4");
    EXPECT_EQ(assembly_text({Op::round_w_s, 1, 2, 0, 0}, 0), "round.w.s $f1, $f2");
    EXPECT_EQ(assembly_text({Op::lui, 0, 0, 1, -1}, 0), "lui     $at, 65535");
    EXPECT_EQ(assembly_text({Op::srl, 1, 0, 8, 32}, 0), "srl     $at, $t0, 0");
    EXPECT_EQ(assembly_text({Op::syscall, 0, 0, 0, 0}, 0), "syscall");
}

}  // namespace
}  // namespace mariner::isa
