// Homes as code uses them: loaded from one CpuState and stored to another, exactly the registers of the map arrive.

#include "emulator/backend_x86/homes.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "emulator/backend_x86/code_arena.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner::backend_x86 {
namespace {

constexpr x86::Gp kept_by_callers[] = {x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15};

/// Host code that loads all homes from one state and stores them to another.
class Ferry {
public:
    explicit Ferry(const RegisterMap& map) {
        asmjit::CodeHolder code;
        EXPECT_TRUE(m_arena.reserve());
        EXPECT_EQ(code.init(asmjit::Environment::host()), asmjit::kErrorOk);
        x86::Assembler a(&code);
        for (const x86::Gp& gp : kept_by_callers) {
            a.push(gp);
        }
        a.push(x86::rsi);
        a.mov(cpu_register, x86::rdi);
        load_homes(a, map);
        a.pop(cpu_register);
        store_homes(a, map);
        for (size_t i = std::size(kept_by_callers); i-- > 0;) {
            a.pop(kept_by_callers[i]);
        }
        a.ret();
        EXPECT_TRUE(m_arena.write(code.codeSize(), [&](u8* to) {
            m_entry = reinterpret_cast<u64>(to);
            code.copyFlattenedData(to, code.codeSize());
        }));
    }

    void operator()(const CpuState& from, CpuState& to) const {
        reinterpret_cast<void (*)(const CpuState*, CpuState*)>(m_entry)(&from, &to);
    }

private:
    CodeArena m_arena;
    u64 m_entry = 0;
};

RegisterMap nothing() {
    RegisterMap map;
    map.integers.fill(RegisterMap::none);
    map.pairs.fill(RegisterMap::none);
    return map;
}

TEST(Homes, AreRegistersThatNothingElseUses) {
    std::set<u32> ids{x86::rax.id(),     x86::rcx.id(),      x86::rsp.id(),
                      cpu_register.id(), host_register.id(), budget_register.id()};
    const size_t reserved = ids.size();
    ASSERT_EQ(reserved, 6U);
    for (const x86::Gp& home : integer_home) {
        EXPECT_TRUE(ids.insert(home.id()).second) << home.id();
    }
    std::set<u32> floats{x86::xmm0.id(), x86::xmm1.id()};
    for (const x86::Xmm& home : float_home) {
        EXPECT_TRUE(floats.insert(home.id()).second) << home.id();
    }
}

TEST(Homes, CarryExactlyTheRegistersOfTheMap) {
    for (u64 seed = 1; seed <= 100; ++seed) {
        test::Random random(seed);
        RegisterMap map = nothing();
        u8 home = 0;
        for (u8 number = 1; number < place::count && home < RegisterMap::integer_homes; ++number) {
            if (test::below(random, 3) == 0) {
                map.integers[number] = home++;
            }
        }
        home = 0;
        for (size_t pair = 0; pair < map.pairs.size() && home < RegisterMap::float_homes; ++pair) {
            map.is_single[pair] = test::below(random, 2) == 0;
            if (test::below(random, 2) == 0) {
                map.pairs[pair] = home++;
            }
        }
        CpuState from;
        CpuState arrived;
        test::fill_with_edges(random, from);
        test::fill_with_edges(random, arrived);
        CpuState wanted = arrived;
        for (u8 number = 0; number < 32; ++number) {
            if (map.integers[number] != RegisterMap::none) {
                wanted.gpr[number] = from.gpr[number];
            }
            const bool stays =
                map.pairs[number / 2] == RegisterMap::none || (map.is_single[number / 2] && number % 2 != 0);
            wanted.fpr[number] = stays ? wanted.fpr[number] : from.fpr[number];
        }
        if (map.integers[place::flags] != RegisterMap::none) {
            wanted.condition_flags = from.condition_flags;
        }
        Ferry{map}(from, arrived);
        ASSERT_EQ(std::memcmp(&arrived, &wanted, sizeof wanted), 0) << "seed " << seed;
    }
}

TEST(Homes, LieWhereTheCheckedCoreLooks) {
    EXPECT_EQ(integer_slot(8).offset(), static_cast<i64>(offsetof(CpuState, gpr) + 4 * 8));
    EXPECT_EQ(integer_slot(place::flags).offset(), static_cast<i64>(offsetof(CpuState, condition_flags)));
    EXPECT_EQ(float_slot(3).offset(), static_cast<i64>(offsetof(CpuState, fpr) + 4 * 3));
}

}  // namespace
}  // namespace mariner::backend_x86
