// SPDX-License-Identifier: MIT
// Signs that the fonts lack and figures need, composed of those they have: arrows to the sides of the one that points up, "not less" and "not more" of
// an angle and a bar.
#pragma once

#include <optional>
#include <string>

#include "paper/type/true_type.h"

namespace hw::paper {

/// A composite record in the manner of `glyf`, whose parts are glyphs of the font.
struct Sign {
    std::string record;
    int advance = 0;
};

/// Nothing for characters that are no such sign, or where the font lacks a part of it.
std::optional<Sign> composedSign(const Font& font, char32_t character);

}  // namespace hw::paper
