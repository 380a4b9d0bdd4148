// SPDX-License-Identifier: MIT
// The JavaScript functions that the page's C++ calls: PageHost of web/outward.d.ts, passed to the module as `host`.
// Nothing else in src/platform/page calls JavaScript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "session/host.h"

namespace hw {

/// The page's host in a browser.
Host& browserHost();

/// Functions for the parts around the session.
namespace browser {

// --- Text (view/text/text.h) -------------------------------------------------------------------------------

float textCapHeight(int face);
float textAdvance(int face, std::string_view text);
struct PaintedText {
    std::int32_t width = 0, height = 0, left = 0, top = 0, coloured = 0;
};
/// Rasterises text and keeps the picture until copyPainted() has fetched its pixels (RGBA). `ink` is 0xRRGGBB.
PaintedText paintText(int face, float pixels, float offset, std::string_view text,
                      std::uint32_t ink);
void copyPainted(std::uint8_t* to);

// --- Pictures (view/widgets/picture.h) --------------------------------------------------------------------

/// Decodes a data URL. hw_picture answers with the same number.
void decodePicture(int number, std::string_view dataUrl);

// --- Window -------------------------------------------------------------------------------------------

/// Takes the canvas over after glfwCreateWindow. Removes GLFW's listeners, which swallow Tab and Backspace, do not know
/// pen, pinch or a wheel that scrolls in lines, and resize the canvas when the device pixel ratio changes. Input comes
/// from web/input/input.js through hw_pointer, hw_key, ... instead. Also removes GLFW's canvas size, so that the
/// framebuffer has `width` x `height` pixels again.
void takeCanvasFromGlfw(int width, int height);
/// True if the page under the canvas shows between the figures (web/boot/embedded.js).
bool isTransparent();
/// Enables the extensions of the old context in the new one, after a context loss.
void renewExtensions();
/// Sets the canvas's cursor, a CSS name.
void setCursor(const char* name);
/// Sends the places of the host's own views, as JSON (web/outward.d.ts).
void placeViews(std::string_view places);
/// Requests a call of hw_frame. Call it whenever there may be something to draw.
void requestFrame();

}  // namespace browser
}  // namespace hw
