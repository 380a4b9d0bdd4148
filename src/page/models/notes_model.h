// SPDX-License-Identifier: MIT
// The title and the notes as they are shown: each note with its number, and where its mark stands on the shown axes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "page/state/units.h"

namespace hw {

/// A note that is about what is open; indices of AppState::view are known as they were given.
struct NoteMark {
    int number = 0;  ///< as people see it, from 1
    int index = 0;   ///< of ViewState::notes
    NotePlace at = NotePlace::token;
    int layer = -1;
    int query = -1;  ///< place on the axis of outputs, -1: the note has none, or it is not shown
    int key = -1;    ///< place on the axis of inputs
    int queryToken = -1;  ///< the first tokens of their units, as views name them
    int keyToken = -1;
    int before = 0;  ///< marks before it at the same place, beside which it stands
    int after = 0;   ///< and behind it
    std::string place;
    std::string text;

    bool isPair() const { return at == NotePlace::cell || at == NotePlace::edge; }
};

struct NotesModel {
    std::string title;
    std::vector<NoteMark> marks;
    int layer = 0;          ///< where the views stand
    bool canChange = true;  ///< not where the page is a figure of another one
    int output = -1;        ///< place of the only output that is read, -1: there are others
    bool empty() const { return title.empty() && marks.empty(); }
};

/// `queries` and `keys`: what is shown of the tokens. O(notes * tokens).
NotesModel notesModel(const AppState& state, const Axis& queries, const Axis& keys);

/// Where marks belong in a picture whose rows are outputs and columns are inputs, of one layer: the row and column of
/// cells and edges of that layer.
struct MarkedCell {
    int row = 0;
    int col = 0;
};
std::optional<MarkedCell> cellOf(const NoteMark& mark, int layer);

/// Where a note about an input belongs: its place among the inputs, or nothing. Where inputs and outputs are the same
/// tokens, `outputOf` gives the other axis' place.
std::optional<int> inputOf(const NoteMark& mark);
std::optional<int> outputOf(const NoteMark& mark);

}  // namespace hw
