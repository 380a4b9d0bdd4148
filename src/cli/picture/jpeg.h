// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/model/picture_points.h"
#include "core/problem.h"

namespace hw::cli {

/// True for bytes that begin as a JPEG does.
bool isJpeg(std::string_view bytes);

/// Decodes a JPEG, baseline or progressive, colour or grey, and turns it upright as its EXIF orientation says. Pixels are those of
/// PIL's ImageOps.exif_transpose(Image.open(...)).convert("RGB") where both use libjpeg-turbo. Errors, with `name` as their place:
/// notRecognised for what is no JPEG, for CMYK and for more than 500 scans; truncated where the file ends too early; tooLarge for more
/// than 40 million pixels. Cost: about 10 ns a pixel.
Result<PicturePoints> readJpeg(std::string_view bytes, std::string_view name);

/// 1 to 8 as EXIF has it (1: upright), of the bytes of an APP1 segment behind its length; 1 for what says nothing.
int exifOrientation(std::string_view segment);
/// The picture as it is meant to be seen. O(pixels).
PicturePoints upright(PicturePoints picture, int orientation);

}  // namespace hw::cli
