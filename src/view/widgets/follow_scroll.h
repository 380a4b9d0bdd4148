// SPDX-License-Identifier: MIT
// Scrolling lists that keep their most important row in view.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "imgui.h"
#include "imgui_internal.h"

namespace hw {

/// Keeps a place of a scrolling list in view until the user scrolls. Then the list is left alone, until it shows other
/// content.
struct FollowScroll {
    std::uint64_t about = 0;
    float expected = -1;  ///< expected scroll position, -1 if unknown
    bool taken = false;   ///< the user has scrolled it
    bool moving = false;  ///< output: its position changes in the next frame

    /// Call it between BeginChild and EndChild with the place's edges, measured from the start of the list.
    void keep(std::uint64_t key, float from, float to, float view, float content) {
        // The same list in another panel is in another window, which starts over.
        key ^= ImGui::GetID("list");
        // Out of sight there is no layout, and so no known length for scrolling.
        if (ImGui::GetCurrentWindow()->SkipItems) return;
        const float now = ImGui::GetScrollY();
        const float last = std::max(content - view, 0.0F);
        if (about != key) {
            about = key;
            taken = false;
        } else if (expected >= 0 && std::abs(now - std::min(expected, last)) > 1.5F) {
            taken = true;
        }
        expected = now;
        const bool hidden = from < now - 0.5F || to > now + view + 0.5F;
        if (taken || !hidden || to <= from) return;
        expected = std::round(std::clamp((from + to - view) / 2, 0.0F, last));
        // A new list knows its length only at its end. Until then it stays at its start.
        moving = std::abs(expected - now) > 1;
        if (ImGui::GetScrollMaxY() < expected - 1.5F)
            expected = -1;
        else
            ImGui::SetScrollY(expected);
    }
};

}  // namespace hw
