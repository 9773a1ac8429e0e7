#include "emulator/lsp/client_abilities.hpp"

#include <algorithm>

namespace mariner::lsp {

namespace {

/// A list of formats in the order of the client's liking; without one, anything goes.
bool takes_markdown_in(const JsonValue& formats) {
    return !formats.is_array() ||
           std::ranges::any_of(formats.items(), [](const JsonValue& format) { return format.text() == "markdown"; });
}

}  // namespace

ClientAbilities ClientAbilities::of(const JsonValue& told) {
    const JsonValue& text = told["textDocument"];
    const JsonValue& workspace = told["workspace"];
    const JsonValue& offer = text["completion"]["completionItem"];
    ClientAbilities can;
    can.pulls_diagnostics = text["diagnostic"].is_object();
    can.takes_related_files = text["diagnostic"]["relatedDocumentSupport"].flag();
    can.takes_snippets = offer["snippetSupport"].flag();
    can.takes_markdown = takes_markdown_in(text["hover"]["contentFormat"]);
    can.takes_markdown_in_offers = takes_markdown_in(offer["documentationFormat"]);
    can.takes_outline_tree = text["documentSymbol"]["hierarchicalDocumentSymbolSupport"].flag();
    can.takes_label_offsets =
        text["signatureHelp"]["signatureInformation"]["parameterInformation"]["labelOffsetSupport"].flag();
    can.takes_versioned_edits = workspace["workspaceEdit"]["documentChanges"].flag();
    can.watches_files = workspace["didChangeWatchedFiles"]["dynamicRegistration"].flag();
    can.tells_changed_settings = workspace["didChangeConfiguration"]["dynamicRegistration"].flag();
    can.answers_about_settings = workspace["configuration"].flag();
    can.fetches_diagnostics_anew = workspace["diagnostics"]["refreshSupport"].flag();
    can.fetches_colours_anew = workspace["semanticTokens"]["refreshSupport"].flag();
    can.fetches_notes_anew = workspace["inlayHint"]["refreshSupport"].flag();
    can.fetches_lenses_anew = workspace["codeLens"]["refreshSupport"].flag();
    return can;
}

}  // namespace mariner::lsp
