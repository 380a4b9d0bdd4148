// SPDX-License-Identifier: MIT
// Text on the canvas. Glyphs are pictures that the platform makes (the browser, from the page's
// fonts or the system's), kept in Dear ImGui's atlas at the exact size and a quarter of a pixel's
// position, with kerning. Text that needs shaping or runs right to left (Arabic, Hebrew, Indic
// scripts, joined emoji) is drawn as one picture a string.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace hw {

struct Fonts {
    ImFont* text = nullptr;      ///< Inter, regular
    ImFont* semibold = nullptr;  ///< Inter, semibold
    ImFont* mono = nullptr;      ///< JetBrains Mono, regular
};
/// Set once by the platform before the first frame.
Fonts& fonts();

/// Width and height in CSS pixels. The height is `size`; capitals stand in its middle.
ImVec2 textSize(ImFont* font, float size, std::string_view text);

/// Draws with the top left corner at `pos`.
void drawText(ImDrawList* list, ImFont* font, float size, ImVec2 pos, ImU32 colour,
              std::string_view text);

/// True if the letters depend on their neighbours or on the direction: the string is one picture.
bool needsShaping(std::string_view text);

// --- What the platform gives ----------------------------------------------------------------------

enum class FontFace { text, semibold, mono };

/// Pixels of a string. Offsets are from the pen's start on the baseline, in pixels, y downwards.
struct TextPicture {
    int width = 0, height = 0;  ///< 0 x 0: nothing to see
    int left = 0, top = 0;
    bool coloured = false;           ///< has colours of its own (emoji), is not tinted
    std::vector<std::uint8_t> rgba;  ///< straight alpha; in the ink where not coloured
};

class TextRaster {
public:
    virtual ~TextRaster() = default;
    /// Height of a capital H as a share of the font size.
    virtual float capHeight(FontFace face) = 0;
    /// The pen's advance over the whole string as a share of the font size.
    virtual float advance(FontFace face, std::string_view text) = 0;
    /// The string with its pen starting at `offset` (0..1) pixels; `pixels` is the font size, `ink` the
    /// colour (0xRRGGBB) of what has none of its own.
    virtual TextPicture paint(FontFace face, float pixels, float offset, std::string_view text,
                              std::uint32_t ink) = 0;
};

/// What is painted in this ink can be drawn in any colour.
inline constexpr std::uint32_t whiteInk = 0xFFFFFF;

/// Set once by the platform before the first frame; forgets all that was measured and drawn, so it
/// is also what to call again when a font arrives late.
void setTextRaster(TextRaster* raster);

/// The face that a font stands for; FontFace::text when it is none of fonts().
FontFace faceOf(const ImFont* font);
/// The raster that was set.
TextRaster* textRaster();

}  // namespace hw
