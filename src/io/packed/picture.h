// SPDX-License-Identifier: MIT
// The picture of a vision file, reduced as far as its use allows, since it is only shown under patches.
#pragma once

#include <optional>
#include <string>

#include "core/model/attention_model.h"
#include "core/model/picture_points.h"
#include "io/packed/content.h"

namespace hw::io {

/// The picture as a data: URL that every browser can show.
std::string dataUrl(const PackedPicture& picture);

/// The file's own bytes if they are few, else at most `points` points in 16 steps of each colour, from a PNG or from a
/// picture that the caller has `decoded`. Nothing if neither is possible. There are no errors, since an unreadable
/// picture is dropped.
std::optional<PackedPicture> packPicture(const ImageRegion& image,
                                         const PicturePoints& decoded = {}, int points = 6400);

/// Decodes a PNG of 8 bits or less per channel, not interlaced, of at most 4 million pixels.
std::optional<PicturePoints> readPng(std::string_view png);

}  // namespace hw::io
