// The comparison for other programs.

#include "emulator/similar/report.hpp"
#include "emulator/similar/side_by_side.hpp"
#include "emulator/support/json.hpp"

namespace mariner::similar {

namespace {

void write_options(JsonWriter& json, const CompareOptions& options) {
    json.key("options");
    json.begin_object();
    json.member("threshold", options.threshold);
    json.member("k", options.k);
    json.member("w", options.w);
    json.member("guarantee", options.guarantee());
    json.member("common", options.common_share);
    json.end_object();
}

void write_programs(JsonWriter& json, const Report& report) {
    json.key("programs");
    json.begin_array();
    for (size_t i = 0; i < report.programs.size(); ++i) {
        const OwnSteps& steps = report.comparison.steps[i];
        json.begin_object();
        json.member("name", report.names[i]);
        json.member("own_steps", steps.own);
        json.member("steps_of_base", steps.base);
        json.member("common_steps", steps.common);
        if (!report.programs[i].note.empty()) {
            json.member("note", report.programs[i].note);
        }
        json.end_object();
    }
    json.end_array();
}

void write_side(JsonWriter& json, std::string_view name, const Program& program, u32 first, u32 length) {
    json.key(name);
    json.begin_array();
    for (const LineRange& range : line_ranges(program, first, length)) {
        json.begin_object();
        json.member("file", program.files[range.file]);
        json.member("first", range.first);
        json.member("last", range.last);
        json.end_object();
    }
    json.end_array();
}

/// Of so many pairs the passages are told; where more are alike, something else is wrong than a pair.
constexpr size_t max_detailed = 1'000;

void write_pair(JsonWriter& json, const Report& report, const Pair& pair, bool is_detailed) {
    json.begin_object();
    json.member("left", report.names[pair.left]);
    json.member("right", report.names[pair.right]);
    json.member("percent", pair.percent());
    json.member("left_percent", pair.left_percent);
    json.member("right_percent", pair.right_percent);
    json.member("steps", pair.alike);
    if (!is_detailed) {
        json.end_object();
        return;
    }
    json.key("passages");
    json.begin_array();
    for (const Passage& passage : pair.passages) {
        json.begin_object();
        json.member("steps", passage.length);
        write_side(json, "left_lines", report.programs[pair.left], passage.left, passage.length);
        write_side(json, "right_lines", report.programs[pair.right], passage.right, passage.length);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace

std::string similar_json(const Report& report) {
    JsonWriter json;
    json.begin_object();
    write_options(json, report.options);
    write_programs(json, report);
    json.key("pairs");
    json.begin_array();
    for (size_t i = 0; i < report.comparison.pairs.size(); ++i) {
        write_pair(json, report, report.comparison.pairs[i], i < max_detailed);
    }
    json.end_array();
    json.key("clusters");
    json.begin_array();
    for (const std::vector<u32>& cluster : report.comparison.clusters) {
        json.begin_array();
        for (const u32 program : cluster) {
            json.value(report.names[program]);
        }
        json.end_array();
    }
    json.end_array();
    json.key("notes");
    json.begin_array();
    for (const std::string& note : report.notes) {
        json.value(note);
    }
    json.end_array();
    json.end_object();
    return json.take();
}

}  // namespace mariner::similar
