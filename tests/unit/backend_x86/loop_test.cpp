// Loops that walk through memory: their second version tests addresses for many rounds at once, so each is led over the
// ends of its segment, off its alignment, and stopped anywhere.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "tests/unit/backend_x86/compiler.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner {
namespace {

using isa::Op;
using test::below;
using test::Random;

constexpr u8 pointers[] = {8, 9, 10};
constexpr u8 stride = 11, index_register = 12, counter = 13, limit = 14, scaled = 25, base = 26, turns = 27;
constexpr u8 words[] = {2, 3, 4, 5, 6, 7, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};

template <class Choices>
auto chosen(Random& random, const Choices& choices) {
    return choices[below(random, static_cast<u32>(std::size(choices)))];
}

/// A load or store; mostly where a pointer points.
isa::Instruction random_access(Random& random) {
    constexpr Op accesses[] = {Op::lw, Op::sw, Op::lbu,  Op::sb,   Op::lhu,  Op::sh,
                               Op::lb, Op::lh, Op::lwc1, Op::swc1, Op::ldc1, Op::sdc1};
    const Op op = chosen(random, accesses);
    const u8 pointer = below(random, 12) == 0 ? u8{29} : chosen(random, pointers);
    const bool is_float = op == Op::lwc1 || op == Op::swc1 || op == Op::ldc1 || op == Op::sdc1;
    const u8 value = is_float ? static_cast<u8>(2 * below(random, 4)) : chosen(random, words);
    const i32 offset = static_cast<i32>(below(random, 4)) * (below(random, 20) == 0 ? 1 : 8) - 8;
    return {op, 0, pointer, value, offset};
}

/// An entry of a table, by a number that has few bits.
void add_look_up(Random& random, std::vector<isa::Instruction>& text) {
    const u8 number = chosen(random, words);
    constexpr i32 masks[] = {0xff, 0xfc, 0x3f0, 0xfff8};
    if (below(random, 2) == 0) {
        text.push_back({Op::andi, 0, chosen(random, words), number, chosen(random, masks)});
    } else {
        text.push_back({Op::lbu, 0, chosen(random, pointers), number, 0});
    }
    text.push_back({Op::sll, scaled, 0, number, static_cast<i32>(below(random, 4))});
    text.push_back({Op::addu, scaled, base, scaled, 0});
    text.push_back({chosen(random, std::array{Op::lw, Op::sw, Op::lbu, Op::ldc1}), 0, scaled, number, 0});
}

void add_body(Random& random, std::vector<isa::Instruction>& text) {
    const auto word = [&] { return chosen(random, words); };
    const auto single = [&] { return static_cast<u8>(2 * below(random, 4)); };
    for (u32 i = 1 + below(random, 5); i-- > 0;) {
        switch (below(random, 16)) {
            case 15:
                add_look_up(random, text);
                break;
            case 14:
                text.push_back({chosen(random, std::array{Op::movz, Op::movn}), word(), word(), word(), 0});
                break;
            case 13:
                text.push_back({Op::mult, 0, word(), word(), 0});
                text.push_back({Op::mflo, word(), 0, 0, 0});
                break;
            case 12:
                text.push_back({chosen(random, std::array{Op::lwl, Op::lwr, Op::swl, Op::swr}), 0,
                                chosen(random, pointers), word(), static_cast<i32>(below(random, 4))});
                break;
            case 11:
                text.push_back({Op::c_lt_s_cc, static_cast<u8>(below(random, 8)), single(), single(), 0});
                break;
            case 10:
                text.push_back({Op::add_d, 6, 0, 6, 0});
                break;
            case 9:
                text.push_back({Op::div, 0, word(), word(), 0});
                text.push_back({chosen(random, std::array{Op::mflo, Op::mfhi}), word(), 0, 0, 0});
                break;
            case 8: {
                const u8 to = chosen(random, std::array{scaled, index_register});
                const u8 from = chosen(random, std::array{scaled, index_register});
                const u8 more = chosen(random, std::array{base, u8{10}, to});
                text.push_back({Op::sll, to, 0, from, static_cast<i32>(below(random, 4))});
                text.push_back({Op::addu, to, below(random, 2) == 0 ? to : more, below(random, 2) == 0 ? to : more, 0});
                text.push_back({Op::addu, chosen(random, words), to, from, 0});
                break;
            }
            case 0:
                text.push_back({Op::addu, chosen(random, words), chosen(random, words), chosen(random, words), 0});
                break;
            case 1:
                text.push_back({Op::add_s, static_cast<u8>(2 * below(random, 4)), static_cast<u8>(2 * below(random, 4)),
                                static_cast<u8>(2 * below(random, 4)), 0});
                break;
            case 2:
                text.push_back({Op::mtc1, 0, static_cast<u8>(2 * below(random, 4)), chosen(random, words), 0});
                break;
            default:
                text.push_back(random_access(random));
        }
    }
}

void add_step(Random& random, std::vector<isa::Instruction>& text) {
    constexpr i32 steps[] = {1, 2, 4, 4, 4, 8, -1, -4, -8, 12, 0, 256};
    const u8 pointer = chosen(random, pointers);
    switch (below(random, 6)) {
        case 0:
            text.push_back({below(random, 2) == 0 ? Op::addu : Op::subu, pointer, pointer, stride, 0});
            break;
        case 1:
            text.push_back({Op::sll, scaled, 0, index_register, 2});
            text.push_back({Op::addu, pointer, base, scaled, 0});
            text.push_back({Op::addiu, 0, index_register, index_register, 1});
            break;
        default:
            text.push_back({below(random, 3) == 0 ? Op::addi : Op::addiu, 0, pointer, pointer, chosen(random, steps)});
    }
}

/// main: walks `rounds` times, in a loop that never ends; a branch or two within, perhaps with another loop around it.
ProgramImage walking_loop(Random& random) {
    std::vector<isa::Instruction> text;
    const i32 rounds = static_cast<i32>(1 + below(random, below(random, 4) == 0 ? 6000 : 300));
    const u32 restart = static_cast<u32>(text.size());
    text.push_back({Op::addiu, 0, 0, counter, rounds});
    for (const u8 pointer : pointers) {
        if (below(random, 2) == 0) {
            text.push_back({Op::addu, base, 0, pointer, 0});
        }
    }
    const bool is_nested = below(random, 3) == 0;
    const u32 outer_head = static_cast<u32>(text.size());
    if (is_nested) {
        text.push_back({Op::addiu, 0, 0, counter, rounds});
        add_step(random, text);
    }
    const u32 head = static_cast<u32>(text.size());
    add_body(random, text);
    u32 skip = 0;
    if (below(random, 2) == 0) {
        const bool is_late = below(random, 2) == 0;  // nothing is read or written before some round
        const u8 waits = is_late ? limit : chosen(random, words);
        if (is_late) {
            text.push_back({Op::slti, 0, counter, limit, static_cast<i32>(below(random, static_cast<u32>(rounds)))});
        }
        skip = static_cast<u32>(text.size());
        text.push_back(
            {chosen(random, std::array{Op::beq, Op::bne}), 0, waits, is_late ? u8{0} : chosen(random, words), 0});
        add_body(random, text);
        if (below(random, 2) == 0) {
            add_step(random, text);
        }
        text[skip].imm = static_cast<i32>(text.size() - skip - 1);
    }
    add_step(random, text);
    if (below(random, 2) == 0) {
        add_step(random, text);
    }
    text.push_back({Op::addiu, 0, counter, counter, -1});
    const i32 back = static_cast<i32>(head) - static_cast<i32>(text.size()) - 1;
    if (below(random, 2) == 0) {
        text.push_back({Op::bgtz, 0, counter, 0, back});
    } else {
        text.push_back({Op::slt, limit, 0, counter, 0});
        text.push_back({Op::bne, 0, limit, 0, back - 1});
    }
    text.push_back({Op::add_d, 0, 2, 4, 0});
    if (is_nested) {
        text.push_back({Op::addiu, 0, turns, turns, -1});
        text.push_back({Op::bgtz, 0, turns, 0, static_cast<i32>(outer_head) - static_cast<i32>(text.size()) - 1});
        text.push_back({Op::addiu, 0, 0, turns, 5});
    }
    text.push_back({Op::bgez, 0, 0, 0, static_cast<i32>(restart) - static_cast<i32>(text.size()) - 1});
    return test::image_of(text);
}

/// How a loop that fills ends: mostly where its limit is, by a comparison or a counter; `growth`: of its pointer.
void add_end(Random& random, std::vector<isa::Instruction>& text, u32 head, i32 growth) {
    const auto back = [&] { return static_cast<i32>(head) - static_cast<i32>(text.size()) - 1; };
    const u8 pointer = pointers[0];
    const Op less = chosen(random, std::array{Op::slt, Op::sltu});
    switch (below(random, 7)) {
        case 0:
        case 1:
            text.push_back({Op::bne, 0, pointer, limit, back()});
            return;
        case 2:
            text.push_back(growth > 0 ? isa::Instruction{less, scaled, pointer, limit, 0}
                                      : isa::Instruction{less, scaled, limit, pointer, 0});
            text.push_back({Op::bne, 0, scaled, 0, back()});
            return;
        case 3:
            text.push_back(growth > 0 ? isa::Instruction{less, scaled, limit, pointer, 0}
                                      : isa::Instruction{less, scaled, pointer, limit, 0});
            text.push_back({Op::beq, 0, scaled, 0, back()});
            return;
        case 4:
            text.push_back({Op::addiu, 0, index_register, index_register, 1});
            text.push_back({below(random, 2) == 0 ? Op::slti : Op::sltiu, 0, index_register, scaled, 1000});
            text.push_back({Op::bne, 0, scaled, 0, back()});
            return;
        default:
            text.push_back({Op::addiu, 0, counter, counter, -1});
            text.push_back({chosen(random, std::array{Op::bgtz, Op::bgez}), 0, counter, 0, back()});
    }
}

/// The stores of a round in any order, now and then one of them elsewhere.
void add_stores(Random& random, std::vector<isa::Instruction>& text, u32 bytes, u32 count, bool is_one) {
    std::vector<u32> places(count);
    for (u32 i = 0; i < count; ++i) {
        places[i] = i;
        std::swap(places[i], places[below(random, i + 1)]);
    }
    const i32 first = static_cast<i32>(bytes * below(random, 4)) - 4;
    const u8 value = below(random, 3) == 0 ? u8{0} : chosen(random, words);
    for (const u32 at : places) {
        const i32 off = below(random, 40) == 0 ? static_cast<i32>(bytes) : 0;
        text.push_back({bytes == 4   ? Op::sw
                        : bytes == 2 ? Op::sh
                                     : Op::sb,
                        0, pointers[0], is_one ? value : chosen(random, words),
                        first + static_cast<i32>(at * bytes) + off});
    }
}

/// main: fills, from round to round; what it fills with may grow, and something else may be computed.
ProgramImage filling_loop(Random& random) {
    std::vector<isa::Instruction> text;
    const u32 bytes = 1U << below(random, 3);
    const u32 count = 1U << below(random, bytes == 4 ? 3 : 2);
    const i32 length = static_cast<i32>(bytes * count);
    const i32 growth = below(random, 3) == 0 ? -length : below(random, 20) == 0 ? 2 * length : length;
    const i32 rounds = static_cast<i32>(1 + below(random, below(random, 3) == 0 ? 20 : 2000));
    const i32 missed = below(random, 12) == 0 ? 1 : 0;
    text.push_back({Op::addiu, 0, 0, counter, rounds});
    text.push_back({Op::addiu, 0, 0, index_register, 1000 - rounds});
    if (below(random, 3) != 0) {
        text.push_back({Op::addu, pointers[0], base, 0, 0});
    }
    text.push_back({Op::addiu, 0, pointers[0], limit, growth * rounds + missed});
    const u32 head = static_cast<u32>(text.size());
    const u32 grown = below(random, 3);
    const bool is_early = below(random, 2) == 0;
    for (u32 i = 0; i <= grown; ++i) {
        if (i == (is_early ? grown : 0)) {
            add_stores(random, text, bytes, count, below(random, 2) == 0);
        }
        const u8 word = chosen(random, words);
        const u8 from = below(random, 4) == 0 ? u8{0} : word;
        text.push_back({Op::addiu, 0, from, word, static_cast<i32>(below(random, 600)) - 300});
    }
    if (below(random, 4) == 0) {
        text.push_back({chosen(random, std::array{Op::xor_, Op::addu, Op::mul, Op::movz}), scaled,
                        chosen(random, words), chosen(random, words), 0});
    }
    text.push_back({Op::addiu, 0, pointers[0], pointers[0], growth});
    add_end(random, text, head, growth);
    text.push_back({Op::addiu, 0, base, base, static_cast<i32>(below(random, 3)) * 4});
    text.push_back({Op::bgez, 0, 0, 0, -static_cast<i32>(text.size()) - 1});
    return test::image_of(text);
}

u32 start_address(Random& random) {
    constexpr u32 places[] = {0x10010000, 0x10020000, 0x10000000, 0x103ff000, 0x10400000, 0x103e0000,
                              0x7fffeff0, 0x7fffc000, 0x7fc00000, 0x90000000, 0x0ffffff0, 0x10010001};
    return chosen(random, places) + 4 * below(random, 64);
}

void begin(Random& random, CpuState& cpu) {
    for (const u8 number : words) {
        cpu.gpr[number] = below(random, 2) == 0 ? test::edge_value(random) : below(random, 4);
    }
    for (const u8 pointer : pointers) {
        cpu.gpr[pointer] = start_address(random);
    }
    cpu.gpr[29] = 0x7fffe000 + 4 * below(random, 1024);
    cpu.gpr[base] = start_address(random);
    cpu.gpr[index_register] = below(random, 64);
    cpu.gpr[stride] = below(random, 4) == 0 ? test::edge_value(random) : 4 * below(random, 1100);
    for (u32& half : cpu.fpr) {
        half = test::edge_single(random);
    }
}

/// A double is read where it may not be, by a round whose addresses weren't tested: the ones before it read nothing.
TEST(Loops, DoublesLieWhereTheyMust) {
    for (const Op step : {Op::addu, Op::subu}) {
        const ProgramImage image = test::image_of({{Op::slti, 0, counter, limit, 50},
                                                   {Op::bne, 0, limit, 0, 1},
                                                   {Op::ldc1, 0, pointers[0], 2, 0},
                                                   {step, pointers[0], pointers[0], stride, 0},
                                                   {Op::addiu, 0, counter, counter, 1},
                                                   {Op::bgez, 0, 0, 0, -6}});
        const auto machine = std::move(*Machine::create(image));
        machine->cpu.pc = image.entry;
        machine->cpu.gpr[pointers[0]] = 0x10200004;
        machine->cpu.gpr[stride] = 8;
        const auto engine = test::compiler(0)(EngineKind::jit, *machine, {});
        const Stop stop = engine->run(100'000);
        ASSERT_EQ(stop.reason, StopReason::exception) << isa::info(step).id;
        ASSERT_EQ(machine->cpu.gpr[counter], 50U);
    }
}

/// What a snapshot would take.
std::vector<u32> take_dirty(Memory& memory) {
    std::vector<u32> pages(memory.dirty_pages().begin(), memory.dirty_pages().end());
    std::ranges::sort(pages);
    memory.clear_dirty();
    return pages;
}

/// The compiling engine and the fast core, stopped again and again at the same steps.
void compare_runs(Random& random, const ProgramImage& image, u64 seed) {
    auto compiled = std::move(*Machine::create(image));
    auto interpreted = std::move(*Machine::create(image));
    begin(random, compiled->cpu);
    compiled->cpu.pc = image.entry;
    interpreted->cpu = compiled->cpu;
    const auto engine = test::compiler(seed % 8 == 0 ? test::never : 2000)(EngineKind::jit, *compiled, {});
    const auto other = make_core(EngineKind::fast, *interpreted, {});
    const bool is_recorded = seed % 3 == 0;
    if (is_recorded) {
        compiled->memory().keep_exact();
        interpreted->memory().keep_exact();
    }
    for (u32 stops = 0; stops < 40; ++stops) {
        const u64 budget = 1 + below(random, below(random, 3) == 0 ? 100'000 : 9000);
        const Stop stop = engine->run(budget);
        const Stop wanted = other->run(budget);
        ASSERT_EQ(stop.reason, wanted.reason) << "seed " << seed << " stop " << stops;
        ASSERT_EQ(stop.pc, wanted.pc) << "seed " << seed << " stop " << stops;
        ASSERT_EQ(stop.exception.kind, wanted.exception.kind) << "seed " << seed;
        ASSERT_EQ(stop.exception.value, wanted.exception.value) << "seed " << seed;
        ASSERT_EQ(engine->steps(), other->steps()) << "seed " << seed << " stop " << stops;
        ASSERT_EQ(engine->fetches(), other->fetches()) << "seed " << seed;
        compiled->cpu.gpr[reg::bin] = interpreted->cpu.gpr[reg::bin] = 0;
        ASSERT_TRUE(compiled->cpu == interpreted->cpu) << "seed " << seed << " stop " << stops;
        if (is_recorded && below(random, 4) == 0) {
            ASSERT_EQ(take_dirty(compiled->memory()), take_dirty(interpreted->memory())) << "seed " << seed;
        }
        if (stop.reason == StopReason::exception) {
            compiled->cpu.pc = interpreted->cpu.pc = stop.pc + 4;
            const u8 pointer = chosen(random, pointers);
            compiled->cpu.gpr[pointer] = interpreted->cpu.gpr[pointer] = start_address(random);
        }
    }
    for (const u32 page : interpreted->memory().written_pages()) {
        ASSERT_TRUE(std::ranges::equal(compiled->memory().page_bytes(page), interpreted->memory().page_bytes(page)))
            << "seed " << seed;
    }
}

void compare_many(ProgramImage (*program)(Random&), u64 usual_count) {
    const char* const wanted_count = std::getenv("MARINER_RANDOM_LOOPS");
    const u64 first = 1;
    const u64 count = wanted_count != nullptr ? std::strtoull(wanted_count, nullptr, 0) : usual_count;
    for (u64 seed = first; seed < first + count && !testing::Test::HasFatalFailure(); ++seed) {
        Random random(seed);
        const ProgramImage image = program(random);
        compare_runs(random, image, seed);
    }
}

TEST(Loops, WalkAsTheFastCoreDoes) {
    compare_many(walking_loop, 800);
}

TEST(Loops, SayWhatTheyFill) {
    const auto machine = std::move(*Machine::create(test::image_of({{Op::addiu, 0, 0, 9, 400},
                                                                    {Op::sh, 0, 8, 9, 0},
                                                                    {Op::addiu, 0, 8, 8, 2},
                                                                    {Op::addiu, 0, 9, 9, -1},
                                                                    {Op::bgez, 0, 9, 0, -4},
                                                                    {Op::bgez, 0, 0, 0, -6}})));
    const translate::Translation translation = backend_x86::translation_of(*machine);
    u32 said = 0;
    for (const translate::TranslatedBlock& block : translation.blocks) {
        for (const translate::TranslatedInstruction& instruction : block.instructions) {
            const bool fills =
                std::ranges::find(instruction.operations, "# fill: 16 bytes are stored at once for 8 rounds") !=
                instruction.operations.end();
            const bool has_code = std::ranges::any_of(
                instruction.host, [](const std::string& line) { return line.starts_with("movdqu xmmword ptr"); });
            EXPECT_EQ(fills, has_code);
            said += fills ? 1 : 0;
        }
    }
    EXPECT_EQ(said, 1U);
}

TEST(Loops, FillAsTheFastCoreDoes) {
    compare_many(filling_loop, 300);
}

}  // namespace
}  // namespace mariner
