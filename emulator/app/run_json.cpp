#include "emulator/app/run_json.hpp"

#include <bit>

#include "emulator/isa/registers.hpp"
#include "emulator/protocol/base64.hpp"
#include "emulator/remote/places.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

constexpr u32 longest_range = 1U << 20;

/// A member that is an array of `count` values.
template <class At>
void write_array_json(JsonWriter& json, std::string_view name, u32 count, At at) {
    json.array(name, [&] {
        for (u32 i = 0; i < count; ++i) {
            json.value(at(i));
        }
    });
}

}  // namespace

Result<MemoryRange> read_memory_range(const std::string& text, const ProgramImage& image) {
    const size_t mark = text.find_first_of(":-", 1);
    const auto address_of = [&](const std::string& word) {
        return word.empty() ? std::nullopt : remote::find_address(image, word);
    };
    const std::optional<u32> first = address_of(text.substr(0, mark));
    std::optional<u32> words = 1;
    if (mark != std::string::npos) {
        words = address_of(text.substr(mark + 1));
        words = text[mark] == ':' || !words ? words : std::optional((*words - first.value_or(0)) / 4 + 1);
    }
    if (!first || *first % 4 != 0 || !words || *words == 0 || *words > longest_range) {
        return Error{
            "--json-memory takes an address divisible by 4 or a label, alone, with :COUNT (words), or as "
            "FIRST-LAST, not " +
            text};
    }
    return MemoryRange{text, *first, *words};
}

void write_error_json(JsonWriter& json, const Machine& machine, const RunResult& result, u64 steps,
                      const Cause& cause) {
    const ProgramImage& image = machine.image();
    json.key("error");
    const std::string trouble = trouble_of(result, steps);
    if (trouble.empty()) {
        json.null();
        return;
    }
    json.begin_object();
    json.member("message", trouble);
    if (result.ending == RunEnding::step_limit || result.ending == RunEnding::time_limit) {
        json.member("limit", result.ending == RunEnding::step_limit ? "steps" : "time");
    } else if (result.ending == RunEnding::limit) {
        json.member("limit", result.limit);
    }
    if (result.exception) {
        json.member("kind", name_of(result.exception.kind));
        json.member("value", result.exception.value);
    }
    if (!cause.why.empty()) {
        json.member("why", cause.why);
        json.member("remedy", cause.remedy);
    }
    json.member("address", hex32(result.pc));
    if (const Statement* const statement = image.find_statement(result.pc)) {
        json.member("file", image.files[statement->file]);
        json.member("line", statement->line);
        json.member("source", trim(statement->source));
    }
    json.end_object();
}

void write_loop_json(JsonWriter& json, const SpinReport& spin, const ProgramImage& image) {
    json.object("loop", [&] {
        json.member("at", place_of(image, spin.head));
        json.member("instructions", spin.addresses.size());
        json.values("changing_registers", spin.changing);
        json.member("changes_memory", spin.writes_memory);
        json.member("never_ends", spin.repeats_after > 0);
        json.member("why", spin.why);
        json.member("remedy", spin.remedy);
    });
}

void write_output_json(JsonWriter& json, std::string_view output, bool is_whole) {
    json.member("output", output);
    if (!is_utf8(output)) {
        json.member("output_base64", protocol::to_base64(output));
    }
    json.member("output_is_whole", is_whole);
}

void write_registers_json(JsonWriter& json, const CpuState& cpu) {
    json.object("registers", [&] {
        for (u8 number = 0; number < 32; ++number) {
            json.member(isa::register_name(number), cpu.gpr[number]);
        }
        json.member("hi", cpu.hi);
        json.member("lo", cpu.lo);
        json.member("pc", cpu.pc);
    });
    json.object("floating_point", [&] {
        json.values("bits", cpu.fpr);
        write_array_json(json, "singles", 32, [&](u32 i) { return double{std::bit_cast<float>(cpu.fpr[i])}; });
        write_array_json(json, "doubles", 16, [&](size_t i) {
            return std::bit_cast<double>(u64{cpu.fpr[2 * i + 1]} << 32 | cpu.fpr[2 * i]);
        });
        write_array_json(json, "flags", 8, [&](u32 i) { return (cpu.condition_flags >> i & 1) != 0; });
    });
    json.object("coprocessor0", [&] {
        json.member("vaddr", cpu.bad_address);
        json.member("status", cpu.status);
        json.member("cause", cpu.cause);
        json.member("epc", cpu.epc);
    });
}

void write_memory_json(JsonWriter& json, const std::vector<MemoryRange>& ranges, const Machine& machine) {
    json.objects("memory", ranges, [&](const MemoryRange& range) {
        json.member("range", range.text);
        json.member("address", range.address);
        write_array_json(json, "words", range.words, [&](u32 i) { return machine.peek_word(range.address + 4 * i); });
    });
}

}  // namespace mariner::app
