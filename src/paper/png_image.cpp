// SPDX-License-Identifier: MIT
#include "paper/png_image.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "paper/deflate.h"
#include "paper/type/big_endian.h"

namespace hw::paper {
namespace {

constexpr std::string_view signature("\x89PNG\r\n\x1A\n", 8);
constexpr std::uint64_t mostPixels = std::uint64_t{64} << 20;

std::unexpected<Problem> unread(Code code, std::string finding) {
    return std::unexpected(Problem{.code = code,
                                   .place = {},
                                   .finding = std::move(finding),
                                   .remedy = "Save the picture as a plain PNG of 8 bits.",
                                   .byte = {}});
}

struct Header {
    int width = 0, height = 0, bits = 0, kind = 0, interlaced = 0;
    int channels() const { return kind == 2 ? 3 : kind == 4 ? 2 : kind == 6 ? 4 : 1; }
    std::size_t rowBytes() const { return (std::size_t{1} * width * channels() * bits + 7) / 8; }
};

int paeth(int a, int b, int c) {
    const int p = a + b - c;
    const int pa = std::abs(p - a);
    const int pb = std::abs(p - b);
    const int pc = std::abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/// Undoes PNG's filters in place. False for an unknown filter.
bool unfilter(std::string& raw, const Header& header) {
    const std::size_t row = header.rowBytes() + 1;
    const std::size_t step = std::max(1, header.channels() * header.bits / 8);
    const auto at = [&](std::size_t y, std::size_t i) -> int {
        return static_cast<unsigned char>(raw[y * row + i]);
    };
    for (std::size_t y = 0; y < static_cast<std::size_t>(header.height); ++y) {
        const int filter = at(y, 0);
        if (filter > 4) return false;
        for (std::size_t i = 1; i < row; ++i) {
            const int left = i > step ? at(y, i - step) : 0;
            const int up = y > 0 ? at(y - 1, i) : 0;
            const int corner = y > 0 && i > step ? at(y - 1, i - step) : 0;
            const int add = filter == 1   ? left
                            : filter == 2 ? up
                            : filter == 3 ? (left + up) / 2
                            : filter == 4 ? paeth(left, up, corner)
                                          : 0;
            raw[y * row + i] = static_cast<char>(at(y, i) + add);
        }
    }
    return true;
}

/// Palette, grey, colours and alpha as RGB and alpha.
Pixels spread(const std::string& raw, const Header& header, std::string_view palette,
              std::string_view transparent) {
    Pixels pixels{header.width, header.height, {}, {}};
    const std::size_t count = std::size_t{1} * header.width * header.height;
    pixels.rgb.reserve(3 * count);
    const bool hasAlpha = header.kind >= 4 || (header.kind == 3 && !transparent.empty());
    const int most = (1 << header.bits) - 1;
    for (int y = 0; y < header.height; ++y) {
        const std::string_view row = std::string_view(raw).substr(
            (header.rowBytes() + 1) * static_cast<std::size_t>(y) + 1, header.rowBytes());
        const auto sample = [&](int index) {
            if (header.bits == 8) return u8At(row, static_cast<std::size_t>(index));
            const int bit = index * header.bits;
            return u8At(row, static_cast<std::size_t>(bit / 8)) >> (8 - header.bits - bit % 8) &
                   most;
        };
        for (int x = 0; x < header.width; ++x) {
            const int first = x * header.channels();
            if (header.kind == 3) {
                const auto index = static_cast<std::size_t>(sample(first));
                for (std::size_t c = 0; c < 3; ++c)
                    pixels.rgb += static_cast<char>(u8At(palette, 3 * index + c));
                if (hasAlpha)
                    pixels.alpha += static_cast<char>(
                        index < transparent.size() ? u8At(transparent, index) : 255);
                continue;
            }
            const bool isGrey = header.kind == 0 || header.kind == 4;
            for (int c = 0; c < 3; ++c)
                pixels.rgb += static_cast<char>(sample(first + (isGrey ? 0 : c)) * 255 / most);
            if (hasAlpha) pixels.alpha += static_cast<char>(sample(first + (isGrey ? 1 : 3)));
        }
    }
    return pixels;
}

std::string chunk(std::string_view kind, std::string_view content) {
    std::string typed(kind);
    typed += content;
    const auto sum =
        crc32(0, reinterpret_cast<const Bytef*>(typed.data()), static_cast<uInt>(typed.size()));
    std::string out;
    put32(out, static_cast<std::uint32_t>(content.size()));
    out += typed;
    put32(out, static_cast<std::uint32_t>(sum));
    return out;
}

}  // namespace

Result<Pixels> readPng(std::string_view file) {
    if (!file.starts_with(signature))
        return unread(Code::notRecognised, "The picture is not a PNG.");
    Header header;
    std::string_view palette;
    std::string_view transparent;
    std::string packed;
    for (std::size_t at = 8; at + 12 <= file.size();) {
        const std::size_t size = std::min<std::size_t>(u32At(file, at), file.size() - at - 12);
        const std::string_view kind = file.substr(at + 4, 4);
        const std::string_view content = file.substr(at + 8, size);
        if (kind == "IHDR")
            header = {static_cast<int>(u32At(content, 0) & 0x7FFFFFFFU),
                      static_cast<int>(u32At(content, 4) & 0x7FFFFFFFU), u8At(content, 8),
                      u8At(content, 9), u8At(content, 12)};
        else if (kind == "PLTE")
            palette = content;
        else if (kind == "tRNS")
            transparent = content;
        else if (kind == "IDAT")
            packed += content;
        at += size + 12;
    }
    const bool isSmall = header.bits == 1 || header.bits == 2 || header.bits == 4;
    const bool isKnown =
        (header.bits == 8 && (header.kind == 0 || header.kind == 2 || header.kind == 3 ||
                              header.kind == 4 || header.kind == 6)) ||
        (isSmall && (header.kind == 0 || header.kind == 3));
    if (!isKnown || header.interlaced != 0)
        return unread(Code::notRecognised, "The PNG has 16 bits per channel or is interlaced.");
    if (header.width <= 0 || header.height <= 0)
        return unread(Code::syntax, "The picture has no size.");
    if (std::uint64_t{1} * header.width * header.height > mostPixels)
        return unread(Code::tooLarge, "The picture is too large.");
    std::string raw((header.rowBytes() + 1) * static_cast<std::size_t>(header.height), '\0');
    uLongf size = static_cast<uLongf>(raw.size());
    const int status = uncompress(reinterpret_cast<Bytef*>(raw.data()), &size,
                                  reinterpret_cast<const Bytef*>(packed.data()),
                                  static_cast<uLong>(packed.size()));
    if (status != Z_OK || size != raw.size() || !unfilter(raw, header))
        return unread(Code::syntax, "The picture is damaged.");
    return spread(raw, header, palette, transparent);
}

std::string writePng(int width, int height, std::string_view rgb, double dotsPerInch) {
    std::string rows;
    const std::size_t row = std::size_t{3} * width;
    rows.reserve((row + 1) * static_cast<std::size_t>(height));
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
        // Values that repeat those of the row above become 0, which compresses well.
        rows += y == 0 ? '\0' : '\2';
        for (std::size_t i = 0; i < row; ++i)
            rows += static_cast<char>(rgb[y * row + i] - (y == 0 ? 0 : rgb[(y - 1) * row + i]));
    }
    const auto perMetre = static_cast<std::uint32_t>(std::lround(dotsPerInch / 0.0254));
    std::string header;
    put32(header, static_cast<std::uint32_t>(width));
    put32(header, static_cast<std::uint32_t>(height));
    header += std::string_view("\x08\x02\0\0\0", 5);
    std::string density;
    put32(density, perMetre);
    put32(density, perMetre);
    density += '\1';
    return std::string(signature) + chunk("IHDR", header) + chunk("pHYs", density) +
           chunk("IDAT", zlibStream(rows)) + chunk("IEND", "");
}

JpegSize jpegSize(std::string_view file) {
    if (!file.starts_with("\xFF\xD8")) return {};
    for (std::size_t at = 2; at + 9 < file.size() && u8At(file, at) == 0xFF;) {
        const int marker = u8At(file, at + 1);
        const bool isFrame =
            marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (isFrame) {
            const JpegSize size{u16At(file, at + 7), u16At(file, at + 5), u8At(file, at + 9)};
            return size.channels == 1 || size.channels == 3 ? size : JpegSize{};
        }
        at += 2 + static_cast<std::size_t>(u16At(file, at + 2));
    }
    return {};
}

}  // namespace hw::paper
