#include "emulator/grader/case_checks.hpp"

#include <algorithm>
#include <bit>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/text_match.hpp"
#include "emulator/runtime/routine_call.hpp"
#include "emulator/support/display_word.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_shown_units = 16;
constexpr u32 call_area_alignment = 8;
constexpr size_t longest_result_text = 65536;

std::string number_text(u32 value) {
    return std::to_string(static_cast<i32>(value)) + " (" + hex32(value) + ")";
}

CheckResult wrong_value(std::string what, std::string expected, std::string actual) {
    std::string message = what + " is " + actual + " instead of " + expected;
    return failed_check(std::move(what), std::move(message), std::move(expected), std::move(actual));
}

CheckResult check_number(std::string what, u32 expected, u32 actual) {
    return expected == actual ? passed_check(std::move(what))
                              : wrong_value(std::move(what), number_text(expected), number_text(actual));
}

std::string float_text(u32 bits) {
    return std::to_string(std::bit_cast<float>(bits)) + " (" + hex32(bits) + ")";
}

CheckResult check_register(const CaseRun& run, const RegisterRule& rule) {
    const u32 actual = *find_register_place(run.machine().cpu, rule.name);
    const std::string name = (rule.name.starts_with('$') ? "" : "$") + rule.name;
    const bool is_float = rule.name.find('f') <= 1 && rule.name != "fp" && rule.name != "$fp";
    if (!is_float || rule.value == actual) {
        return check_number(rule.name == "hi" || rule.name == "lo" || rule.name == "pc" ? rule.name : name, rule.value,
                            actual);
    }
    return wrong_value(name, float_text(rule.value), float_text(actual));
}

std::optional<u32> address_of(const CaseRun& run, const MemoryRule& rule) {
    if (rule.label.empty()) {
        return static_cast<u32>(rule.offset);
    }
    const Symbol* const symbol = run.machine().image().find_symbol(rule.label);
    return symbol != nullptr ? std::optional(symbol->address + static_cast<u32>(rule.offset)) : std::nullopt;
}

std::vector<u8> read_bytes(const Machine& machine, u32 address, size_t count) {
    std::vector<u8> bytes(count);
    for (size_t i = 0; i < count; ++i) {
        bytes[i] = machine.memory().peek_byte(address + static_cast<u32>(i)).value_or(0);
    }
    return bytes;
}

u32 unit_at(const std::vector<u8>& bytes, size_t offset, u8 unit) {
    u32 value = 0;
    for (u32 i = 0; i < unit && offset + i < bytes.size(); ++i) {
        value |= static_cast<u32>(bytes[offset + i]) << (8 * i);
    }
    return value;
}

/// "1 2 -3 ..." in the rule's units.
std::string shown(const std::vector<u8>& bytes, const MemoryRule& rule) {
    if (rule.is_text) {
        const std::string text(bytes.begin(), bytes.end());
        return in_quotes(text.substr(0, text.find('\0')));
    }
    std::string text;
    const size_t count = bytes.size() / rule.unit;
    for (size_t i = 0; i < std::min(count, most_shown_units); ++i) {
        const u32 value = unit_at(bytes, i * rule.unit, rule.unit);
        text += (i == 0 ? "" : " ") +
                std::to_string(rule.unit == 4 ? static_cast<i64>(static_cast<i32>(value)) : static_cast<i64>(value));
    }
    return text + (count > most_shown_units ? " ..." : "");
}

CheckResult compare_memory(const CaseRun& run, std::string what, const MemoryRule& rule, u32 address) {
    const std::vector<u8> actual = read_bytes(run.machine(), address, rule.bytes.size());
    if (actual == rule.bytes) {
        return passed_check(std::move(what));
    }
    const auto differs = std::mismatch(actual.begin(), actual.end(), rule.bytes.begin()).first - actual.begin();
    const size_t index = static_cast<size_t>(differs) / rule.unit;
    CheckResult check = failed_check(what, {}, shown(rule.bytes, rule), shown(actual, rule));
    if (rule.is_text) {
        check.message = what + " holds " + check.actual + " instead of " + check.expected;
    } else {
        check.message = "element " + std::to_string(index) + " of " + what + " is " +
                        number_text(unit_at(actual, index * rule.unit, rule.unit)) + " instead of " +
                        number_text(unit_at(rule.bytes, index * rule.unit, rule.unit));
    }
    return check;
}

CheckResult check_memory(const CaseRun& run, const MemoryRule& rule) {
    const std::string name = rule.label.empty() ? hex32(static_cast<u32>(rule.offset))
                             : rule.offset == 0 ? rule.label
                                                : rule.label + "+" + std::to_string(rule.offset);
    const std::optional<u32> address = address_of(run, rule);
    return address ? compare_memory(run, "memory at " + name, rule, *address)
                   : failed_check("memory at " + name, "the program has no label '" + rule.label + "'");
}

CheckResult check_file(const CaseRun& run, const WrittenFileRule& rule, const Expectations& expect) {
    const std::string what = "file " + rule.name;
    const std::string* const bytes = run.files().find(rule.name);
    return bytes != nullptr ? match_text(what, rule.text, expect.filters, *bytes)
                            : failed_check(what, "the program wrote no file '" + rule.name + "'");
}

u64 picture_hash(const std::vector<u32>& units) {
    u64 hash = 0xcbf29ce484222325;
    for (const u32 unit : units) {
        for (int shift = 0; shift < 32; shift += 8) {
            hash = (hash ^ (unit >> shift & 0xffU)) * 0x100000001b3;
        }
    }
    return hash;
}

std::string hex64(u64 value) {
    return hex32(static_cast<u32>(value >> 32)).substr(2) + hex32(static_cast<u32>(value)).substr(2);
}

/// The display's units, as `mariner run` shows them.
std::vector<u32> units_shown(const CaseRun& run, const PictureRule& rule) {
    const size_t count = size_t{rule.columns} * rule.rows;
    const std::span<const u32> unstored = run.unstored_data();
    std::vector<u32> units(count);
    for (size_t i = 0; i < count; ++i) {
        const u32 word = run.machine().memory().peek_word(rule.base + 4 * static_cast<u32>(i)).value_or(0);
        units[i] = shown_colour(word, i < unstored.size() ? unstored[i] : 0);
    }
    return units;
}

/// The picture that is wanted: what the rubric says nothing about is as it is.
std::vector<u32> units_wanted(const PictureRule& rule, const std::vector<u32>& shown) {
    std::vector<u32> units = rule.units.empty() ? shown : rule.units;
    for (const PictureRegion& region : rule.regions) {
        for (u32 i = 0; i < region.width * region.height; ++i) {
            const u32 x = region.x + i % region.width;
            const u32 y = region.y + i / region.width;
            units[size_t{y} * rule.columns + x] = region.colour;
        }
    }
    return units;
}

CheckResult compare_pictures(const PictureResult& picture) {
    size_t first = picture.units.size();
    size_t count = 0;
    for (size_t i = picture.units.size(); i-- > 0;) {
        if (picture.units[i] != picture.expected[i]) {
            first = i;
            ++count;
        }
    }
    if (count == 0) {
        return passed_check("picture");
    }
    return failed_check("picture", "the unit in column " + std::to_string(first % picture.columns) + ", row " +
                                       std::to_string(first / picture.columns) + " of the picture has colour 0x" +
                                       hex32(picture.units[first]).substr(4) + " instead of 0x" +
                                       hex32(picture.expected[first]).substr(4) +
                                       (count == 1 ? "" : "; in all, " + with_thousands(count) + " units differ"));
}

CheckResult check_picture(const CaseRun& run, const PictureRule& rule, CaseResult& result) {
    PictureResult picture;
    picture.columns = rule.columns;
    picture.rows = rule.rows;
    picture.units = units_shown(run, rule);
    picture.expected = units_wanted(rule, picture.units);
    CheckResult check = compare_pictures(picture);
    const u64 hash = picture_hash(picture.units);
    if (check.passed && rule.hash && *rule.hash != hash) {
        check = failed_check("picture", "the picture is another one", hex64(*rule.hash), hex64(hash));
    }
    if (picture.expected == picture.units) {
        picture.expected.clear();
    }
    result.picture = std::move(picture);
    return check;
}

bool prepare(CaseRun& run, const Case& wanted, CaseResult& result) {
    for (const MemoryRule& rule : wanted.set_memory) {
        const std::optional<u32> address = address_of(run, rule);
        if (!address || !run.put_memory(*address, rule.bytes)) {
            result.checks.push_back(
                failed_check("memory", address ? "the rubric's data doesn't fit into memory at " + rule.label
                                               : "the program has no label '" + rule.label + "'"));
            return false;
        }
    }
    for (const RegisterRule& rule : wanted.set_registers) {
        run.put_register(rule.name, rule.value);
    }
    return true;
}

/// Room for an argument's data that nothing of the program uses: taken from the heap before the program does.
std::optional<u32> place_data(CaseRun& run, const std::vector<u8>& bytes) {
    Machine& machine = run.machine();
    const u32 address = (machine.heap_pointer + call_area_alignment - 1) & ~(call_area_alignment - 1);
    if (!run.put_memory(address, bytes)) {
        return std::nullopt;
    }
    machine.heap_pointer = address + static_cast<u32>(bytes.size() + call_area_alignment - 1);
    machine.heap_pointer &= ~(call_area_alignment - 1);
    return address;
}

struct PlacedArguments {
    std::vector<u32> words;
    std::vector<u32> addresses;  // as many as the rule has arguments; 0 for plain numbers
};

/// Real numbers go to $f12 and $f14, everything else to the words that the call passes.
std::optional<PlacedArguments> place_arguments(CaseRun& run, const CallRule& rule) {
    PlacedArguments placed;
    size_t reals = 0;
    for (const CallArgument& argument : rule.arguments) {
        placed.addresses.push_back(0);
        if (argument.kind == ArgumentKind::real && reals < 2) {
            run.put_register("$f" + std::to_string(12 + 2 * reals++), argument.value);
        } else if (argument.kind == ArgumentKind::data) {
            const std::optional<u32> address = place_data(run, argument.data.bytes);
            if (!address) {
                return std::nullopt;
            }
            placed.addresses.back() = *address;
            placed.words.push_back(*address);
        } else {
            placed.words.push_back(argument.value);
        }
    }
    return placed;
}

CheckResult check_returned_text(const CaseRun& run, const std::string& expected) {
    const u32 address = run.machine().cpu.gpr[reg::v0];
    std::string text;
    while (text.size() < longest_result_text) {
        const u8 byte = run.machine().memory().peek_byte(address + static_cast<u32>(text.size())).value_or(0);
        if (byte == 0) {
            break;
        }
        text += static_cast<char>(byte);
    }
    return text == expected
               ? passed_check("result")
               : failed_check("result",
                              "the routine returns the text " + in_quotes(text) + " instead of " + in_quotes(expected),
                              excerpt(expected), excerpt(text));
}

void check_return(CaseRun& run, const Case& wanted, const PlacedArguments& placed,
                  const std::vector<std::string>& not_restored, CaseResult& result) {
    const CallRule& rule = *wanted.call;
    if (rule.returns) {
        result.checks.push_back(check_number("$v0", *rule.returns, run.machine().cpu.gpr[reg::v0]));
    }
    if (rule.returns_real) {
        result.checks.push_back(check_register(run, {"$f0", *rule.returns_real}));
    }
    if (rule.returns_text) {
        result.checks.push_back(check_returned_text(run, *rule.returns_text));
    }
    for (size_t i = 0; i < rule.arguments.size(); ++i) {
        if (rule.arguments[i].after) {
            result.checks.push_back(compare_memory(run, "argument " + std::to_string(i + 1), *rule.arguments[i].after,
                                                   placed.addresses[i]));
        }
    }
    if (rule.keeps_saved_registers) {
        std::string names;
        for (const std::string& name : not_restored) {
            names += (names.empty() ? "" : ", ") + name;
        }
        result.checks.push_back(names.empty() ? passed_check("saved registers")
                                              : failed_check("saved registers", "the routine changes " + names +
                                                                                    ", which it must leave as it was"));
    }
}

}  // namespace

bool ending_is_fine(const CaseRun& run, const Case& wanted) {
    const std::vector<std::string>& endings = wanted.expect.endings;
    if (endings.empty()) {
        return run.result().is_normal();
    }
    return std::find(endings.begin(), endings.end(), name_of(run.result().ending)) != endings.end();
}

void check_expectations(const CaseRun& run, const Case& wanted, CaseResult& result) {
    const Expectations& expect = wanted.expect;
    if (expect.output) {
        result.checks.push_back(match_text("output", *expect.output, expect.filters, run.output()));
    }
    if (!expect.absent.empty()) {
        result.checks.push_back(match_absent(expect.absent, run.output()));
    }
    if (expect.exit_status) {
        result.checks.push_back(check_number("exit status", static_cast<u32>(*expect.exit_status),
                                             static_cast<u32>(run.result().exit_code)));
    }
    if (expect.most_steps) {
        const bool is_fine = run.steps() <= *expect.most_steps;
        result.checks.push_back(
            is_fine
                ? passed_check("instructions")
                : failed_check("instructions", "it takes " + with_thousands(run.steps()) + " instructions; at most " +
                                                   with_thousands(*expect.most_steps) + " are allowed"));
    }
    for (const RegisterRule& rule : expect.registers) {
        result.checks.push_back(check_register(run, rule));
    }
    for (const MemoryRule& rule : expect.memory) {
        result.checks.push_back(check_memory(run, rule));
    }
    for (const WrittenFileRule& rule : expect.files) {
        result.checks.push_back(check_file(run, rule, expect));
    }
    if (expect.picture) {
        result.checks.push_back(check_picture(run, *expect.picture, result));
    }
    for (const ToolRule& rule : expect.tools.rules) {
        result.checks.push_back(check_tool(*run.tools(), rule));
    }
}

void judge_program(CaseRun& run, const Case& wanted, CaseResult& result) {
    if (prepare(run, wanted, result)) {
        run.run(wanted.input);
        check_expectations(run, wanted, result);
    }
}

void judge_call(CaseRun& run, const Case& wanted, CaseResult& result) {
    const CallRule& rule = *wanted.call;
    const Symbol* const routine = run.machine().image().find_symbol(rule.label);
    if (routine == nullptr || routine->is_data) {
        result.checks.push_back(failed_check("routine", "the program has no routine '" + rule.label + "'"));
        return;
    }
    if (!prepare(run, wanted, result)) {
        return;
    }
    const std::optional<PlacedArguments> placed = place_arguments(run, rule);
    const Result<RoutineCall> call =
        run.begin_call(routine->address, placed ? std::span<const u32>(placed->words) : std::span<const u32>());
    if (!placed || !call) {
        result.checks.push_back(failed_check("routine", "memory has no room for the arguments"));
        return;
    }
    run.run(wanted.input);
    if (!RoutineCall::has_returned(run.result())) {
        const bool has_ended = run.trouble().empty();
        result.checks.push_back(failed_check("routine", has_ended ? "the routine ended the program instead of returning"
                                                                  : "the routine did not return: " + run.trouble()));
        return;
    }
    const std::vector<std::string> not_restored = call->finish(run.machine());
    check_return(run, wanted, *placed, not_restored, result);
    check_expectations(run, wanted, result);
}

}  // namespace mariner::grader
