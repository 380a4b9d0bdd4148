// SPDX-License-Identifier: MIT
// Prepares a picture for a vision model: resized, cropped, rescaled, normalised according to its
// preprocessor_config.json. The numbers equal those of the library's image processors that use PIL.
#pragma once

#include <array>
#include <vector>

#include "core/model/picture_points.h"
#include "core/problem.h"
#include "model/network/spec.h"

namespace hw::model {

struct PreparedPicture {
    PicturePoints shown;        ///< the model's input, before it is rescaled
    std::vector<float> values;  ///< [3][height][width]
};

/// Resizes with PIL's filters (widened when a picture shrinks), rounding to 8 bits after each axis, as in PIL. Both
/// sizes are at least 1. O(pixels of both sizes).
PicturePoints resized(const PicturePoints& picture, int width, int height,
                      PicturePreparation::Resample filter);

/// Errors: badArgument for a picture without pixels, or with a wrong number of bytes; tooLarge if the longer side would
/// have too many pixels.
Result<PreparedPicture> preparePicture(const PicturePoints& picture,
                                       const PicturePreparation& preparation);

/// A picture, or a part of it, as the tower of a PromptPictureSpec reads it.
struct PictureFrame {
    PreparedPicture prepared;
    /// The row and column of a tile, from 0; -1 for the picture as a whole.
    int row = -1;
    int column = -1;
    /// Left, top, right and bottom of the part that it shows, in fractions of the picture.
    std::array<double, 4> box{0, 0, 1, 1};
};

/// The frames of a picture: one, or with `splits` and PicturePreparation::longest its tiles, row after row, and then the
/// whole (Idefics3; a picture of one tile is not split). Errors: as of preparePicture; tooLarge for a strip.
Result<std::vector<PictureFrame>> prepareFrames(const PicturePoints& picture,
                                                const PicturePreparation& preparation, bool splits);

}  // namespace hw::model
