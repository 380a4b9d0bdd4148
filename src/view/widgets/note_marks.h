// SPDX-License-Identifier: MIT
// Notes on the page, with small numbered marks at their places, and their texts below the figure.
#pragma once

#include <optional>

#include "page/models/notes_model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A mark centred on `at`, or next to it if other marks are there. Shows its text when hovered. Presses go to the
/// control below it.
void drawNoteMark(const Pen& pen, const NoteMark& mark, ImVec2 at);

/// A mark for each note for which `placeOf` returns a place (an optional ImVec2), if the pen has notes.
template <class PlaceOf>
void drawNoteMarks(const Pen& pen, PlaceOf placeOf) {
    if (pen.notes == nullptr || pen.list == nullptr) return;
    for (const NoteMark& mark : pen.notes->marks) {
        if (const std::optional<ImVec2> at = placeOf(mark)) drawNoteMark(pen, mark, *at);
    }
}

/// The texts with their numbers and places, one below the other. A press on one edits it. Returns the height. If the
/// pen has no list, it only computes the height.
float drawNoteTexts(const Pen& pen, const NotesModel& notes, const Rect& area, Commands& commands);

}  // namespace hw
