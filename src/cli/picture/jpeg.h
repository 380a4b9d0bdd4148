// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/model/picture_points.h"
#include "core/problem.h"

namespace hw::cli {

/// True for bytes that begin as a JPEG does.
bool isJpeg(std::string_view bytes);

/// Decodes a JPEG, baseline or progressive, colour or grey, and turns it upright by its EXIF orientation. Pixels are
/// those of PIL's ImageOps.exif_transpose(Image.open(...)).convert("RGB") where both use libjpeg-turbo. Errors, with
/// `name` as their place: notRecognised for other formats, for CMYK and for more than 500 scans; truncated where the
/// file ends too early; tooLarge for more than 40 million pixels. Cost: about 10 ns a pixel.
Result<PicturePoints> readJpeg(std::string_view bytes, std::string_view name);

/// The orientation from 1 to 8 in EXIF (1 is upright), from the bytes of an APP1 segment after its length. 1 if there
/// is none.
int exifOrientation(std::string_view segment);
/// The picture turned upright. O(pixels).
PicturePoints upright(PicturePoints picture, int orientation);

}  // namespace hw::cli
