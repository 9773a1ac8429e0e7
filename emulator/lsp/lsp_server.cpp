#include "emulator/lsp/lsp_server.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

#include "emulator/protocol/dispatch.hpp"

namespace mariner::lsp {

using language::PositionEncoding;
using language::ReportEntry;

namespace {

/// A client that goes on forever cancelling what it never asked for is forgotten.
constexpr size_t most_cancelled = 10'000;
constexpr size_t most_waiting = 1000;
constexpr int pause_milliseconds = 120;
/// So long a request for one place may wait for the program to be assembled.
constexpr auto most_hurry = std::chrono::milliseconds(40);

std::string id_text(const JsonValue& id) {
    const std::optional<i64> number = id.integer();
    return number ? std::to_string(*number) : id.is_text() ? json_string(id.text()) : "null";
}

struct EncodingName {
    std::string_view name;
    PositionEncoding encoding{};
};
constexpr auto encodings = std::to_array<EncodingName>(
    {{"utf-8", PositionEncoding::utf8}, {"utf-16", PositionEncoding::utf16}, {"utf-32", PositionEncoding::utf32}});

}  // namespace

LspServer::LspServer(Send send, RoomOf room_of) : m_send(std::move(send)), m_room_of(std::move(room_of)) {}

// --- Messages

void LspServer::receive(std::string_view bytes) {
    m_reader.feed(bytes);
    std::vector<JsonValue> messages;
    while (std::optional<Result<JsonValue>> message = m_reader.next()) {
        if (!*message) {
            answer(JsonValue(), LspFailure{LspFailureCode::parse_error, message->error().message}, "");
            continue;
        }
        // What is cancelled by the time it would be done isn't done.
        if ((**message)["method"].text() == "$/cancelRequest" && m_cancelled.size() < most_cancelled) {
            m_cancelled.insert(id_text((**message)["params"]["id"]));
        }
        messages.push_back(std::move(**message));
    }
    forget_waiting([this](const WaitingRequest& one) { return m_cancelled.contains(id_text(one.message["id"])); });
    for (const JsonValue& message : messages) {
        m_has_more_here = &message != &messages.back();
        if (!m_is_over) {
            handle(message);
        }
    }
    m_cancelled.clear();
}

void LspServer::forget_waiting(const std::function<bool(const WaitingRequest&)>& is_one) {
    std::deque<WaitingRequest> kept;
    for (WaitingRequest& one : m_waiting) {
        if (is_one(one)) {
            answer(one.message["id"], LspFailure{LspFailureCode::cancelled, "cancelled"}, "");
        } else {
            kept.push_back(std::move(one));
        }
    }
    m_waiting = std::move(kept);
}

void LspServer::handle(const JsonValue& message) {
    static constexpr auto methods = std::to_array<LspMethod>({
#define REQUEST(method, handler) {method, LspManner::request, &LspServer::handler},
#define QUICK_REQUEST(method, handler) {method, LspManner::quick, &LspServer::handler},
#define SLOW_REQUEST(method, handler) {method, LspManner::slow, &LspServer::handler},
#define NOTIFICATION(method, handler) {method, LspManner::notification, &LspServer::handler},
#include "emulator/lsp/lsp_requests.inc"
#undef NOTIFICATION
#undef SLOW_REQUEST
#undef QUICK_REQUEST
#undef REQUEST
    });
    const JsonValue* const id = message.find("id");
    if (!message["method"].is_text()) {
        if (id == nullptr || (message.find("result") == nullptr && message.find("error") == nullptr)) {
            answer(JsonValue(), LspFailure{LspFailureCode::invalid_request, "a message without a method"}, "");
        } else {
            take_answer(message);
        }
        return;
    }
    const std::string_view name = message["method"].text();
    const LspMethod* const method = protocol::find_request(methods, name);
    if (id == nullptr) {
        JsonWriter nothing(JsonLayout::compact);
        if (method != nullptr && method->manner == LspManner::notification) {
            static_cast<void>(serve(*method, message["params"], nothing));
        }
        return;
    }
    if (m_cancelled.contains(id_text(*id))) {
        answer(*id, LspFailure{LspFailureCode::cancelled, "cancelled"}, "");
    } else if (method == nullptr || method->manner == LspManner::notification) {
        answer(*id, LspFailure{LspFailureCode::method_not_found, "there is no request " + std::string(name)}, "");
    } else if (!handle_request(*method, message, m_waiting.size() < most_waiting)) {
        const auto& file = m_workspace.find(path_of(message["params"]["textDocument"]["uri"].text()));
        m_waiting.push_back({method, message, file ? file->version : 0});
    }
}

/// False if it gave way to what the client said next: it has no answer yet.
bool LspServer::handle_request(const LspMethod& method, const JsonValue& message, bool may_give_way) {
    const auto begin = std::chrono::steady_clock::now();
    const auto is_late = [&] { return std::chrono::steady_clock::now() - begin > most_hurry; };
    const bool is_slow = method.manner == LspManner::slow;
    if (method.manner == LspManner::quick) {
        m_workspace.set_watch(is_late);
    } else if (is_slow && may_give_way) {
        m_workspace.set_watch([this] { return m_has_more_here || (m_has_more && m_has_more()); });
    }
    JsonWriter json(JsonLayout::compact);
    const LspOutcome failure = serve(method, message["params"], json);
    const bool gave_way = is_slow && m_workspace.is_interrupted();
    m_workspace.set_watch({});
    if (!gave_way) {
        answer(message["id"], failure, json.take());
    }
    return !gave_way;
}

/// The oldest one. A client that never stops talking gets its answer all the same.
void LspServer::handle_waiting() {
    constexpr u32 most_tries = 20;
    WaitingRequest one = std::move(m_waiting.front());
    m_waiting.pop_front();
    const JsonValue& params = one.message["params"];
    const auto& file = m_workspace.find(path_of(params["textDocument"]["uri"].text()));
    if (params["range"].is_object() && (file ? file->version : 0) != one.version) {
        answer(one.message["id"], LspFailure{LspFailureCode::content_modified, "the text has changed since"}, "");
        return;
    }
    if (!handle_request(*one.method, one.message, ++one.tries < most_tries)) {
        m_waiting.push_front(std::move(one));
    }
}

LspServer::LspOutcome LspServer::serve(const LspMethod& method, const JsonValue& params, JsonWriter& json) {
    const bool may_come_first = method.name == "initialize" || method.name == "exit";
    if (!m_is_initialized && !may_come_first) {
        return LspFailure{LspFailureCode::not_initialized, "the first request is initialize"};
    }
    if (m_has_shut_down && method.name != "exit") {
        return LspFailure{LspFailureCode::invalid_request, "the server has been shut down"};
    }
    return (this->*method.handler)(params, json);
}

void LspServer::answer(const JsonValue& id, const LspOutcome& failure, const std::string& result) {
    std::string text = R"({"jsonrpc":"2.0","id":)" + id_text(id);
    if (failure) {
        text += R"(,"error":{"code":)" + std::to_string(static_cast<i32>(failure->code)) + R"(,"message":)" +
                json_string(failure->message) + "}}";
    } else {
        const size_t end = result.find_last_not_of('\n') + 1;
        text += ",\"result\":" + (end == 0 ? std::string("null") : result.substr(0, end)) + "}";
    }
    m_send(protocol::frame_message(text));
}

void LspServer::notify(std::string_view method, const std::string& params) {
    m_send(
        protocol::frame_message(R"({"jsonrpc":"2.0","method":)" + json_string(method) + ",\"params\":" + params + "}"));
}

void LspServer::ask(std::string_view method, const std::string& params, TakeAnswer take) {
    const std::string id = json_string("mariner-" + std::to_string(++m_ask_number));
    if (take && m_asked.size() < most_waiting) {
        m_asked[id] = std::move(take);
    }
    m_send(protocol::frame_message(R"({"jsonrpc":"2.0","id":)" + id + ",\"method\":" + json_string(method) +
                                   (params.empty() ? "" : ",\"params\":" + params) + "}"));
}

void LspServer::take_answer(const JsonValue& message) {
    const auto asked = m_asked.find(id_text(message["id"]));
    if (asked == m_asked.end()) {
        return;
    }
    const TakeAnswer take = std::move(asked->second);
    m_asked.erase(asked);
    if (message.find("error") == nullptr && !m_has_shut_down) {
        take(message["result"]);
    }
}

// --- Beginning and ending

LspServer::LspOutcome LspServer::initialize(const JsonValue& params, JsonWriter& json) {
    if (m_is_initialized) {
        return LspFailure{LspFailureCode::invalid_request, "initialize comes once"};
    }
    m_is_initialized = true;
    const JsonValue& abilities = params["capabilities"];
    for (const JsonValue& wish : abilities["general"]["positionEncodings"].items()) {
        const auto* const found = std::ranges::find(encodings, wish.text(), &EncodingName::name);
        if (found != encodings.end()) {
            m_encoding = found->encoding;
            break;
        }
    }
    m_client = ClientAbilities::of(abilities);
    for (const JsonValue& folder : params["workspaceFolders"].items()) {
        m_folders.push_back(path_of(folder["uri"].text()));
    }
    if (m_folders.empty() && params["rootUri"].is_text()) {
        m_folders.push_back(path_of(params["rootUri"].text()));
    } else if (m_folders.empty() && params["rootPath"].is_text()) {
        m_folders.push_back(language::normal_path(std::string(params["rootPath"].text())));
    }
    m_workspace.set_folders(m_folders);
    read_settings(params["initializationOptions"]);
    json.begin_object();
    write_capabilities(json);
    json.object("serverInfo", [&] { json.member("name", "mariner"); });
    json.end_object();
    return {};
}

/// What a client may be asked for only now: to say when files or settings change, and which settings there are.
LspServer::LspOutcome LspServer::begin(const JsonValue& /*params*/, JsonWriter& /*json*/) {
    if (m_client.watches_files || m_client.tells_changed_settings) {
        JsonWriter json(JsonLayout::compact);
        json.begin_object();
        json.array("registrations", [&] {
            if (m_client.watches_files) {
                json.begin_object();
                json.member("id", "files");
                json.member("method", "workspace/didChangeWatchedFiles");
                json.object("registerOptions", [&] {
                    json.objects("watchers", std::array{"**/*.{asm,s,S,inc,mips}", "**/.editorconfig"},
                                 [&](const char* pattern) { json.member("globPattern", pattern); });
                });
                json.end_object();
            }
            if (m_client.tells_changed_settings) {
                json.begin_object();
                json.member("id", "settings");
                json.member("method", "workspace/didChangeConfiguration");
                json.object("registerOptions", [&] { json.member("section", "mariner"); });
                json.end_object();
            }
        });
        json.end_object();
        std::string params = json.take();
        params.pop_back();
        ask("client/registerCapability", params);
    }
    ask_for_settings();
    return {};
}

void LspServer::write_capabilities(JsonWriter& json) const {
    const auto* const encoding = std::ranges::find(encodings, m_encoding, &EncodingName::encoding);
    const auto yes = [&](std::string_view name) { json.member(name, true); };
    json.object("capabilities", [&] {
        json.member("positionEncoding", encoding->name);
        json.object("textDocumentSync", [&] {
            yes("openClose");
            json.member("change", 2);
            yes("save");
        });
        json.object("diagnosticProvider", [&] {
            json.member("identifier", "mariner");
            yes("interFileDependencies");
            json.member("workspaceDiagnostics", false);
        });
        json.object("completionProvider", [&] {
            json.values("triggerCharacters", std::array{"$", ".", "%", " ", ",", "(", "\""});
            yes("resolveProvider");
        });
        json.object("signatureHelpProvider", [&] { json.values("triggerCharacters", std::array{" ", ","}); });
        json.object("codeActionProvider", [&] {
            json.values("codeActionKinds",
                        std::array{"quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll"});
        });
        json.object("codeLensProvider", [&] { json.member("resolveProvider", false); });
        json.object("documentLinkProvider", [&] { json.member("resolveProvider", false); });
        json.object("documentOnTypeFormattingProvider", [&] { json.member("firstTriggerCharacter", "\n"); });
        json.object("renameProvider", [&] { yes("prepareProvider"); });
        for (const char* const ability :
             {"hoverProvider", "definitionProvider", "declarationProvider", "referencesProvider",
              "documentHighlightProvider", "documentSymbolProvider", "workspaceSymbolProvider", "callHierarchyProvider",
              "foldingRangeProvider", "selectionRangeProvider", "inlayHintProvider", "documentFormattingProvider",
              "documentRangeFormattingProvider"}) {
            yes(ability);
        }
        json.object("semanticTokensProvider", [&] {
            json.object("legend", [&] {
                json.values("tokenTypes", std::array{
#define WORD_KIND(id, name) name,
#include "emulator/language/word_kinds.inc"
#undef WORD_KIND
                                          });
                json.values("tokenModifiers", std::array{
#define WORD_TRAIT(id, number, name) name,
#include "emulator/language/word_traits.inc"
#undef WORD_TRAIT
                                              });
            });
            yes("range");
            json.object("full", [&] { yes("delta"); });
        });
        json.object("workspace", [&] {
            json.object("workspaceFolders", [&] {
                yes("supported");
                yes("changeNotifications");
            });
        });
    });
}

LspServer::LspOutcome LspServer::shut_down(const JsonValue& /*params*/, JsonWriter& json) {
    forget_waiting([](const WaitingRequest&) { return true; });
    m_has_shut_down = true;
    m_pending = PendingReport::nothing;
    json.null();
    return {};
}

LspServer::LspOutcome LspServer::end(const JsonValue& /*params*/, JsonWriter& /*json*/) {
    m_is_over = true;
    return {};
}

LspServer::LspOutcome LspServer::ignore(const JsonValue& /*params*/, JsonWriter& /*json*/) {
    return {};
}

LspServer::LspOutcome LspServer::configure(const JsonValue& params, JsonWriter& /*json*/) {
    // A client that answers questions about them needn't send them.
    if (params["settings"].is_object()) {
        read_settings(params["settings"]["mariner"].is_object() ? params["settings"]["mariner"] : params["settings"]);
    } else {
        ask_for_settings();
    }
    tell_all_anew();
    return {};
}

void LspServer::ask_for_settings() {
    if (m_client.answers_about_settings) {
        ask("workspace/configuration", R"({"items":[{"section":"mariner"}]})", [this](const JsonValue& result) {
            if (!result.items().empty() && result.items()[0].is_object()) {
                read_settings(result.items()[0]);
                tell_all_anew();
            }
        });
    }
}

void LspServer::tell_all_anew() {
    m_pending = PendingReport::plain;
    const std::pair<bool, std::string_view> questions[] = {
        {m_client.pulls_diagnostics && m_client.fetches_diagnostics_anew, "workspace/diagnostic/refresh"},
        {m_client.fetches_colours_anew, "workspace/semanticTokens/refresh"},
        {m_client.fetches_notes_anew, "workspace/inlayHint/refresh"},
        {m_client.fetches_lenses_anew, "workspace/codeLens/refresh"}};
    for (const auto& [is_wanted, method] : questions) {
        if (is_wanted) {
            ask(method, "");
        }
    }
}

void LspServer::read_settings(const JsonValue& settings) {
    const JsonValue& inlay = settings["inlayHints"];
    m_inlay.pseudo = inlay["pseudo"].flag(m_inlay.pseudo);
    m_inlay.constants = inlay["constants"].flag(m_inlay.constants);
    m_inlay.labels = inlay["labels"].flag(m_inlay.labels);
    if (!settings["reference"].text().empty()) {
        m_pages = settings["reference"].text();
    }
    if (!settings["programs"].is_array()) {
        return;
    }
    std::vector<std::vector<std::string>> programs;
    for (const JsonValue& program : settings["programs"].items()) {
        std::vector<std::string>& files = programs.emplace_back();
        for (const JsonValue& file : program.items()) {
            const std::string name(file.text());
            const std::filesystem::path base = m_folders.empty() ? "" : m_folders[0];
            files.push_back(name.find(':') != std::string::npos ? path_of(name)
                                                                : language::normal_path((base / name).string()));
        }
    }
    m_workspace.set_programs(std::move(programs));
}

/// A client that watches no files tells at least that one was written.
LspServer::LspOutcome LspServer::note_saved(const JsonValue& /*params*/, JsonWriter& /*json*/) {
    m_pending = PendingReport::plain;
    return {};
}

LspServer::LspOutcome LspServer::note_changed_files(const JsonValue& /*params*/, JsonWriter& /*json*/) {
    tell_all_anew();
    return {};
}

LspServer::LspOutcome LspServer::change_folders(const JsonValue& params, JsonWriter& /*json*/) {
    for (const JsonValue& gone : params["event"]["removed"].items()) {
        std::erase(m_folders, path_of(gone["uri"].text()));
    }
    for (const JsonValue& added : params["event"]["added"].items()) {
        m_folders.push_back(path_of(added["uri"].text()));
    }
    m_workspace.set_folders(m_folders);
    tell_all_anew();
    return {};
}

// --- Texts

LspServer::LspOutcome LspServer::open(const JsonValue& params, JsonWriter& /*json*/) {
    const JsonValue& document = params["textDocument"];
    if (!document["uri"].is_text()) {
        return {};
    }
    const std::string path = path_of(document["uri"].text());
    m_uris[path] = document["uri"].text();
    m_versions[path] = document["version"].integer().value_or(0);
    m_workspace.open(path, std::string(document["text"].text()));
    m_pending = PendingReport::plain;
    return {};
}

LspServer::LspOutcome LspServer::change(const JsonValue& params, JsonWriter& /*json*/) {
    const std::string path = path_of(params["textDocument"]["uri"].text());
    if (!m_workspace.is_open(path)) {
        return {};
    }
    m_versions[path] = params["textDocument"]["version"].integer().value_or(0);
    for (const JsonValue& part : params["contentChanges"].items()) {
        const JsonValue* const range = part.find("range");
        if (range == nullptr) {
            m_workspace.open(path, std::string(part["text"].text()));
        } else {
            const language::TextRange replaced = range_of(m_workspace.find(path)->text, *range);
            static_cast<void>(m_workspace.change(path, replaced, part["text"].text()));
        }
    }
    m_pending = PendingReport::plain;
    return {};
}

LspServer::LspOutcome LspServer::close(const JsonValue& params, JsonWriter& /*json*/) {
    const std::string path = path_of(params["textDocument"]["uri"].text());
    m_workspace.close(path);
    m_versions.erase(path);
    m_colours.erase(path);
    m_uris.erase(path);
    m_pending = PendingReport::plain;
    return {};
}

// --- Messages about programs

int LspServer::patience_milliseconds() const {
    return m_waiting.empty() && m_pending == PendingReport::taught ? pause_milliseconds : 0;
}

void LspServer::work() {
    m_has_more_here = false;
    if (!m_waiting.empty()) {
        handle_waiting();
        return;
    }
    const PendingReport stage = std::exchange(m_pending, PendingReport::nothing);
    if (m_client.pulls_diagnostics || stage == PendingReport::nothing) {
        return;
    }
    m_workspace.set_watch(m_has_more);
    publish(stage == PendingReport::taught);
    const bool gave_way = m_workspace.is_interrupted();
    m_workspace.set_watch({});
    m_pending = gave_way ? stage : stage == PendingReport::plain ? PendingReport::taught : PendingReport::nothing;
}

void LspServer::publish(bool with_tutor) {
    std::map<std::string, std::vector<ReportEntry>> by_file;
    std::set<const language::ProgramView*> seen;
    for (const std::string& path : m_workspace.open_paths()) {
        by_file[path];
        const std::shared_ptr<language::ProgramView> view = m_workspace.program_of(path);
        if (!seen.insert(view.get()).second) {
            continue;
        }
        for (ReportEntry& entry : with_tutor ? whole_report(*view) : report_of(*view, false)) {
            // Two programs may share a file, and what is wrong in it.
            std::vector<ReportEntry>& told = by_file[entry.path];
            const bool is_told = std::ranges::any_of(told, [&](const ReportEntry& one) {
                return one.range == entry.range && one.code == entry.code && one.message == entry.message;
            });
            if (!is_told) {
                told.push_back(std::move(entry));
            }
        }
    }
    if (m_workspace.is_interrupted()) {
        return;  // nothing is known of some of them
    }
    std::map<std::string, std::string> published;
    for (const auto& told : by_file) {
        const std::string& path = told.first;
        JsonWriter json(JsonLayout::compact);
        json.begin_object();
        json.member("uri", uri_of(path));
        if (const auto version = m_versions.find(path); version != m_versions.end()) {
            json.member("version", version->second);
        }
        json.array("diagnostics", [&] {
            for (const ReportEntry& entry : told.second) {
                write_diagnostic(json, entry);
            }
        });
        json.end_object();
        std::string text = json.take();
        text.pop_back();
        if (m_published[uri_of(path)] != text) {
            notify("textDocument/publishDiagnostics", text);
        }
        published[uri_of(path)] = std::move(text);
    }
    for (const auto& [uri, text] : m_published) {
        if (!published.contains(uri)) {
            notify("textDocument/publishDiagnostics", "{\"uri\":" + json_string(uri) + ",\"diagnostics\":[]}");
        }
    }
    m_published = std::move(published);
}

}  // namespace mariner::lsp
