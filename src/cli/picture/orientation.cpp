// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "cli/picture/jpeg.h"

namespace hw::cli {
namespace {

/// A TIFF header and what it points to: numbers in either order of bytes.
class Tiff {
public:
    explicit Tiff(std::string_view bytes) : bytes_(bytes), isLittle_(bytes.starts_with("II")) {}
    bool isOne() const {
        return (isLittle_ || bytes_.starts_with("MM")) && number(2, 2) == std::uint32_t{42};
    }
    /// Of `size` bytes; nullopt beyond the end.
    std::optional<std::uint32_t> number(std::size_t at, int size) const {
        if (at > bytes_.size() || bytes_.size() - at < static_cast<std::size_t>(size))
            return std::nullopt;
        std::uint32_t value = 0;
        for (int i = 0; i < size; ++i) {
            const int place = isLittle_ ? size - 1 - i : i;
            value = value << 8U | static_cast<unsigned char>(bytes_[at + place]);
        }
        return value;
    }

private:
    std::string_view bytes_;
    bool isLittle_;
};

}  // namespace

int exifOrientation(std::string_view segment) {
    constexpr std::string_view head("Exif\0\0", 6);
    if (!segment.starts_with(head)) return 1;
    const Tiff tiff(segment.substr(head.size()));
    if (!tiff.isOne()) return 1;
    const std::size_t directory = tiff.number(4, 4).value_or(0);
    const std::uint32_t entries = tiff.number(directory, 2).value_or(0);
    constexpr std::size_t entrySize = 12;
    constexpr std::uint32_t orientation = 0x112;
    constexpr std::uint32_t shortType = 3;
    for (std::uint32_t i = 0; i < entries; ++i) {
        const std::size_t at = directory + 2 + entrySize * i;
        const auto tag = tiff.number(at, 2);
        if (!tag) return 1;
        if (*tag != orientation || tiff.number(at + 2, 2) != shortType) continue;
        const std::uint32_t value = tiff.number(at + 8, 2).value_or(1);
        return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

PicturePoints upright(PicturePoints picture, int orientation) {
    if (orientation <= 1 || orientation > 8) return picture;
    // Where the rows and columns of the file are seen: EXIF 2.3, 4.6.4.
    const bool isTurned = orientation >= 5;
    const bool fromRight =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool fromBelow =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    PicturePoints seen{picture.width, picture.height, {}};
    if (isTurned) std::swap(seen.width, seen.height);
    seen.rgb.resize(picture.rgb.size());
    for (int y = 0; y < seen.height; ++y) {
        for (int x = 0; x < seen.width; ++x) {
            int column = isTurned ? y : x;
            int row = isTurned ? x : y;
            if (fromRight) column = picture.width - 1 - column;
            if (fromBelow) row = picture.height - 1 - row;
            const std::size_t from =
                std::size_t{3} * (std::size_t{1} * row * picture.width + column);
            const std::size_t to = std::size_t{3} * (std::size_t{1} * y * seen.width + x);
            for (int c = 0; c < 3; ++c) seen.rgb[to + c] = picture.rgb[from + c];
        }
    }
    return seen;
}

}  // namespace hw::cli
