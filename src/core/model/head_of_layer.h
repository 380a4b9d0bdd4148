// SPDX-License-Identifier: MIT
// Settings of single layers as text, layers from 1 as people count, heads from 0 as files do. Examples are headOfLayer
// "4:2" and layerHeads "4:0.2.5;6:max;7:0.1:w1,3".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings.h"

namespace hw {

/// "none" for an empty list.
std::string headOfLayerText(const std::vector<int>& layerAndHead);
/// nullopt for any other text. Does not check that the file has that layer and head.
std::optional<std::vector<int>> readHeadOfLayer(std::string_view text);

/// The settings with a layer's choice of heads. A choice that is the same as in every layer is removed. No heads means
/// those of every layer.
Settings withLayerHeads(Settings settings, LayerHeads choice);

/// The settings with a head added to a layer's own choice, or removed from it. The last one stays. `count` is the
/// number of heads.
Settings withHeadToggled(const Settings& settings, int layer, int head, int count);

/// "none" for an empty list.
std::string layerHeadsText(const std::vector<LayerHeads>& layers);
/// Nullopt for any other text. A layer can have, in any order and each once, heads, a fusion, and `w` with its weights,
/// which `numbers` reads. Layers become ascending. Naming a layer twice is an error. Does not check that the file has
/// them.
std::optional<std::vector<LayerHeads>> readLayerHeads(
    std::string_view text, std::optional<std::vector<double>> (*numbers)(std::string_view));

}  // namespace hw
