// SPDX-License-Identifier: MIT
// The picture of a vision file, made as small as it serves: it stands behind patches.
#pragma once

#include <optional>
#include <string>

#include "core/model/attention_model.h"
#include "io/packed/content.h"

namespace hw::io {

/// The file's own bytes if they are few; else, of a PNG, at most 6400 points in 16 steps of each colour.
/// Nothing if neither can be. Errors are none: a picture that cannot be read is left out.
std::optional<PackedPicture> packPicture(const ImageInfo& image);

/// As an address that every browser shows.
std::string dataUrl(const PackedPicture& picture);

/// Red, green, blue of each point, 0 to 255, over white.
struct Points {
    int width = 0;
    int height = 0;
    std::string rgb;
};
/// Reads a PNG of 8 bits or less, without interlacing, of at most 4 million points.
std::optional<Points> readPng(std::string_view png);

}  // namespace hw::io
