// SPDX-License-Identifier: MIT
#include "view/text/text.h"

#include <algorithm>
#include <cmath>

#include "view/text/glyph_cache.h"
#include "view/text/layout_log.h"
#include "view/text/text_metrics.h"

namespace hw {
namespace {

TextRaster* currentRaster = nullptr;

TextMetrics& metrics() {
    static TextMetrics instance;
    return instance;
}

GlyphCache& glyphs() {
    static GlyphCache instance;
    return instance;
}

struct PlacedGlyph {
    const Glyph* glyph;
    float x, y;  ///< framebuffer pixels of the top left corner
};

/// A pen position in framebuffer pixels, split into a whole pixel and a quarter.
struct PenPosition {
    float pixel;
    int quarter;
};
PenPosition snapped(float pen) {
    const float quarters = std::round(pen * 4);
    const float pixel = std::floor(quarters / 4);
    return {pixel, static_cast<int>(quarters - 4 * pixel)};
}

/// 0xRRGGBB of ImGui's colour.
std::uint32_t inkOf(ImU32 colour) {
    const auto channel = [&](int shift) { return std::uint32_t{(colour >> shift) & 0xFFU}; };
    return (channel(IM_COL32_R_SHIFT) << 16U) | (channel(IM_COL32_G_SHIFT) << 8U) |
           channel(IM_COL32_B_SHIFT);
}

void emit(ImDrawList* list, const std::vector<PlacedGlyph>& run, float density, ImU32 colour) {
    const int count = static_cast<int>(run.size());
    const ImU32 untinted = colour | ~IM_COL32_A_MASK;
    list->PrimReserve(6 * count, 4 * count);
    for (const PlacedGlyph& placed : run) {
        const Glyph& glyph = *placed.glyph;
        ImFontAtlasRect area;
        ImGui::GetIO().Fonts->GetCustomRect(glyph.rect, &area);
        const ImVec2 topLeft{placed.x / density, placed.y / density};
        const ImVec2 bottomRight{(placed.x + static_cast<float>(glyph.width)) / density,
                                 (placed.y + static_cast<float>(glyph.height)) / density};
        list->PrimRectUV(topLeft, bottomRight, area.uv0, area.uv1,
                         glyph.coloured ? untinted : colour);
    }
}

}  // namespace

Fonts& fonts() {
    static Fonts instance;
    return instance;
}

FontFace faceOf(const ImFont* font) {
    if (font != nullptr && font == fonts().semibold) return FontFace::semibold;
    if (font != nullptr && font == fonts().mono) return FontFace::mono;
    return FontFace::text;
}

TextRaster* textRaster() { return currentRaster; }

void setTextRaster(TextRaster* raster) {
    currentRaster = raster;
    metrics().reset(raster);
    glyphs().reset(raster);
}

ImVec2 textSize(ImFont* font, float size, std::string_view text) {
    if (currentRaster == nullptr) return {0, size};
    return {metrics().width(faceOf(font), text) * size, size};
}

void drawText(ImDrawList* list, ImFont* font, float size, ImVec2 pos, ImU32 colour,
              std::string_view text) {
    if (currentRaster == nullptr || text.empty() || (colour & IM_COL32_A_MASK) == 0) return;
    const FontFace face = faceOf(font);
    const ImVec2 clipMin = list->GetClipRectMin();
    const ImVec2 clipMax = list->GetClipRectMax();
    if (pos.y > clipMax.y || pos.y + 1.4F * size < clipMin.y || pos.x > clipMax.x) return;

    if (layoutLog() != nullptr) {
        // The letters' own height, not that of the line.
        noteLaidOut(LayoutEntry::Kind::text, text, *list, {pos.x, pos.y + 0.12F * size},
                    {pos.x + textSize(font, size, text).x, pos.y + 0.92F * size});
    }
    const float density = std::max(ImGui::GetIO().DisplayFramebufferScale.x, 0.1F);
    const float pixels = size * density;
    const float cap = metrics().capHeight(face) * size;
    const float baseline = std::round((pos.y + (size + cap) / 2) * density);
    float pen = pos.x * density;

    // Loading a glyph may grow the atlas and move its content, so texture coordinates are read only when the whole
    // string has been loaded.
    static std::vector<PlacedGlyph> run;
    run.clear();
    const auto place = [&](const Glyph& glyph, float pixel) {
        if (glyph.width > 0) {
            run.push_back({&glyph, pixel + static_cast<float>(glyph.left),
                           baseline + static_cast<float>(glyph.top)});
        }
    };
    if (needsShaping(text)) {
        const PenPosition at = snapped(pen);
        const Glyph& plain = glyphs().string(face, pixels, at.quarter, text);
        place(
            plain.coloured ? glyphs().string(face, pixels, at.quarter, text, inkOf(colour)) : plain,
            at.pixel);
    } else {
        Kerned letters(metrics(), face, text);
        while (letters.next()) {
            pen += letters.kerning() * pixels;
            const PenPosition at = snapped(pen);
            place(glyphs().letter(face, pixels, at.quarter, letters.codepoint(), letters.bytes()),
                  at.pixel);
            pen += letters.advance() * pixels;
            if (pen / density > clipMax.x + size) break;
        }
    }
    if (!run.empty()) emit(list, run, density, colour);
}

}  // namespace hw
