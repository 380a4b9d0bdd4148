// SPDX-License-Identifier: MIT
// Tokens beside other text: nothing in them may change how their neighbours are shown.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace hw {

/// Control characters, and those that turn the direction of what follows (U+202A to U+202E, U+2066 to U+2069), by
/// their names: "U+202E"; white space by its sign. The rest as it is. Source of the latter: Unicode Standard
/// Annex 9, explicit directional formatting characters.
std::string withVisibleControls(std::string_view text);

/// The tokens as running text, at most `most` characters of it and … where more follow. Stops reading there.
std::string runningText(std::span<const std::string> tokens, std::size_t most);

}  // namespace hw
