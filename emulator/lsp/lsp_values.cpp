// The part of LspServer that translates: names of files, places, edits, what is told of a program.

#include <algorithm>
#include <limits>

#include "emulator/language/hover.hpp"
#include "emulator/language/lints.hpp"
#include "emulator/lsp/lsp_server.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/text.hpp"

namespace mariner::lsp {

using language::TextDocument;
using language::TextRange;
using language::TextSpot;

namespace {

constexpr std::string_view file_scheme = "file://";

std::string without_percents(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const std::optional<u8> byte =
            text[i] == '%' && i + 2 < text.size() ? parse_digits<u8>(text.substr(i + 1, 2), 16) : std::nullopt;
        out += byte ? static_cast<char>(*byte) : text[i];
        i += byte ? 2 : 0;
    }
    return out;
}

bool is_drive(std::string_view path) {
    return path.size() >= 3 && path[0] == '/' && path[2] == ':';
}

u32 small_number(const JsonValue& value) {
    const i64 most = std::numeric_limits<u32>::max() / 4;
    return static_cast<u32>(std::clamp<i64>(value.integer().value_or(0), 0, most));
}

i32 severity_number(language::ReportKind kind) {
    switch (kind) {
        case language::ReportKind::error:
            return 1;
        case language::ReportKind::warning:
            return 2;
        case language::ReportKind::advice:
            return 3;
        default:
            return 4;
    }
}

}  // namespace

i32 LspServer::symbol_number(language::OutlineKind kind) {
    switch (kind) {
        case language::OutlineKind::routine:
            return 12;
        case language::OutlineKind::label:
            return 20;
        case language::OutlineKind::data:
            return 13;
        case language::OutlineKind::constant:
            return 14;
        default:
            return 6;
    }
}

std::string LspServer::path_of(std::string_view uri) {
    if (!uri.starts_with(file_scheme)) {
        return std::string(uri);
    }
    std::string_view rest = uri.substr(file_scheme.size());
    rest.remove_prefix(std::min(rest.find('/'), rest.size()));
    std::string path = without_percents(rest);
    if (platform::separator == '\\' && is_drive(path)) {
        path.erase(0, 1);
    }
    std::erase(path, '\0');
    return language::normal_path(path);
}

std::string LspServer::uri_of(const std::string& path) const {
    if (const auto known = m_uris.find(path); known != m_uris.end()) {
        return known->second;
    }
    if (!platform::is_absolute(path)) {
        return path;
    }
    constexpr std::string_view plain = "/-._~:";
    std::string uri(file_scheme);
    uri += path.front() == '/' ? "" : "/";
    for (const char c : path) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (platform::separator == '\\' && c == '\\') {
            uri += '/';
        } else if (is_letter || plain.find(c) != std::string_view::npos) {
            uri += c;
        } else {
            constexpr std::string_view digits = "0123456789ABCDEF";
            uri += {'%', digits[static_cast<u8>(c) >> 4], digits[static_cast<u8>(c) & 15]};
        }
    }
    return uri;
}

TextSpot LspServer::spot_of(const TextDocument& text, const JsonValue& position) const {
    return text.spot_of(small_number(position["line"]), small_number(position["character"]), m_encoding);
}

TextRange LspServer::range_of(const TextDocument& text, const JsonValue& range) const {
    return {spot_of(text, range["start"]), spot_of(text, range["end"])};
}

void LspServer::write_position(JsonWriter& json, const TextDocument& text, TextSpot spot) const {
    json.begin_object();
    json.member("line", spot.line);
    json.member("character", text.character_of(spot, m_encoding));
    json.end_object();
}

void LspServer::write_range(JsonWriter& json, std::string_view name, const TextDocument& text,
                            const TextRange& range) const {
    json.object(name, [&] {
        json.key("start");
        write_position(json, text, range.begin);
        json.key("end");
        write_position(json, text, range.end);
    });
}

void LspServer::write_location(JsonWriter& json, const language::WorkspaceFile& file, const TextRange& range) const {
    json.begin_object();
    json.member("uri", uri_of(file.path));
    write_range(json, "range", file.text, range);
    json.end_object();
}

void LspServer::write_diagnostic(JsonWriter& json, const language::ReportEntry& entry) {
    const std::shared_ptr<const language::WorkspaceFile> file = m_workspace.find(entry.path);
    const TextDocument nothing;
    json.begin_object();
    write_range(json, "range", file ? file->text : nothing, entry.range);
    json.member("severity", severity_number(entry.kind));
    json.member("code", entry.code);
    if (!m_pages.empty()) {
        const bool is_lint = language::is_lint(entry.code);
        const std::string page = is_lint ? "/reference/lints.md#" : "/messages.md#";
        json.object("codeDescription", [&] { json.member("href", m_pages + page + entry.code); });
    }
    json.member("source", "mariner");
    json.member("message", entry.message);
    if (entry.kind == language::ReportKind::unused) {
        json.values("tags", std::array{1});
    }
    if (!entry.related.empty()) {
        json.objects("relatedInformation", entry.related, [&](const language::RelatedPlace& place) {
            const std::shared_ptr<const language::WorkspaceFile> other = m_workspace.find(place.path);
            json.object("location", [&] {
                json.member("uri", uri_of(place.path));
                write_range(json, "range", other ? other->text : nothing, place.range);
            });
            json.member("message", place.message);
        });
    }
    json.end_object();
}

namespace {

/// Lines that are put in end as the text's first line does.
std::string with_ends_of(const std::string& text, const std::string& added) {
    const size_t end = text.find('\n');
    if (end == 0 || end == std::string::npos || text[end - 1] != '\r') {
        return added;
    }
    std::string out;
    for (const char c : added) {
        out += c == '\n' && !out.ends_with('\r') ? "\r\n" : std::string(1, c);
    }
    return out;
}

}  // namespace

void LspServer::write_edits(JsonWriter& json, const language::WorkspaceFile& file,
                            const std::vector<language::FileEdit>& edits) const {
    json.begin_array();
    for (const language::FileEdit& edit : edits) {
        json.begin_object();
        write_range(json, "range", file.text, edit.range);
        json.member("newText", with_ends_of(file.text.text(), edit.text));
        json.end_object();
    }
    json.end_array();
}

void LspServer::write_file_edits(JsonWriter& json, const std::string& path,
                                 const std::vector<language::FileEdit>& edits) {
    const std::shared_ptr<const language::WorkspaceFile> file = m_workspace.find(path);
    if (!m_client.takes_versioned_edits) {
        json.key(uri_of(path));
        write_edits(json, *file, edits);
        return;
    }
    json.begin_object();
    json.object("textDocument", [&] {
        json.member("uri", uri_of(path));
        const auto version = m_versions.find(path);
        json.member("version", version != m_versions.end() ? std::optional(version->second) : std::nullopt);
    });
    json.key("edits");
    write_edits(json, *file, edits);
    json.end_object();
}

void LspServer::write_workspace_edit(JsonWriter& json, std::string_view name,
                                     const std::vector<language::FileEdit>& edits) {
    std::map<std::string, std::vector<language::FileEdit>> by_file;
    for (const language::FileEdit& edit : edits) {
        if (m_workspace.find(edit.path)) {
            by_file[edit.path].push_back(edit);
        }
    }
    const auto fill = [&] {
        for (const auto& [path, changes] : by_file) {
            write_file_edits(json, path, changes);
        }
    };
    if (!name.empty()) {
        json.key(name);
    }
    json.begin_object();
    if (m_client.takes_versioned_edits) {
        json.array("documentChanges", fill);
    } else {
        json.object("changes", fill);
    }
    json.end_object();
}

void LspServer::write_outline(JsonWriter& json, const language::WorkspaceFile& file,
                              const std::vector<language::OutlineItem>& items) const {
    json.begin_array();
    for (const language::OutlineItem& item : items) {
        json.begin_object();
        json.member("name", item.name);
        json.member("detail", item.detail);
        json.member("kind", symbol_number(item.kind));
        write_range(json, "range", file.text, item.range);
        write_range(json, "selectionRange", file.text, item.name_range);
        json.key("children");
        write_outline(json, file, item.children);
        json.end_object();
    }
    json.end_array();
}

/// For clients that know no tree: a list, in which each names what it belongs to.
void LspServer::write_flat_outline(JsonWriter& json, const language::WorkspaceFile& file,
                                   const std::vector<language::OutlineItem>& items, std::string_view container) const {
    for (const language::OutlineItem& item : items) {
        json.begin_object();
        json.member("name", item.name);
        json.member("kind", symbol_number(item.kind));
        if (!container.empty()) {
            json.member("containerName", container);
        }
        json.key("location");
        write_location(json, file, item.range);
        json.end_object();
        write_flat_outline(json, file, item.children, item.name);
    }
}

void LspServer::write_call_item(JsonWriter& json, language::ProgramView& view,
                                const language::NameDefinition& routine) const {
    json.begin_object();
    json.member("name", routine.name);
    json.member("kind", symbol_number(language::OutlineKind::routine));
    json.member("detail", platform::file_name(routine.file->path));
    json.member("uri", uri_of(routine.file->path));
    write_range(json, "range", routine.file->text, language::range_of_routine(view, routine));
    write_range(json, "selectionRange", routine.file->text, routine.use.range());
    json.end_object();
}

/// Markdown, or what is left of it without its marks.
void LspServer::write_text(JsonWriter& json, std::string_view name, std::string_view text, bool is_markdown) {
    json.object(name, [&] {
        json.member("kind", is_markdown ? "markdown" : "plaintext");
        json.member("value", is_markdown ? std::string(text) : language::without_marks(text));
    });
}

}  // namespace mariner::lsp
