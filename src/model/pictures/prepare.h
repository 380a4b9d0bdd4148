// SPDX-License-Identifier: MIT
// Prepares a picture for a vision model: resized, cropped, rescaled, normalised according to its
// preprocessor_config.json. The numbers equal those of the library's image processors that use PIL.
#pragma once

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

}  // namespace hw::model
