// SPDX-License-Identifier: MIT
// Notes on the page: small numbered marks where they are pinned, and their texts below the figure.
#pragma once

#include <optional>

#include "page/models/notes_model.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A mark with its middle at `at`, or beside that where others stand there. Says its text while it is pointed at; takes
/// no press from what lies below it.
void drawNoteMark(const Pen& pen, const NoteMark& mark, ImVec2 at);

/// A mark for each note for which `placeOf` gives a place (an optional ImVec2). Nothing where the pen has no notes.
template <class PlaceOf>
void drawNoteMarks(const Pen& pen, PlaceOf placeOf) {
    if (pen.notes == nullptr || pen.list == nullptr) return;
    for (const NoteMark& mark : pen.notes->marks) {
        if (const std::optional<ImVec2> at = placeOf(mark)) drawNoteMark(pen, mark, *at);
    }
}

/// The texts with their numbers and places, one below the other; a press on one changes it. Returns the height, which
/// is all that a pen without a list is for.
float drawNoteTexts(const Pen& pen, const NotesModel& notes, const Rect& area, Commands& commands);

}  // namespace hw
