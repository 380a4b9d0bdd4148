// SPDX-License-Identifier: MIT
// Tokens inside other text: nothing in them may change how their neighbours are shown.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace hw {

/// Replaces control characters, and those that change the direction of text (U+202A to U+202E, U+2066 to
/// U+2069), by their names, "U+202E", and white space by its sign; keeps the rest. Source of the second set:
/// Unicode Standard Annex 9, explicit directional formatting characters.
std::string withVisibleControls(std::string_view text);

/// A token's text as a name that can be seen: `empty` for none, ␣ for spaces alone and "U+200B" for other characters
/// that leave no mark, where there is nothing else.
std::string withVisibleBlank(std::string text, std::string_view empty);

/// The tokens as running text, at most `most` characters, and … if more follow. Reads no further than that.
std::string runningText(std::span<const std::string> tokens, std::size_t most);

}  // namespace hw
