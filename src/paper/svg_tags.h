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
        attributes;         ///< as in the file, with references
    bool isEnd = false;     ///< </name>
    bool isAlone = false;   ///< <name/>
    std::string_view text;  ///< up to the next tag, as in the file

    std::string_view value(std::string_view attribute, std::string_view otherwise = {}) const;
    float number(std::string_view attribute, float otherwise = 0) const;
};

/// Takes the next tag, and the text after it up to the following tag, from the front of the text. Nothing at its end,
/// or if there is no tag.
std::optional<Tag> takeTag(std::string_view& text);

/// Text with its references resolved.
std::string unescaped(std::string_view text);

/// The next number of a list, after any commas and spaces. Nothing if there is none.
std::optional<float> takeNumber(std::string_view& list);

/// "#rrggbb", "#rgb", "rgb(1, 2, 3)", "black", "white". Nothing for others.
std::optional<Colour> readColour(std::string_view text);

/// translate, scale, rotate (about a point) and matrix, in sequence.
Matrix readTransform(std::string_view text);

/// M L H V C Z, absolute and relative. Other commands are ignored.
std::vector<Segment> readPath(std::string_view text);

}  // namespace hw::paper
