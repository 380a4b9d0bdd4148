// SPDX-License-Identifier: MIT
#include "figure/note_marks.h"

#include "core/localized_text.h"

namespace hw::figure {
namespace {

constexpr float markRadius = 6.5F;

/// The number in the paper's own colour, which contrasts with the ink of either paper.
void drawNoteSign(Svg& svg, int number, float x, float y) {
    svg.disc(x, y, markRadius + 1, svg.ground());
    svg.disc(x, y, markRadius, ink);
    svg.text(x, y, std::to_string(number),
             {.size = number > 9 ? 7.5F : 9.0F,
              .strong = true,
              .anchor = Anchor::middle,
              .colour = svg.ground()});
}

}  // namespace

void drawNoteMark(Svg& svg, const NoteMark& mark, NotePoint at) {
    drawNoteSign(svg, mark.number, at.x + static_cast<float>(mark.before) * (2 * markRadius + 1.5F),
                 at.y);
}

float drawNoteTexts(Svg& svg, const NotesModel& notes, float top) {
    constexpr float left = 20;
    float y = top;
    for (const NoteMark& mark : notes.marks) {
        drawNoteSign(svg, mark.number, svg.edge() + markRadius + 1, y + 8);
        y += svg.block(svg.edge() + left, y, svg.column() - left, mark.place + ": " + mark.text,
                       {.size = 10.5F}) +
             4;
    }
    return y - top;
}

std::string noteSentences(const NotesModel& notes) {
    std::string text;
    for (const NoteMark& mark : notes.marks) {
        if (!text.empty()) text += ' ';
        text += formatText("Note {}, {}: {}"_tr, {mark.number, mark.place, mark.text});
        if (!text.ends_with('.') && !text.ends_with('!') && !text.ends_with('?')) text += '.';
    }
    return text;
}

}  // namespace hw::figure
