// SPDX-License-Identifier: MIT
// The part of a font that a text needs, as a font file of its own.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "paper/type/true_type.h"

namespace hw::paper {

class FontSubset {
public:
    /// `font` has to outlive it.
    explicit FontSubset(const Font& font);

    const Font& font() const { return *font_; }
    /// The subset's glyph for a character, which it then has; 0 if the font has neither it nor the parts it is composed of.
    int add(char32_t character);
    /// Characters by glyph, for those that were added.
    const std::map<int, char32_t>& characters() const { return characters_; }
    int glyphs() const { return static_cast<int>(glyphs_.size()); }
    /// In units of the em.
    int advance(int glyph) const { return glyphs_[glyph].advance; }
    std::string_view record(int glyph) const { return glyphs_[glyph].record; }
    /// The file: head, hhea, hmtx, maxp, loca, glyf, as a PDF embeds them; without instructions. O(glyphs).
    std::string file() const;

private:
    struct Glyph {
        std::string record;  ///< with parts numbered as here
        int advance = 0;
    };
    int addGlyph(int glyph, int depth);
    int addRecord(std::string record, int advance, int depth);
    const Font* font_;
    std::vector<Glyph> glyphs_;
    std::map<int, int> numbers_;  ///< the font's glyph to ours
    std::map<char32_t, int> known_;
    std::map<int, char32_t> characters_;
};

}  // namespace hw::paper
