// SPDX-License-Identifier: MIT
// Passes input from web/input/input.js to Dear ImGui, and keys to commands.
#include <emscripten/emscripten.h>

#include <cfloat>
#include <string_view>

#include "imgui.h"
#include "platform/page/app.h"
#include "session/actions/actions.h"
#include "view/widgets/gesture.h"
#include "view/widgets/menu.h"

namespace {

void addModifiers(int modifiers) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Shift, (modifiers & 1) != 0);
    io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & 2) != 0);
    io.AddKeyEvent(ImGuiMod_Alt, (modifiers & 4) != 0);
}

/// Converts CSS pixels to the views' units.
float units(double pixels) { return static_cast<float>(pixels) / hw::app().zoom; }

}  // namespace

extern "C" {

/// The pointer is at (x, y), in CSS pixels of the canvas. Modifiers are 1 shift, 2 ctrl or cmd, 4 alt.
EMSCRIPTEN_KEEPALIVE void hw_pointer(double x, double y, int touch, int modifiers) {
    ImGuiIO& io = ImGui::GetIO();
    addModifiers(modifiers);
    io.AddMouseSourceEvent(touch != 0 ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
    io.AddMousePosEvent(units(x), units(y));
    hw::app().wake();
}

/// The pointer has left the canvas.
EMSCRIPTEN_KEEPALIVE void hw_pointer_left() {
    ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    hw::gesture().keptUntil = 0;
    hw::app().wake();
}

/// Button 0 is left, 1 right, 2 middle.
EMSCRIPTEN_KEEPALIVE void hw_button(int button, int down, int modifiers) {
    addModifiers(modifiers);
    ImGui::GetIO().AddMouseButtonEvent(button, down != 0);
    hw::app().wake();
}

/// Scrolls the view under the pointer, in CSS pixels, positive to the right and down.
EMSCRIPTEN_KEEPALIVE void hw_scroll(double x, double y) {
    ImVec2& scroll = hw::gesture().scroll;
    scroll = {scroll.x + units(x), scroll.y + units(y)};
    hw::app().wake();
}

/// Enlarges the plot at (x, y). Two fingers that move by (dx, dy) also move it. `fingers` is 0 for a wheel.
EMSCRIPTEN_KEEPALIVE void hw_zoom(double x, double y, double factor, double dx, double dy,
                                  int fingers) {
    hw::Gesture& gesture = hw::gesture();
    gesture.at = {units(x), units(y)};
    gesture.zoom *= static_cast<float>(factor);
    gesture.pan = {gesture.pan.x + units(dx), gesture.pan.y + units(dy)};
    gesture.pinching |= fingers != 0;
    gesture.ended = false;
    hw::app().wake();
}

/// Fewer than two fingers are left.
EMSCRIPTEN_KEEPALIVE void hw_pinch_end() {
    hw::gesture().ended = true;
    hw::app().wake();
}

/// Gestures that the view under the pointer takes: 1 zoom, 2 a drag in any direction.
EMSCRIPTEN_KEEPALIVE int hw_wishes() {
    return (hw::gesture().wantsZoom ? 1 : 0) | (hw::gesture().wantsDrag ? 2 : 0);
}

/// Whether a tap adds to the choice, on devices without Shift.
EMSCRIPTEN_KEEPALIVE void hw_adds(int adds) { hw::gesture().adds = adds != 0; }

/// The height of the page's header in CSS pixels, or 0 before the first frame.
EMSCRIPTEN_KEEPALIVE double hw_head() { return hw::app().ui.head * hw::app().zoom; }

/// The height of a model's sentence below the header, in CSS pixels.
EMSCRIPTEN_KEEPALIVE void hw_room(double height) {
    hw::app().room = height;
    hw::app().wake();
}

/// A key went down while the canvas had the focus. Its KeyboardEvent.key is in the inbox, in UTF-8. 1 if it is bound,
/// so that the browser must not act on it.
EMSCRIPTEN_KEEPALIVE int hw_key(int length) {
    hw::PageApp& page = hw::app();
    const std::string_view name(reinterpret_cast<const char*>(page.inbox.data()),
                                static_cast<std::size_t>(length));
    if (name == "Escape" && hw::closeMenus()) {
        page.wake();
        return 1;
    }
    const hw::Commands commands = hw::commandsForKey(page.session.state(), name);
    for (const hw::Command& command : commands) page.session.run(command);
    if (!commands.empty()) page.acted();
    return commands.empty() ? 0 : 1;
}

}  // extern "C"
