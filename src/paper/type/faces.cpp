// SPDX-License-Identifier: MIT
#include "paper/type/faces.h"

#include <utility>

#include "core/tokens/utf8_text.h"

namespace hw::paper {
namespace {

/// Characters that join others, or set their direction or form. They have no glyphs.
bool isUnseen(char32_t c) {
    return c < 0x20 || c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF ||
           (c >= 0xE0100 && c <= 0xE01EF);
}

/// Fonts with lower ranks are tried first.
int rankOf(const Face& face, bool strong, bool mono) {
    return (face.mono == mono ? 0 : 2) + (face.strong == strong ? 0 : 1);
}

}  // namespace

Result<void> FontSet::add(Face face, std::string file) {
    auto font = Font::read(std::move(file));
    if (!font) return std::unexpected(std::move(font.error()));
    fonts_.push_back({std::move(face), std::move(*font)});
    return {};
}

Typesetter::Typesetter(const FontSet& fonts) : fonts_(fonts) {
    for (const FontSet::FontEntry& one : fonts.all()) subsets_.emplace_back(one.font);
}

std::vector<GlyphRun> Typesetter::set(std::string_view words, bool strong, bool mono) {
    std::vector<GlyphRun> runs;
    for (std::size_t at = 0; at < words.size();) {
        const char32_t c = nextCodePoint(words, at);
        if (isUnseen(c)) continue;
        int font = 0;
        int glyph = 0;
        for (int rank = 0; rank < 4 && glyph == 0; ++rank) {
            for (std::size_t i = 0; i < subsets_.size() && glyph == 0; ++i) {
                if (rankOf(fonts_.all()[i].face, strong, mono) != rank) continue;
                font = static_cast<int>(i);
                glyph = subsets_[i].add(c);
            }
        }
        const bool isMissing = glyph == 0;
        if (isMissing) {
            font = 0;
            missing_.insert(c);
        }
        if (runs.empty() || runs.back().font != font || runs.back().isMissing != isMissing)
            runs.push_back({.font = font, .glyphs = {}, .isMissing = isMissing});
        const FontSubset& subset = subsets_[font];
        runs.back().glyphs.push_back(glyph);
        runs.back().width += static_cast<float>(subset.advance(glyph)) /
                             static_cast<float>(subset.font().unitsPerEm());
    }
    return runs;
}

float widthOf(const std::vector<GlyphRun>& runs) {
    float width = 0;
    for (const GlyphRun& run : runs) width += run.width;
    return width;
}

}  // namespace hw::paper
