// SPDX-License-Identifier: MIT
// The tags and texts of an SVG file, one after the other, and its lists of numbers and colours.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paper/drawing.h"

namespace hw::paper {

struct Tag {
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string_view>>
        attributes;         ///< as written, with references
    bool isEnd = false;     ///< </name>
    bool isAlone = false;   ///< <name/>
    std::string_view text;  ///< what stands before the next tag, as written

    std::string_view value(std::string_view attribute, std::string_view otherwise = {}) const;
    float number(std::string_view attribute, float otherwise = 0) const;
};

/// Takes the next tag, and what stands behind it up to the one that follows, from the front of the text; nothing at its end, or where no tag is.
std::optional<Tag> takeTag(std::string_view& text);

/// Text without references.
std::string unescaped(std::string_view text);

/// The next number of a list, whatever commas and spaces stand before it; nothing if there is none.
std::optional<float> takeNumber(std::string_view& list);

/// "#rrggbb", "#rgb", "rgb(1, 2, 3)", "black", "white"; nothing for others.
std::optional<Colour> readColour(std::string_view text);

/// translate, scale, rotate (about a point), matrix, one after the other.
Matrix readTransform(std::string_view text);

/// M L H V C Z, absolute and relative; what follows another letter is left out.
std::vector<Segment> readPath(std::string_view text);

}  // namespace hw::paper
