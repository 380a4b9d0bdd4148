// SPDX-License-Identifier: MIT
// Finds the name that a misspelt one was meant to be.
#pragma once

#include <string_view>
#include <vector>

namespace hw::cli {

/// The name that takes the fewest changed letters (Levenshtein), the first of equals. Empty if none is near. O(names ·
/// letters²).
std::string_view nearestName(std::string_view wrong, const std::vector<std::string_view>& names);

}  // namespace hw::cli
