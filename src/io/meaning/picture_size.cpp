// SPDX-License-Identifier: MIT
#include "io/meaning/picture_size.h"

#include <cstdint>

#include "io/packed/text64.h"

namespace hw::io {
namespace {

/// Up to four bytes as one number, or 0 beyond the end.
std::uint32_t numberAt(std::string_view bytes, std::size_t at, int count, bool bigEndian) {
    if (at + static_cast<std::size_t>(count) > bytes.size()) return 0;
    std::uint32_t number = 0;
    for (int i = 0; i < count; ++i) {
        const int place = bigEndian ? i : count - 1 - i;
        number =
            number << 8U | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(place)]);
    }
    return number;
}

double ratio(std::uint32_t width, std::uint32_t height) {
    return width > 0 && height > 0 ? static_cast<double>(width) / height : 0;
}

/// True if the Exif of a segment states that rows are stored as columns (orientations 5 to 8, Exif 2.32, 4.6.4).
bool isOnItsSide(std::string_view segment) {
    constexpr std::string_view name("Exif\0\0", 6);
    if (!segment.starts_with(name)) return false;
    const std::string_view tiff = segment.substr(name.size());
    const bool bigEndian = tiff.starts_with("MM");
    const std::size_t list = numberAt(tiff, 4, 4, bigEndian);
    const std::uint32_t entries = numberAt(tiff, list, 2, bigEndian);
    for (std::uint32_t entry = 0; entry < entries; ++entry) {
        const std::size_t at = list + 2 + std::size_t{12} * entry;
        if (at + 12 > tiff.size()) return false;
        if (numberAt(tiff, at, 2, bigEndian) == 0x0112)
            return numberAt(tiff, at + 8, 2, bigEndian) >= 5;
    }
    return false;
}

/// Segments until the one that begins a frame (ITU T.81, B.2.2).
double ofJpeg(std::string_view bytes) {
    bool turned = false;
    std::size_t at = 2;
    while (at + 9 < bytes.size()) {
        if (bytes[at] != '\xFF') return 0;
        const auto marker = static_cast<unsigned char>(bytes[at + 1]);
        if (marker == 0xFF) {
            ++at;
            continue;
        }
        const bool isFrame =
            marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (isFrame) {
            const std::uint32_t width = numberAt(bytes, at + 7, 2, true);
            const std::uint32_t height = numberAt(bytes, at + 5, 2, true);
            return turned ? ratio(height, width) : ratio(width, height);
        }
        const std::size_t length = numberAt(bytes, at + 2, 2, true);
        constexpr int exif = 0xE1;
        if (marker == exif && length > 2)
            turned = turned || isOnItsSide(bytes.substr(at + 4, length - 2));
        at += 2 + length;
    }
    return 0;
}

/// The three forms of RFC 9649.
double ofWebp(std::string_view bytes) {
    const std::string_view kind = bytes.substr(12, 4);
    if (kind == "VP8X") {
        return ratio(1 + numberAt(bytes, 24, 3, false), 1 + numberAt(bytes, 27, 3, false));
    }
    if (kind == "VP8L") {
        const std::uint32_t bits = numberAt(bytes, 21, 4, false);
        return ratio(1 + (bits & 0x3FFFU), 1 + (bits >> 14U & 0x3FFFU));
    }
    return ratio(numberAt(bytes, 26, 2, false) & 0x3FFFU, numberAt(bytes, 28, 2, false) & 0x3FFFU);
}

}  // namespace

double aspectOfPicture(std::string_view bytes) {
    if (bytes.size() < 10) return 0;
    if (bytes.starts_with("\x89PNG"))
        return ratio(numberAt(bytes, 16, 4, true), numberAt(bytes, 20, 4, true));
    if (bytes.starts_with("GIF8"))
        return ratio(numberAt(bytes, 6, 2, false), numberAt(bytes, 8, 2, false));
    if (bytes.starts_with("\xFF\xD8")) return ofJpeg(bytes);
    if (bytes.size() >= 30 && bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP")
        return ofWebp(bytes);
    return 0;
}

double aspectOfAddress(std::string_view dataUrl) {
    const std::size_t comma = dataUrl.find(";base64,");
    if (comma == std::string_view::npos) return 0;
    const auto bytes = fromBase64(dataUrl.substr(comma + 8));
    return bytes ? aspectOfPicture(*bytes) : 0;
}

}  // namespace hw::io
