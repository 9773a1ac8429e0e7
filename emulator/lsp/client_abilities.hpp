#pragma once
// What the client said in `initialize` that it understands. What it didn't mention it isn't sent.

#include <string_view>

#include "emulator/support/json_reader.hpp"

namespace mariner::lsp {

struct ClientAbilities {
    bool pulls_diagnostics = false;    // and wants none pushed
    bool takes_related_files = false;  // in the answer to what it pulls
    bool takes_snippets = false;
    bool takes_markdown = true;             // in hover
    bool takes_markdown_in_offers = true;   // in the documentation of a completion
    bool takes_outline_tree = false;        // else the outline is a list
    bool takes_label_offsets = false;       // in signatures; else a parameter is its text
    bool takes_versioned_edits = false;     // documentChanges
    bool watches_files = false;             // once it is asked to
    bool tells_changed_settings = false;    // once it is asked to
    bool answers_about_settings = false;    // workspace/configuration
    bool fetches_diagnostics_anew = false;  // when it is told that what it has is old
    bool fetches_colours_anew = false;
    bool fetches_notes_anew = false;
    bool fetches_lenses_anew = false;

    /// Of the member `capabilities`.
    static ClientAbilities of(const JsonValue& told);
};

}  // namespace mariner::lsp
