// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <tuple>

#include "io/json/json_parser.h"
#include "model/network/config.h"

using namespace hw;

TEST_CASE("a key with its only value is let pass, of whatever kind it is") {
    io::JsonParser parser({.exactNumbers = true});
    REQUIRE(parser.push(R"({"position_embedding_type":"absolute","flag":true,"number":2})"));
    const auto tree = parser.finish();
    REQUIRE(tree);
    const auto passes = [&](auto... values) {
        model::Config config(*tree, io::Tree::root);
        config.only("position_embedding_type", std::get<0>(std::tuple(values...)));
        config.only("flag", std::get<1>(std::tuple(values...)));
        config.only("number", std::get<2>(std::tuple(values...)));
        return config.finish().has_value();
    };
    CHECK(passes("absolute", true, 2.0));
    CHECK(passes(std::string_view("absolute"), true, 2.0));
    CHECK_FALSE(passes("relative_key", true, 2.0));
    CHECK_FALSE(passes("absolute", false, 2.0));
    CHECK_FALSE(passes("absolute", true, 1.0));
    CHECK_FALSE(passes(true, true, 2.0));
}

TEST_CASE("a number that would become none in a run is refused") {
    const auto reads = [](const std::string& number) {
        io::JsonParser parser({.exactNumbers = true});
        REQUIRE(parser.push("{\"layer_norm_eps\":" + number + "}"));
        const auto tree = parser.finish();
        REQUIRE(tree);
        model::Config config(*tree, io::Tree::root);
        config.real("layer_norm_eps");
        return config.finish().has_value();
    };
    CHECK(reads("0"));
    CHECK(reads("1e-12"));
    CHECK(reads("1e12"));
    CHECK_FALSE(reads("-1e-5"));
    CHECK_FALSE(reads("1e300"));
    CHECK_FALSE(reads("\"1e-5\""));
}
