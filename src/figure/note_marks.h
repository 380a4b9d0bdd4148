// SPDX-License-Identifier: MIT
// Notes on a figure: numbered marks at their places, and their texts below the caption. Shared by all figures, each of
// which defines the places on its paper.
#pragma once

#include <optional>
#include <string>

#include "figure/svg.h"
#include "page/models/notes_model.h"

namespace hw::figure {

struct NotePoint {
    float x = 0, y = 0;
};

/// Draws a mark centred on a point, or next to it if other marks are there.
void drawNoteMark(Svg& svg, const NoteMark& mark, NotePoint at);

/// Draws a mark for each note for which `placeOf` returns a place (an optional NotePoint).
template <class PlaceOf>
void drawNoteMarks(Svg& svg, PlaceOf placeOf) {
    if (svg.notes() == nullptr) return;
    for (const NoteMark& mark : svg.notes()->marks) {
        if (const std::optional<NotePoint> at = placeOf(mark)) drawNoteMark(svg, mark, *at);
    }
}

/// Draws the texts with their numbers and places, one below the other. Returns the height.
float drawNoteTexts(Svg& svg, const NotesModel& notes, float top);

/// The same as running text, for descriptions: "Note 1, “keys”: the subject." Empty without notes.
std::string noteSentences(const NotesModel& notes);

}  // namespace hw::figure
