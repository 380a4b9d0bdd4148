// SPDX-License-Identifier: MIT
// Text on the canvas. Glyphs are pictures made by the platform (the browser, from the page's
// fonts or the system's), stored in Dear ImGui's atlas at their exact size and at quarter-pixel
// positions, with kerning. Text that needs shaping or runs right to left (Arabic, Hebrew, Indic
// scripts, joined emoji) is drawn as one picture per string.
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

/// Width and height in CSS pixels. The height is `size`, with capitals in the middle.
ImVec2 textSize(ImFont* font, float size, std::string_view text);

/// Draws text with its top left corner at `pos`.
void drawText(ImDrawList* list, ImFont* font, float size, ImVec2 pos, ImU32 colour,
              std::string_view text);

/// True if the glyphs depend on their neighbours or on the direction. The string is then one picture.
bool needsShaping(std::string_view text);

// --- Provided by the platform -----------------------------------------------------------------

enum class FontFace { text, semibold, mono };

/// Pixels of a string. Offsets are from the pen's start on the baseline, in pixels, y downwards.
struct TextPicture {
    int width = 0, height = 0;  ///< 0 x 0 if nothing is visible
    int left = 0, top = 0;
    bool coloured = false;           ///< has its own colours (emoji), is not tinted
    std::vector<std::uint8_t> rgba;  ///< straight alpha, in the ink unless coloured
};

class TextRaster {
public:
    virtual ~TextRaster() = default;
    /// Height of a capital H as a share of the font size.
    virtual float capHeight(FontFace face) = 0;
    /// The pen's advance over the whole string as a share of the font size.
    virtual float advance(FontFace face, std::string_view text) = 0;
    /// The string with its pen starting at `offset` (0..1) pixels. `pixels` is the font size, `ink` the colour
    /// (0xRRGGBB) of everything without its own colours.
    virtual TextPicture paint(FontFace face, float pixels, float offset, std::string_view text,
                              std::uint32_t ink) = 0;
};

/// Text painted in this ink can be tinted to any colour.
inline constexpr std::uint32_t whiteInk = 0xFFFFFF;

/// Set once by the platform before the first frame. Clears all caches, so call it again when a font arrives late.
void setTextRaster(TextRaster* raster);

/// The face of a font, or FontFace::text if it is not one of fonts().
FontFace faceOf(const ImFont* font);
/// The current raster.
TextRaster* textRaster();

}  // namespace hw
