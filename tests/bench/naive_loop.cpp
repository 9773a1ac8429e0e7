// The floor of the benchmark: a plain interpreter as one would write it first. It fetches a word, cuts it into fields,
// finds the instruction by two switches, finds memory by comparing with each segment, counts, and begins again; nothing
// is decoded ahead. Knows what the benchmark programs use and nothing else. Syscalls are served by the runner, as for
// every engine.
//
//     naive_loop FILE.asm

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/source.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/isa/encode.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/runtime/terminal_host.hpp"

namespace mariner {
namespace {

struct Fields {
    u32 rs, rt, rd, shift, function, immediate, target;
    i32 offset;
};

class NaiveCore final : public Core {
public:
    explicit NaiveCore(Machine& machine) : Core(machine) {
        for (const TextSlot& slot : machine.text().user().slots) {
            m_words.push_back(isa::encode(slot.instruction));
        }
    }

private:
    bool run_slice(u64 steps) override {
        const u64 budget = std::min(steps, slice_steps);
        u64 done = 0;
        bool stopped = false;
        while (done < budget && !stopped) {
            ++done;
            stopped = step();
        }
        count_steps(done, 0, true, no_address);
        return stopped;
    }

    bool step() {
        CpuState& cpu = m_machine.cpu;
        const u32 pc = cpu.pc;
        const u32 word = fetch(pc);
        cpu.pc = pc + 4;
        const Fields f{(word >> 21) & 31, (word >> 16) & 31, (word >> 11) & 31, (word >> 6) & 31,
                       word & 63,         word & 0xffff,     word & 0x3ffffff,  static_cast<i16>(word & 0xffff)};
        const bool known = execute(word >> 26, f, pc);
        cpu.gpr[0] = 0;
        if (!known) {
            m_stop.reason = StopReason::exception;
            m_stop.exception.kind = ExceptionKind::undefined_instruction;
            m_stop.exception.value = word;
            m_stop.pc = pc;
            cpu.pc = pc;
            return true;
        }
        if (m_syscall) {
            m_syscall = false;
            m_stop.reason = StopReason::syscall;
            m_stop.pc = pc;
            return true;
        }
        return false;
    }

    [[nodiscard]] u32 fetch(u32 pc) const {
        const u32 index = (pc - m_machine.text().user().base) / 4;
        return pc % 4 == 0 && index < m_words.size() ? m_words[index] : 0xffffffff;
    }

    /// Where a guest address lies in the host, by asking every segment.
    u8* find(u32 address, u32 size) {
        const MemoryMap& map = m_machine.map();
        if (address % size != 0) {
            return nullptr;
        }
        for (const Segment* segment : {&map.data, &map.stack, &map.kernel_data, &map.mmio}) {
            if (address >= segment->base && address < segment->limit) {
                return m_machine.memory().host() + Memory::place(address);
            }
        }
        return nullptr;
    }

    template <class T>
    bool load(u32 address, T& value) {
        const u8* from = find(address, sizeof(T));
        if (from == nullptr) {
            return false;
        }
        std::memcpy(&value, from, sizeof(T));
        return true;
    }

    template <class T>
    bool store(u32 address, T value) {
        u8* to = find(address, sizeof(T));
        if (to == nullptr) {
            return false;
        }
        std::memcpy(to, &value, sizeof(T));
        return true;
    }

    template <class T, class Wide>
    bool load_extended(u32 address, u32 rt) {
        T value{};
        if (!load(address, value)) {
            return false;
        }
        m_machine.cpu.gpr[rt] = static_cast<u32>(static_cast<Wide>(value));
        return true;
    }

    void branch_if(bool taken, const Fields& f, u32 pc) {
        if (taken) {
            m_machine.cpu.pc = pc + 4 + static_cast<u32>(f.offset) * 4;
        }
    }

    bool execute(u32 opcode, const Fields& f, u32 pc) {
        CpuState& cpu = m_machine.cpu;
        auto& r = cpu.gpr;
        const u32 signed_immediate = static_cast<u32>(f.offset);
        const u32 address = r[f.rs] + signed_immediate;
        switch (opcode) {
            case 0:
                return execute_special(f, pc);
            case 1:
                branch_if((static_cast<i32>(r[f.rs]) < 0) == (f.rt == 0), f, pc);
                return f.rt <= 1;
            case 2:
            case 3:
                if (opcode == 3) {
                    r[31] = pc + 4;
                }
                cpu.pc = ((pc + 4) & 0xf0000000) | (f.target << 2);
                return true;
            case 4:
                branch_if(r[f.rs] == r[f.rt], f, pc);
                return true;
            case 5:
                branch_if(r[f.rs] != r[f.rt], f, pc);
                return true;
            case 6:
                branch_if(static_cast<i32>(r[f.rs]) <= 0, f, pc);
                return true;
            case 7:
                branch_if(static_cast<i32>(r[f.rs]) > 0, f, pc);
                return true;
            case 8:
            case 9:
                r[f.rt] = r[f.rs] + signed_immediate;
                return true;
            case 10:
                r[f.rt] = static_cast<i32>(r[f.rs]) < f.offset ? 1 : 0;
                return true;
            case 11:
                r[f.rt] = r[f.rs] < signed_immediate ? 1 : 0;
                return true;
            case 12:
                r[f.rt] = r[f.rs] & f.immediate;
                return true;
            case 13:
                r[f.rt] = r[f.rs] | f.immediate;
                return true;
            case 14:
                r[f.rt] = r[f.rs] ^ f.immediate;
                return true;
            case 15:
                r[f.rt] = f.immediate << 16;
                return true;
            case 17:
                return execute_float(f, pc);
            case 28:
                return execute_special2(f);
            case 32:
                return load_extended<i8, i32>(address, f.rt);
            case 33:
                return load_extended<i16, i32>(address, f.rt);
            case 35:
                return load_extended<u32, u32>(address, f.rt);
            case 36:
                return load_extended<u8, u32>(address, f.rt);
            case 37:
                return load_extended<u16, u32>(address, f.rt);
            case 40:
                return store(address, static_cast<u8>(r[f.rt]));
            case 41:
                return store(address, static_cast<u16>(r[f.rt]));
            case 43:
                return store(address, r[f.rt]);
            case 49:
                return load(address, cpu.fpr[f.rt]);
            case 53:
                return load(address, cpu.fpr[f.rt]) && load(address + 4, cpu.fpr[f.rt + 1]);
            case 57:
                return store(address, cpu.fpr[f.rt]);
            case 61:
                return store(address, cpu.fpr[f.rt]) && store(address + 4, cpu.fpr[f.rt + 1]);
            default:
                return false;
        }
    }

    bool execute_special(const Fields& f, u32 pc) {
        CpuState& cpu = m_machine.cpu;
        auto& r = cpu.gpr;
        const u32 a = r[f.rs];
        const u32 b = r[f.rt];
        switch (f.function) {
            case 0:
                r[f.rd] = b << f.shift;
                return true;
            case 2:
                r[f.rd] = b >> f.shift;
                return true;
            case 3:
                r[f.rd] = static_cast<u32>(static_cast<i32>(b) >> f.shift);
                return true;
            case 4:
                r[f.rd] = b << (a & 31);
                return true;
            case 6:
                r[f.rd] = b >> (a & 31);
                return true;
            case 7:
                r[f.rd] = static_cast<u32>(static_cast<i32>(b) >> (a & 31));
                return true;
            case 8:
                cpu.pc = a;
                return true;
            case 9:
                r[f.rd] = pc + 4;
                cpu.pc = a;
                return true;
            case 10:
                r[f.rd] = b == 0 ? a : r[f.rd];
                return true;
            case 11:
                r[f.rd] = b != 0 ? a : r[f.rd];
                return true;
            case 12:
                m_syscall = true;
                return true;
            case 16:
                r[f.rd] = cpu.hi;
                return true;
            case 17:
                cpu.hi = a;
                return true;
            case 18:
                r[f.rd] = cpu.lo;
                return true;
            case 19:
                cpu.lo = a;
                return true;
            case 24:
                set_hi_lo(static_cast<u64>(i64{static_cast<i32>(a)} * static_cast<i32>(b)));
                return true;
            case 25:
                set_hi_lo(u64{a} * b);
                return true;
            case 26:
                if (b != 0) {
                    cpu.lo = static_cast<u32>(i64{static_cast<i32>(a)} / static_cast<i32>(b));
                    cpu.hi = static_cast<u32>(i64{static_cast<i32>(a)} % static_cast<i32>(b));
                }
                return true;
            case 27:
                if (b != 0) {
                    cpu.lo = a / b;
                    cpu.hi = a % b;
                }
                return true;
            case 32:
            case 33:
                r[f.rd] = a + b;
                return true;
            case 34:
            case 35:
                r[f.rd] = a - b;
                return true;
            case 36:
                r[f.rd] = a & b;
                return true;
            case 37:
                r[f.rd] = a | b;
                return true;
            case 38:
                r[f.rd] = a ^ b;
                return true;
            case 39:
                r[f.rd] = ~(a | b);
                return true;
            case 42:
                r[f.rd] = static_cast<i32>(a) < static_cast<i32>(b) ? 1 : 0;
                return true;
            case 43:
                r[f.rd] = a < b ? 1 : 0;
                return true;
            default:
                return false;
        }
    }

    bool execute_special2(const Fields& f) {
        auto& r = m_machine.cpu.gpr;
        if (f.function != 2) {
            return false;
        }
        const u64 product = static_cast<u64>(i64{static_cast<i32>(r[f.rs])} * static_cast<i32>(r[f.rt]));
        r[f.rd] = static_cast<u32>(product);
        set_hi_lo(product);
        return true;
    }

    void set_hi_lo(u64 value) {
        m_machine.cpu.hi = static_cast<u32>(value >> 32);
        m_machine.cpu.lo = static_cast<u32>(value);
    }

    bool execute_float(const Fields& f, u32 pc) {
        CpuState& cpu = m_machine.cpu;
        switch (f.rs) {
            case 0:
                cpu.gpr[f.rt] = cpu.fpr[f.rd];
                return true;
            case 4:
                cpu.fpr[f.rd] = cpu.gpr[f.rt];
                return true;
            case 8:
                branch_if(((cpu.condition_flags >> (f.rt >> 2)) & 1) == (f.rt & 1), f, pc);
                return true;
            case 16:
                return compute<float>(
                    f, [&](u32 n) { return std::bit_cast<float>(cpu.fpr[n]); },
                    [&](u32 n, float v) { cpu.fpr[n] = std::bit_cast<u32>(v); });
            case 17:
                return compute<double>(
                    f, [&](u32 n) { return get_double(n); }, [&](u32 n, double v) { set_double(n, v); });
            case 20:
                if (f.function == 32) {
                    cpu.fpr[f.shift] = std::bit_cast<u32>(static_cast<float>(static_cast<i32>(cpu.fpr[f.rd])));
                } else {
                    set_double(f.shift, static_cast<i32>(cpu.fpr[f.rd]));
                }
                return f.function == 32 || f.function == 33;
            default:
                return false;
        }
    }

    [[nodiscard]] double get_double(u32 n) const {
        return std::bit_cast<double>((u64{m_machine.cpu.fpr[n + 1]} << 32) | m_machine.cpu.fpr[n]);
    }
    void set_double(u32 n, double value) {
        const u64 bits = std::bit_cast<u64>(value);
        m_machine.cpu.fpr[n] = static_cast<u32>(bits);
        m_machine.cpu.fpr[n + 1] = static_cast<u32>(bits >> 32);
    }

    template <class T, class Get, class Set>
    bool compute(const Fields& f, Get get, Set set) {
        const T a = get(f.rd);
        switch (f.function) {
            case 0:
                set(f.shift, a + get(f.rt));
                return true;
            case 1:
                set(f.shift, a - get(f.rt));
                return true;
            case 2:
                set(f.shift, a * get(f.rt));
                return true;
            case 3:
                set(f.shift, a / get(f.rt));
                return true;
            case 4:
                set(f.shift, std::sqrt(a));
                return true;
            case 5:
                set(f.shift, std::fabs(a));
                return true;
            case 6:
                set(f.shift, a);
                return true;
            case 7:
                set(f.shift, -a);
                return true;
            case 13:
            case 36:
                m_machine.cpu.fpr[f.shift] = static_cast<u32>(static_cast<i32>(a));
                return true;
            case 32:
                m_machine.cpu.fpr[f.shift] = std::bit_cast<u32>(static_cast<float>(a));
                return true;
            case 33:
                set_double(f.shift, static_cast<double>(a));
                return true;
            case 50:
                set_flag(f.shift >> 2, a == get(f.rt));
                return true;
            case 60:
                set_flag(f.shift >> 2, a < get(f.rt));
                return true;
            case 62:
                set_flag(f.shift >> 2, a <= get(f.rt));
                return true;
            default:
                return false;
        }
    }

    void set_flag(u32 number, bool value) {
        u32& flags = m_machine.cpu.condition_flags;
        flags = (flags & ~(1U << number)) | (u32{value} << number);
    }

    std::vector<u32> m_words;
    bool m_syscall = false;
};

int run(const std::string& file) {
    DiskSources sources(std::filesystem::current_path().string());
    const std::string files[] = {file};
    const Assembly assembly = assemble(files, sources, {});
    if (!assembly.image) {
        std::fprintf(stderr, "naive_loop: %s does not assemble\n", file.c_str());
        return 1;
    }
    auto machine = Machine::create(*assembly.image);
    if (!machine) {
        std::fprintf(stderr, "naive_loop: %s\n", machine.error().message.c_str());
        return 1;
    }
    NaiveCore core(**machine);
    TerminalHost host;
    const RunOptions options;
    Runner runner(core, host, options);
    const RunResult result = runner.run();
    if (result.ending != RunEnding::exited) {
        std::fprintf(stderr, "naive_loop: %s at 0x%08x\n", std::string(name_of(result.ending)).c_str(), result.pc);
        return 1;
    }
    return result.exit_code;
}

}  // namespace
}  // namespace mariner

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: naive_loop FILE.asm\n", stderr);
        return 2;
    }
    return mariner::run(argv[1]);
}
