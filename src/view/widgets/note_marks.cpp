// SPDX-License-Identifier: MIT
#include "view/widgets/note_marks.h"

#include <algorithm>

namespace hw {
namespace {

constexpr float radius = 7.5F;
constexpr float textLeft = 24;

/// Two digits make it longer, not higher.
void drawSign(const Pen& pen, int number, ImVec2 at) {
    const std::string text = std::to_string(number);
    const float half = radius + (number > 9 ? 3.0F : 0.0F);
    const ImVec2 from{at.x - half, at.y - radius};
    const ImVec2 to{at.x + half, at.y + radius};
    pen.list->AddRectFilled({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, pen.theme.ground,
                            radius + 1);
    pen.list->AddRectFilled(from, to, pen.theme.selection, radius);
    textLine(pen, fonts().semibold, 10.5F, at.x, at.y, inkOn(pen.theme.selection, pen.theme), text,
             Align::centre);
}

}  // namespace

void drawNoteMark(const Pen& pen, const NoteMark& mark, ImVec2 at) {
    at.x += static_cast<float>(mark.before) * (2 * radius + 2);
    drawSign(pen, mark.number, at);
    const ImVec2 from{at.x - radius, at.y - radius};
    const ImVec2 to{at.x + radius, at.y + radius};
    if (ImGui::IsMouseHoveringRect(from, to)) tooltip(pen, mark.text);
}

float drawNoteTexts(const Pen& pen, const NotesModel& notes, const Rect& area, Commands& commands) {
    float y = area.y;
    const Pen measure{pen.theme, nullptr};
    for (const NoteMark& mark : notes.marks) {
        const float width = area.w - textLeft;
        const float place = wordWidth(fonts().text, type::small, mark.place);
        const float text =
            textBlock(measure, fonts().text, type::small, {0, 0, width, 0}, 0, mark.text);
        // The place behind a short text, below a long one.
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
            drawSign(pen, mark.number, {area.x + radius + 1, top + 9});
            textBlock(pen, fonts().text, type::small, {area.x + textLeft, top, width, 0},
                      pen.theme.ink, mark.text);
            textLine(pen, fonts().text, type::small,
                     area.x + textLeft + (behind ? words + 12 : 0.0F),
                     top + (behind ? 9.0F : text + 9.0F), pen.theme.muted,
                     elided(fonts().text, type::small, mark.place, width));
        }
        y += height;
    }
    return y - area.y;
}

}  // namespace hw
