// One case of a rubric: what it types, sets and expects. Calls, boards and games are in rubric_play.cpp.

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <utility>

#include "emulator/grader/rubric_reader.hpp"
#include "emulator/runtime/routine_call.hpp"

namespace mariner::grader {

namespace {

constexpr std::array<std::string_view, 6> match_names = {"exact",    "trailing", "whitespace",
                                                         "contains", "regex",    "ordered"};
constexpr std::array<std::string_view, 8> ending_names = {"exited",       "dropped_off",  "exception",  "invalid_pc",
                                                          "host_failure", "end_of_input", "step_limit", "limit"};
constexpr u32 most_picture_side = 1024;
constexpr size_t most_data_bytes = 65536;

bool is_id(std::string_view text) {
    constexpr std::string_view fitting = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    return !text.empty() && text.size() <= 60 && text[0] != '.' && text.find_first_not_of(fitting) == std::string::npos;
}

/// "Endless loop, twice" -> "endless-loop-twice"
std::string id_of_name(std::string_view name) {
    std::string id;
    for (const char c : name) {
        const bool is_capital = c >= 'A' && c <= 'Z';
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || is_capital) {
            id += is_capital ? static_cast<char>(c - 'A' + 'a') : c;
        } else if (!id.empty() && id.back() != '-') {
            id += '-';
        }
    }
    id.resize(std::min<size_t>(id.size(), 50));
    while (id.ends_with('-')) {
        id.pop_back();
    }
    return id;
}

}  // namespace

std::string made_case_id(std::string_view name, size_t number) {
    const std::string made = id_of_name(name);
    return made.empty() ? "case-" + std::to_string(number) : made;
}

Case RubricReader::read_case(RubricTable& table, size_t number, const CaseLimits& limits) {
    Case result;
    read_identity(table, number, result);
    result.limits = read_limits(table, limits);
    read_input(table, result);
    result.require = read_structure(table, "require");
    result.forbid = read_structure(table, "forbid");
    result.call = read_call(table);
    result.board = read_board(table);
    result.game = read_game(table);
    result.match = read_match(table);
    result.league = read_league(table);
    bool has_expectations = false;
    if (std::optional<RubricTable> expect = table.table("expect")) {
        has_expectations = true;
        read_expectations(*expect, result.expect);
        expect->finish();
    }
    result.expect.tools.specifications = read_tool_specifications(table);
    complete_tools(table, result.expect.tools);
    const int ways = (result.call ? 1 : 0) + (result.board ? 1 : 0) + (result.game ? 1 : 0) + (result.match ? 1 : 0) +
                     (result.league ? 1 : 0);
    if (ways > 1) {
        table.problem(table.place(), "a case is one of 'call', 'board', 'game', 'match' and 'league', or none of them");
    }
    if (has_expectations && (result.match || result.league)) {
        table.problem(table.place_of("expect"), "of a 'match' and a 'league' only the points count");
    }
    if (result.keys && (result.board || result.game)) {
        table.problem(table.place_of("keys"), "a board's moves and a game's input are typed at the keyboard, too");
    }
    if (ways > 0 && !result.expect.tools.specifications.empty()) {
        table.problem(table.place_of("tools"), "tools watch whole programs, not a 'call', a board or games");
    }
    const bool looks_at_source = !result.require.empty() || !result.forbid.empty();
    result.runs = (has_expectations || ways > 0) && !result.league;
    if (!result.runs && !result.league && !looks_at_source) {
        table.problem(table.place(),
                      "this case expects nothing: it needs 'expect', 'call', 'board', 'game', 'match', 'league', "
                      "'require' or 'forbid'");
    }
    table.finish();
    return result;
}

void RubricReader::read_identity(RubricTable& table, size_t number, Case& result) {
    result.info.name = table.text("name").value_or("");
    if (result.info.name.empty()) {
        table.problem(table.place(), "a case has a 'name'");
    }
    result.info.id = table.text("id").value_or(made_case_id(result.info.name, number));
    if (!is_id(result.info.id)) {
        table.problem(table.place_of("id"), "an 'id' has up to 60 letters, digits, '-', '_' and '.'");
    } else if (!m_ids.insert(result.info.id).second) {
        table.problem(table.place_of("id"), "another case is called '" + result.info.id + "' already: give it an 'id'");
    }
    result.info.worth = read_points(table, "points", one_point);
    result.info.is_bonus = table.flag("bonus").value_or(false);
    result.info.visibility = static_cast<Visibility>(table.choice("visibility", visibility_names).value_or(0));
    result.hint = table.text("hint").value_or("");
}

void RubricReader::read_input(RubricTable& table, Case& result) {
    const toml::Value* const text = table.take("input", toml::Kind::string);
    const toml::Value* const file = table.take("input_file", toml::Kind::string);
    if (text != nullptr && file != nullptr) {
        table.problem(file->place, "'input' and 'input_file' exclude each other");
    }
    result.input = text != nullptr ? text->text : file != nullptr ? read_named_file(*file) : "";
    result.keys = table.text("keys");
    if (const std::optional<i64> seed =
            table.number("seed", std::numeric_limits<i32>::min(), std::numeric_limits<i32>::max())) {
        result.seed = static_cast<i32>(*seed);
    }
    result.arguments = table.texts("arguments");
    result.has_scratch_folder = table.flag("scratch").value_or(false);
    if (const std::optional<RubricTable> files = table.table("files")) {
        result.has_scratch_folder = true;
        for (const toml::Member& member : files->value().members) {
            if (member.value.kind != toml::Kind::string) {
                table.problem(member.value.place, "'files' holds names and contents: \"a.txt\" = \"text\"");
            } else {
                result.files[member.key] = member.value.text;
            }
        }
    }
    result.set_memory = read_memory(table, "set_memory");
    result.set_registers = read_registers(table, "set_registers");
}

void RubricReader::read_expectations(RubricTable& table, Expectations& expect) {
    expect.output = read_output(table);
    expect.absent = read_patterns(table, "absent");
    read_filters(table, expect);
    if (const std::optional<i64> status =
            table.number("exit_status", std::numeric_limits<i32>::min(), std::numeric_limits<i32>::max())) {
        expect.exit_status = static_cast<i32>(*status);
    }
    read_endings(table, expect);
    if (const std::optional<i64> steps = table.number("most_steps", 1, 1'000'000'000'000)) {
        expect.most_steps = static_cast<u64>(*steps);
    }
    expect.registers = read_registers(table, "registers");
    expect.memory = read_memory(table, "memory");
    read_written_files(table, expect);
    expect.picture = read_picture(table);
    expect.tools.rules = read_tool_rules(table);
}

std::optional<TextRule> RubricReader::read_output(RubricTable& table) {
    const std::optional<size_t> match = table.choice("match", match_names);
    const toml::Value* wanted = table.take("output");
    const toml::Value* const file = table.take("output_file", toml::Kind::string);
    toml::Value content;
    if (file != nullptr) {
        if (wanted != nullptr) {
            table.problem(file->place, "'output' and 'output_file' exclude each other");
        }
        content.kind = toml::Kind::string;
        content.place = file->place;
        content.text = read_named_file(*file);
        wanted = &content;
    }
    if (wanted == nullptr) {
        if (match) {
            table.problem(table.place_of("match"), "'match' says how 'output' is compared; there is no 'output'");
        }
        return std::nullopt;
    }
    return text_rule(static_cast<TextRuleKind>(match.value_or(static_cast<size_t>(TextRuleKind::trailing))), *wanted);
}

std::optional<TextRule> RubricReader::text_rule(TextRuleKind kind, const toml::Value& wanted) {
    const bool may_be_many = kind >= TextRuleKind::contains;
    const bool is_array = wanted.kind == toml::Kind::array;
    if (wanted.kind != toml::Kind::string && !(is_array && may_be_many)) {
        m_problems.add(wanted.place, may_be_many ? "a string or an array of strings is expected"
                                                 : "a string is expected; an array goes with match = \"contains\", "
                                                   "\"regex\" or \"ordered\"");
        return std::nullopt;
    }
    TextRule rule;
    rule.kind = kind;
    for (const toml::Value& item : one_or_many(&wanted)) {
        if (kind == TextRuleKind::regex || kind == TextRuleKind::ordered) {
            if (std::optional<Pattern> pattern = compile(item)) {
                rule.patterns.push_back(std::move(*pattern));
            }
        } else if (item.kind != toml::Kind::string) {
            m_problems.add(item.place, "a string is expected");
        } else {
            rule.texts.push_back(item.text);
        }
    }
    if (rule.texts.empty() && rule.patterns.empty()) {
        m_problems.add(wanted.place, "nothing is expected here");
    }
    return rule;
}

void RubricReader::read_filters(RubricTable& table, Expectations& expect) {
    for (RubricTable& filter : table.tables("filters")) {
        const toml::Value* const find = filter.take("find");
        std::string replacement = filter.text("replace").value_or("");
        if (find == nullptr) {
            filter.problem(filter.place(), "a filter is { find = \"pattern\", replace = \"text\" }");
        } else if (std::optional<Pattern> pattern = compile(*find)) {
            expect.filters.push_back({std::move(*pattern), std::move(replacement)});
        }
        filter.finish();
    }
}

void RubricReader::read_endings(RubricTable& table, Expectations& expect) {
    expect.endings = table.texts("ending");
    for (const std::string& word : expect.endings) {
        if (std::find(ending_names.begin(), ending_names.end(), word) == ending_names.end()) {
            table.problem(table.place_of("ending"),
                          "there is no ending '" + word + "'" + did_you_mean(word, ending_names) +
                              "; exited, dropped_off, exception, end_of_input, step_limit ...");
        }
    }
}

std::optional<u32> RubricReader::word_of(const toml::Value& value) {
    if (value.kind == toml::Kind::real) {
        return std::bit_cast<u32>(static_cast<float>(value.real));
    }
    const bool is_fine = value.kind == toml::Kind::integer && value.integer >= std::numeric_limits<i32>::min() &&
                         value.integer <= std::numeric_limits<u32>::max();
    if (!is_fine) {
        m_problems.add(value.place, "a number that fits into a word is expected");
        return std::nullopt;
    }
    return static_cast<u32>(value.integer);
}

std::vector<RegisterRule> RubricReader::read_registers(RubricTable& table, std::string_view key) {
    std::vector<RegisterRule> rules;
    const std::optional<RubricTable> registers = table.table(key);
    if (!registers) {
        return rules;
    }
    const CpuState names;
    for (const toml::Member& member : registers->value().members) {
        if (find_register_place(names, member.key) == nullptr) {
            table.problem(member.place, "there is no register '" + member.key.substr(0, 40) + "'");
        } else if (const std::optional<u32> value = word_of(member.value)) {
            rules.push_back({member.key, *value});
        }
    }
    return rules;
}

std::vector<MemoryRule> RubricReader::read_memory(RubricTable& table, std::string_view key) {
    std::vector<MemoryRule> rules;
    for (RubricTable& entry : table.tables(key)) {
        MemoryRule rule;
        rule.label = entry.text("label").value_or("");
        const std::optional<i64> address = entry.number("address", 0, std::numeric_limits<u32>::max());
        rule.offset = entry.number("offset", -65536, i64{1} << 24).value_or(0) + address.value_or(0);
        if (rule.label.empty() != address.has_value()) {
            entry.problem(entry.place(), "memory is given by its 'label' or by its 'address'");
        }
        if (read_data(entry, rule)) {
            rules.push_back(std::move(rule));
        }
        entry.finish();
    }
    return rules;
}

void RubricReader::append_number(const toml::Value& value, u8 unit, std::vector<u8>& bytes) {
    const i64 least = -(i64{1} << (8 * unit - 1));
    const i64 most = (i64{1} << (8 * unit)) - 1;
    u32 word = 0;
    if (value.kind == toml::Kind::real && unit == 4) {
        word = std::bit_cast<u32>(static_cast<float>(value.real));
    } else if (value.kind == toml::Kind::integer && value.integer >= least && value.integer <= most) {
        word = static_cast<u32>(value.integer);
    } else {
        m_problems.add(value.place,
                       "a number from " + std::to_string(least) + " to " + std::to_string(most) + " is expected");
    }
    for (u32 i = 0; i < unit; ++i) {
        bytes.push_back(static_cast<u8>(word >> (8 * i)));
    }
}

bool RubricReader::read_data(RubricTable& table, MemoryRule& rule) {
    constexpr std::array<std::pair<std::string_view, u8>, 3> forms = {{{"words", 4}, {"halves", 2}, {"bytes", 1}}};
    size_t given = 0;
    for (const bool has_end : {true, false}) {
        if (const toml::Value* const text = table.take(has_end ? "text" : "ascii", toml::Kind::string)) {
            ++given;
            rule.is_text = true;
            rule.bytes.assign(text->text.begin(), text->text.end());
            if (has_end) {
                rule.bytes.push_back(0);
            }
        }
    }
    for (const auto& [key, unit] : forms) {
        if (const toml::Value* const array = table.take(key, toml::Kind::array)) {
            ++given;
            rule.unit = unit;
            for (const toml::Value& item : array->items) {
                append_number(item, unit, rule.bytes);
            }
        }
    }
    if (const std::optional<i64> space = table.number("space", 1, most_data_bytes)) {
        ++given;
        rule.bytes.assign(static_cast<size_t>(*space), 0);
    }
    if (given != 1 || rule.bytes.empty() || rule.bytes.size() > most_data_bytes) {
        table.problem(table.place(),
                      "data is exactly one of text, ascii, words, halves, bytes and space, and not empty");
        return false;
    }
    return true;
}

void RubricReader::read_written_files(RubricTable& table, Expectations& expect) {
    const std::optional<RubricTable> files = table.table("files");
    if (!files) {
        return;
    }
    for (const toml::Member& member : files->value().members) {
        if (member.value.kind == toml::Kind::string) {
            expect.files.push_back({member.key, {TextRuleKind::trailing, {member.value.text}, {}}});
            continue;
        }
        if (member.value.kind != toml::Kind::table) {
            table.problem(member.value.place, "a file is a string or { match = \"...\", content = \"...\" }");
            continue;
        }
        RubricTable file(member.value, "a file", m_problems);
        const size_t kind = file.choice("match", match_names).value_or(static_cast<size_t>(TextRuleKind::trailing));
        const toml::Value* const content = file.take("content");
        if (content == nullptr) {
            file.problem(file.place(), "a file has a 'content'");
        } else if (std::optional<TextRule> rule = text_rule(static_cast<TextRuleKind>(kind), *content)) {
            expect.files.push_back({member.key, std::move(*rule)});
        }
        file.finish();
    }
}

std::optional<PictureRule> RubricReader::read_picture(RubricTable& table) {
    std::optional<RubricTable> picture = table.table("picture");
    if (!picture) {
        return std::nullopt;
    }
    PictureRule rule;
    rule.base = static_cast<u32>(picture->number("base", 0, 0xffffffff).value_or(rule.base)) & ~3U;
    rule.columns = static_cast<u32>(picture->number("columns", 1, most_picture_side).value_or(rule.columns));
    rule.rows = static_cast<u32>(picture->number("rows", 1, most_picture_side).value_or(rule.rows));
    for (RubricTable& region : picture->tables("regions")) {
        PictureRegion area;
        area.x = static_cast<u32>(region.number("x", 0, rule.columns - 1).value_or(0));
        area.y = static_cast<u32>(region.number("y", 0, rule.rows - 1).value_or(0));
        area.width = static_cast<u32>(region.number("width", 1, rule.columns - area.x).value_or(1));
        area.height = static_cast<u32>(region.number("height", 1, rule.rows - area.y).value_or(1));
        area.colour = static_cast<u32>(region.number("colour", 0, 0xffffff).value_or(0));
        region.finish();
        rule.regions.push_back(area);
    }
    if (const std::optional<std::string> hash = picture->text("hash")) {
        u64 value = 0;
        const auto [end, error] = std::from_chars(hash->data(), hash->data() + hash->size(), value, 16);
        if (error != std::errc() || hash->size() != 16 || end != hash->data() + 16) {
            picture->problem(picture->place_of("hash"), "a picture's hash has 16 hexadecimal digits");
        }
        rule.hash = value;
    }
    read_picture_file(*picture, rule);
    if (rule.regions.empty() && !rule.hash && rule.units.empty()) {
        picture->problem(picture->place(), "a picture is judged by its 'file', its 'regions' or its 'hash'");
    }
    picture->finish();
    return rule;
}

void RubricReader::read_picture_file(RubricTable& picture, PictureRule& rule) {
    const toml::Value* const path = picture.take("file", toml::Kind::string);
    if (path == nullptr) {
        return;
    }
    rule.units.resize(1);  // a file that can't be read is told once
    const size_t problems = m_problems.count();
    const std::string bytes = read_named_file(*path);
    if (m_problems.count() != problems) {
        return;
    }
    Result<std::vector<u32>> units = m_pictures(bytes, rule.columns, rule.rows);
    if (units) {
        rule.units = std::move(*units);
    } else {
        picture.problem(path->place, path->text + ": " + units.error().message);
    }
}

}  // namespace mariner::grader
