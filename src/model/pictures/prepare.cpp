// SPDX-License-Identifier: MIT
#include "model/pictures/prepare.h"

#include <algorithm>
#include <utility>

#include "core/localized_text.h"

namespace hw::model {
namespace {

/// The sizes before the crop.
std::pair<int, int> sizesOf(const PicturePoints& picture, const PicturePreparation& preparation) {
    if (preparation.shortest == 0) return {preparation.width, preparation.height};
    const auto follow = [&](int longer, int shorter) {
        return static_cast<int>(static_cast<double>(preparation.shortest) * longer / shorter);
    };
    return picture.width <= picture.height
               ? std::pair{preparation.shortest, follow(picture.height, picture.width)}
               : std::pair{follow(picture.width, picture.height), preparation.shortest};
}

/// Half of a difference, rounded down even if it is negative, as in the library.
int halfOf(int difference) { return difference >= 0 ? difference / 2 : -((1 - difference) / 2); }

/// The central part. Pixels outside the picture are black.
PicturePoints cropped(const PicturePoints& picture, int width, int height) {
    const int left = halfOf(picture.width - width);
    const int top = halfOf(picture.height - height);
    PicturePoints made{width, height, std::string(std::size_t{3} * width * height, 0)};
    for (int y = std::max(0, -top); y < height && y + top < picture.height; ++y)
        for (int x = std::max(0, -left); x < width && x + left < picture.width; ++x)
            std::copy_n(
                picture.rgb.begin() + std::ptrdiff_t{3} * ((y + top) * picture.width + x + left), 3,
                made.rgb.begin() + std::ptrdiff_t{3} * (y * width + x));
    return made;
}

std::unexpected<Problem> bad(Code code, LocalizedText finding, LocalizedText remedy) {
    return std::unexpected(Problem{.code = code,
                                   .place = "picture",
                                   .finding = std::string(finding),
                                   .remedy = remedy,
                                   .byte = {}});
}

}  // namespace

Result<PreparedPicture> preparePicture(const PicturePoints& picture,
                                       const PicturePreparation& preparation) {
    if (picture.width < 1 || picture.height < 1 ||
        picture.rgb.size() != std::size_t{3} * picture.width * picture.height)
        return bad(Code::badArgument, "The picture has no pixels."_tr, "Use another one."_tr);
    // A long strip, whose shorter edge would be enlarged.
    constexpr double mostProportion = 64;
    constexpr double mostPixels = 1 << 26;
    const double proportion = static_cast<double>(picture.width) / picture.height;
    const double longest = std::max(proportion, 1 / proportion);
    const double pixels = longest * preparation.shortest * preparation.shortest;
    if (preparation.shortest > 0 && (longest > mostProportion || pixels > mostPixels))
        return bad(Code::tooLarge, "The picture is too long and narrow."_tr, "Crop it."_tr);
    const auto [width, height] = sizesOf(picture, preparation);
    PreparedPicture made;
    made.shown = resized(picture, width, height, preparation.resample);
    if (preparation.cropWidth > 0)
        made.shown = cropped(made.shown, preparation.cropWidth, preparation.cropHeight);
    const std::size_t area = made.shown.rgb.size() / 3;
    made.values.resize(made.shown.rgb.size());
    for (std::size_t i = 0; i < made.shown.rgb.size(); ++i) {
        const auto byte = static_cast<float>(static_cast<unsigned char>(made.shown.rgb[i]));
        made.values[i % 3 * area + i / 3] =
            (byte * preparation.rescale - preparation.mean[i % 3]) / preparation.deviation[i % 3];
    }
    return made;
}

}  // namespace hw::model
