// SPDX-License-Identifier: MIT
#include "page/rules/notes.h"

#include <algorithm>

#include "core/tokens/token_text.h"
#include "core/tokens/utf8_text.h"
#include "core/tokens/visible_text.h"
#include "page/rules/available.h"
#include "page/rules/units.h"
#include "page/state/app_state.h"

namespace hw {
namespace {

bool isWhite(char32_t c) {
    return c == U' ' || (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0xA0 || c == 0x2028 ||
           c == 0x2029;
}

/// The first `most` characters. `whole` is false if some are left.
std::string_view firstCharacters(std::string_view text, std::size_t most, bool& whole) {
    std::size_t at = 0;
    for (std::size_t count = 0; at < text.size() && count < most; ++count) nextCodePoint(text, at);
    whole = at == text.size();
    return text.substr(0, at);
}

bool isWithin(int index, int count) { return index >= 0 && index < count; }

/// A state with the tokens and layers of one side.
AppState lookingAt(const AppState& state, Side side) {
    AppState other;
    other.document = state.document;
    other.view.side = side;
    return other;
}

/// Whether a place has this index.
bool needsLayer(NotePlace at) { return at >= NotePlace::layer; }
bool needsQuery(NotePlace at) { return at != NotePlace::token && at != NotePlace::layer; }
bool needsKey(NotePlace at) { return at != NotePlace::output && at != NotePlace::layer; }

}  // namespace

std::string oneLine(std::string_view text, std::size_t most) {
    std::string line;
    bool space = false;
    // The name of a control character is longer than the character, so the text after 4 `most` characters is never
    // shown.
    bool whole = true;
    text = firstCharacters(text, 4 * most, whole);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t c = nextCodePoint(text, at);
        if (isWhite(c)) {
            space = !line.empty();
            continue;
        }
        if (space) line += ' ';
        space = false;
        if (c == invalidCodePoint) {
            line += "\uFFFD";
        } else {
            line.append(text, begin, at - begin);
        }
    }
    line = withVisibleControls(line);
    if (firstCharacters(line, most, whole); whole) return line;
    return std::string(firstCharacters(line, most - 1, whole)) + "…";
}

bool canBePinned(const AppState& state, const Note& note) {
    if (!state.document || note.example < 0) return false;
    const bool known = note.example == state.document->example;
    const AppState there = lookingAt(state, note.side);
    const std::vector<Side> sides = availableSides(state.document->current);
    if (known && std::ranges::find(sides, note.side) == sides.end()) return false;
    // For other examples, the max of any file.
    constexpr int any = 1 << 20;
    const auto fits = [&](int index, int count) { return isWithin(index, known ? count : any); };
    return (!needsLayer(note.at) || fits(note.layer, there.layerCount())) &&
           (!needsQuery(note.at) || fits(note.query, there.queryCount())) &&
           (!needsKey(note.at) || fits(note.key, there.keyCount()));
}

bool isAboutShown(const AppState& state, const Note& note) {
    return state.document && note.example == state.document->example &&
           note.side == state.view.side && canBePinned(state, note);
}

std::string describePlace(const AppState& state, const Note& note) {
    const bool shown = isAboutShown(state, note);
    const auto token = [&](bool query, int index) {
        if (!shown) return formatText("token {}"_tr, {index + 1});
        const Units units = query ? queryUnits(state) : keyUnits(state);
        const Unit& unit = units.list[units.of(index)];
        const bool isOne = unit.tokens.size() == 1 && unit.place > 0;
        return formatText("“{}”"_tr,
                          {isolated(withVisibleControls(shownToken(state, query, index)))}) +
               (isOne ? " (" + std::to_string(unit.place) + ")" : "");
    };
    const std::string layer = formatText("layer {}"_tr, {note.layer + 1});
    std::string words;
    switch (note.at) {
        case NotePlace::token: words = token(false, note.key); break;
        case NotePlace::output: words = token(true, note.query); break;
        case NotePlace::layer: words = layer; break;
        case NotePlace::cell:
            words = formatText("{} from {}, {}"_tr,
                               {token(true, note.query), token(false, note.key), layer});
            break;
        case NotePlace::edge:
            words = formatText("{} to {}, {}"_tr,
                               {token(true, note.query), token(false, note.key), layer});
            break;
    }
    if (shown || !state.document) return words;
    if (note.side != state.view.side) words += ", " + translated(nameOf(note.side));
    if (note.example != state.document->example)
        words = formatText("{}, example {}"_tr, {words, note.example + 1});
    return words;
}

Note proposedNote(const AppState& state) {
    Note note;
    note.side = state.view.side;
    note.example = state.document ? state.document->example : 0;
    const Hover& hover = state.hover;
    const ViewState& view = state.view;
    const bool graph = view.panel == Panel::graph || view.panel == Panel::flow;
    const bool one = view.outputMode == OutputMode::chosen && view.outputs.size() == 1;
    if (hover.key >= 0 && (hover.query >= 0 || (hover.layer >= 0 && one))) {
        // A row of the evolution concerns the shown output.
        note.at = graph && hover.query >= 0 ? NotePlace::edge : NotePlace::cell;
        note.key = hover.key;
        note.query = hover.query >= 0 ? hover.query : view.outputs.front();
        note.layer = hover.layer >= 0 ? hover.layer : view.layer;
    } else if (hover.key >= 0) {
        note.key = hover.key;
    } else if (hover.query < 0 && hover.layer >= 0) {
        note.at = NotePlace::layer;
        note.layer = hover.layer;
    } else {
        const int token = hover.query >= 0       ? hover.query
                          : view.outputs.empty() ? 0
                                                 : view.outputs.front();
        const bool across = !keysAreOutputs(state);
        note.at = across ? NotePlace::output : NotePlace::token;
        (across ? note.query : note.key) = token;
    }
    return note;
}

}  // namespace hw
