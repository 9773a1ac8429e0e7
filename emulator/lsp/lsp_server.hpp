#pragma once
// The Language Server Protocol 3.17 over a workspace: bytes in, messages out by a function, without any transport, so
// that tests and fuzzers feed it directly. Called by `mariner lsp`:
//
//     server.receive(bytes);
//     if nothing more has come for server.patience() milliseconds, server.work();
//
// A request is answered as it comes, exactly once. What takes longer, the messages about whole programs, is done in
// work(): first what the assembler says, then, once the user pauses, with the tutor's words. Assembling gives way as
// soon as the client says something (set_watch tells); a slow request that gave way is done in work(), too. The others
// don't wait for a large program to be assembled: they answer with what is known without that.

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emulator/language/navigate.hpp"
#include "emulator/language/report.hpp"
#include "emulator/language/word_colours.hpp"
#include "emulator/lsp/client_abilities.hpp"
#include "emulator/protocol/frames.hpp"
#include "emulator/support/json.hpp"

namespace mariner::lsp {

/// The numbers that the protocol has for failures.
enum class LspFailureCode : i32 {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    not_initialized = -32002,
    request_failed = -32803,
    cancelled = -32800,
    content_modified = -32801,
};

struct LspFailure {
    LspFailureCode code{};
    std::string message;
};

class LspServer {
public:
    using Send = std::function<void(std::string_view message)>;
    /// The bundled game that a text is, which can be verified; empty if it is none.
    using RoomOf = std::function<std::string_view(std::string_view text)>;

    static constexpr size_t most_message_bytes = size_t{64} << 20;

    explicit LspServer(Send send, RoomOf room_of = {});
    /// A folder with docs/messages.md and docs/reference, for links to them; the client may name another. May be empty.
    void set_pages_folder(const std::string& path) { m_pages = path.empty() ? path : uri_of(path); }
    ~LspServer() = default;
    LspServer(const LspServer&) = delete;
    LspServer& operator=(const LspServer&) = delete;

    void receive(std::string_view bytes);
    /// Asked now and then while something takes long: true if the client has said something that waits to be read.
    void set_watch(std::function<bool()> has_more) { m_has_more = std::move(has_more); }

    [[nodiscard]] bool has_work() const { return m_pending != PendingReport::nothing || !m_waiting.empty(); }
    /// How long the client should have said nothing before work() is called.
    [[nodiscard]] int patience_milliseconds() const;
    void work();

    [[nodiscard]] bool is_over() const { return m_is_over || m_reader.is_lost(); }
    /// Whether the conversation ended as the protocol says.
    [[nodiscard]] bool ended_well() const { return m_is_over && m_has_shut_down; }

private:
    enum class PendingReport : u8 { nothing, plain, taught };
    using LspOutcome = std::optional<LspFailure>;
    using LspHandler = LspOutcome (LspServer::*)(const JsonValue& params, JsonWriter& json);
    enum class LspManner : u8 { notification, request, quick, slow };
    struct LspMethod {
        std::string_view name;
        LspManner manner{};
        LspHandler handler = nullptr;
    };
    /// A slow request that gave way.
    struct WaitingRequest {
        const LspMethod* method = nullptr;
        JsonValue message;
        u64 version = 0;  // of the text it is about
        u32 tries = 0;
    };
    /// A file that a request names, with its program.
    struct AskedFile {
        std::shared_ptr<const language::WorkspaceFile> file;
        std::shared_ptr<language::ProgramView> view;
        language::TextSpot spot;  // where the request has a position
    };

    // Messages (lsp_server.cpp)
    void handle(const JsonValue& message);
    bool handle_request(const LspMethod& method, const JsonValue& message, bool may_give_way);
    void handle_waiting();
    void forget_waiting(const std::function<bool(const WaitingRequest&)>& is_one);
    LspOutcome serve(const LspMethod& method, const JsonValue& params, JsonWriter& json);
    void answer(const JsonValue& id, const LspOutcome& failure, const std::string& result);
    void notify(std::string_view method, const std::string& params);
    using TakeAnswer = std::function<void(const JsonValue& result)>;
    /// Asks the client; `take` gets what it answers, unless that is a failure.
    void ask(std::string_view method, const std::string& params, TakeAnswer take = {});
    void take_answer(const JsonValue& message);

    // Beginning, ending, texts (lsp_server.cpp)
    LspOutcome initialize(const JsonValue& params, JsonWriter& json);
    LspOutcome shut_down(const JsonValue& params, JsonWriter& json);
    LspOutcome end(const JsonValue& params, JsonWriter& json);
    LspOutcome ignore(const JsonValue& params, JsonWriter& json);
    LspOutcome begin(const JsonValue& params, JsonWriter& json);
    LspOutcome configure(const JsonValue& params, JsonWriter& json);
    LspOutcome note_saved(const JsonValue& params, JsonWriter& json);
    LspOutcome note_changed_files(const JsonValue& params, JsonWriter& json);
    LspOutcome change_folders(const JsonValue& params, JsonWriter& json);
    LspOutcome open(const JsonValue& params, JsonWriter& json);
    LspOutcome change(const JsonValue& params, JsonWriter& json);
    LspOutcome close(const JsonValue& params, JsonWriter& json);
    void read_settings(const JsonValue& settings);
    void ask_for_settings();
    /// What the client has been told is old: files or settings have changed.
    void tell_all_anew();
    void write_capabilities(JsonWriter& json) const;
    void publish(bool with_tutor);

    // Questions (lsp_questions.cpp, lsp_texts.cpp)
    LspOutcome diagnose(const JsonValue& params, JsonWriter& json);
    LspOutcome list_actions(const JsonValue& params, JsonWriter& json);
    LspOutcome list_completions(const JsonValue& params, JsonWriter& json);
    LspOutcome resolve_completion(const JsonValue& params, JsonWriter& json);
    LspOutcome show_hover(const JsonValue& params, JsonWriter& json);
    LspOutcome show_signature(const JsonValue& params, JsonWriter& json);
    LspOutcome find_definition(const JsonValue& params, JsonWriter& json);
    LspOutcome find_references(const JsonValue& params, JsonWriter& json);
    LspOutcome highlight(const JsonValue& params, JsonWriter& json);
    LspOutcome show_outline(const JsonValue& params, JsonWriter& json);
    LspOutcome find_symbols(const JsonValue& params, JsonWriter& json);
    LspOutcome prepare_calls(const JsonValue& params, JsonWriter& json);
    LspOutcome show_callers(const JsonValue& params, JsonWriter& json);
    LspOutcome show_callees(const JsonValue& params, JsonWriter& json);
    LspOutcome fold(const JsonValue& params, JsonWriter& json);
    LspOutcome select(const JsonValue& params, JsonWriter& json);
    LspOutcome show_links(const JsonValue& params, JsonWriter& json);
    LspOutcome show_notes(const JsonValue& params, JsonWriter& json);
    LspOutcome show_lenses(const JsonValue& params, JsonWriter& json);
    LspOutcome prepare_rename(const JsonValue& params, JsonWriter& json);
    LspOutcome rename(const JsonValue& params, JsonWriter& json);
    LspOutcome format(const JsonValue& params, JsonWriter& json);
    LspOutcome format_typed(const JsonValue& params, JsonWriter& json);
    LspOutcome colour(const JsonValue& params, JsonWriter& json);
    LspOutcome colour_range(const JsonValue& params, JsonWriter& json);
    LspOutcome colour_delta(const JsonValue& params, JsonWriter& json);
    LspOutcome show_program(const JsonValue& params, JsonWriter& json);

    /// With the tutor's words, and what isn't wrong but certainly not meant.
    static std::vector<language::ReportEntry> whole_report(language::ProgramView& view);
    /// Without a file if there is none of that name.
    AskedFile asked(const JsonValue& params);
    [[nodiscard]] std::vector<u32> coloured(const AskedFile& asked, u32 first, u32 last) const;
    void write_layout(JsonWriter& json, const language::WorkspaceFile& file, u32 first, u32 last);
    void write_report(JsonWriter& json, const std::vector<const language::ReportEntry*>& entries,
                      std::string_view known_id);
    LspOutcome write_calls(const JsonValue& params, JsonWriter& json, bool is_incoming);

    // From the protocol's values and to them (lsp_values.cpp)
    static i32 symbol_number(language::OutlineKind kind);
    std::string path_of(std::string_view uri);
    [[nodiscard]] std::string uri_of(const std::string& path) const;
    [[nodiscard]] language::TextSpot spot_of(const language::TextDocument& text, const JsonValue& position) const;
    [[nodiscard]] language::TextRange range_of(const language::TextDocument& text, const JsonValue& range) const;
    void write_position(JsonWriter& json, const language::TextDocument& text, language::TextSpot spot) const;
    void write_range(JsonWriter& json, std::string_view name, const language::TextDocument& text,
                     const language::TextRange& range) const;
    /// An object with uri and range.
    void write_location(JsonWriter& json, const language::WorkspaceFile& file, const language::TextRange& range) const;
    void write_diagnostic(JsonWriter& json, const language::ReportEntry& entry);
    void write_workspace_edit(JsonWriter& json, std::string_view name, const std::vector<language::FileEdit>& edits);
    void write_file_edits(JsonWriter& json, const std::string& path, const std::vector<language::FileEdit>& edits);
    void write_outline(JsonWriter& json, const language::WorkspaceFile& file,
                       const std::vector<language::OutlineItem>& items) const;
    void write_flat_outline(JsonWriter& json, const language::WorkspaceFile& file,
                            const std::vector<language::OutlineItem>& items, std::string_view container) const;
    static void write_text(JsonWriter& json, std::string_view name, std::string_view text, bool is_markdown);
    void write_call_item(JsonWriter& json, language::ProgramView& view, const language::NameDefinition& routine) const;
    void write_edits(JsonWriter& json, const language::WorkspaceFile& file,
                     const std::vector<language::FileEdit>& edits) const;

    Send m_send;
    RoomOf m_room_of;
    protocol::MessageReader m_reader{most_message_bytes};
    language::Workspace m_workspace;
    std::vector<std::string> m_folders;
    std::map<std::string, std::string> m_uris;                          // of paths, as the client writes them
    std::map<std::string, i64> m_versions;                              // of open files, the client's
    std::map<std::string, std::string> m_published;                     // by URI
    std::map<std::string, std::pair<u64, std::vector<u32>>> m_colours;  // what was sent last, and its number
    u64 m_colour_number = 0;
    std::set<std::string> m_cancelled;  // ids as JSON
    language::PositionEncoding m_encoding = language::PositionEncoding::utf16;
    language::InlayChoice m_inlay;
    ClientAbilities m_client;
    std::map<std::string, TakeAnswer> m_asked;  // what the client hasn't answered yet, by ids as JSON
    u64 m_ask_number = 0;
    std::string m_pages;
    std::deque<WaitingRequest> m_waiting;
    std::function<bool()> m_has_more;
    bool m_has_more_here = false;  // messages that are read, but not handled yet
    bool m_is_initialized = false;
    bool m_has_shut_down = false;
    bool m_is_over = false;
    PendingReport m_pending = PendingReport::nothing;
};

}  // namespace mariner::lsp
