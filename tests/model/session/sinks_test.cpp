// SPDX-License-Identifier: MIT
// Attention sinks of a model's run, and rollout without them, compared with the references of
// shared/data/default_picture.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <filesystem>

#include "core/methods/rollout.h"
#include "core/statistics/attention_sinks.h"
#include "model/checkpoint.h"

namespace hw::model {

TEST_CASE("sinks of the shipped encoder, and rollout without them, are the references") {
    const std::string folder = std::string(HW_SHARED_DATA) + "/default_picture";
    if (!std::filesystem::is_directory(folder))
        SKIP("shared/data/default_picture is not beside the checkout");
    const test::JsonReference expected(folder + "/expected.json");
    const test::JsonReference prompts(folder + "/prompts.json");
    const auto network =
        test::openNetwork(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(network);
    auto ids = prompts.idsByText("agreement");
    Settings settings;
    settings.sinks = SinkUse::exclude;
    for (const io::NodeId node : expected.json.children(expected.json.find(0, "agreement"))) {
        const auto trace = forward(*network, {{ids.at(expected.text(node, "text")), {}}});
        REQUIRE(trace);
        const int n = trace->batch.length(0);
        AttentionTensor weights{.layers = network->spec.layerCount(),
                                .heads = network->spec.heads,
                                .queries = n,
                                .keys = n};
        for (const std::vector<float>& layer : trace->weights)
            weights.values.insert(weights.values.end(), layer.begin(), layer.end());
        const std::vector<double> received = receivedWeights(weights);
        const std::vector<double> wanted = expected.numbers(node, "received");
        REQUIRE(received.size() == wanted.size());
        for (int i = 0; i < n; ++i) CHECK(std::abs(received[i] - wanted[i]) < 1e-5);
        CHECK(sinkTokens(weights) == expected.whole(node, "sinks"));
        const auto position = static_cast<int>(expected.number(node, "position"));
        for (const bool isParked : {false, true}) {
            const auto layers = rollout(weights, isParked ? settings : Settings{});
            const std::vector<double> rows =
                expected.numbers(node, isParked ? "rollout_sink_parked" : "rollout");
            REQUIRE(rows.size() == layers.size() * n);
            for (std::size_t at = 0; at < rows.size(); ++at)
                CHECK(std::abs(layers[at / n](position, static_cast<int>(at % n)) - rows[at]) <
                      1e-5);
        }
    }
}

}  // namespace hw::model
