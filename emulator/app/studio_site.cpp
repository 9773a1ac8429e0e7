#include "emulator/app/studio_site.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "emulator/grader/content_hash.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace fs = std::filesystem;
using protocol::HttpReply;
using protocol::HttpRequest;

namespace {

constexpr size_t most_files = 200;
constexpr size_t most_page_bytes = size_t{64} << 20;

struct MediaType {
    std::string_view ending;
    std::string_view type;
};
constexpr auto media_types = std::to_array<MediaType>({{".html", "text/html; charset=utf-8"},
                                                       {".css", "text/css; charset=utf-8"},
                                                       {".js", "text/javascript; charset=utf-8"},
                                                       {".json", "application/json"},
                                                       {".wasm", "application/wasm"},
                                                       {".svg", "image/svg+xml"},
                                                       {".png", "image/png"}});

std::string type_of(std::string_view name) {
    const auto* const found =
        std::ranges::find_if(media_types, [&](const MediaType& row) { return name.ends_with(row.ending); });
    return std::string(found != media_types.end() ? found->type : "text/plain; charset=utf-8");
}

bool is_source(const fs::path& path) {
    const std::string ending = path.extension().string();
    return ending == ".asm" || ending == ".s" || ending == ".inc";
}

/// Takes as long for a wrong word as for a right one.
bool is_same_secret(std::string_view a, std::string_view b) {
    u8 difference = a.size() == b.size() ? 0 : 1;
    for (size_t i = 0; i < b.size(); ++i) {
        difference |= static_cast<u8>(b[i] ^ (i < a.size() ? a[i] : 0));
    }
    return difference == 0;
}

/// By what a text is, it is told from what it was.
std::string stamp_of(const Result<std::string>& text) {
    if (!text) {
        return "none";
    }
    grader::ContentHash hash;
    hash.add(*text);
    return hash.finish();
}

HttpReply json_reply(int status, JsonWriter& json) {
    return {status, "application/json", json.take()};
}

HttpReply plain(int status, std::string_view sentence) {
    return {status, "text/plain; charset=utf-8", std::string(sentence) + "\n"};
}

bool is_text(std::string_view bytes) {
    for (size_t i = 0; i < bytes.size();) {
        const size_t length = bytes[i] == '\0' ? 0 : utf8_sequence_length(bytes.substr(i));
        if (length == 0) {
            return false;
        }
        i += length;
    }
    return true;
}

}  // namespace

StudioSite::StudioSite(const std::string& page_folder, std::vector<StudioFile> files, std::string token,
                       std::string authority)
    : m_files(std::move(files)), m_token(std::move(token)), m_authority(std::move(authority)) {
    std::error_code trouble;
    for (fs::recursive_directory_iterator at(page_folder, trouble), end; !trouble && at != end; at.increment(trouble)) {
        if (at->is_regular_file(trouble)) {
            m_page.emplace(at->path().lexically_relative(page_folder).generic_string(), at->path().string());
        }
    }
}

StudioSite::Presence StudioSite::presence() const {
    const std::lock_guard lock(m_mutex);
    return m_presence;
}

/// A page of another origin can make a browser ask here, under another name even; but it can't lie in these fields. Who
/// follows a link here comes from elsewhere, too, and shows the page in a window of its own.
bool StudioSite::is_ours(const HttpRequest& request) const {
    const std::string_view origin = request.field("origin");
    const std::string_view site = request.field("sec-fetch-site");
    const bool is_read = request.method == "GET";
    const bool is_visit =
        request.field("sec-fetch-mode") == "navigate" && request.field("sec-fetch-dest") == "document";
    return request.field("host") == m_authority && (origin.empty() ? is_read : origin == "http://" + m_authority) &&
           (site.empty() || site == "same-origin" || site == "none" || (is_read && is_visit));
}

HttpReply StudioSite::answer(const HttpRequest& request) {
    std::string_view target = request.target;
    target.remove_prefix(1);
    const size_t slash = target.find('/');
    if (!is_ours(request) || slash == std::string_view::npos || !is_same_secret(target.substr(0, slash), m_token)) {
        return plain(403, "the address that mariner studio printed opens the page");
    }
    const std::string_view name = target.substr(slash + 1, target.find('?') - slash - 1);
    {
        const std::lock_guard lock(m_mutex);
        ++m_presence.requests;
        m_presence.has_left = request.method == "POST" && name == "bye";
    }
    if (request.method == "POST") {
        return name == "bye" ? plain(200, "bye") : plain(404, "there is no such thing");
    }
    if (request.method == "PUT") {
        constexpr std::string_view prefix = "files/";
        const std::optional<u32> index =
            name.starts_with(prefix) ? parse_digits<u32>(name.substr(prefix.size())) : std::nullopt;
        return index && *index < m_files.size() ? save(*index, request) : plain(404, "there is no such file");
    }
    if (request.method != "GET") {
        return plain(405, "GET, PUT and POST are understood");
    }
    return name == "files" || name == "stamps" ? list_files(name == "files")
                                               : page_file(name.empty() ? "index.html" : name);
}

HttpReply StudioSite::page_file(std::string_view name) const {
    const auto found = m_page.find(name);
    Result<std::string> bytes =
        found != m_page.end() ? read_file(found->second, most_page_bytes) : Result<std::string>(Error{"none"});
    return bytes ? HttpReply{200, type_of(name), std::move(*bytes)} : plain(404, "there is no such thing");
}

/// A file that can't be read now is there, with the stamp of one that isn't.
HttpReply StudioSite::list_files(bool with_texts) const {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.objects("files", m_files, [&](const StudioFile& file) {
        const Result<std::string> text = read_file(file.path, most_file_bytes);
        json.member("name", file.name);
        json.member("stamp", stamp_of(text));
        if (with_texts) {
            json.member("text", text ? std::string_view(*text) : std::string_view());
        }
    });
    json.end_object();
    return json_reply(200, json);
}

/// Only over what the page has seen: a file that somebody else has changed meanwhile stays as it is.
HttpReply StudioSite::save(size_t index, const HttpRequest& request) {
    const std::lock_guard lock(m_mutex);
    const StudioFile& file = m_files[index];
    const Result<std::string> before = read_file(file.path, most_file_bytes);
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    if (request.field("x-stamp") != stamp_of(before)) {
        json.member("stamp", stamp_of(before));
        json.member("text", before ? std::string_view(*before) : std::string_view());
        json.end_object();
        return json_reply(409, json);
    }
    if (const Result<void> saved = replace_file(file.path, request.body); !saved) {
        return plain(500, saved.error().message);
    }
    json.member("stamp", stamp_of(request.body));
    json.end_object();
    return json_reply(200, json);
}

Result<std::vector<StudioFile>> studio_files(const std::vector<std::string>& wanted) {
    std::vector<StudioFile> files;
    std::set<std::string> paths;
    std::error_code trouble;
    const auto add = [&](const fs::path& path) -> Result<void> {
        const Result<std::string> text = read_file(path.string(), StudioSite::most_file_bytes);
        if (!text) {
            return text.error();
        }
        if (!is_text(*text)) {
            return Error{path.string() + " is no text in UTF-8"};
        }
        if (paths.insert(fs::weakly_canonical(path, trouble).string()).second) {
            files.push_back({path.lexically_normal().generic_string(), path.string()});
        }
        return files.size() <= most_files ? Result<void>() : Error{"more than 200 files are more than a page can show"};
    };
    for (const std::string& name : wanted) {
        std::vector<fs::path> found;
        if (!fs::is_directory(name, trouble)) {
            found.emplace_back(name);
        }
        for (fs::directory_iterator at(name, trouble), end; found.empty() && !trouble && at != end;) {
            for (; !trouble && at != end; at.increment(trouble)) {
                if (is_source(at->path()) && at->is_regular_file(trouble)) {
                    found.push_back(at->path());
                }
            }
        }
        std::ranges::sort(found);
        for (const fs::path& path : found) {
            if (const Result<void> added = add(path); !added) {
                return added.error();
            }
        }
    }
    // Names alone, as long as they tell the files apart.
    std::set<std::string> names;
    const bool are_apart = std::ranges::all_of(
        files, [&](const StudioFile& file) { return names.emplace(platform::file_name(file.name)).second; });
    for (StudioFile& file : files) {
        file.name = are_apart ? std::string(platform::file_name(file.name)) : file.name;
    }
    return files;
}

}  // namespace mariner::app
