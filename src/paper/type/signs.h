// SPDX-License-Identifier: MIT
// Signs that the fonts lack and figures need, composed of other glyphs: arrows to the left and right from the upward
// one, "not less" and "not more" from an angle and a bar.
#pragma once

#include <optional>
#include <string>

#include "paper/type/true_type.h"

namespace hw::paper {

/// A composite record as in `glyf`, whose parts are glyphs of the font.
struct Sign {
    std::string record;
    int advance = 0;
};

/// Nothing for other characters, or if the font lacks a part.
std::optional<Sign> composedSign(const Font& font, char32_t character);

}  // namespace hw::paper
