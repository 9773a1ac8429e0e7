// The part of LspServer that answers questions about a place or a name.

#include <algorithm>
#include <array>

#include "emulator/language/actions.hpp"
#include "emulator/language/complete.hpp"
#include "emulator/language/hover.hpp"
#include "emulator/language/lints.hpp"
#include "emulator/language/rename.hpp"
#include "emulator/lsp/lsp_server.hpp"

namespace mariner::lsp {

using namespace language;

namespace {

constexpr u32 most_lines_of_notes = 2000;

i32 number_of_offer(OfferKind kind) {
    switch (kind) {
        case OfferKind::instruction:
        case OfferKind::pseudo:
            return 14;  // keyword
        case OfferKind::directive:
            return 10;  // property
        case OfferKind::reg:
            return 6;  // variable
        case OfferKind::label:
            return 3;  // function
        case OfferKind::data:
            return 5;  // field
        case OfferKind::constant:
            return 21;
        case OfferKind::macro:
            return 2;  // method
        case OfferKind::service:
            return 23;  // event
        case OfferKind::file:
            return 17;
        default:
            return 18;  // reference
    }
}

std::string_view kind_of_action(ActionKind kind) {
    switch (kind) {
        case ActionKind::repair:
            return "quickfix";
        case ActionKind::repair_all:
            return "source.fixAll";
        case ActionKind::extract:
            return "refactor.extract";
        default:
            return "refactor.rewrite";
    }
}

bool is_wanted(const JsonValue& only, std::string_view kind) {
    if (!only.is_array()) {
        return true;
    }
    for (const JsonValue& wish : only.items()) {
        const std::string_view text = wish.text();
        if (text.empty() || (kind.starts_with(text) && (kind.size() == text.size() || kind[text.size()] == '.'))) {
            return true;
        }
    }
    return false;
}

LspFailure unknown_file() {
    return {LspFailureCode::invalid_params, "no such file is open, and none can be read"};
}

}  // namespace

LspServer::AskedFile LspServer::asked(const JsonValue& params) {
    const std::string path = path_of(params["textDocument"]["uri"].text());
    AskedFile asked;
    asked.file = m_workspace.find(path);
    if (!asked.file) {
        return asked;
    }
    asked.view = m_workspace.program_of(path);
    asked.spot = spot_of(asked.file->text, params["position"]);
    return asked;
}

std::vector<ReportEntry> LspServer::whole_report(ProgramView& view) {
    std::vector<ReportEntry> entries = report_of(view, true);
    std::vector<ReportEntry> lints = lints_of(view);
    // The tutor may have said so, with a way out.
    const bool is_told = std::ranges::find(entries, "runs_into", &ReportEntry::code) != entries.end();
    std::erase_if(lints, [&](const ReportEntry& lint) { return is_told && lint.code == "falls_into_routine"; });
    entries.insert(entries.end(), std::make_move_iterator(lints.begin()), std::make_move_iterator(lints.end()));
    return entries;
}

/// What a client has, by its id, isn't sent again.
void LspServer::write_report(JsonWriter& json, const std::vector<const ReportEntry*>& entries,
                             std::string_view known_id) {
    const auto write_items = [&](JsonWriter& to) {
        to.array("items", [&] {
            for (const ReportEntry* const entry : entries) {
                write_diagnostic(to, *entry);
            }
        });
    };
    JsonWriter whole(JsonLayout::compact);
    whole.begin_object();
    write_items(whole);
    whole.end_object();
    const std::string id = std::to_string(std::hash<std::string>()(whole.take()));
    const bool is_same = id == known_id;
    json.member("kind", is_same ? "unchanged" : "full");
    json.member("resultId", id);
    if (!is_same) {
        write_items(json);
    }
}

LspServer::LspOutcome LspServer::diagnose(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    const std::vector<ReportEntry> report = whole_report(*asked.view);
    std::map<std::string, std::vector<const ReportEntry*>> by_file;
    by_file[asked.file->path];
    for (const ReportEntry& entry : report) {
        by_file[entry.path].push_back(&entry);
    }
    json.begin_object();
    write_report(json, by_file[asked.file->path], params["previousResultId"].text());
    // Of files that aren't open nobody else would ask.
    if (m_client.takes_related_files) {
        json.object("relatedDocuments", [&] {
            for (const ProgramUnit& unit : asked.view->units()) {
                for (const auto& file : unit.files) {
                    if (file->path != asked.file->path && !m_workspace.is_open(file->path)) {
                        json.object(uri_of(file->path), [&] { write_report(json, by_file[file->path], ""); });
                    }
                }
            }
        });
    }
    json.end_object();
    return {};
}

LspServer::LspOutcome LspServer::list_actions(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    json.begin_array();
    for (const EditorAction& action :
         actions_at(*asked.view, *asked.file, range_of(asked.file->text, params["range"]))) {
        if (!is_wanted(params["context"]["only"], kind_of_action(action.kind))) {
            continue;
        }
        json.begin_object();
        json.member("title", action.title);
        json.member("kind", kind_of_action(action.kind));
        json.member("isPreferred", action.is_preferred);
        if (action.repaired) {
            json.array("diagnostics", [&] { write_diagnostic(json, *action.repaired); });
        }
        write_workspace_edit(json, "edit", action.edits);
        json.end_object();
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::list_completions(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    const CompletionList list = complete(*asked.view, *asked.file, asked.spot);
    json.begin_object();
    json.member("isIncomplete", !list.is_complete);
    json.objects("items", list.offers, [&](const CompletionOffer& offer) {
        const bool is_snippet = m_client.takes_snippets && !offer.snippet.empty();
        json.member("label", offer.label);
        json.member("kind", number_of_offer(offer.kind));
        if (!offer.detail.empty()) {
            json.member("detail", offer.detail);
        }
        json.member("sortText", std::to_string(offer.rank) + offer.label);
        if (!offer.filter.empty()) {
            json.member("filterText", offer.filter);
        }
        if (is_snippet) {
            json.member("insertTextFormat", 2);
        }
        json.object("textEdit", [&] {
            write_range(json, "range", asked.file->text, list.replaced);
            json.member("newText", is_snippet ? offer.snippet : offer.insert.empty() ? offer.label : offer.insert);
        });
        if (!offer.lookup.empty()) {
            json.member("data", offer.lookup);
        }
    });
    json.end_object();
    return {};
}

LspServer::LspOutcome LspServer::resolve_completion(const JsonValue& params, JsonWriter& json) {
    json.begin_object();
    for (const auto& [name, value] : params.members()) {
        if (value.is_text()) {
            json.member(name, value.text());
        } else if (const std::optional<i64> number = value.integer()) {
            json.member(name, *number);
        }
    }
    const JsonValue& edit = params["textEdit"];
    if (edit.is_object()) {
        const auto place = [&](std::string_view name) {
            json.object(name, [&] {
                json.member("line", edit["range"][name]["line"].integer().value_or(0));
                json.member("character", edit["range"][name]["character"].integer().value_or(0));
            });
        };
        json.object("textEdit", [&] {
            json.object("range", [&] {
                place("start");
                place("end");
            });
            json.member("newText", edit["newText"].text());
        });
    }
    if (params["data"].is_text() && params.find("documentation") == nullptr) {
        write_text(json, "documentation", describe_offer(m_workspace, params["data"].text()),
                   m_client.takes_markdown_in_offers);
    }
    json.end_object();
    return {};
}

LspServer::LspOutcome LspServer::show_hover(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    const std::optional<HoverText> text = hover(Question(*asked.view, *asked.file, asked.spot));
    if (!text) {
        json.null();
        return {};
    }
    json.begin_object();
    write_text(json, "contents", text->markdown, m_client.takes_markdown);
    write_range(json, "range", asked.file->text, text->range);
    json.end_object();
    return {};
}

LspServer::LspOutcome LspServer::show_signature(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    const std::optional<SignatureHelp> help =
        asked.file ? signature_help(*asked.view, *asked.file, asked.spot) : std::nullopt;
    if (!help) {
        json.null();
        return {};
    }
    json.begin_object();
    json.objects("signatures", help->forms, [&](const SignatureForm& form) {
        json.member("label", form.label);
        json.member("documentation", form.doc);
        json.objects("parameters", form.parameters, [&](const std::pair<u32, u32>& part) {
            const std::string_view label = form.label;
            if (m_client.takes_label_offsets) {
                json.values("label", std::array{units_in(label.substr(0, part.first), m_encoding),
                                                units_in(label.substr(0, part.second), m_encoding)});
            } else {
                json.member("label", label.substr(part.first, part.second - part.first));
            }
        });
    });
    json.member("activeSignature", help->active_form);
    json.member("activeParameter", help->active_parameter);
    json.end_object();
    return {};
}

LspServer::LspOutcome LspServer::find_definition(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    json.begin_array();
    for (const FilePlace& place : definitions_of(Question(*asked.view, *asked.file, asked.spot))) {
        write_location(json, *place.file, place.range);
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::find_references(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    const bool with_definitions = params["context"]["includeDeclaration"].flag();
    json.begin_array();
    const Question question(*asked.view, *asked.file, asked.spot);
    for (const NamePlace& one : references_to(question, with_definitions)) {
        write_location(json, *one.place.file, one.place.range);
    }
    for (const RegisterUse& one : register_uses_at(question)) {
        write_location(json, *asked.file, one.range);
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::highlight(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    json.begin_array();
    const auto write = [&](const TextRange& range, bool is_write) {
        json.begin_object();
        write_range(json, "range", asked.file->text, range);
        json.member("kind", is_write ? 3 : 2);
        json.end_object();
    };
    const Question question(*asked.view, *asked.file, asked.spot);
    for (const NamePlace& one : references_to(question, true)) {
        if (one.place.file == asked.file.get()) {
            write(one.place.range, one.use.access == NameAccess::write || one.use.is_definition());
        }
    }
    for (const RegisterUse& one : register_uses_at(question)) {
        write(one.range, one.is_write);
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::find_symbols(const JsonValue& params, JsonWriter& json) {
    json.begin_array();
    for (const FoundName& name : find_names(m_workspace, params["query"].text())) {
        json.begin_object();
        json.member("name", name.name);
        json.member("kind", symbol_number(name.kind));
        json.key("location");
        write_location(json, *name.file, name.range);
        json.end_object();
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::prepare_calls(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    const NameDefinition* const routine =
        asked.file ? routine_of(Question(*asked.view, *asked.file, asked.spot)) : nullptr;
    if (routine == nullptr) {
        json.null();
        return {};
    }
    json.begin_array();
    write_call_item(json, *asked.view, *routine);
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::write_calls(const JsonValue& params, JsonWriter& json, bool is_incoming) {
    const JsonValue& item = params["item"];
    const std::string path = path_of(item["uri"].text());
    const std::shared_ptr<const WorkspaceFile> file = m_workspace.find(path);
    if (!file) {
        return unknown_file();
    }
    const std::shared_ptr<ProgramView> view = m_workspace.program_of(path);
    const TextSpot spot = spot_of(file->text, item["selectionRange"]["start"]);
    const NameDefinition* const routine = routine_of(Question(*view, *file, spot));
    json.begin_array();
    if (routine != nullptr) {
        for (const CallSites& sites : is_incoming ? callers_of(*view, *routine) : callees_of(*view, *routine)) {
            const WorkspaceFile& caller = is_incoming ? *sites.routine->file : *routine->file;
            json.begin_object();
            json.key(is_incoming ? "from" : "to");
            write_call_item(json, *view, *sites.routine);
            json.array("fromRanges", [&] {
                for (const TextRange& place : sites.places) {
                    json.begin_object();
                    json.key("start");
                    write_position(json, caller.text, place.begin);
                    json.key("end");
                    write_position(json, caller.text, place.end);
                    json.end_object();
                }
            });
            json.end_object();
        }
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::show_callers(const JsonValue& params, JsonWriter& json) {
    return write_calls(params, json, true);
}

LspServer::LspOutcome LspServer::show_callees(const JsonValue& params, JsonWriter& json) {
    return write_calls(params, json, false);
}

LspServer::LspOutcome LspServer::show_notes(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    const TextRange range = range_of(asked.file->text, params["range"]);
    const u32 last = std::min(range.end.line, range.begin.line + most_lines_of_notes);
    json.begin_array();
    for (const InlayNote& note : inlay_notes(*asked.view, *asked.file, range.begin.line, last, m_inlay)) {
        json.begin_object();
        json.key("position");
        write_position(json, asked.file->text, note.spot);
        json.member("label", note.text);
        json.member("paddingLeft", true);
        if (!note.more.empty()) {
            json.member("tooltip", note.more);
        }
        json.end_object();
    }
    json.end_array();
    return {};
}

LspServer::LspOutcome LspServer::prepare_rename(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    const std::optional<TextRange> range = renamed_at(Question(*asked.view, *asked.file, asked.spot));
    if (!range) {
        return LspFailure{LspFailureCode::request_failed, "there is no name here that the program defines"};
    }
    json.begin_object();
    write_range(json, "range", asked.file->text, *range);
    json.member("placeholder", asked.file->text.at(*range));
    json.end_object();
    return {};
}

LspServer::LspOutcome LspServer::rename(const JsonValue& params, JsonWriter& json) {
    const AskedFile asked = this->asked(params);
    if (!asked.file) {
        return unknown_file();
    }
    const Result<std::vector<FileEdit>> edits =
        language::rename(Question(*asked.view, *asked.file, asked.spot), std::string(params["newName"].text()));
    if (!edits) {
        return LspFailure{LspFailureCode::request_failed, edits.error().message};
    }
    write_workspace_edit(json, "", *edits);
    return {};
}

}  // namespace mariner::lsp
