// SPDX-License-Identifier: MIT
// What somebody meant who misspelt a name.
#pragma once

#include <string_view>
#include <vector>

namespace hw::cli {

/// The name that takes the fewest changed letters (Levenshtein); of equals the first; empty: none is near. O(names · letters²).
std::string_view nearestName(std::string_view wrong, const std::vector<std::string_view>& names);

}  // namespace hw::cli
