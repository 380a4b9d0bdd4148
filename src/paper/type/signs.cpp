// SPDX-License-Identifier: MIT
#include "paper/type/signs.h"

#include <vector>

namespace hw::paper {
namespace {

struct Bounds {
    int x0, y0, x1, y1;
};
Bounds boundsOf(std::string_view record) {
    return {s16At(record, 2), s16At(record, 4), s16At(record, 6), s16At(record, 8)};
}

/// A record of parts, each unchanged or turned by 90°, within bounds.
std::string composite(const Bounds& bounds, const std::vector<GlyphPart>& parts) {
    std::string record;
    put16(record, -1);
    for (const int edge : {bounds.x0, bounds.y0, bounds.x1, bounds.y1}) put16(record, edge);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const GlyphPart& part = parts[i];
        constexpr int wordsAndMatrix = 1 | 2 | 128;
        put16(record, wordsAndMatrix | (i + 1 < parts.size() ? 32 : 0));
        put16(record, part.glyph);
        put16(record, static_cast<int>(part.dx));
        put16(record, static_cast<int>(part.dy));
        for (const float scale : {part.xx, part.yx, part.xy, part.yy})
            put16(record, static_cast<int>(scale * 16384));
    }
    return record;
}

/// The upward arrow turned to the right (`way` 1) or left (-1), in the middle of a capital's height.
std::optional<Sign> turnedArrow(const Font& font, int way) {
    const int up = font.glyphOf(U'↑');
    const Bounds of = boundsOf(font.record(up));
    if (up == 0) return {};
    const int side = font.unitsPerEm() / 16;
    const int length = of.y1 - of.y0;
    const int middle = font.capHeight() / 2;
    const int half = (of.x1 - of.x0) / 2;
    GlyphPart part{.glyph = up,
                   .xx = 0,
                   .yx = static_cast<float>(-way),
                   .xy = static_cast<float>(way),
                   .yy = 0};
    part.dx = static_cast<float>(way > 0 ? side - of.y0 : side + of.y1);
    part.dy = static_cast<float>(middle + way * (of.x0 + of.x1) / 2);
    return Sign{composite({side, middle - half, side + length, middle + half}, {part}),
                length + 2 * side};
}

std::optional<Sign> angleOverBar(const Font& font, char32_t angle) {
    const int above = font.glyphOf(angle);
    const int bar = font.glyphOf(U'−');
    if (above == 0 || bar == 0) return {};
    const Bounds upper = boundsOf(font.record(above));
    const Bounds lower = boundsOf(font.record(bar));
    const int lift = font.capHeight() / 8;
    GlyphPart raised{.glyph = above};
    raised.dy = static_cast<float>(lift);
    GlyphPart dropped{.glyph = bar};
    dropped.dx = static_cast<float>((upper.x0 + upper.x1 - lower.x0 - lower.x1) / 2);
    dropped.dy = static_cast<float>(-lower.y0);
    const Bounds all{upper.x0, 0, upper.x1, upper.y1 + lift};
    return Sign{composite(all, {raised, dropped}), font.advance(above)};
}

}  // namespace

std::optional<Sign> composedSign(const Font& font, char32_t character) {
    switch (character) {
        case U'→': return turnedArrow(font, 1);
        case U'←': return turnedArrow(font, -1);
        case U'≥': return angleOverBar(font, U'>');
        case U'≤': return angleOverBar(font, U'<');
        default: return {};
    }
}

}  // namespace hw::paper
