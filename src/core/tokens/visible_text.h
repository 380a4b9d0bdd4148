// SPDX-License-Identifier: MIT
// Tokens inside other text. They must not change how their neighbours are shown.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace hw {

/// Replaces control characters, and those that change the direction of text (U+202A to U+202E, U+2066 to U+2069), by
/// their names, "U+202E", and white space by its sign. Keeps the rest. Source of the second set: Unicode Standard Annex
/// 9, explicit directional formatting characters.
std::string withVisibleControls(std::string_view text);

/// A token's text as a visible name. It is `empty` for an empty text, ␣ for spaces alone and "U+200B" for other blank
/// characters, if there is nothing else.
std::string withVisibleBlank(std::string text, std::string_view empty);

/// The tokens as running text, at most `most` characters, and … if more follow. Reads no further than that.
std::string runningText(std::span<const std::string> tokens, std::size_t most);

}  // namespace hw
