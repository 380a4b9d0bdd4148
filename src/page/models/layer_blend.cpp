// SPDX-License-Identifier: MIT
#include "page/models/layer_blend.h"

#include <algorithm>

namespace hw {

LayerBlend layerBlend(const Playback& playback, int layerCount) {
    LayerBlend blend;
    if (layerCount <= 0) return blend;
    const double head = std::clamp(playback.head, 0.0, static_cast<double>(layerCount - 1));
    blend.from = static_cast<int>(head);
    blend.to = std::min(blend.from + 1, layerCount - 1);
    blend.t = head - blend.from;
    if (blend.t <= 0) blend.to = blend.from;
    return blend;
}

}  // namespace hw
