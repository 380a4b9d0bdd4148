// SPDX-License-Identifier: MIT
#pragma once

#include "page/state/app_state.h"

namespace hw {

/// The two layers around the picture's position, from 0 at `from` to 1 at `to`.
struct LayerBlend {
    int from = 0;
    int to = 0;
    double t = 0;
    /// Interpolates between a value at `from` and one at `to`.
    float between(float first, float last) const {
        return t <= 0 ? first : first + (last - first) * static_cast<float>(t);
    }
};
LayerBlend layerBlend(const Playback& playback, int layerCount);

}  // namespace hw
