// SPDX-License-Identifier: MIT
#include "session/actions/actions.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "io/write/json_writer.h"
#include "page/address/address.h"
#include "protocol/field_text.h"
#include "session/actions/action_table.h"

namespace hw {
namespace {

using State = const AppState&;

/// Actions of the page group need no document, except those that save it or link to it.
bool needsDocument(const Action& action) {
    return action.group != pageGroup || action.id.starts_with("save") || action.id == "copy-link" ||
           action.id == "export" || action.id == "check" || action.id == "examples" ||
           action.id == "tokens";
}

/// The name "Space" replaces " ", because spaces separate keys.
bool isBoundTo(const Action& action, std::string_view key) {
    if (key == " ") key = "Space";
    std::string_view keys = action.keys;
    while (!keys.empty()) {
        if (takeUntil(keys, ' ') == key) return true;
    }
    return false;
}

/// Whether the document has the method or view that the fields name.
bool fieldsFit(State state, std::string_view fields) {
    const Share share = parseShare(fields);
    return applyShare(share, state.view, *state.document).dropped.empty();
}

Commands commandsOf(State state, const Action& action) {
    if (needsDocument(action) && !state.document) return {};
    if (action.fields.empty()) return action.run(state);
    if (!fieldsFit(state, action.fields)) return {};
    return {ApplyFields{std::string(action.fields)}};
}

/// Other words for an action, which the palette also finds.
struct Synonyms {
    std::string_view id;
    LocalizedText words;
};
constexpr Synonyms synonyms[] = {
    {"undo", "revert, take back, go back"_tr},
    {"redo", "repeat, again"_tr},
    {"export", "PDF, SVG, PNG, picture, image, save, download, print, paper, LaTeX"_tr},
    {"save-csv", "spreadsheet, Excel, table, download, export"_tr},
    {"save-json", "data, download, export"_tr},
    {"copy-link", "URL, address, share, send"_tr},
    {"share", "URL, link, QR code, send, embed"_tr},
    {"open", "load, upload, import, URL, drop"_tr},
    {"samples", "examples, demo"_tr},
    {"train", "learn, training, copy, add, steps, loss"_tr},
    {"models", "GPT, BERT, run, type, prompt, sentence"_tr},
    {"special", "hide special tokens, CLS, SEP, padding, filter"_tr},
    {"words", "merge pieces, subwords, join"_tr},
    {"raw-tokens", "byte, markers"_tr},
    {"sort", "rank, largest first"_tr},
    {"ghost", "outline, difference, before"_tr},
    {"play", "animate, start, stop, movie"_tr},
    {"present", "fullscreen, full screen, presentation, talk, beamer"_tr},
    {"black", "blank, dark screen"_tr},
    {"help", "shortcuts, keys, manual"_tr},
    {"check", "validate, warnings, contents"_tr},
    {"compare-discard", "threshold"_tr},
    {"explain", "why, formula, derivation, terms"_tr},
    {"notes", "annotate, comment, title, label"_tr},
    {"stop", "cancel, abort"_tr},
    {"about", "explain this view, meaning"_tr},
    {"shape-beside", "split, two columns"_tr},
    {"lessons", "tutorial, course, teach"_tr},
    {"view-words", "test words, leave out, hide, mask, ablation"_tr},
    {"view-lens", "logit lens, answer of each layer"_tr},
    {"view-swap", "activation patching, another text’s run"_tr},
    {"view-experiment", "faithfulness, test a method, cut by rank"_tr},
    {"view-decides", "fewest cuts that change the answer"_tr},
    {"view-circuit", "EAP-IG, patching, heads, MLP, faithfulness, MIB"_tr},
    {"view-patches", "picture, image, part, region, mask"_tr},
    {"view-contacts", "protein, structure, residues that touch"_tr},
    {"view-sound", "speech, audio, spectrogram, words with times"_tr},
};

std::string_view synonymsOf(std::string_view id) {
    const auto found = std::ranges::find(synonyms, id, &Synonyms::id);
    return found == std::end(synonyms) ? std::string_view() : std::string_view(found->words);
}

/// The key as the help shows it.
std::string shownKey(std::string_view key) {
    if (key == "ArrowLeft") return "←";
    if (key == "ArrowRight") return "→";
    if (key == "ArrowUp") return "↑";
    if (key == "ArrowDown") return "↓";
    if (key == "-") return "−";
    if (key == "Space") return "Space"_tr;
    if (key == "Home") return "Home"_tr;
    if (key == "End") return "End"_tr;
    if (key == "Escape") return "Escape"_tr;
    if (key == "Ctrl+z") return "Ctrl Z"_tr;
    if (key == "Ctrl+Z") return "Ctrl Shift Z"_tr;
    if (key == "Ctrl+y") return "Ctrl Y"_tr;
    return std::string(key);
}

std::vector<std::string> shownKeys(std::string_view keys) {
    std::vector<std::string> shown;
    while (!keys.empty()) {
        const std::string_view key = takeUntil(keys, ' ');
        if (key == "=") continue;  // the same key as + without Shift
        shown.push_back(shownKey(key));
        if (key == "/") shown.emplace_back("Ctrl K"_tr);
    }
    return shown;
}

}  // namespace

std::span<const Action> actions() { return actionTable(); }

Commands commandsForAction(const AppState& state, std::string_view id) {
    for (const Action& action : actionTable()) {
        if (action.id == id) return commandsOf(state, action);
    }
    return {};
}

Commands commandsForKey(const AppState& state, std::string_view key) {
    for (const Action& action : actionTable()) {
        if (isBoundTo(action, key)) return commandsOf(state, action);
    }
    return {};
}

std::string actionsJson(const AppState& state) {
    JsonWriter json;
    json.beginArray();
    for (const Action& action : actionTable()) {
        json.beginObject().field("id", action.id).field("group", action.group);
        json.field("name", action.name).array("keys", shownKeys(action.keys));
        json.field("fields", action.fields).field("also", synonymsOf(action.id));
        json.field("available", !commandsOf(state, action).empty()).endObject();
    }
    return json.endArray().take();
}

}  // namespace hw
