// SPDX-License-Identifier: MIT
// JPEGs, compared with PIL's pixels (tests/cli/make/jpegs.py), and truncated, damaged and hostile ones.
#include "cli/picture/jpeg.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "io/json/json_parser.h"

namespace hw::test {
namespace {

struct Case {
    std::string name;
    int width = 0;
    int height = 0;
    std::string jpeg;
    std::string rgb;
};

std::string bytesOfHex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

std::vector<Case> readCases() {
    std::ifstream file(HW_TEST_DATA "/jpeg/decoded.json", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    io::JsonParser parser({.exactNumbers = true});
    REQUIRE(parser.push(text));
    const auto tree = parser.finish();
    REQUIRE(tree);
    std::vector<Case> cases;
    for (const io::NodeId node : tree->children(tree->find(0, "cases"))) {
        const auto text = [&](std::string_view key) {
            return std::string(tree->string(tree->find(node, key)));
        };
        cases.push_back({text("name"), static_cast<int>(tree->number(tree->find(node, "width"))),
                         static_cast<int>(tree->number(tree->find(node, "height"))),
                         bytesOfHex(text("jpeg")), bytesOfHex(text("rgb"))});
    }
    REQUIRE(cases.size() == 14);
    return cases;
}

Case caseNamed(std::string_view name) {
    for (Case& one : readCases())
        if (one.name == name) return std::move(one);
    FAIL("no case " << name);
    return {};
}

Code codeOf(std::string_view bytes) {
    const auto read = cli::readJpeg(bytes, "photo.jpg");
    REQUIRE_FALSE(read);
    CHECK(read.error().place == "photo.jpg");
    CHECK_FALSE(read.error().finding.empty());
    return read.error().code;
}

}  // namespace

TEST_CASE("a JPEG has PIL's pixels, whatever its kind and however the camera was held") {
    for (const Case& one : readCases()) {
        CAPTURE(one.name);
        CHECK(cli::isJpeg(one.jpeg));
        const auto read = cli::readJpeg(one.jpeg, one.name);
        if (one.rgb.empty()) {
            REQUIRE_FALSE(read);
            CHECK(read.error().finding.find("CMYK") != std::string::npos);
            continue;
        }
        REQUIRE(read);
        CHECK(read->width == one.width);
        CHECK(read->height == one.height);
        REQUIRE(read->rgb.size() == one.rgb.size());
        int worst = 0;
        for (std::size_t i = 0; i < one.rgb.size(); ++i)
            worst = std::max(worst, std::abs(int{static_cast<unsigned char>(read->rgb[i])} -
                                             int{static_cast<unsigned char>(one.rgb[i])}));
        // Two versions of the library may round differently.
        CHECK(worst <= 2);
    }
}

TEST_CASE("a JPEG that is cut short is refused at every length") {
    for (const char* name : {"colour", "progressive"}) {
        const std::string whole = caseNamed(name).jpeg;
        for (std::size_t size = 3; size + 2 < whole.size(); size += 7) {
            CAPTURE(name, size);
            CHECK(codeOf(whole.substr(0, size)) == Code::truncated);
        }
    }
    CHECK(codeOf("") == Code::truncated);
    CHECK(codeOf("no picture") == Code::notRecognised);
    CHECK(codeOf("\xFF\xD8\xFF\xD9") == Code::notRecognised);
}

TEST_CASE("a JPEG of a size that its header alone claims is refused before it is given memory") {
    std::string huge = caseNamed("colour").jpeg;
    const std::size_t frame = huge.find("\xFF\xC0");
    REQUIRE(frame != std::string::npos);
    // 65,280 x 65,280. The limit of libjpeg is slightly higher.
    for (const int at : {5, 7}) {
        huge[frame + at] = '\xFF';
        huge[frame + at + 1] = '\0';
    }
    CHECK(codeOf(huge) == Code::tooLarge);
}

TEST_CASE("passes without an end are refused") {
    std::string many = caseNamed("progressive").jpeg;
    // The first pass repeated, each time over the whole picture.
    const std::size_t scan = many.find("\xFF\xDA");
    const std::size_t next = many.find("\xFF\xC4", scan);
    REQUIRE(next != std::string::npos);
    const std::string pass = many.substr(scan, next - scan);
    std::string passes;
    for (int i = 0; i < 600; ++i) passes += pass;
    many.insert(scan, passes);
    CHECK(codeOf(many) == Code::notRecognised);
}

TEST_CASE("damaged JPEGs give a picture or a problem, never anything else") {
    std::mt19937 random(1);
    int problems = 0;
    for (const Case& one : readCases()) {
        for (int round = 0; round < 60; ++round) {
            std::string bytes = one.jpeg;
            for (int i = 0; i < 4; ++i)
                bytes[2 + random() % (bytes.size() - 2)] = static_cast<char>(random());
            const auto read = cli::readJpeg(bytes, "x");
            if (!read)
                ++problems;
            else
                CHECK(read->rgb.size() == std::size_t{3} * read->width * read->height);
        }
    }
    CHECK(problems > 0);
}

TEST_CASE("an orientation is read of EXIF in either order of bytes, and of nothing else") {
    const std::string little("Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", 28);
    const std::string big("Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0", 28);
    CHECK(cli::exifOrientation(little) == 6);
    CHECK(cli::exifOrientation(big) == 8);
    for (std::size_t size = 0; size < 26; ++size) {
        CHECK(cli::exifOrientation(little.substr(0, size)) == 1);
        CHECK(cli::exifOrientation(big.substr(0, size)) == 1);
    }
    for (const char odd : {'\0', '\x09', '\xFF'}) {
        std::string other = little;
        other[24] = odd;
        CHECK(cli::exifOrientation(other) == 1);
    }
    std::string far = little;
    std::fill_n(far.begin() + 10, 4, '\xFF');
    CHECK(cli::exifOrientation(far) == 1);
    CHECK(cli::exifOrientation("http://ns.adobe.com/xap/1.0/") == 1);
}

}  // namespace hw::test
