// SPDX-License-Identifier: MIT
// The JavaScript functions that the page's C++ calls (web/boot/host.js, passed to the module as
// `host`). Nothing else in src/platform/page calls JavaScript.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/problem.h"
#include "page/state/openings.h"
#include "protocol/recipe.h"

namespace hw::host {

// --- Effects ----------------------------------------------------------------------------------------

/// Sets the fragment of the address; `push` adds a history entry.
void writeAddress(std::string_view fragment, bool push);
/// These are documented in page/host.h.
void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
           const Recipe& recipe);
void cancel(std::uint32_t ticket, const Problem& why);
void lookFor(std::string_view name);
void hold(std::uint32_t given);
void release(std::uint32_t given);
void makeExample(std::uint32_t document, const Recipe& recipe);
void showDialog(std::string_view name);
void showLesson(std::string_view lesson, int step, bool asked);
void present(bool on);
/// Announces text in the page's live region.
void announce(std::string_view text);
/// Sends a message to the engine (protocol/messages.h). The bytes are copied.
void sendToEngine(std::span<const std::byte> message);

// --- Replies to requests of the JavaScript API ---------------------------------------------------------

/// A document is open and the state describes it; or a data set's list is (page/host.h).
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
/// Rasterises text and keeps the picture until copyPainted() has fetched its pixels (RGBA). `ink`: 0xRRGGBB.
PaintedText paintText(int face, float pixels, float offset, std::string_view text,
                      std::uint32_t ink);
void copyPainted(std::uint8_t* to);

// --- Pictures (view/widgets/picture.h) --------------------------------------------------------------------

/// Decodes a data URL; hw_picture answers with the same number.
void decodePicture(int number, std::string_view dataUrl);

// --- Window -------------------------------------------------------------------------------------------

/// Takes the canvas over after glfwCreateWindow. Removes GLFW's listeners: they swallow Tab and Backspace,
/// do not know pen, pinch or a wheel that scrolls in lines, and resize the canvas when the device
/// pixel ratio changes; input comes from web/input/input.js through hw_pointer, hw_key, ... instead.
/// Removes GLFW's canvas size as well; the framebuffer has `width` x `height` pixels again.
void takeCanvasFromGlfw(int width, int height);
/// Enables the extensions of the old context in the new one, after a context loss.
void renewExtensions();
/// Sets the canvas's cursor, a CSS name.
void setCursor(const char* name);
/// Requests a call of hw_frame; call it whenever there may be something to draw.
void requestFrame();

}  // namespace hw::host
