// SPDX-License-Identifier: MIT
// The title and the notes for display. Each note has its number, and the place of its mark on the axes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "page/rules/units.h"

namespace hw {

/// A note that applies to the open document.
struct NoteMark {
    int number = 0;  ///< shown number, from 1
    int index = 0;   ///< into ViewState::notes
    NotePlace at = NotePlace::token;
    int layer = -1;
    int query = -1;       ///< place on the axis of outputs; -1 if none or not shown
    int key = -1;         ///< place on the axis of inputs
    int queryToken = -1;  ///< the first tokens of their units, which views refer to
    int keyToken = -1;
    int before = 0;  ///< number of earlier marks at this place; the mark is shifted by them
    int after = 0;   ///< number of later ones
    std::string place;
    std::string text;

    bool isPair() const { return at == NotePlace::cell || at == NotePlace::edge; }
};

struct NotesModel {
    std::string title;
    std::vector<NoteMark> marks;
    int layer = 0;          ///< the layer that the views show
    bool canChange = true;  ///< false if the page is embedded as a figure
    int output = -1;        ///< place of the only shown output; -1 if there are several
    bool empty() const { return title.empty() && marks.empty(); }
};

/// `queries` and `keys` are the shown axes. O(notes * tokens).
NotesModel notesModel(const AppState& state, const Axis& queries, const Axis& keys);

/// The place of a mark in a picture of one layer with outputs as rows and inputs as columns: the row and column of
/// cells and edges of that layer.
struct MarkedCell {
    int row = 0;
    int col = 0;
};
std::optional<MarkedCell> cellOf(const NoteMark& mark, int layer);

/// The place among the inputs of a note about an input, or nullopt. If inputs and outputs are the same tokens,
/// `outputOf` gives the place on the other axis.
std::optional<int> inputOf(const NoteMark& mark);
std::optional<int> outputOf(const NoteMark& mark);

}  // namespace hw
