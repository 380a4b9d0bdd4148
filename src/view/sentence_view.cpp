// SPDX-License-Identifier: MIT
#include "view/sentence_view.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

constexpr float chipHeight = 30;
constexpr float gap = 5;
constexpr float padding = 9;
constexpr float rowStep = chipHeight + 9;
constexpr float longest = 220;

/// Calls `visit(index, rect, label)` for each chip, wrapped at `width`; returns the height.
template <class Visit>
float placeChips(const BarsModel& model, float width, Visit visit) {
    float x = 0;
    float y = 0;
    for (std::size_t i = 0; i < model.tokens.size(); ++i) {
        const std::string& label = model.tokens[i].label;
        const float textWidth = std::min(wordWidth(fonts().text, type::body, label), longest);
        const float w = std::max(textWidth, 6.0F) + 2 * padding;
        if (x > 0 && x + w > width) {
            x = 0;
            y += rowStep;
        }
        visit(i, Rect{x, y, w, chipHeight}, label);
        x += w + gap;
    }
    return y + chipHeight + 5;
}

}  // namespace

Ramp rampOf(Colormap colormap) {
    switch (colormap) {
        case Colormap::blues: return Ramp::blues;
        case Colormap::viridis: return Ramp::viridis;
        case Colormap::cividis: return Ramp::cividis;
    }
    return Ramp::blues;
}

float sentenceHeight(const BarsModel& model, float width) {
    return placeChips(model, width, [](std::size_t, const Rect&, const std::string&) {});
}

void drawSentence(const Pen& pen, const BarsModel& model, const Rect& area, Colormap colormap,
                  const Hover& hover, bool clickable, Commands& commands) {
    ImGui::SetCursorScreenPos(area.min());
    ImGui::BeginChild("sentence", area.size(), ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList()};
    const float top = area.y - ImGui::GetScrollY();
    // A scroll bar takes its room from the sentence, not from the last word of each line.
    const bool scrolls = sentenceHeight(model, area.w) > area.h + 1;
    const float width = area.w - (scrolls ? 14 : 0);
    const float height = placeChips(model, width, [&](std::size_t i, Rect chip, const std::string& label) {
        chip.x += area.x;
        chip.y += top;
        if (chip.bottom() < area.y - 8 || chip.y > area.bottom()) return;
        const TokenRow& token = model.tokens[i];
        const float share = std::isnan(token.shown) ? 0 : token.shown / model.scale;
        const ImU32 colour = rampColour(rampOf(colormap), 0.06F + 0.94F * std::clamp(share, 0.0F, 1.0F),
                                        pen.theme.dark, pen.theme.groundArgb);
        inner.list->AddRectFilled(chip.min(), chip.max(), colour, 4);
        ImGui::PushID(static_cast<int>(i));
        const Hit hit = hitArea("chip", chip);
        ImGui::PopID();
        if (hit.hovered || hover.key == token.token) {
            inner.list->AddRect(chip.min(), chip.max(), pen.theme.selection, 4, 0, 1.5F);
        }
        if (hit.hovered) {
            commands.push_back(SetHover{{token.token, -1, -1}});
            if (clickable) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        }
        if (hit.clicked && clickable) {
            const ImGuiIO& io = ImGui::GetIO();
            commands.push_back(SetOutput{token.token, io.KeyShift || io.KeyCtrl});
        }
        textLine(inner, fonts().text, type::body, chip.x + chip.w / 2, chip.y + chip.h / 2,
                 inkOn(colour, pen.theme), elided(fonts().text, type::body, label, longest),
                 Align::centre);
        if (token.isOutput) {
            inner.list->AddRectFilled({chip.x + 2, chip.bottom() + 2},
                                      {chip.right() - 2, chip.bottom() + 4}, pen.theme.selection);
        }
    });
    ImGui::SetCursorScreenPos({area.x, top + height - 1});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace hw
