// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hw {

/// A colour 0xAABBGGRR for each head of a layer, as distinct as possible for their number. Evenly spaced hues of one
/// saturation and brightness, readable on a light or (`dark`) a dark background.
inline std::uint32_t headColour(int head, int heads, bool dark) {
    const float sixth = 6 * static_cast<float>(head) / static_cast<float>(std::max(heads, 1));
    const float value = dark ? 242 : 166;
    const float saturation = dark ? 0.55F : 0.8F;
    const auto channel = [&](float from) {
        const float place = std::fmod(sixth + from, 6.0F);
        const float ramp = std::clamp(std::min(place, 4 - place), 0.0F, 1.0F);
        return static_cast<std::uint32_t>(value * (1 - saturation * ramp));
    };
    return 0xff000000U | channel(1) << 16U | channel(3) << 8U | channel(5);
}

}  // namespace hw
