// SPDX-License-Identifier: MIT
// Pictures in links, and bytes as letters.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "io/packed/picture.h"
#include "io/packed/text64.h"

namespace hw::test {

using namespace hw::io;

TEST_CASE("packed: a picture is read, made small, and written as a PNG that reads the same") {
    PackedPicture own{.width = 20, .height = 30, .channels = 3, .levels = 16};
    for (int i = 0; i < 1800; ++i) own.pixels.push_back(static_cast<std::uint8_t>(i * 5 % 16));
    const std::string url = dataUrl(own);
    const std::string_view start = "data:image/png;base64,";
    REQUIRE(url.starts_with(start));
    const auto points = readPng(*fromBase64(std::string_view(url).substr(start.size())));
    REQUIRE(points.has_value());
    CHECK(points->width == 20);
    CHECK(points->height == 30);
    for (std::size_t i = 0; i < own.pixels.size(); ++i)
        CHECK(static_cast<unsigned char>(points->rgb[i]) == own.pixels[i] * 17);
    const auto packed = packPicture({url, 3, 3, 0});
    REQUIRE(packed.has_value());
    CHECK(packed->rows == 3);
    CHECK(packed->mime.empty());
    CHECK(packed->pixels == own.pixels);
    CHECK_FALSE(packPicture({"data:image/png;base64,***", 1, 1, 0}).has_value());
    CHECK_FALSE(
        packPicture({"data:image/jpeg;base64," + std::string(9000, 'A'), 1, 1, 0}).has_value());
    // A picture decoded by another program replaces it.
    const PicturePoints decoded{200, 150, std::string(3 * 200 * 150, '\x80')};
    const auto shown =
        packPicture({"data:image/jpeg;base64," + std::string(9000, 'A'), 2, 3, 1}, decoded);
    REQUIRE(shown.has_value());
    CHECK(shown->mime.empty());
    CHECK(shown->width * shown->height <= 6400);
    CHECK(shown->cols == 3);
    const PicturePoints cut{200, 150, "few"};
    CHECK_FALSE(packPicture({"data:image/jpeg;base64," + std::string(9000, 'A'), 2, 3, 1}, cut)
                    .has_value());
    CHECK(packPicture({"data:image/jpeg;base64,/9j/4AAQ", 1, 1, 0})->mime == "image/jpeg");
}

TEST_CASE("packed: what is clear in a PNG lies on white, however the file says it") {
    // Written by Pillow as half-clear (200, 100, 50), clear (10, 20, 30), (255, 0, 77), or one of these for grey.
    const auto rgb = [](std::string_view base64) {
        const auto points = readPng(*fromBase64(base64));
        REQUIRE(points.has_value());
        std::vector<int> values;
        for (const char value : points->rgb) values.push_back(static_cast<unsigned char>(value));
        return values;
    };
    const std::vector<int> half{227, 177, 152, 255, 255, 255, 255, 0, 77};
    CHECK(rgb("iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAYAAAAb4BS0AAAAFUlEQVR4nGM4kWLUwCUix/Cfwfc/"
              "ABtSBGbNtgjHAAAAAElFTkSuQmCC") == half);
    CHECK(rgb("iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAgMAAABmjvwnAAAACVBMVEXIZDIKFB7/"
              "AE3Z6WniAAAAAnRSTlOAAE0QVXMAAAAKSURBVHicY5AAAAAaABktiPQ2AAAAAElFTkSuQmCC") == half);
    CHECK(rgb("iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAIAAACUgoPjAAAABnRSTlMACgAUAB7FNin/"
              "AAAAEklEQVR4nGM4kWLEJSL3n8EXAA/yAudTp87HAAAAAElFTkSuQmCC") ==
          std::vector<int>{200, 100, 50, 255, 255, 255, 255, 0, 77});
    CHECK(rgb("iVBORw0KGgoAAAANSUhEUgAAAAMAAAABCAAAAAA+"
              "i0toAAAAAnRSTlMACpZGJCYAAAAMSURBVHicYzjB5QsAAr0BINxnJbQAAAAASUVORK5CYII=") ==
          std::vector<int>{200, 200, 200, 255, 255, 255, 77, 77, 77});
    CHECK(rgb("iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAQAAABeK7cBAAAADUlEQVR4nGM40cDFCAAEugFUQN10SgAAAABJ"
              "RU5ErkJggg==") == std::vector<int>{227, 227, 227, 254, 254, 254});
}

TEST_CASE("packed: base64url is RFC 4648's, without padding") {
    CHECK(toBase64("", Base64::url).empty());
    CHECK(toBase64("f", Base64::standard) == "Zg==");
    CHECK(toBase64("foobar", Base64::standard) == "Zm9vYmFy");
    CHECK(toBase64("\xFB\xFF", Base64::url) == "-_8");
    CHECK(toBase64("\xFB\xFF", Base64::standard) == "+/8=");
    CHECK(fromBase64("-_8") == "\xFB\xFF");
    CHECK(fromBase64("Zm9vYg==") == "foob");
    CHECK_FALSE(fromBase64("Zm9v Yg").has_value());
}

}  // namespace hw::test
