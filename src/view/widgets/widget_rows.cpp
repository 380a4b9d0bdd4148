// SPDX-License-Identifier: MIT
// Rows of settings, and what explains them.
#include <algorithm>
#include <cmath>

#include "core/words.h"
#include "page/models/number_words.h"
#include "view/text/layout_log.h"
#include "view/widgets/resting_tip.h"
#include "view/widgets/widgets.h"

namespace hw {

Hit valueRow(const Pen& pen, const char* id, const Rect& area, std::string_view name,
             std::string_view value, bool opens) {
    const Hit hit = hitArea(id, area);
    const float middle = area.y + area.h / 2;
    const float nameWidth =
        textLine(pen, fonts().text, type::body, area.x, middle, pen.theme.ink, name);
    const float mark = opens ? 14 : 0;
    const std::string shown =
        elided(fonts().text, type::small, value, area.w - nameWidth - mark - 12);
    textLine(pen, fonts().text, type::small, area.right() - mark, middle,
             hit.hovered ? pen.theme.ink : pen.theme.muted, shown, Align::right);
    if (opens) {
        const float x = area.right() - 6;
        const ImVec2 corner[3] = {{x - 4, middle - 2}, {x, middle + 2}, {x + 4, middle - 2}};
        pen.list->AddPolyline(corner, 3, hit.hovered ? pen.theme.ink : pen.theme.muted,
                              ImDrawFlags_None, 1.2F);
        if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    hline(pen, area.x, area.right(), area.bottom(), pen.theme.rule);
    return hit;
}

SliderResult sliderRow(const Pen& pen, const char* id, const Rect& area, std::string_view name,
                       std::string_view valueText, double value, double low, double high,
                       int steps) {
    SliderResult result;
    result.value = value;
    const float track = area.bottom() - 8;
    const float middle = area.y + (area.h - 16) / 2;
    textLine(pen, fonts().text, type::body, area.x, middle, pen.theme.ink, name);
    textLine(pen, fonts().mono, type::number, area.right(), middle, pen.theme.ink, valueText,
             Align::right);
    const float grip = targetHeight(pen.theme, 22);
    const Hit hit = hitArea(id, {area.x - 8, track - grip / 2, area.w + 16, grip});
    const double span = high > low ? high - low : 1;
    if ((hit.held || hit.released) && ImGui::IsMousePosValid()) {
        double share = (ImGui::GetIO().MousePos.x - area.x) / area.w;
        share = std::clamp(share, 0.0, 1.0);
        const double grain = steps > 0 ? steps : 100;
        const double next = settingNumber(low + std::round(share * grain) / grain * span);
        result.changed = next != value;
        result.value = next;
    }
    result.settled = hit.released;
    const float share = static_cast<float>((result.value - low) / span);
    const float knob = area.x + area.w * std::clamp(share, 0.0F, 1.0F);
    pen.list->AddRectFilled({area.x, track - 1}, {area.right(), track + 1}, pen.theme.rule);
    pen.list->AddRectFilled({area.x, track - 1}, {knob, track + 1}, pen.theme.quantity);
    const float radius = hit.hovered || hit.held ? 6.0F : 5.0F;
    pen.list->AddCircleFilled({knob, track}, radius, pen.theme.quantity, 24);
    if (hit.hovered || hit.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    return result;
}

float drawWays(const Pen& pen, std::span<const Way> ways, const Rect& area, Commands& commands) {
    if (ways.empty()) return 0;
    WordLine line{pen, area.x, area.right(), area.y + targetHeight(pen.theme, 28) / 2};
    for (const Way& way : ways) {
        if (line.word(way.word)) commands.push_back(ApplyFields{way.fields});
    }
    return line.middle + line.height / 2 - area.y;
}

void numberTip(const Pen& pen, std::string text) {
    if (!pen.theme.touch) text += '\n' + std::string("y: how it arises"_tr);
    tooltip(pen, text);
}

void tooltip(const Pen& pen, std::string_view text) {
    constexpr float wrap = 300;
    ImDrawList* list = ImGui::GetForegroundDrawList();
    float width = std::min(textSize(fonts().text, type::small, text).x, wrap);
    if (text.find('\n') != std::string_view::npos) width = 0;
    for (std::size_t start = 0; start < text.size() && width < wrap;) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        width = std::max(
            width,
            std::min(textSize(fonts().text, type::small, text.substr(start, end - start)).x, wrap));
        start = end + 1;
    }
    width += 1;
    const Pen measure{pen.theme, nullptr};
    const float height = textBlock(measure, fonts().text, type::small, {0, 0, width, 0}, 0, text);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float x = std::clamp(mouse.x + 14, 8.0F, std::max(8.0F, screen.x - width - 28));
    float y = mouse.y + 20;
    if (y + height + 20 > screen.y) y = mouse.y - height - 28;
    const ImVec2 low{std::round(x), std::round(y)};
    const ImVec2 high{low.x + width + 20, low.y + height + 12};
    list->AddRectFilled(low, high, pen.theme.ink, 4);
    textBlock({pen.theme, list}, fonts().text, type::small, {low.x + 10, low.y + 6, width, height},
              pen.theme.ground, text);
}

}  // namespace hw
