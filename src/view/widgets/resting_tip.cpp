// SPDX-License-Identifier: MIT
#include "view/widgets/resting_tip.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/localized_text.h"

namespace hw {
namespace {

constexpr double rest = 0.45;  // seconds

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The control under the pointer, identified by its text.
struct Tips {
    std::uintptr_t about = 0;
    double since = 0;
    double due = 0;
    bool pressed = false;
    bool seen = false;  ///< in this frame
} tips;

}  // namespace

void restingTip(const Pen& pen, const Rect& area, std::string_view text, std::uintptr_t about) {
    const bool hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                         ImGui::IsMouseHoveringRect(area.min(), area.max());
    if (!hovered || text.empty()) return;
    if (about == 0) about = reinterpret_cast<std::uintptr_t>(text.data());
    if (tips.about != about) tips = {about, seconds(), 0, false, false};
    tips.seen = true;
    tips.pressed |= ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (tips.pressed) return;
    tips.due = tips.since + rest - seconds();
    if (tips.due <= 0) tooltip(pen, text);
}

double endTips() {
    if (!tips.seen) tips = {};
    tips.seen = false;
    return tips.about != 0 && !tips.pressed && tips.due > 0 ? tips.due : 0;
}

void numberTip(const Pen& pen, std::string text) {
    if (!pen.theme.touch) text += '\n' + std::string("Press y to explain it"_tr);
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
