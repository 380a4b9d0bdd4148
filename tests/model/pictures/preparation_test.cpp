// SPDX-License-Identifier: MIT
// From a picture's pixels to a model's numbers. Covers sizes, crops and refusals.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "model/checkpoint.h"
#include "model/pictures/prepare.h"
#include "model/shared_models.h"

namespace hw::model {
namespace {}  // namespace

TEST_CASE("what changes a picture's numbers and is not known is refused by its name") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const auto refusal = [&](const std::string& from, const std::string& to) {
        std::vector<Part> parts = test::partsOf(models + "deit");
        for (Part& part : parts) {
            if (part.name != "preprocessor_config.json") continue;
            std::string text = test::readBytes(models + "deit/" + part.name);
            const std::size_t at = text.find(from);
            REQUIRE(at != std::string::npos);
            part = test::part(part.name, text.replace(at, from.size(), to));
        }
        if (to.empty())
            std::erase_if(parts, [](const Part& part) { return part.name.starts_with("pre"); });
        const auto network = test::openNetwork(std::move(parts));
        REQUIRE_FALSE(network);
        return sentence(network.error());
    };
    using Catch::Matchers::ContainsSubstring;
    CHECK_THAT(refusal("\"resample\": 3", "\"resample\": 4"), ContainsSubstring("resample"));
    CHECK_THAT(refusal("\"do_resize\": true", "\"do_resize\": false"),
               ContainsSubstring("do_resize"));
    CHECK_THAT(refusal("\"resample\": 3", "\"resample\": 3, \"crop_pct\": 0.9"),
               ContainsSubstring("crop_pct"));
    CHECK_THAT(refusal("\"height\": 16", "\"height\": 24"), ContainsSubstring("24"));
    CHECK_THAT(refusal("0.485", "1e999"), ContainsSubstring("image_mean"));
    CHECK_THAT(refusal("\"resample\"", ""), ContainsSubstring("preprocessor_config.json"));
}

TEST_CASE("a picture of the right size stays as it is, and one of a colour keeps it") {
    PicturePoints picture{3, 2, std::string("abcdefghijklmnopqr")};
    CHECK(resized(picture, 3, 2, PicturePreparation::Resample::bicubic).rgb == picture.rgb);
    picture = {50, 31, std::string(std::size_t{50} * 31 * 3, '\x83')};
    const PicturePoints small = resized(picture, 7, 90, PicturePreparation::Resample::bicubic);
    CHECK(small.rgb == std::string(std::size_t{7} * 90 * 3, '\x83'));
}

TEST_CASE("a picture without pixels, or a strip, is refused") {
    PicturePreparation preparation;
    preparation.shortest = preparation.cropWidth = preparation.cropHeight = 8;
    CHECK_FALSE(preparePicture({}, preparation));
    CHECK_FALSE(preparePicture({4, 4, "abc"}, preparation));
    const auto strip = preparePicture({1000, 1, std::string(3000, 'x')}, preparation);
    REQUIRE_FALSE(strip);
    CHECK(strip.error().code == Code::tooLarge);
    // Within that proportion, but with more pixels than fit.
    preparation.shortest = 4096;
    CHECK_FALSE(preparePicture({60, 1, std::string(180, 'x')}, preparation));
}

TEST_CASE("a crop that is larger than the picture is black around it") {
    PicturePreparation preparation;
    preparation.width = preparation.height = 2;
    preparation.cropWidth = preparation.cropHeight = 5;
    const auto made = preparePicture({2, 2, std::string(12, '\xFF')}, preparation);
    REQUIRE(made);
    // The library puts the odd line first.
    const std::vector<int> wanted{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
                                  1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0};
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(made->values[i] == wanted[i]);
}

}  // namespace hw::model
