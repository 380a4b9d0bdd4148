// SPDX-License-Identifier: MIT
// The fonts of a figure's texts, and the choice of one for each character.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "core/problem.h"
#include "paper/type/font_subset.h"

namespace hw::paper {

/// The use of a font.
struct Face {
    std::string name;  ///< its name in a PDF, such as "Inter-Regular"
    bool strong = false;
    bool mono = false;
};

/// Fonts in the order in which they are tried for a character.
class FontSet {
public:
    /// Errors: those of Font::read.
    Result<void> add(Face face, std::string file);
    struct FontEntry {
        Face face;
        Font font;
    };
    const std::deque<FontEntry>& all() const { return fonts_; }

private:
    std::deque<FontEntry> fonts_;  ///< with stable addresses
};

/// Successive characters of a text in one font.
struct GlyphRun {
    int font = 0;  ///< index in the set
    std::vector<int> glyphs;
    float width = 0;         ///< in ems
    bool isMissing = false;  ///< drawn as the box for missing characters
};

/// The glyphs that a document uses, as subsets of the fonts.
class Typesetter {
public:
    /// `fonts` must outlive it, and must not be empty.
    explicit Typesetter(const FontSet& fonts);
    std::vector<GlyphRun> set(std::string_view words, bool strong, bool mono);
    const std::vector<FontSubset>& subsets() const { return subsets_; }
    /// Characters that no font has, each drawn as a box.
    const std::set<char32_t>& missing() const { return missing_; }

private:
    const FontSet& fonts_;
    std::vector<FontSubset> subsets_;
    std::set<char32_t> missing_;
};

float widthOf(const std::vector<GlyphRun>& runs);

}  // namespace hw::paper
