// SPDX-License-Identifier: MIT
// Settings::headOfLayer as text: "4:2", the layer counted from 1 as people do, the head from 0 as files do.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// "none" for an empty list.
std::string headOfLayerText(const std::vector<int>& layerAndHead);
/// nullopt for any other text. Does not check that the file has that layer and head.
std::optional<std::vector<int>> readHeadOfLayer(std::string_view text);

}  // namespace hw
