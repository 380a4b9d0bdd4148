// SPDX-License-Identifier: MIT
#include "model/pictures/prepare.h"

#include <algorithm>
#include <cstddef>
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

/// The values of a picture of the model's size.
PreparedPicture normalised(PicturePoints shown, const PicturePreparation& preparation) {
    PreparedPicture made;
    made.shown = std::move(shown);
    const std::size_t area = made.shown.rgb.size() / 3;
    made.values.resize(made.shown.rgb.size());
    for (std::size_t i = 0; i < made.shown.rgb.size(); ++i) {
        const auto byte = static_cast<float>(static_cast<unsigned char>(made.shown.rgb[i]));
        made.values[i % 3 * area + i / 3] =
            (byte * preparation.rescale - preparation.mean[i % 3]) / preparation.deviation[i % 3];
    }
    return made;
}

/// Width and height with this longer side, the other by the proportion, even (Idefics3).
std::pair<int, int> withLongest(const PicturePoints& picture, int longest) {
    const double ratio = static_cast<double>(picture.width) / picture.height;
    const auto even = [](double side) {
        const int whole = static_cast<int>(side);
        return std::max(whole + whole % 2, 1);
    };
    return picture.width >= picture.height ? std::pair{longest, even(longest / ratio)}
                                           : std::pair{even(longest * ratio), longest};
}

/// The size whose sides are multiples of a tile's, first the longer one.
std::pair<int, int> inTiles(int width, int height, int tile) {
    const auto up = [&](int side) { return (side + tile - 1) / tile * tile; };
    const double ratio = static_cast<double>(width) / height;
    if (width >= height) {
        const int wide = up(width);
        return {wide, up(static_cast<int>(wide / ratio))};
    }
    const int high = up(height);
    return {up(static_cast<int>(high * ratio)), high};
}

PicturePoints partOf(const PicturePoints& picture, int left, int top, int side) {
    PicturePoints made{side, side, std::string(std::size_t{3} * side * side, 0)};
    for (int y = 0; y < side; ++y)
        std::copy_n(picture.rgb.begin() + std::ptrdiff_t{3} * ((top + y) * picture.width + left),
                    std::ptrdiff_t{3} * side, made.rgb.begin() + std::ptrdiff_t{3} * y * side);
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
    PicturePoints shown = resized(picture, width, height, preparation.resample);
    if (preparation.cropWidth > 0)
        shown = cropped(shown, preparation.cropWidth, preparation.cropHeight);
    return normalised(std::move(shown), preparation);
}

Result<std::vector<PictureFrame>> prepareFrames(const PicturePoints& picture,
                                                const PicturePreparation& preparation,
                                                bool splits) {
    std::vector<PictureFrame> frames;
    if (preparation.longest == 0) {
        auto prepared = preparePicture(picture, preparation);
        if (!prepared) return std::unexpected(std::move(prepared.error()));
        PictureFrame& frame = frames.emplace_back();
        frame.prepared = std::move(*prepared);
        if (preparation.cropWidth == 0) return frames;
        const auto [width, height] = sizesOf(picture, preparation);
        const double left = halfOf(width - preparation.cropWidth);
        const double top = halfOf(height - preparation.cropHeight);
        frame.box = {std::max(0.0, left / width), std::max(0.0, top / height),
                     std::min(1.0, (left + preparation.cropWidth) / width),
                     std::min(1.0, (top + preparation.cropHeight) / height)};
        return frames;
    }
    if (picture.width < 1 || picture.height < 1 ||
        picture.rgb.size() != std::size_t{3} * picture.width * picture.height)
        return bad(Code::badArgument, "The picture has no pixels."_tr, "Use another one."_tr);
    const int side = preparation.width;
    const auto filter = preparation.resample;
    const auto [width, height] = withLongest(picture, preparation.longest);
    PicturePoints whole = resized(picture, width, height, filter);
    if (splits) {
        const auto [wide, high] = inTiles(width, height, side);
        whole = resized(whole, wide, high, filter);
        const int columns = wide / side;
        const int rows = high / side;
        for (int row = 0; row < rows && columns * rows > 1; ++row)
            for (int column = 0; column < columns; ++column)
                frames.push_back(
                    {normalised(partOf(whole, column * side, row * side, side), preparation),
                     row,
                     column,
                     {static_cast<double>(column) / columns, static_cast<double>(row) / rows,
                      (column + 1.0) / columns, (row + 1.0) / rows}});
    }
    frames.push_back({normalised(resized(whole, side, side, filter), preparation)});
    return frames;
}

}  // namespace hw::model
