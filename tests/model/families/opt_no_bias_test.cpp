// SPDX-License-Identifier: MIT
// OPT without biases in its projections, compared with the library (tests/model/make/opt_no_bias.py).
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint.h"
#include "model/run/run.h"

namespace hw::model {

TEST_CASE("an OPT whose projections have no biases is read", "[model]") {
    const std::string folder = HW_TEST_DATA "/model/opt_no_bias";
    const test::JsonReference expected(folder + "/expected.json");
    const std::vector<int> ids = expected.whole(0, "ids");
    const auto network = test::openNetwork(
        {test::partOf(folder + "/config.json"), test::partOf(folder + "/model.safetensors")});
    REQUIRE(network);
    const auto trace = forward(*network, {{.ids = ids}}, {});
    REQUIRE(trace);
    const std::vector<double> attention = expected.numbers(0, "attention");
    std::size_t at = 0;
    for (const std::vector<float>& layer : trace->weights)
        for (const float weight : layer) CHECK(std::abs(weight - attention.at(at++)) < 2e-5);
    CHECK(at == attention.size());
    const std::vector<double> logits = expected.numbers(0, "logits");
    for (int index = 0; std::cmp_less(index, logits.size()); ++index) {
        const double found =
            valuesOf(*network, *trace,
                     {.index = index, .position = static_cast<int>(ids.size()) - 1})
                .front();
        CHECK(std::abs(found - logits[index]) < 5e-4);
    }
}

}  // namespace hw::model
