// SPDX-License-Identifier: MIT
// Text on the canvas. Plain text goes through Dear ImGui's glyphs; text that needs shaping or runs
// right to left (Arabic, Hebrew, Indic scripts, joined emoji) is drawn by the browser as one picture.
#pragma once

#include <string_view>

#include "imgui.h"

namespace hw {

struct Fonts {
    ImFont* text = nullptr;      ///< Inter, regular
    ImFont* semibold = nullptr;  ///< Inter, semibold
    ImFont* mono = nullptr;      ///< JetBrains Mono, regular
};
/// Set once by the platform before the first frame.
Fonts& fonts();

/// Width and height in CSS pixels.
ImVec2 textSize(ImFont* font, float size, std::string_view text);

/// Draws with the top left corner at `pos`.
void drawText(ImDrawList* list, ImFont* font, float size, ImVec2 pos, ImU32 colour,
              std::string_view text);

}  // namespace hw
