// SPDX-License-Identifier: MIT
// Pictures of glyphs and strings in Dear ImGui's atlas. Internal to text.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "view/text/text.h"

namespace hw {

struct Glyph {
    ImFontAtlasRectId rect = ImFontAtlasRectId_Invalid;
    int width = 0, height = 0;  ///< framebuffer pixels, 0 for white space
    int left = 0, top = 0;      ///< offset from the pen on the baseline
    bool coloured = false;
    int lastFrame = 0;
};

/// References stay valid until the next frame. Entries unused for a while are evicted only at a frame's first use.
class GlyphCache {
public:
    void reset(TextRaster* raster);

    const Glyph& letter(FontFace face, float pixels, int quarter, std::uint32_t codepoint,
                        std::string_view bytes);
    /// Strings that mix emoji and letters cannot be tinted, so they are painted in their final ink.
    const Glyph& string(FontFace face, float pixels, int quarter, std::string_view text,
                        std::uint32_t ink = whiteInk);

private:
    void beginFrame();
    void load(Glyph& glyph, FontFace face, float pixels, int quarter, std::string_view text,
              std::uint32_t ink);
    void forget(const Glyph& glyph);
    template <class Map>
    void trim(Map& map, std::size_t most);

    TextRaster* raster_ = nullptr;
    std::unordered_map<std::uint64_t, Glyph> letters_;
    std::unordered_map<std::string, Glyph> strings_;
    int frame_ = -1;
};

}  // namespace hw
