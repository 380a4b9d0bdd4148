// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// A PNG file with at most 256 colours (RFC 2083, indexed, 8 bits per pixel, stored without compression). `pixels` are
/// width * height indices into `palette` (0xAABBGGRR), top row first. O(pixels), and about one byte per pixel.
std::string indexedPng(int width, int height, std::span<const std::uint8_t> pixels,
                       std::span<const std::uint32_t> palette);

/// The same from red, green, blue of each pixel, 8 bits each, so three bytes per pixel.
std::string colourPng(int width, int height, std::string_view rgb);

/// RFC 4648, with padding.
std::string base64(std::string_view bytes);

}  // namespace hw
