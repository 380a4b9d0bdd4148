// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hw::figure {

/// A PNG file with at most 256 colours (RFC 2083: indexed, 8 bits per pixel, stored without
/// compression). `pixels`: width * height indices into `palette` (0xAABBGGRR), top row first.
/// O(pixels); about one byte per pixel.
std::string indexedPng(int width, int height, std::span<const std::uint8_t> pixels,
                       std::span<const std::uint32_t> palette);

/// RFC 4648, with padding.
std::string base64(std::string_view bytes);

}  // namespace hw::figure
