// SPDX-License-Identifier: MIT
// What the C++ of the page asks of the JavaScript around it (web/boot/host.js, given to the module as
// `host`). Nothing else in src/platform/page reaches JavaScript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/problem.h"
#include "page/state/openings.h"

namespace hw::host {

// --- Effects ----------------------------------------------------------------------------------------

/// Writes the fragment of the address; `push` makes a step for "back".
void writeAddress(std::string_view fragment, bool push);
/// As page/host.h has them.
void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name);
void cancel(std::uint32_t ticket, const Problem& why);
void lookFor(std::string_view name);
void hold(std::uint32_t given);
void release(std::uint32_t given);
void showDialog(std::string_view name);
void showLesson(std::string_view lesson, int step, bool asked);
void present(bool on);
/// Says something in the page's live region.
void announce(std::string_view text);
/// A message for the engine (protocol/messages.h). The bytes are copied.
void sendToEngine(std::span<const std::byte> message);

// --- Answers to what the JavaScript API asked for -----------------------------------------------------

/// A document is open and the state stands at it; or the list of a data set is (page/host.h).
void opened(std::uint32_t ticket, bool isList);
/// An opening failed.
void failed(std::uint32_t ticket, const Problem& problem);
/// An export failed.
void notExported(std::uint32_t ticket, const Problem& problem);
void exported(std::uint32_t ticket, std::string_view name, std::string_view mediaType,
              std::string_view text);

// --- Text (view/text/text.h) -------------------------------------------------------------------------------

float textCapHeight(int face);
float textAdvance(int face, std::string_view text);
struct PaintedText {
    std::int32_t width = 0, height = 0, left = 0, top = 0, coloured = 0;
};
/// Paints and remembers the picture until copyPainted() has fetched its pixels (RGBA). `ink`: 0xRRGGBB.
PaintedText paintText(int face, float pixels, float offset, std::string_view text,
                      std::uint32_t ink);
void copyPainted(std::uint8_t* to);

// --- Pictures (view/widgets/picture.h) --------------------------------------------------------------------

/// Decodes a data URL; hw_picture answers with the same number.
void decodePicture(int number, std::string_view dataUrl);

// --- Window -------------------------------------------------------------------------------------------

/// Makes the canvas ours after glfwCreateWindow. GLFW's listeners go: they swallow Tab and Backspace,
/// do not know pen, pinch or a wheel that scrolls in lines, and resize the canvas when the device
/// pixel ratio changes; input comes through hw_pointer, hw_key, ... from web/input/input.js instead. The
/// sizes that GLFW gave the canvas go as well; the framebuffer has `width` x `height` pixels again.
void takeCanvasFromGlfw(int width, int height);
/// Asks the new context, after a loss, for the extensions of the old one.
void renewExtensions();
/// A CSS cursor name for the canvas.
void setCursor(const char* name);
/// Called whenever hw_frame may have something to draw again.
void requestFrame();

}  // namespace hw::host
