// All of a text at once, as text: what the compiling engine would make of it, piece by piece, as it runs.

#include "emulator/backend_x86/engine.hpp"

#include "emulator/machine/machine.hpp"
#include "emulator/translate/listing.hpp"

#if defined(MARINER_JIT)
#include "emulator/backend_x86/code_arena.hpp"
#include "emulator/backend_x86/region_emitter.hpp"
#include "emulator/backend_x86/thunks.hpp"
#include "emulator/backend_x86/transcript.hpp"
#endif

namespace mariner::backend_x86 {

using translate::Translation;

namespace {

/// Regions that together hold everything.
template <class Use>
void each_region(const translate::Listing& listing, Use use) {
    std::vector<bool> is_done(listing.count());
    const std::vector<u32> others = listing.count() <= translate::region_limit ? listing.starts() : std::vector<u32>{};
    for (u32 at = 0; at < listing.count(); ++at) {
        if (is_done[at] || !listing.starts_block(at)) {
            continue;
        }
        const translate::Region region(listing, at, others, [&](u32 index) { return is_done[index]; });
        for (const translate::Block& block : region.blocks()) {
            is_done[block.first] = true;
        }
        use(region);
    }
}

}  // namespace

#if defined(MARINER_JIT)

namespace {

std::string text_of(const asmjit::BaseReg& reg) {
    asmjit::String text;
    asmjit::Formatter::formatRegister(text, asmjit::FormatFlags::kNone, nullptr, asmjit::Arch::kX64, reg.type(),
                                      reg.id());
    return text.data();
}

std::vector<std::string> legend_of(const RegisterMap& map) {
    std::string homes = "homes:";
    for (size_t number = 0; number < map.integers.size(); ++number) {
        if (map.integers[number] != RegisterMap::none) {
            const std::string name =
                number == place::flags
                    ? "flags"
                    : translate::name_of(translate::GuestPlace{translate::GuestKind::gpr, static_cast<u8>(number)});
            homes += " " + name + " " + text_of(integer_home[map.integers[number]]);
        }
    }
    for (size_t pair = 0; pair < map.pairs.size(); ++pair) {
        if (map.pairs[pair] != RegisterMap::none) {
            homes += " $f" + std::to_string(2 * pair) + " " + text_of(float_home[map.pairs[pair]]);
        }
    }
    return {
        homes, "rbp: the other registers, in memory; rbx: guest address 0; r15d: what is left of the budget",
        "eax, ecx, xmm0, xmm1: scratch; rsp: predicted returns, and below it what scratch registers had to give up",
        "a loop over memory has more code below its first: another round, the test of many, and those rounds untested"};
}

}  // namespace

Translation translation_of(Machine& machine) {
    const translate::Listing listing(machine.text().user());
    const RegisterMap map = choose_registers(listing);
    Translation translation{legend_of(map), {}};
    CodeArena arena;
    Exchange exchange;
    Thunks thunks;
    const bool is_ready = arena.reserve(listing.count()) && make_thunks(arena, map, exchange, listing.base(), thunks);
    if (is_ready) {
        std::fill_n(arena.table(), listing.count(), thunks.unlinked);
    }
    each_region(listing, [&](const translate::Region& region) {
        Transcript transcript;
        const Surroundings around{thunks, reinterpret_cast<u64>(arena.next()), arena.table(), 0, machine.map(), false,
                                  true};
        RegionEmitter emitter(listing, region, map, around, &transcript);
        const bool is_emitted = is_ready && emitter.run();
        for (const translate::Block& block : region.blocks()) {
            translation.blocks.push_back(translate::translated(listing, block));
            if (is_emitted) {
                transcript.move_to(translation.blocks.back());
            }
        }
    });
    return translation;
}

#else

Translation translation_of(Machine& machine) {
    const translate::Listing listing(machine.text().user());
    Translation translation;
    each_region(listing, [&](const translate::Region& region) {
        for (const translate::Block& block : region.blocks()) {
            translation.blocks.push_back(translate::translated(listing, block));
        }
    });
    return translation;
}

#endif

}  // namespace mariner::backend_x86
