// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>

#include "model/sight/sight.h"

namespace hw::model {

std::array<unsigned char, 3> medianColour(const PicturePoints& picture) {
    std::array<unsigned char, 3> made{};
    const std::size_t pixels = picture.rgb.size() / 3;
    if (pixels == 0) return made;
    std::vector<unsigned char> values(pixels);
    for (std::size_t colour = 0; colour < 3; ++colour) {
        for (std::size_t i = 0; i < pixels; ++i)
            values[i] = static_cast<unsigned char>(picture.rgb[3 * i + colour]);
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>((pixels - 1) / 2);
        std::ranges::nth_element(values, middle);
        made[colour] = *middle;
    }
    return made;
}

std::array<unsigned char, 3> backgroundOf(std::span<const Frame> frames, std::size_t frame) {
    std::size_t whole = frame;
    while (whole + 1 < frames.size() && frames[whole + 1].image == frames[frame].image) ++whole;
    return medianColour(frames[whole].seen.prepared.shown);
}

void wipePatches(Frame& frame, const PictureSpec& picture, std::span<const int> patches,
                 std::optional<std::array<unsigned char, 3>> colour) {
    const PicturePreparation& how = picture.preparation;
    PreparedPicture& prepared = frame.seen.prepared;
    const std::size_t area = std::size_t{1} * picture.width * picture.height;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const float shown =
            colour ? static_cast<float>((*colour)[channel]) : how.mean[channel] / how.rescale;
        const float fill =
            colour ? (shown * how.rescale - how.mean[channel]) / how.deviation[channel] : 0.0F;
        const auto byte = static_cast<char>(std::clamp(shown + 0.5F, 0.0F, 255.0F));
        for (const int patch : patches)
            for (int y = 0; y < picture.patch; ++y)
                for (int x = 0; x < picture.patch; ++x) {
                    const std::size_t at =
                        (std::size_t{1} * (patch / picture.columns()) * picture.patch + y) *
                            picture.width +
                        std::size_t{1} * (patch % picture.columns()) * picture.patch + x;
                    prepared.values[channel * area + at] = fill;
                    prepared.shown.rgb[3 * at + channel] = byte;
                }
    }
}

}  // namespace hw::model
