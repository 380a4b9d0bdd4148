// SPDX-License-Identifier: MIT
// The PNG writer, read back by zlib, which is independent of it.
#include "core/png.h"

#include <zlib.h>

#include <catch2/catch_test_macros.hpp>
#include <cstring>

using namespace hw;

namespace {

std::uint32_t bigEndianAt(const std::string& bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i)
        number = (number << 8U) | static_cast<unsigned char>(bytes[at + i]);
    return number;
}

struct Chunk {
    std::string kind;
    std::string content;
};

/// The chunks, with verified checksums.
std::vector<Chunk> chunksOf(const std::string& png) {
    std::vector<Chunk> chunks;
    for (std::size_t at = 8; at < png.size();) {
        const std::size_t size = bigEndianAt(png, at);
        const auto* typed = reinterpret_cast<const Bytef*>(png.data() + at + 4);
        CHECK(crc32(0, typed, static_cast<uInt>(size + 4)) == bigEndianAt(png, at + 8 + size));
        chunks.push_back({png.substr(at + 4, 4), png.substr(at + 8, size)});
        at += 12 + size;
    }
    return chunks;
}

}  // namespace

TEST_CASE("a PNG holds its pixels, check sums and palette", "[figure]") {
    // Wider than one stored block of 65,535 bytes.
    constexpr int width = 700;
    constexpr int height = 300;
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < width * height; ++i)
        pixels.push_back(static_cast<std::uint8_t>((i * 7 + i / 300) % 3));
    const std::vector<std::uint32_t> palette{0xFF0000FFU, 0xFF00FF00U, 0xFFFF0000U};
    const std::string png = indexedPng(width, height, pixels, palette);
    const std::vector<Chunk> chunks = chunksOf(png);
    REQUIRE(chunks.size() == 4);
    CHECK(chunks[0].kind == "IHDR");
    CHECK(bigEndianAt(chunks[0].content, 0) == width);
    CHECK(bigEndianAt(chunks[0].content, 4) == height);
    CHECK(chunks[1].content == std::string("\xFF\0\0\0\xFF\0\0\0\xFF", 9));

    std::string rows(static_cast<std::size_t>(width + 1) * height, '\x55');
    auto size = static_cast<uLongf>(rows.size());
    const std::string& packed = chunks[2].content;
    REQUIRE(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()),
                       static_cast<uLong>(packed.size())) == Z_OK);
    REQUIRE(size == rows.size());
    for (int y = 0; y < height; ++y) {
        const std::size_t start = static_cast<std::size_t>(y) * (width + 1);
        CHECK(rows[start] == '\0');
        CHECK(std::memcmp(rows.data() + start + 1,
                          pixels.data() + static_cast<std::size_t>(y) * width, width) == 0);
    }
}

TEST_CASE("a PNG of colours holds its pixels", "[figure]") {
    const std::string rgb = "abcdefghijklmnopqr";
    const std::vector<Chunk> chunks = chunksOf(colourPng(3, 2, rgb));
    REQUIRE(chunks.size() == 3);
    CHECK(chunks[0].content.substr(8, 2) == "\x08\x02");
    std::string rows(20, '\x55');
    auto size = static_cast<uLongf>(rows.size());
    const std::string& packed = chunks[1].content;
    REQUIRE(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()),
                       static_cast<uLong>(packed.size())) == Z_OK);
    CHECK(rows == std::string(1, '\0') + "abcdefghi" + '\0' + "jklmnopqr");
}

TEST_CASE("base64 pads as RFC 4648 says", "[figure]") {
    CHECK(base64("") == "");
    CHECK(base64("f") == "Zg==");
    CHECK(base64("fo") == "Zm8=");
    CHECK(base64("foobar") == "Zm9vYmFy");
}
