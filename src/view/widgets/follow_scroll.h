// SPDX-License-Identifier: MIT
// Lists that begin where their answer is.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "imgui.h"

namespace hw {

/// Keeps a place of a scrolling list in sight until somebody scrolls the list; then the list stays where it
/// is put, until it is about something else.
struct FollowScroll {
    std::uint64_t about = 0;
    float expected = -1;  ///< where the list should stand now; -1: not known
    bool taken = false;   ///< somebody has scrolled it
    bool moving = false;  ///< out: it will stand elsewhere in the next frame

    /// Call between BeginChild and EndChild with the place's edges, from the list's beginning.
    void keep(std::uint64_t key, float from, float to, float view, float content) {
        // The same list in another panel is another window, which begins anew.
        key ^= ImGui::GetID("list");
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
        // A new list learns how long it is only when it ends: until then it stands at its beginning.
        moving = std::abs(expected - now) > 1;
        if (ImGui::GetScrollMaxY() < expected - 1.5F)
            expected = -1;
        else
            ImGui::SetScrollY(expected);
    }
};

}  // namespace hw
