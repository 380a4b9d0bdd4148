// SPDX-License-Identifier: MIT
// The part of a font that a text needs, as a separate font file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "paper/type/true_type.h"

namespace hw::paper {

class FontSubset {
public:
    /// `font` must outlive it.
    explicit FontSubset(const Font& font);

    const Font& font() const { return *font_; }
    /// Adds a character and returns its glyph in the subset, or 0 if the font has neither it nor the parts to compose
    /// it.
    int add(char32_t character);
    /// Added characters, by glyph.
    const std::map<int, char32_t>& characters() const { return characters_; }
    int glyphs() const { return static_cast<int>(glyphs_.size()); }
    /// In units of the em.
    int advance(int glyph) const { return glyphs_[glyph].advance; }
    std::string_view record(int glyph) const { return glyphs_[glyph].record; }
    /// The file with head, hhea, hmtx, maxp, loca, glyf, as a PDF embeds it, without instructions. O(glyphs).
    std::string file() const;

private:
    struct Glyph {
        std::string record;  ///< with the subset's numbers for parts
        int advance = 0;
    };
    int addGlyph(int glyph, int depth);
    int addRecord(std::string record, int advance, int depth);
    const Font* font_;
    std::vector<Glyph> glyphs_;
    std::map<int, int> numbers_;  ///< the font's glyph to the subset's
    std::map<char32_t, int> known_;
    std::map<int, char32_t> characters_;
};

}  // namespace hw::paper
