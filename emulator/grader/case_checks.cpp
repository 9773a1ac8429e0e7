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

CheckResult check_register(const RegisterRule& rule, u32 actual) {
    const std::string name = (rule.name.starts_with('$') ? "" : "$") + rule.name;
    const bool is_float = rule.name.find('f') <= 1 && rule.name != "fp" && rule.name != "$fp";
    if (!is_float || rule.value == actual) {
        return check_number(rule.name == "hi" || rule.name == "lo" || rule.name == "pc" ? rule.name : name, rule.value,
                            actual);
    }
    return wrong_value(name, float_text(rule.value), float_text(actual));
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

CheckResult compare_memory(std::string what, const MemoryRule& rule, const std::vector<u8>& actual) {
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

CheckResult check_memory(const MemoryRule& rule, const MemoryFacts& found) {
    const std::string name = rule.label.empty() ? hex32(static_cast<u32>(rule.offset))
                             : rule.offset == 0 ? rule.label
                                                : rule.label + "+" + std::to_string(rule.offset);
    return found.address ? compare_memory("memory at " + name, rule, found.bytes)
                         : failed_check("memory at " + name, "the program has no label '" + rule.label + "'");
}

CheckResult check_file(const WrittenFileRule& rule, const std::optional<std::string>& bytes,
                       const Expectations& expect) {
    const std::string what = "file " + rule.name;
    return bytes ? match_text(what, rule.text, expect.filters, *bytes)
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

CheckResult check_picture(const PictureRule& rule, const std::vector<u32>& units, CaseResult& result) {
    PictureResult picture;
    picture.columns = rule.columns;
    picture.rows = rule.rows;
    picture.units = units;
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

CheckResult check_returned_text(const std::string& expected, const std::string& text) {
    return text == expected
               ? passed_check("result")
               : failed_check("result",
                              "the routine returns the text " + in_quotes(text) + " instead of " + in_quotes(expected),
                              excerpt(expected), excerpt(text));
}

CheckResult check_saved_registers(const std::vector<std::string>& not_restored) {
    std::string names;
    for (const std::string& name : not_restored) {
        names += (names.empty() ? "" : ", ") + name;
    }
    return names.empty()
               ? passed_check("saved registers")
               : failed_check("saved registers", "the routine changes " + names + ", which it must leave as it was");
}

void check_return(const CallRule& rule, const CallFacts& facts, CaseResult& result) {
    if (rule.returns) {
        result.checks.push_back(check_number("$v0", *rule.returns, facts.v0));
    }
    if (rule.returns_real) {
        result.checks.push_back(check_register({"$f0", *rule.returns_real}, facts.f0));
    }
    if (rule.returns_text) {
        result.checks.push_back(check_returned_text(*rule.returns_text, facts.text));
    }
    size_t next = 0;
    for (size_t i = 0; i < rule.arguments.size(); ++i) {
        if (rule.arguments[i].after) {
            result.checks.push_back(
                compare_memory("argument " + std::to_string(i + 1), *rule.arguments[i].after, facts.after.at(next++)));
        }
    }
    if (rule.keeps_saved_registers) {
        result.checks.push_back(check_saved_registers(facts.not_restored));
    }
}

}  // namespace

bool ending_is_fine(const RunFacts& facts, const Case& wanted) {
    const std::vector<std::string>& endings = wanted.expect.endings;
    if (endings.empty()) {
        return facts.ending == RunEnding::exited || facts.ending == RunEnding::dropped_off;
    }
    return std::find(endings.begin(), endings.end(), name_of(facts.ending)) != endings.end();
}

void check_expectations(const RunFacts& facts, const Case& wanted, CaseResult& result) {
    const Expectations& expect = wanted.expect;
    if (expect.output) {
        result.checks.push_back(match_text("output", *expect.output, expect.filters, facts.output));
    }
    if (!expect.absent.empty()) {
        result.checks.push_back(match_absent(expect.absent, facts.output));
    }
    if (expect.exit_status) {
        result.checks.push_back(
            check_number("exit status", static_cast<u32>(*expect.exit_status), static_cast<u32>(facts.exit_code)));
    }
    if (expect.most_steps) {
        const bool is_fine = facts.steps <= *expect.most_steps;
        result.checks.push_back(
            is_fine
                ? passed_check("instructions")
                : failed_check("instructions", "it takes " + with_thousands(facts.steps) + " instructions; at most " +
                                                   with_thousands(*expect.most_steps) + " are allowed"));
    }
    for (size_t i = 0; i < expect.registers.size(); ++i) {
        result.checks.push_back(check_register(expect.registers[i], facts.registers.at(i)));
    }
    for (size_t i = 0; i < expect.memory.size(); ++i) {
        result.checks.push_back(check_memory(expect.memory[i], facts.memory.at(i)));
    }
    for (size_t i = 0; i < expect.files.size(); ++i) {
        result.checks.push_back(check_file(expect.files[i], facts.files.at(i), expect));
    }
    if (expect.picture) {
        result.checks.push_back(check_picture(*expect.picture, facts.units, result));
    }
    for (size_t i = 0; i < expect.tools.rules.size(); ++i) {
        result.checks.push_back(check_tool(facts.figures.at(i), expect.tools.rules[i]));
    }
}

RunFacts judge_program(ProgramRunner& runner, const Case& wanted, CaseResult& result) {
    RunFacts facts = runner.run({wanted.input, {}});
    if (facts.obstacle.empty()) {
        check_expectations(facts, wanted, result);
    } else {
        result.checks.push_back(failed_check(facts.obstacle_check, facts.obstacle));
    }
    return facts;
}

RunFacts judge_call(ProgramRunner& runner, const Case& wanted, CaseResult& result) {
    RunFacts facts = runner.run({wanted.input, {}});
    if (!facts.obstacle.empty()) {
        result.checks.push_back(failed_check(facts.obstacle_check, facts.obstacle));
    } else if (!facts.call.has_returned) {
        const bool has_ended = facts.trouble.empty();
        result.checks.push_back(failed_check("routine", has_ended ? "the routine ended the program instead of returning"
                                                                  : "the routine did not return: " + facts.trouble));
    } else {
        check_return(*wanted.call, facts.call, result);
        check_expectations(facts, wanted, result);
    }
    return facts;
}

}  // namespace mariner::grader
