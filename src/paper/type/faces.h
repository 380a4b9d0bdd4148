// SPDX-License-Identifier: MIT
// The fonts that a figure's texts are set in, and which of them has a character.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "core/problem.h"
#include "paper/type/font_subset.h"

namespace hw::paper {

/// What a font is for.
struct Face {
    std::string name;  ///< as a PDF calls it: "Inter-Regular"
    bool strong = false;
    bool mono = false;
};

/// Fonts in the order in which they are asked for a character.
class FontSet {
public:
    /// Errors: those of Font::read.
    Result<void> add(Face face, std::string file);
    struct One {
        Face face;
        Font font;
    };
    const std::deque<One>& all() const { return fonts_; }

private:
    std::deque<One> fonts_;  ///< at places that stay
};

/// A text's characters, as far as they are in one font.
struct GlyphRun {
    int font = 0;  ///< its place in the set
    std::vector<int> glyphs;
    float width = 0;         ///< in ems
    bool isMissing = false;  ///< drawn as the box for what no font has
};

/// The glyphs that a document uses, as subsets of the fonts.
class Typesetter {
public:
    /// `fonts` has to outlive it, and must not be empty.
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
