// SPDX-License-Identifier: MIT
#include "view/widgets/resting_tip.h"

#include <chrono>

namespace hw {
namespace {

constexpr double rest = 0.45;  // seconds

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The control under the pointer, told by its text.
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

}  // namespace hw
