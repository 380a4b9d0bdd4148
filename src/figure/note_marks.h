// SPDX-License-Identifier: MIT
// Notes on a figure: numbered marks where they are pinned, and their texts below its caption. One place for all figures;
// each says where on its paper a note's place is.
#pragma once

#include <optional>
#include <string>

#include "figure/svg.h"
#include "page/models/notes_model.h"

namespace hw::figure {

struct NotePoint {
    float x = 0, y = 0;
};

/// A mark with its middle at a point, or beside that where others stand there.
void drawNoteMark(Svg& svg, const NoteMark& mark, NotePoint at);

/// A mark for each note for which `placeOf` gives a place (an optional NotePoint). Nothing on paper without notes.
template <class PlaceOf>
void drawNoteMarks(Svg& svg, PlaceOf placeOf) {
    if (svg.notes() == nullptr) return;
    for (const NoteMark& mark : svg.notes()->marks) {
        if (const std::optional<NotePoint> at = placeOf(mark)) drawNoteMark(svg, mark, *at);
    }
}

/// The texts with their numbers and places, one below the other. Returns the height.
float drawNoteTexts(Svg& svg, const NotesModel& notes, float top);

/// The same as running text, for descriptions: "Note 1, “keys”: the subject."; empty without notes.
std::string noteSentences(const NotesModel& notes);

}  // namespace hw::figure
