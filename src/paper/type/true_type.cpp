// SPDX-License-Identifier: MIT
#include "paper/type/true_type.h"

#include <algorithm>
#include <cmath>

namespace hw::paper {
namespace {

constexpr std::size_t mostParts = 64;

}  // namespace

Result<Font> Font::read(std::string bytes) {
    Font font;
    font.bytes_ = std::move(bytes);
    const std::string_view all = font.bytes_;
    const int tables = u16At(all, 4);
    for (int i = 0; i < tables && i < 64; ++i) {
        const std::size_t row = 12 + 16 * static_cast<std::size_t>(i);
        const std::size_t at = u32At(all, row + 8);
        const std::size_t size = u32At(all, row + 12);
        if (row + 16 <= all.size() && at <= all.size() && size <= all.size() - at)
            font.places_.push_back({std::string(all.substr(row, 4)), at, size});
    }
    const std::string_view head = font.table("head");
    const std::string_view hhea = font.table("hhea");
    font.glyphs_ = u16At(font.table("maxp"), 4);
    font.unitsPerEm_ = u16At(head, 18);
    font.isLong_ = u16At(head, 50) != 0;
    font.ascent_ = s16At(hhea, 4);
    font.descent_ = s16At(hhea, 6);
    font.metrics_ = u16At(hhea, 34);
    const bool isWhole = font.glyphs_ > 0 && font.unitsPerEm_ > 0 && font.metrics_ > 0 &&
                         !font.table("glyf").empty() && !font.table("loca").empty() &&
                         !font.table("cmap").empty();
    if (isWhole) return font;
    return std::unexpected(Problem{.code = Code::syntax,
                                   .place = {},
                                   .finding = "This is not a TrueType font.",
                                   .remedy = "Use a .ttf file with outlines in glyf.",
                                   .byte = {}});
}

std::string_view Font::table(std::string_view tag) const {
    const auto place = std::ranges::find(places_, tag, &Place::tag);
    if (place == places_.end()) return {};
    return std::string_view(bytes_).substr(place->at, place->size);
}

int Font::glyphOf(char32_t character) const {
    const std::string_view cmap = table("cmap");
    const int count = u16At(cmap, 2);
    for (int i = 0; i < count && i < 16; ++i) {
        const std::size_t at = u32At(cmap, 4 + 8 * static_cast<std::size_t>(i) + 4);
        if (at >= cmap.size()) continue;
        const std::string_view map = cmap.substr(at);
        if (u16At(map, 0) != 4) continue;  // only the basic plane, enough for our fonts
        const auto segments = static_cast<std::size_t>(u16At(map, 6) / 2);
        for (std::size_t s = 0; s < segments; ++s) {
            const auto last = static_cast<char32_t>(u16At(map, 14 + 2 * s));
            if (character > last) continue;
            const std::size_t starts = 16 + 2 * segments + 2 * s;
            const auto first = static_cast<char32_t>(u16At(map, starts));
            if (character < first) return 0;
            const int delta = u16At(map, starts + 2 * segments);
            const std::size_t offsetAt = starts + 4 * segments;
            const int offset = u16At(map, offsetAt);
            const auto code = static_cast<int>(character);
            const int glyph = offset == 0 ? (code + delta) & 0xFFFF
                                          : u16At(map, offsetAt + offset + 2 * (character - first));
            if (offset != 0 && glyph != 0) return ((glyph + delta) & 0xFFFF) % glyphs_;
            return glyph < glyphs_ ? glyph : 0;
        }
    }
    return 0;
}

int Font::advance(int glyph) const {
    const int entry = std::clamp(glyph, 0, metrics_ - 1);
    return u16At(table("hmtx"), 4 * static_cast<std::size_t>(entry));
}

int Font::capHeight() const {
    const int height = s16At(table("OS/2"), 88);
    return height > 0 ? height : ascent_;
}

std::vector<int> Font::bounds() const {
    const std::string_view head = table("head");
    return {s16At(head, 36), s16At(head, 38), s16At(head, 40), s16At(head, 42)};
}

std::string_view Font::record(int glyph) const {
    if (glyph < 0 || glyph >= glyphs_) return {};
    const std::string_view loca = table("loca");
    const auto index = static_cast<std::size_t>(glyph);
    const std::size_t from =
        isLong_ ? u32At(loca, 4 * index) : 2 * static_cast<std::size_t>(u16At(loca, 2 * index));
    const std::size_t to = isLong_ ? u32At(loca, 4 * index + 4)
                                   : 2 * static_cast<std::size_t>(u16At(loca, 2 * index + 2));
    const std::string_view glyf = table("glyf");
    if (from >= to || to > glyf.size()) return {};
    return glyf.substr(from, to - from);
}

std::vector<GlyphPart> partsOf(std::string_view record) {
    std::vector<GlyphPart> parts;
    if (s16At(record, 0) >= 0) return parts;
    constexpr int words = 1;
    constexpr int isOffset = 2;
    constexpr int oneScale = 8;
    constexpr int more = 32;
    constexpr int twoScales = 64;
    constexpr int wholeMatrix = 128;
    const auto scaleAt = [&](std::size_t at) {
        return static_cast<float>(s16At(record, at)) / 16384;
    };
    std::size_t at = 10;
    int flags = more;
    while ((flags & more) != 0 && at + 4 <= record.size() && parts.size() < mostParts) {
        flags = u16At(record, at);
        GlyphPart part{.glyph = u16At(record, at + 2), .at = at + 2};
        at += 4;
        if ((flags & words) != 0) {
            part.dx = static_cast<float>(s16At(record, at));
            part.dy = static_cast<float>(s16At(record, at + 2));
            at += 4;
        } else {
            part.dx = static_cast<float>(static_cast<std::int8_t>(u8At(record, at)));
            part.dy = static_cast<float>(static_cast<std::int8_t>(u8At(record, at + 1)));
            at += 2;
        }
        if ((flags & isOffset) == 0) part.dx = part.dy = 0;  // by points, unused in our fonts
        if ((flags & oneScale) != 0) {
            part.xx = part.yy = scaleAt(at);
            at += 2;
        } else if ((flags & twoScales) != 0) {
            part.xx = scaleAt(at);
            part.yy = scaleAt(at + 2);
            at += 4;
        } else if ((flags & wholeMatrix) != 0) {
            part.xx = scaleAt(at);
            part.yx = scaleAt(at + 2);
            part.xy = scaleAt(at + 4);
            part.yy = scaleAt(at + 6);
            at += 8;
        }
        parts.push_back(part);
    }
    return parts;
}

}  // namespace hw::paper
