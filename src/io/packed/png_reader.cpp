// SPDX-License-Identifier: MIT
// PNG, second edition (ISO/IEC 15948), the usual format of figures and thumbnails.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <utility>

#include "io/packed/picture.h"
#include "io/readers/inflater.h"

namespace hw::io {

namespace {

std::uint32_t number(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char c : bytes.substr(0, 4)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

struct Header {
    int width = 0;
    int height = 0;
    int depth = 0;
    int kind = 0;  ///< 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha
    int channels() const { return std::array{1, 0, 3, 1, 2, 0, 4}[kind]; }
    std::size_t rowBytes() const {
        return static_cast<std::size_t>((width * channels() * depth + 7) / 8);
    }
};

std::optional<Header> readHeader(std::string_view chunk) {
    if (chunk.size() != 13) return std::nullopt;
    const std::uint32_t width = number(chunk);
    const std::uint32_t height = number(chunk.substr(4));
    constexpr std::uint32_t most = 4'000'000;
    if (width == 0 || height == 0 || width > most || height > most / width) return std::nullopt;
    const Header header{static_cast<int>(width), static_cast<int>(height), chunk[8], chunk[9]};
    if (header.kind < 0 || header.kind > 6 || header.channels() == 0 || chunk[12] != 0)
        return std::nullopt;
    const bool packed = header.kind == 0 || header.kind == 3;
    const int depth = header.depth;
    if (depth != 8 && !(packed && (depth == 1 || depth == 2 || depth == 4))) return std::nullopt;
    return header;
}

/// Removes the filters, in place. False for an unknown filter.
bool unfilter(std::string& rows, const Header& header) {
    const std::size_t width = header.rowBytes() + 1;
    const std::size_t step = std::max(1, header.channels() * header.depth / 8);
    for (int y = 0; y < header.height; ++y) {
        const std::size_t start = std::size_t{1} * y * width;
        for (std::size_t x = 1; x < width; ++x) {
            const auto at = [&](bool there, std::size_t back) -> int {
                return there ? static_cast<unsigned char>(rows[start + x - back]) : 0;
            };
            const int left = at(x > step, step);
            const int above = at(y > 0, width);
            const int corner = at(y > 0 && x > step, width + step);
            const int guess = left + above - corner;
            int add = 0;
            switch (rows[start]) {
                case 0: break;
                case 1: add = left; break;
                case 2: add = above; break;
                case 3: add = (left + above) / 2; break;
                case 4: {
                    const int a = std::abs(guess - left);
                    const int b = std::abs(guess - above);
                    const int c = std::abs(guess - corner);
                    add = a <= b && a <= c ? left : b <= c ? above : corner;
                    break;
                }
                default: return false;
            }
            rows[start + x] = static_cast<char>(at(true, 0) + add);
        }
    }
    return true;
}

/// The contents of PLTE and tRNS.
struct Colours {
    std::string_view palette;
    std::string_view
        clear;  ///< the opacity of entries of the palette, or the transparent colour, two bytes per channel
};

/// On white, from colours that are first multiplied by the opacity, as in a browser's canvas.
char onWhite(int value, int opacity) {
    return static_cast<char>((value * opacity + 127) / 255 + 255 - opacity);
}

/// True for the one transparent colour of a file without opacities.
bool isClear(const Colours& colours, std::span<const int> channels) {
    if (colours.clear.size() < 2 * channels.size()) return false;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const int high = static_cast<unsigned char>(colours.clear[2 * i]);
        if ((high << 8 | static_cast<unsigned char>(colours.clear[2 * i + 1])) != channels[i])
            return false;
    }
    return true;
}

PicturePoints paint(const std::string& rows, const Header& header, const Colours& colours) {
    PicturePoints points{header.width, header.height, {}};
    const std::size_t width = header.rowBytes() + 1;
    const std::size_t channels = header.channels();
    for (int y = 0; y < header.height; ++y) {
        const std::string_view row =
            std::string_view(rows).substr(std::size_t{1} * y * width + 1, width - 1);
        for (int x = 0; x < header.width; ++x) {
            const auto at = [&](std::size_t channel) -> int {
                return static_cast<unsigned char>(row[std::size_t{1} * x * channels + channel]);
            };
            int alpha = 255;
            std::array<int, 3> colour{};
            if (channels == 1) {
                const int perByte = 8 / header.depth;
                const int byte = static_cast<unsigned char>(row[x / perByte]);
                const int most = (1 << header.depth) - 1;
                const int value = byte >> (8 - header.depth * (x % perByte + 1)) & most;
                colour.fill(value * 255 / most);
                if (header.kind == 3) {
                    const auto entry = std::size_t{1} * value * 3;
                    for (std::size_t i = 0; i < 3; ++i)
                        colour[i] = entry + i < colours.palette.size()
                                        ? static_cast<unsigned char>(colours.palette[entry + i])
                                        : 0;
                    if (std::cmp_less(value, colours.clear.size()))
                        alpha = static_cast<unsigned char>(colours.clear[value]);
                } else if (isClear(colours, {&value, 1})) {
                    alpha = 0;
                }
            } else {
                for (std::size_t i = 0; i < 3; ++i) colour[i] = at(channels < 3 ? 0 : i);
                if (channels % 2 == 0) alpha = at(channels - 1);
                if (channels == 3 && isClear(colours, colour)) alpha = 0;
            }
            for (const int value : colour) points.rgb += onWhite(value, alpha);
        }
    }
    return points;
}

}  // namespace

std::optional<PicturePoints> readPng(std::string_view png) {
    if (!png.starts_with("\x89PNG\r\n\x1a\n")) return std::nullopt;
    png.remove_prefix(8);
    std::optional<Header> header;
    std::string packed;
    Colours colours;
    while (png.size() >= 12) {
        const std::uint32_t size = number(png);
        if (size > png.size() - 12) return std::nullopt;
        const std::string_view kind = png.substr(4, 4);
        const std::string_view content = png.substr(8, size);
        if (kind == "IHDR") header = readHeader(content);
        if (kind == "PLTE") colours.palette = content;
        if (kind == "tRNS") colours.clear = content;
        if (kind == "IDAT") packed += content;
        png.remove_prefix(size + 12);
    }
    if (!header || packed.size() < 2) return std::nullopt;
    const std::size_t needed = (header->rowBytes() + 1) * header->height;
    std::string rows;
    Inflater inflater(Inflater::Wrapping::raw, 1 << 20);
    std::string_view bytes = std::string_view(packed).substr(2);
    const auto inflated = inflater.push(bytes, [&](std::string_view part) -> Result<void> {
        if (rows.size() + part.size() > needed) return std::unexpected(Problem{});
        rows += part;
        return {};
    });
    if (!inflated || rows.size() != needed || !unfilter(rows, *header)) return std::nullopt;
    return paint(rows, *header, colours);
}

}  // namespace hw::io
