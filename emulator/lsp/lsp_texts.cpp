// The part of LspServer that answers questions about whole texts: outline, folding, layout, colours.

#include <algorithm>
#include <array>
#include <limits>

#include "emulator/language/source_layout.hpp"
#include "emulator/lsp/lsp_server.hpp"
#include "emulator/platform/paths.hpp"

namespace mariner::lsp {

using namespace language;

namespace {

LspFailure no_such_text() {
    return {LspFailureCode::invalid_params, "no such file is open, and none can be read"};
}

/// Five numbers for each word, of which the first two count from the word before.
std::vector<u32> encoded(const TextDocument& text, const std::vector<ColouredWord>& words, PositionEncoding encoding) {
    std::vector<u32> numbers;
    numbers.reserve(words.size() * 5);
    u32 line = 0;
    u32 character = 0;
    for (const ColouredWord& word : words) {
        const u32 begin = text.character_of(word.range.begin, encoding);
        const u32 length = units_in(text.at(word.range), encoding);
        const u32 down = word.range.begin.line - line;
        numbers.insert(numbers.end(),
                       {down, down == 0 ? begin - character : begin, length, static_cast<u32>(word.kind), word.traits});
        line = word.range.begin.line;
        character = begin;
    }
    return numbers;
}

}  // namespace

LspServer::LspOutcome LspServer::show_outline(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    const std::vector<OutlineItem> items = outline_of(*asked.view, *asked.file);
    if (m_client.takes_outline_tree) {
        write_outline(json, *asked.file, items);
    } else {
        json.begin_array();
        write_flat_outline(json, *asked.file, items, "");
        json.end_array();
    }
    return {};
}

LspServer::LspOutcome LspServer::fold(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    json.begin_array();
    for (const FoldedLines& fold : foldings_of(*asked.view, *asked.file)) {
        json.begin_object();
        json.member("startLine", fold.first);
        json.member("endLine", fold.last);
        json.member("kind", fold.is_comment ? "comment" : "region");
        json.end_object();
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::select(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    constexpr size_t most_places = 200;
    size_t count = 0;
    json.begin_array();
    for (const JsonValue& position : params["positions"].items()) {
        if (++count > most_places) {
            break;
        }
        const TextSpot spot = spot_of(asked.file->text, position);
        const std::vector<TextRange> ranges = selections_at(Question(*asked.view, *asked.file, spot));
        for (const TextRange& range : ranges) {
            json.begin_object();
            write_range(json, "range", asked.file->text, range);
            if (&range != &ranges.back()) {
                json.key("parent");
            }
        }
        for (size_t i = 0; i < ranges.size(); ++i) {
            json.end_object();
        }
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::show_links(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    json.begin_array();
    for (const FileLink& link : links_of(m_workspace, *asked.file)) {
        json.begin_object();
        write_range(json, "range", asked.file->text, link.range);
        json.member("target", uri_of(link.path));
        json.end_object();
    }
    json.end_array();
    return {};
}

/// The files that make one program with this one, as they are given to the assembler.
LspServer::LspOutcome LspServer::show_program(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    json.begin_object();
    json.array("files", [&] {
        for (const std::string& path : asked.view->roots()) {
            json.value(uri_of(path));
        }
    });
    json.end_object();
    return {};
}

LspServer::LspOutcome LspServer::show_lenses(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    const auto write = [&](const TextRange& range, std::string_view title, std::string_view command,
                           std::string_view more = {}) {
        json.begin_object();
        write_range(json, "range", asked.file->text, range);
        json.object("command", [&] {
            json.member("title", title);
            json.member("command", command);
            json.array("arguments", [&] {
                json.value(uri_of(asked.file->path));
                if (!more.empty()) {
                    json.value(more);
                }
            });
        });
        json.end_object();
    };
    const std::string_view room = m_room_of ? m_room_of(asked.file->text.text()) : std::string_view();
    json.begin_array();
    for (const RoutineLens& lens : lenses_of(*asked.view, *asked.file)) {
        if (lens.is_main) {
            write(lens.range, "Run", "mariner.run");
            write(lens.range, "Debug", "mariner.debug");
            write(lens.range, "Run with checks", "mariner.runWithChecks");
        }
        if (lens.is_main && !room.empty()) {
            write(lens.range, "This game has a twin: verify", "mariner.verify", room);
        }
        if (!lens.is_main || lens.calls > 0) {
            const std::string count = std::to_string(lens.calls) + (lens.calls == 1 ? " call" : " calls");
            write(lens.range, count, "mariner.showCalls", lens.name);
        }
    }
    json.end_array();
    return {};
}

// --- Layout

LspServer::LspOutcome LspServer::format(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    TextRange range = asked.file->text.whole();
    if (params["range"].is_object()) {
        range = range_of(asked.file->text, params["range"]);
        // A selection of whole lines ends at the beginning of the next one.
        range.end.line -= range.end.offset == 0 && range.end.line > range.begin.line ? 1 : 0;
    }
    write_layout(json, *asked.file, range.begin.line, range.end.line);
    return {};
}

LspServer::LspOutcome LspServer::format_typed(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    const u32 line = asked.spot.line > 0 ? asked.spot.line - 1 : 0;
    write_layout(json, *asked.file, line, line);
    return {};
}

void LspServer::write_layout(JsonWriter& json, const WorkspaceFile& file, u32 first, u32 last) {
    const LayoutStyle style = style_of(file.text, file.path, [&](const std::string& path) {
        const std::shared_ptr<const WorkspaceFile> config = m_workspace.find(path);
        return config ? config->text.text() : std::string();
    });
    std::vector<FileEdit> edits;
    for (u32 line = first; line <= last && line < file.text.line_count(); ++line) {
        std::string text = laid_out_line(file.text.line(line), style);
        if (text != file.text.line(line)) {
            edits.push_back({file.path, file.text.line_range(line), std::move(text)});
        }
    }
    write_edits(json, file, edits);
}

// --- Colours

std::vector<u32> LspServer::coloured(const AskedFile& asked, u32 first, u32 last) const {
    return encoded(asked.file->text, coloured_words(*asked.view, *asked.file, first, last), m_encoding);
}

LspServer::LspOutcome LspServer::colour(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    auto& [number, kept] = m_colours[asked.file->path];
    number = ++m_colour_number;
    kept = coloured(asked, 0, asked.file->text.line_count());
    json.begin_object();
    json.member("resultId", std::to_string(number));
    json.values("data", kept);
    json.end_object();
    if (!m_workspace.is_open(asked.file->path)) {
        m_colours.erase(asked.file->path);
    }
    return {};
}

LspServer::LspOutcome LspServer::colour_range(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    const TextRange range = range_of(asked.file->text, params["range"]);
    json.begin_object();
    json.values("data", coloured(asked, range.begin.line, range.end.line));
    json.end_object();
    return {};
}

/// One edit: what lies between what both lists begin and end with.
LspServer::LspOutcome LspServer::colour_delta(const JsonValue& params, JsonWriter& json) {
    const std::string path = path_of(params["textDocument"]["uri"].text());
    const auto known = m_colours.find(path);
    if (known == m_colours.end() || std::to_string(known->second.first) != params["previousResultId"].text()) {
        return colour(params, json);
    }
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return no_such_text();
    }
    std::vector<u32> now = coloured(asked, 0, asked.file->text.line_count());
    u64& number = known->second.first;
    std::vector<u32>& before = known->second.second;
    const auto same = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
    const auto begin = same.first - before.begin();
    const auto shorter = std::min(before.end() - same.first, now.end() - same.second);
    const auto behind = std::mismatch(before.rbegin(), before.rbegin() + shorter, now.rbegin()).first - before.rbegin();
    number = ++m_colour_number;
    json.begin_object();
    json.member("resultId", std::to_string(number));
    json.array("edits", [&] {
        json.begin_object();
        json.member("start", begin);
        json.member("deleteCount", before.end() - before.begin() - begin - behind);
        json.values("data", std::vector<u32>(now.begin() + begin, now.end() - behind));
        json.end_object();
    });
    json.end_object();
    before = std::move(now);
    return {};
}

}  // namespace mariner::lsp
