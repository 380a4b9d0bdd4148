// SPDX-License-Identifier: MIT
// Frequencies of rotated queries and keys, compared with the real library's (tests/model/make/rotaries.py).
#include "model/network/rotary.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/json_parser.h"
#include "model/support.h"

namespace hw::model {
namespace {

io::Tree treeOf(std::string_view text) {
    io::JsonParser parser({.exactNumbers = true});
    REQUIRE(parser.push(text));
    auto tree = parser.finish();
    REQUIRE(tree);
    return std::move(*tree);
}

void near(const std::vector<double>& found, const std::vector<double>& wanted) {
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CAPTURE(i, found[i], wanted[i]);
        CHECK(std::abs(found[i] - wanted[i]) <= 1e-6 * wanted[i]);
    }
}

Result<void> read(std::string_view config) {
    const io::Tree tree = treeOf(config);
    Config given(tree, io::Tree::root);
    readRotaryKeys(given, 16, 10000);
    return given.finish();
}

}  // namespace

TEST_CASE("rotations of every kind turn by the library's frequencies") {
    const io::Tree tree = treeOf(test::readBytes(HW_TEST_DATA "/model/rotaries.json"));
    int count = 0;
    for (const io::NodeId one : tree.children(io::Tree::root)) {
        CAPTURE(count++);
        Config config(tree, tree.find(one, "config"));
        const int width = static_cast<int>(tree.number(tree.find(one, "width")));
        const Rotary rotary = readRotaryKeys(config, width, 10000, 1);
        REQUIRE(config.finish());
        near(rotary.frequencies, tree.doubles(tree.find(one, "frequencies")));
        near({rotary.scale}, {tree.number(tree.find(one, "scale"))});
        const io::NodeId longer = tree.find(one, "longer");
        near(rotary.longer, longer == io::none ? std::vector<double>() : tree.doubles(longer));
    }
    CHECK(count == 10);
}

TEST_CASE("a head that is rotated is as wide as heads are") {
    const io::Tree tree = treeOf("{}");
    for (const int width : {mostRotaryWidth, mostRotaryWidth + 2, 1 << 24}) {
        Config config(tree, io::Tree::root);
        const Rotary rotary = readRotaryKeys(config, width, 10000);
        CHECK(config.finish().has_value() == (width == mostRotaryWidth));
        CHECK(rotary.frequencies.size() <= mostRotaryWidth / 2);
    }
}

TEST_CASE("frequencies that grow with the text hold for texts up to the longest") {
    const io::Tree tree =
        treeOf(R"({"max_position_embeddings":64,"rope_scaling":{"type":"dynamic","factor":2.0}})");
    Config config(tree, io::Tree::root);
    CHECK(readRotaryKeys(config, 16, 10000).most == 64);
    CHECK(config.finish());
}

TEST_CASE("what is no possible rotation is refused") {
    CHECK(read(R"({"rope_theta":500000.0})"));
    CHECK_FALSE(read(R"({"rope_theta":-1.0})"));
    CHECK_FALSE(read(R"({"rope_scaling":{"rope_type":"proportional","factor":2.0}})"));
    CHECK_FALSE(read(R"({"rope_scaling":{"rope_type":"yarn","factor":0.0}})"));
    CHECK_FALSE(read(R"({"rope_scaling":{"rope_type":"yarn","factor":2.0,"unheard_of":1}})"));
    // Names used by other programs (DeepSeek-R1-0528-Qwen3), which the library does not read.
    CHECK(read(
        R"({"rope_scaling":{"rope_type":"yarn","factor":2.0,"attn_factor":0.87,"finetuned":true}})"));
    for (
        const char* numbers :
        {R"("rope_type":"linear","factor":0.0)", R"("rope_type":"linear","factor":-2.0)",
         R"("rope_type":"yarn","factor":2.0,"beta_fast":-1.0)",
         R"("rope_type":"yarn","factor":2.0,"rope_theta":1.0)",
         R"("rope_type":"yarn","factor":2.0,"attention_factor":-1.0)",
         R"("rope_type":"llama3","factor":2.0,"low_freq_factor":0.0,"high_freq_factor":0.0)",
         R"("rope_type":"longrope","factor":2.0,"original_max_position_embeddings":1e300,"short_factor":[1,1,1,1,1,1,1,1],"long_factor":[1,1,1,1,1,1,1,1])",
         R"("rope_type":"longrope","factor":2.0,"short_factor":[0,1,1,1,1,1,1,1],"long_factor":[1,1,1,1,1,1,1,1])"}) {
        CAPTURE(numbers);
        CHECK_FALSE(read(std::string(R"({"rope_scaling":{)") + numbers + "}}"));
    }
    CHECK_FALSE(read(
        R"({"rope_scaling":{"rope_type":"longrope","factor":2.0,"short_factor":[1,1],"long_factor":[1,1]}})"));
}

TEST_CASE("of two objects with rotations rope_scaling counts, with the base outside of both") {
    const auto second = [](std::string_view text, std::optional<double> partial = {}) {
        const io::Tree tree = treeOf(text);
        Config config(tree, io::Tree::root);
        const Rotary rotary = readRotaryKeys(config, 8, 10000, partial);
        CAPTURE(text);
        REQUIRE(config.finish());
        return rotary.frequencies.at(1);
    };
    const std::string newer = R"("rope_parameters": {"rope_theta": 500.0, "rope_type": "default"})";
    const std::string older = R"("rope_scaling": {"rope_type": "linear", "factor": 2.0})";
    // LlamaConfig of transformers 5.24 has these for each.
    const auto near = [](double found, double wanted) {
        CHECK(std::abs(found - wanted) < 1e-6 * wanted);
    };
    near(second("{" + newer + "}"), std::pow(500, -0.25));
    near(second("{" + older + "}"), 0.05);
    near(second("{" + newer + ", " + older + "}"), 0.05);
    near(second("{" + newer + ", " + older + R"(, "rope_theta": 700.0})"),
         std::pow(700, -0.25) / 2);
    near(second("{" + newer + R"(, "rope_scaling": null})"), std::pow(500, -0.25));
    near(second("{" + newer + R"(, "rope_scaling": {}})"), std::pow(500, -0.25));
    near(second(R"({"rope_parameters": null, )" + older + "}"), 0.05);
    // A part of each head. Phi-3 rotates it. Llama and its relatives always rotate the whole head.
    near(second(R"({"partial_rotary_factor": 0.5})"), 0.1);
    near(second(R"({"rope_parameters": {"partial_rotary_factor": 0.5}})"), 0.1);
    near(second(R"({"partial_rotary_factor": 0.5})", 1), 0.01);
    CHECK_FALSE(read(R"({"partial_rotary_factor": 0.5, )" + older + "}"));
    CHECK(read(R"({"partial_rotary_factor": 1.0, )" + older + "}"));
}

}  // namespace hw::model
