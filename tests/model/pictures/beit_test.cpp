// SPDX-License-Identifier: MIT
// BEiT's table of biases, and the parts of it that are not read. Its numbers are tested in pictures_test.cpp.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/checkpoint.h"
#include "model/network/buckets.h"

namespace hw::model {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("what a BEiT has besides is refused by its name") {
    const std::string folder = std::string(HW_SHARED_DATA) + "/models/beit/";
    if (!std::filesystem::is_directory(folder)) SKIP("shared/data is not beside the checkout");
    const std::string config = test::readBytes(folder + "config.json");
    const auto refusal = [&](std::string_view from, std::string_view to) {
        std::string text = config;
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        std::vector<Part> parts{test::part("config.json", text.replace(at, from.size(), to))};
        for (const char* name : {"model.safetensors", "preprocessor_config.json"})
            parts.push_back(test::part(name, test::readBytes(folder + name)));
        const auto network = test::openNetwork(std::move(parts));
        return network ? std::string() : sentence(network.error());
    };
    CHECK(refusal("{", "{ ").empty());
    CHECK_THAT(refusal("\"use_shared_relative_position_bias\": false",
                       "\"use_shared_relative_position_bias\": true"),
               ContainsSubstring("use_shared_relative_position_bias"));
    CHECK_THAT(refusal("BeitForImageClassification", "BeitForMaskedImageModeling"),
               ContainsSubstring("BeitForMaskedImageModeling"));
    CHECK_THAT(refusal("BeitForImageClassification", "BeitForSemanticSegmentation"),
               ContainsSubstring("BeitForSemanticSegmentation"));
    // A table missing from the file, and one for another grid.
    CHECK_THAT(refusal("\"use_absolute_position_embeddings\": false",
                       "\"use_absolute_position_embeddings\": true"),
               ContainsSubstring("embeddings.position_embeddings"));
    CHECK_THAT(refusal("\"patch_size\": 4", "\"patch_size\": 8"), ContainsSubstring("projection"));
    // Only its head is missing.
    CHECK(refusal("BeitForImageClassification", "BeitModel").empty());
}

TEST_CASE("a step of BEiT's grid has its row, as the library numbers them") {
    // BeitRelativePositionBias.generate_relative_position_index((2, 3)), its first three rows.
    PictureSpec picture{.width = 12, .height = 8, .patch = 4};
    CHECK(picture.gridRows() == 18);
    const std::vector<int> wanted{17, 15, 15, 15, 15, 15, 15, 16, 7, 6, 5,
                                  2,  1,  0,  16, 8,  7,  6,  3,  2, 1};
    for (int query = 0; query < 3; ++query)
        for (int key = 0; key < 7; ++key)
            CHECK(gridRowOf(query, key, picture) == wanted[7 * query + key]);
}

}  // namespace hw::model
