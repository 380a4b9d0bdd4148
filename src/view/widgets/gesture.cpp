// SPDX-License-Identifier: MIT
#include "view/widgets/gesture.h"

#include <algorithm>

#include "imgui_internal.h"

namespace hw {
namespace {

/// Seconds for which a region keeps the wheel after it moved, so that at the end of a list the same turn does not
/// scroll the page around it. A new touch takes a region that can move.
constexpr double wheelHold = 0.25;

bool canScroll(const ImGuiWindow& window, float by) {
    return by < 0 ? window.Scroll.y > 0 : window.Scroll.y < window.ScrollMax.y;
}

void scrollUnderPointer(float by) {
    Gesture& last = gesture();
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    ImGuiWindow* const before =
        g.Time < last.keptUntil ? ImGui::FindWindowByID(last.scrolled) : nullptr;
    // In another view the previous region is not drawn any more.
    const bool kept = before != nullptr && before->Active;
    ImGuiWindow* window = kept ? before : g.HoveredWindow;
    while (!kept && window != nullptr && !canScroll(*window, by)) {
        const bool inside = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0;
        window = inside ? window->ParentWindow : nullptr;
    }
    if (window == nullptr) return;
    const bool moves = canScroll(*window, by);
    ImGui::SetScrollY(window, std::clamp(window->Scroll.y + by, 0.0F, window->ScrollMax.y));
    if (!moves) return;
    last.scrolled = window->ID;
    last.keptUntil = g.Time + wheelHold;
}

bool seen(const Rect& plot, ImVec2 point) {
    return plot.contains(point) && ImGui::GetCurrentWindowRead()->ClipRect.Contains(point) &&
           ImGui::GetCurrentContext()->OpenPopupStack.empty();
}

}  // namespace

Gesture& gesture() {
    static Gesture instance;
    return instance;
}

bool addsToChoice() {
    const ImGuiIO& io = ImGui::GetIO();
    return io.KeyShift || io.KeyCtrl || gesture().adds;
}

void turnPlot(const Hit& hit, const Rect& plot, double mostZoom, MatrixWindow& window) {
    Gesture& g = gesture();
    const ImGuiID id = ImGui::GetItemID();
    const bool fingers = g.pinching && (g.plot == 0 ? seen(plot, g.at) : g.plot == id);
    if (fingers) g.plot = id;
    const bool pointed = hit.hovered || hit.held;
    g.wantsZoom |= pointed;
    if (fingers || (pointed && !g.pinching)) {
        const auto share = [](float at, float from, float length) {
            return static_cast<double>(std::clamp((at - from) / length, 0.0F, 1.0F));
        };
        window = zoomed(window, static_cast<double>(g.zoom), share(g.at.x, plot.x, plot.w),
                        share(g.at.y, plot.y, plot.h), mostZoom);
        g.zoom = 1;
    }
    const auto pan = [&](ImVec2 by) {
        window =
            moved(window, -static_cast<double>(by.x / plot.w), -static_cast<double>(by.y / plot.h));
    };
    if (fingers) {
        pan(g.pan);
        g.pan = {0, 0};
    }
    if (!pointed) return;
    if (!window.isWhole()) {
        g.wantsDrag = true;
        pan({-g.scroll.x, -g.scroll.y});
        g.scroll = {0, 0};
        if (hit.isDragged(4)) {
            pan(ImGui::GetIO().MouseDelta);
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
        }
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) window = {};
}

void beginGesture() {
    gesture().wantsZoom = false;
    gesture().wantsDrag = false;
}

void endGesture() {
    Gesture& g = gesture();
    const float by = g.scroll.y - g.pan.y;
    if (by != 0) scrollUnderPointer(by);
    if (g.ended) {
        g.pinching = g.ended = false;
        g.plot = 0;
    }
    g.scroll = g.pan = {0, 0};
    g.zoom = 1;
}

}  // namespace hw
