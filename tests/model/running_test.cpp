// SPDX-License-Identifier: MIT
// A run that is made a layer at a time, and ends between two when nobody waits for it.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint.h"
#include "model/run/run.h"

namespace hw::model {

TEST_CASE("a run layer by layer is the run as a whole, digit by digit", "[model]") {
    const std::string name = GENERATE("gpt2_bare", "qwen3", "distilbert_cls");
    CAPTURE(name);
    const auto network = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/" + name));
    REQUIRE(network);
    const int layers = network->spec.layerCount();
    const std::vector<int> ids{3, 1, 4, 1, 5, 9, 2, 6};
    const bool keepsRecords = GENERATE(false, true);
    const ForwardOptions options{.keepsRecords = keepsRecords};
    const auto whole = forward(*network, {{.ids = ids}}, options);
    REQUIRE(whole);
    auto begun = Running::of(*network, {{.ids = ids}}, options);
    REQUIRE(begun);
    begun->step();
    Running running = std::move(*begun);  // in the middle of it
    for (int left = layers - 1; left > 0; --left) {
        CHECK(running.left() == left);
        running.step();
    }
    CHECK(running.left() == 0);
    const Trace trace = running.take();
    CHECK(trace.weights == whole->weights);
    CHECK(trace.streams == whole->streams);
    CHECK(trace.records.size() == (keepsRecords ? static_cast<std::size_t>(layers) : 0));
    CHECK(trace.texts[0].ids == ids);
    CHECK(Running::of(*network, {{.ids = {}}}).error().code == Code::badArgument);
    CHECK(Running::of(*network, {{.ids = {-1}}}).error().code == Code::badArgument);
}

TEST_CASE("gradients are the same where records were kept and where layers run again", "[model]") {
    const std::string name = GENERATE("gpt2_bare", "qwen3", "distilbert_cls");
    CAPTURE(name);
    const auto network = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/" + name));
    REQUIRE(network);
    const int layers = network->spec.layerCount();
    const std::vector<TextInput> texts{{.ids = {3, 1, 4, 1, 5, 9, 2, 6}}};
    REQUIRE(areRecordsSmall(network->spec, Batch(texts)));
    const auto base = forward(*network, texts, {.keepsRecords = true});
    REQUIRE(base);
    const std::vector<float> seed(base->last().size(), 0.25F);
    Trace plain = *base;
    plain.records.clear();
    const auto kept = backwardFrom(*network, *base, seed);
    const auto again = backwardFrom(*network, plain, seed);
    REQUIRE((kept && again));
    CHECK(kept->weights == again->weights);
    CHECK(kept->words == again->words);

    // Of a run that was cut in the last layer only that one has a record.
    Edits edits;
    edits.residuals.push_back({layers - 1, 2});
    auto cut =
        forward(*network, texts, {.edits = {&edits, 1}, .keepsRecords = true, .base = &*base});
    REQUIRE(cut);
    REQUIRE(cut->firstLayer == layers - 1);
    for (int layer = 0; layer < cut->firstLayer; ++layer)
        cut->streams[layer] = base->streams[layer];
    Trace cutPlain = *cut;
    cutPlain.records.clear();
    const auto cutKept = backwardFrom(*network, *cut, seed);
    const auto cutAgain = backwardFrom(*network, cutPlain, seed);
    REQUIRE((cutKept && cutAgain));
    CHECK(cutKept->weights == cutAgain->weights);
    CHECK(cutKept->words == cutAgain->words);
    CHECK(cutKept->words != kept->words);
}

TEST_CASE("a run is stopped between two layers", "[model]") {
    const auto network = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/qwen3"));
    REQUIRE(network);
    const int layers = network->spec.layerCount();
    REQUIRE(layers > 1);
    int ran = 0;
    const auto stopped =
        forward(*network, {{.ids = {1, 2, 3}}},
                {.progress = [&](double) { ++ran; }, .stop = [&] { return ran == layers - 1; }});
    REQUIRE(!stopped);
    CHECK(stopped.error().code == Code::cancelled);
    CHECK(ran == layers - 1);
}

}  // namespace hw::model
