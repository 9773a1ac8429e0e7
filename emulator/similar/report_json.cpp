// The comparison for other programs.

#include "emulator/similar/report.hpp"
#include "emulator/similar/side_by_side.hpp"
#include "emulator/support/json.hpp"

namespace mariner::similar {

namespace {

void write_options(JsonWriter& json, const CompareOptions& options) {
    json.object("options", [&] {
        json.member("threshold", options.threshold);
        json.member("k", options.k);
        json.member("w", options.w);
        json.member("guarantee", options.guarantee());
        json.member("common", options.common_share.value_or(100));
    });
}

void write_programs(JsonWriter& json, const Report& report) {
    size_t i = 0;
    json.objects("programs", report.comparison.steps, [&](const OwnSteps& steps) {
        json.member("name", report.names[i]);
        json.member("own_steps", steps.own);
        json.member("steps_of_base", steps.base);
        json.member("common_steps", steps.common);
        if (!report.programs[i].note.empty()) {
            json.member("note", report.programs[i].note);
        }
        ++i;
    });
}

void write_side(JsonWriter& json, std::string_view name, const ComparedProgram& program, u32 first, u32 length) {
    json.objects(name, line_ranges(program, first, length), [&](const LineRange& range) {
        json.member("file", program.files[range.file]);
        json.member("first", range.first);
        json.member("last", range.last);
    });
}

/// Of so many pairs the passages are told; where more are alike, something else is wrong than a pair.
constexpr size_t max_detailed = 1'000;

void write_pair(JsonWriter& json, const Report& report, const Pair& pair, bool is_detailed) {
    json.member("left", report.names[pair.left]);
    json.member("right", report.names[pair.right]);
    json.member("percent", pair.percent());
    json.member("left_percent", pair.left_percent);
    json.member("right_percent", pair.right_percent);
    json.member("steps", pair.alike);
    if (is_detailed) {
        json.objects("passages", pair.passages, [&](const Passage& passage) {
            json.member("steps", passage.length);
            write_side(json, "left_lines", report.programs[pair.left], passage.left, passage.length);
            write_side(json, "right_lines", report.programs[pair.right], passage.right, passage.length);
        });
    }
}

}  // namespace

std::string similar_json(const Report& report) {
    JsonWriter json;
    json.begin_object();
    write_options(json, report.options);
    write_programs(json, report);
    size_t number = 0;
    json.objects("pairs", report.comparison.pairs,
                 [&](const Pair& pair) { write_pair(json, report, pair, number++ < max_detailed); });
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
    json.member("notes", report.notes);
    json.end_object();
    return json.take();
}

}  // namespace mariner::similar
