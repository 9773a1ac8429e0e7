// The bytes of modules. That V8 takes them, and what they do, tests/wasm/run.py shows.

#include "emulator/backend_wasm/module_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/backend_wasm/region_code.hpp"
#include "emulator/machine/machine.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner::backend_wasm {
namespace {

Bytes unsigned_bytes(u64 number) {
    Bytes bytes;
    append_unsigned(bytes, number);
    return bytes;
}
Bytes signed_bytes(i64 number) {
    Bytes bytes;
    append_signed(bytes, number);
    return bytes;
}

TEST(WasmModule, WritesNumbersSevenBitsToAByte) {
    EXPECT_EQ(unsigned_bytes(0), (Bytes{0}));
    EXPECT_EQ(unsigned_bytes(127), (Bytes{0x7f}));
    EXPECT_EQ(unsigned_bytes(128), (Bytes{0x80, 1}));
    EXPECT_EQ(unsigned_bytes(624485), (Bytes{0xe5, 0x8e, 0x26}));
    EXPECT_EQ(signed_bytes(63), (Bytes{0x3f}));
    EXPECT_EQ(signed_bytes(64), (Bytes{0xc0, 0}));
    EXPECT_EQ(signed_bytes(-64), (Bytes{0x40}));
    EXPECT_EQ(signed_bytes(-65), (Bytes{0xbf, 0x7f}));
    EXPECT_EQ(signed_bytes(-123456), (Bytes{0xc0, 0xbb, 0x78}));
}

TEST(WasmModule, HasOneFunctionOverTheMemoryItIsGiven) {
    CodeWriter code(2);
    const Local sum = code.new_local(WasmType::i32);
    const WasmLabel outer = code.open(Opcode::block);
    code.open(Opcode::loop);
    code.branch(outer);
    code.close();
    code.close();
    code.get(sum);
    const Bytes expected{
        0,    'a',  's',  'm',  1,    0,    0,    0,           //
        1,    7,    1,    0x60, 2,    0x7f, 0x7f, 1,    0x7f,  // the type
        2,    19,   1,    7,    'm',  'a',  'r',  'i',  'n',  'e', 'r',  6, 'm', 'e', 'm', 'o', 'r', 'y', 2, 0, 0,  //
        3,    2,    1,    0,                                                                                        //
        7,    7,    1,    3,    'r',  'u',  'n',  0,    0,                                                          //
        10,   16,   1,    14,   1,    1,    0x7f,  // a local
        0x02, 0x40, 0x03, 0x40, 0x0c, 1,    0x0b, 0x0b, 0x20, 2,   0x0b,
    };
    EXPECT_EQ(write_module(code), expected);
}

RegionCode compiled(const std::vector<isa::Instruction>& text) {
    static ProgramImage image;
    image = test::image_of(text);
    auto machine = Machine::create(image);
    const translate::Listing listing((*machine)->text().user());
    return compile(listing, translate::Region(listing, 0, {}, [](u32) { return false; }), 0, {});
}

TEST(RegionCode, CanBeEnteredWhereLoopsBeginAndBehindCallsAndServices) {
    const RegionCode code = compiled({{isa::Op::addiu, 0, 8, 8, 1},
                                      {isa::Op::addiu, 0, 9, 9, 1},  // 1: a loop
                                      {isa::Op::bne, 0, 9, 8, -2},
                                      {isa::Op::syscall, 0, 0, 0, 0},
                                      {isa::Op::addiu, 0, 9, 9, 1},  // 4: behind the service
                                      {isa::Op::jr, 0, 31, 0, 0}});
    EXPECT_EQ(code.first, 0U);
    EXPECT_EQ(code.entries, (std::vector<u32>{0, 1, 4}));
}

TEST(RegionCode, SaysWhatIsToBeGivenBackWhereItIsLeft) {
    const RegionCode code = compiled({{isa::Op::addiu, 0, 8, 8, 1},
                                      {isa::Op::lw, 0, 8, 9, 4},
                                      {isa::Op::addiu, 0, 8, 8, 1},
                                      {isa::Op::syscall, 0, 0, 0, 0}});
    const auto site = [&](ExitKind kind) { return *std::ranges::find(code.sites, kind, &ExitSite::kind); };
    EXPECT_EQ(site(ExitKind::step).pc, 0x00400004U);
    EXPECT_EQ(site(ExitKind::step).given_back, 3U);
    EXPECT_EQ(site(ExitKind::service).pc, 0x0040000cU);
    EXPECT_EQ(site(ExitKind::service).given_back, 0U);
}

TEST(RegionCode, TestsAccessesThatCountFromOneRegisterOnce) {
    const auto tests_of = [](const std::vector<isa::Instruction>& text) {
        return std::ranges::count(compiled(text).sites, ExitKind::step, &ExitSite::kind);
    };
    const isa::Instruction end{isa::Op::syscall, 0, 0, 0, 0};
    EXPECT_EQ(tests_of({{isa::Op::lw, 0, 8, 9, 4}, {isa::Op::lw, 0, 8, 10, -8}, {isa::Op::lw, 0, 8, 11, 12}, end}), 1);
    // While first stores are noted, a store asks in its likely segment, too: two ways out of the one test.
    EXPECT_EQ(tests_of({{isa::Op::lw, 0, 8, 9, 4}, {isa::Op::sw, 0, 8, 10, -8}, {isa::Op::sw, 0, 8, 11, 12}, end}), 2);
    EXPECT_EQ(tests_of({{isa::Op::lw, 0, 8, 8, 4}, {isa::Op::lw, 0, 8, 9, 8}, end}), 2);   // another address by then
    EXPECT_EQ(tests_of({{isa::Op::lw, 0, 8, 9, 4}, {isa::Op::lh, 0, 8, 10, 8}, end}), 2);  // another width
    EXPECT_EQ(tests_of({{isa::Op::lw, 0, 8, 9, 0}, {isa::Op::lw, 0, 8, 10, 4096}, end}), 2);
    EXPECT_EQ(tests_of({{isa::Op::lw, 0, 8, 9, 0}, {isa::Op::lw, 0, 8, 10, 2}, end}), 2);
}

}  // namespace
}  // namespace mariner::backend_wasm
