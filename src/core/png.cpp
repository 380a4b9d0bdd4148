// SPDX-License-Identifier: MIT
#include "core/png.h"

#include <algorithm>

namespace hw {
namespace {

std::string bigEndian(std::uint32_t number) {
    std::string bytes;
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        bytes += static_cast<char>((number >> shift) & 0xFFU);
    return bytes;
}

/// CRC-32 of PNG's chunks, bit by bit, since a figure has few bytes.
std::uint32_t crcOf(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

std::uint32_t adlerOf(std::string_view bytes) {
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const char c : bytes) {
        low = (low + static_cast<unsigned char>(c)) % 65521U;
        high = (high + low) % 65521U;
    }
    return (high << 16U) | low;
}

std::string chunk(std::string_view kind, std::string_view content) {
    std::string typed(kind);
    typed += content;
    return bigEndian(static_cast<std::uint32_t>(content.size())) + typed + bigEndian(crcOf(typed));
}

/// zlib's container with stored blocks (RFC 1950, RFC 1951 section 3.2.4).
std::string stored(std::string_view bytes) {
    std::string out("\x78\x01", 2);
    std::string_view left = bytes;
    do {
        const std::string_view part = left.substr(0, 65535);
        left.remove_prefix(part.size());
        const auto size = static_cast<std::uint32_t>(part.size());
        out += static_cast<char>(left.empty() ? 1 : 0);
        for (const std::uint32_t number : {size, ~size}) {
            out += static_cast<char>(number & 0xFFU);
            out += static_cast<char>((number >> 8U) & 0xFFU);
        }
        out += part;
    } while (!left.empty());
    return out + bigEndian(adlerOf(bytes));
}

/// `kind` is 2 for colours and 3 for indices, `palette` is its chunk. The bytes of the pixels, row after row.
std::string pngOf(int width, int height, char kind, const std::string& palette,
                  std::string_view pixels) {
    std::string rows;
    const std::size_t size = height > 0 ? pixels.size() / static_cast<std::size_t>(height) : 0;
    for (int row = 0; row < height; ++row) {
        rows += '\0';  // no filter
        rows += pixels.substr(row * size, size);
    }
    const std::string header = bigEndian(static_cast<std::uint32_t>(width)) +
                               bigEndian(static_cast<std::uint32_t>(height)) + '\x08' + kind +
                               std::string(3, '\0');
    return std::string("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", header) + palette +
           chunk("IDAT", stored(rows)) + chunk("IEND", {});
}

}  // namespace

std::string indexedPng(int width, int height, std::span<const std::uint8_t> pixels,
                       std::span<const std::uint32_t> palette) {
    std::string colours;
    for (const std::uint32_t abgr : palette) {
        for (const unsigned shift : {0U, 8U, 16U})
            colours += static_cast<char>((abgr >> shift) & 0xFFU);
    }
    const std::string bytes(pixels.begin(), pixels.end());
    return pngOf(width, height, '\x03', chunk("PLTE", colours), bytes);
}

std::string colourPng(int width, int height, std::string_view rgb) {
    return pngOf(width, height, '\x02', {}, rgb);
}

std::string base64(std::string_view bytes) {
    constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t there = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            group = (group << 8U) | (i < there ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += i <= there ? digits[(group >> (18 - 6 * i)) & 63U] : '=';
        }
    }
    return text;
}

}  // namespace hw
