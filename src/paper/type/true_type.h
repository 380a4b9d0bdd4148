// SPDX-License-Identifier: MIT
// Reads TrueType fonts: characters to glyphs, widths, outlines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "paper/type/big_endian.h"

namespace hw::paper {

/// A font file with outlines in `glyf`. Everything in its tables is checked against their sizes, and reading beyond
/// them gives 0.
class Font {
public:
    /// Errors: syntax if it is no TrueType font.
    static Result<Font> read(std::string bytes);

    /// The glyph of a character, 0 if the font has none.
    int glyphOf(char32_t character) const;
    int glyphs() const { return glyphs_; }
    /// In units of the em.
    int advance(int glyph) const;
    int unitsPerEm() const { return unitsPerEm_; }
    int ascent() const { return ascent_; }
    int descent() const { return descent_; }
    int capHeight() const;
    /// xMin, yMin, xMax, yMax of all glyphs.
    std::vector<int> bounds() const;
    /// The glyph's record in `glyf`. Empty for one without an outline.
    std::string_view record(int glyph) const;
    /// Another table, as subsets need it. Empty if there is none.
    std::string_view table(std::string_view tag) const;

private:
    struct Range {
        char32_t first, last;
        int glyph;               ///< of the first
        std::string_view array;  ///< glyph indices, unless consecutive
    };
    std::string bytes_;
    int glyphs_ = 0;
    int unitsPerEm_ = 1000;
    int ascent_ = 0;
    int descent_ = 0;
    int metrics_ = 0;  ///< entries of hmtx with their own width
    bool isLong_ = false;
    struct Place {
        std::string tag;
        std::size_t at, size;
    };
    std::vector<Place> places_;
};

/// A part of a composite glyph: another glyph, moved and perhaps stretched.
struct GlyphPart {
    int glyph = 0;
    float xx = 1, yx = 0, xy = 0, yy = 1;
    float dx = 0, dy = 0;
    std::size_t at = 0;  ///< position of the glyph's index in the record
};
/// The parts of a record. Empty for a simple one.
std::vector<GlyphPart> partsOf(std::string_view record);

}  // namespace hw::paper
