// SPDX-License-Identifier: MIT
#include "page/models/notes_model.h"
#include "page/rules/notes.h"

#include <algorithm>

namespace hw {
namespace {

/// The place of a token's unit on an axis, and the unit's first token. Both are -1 if it is not shown.
void placeOnAxis(const AppState& state, bool query, const Axis& axis, int token, int& at,
                 int& first) {
    if (token < 0) return;
    const Units units = namelessUnits(state, query);
    const int unit = units.of(token);
    if (unit < 0) return;
    const int named = units.list[unit].token();
    at = axis.placeOf(named);
    if (at >= 0) first = named;
}

bool samePlace(const NoteMark& a, const NoteMark& b) {
    // A cell and an edge of the same pair are marked at the same place.
    return (a.at == b.at || (a.isPair() && b.isPair())) && a.layer == b.layer &&
           a.query == b.query && a.key == b.key;
}

}  // namespace

NotesModel notesModel(const AppState& state, const Axis& queries, const Axis& keys) {
    NotesModel model;
    model.title = state.view.title;
    model.layer = state.view.layer;
    model.canChange = !state.surroundings.embedded;
    const ViewState& view = state.view;
    if (view.outputMode == OutputMode::chosen) {
        const std::vector<int> outputs = queries.placesOf(view.outputs);
        if (outputs.size() == 1) model.output = outputs.front();
    }
    const bool same = keysAreOutputs(state);
    for (std::size_t i = 0; i < view.notes.size(); ++i) {
        const Note& note = view.notes[i];
        if (!isAboutShown(state, note)) continue;
        NoteMark mark;
        mark.number = static_cast<int>(model.marks.size()) + 1;
        mark.index = static_cast<int>(i);
        mark.at = note.at;
        mark.layer = note.layer;
        placeOnAxis(state, false, keys, note.key, mark.key, mark.keyToken);
        // If both axes have the same tokens, a token is named on both.
        const bool token = note.at == NotePlace::token && same;
        placeOnAxis(state, true, queries, token ? note.key : note.query, mark.query,
                    mark.queryToken);
        mark.place = describePlace(state, note);
        mark.text = note.text;
        for (NoteMark& other : model.marks) {
            if (!samePlace(other, mark)) continue;
            ++other.after;
            ++mark.before;
        }
        model.marks.push_back(std::move(mark));
    }
    return model;
}

std::optional<MarkedCell> cellOf(const NoteMark& mark, int layer) {
    if (!mark.isPair() || mark.layer != layer || mark.query < 0 || mark.key < 0) return {};
    return MarkedCell{mark.query, mark.key};
}

std::optional<int> inputOf(const NoteMark& mark) {
    if (mark.at != NotePlace::token || mark.key < 0) return {};
    return mark.key;
}

std::optional<int> outputOf(const NoteMark& mark) {
    const bool token = mark.at == NotePlace::token || mark.at == NotePlace::output;
    if (!token || mark.query < 0) return {};
    return mark.query;
}

}  // namespace hw
