// SPDX-License-Identifier: MIT
#include "view/widgets/note_marks.h"

#include <algorithm>

namespace hw {
namespace {

constexpr float markRadius = 7.5F;
constexpr float besideMark = 24;

/// Two digits make it wider, not higher.
void drawNoteSign(const Pen& pen, int number, ImVec2 at) {
    const std::string text = std::to_string(number);
    const float half = markRadius + (number > 9 ? 3.0F : 0.0F);
    const ImVec2 from{at.x - half, at.y - markRadius};
    const ImVec2 to{at.x + half, at.y + markRadius};
    pen.list->AddRectFilled({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, pen.theme.ground,
                            markRadius + 1);
    pen.list->AddRectFilled(from, to, pen.theme.ink, markRadius);
    textLine(pen, fonts().semibold, 10.5F, at.x, at.y, pen.theme.ground, text, Align::centre);
}

}  // namespace

void drawNoteMark(const Pen& pen, const NoteMark& mark, ImVec2 at) {
    at.x += static_cast<float>(mark.before) * (2 * markRadius + 2);
    drawNoteSign(pen, mark.number, at);
    const ImVec2 from{at.x - markRadius, at.y - markRadius};
    const ImVec2 to{at.x + markRadius, at.y + markRadius};
    if (ImGui::IsMouseHoveringRect(from, to)) tooltip(pen, mark.text);
}

float drawNoteTexts(const Pen& pen, const NotesModel& notes, const Rect& area, Commands& commands) {
    float y = area.y;
    const Pen measure{pen.theme, nullptr};
    for (const NoteMark& mark : notes.marks) {
        const float width = area.w - besideMark;
        const float place = wordWidth(fonts().text, type::small, mark.place);
        const float text =
            textBlock(measure, fonts().text, type::small, {0, 0, width, 0}, 0, mark.text);
        // The place comes after a short text, or below a long one.
        const float words = wordWidth(fonts().text, type::small, mark.text);
        const bool behind = words + 12 + place <= width;
        const float line = text + (behind ? 0.0F : 18.0F);
        const float height = targetHeight(pen.theme, line + 6);
        if (pen.list != nullptr) {
            ImGui::PushID(mark.index);
            const Hit hit = notes.canChange ? hitArea("note", {area.x, y, area.w, height}) : Hit{};
            ImGui::PopID();
            if (hit.hovered) {
                pen.list->AddRectFilled({area.x - 4, y}, {area.right(), y + height},
                                        faded(pen.theme.rule, 0.55F), 3);
                ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            }
            if (hit.clicked) commands.push_back(ShowDialog{"note-" + std::to_string(mark.index)});
            const float top = y + (height - line) / 2;
            drawNoteSign(pen, mark.number, {area.x + markRadius + 1, top + 9});
            textBlock(pen, fonts().text, type::small, {area.x + besideMark, top, width, 0},
                      pen.theme.ink, mark.text);
            textLine(pen, fonts().text, type::small,
                     area.x + besideMark + (behind ? words + 12 : 0.0F),
                     top + (behind ? 9.0F : text + 9.0F), pen.theme.muted,
                     elided(fonts().text, type::small, mark.place, width));
        }
        y += height;
    }
    return y - area.y;
}

}  // namespace hw
