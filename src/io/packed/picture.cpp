// SPDX-License-Identifier: MIT
#include "io/packed/picture.h"

#include <algorithm>
#include <cmath>

#include "io/packed/text64.h"
#include "io/readers/inflater.h"

namespace hw::io {

namespace {

constexpr std::size_t fewBytes = 480;  ///< a picture up to this size is kept unchanged in any case
constexpr std::size_t mostBytes = 3000;  ///< limit for a picture that can only be kept unchanged
constexpr int longestSide = 512;
constexpr int fewLevels = 16;

std::string bigEndian(std::uint32_t number) {
    std::string bytes;
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        bytes += static_cast<char>(number >> shift & 0xFFU);
    return bytes;
}

std::string chunk(std::string_view kind, std::string_view content) {
    const std::string typed = std::string(kind) + std::string(content);
    return bigEndian(static_cast<std::uint32_t>(content.size())) + typed +
           bigEndian(crc32Of(0, typed));
}

/// zlib's container with stored blocks (RFC 1950, 1951).
std::string stored(std::string_view bytes) {
    std::string out("\x78\x01", 2);
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const char c : bytes) {
        low = (low + static_cast<unsigned char>(c)) % 65521U;
        high = (high + low) % 65521U;
    }
    while (true) {
        const std::string_view part = bytes.substr(0, 65535);
        bytes.remove_prefix(part.size());
        const auto size = static_cast<std::uint32_t>(part.size());
        out += static_cast<char>(bytes.empty() ? 1 : 0);
        for (const std::uint32_t number : {size, ~size}) {
            out += static_cast<char>(number & 0xFFU);
            out += static_cast<char>(number >> 8 & 0xFFU);
        }
        out += part;
        if (bytes.empty()) break;
    }
    return out + bigEndian(high << 16 | low);
}

std::string writePng(const PackedPicture& picture) {
    std::string rows;
    const std::size_t row = picture.width * picture.channels;
    for (std::size_t at = 0; at < picture.pixels.size(); ++at) {
        if (at % row == 0) rows += '\0';  // no filter
        rows += static_cast<char>(picture.pixels[at] * 255 / (picture.levels - 1));
    }
    const std::string kind =
        picture.channels == 3 ? std::string("\x08\x02\0\0\0", 5) : std::string("\x08\0\0\0\0", 5);
    const std::string header = bigEndian(static_cast<std::uint32_t>(picture.width)) +
                               bigEndian(static_cast<std::uint32_t>(picture.height)) + kind;
    return std::string("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", header) +
           chunk("IDAT", stored(rows)) + chunk("IEND", {});
}

/// Each point of the smaller picture is the mean of those that it covers.
PackedPicture shrink(const PicturePoints& points, int mostPoints) {
    PackedPicture picture;
    const double scale =
        std::min(1.0, std::sqrt(static_cast<double>(mostPoints) / points.width / points.height));
    picture.width = std::clamp(static_cast<int>(points.width * scale), 1, longestSide);
    picture.height = std::clamp(static_cast<int>(points.height * scale), 1, longestSide);
    picture.levels = fewLevels;
    const auto value = [&](int x, int y, int channel) -> int {
        return static_cast<unsigned char>(points.rgb[(y * points.width + x) * 3 + channel]);
    };
    picture.channels = 1;
    for (std::size_t at = 0; at + 2 < points.rgb.size(); at += 3) {
        if (points.rgb[at] != points.rgb[at + 1] || points.rgb[at] != points.rgb[at + 2])
            picture.channels = 3;
    }
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const int top = y * points.height / picture.height;
            const int bottom = std::max(top + 1, (y + 1) * points.height / picture.height);
            const int first = x * points.width / picture.width;
            const int end = std::max(first + 1, (x + 1) * points.width / picture.width);
            for (int channel = 0; channel < picture.channels; ++channel) {
                std::int64_t sum = 0;
                for (int i = top; i < bottom; ++i) {
                    for (int j = first; j < end; ++j) sum += value(j, i, channel);
                }
                const std::int64_t count = std::int64_t{255} * (bottom - top) * (end - first);
                picture.pixels.push_back(
                    static_cast<std::uint8_t>((sum * (fewLevels - 1) + count / 2) / count));
            }
        }
    }
    return picture;
}

/// Whether the bytes match the size, and the size is not too large.
bool isWhole(const PicturePoints& points) {
    constexpr int most = 8192;
    return points.width > 0 && points.height > 0 && points.width <= most && points.height <= most &&
           points.rgb.size() == std::size_t{3} * points.width * points.height;
}

}  // namespace

std::optional<PackedPicture> packPicture(const ImageRegion& image, const PicturePoints& decoded,
                                         int points) {
    const std::string_view url = image.dataUrl;
    const std::size_t comma = url.find(',');
    if (!url.starts_with("data:image/") || comma == std::string_view::npos) return std::nullopt;
    const std::string_view kind = url.substr(5, comma - 5);
    if (!kind.ends_with(";base64")) return std::nullopt;
    const auto bytes = fromBase64(url.substr(comma + 1));
    if (!bytes) return std::nullopt;
    PackedPicture picture;
    if (bytes->size() > fewBytes) {
        if (const auto own = readPng(*bytes)) {
            picture = shrink(*own, points);
        } else if (isWhole(decoded)) {
            picture = shrink(decoded, points);
        } else if (bytes->size() > mostBytes) {
            return std::nullopt;
        }
    }
    if (picture.pixels.empty()) {
        picture.mime = kind.substr(0, kind.find(';'));
        picture.bytes = *bytes;
    }
    picture.rows = image.rows;
    picture.cols = image.cols;
    picture.firstPatchToken = image.firstPatchToken;
    return picture;
}

std::string dataUrl(const PackedPicture& picture) {
    const bool own = picture.mime.empty();
    return "data:" + (own ? "image/png" : picture.mime) + ";base64," +
           toBase64(own ? writePng(picture) : picture.bytes, Base64::standard);
}

}  // namespace hw::io
