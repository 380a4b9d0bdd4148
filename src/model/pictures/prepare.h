// SPDX-License-Identifier: MIT
// A picture as a vision model takes it: resized, cropped, rescaled, normalised, as its preprocessor_config.json says. The
// numbers are those of the library's image processors that resize with PIL.
#pragma once

#include <vector>

#include "core/model/picture_points.h"
#include "core/problem.h"
#include "model/network/spec.h"

namespace hw::model {

struct PreparedPicture {
    PicturePoints shown;        ///< what the model sees, before it is rescaled
    std::vector<float> values;  ///< [3][height][width]
};

/// Resizes with PIL's filters (widened when a picture shrinks), rounding to 8 bits after each axis as PIL does. Both sizes at
/// least 1. O(pixels of both sizes).
PicturePoints resized(const PicturePoints& picture, int width, int height,
                      PicturePreparation::Resample filter);

/// Errors: badArgument for a picture without pixels, or whose bytes are not its size; tooLarge where the longer side would
/// have too many.
Result<PreparedPicture> preparePicture(const PicturePoints& picture,
                                       const PicturePreparation& preparation);

}  // namespace hw::model
