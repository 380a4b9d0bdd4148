// SPDX-License-Identifier: MIT
// A run that is made a layer at a time, and stops between two layers when nothing waits for it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <limits>
#include <span>
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
    const auto taken = running.take();
    REQUIRE(taken);
    const Trace& trace = *taken;
    CHECK(trace.weights == whole->weights);
    CHECK(trace.streams == whole->streams);
    CHECK(trace.records.size() == (keepsRecords ? static_cast<std::size_t>(layers) : 0));
    CHECK(trace.texts[0].ids == ids);
    CHECK(Running::of(*network, {{.ids = {}}}).error().code == Code::badArgument);
    CHECK(Running::of(*network, {{.ids = {-1}}}).error().code == Code::badArgument);
}

TEST_CASE("a run whose numbers overflow is refused, and one with cuts keeps its empty rows",
          "[model]") {
    const auto network = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/qwen3"));
    REQUIRE(network);
    const std::vector<int> ids{3, 1, 4, 1, 5};
    const auto whole = forward(*network, {{.ids = ids}});
    REQUIRE(whole);
    const auto codeOf = [](Trace trace) {
        const auto checked = finite(std::move(trace));
        return checked ? std::string() : checked.error().place;
    };
    CHECK(codeOf(*whole).empty());
    for (const float wrong :
         {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        Trace trace = *whole;
        trace.streams.back()[3] = wrong;
        CHECK(codeOf(std::move(trace)) == "model");
        trace = *whole;
        trace.weights[1][0] = wrong;
        CHECK(codeOf(std::move(trace)) == "layer 2");
    }
    // The result of softmaxRows for a row without numbers.
    Trace trace = *whole;
    std::fill_n(trace.weights[0].begin(), trace.batch.length(0), 0.0F);
    CHECK(codeOf(trace) == "layer 1");
    trace.edits.emplace_back();
    CHECK(codeOf(trace).empty());
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
    CHECK(kept->embeddings == again->embeddings);

    // In a run that was cut in the last layer, only that layer has a record.
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
    CHECK(cutKept->embeddings == cutAgain->embeddings);
    CHECK(cutKept->embeddings != kept->embeddings);
}

TEST_CASE("runs with changes beside the one without are what each is alone, digit by digit",
          "[model]") {
    const std::string name = GENERATE("gpt2_bare", "qwen3", "distilbert_cls");
    const bool keepsRecords = GENERATE(false, true);
    CAPTURE(name, keepsRecords);
    const auto network = test::openNetwork(test::partsOf(HW_TEST_DATA "/model/" + name));
    REQUIRE(network);
    const Spec& spec = network->spec;
    const int last = spec.layerCount() - 1;
    const TextInput text{.ids = {3, 1, 4, 1, 5, 9, 2, 6}};
    const auto base = forward(*network, {text}, {.keepsRecords = keepsRecords});
    REQUIRE(base);
    std::vector<Edits> edits(12);
    edits[0].edges = {{0, 1, 5, 3}};
    edits[1].edges = {{0, 0, 5, 3}, {0, 1, 7, 2}, {last, 1, 7, 7}};
    edits[2] = {.rule = CutRule::renormalise, .edges = {{0, 1, 6, 3}, {last, 0, 7, 0}}};
    edits[3].edges = {{last, 0, 4, 4}};
    edits[4].heads = {{0, 1, HeadRule::zero}};
    edits[5].heads = {{last, 0, HeadRule::mean}};
    edits[6].values = {{0, 2}};
    edits[7].residuals = {{0, 3}, {last, 7}};
    edits[8].patches = {{1, 4, -1, std::vector<float>(spec.width, 0.5F)}};
    edits[9].patches = {{0, 4, 1, std::vector<float>(spec.headWidth, 0.5F)}};
    edits[10].noWords = {6};
    edits[11].wordScale = 0.5F;
    const auto check = [&](const std::vector<Edits>& some) {
        const std::vector<TextInput> copies(some.size(), text);
        const auto together = forward(*network, copies, {.edits = some, .base = &*base});
        REQUIRE(together);
        const std::size_t size = base->last().size();
        for (std::size_t i = 0; i < some.size(); ++i) {
            CAPTURE(i);
            const auto alone = forward(*network, {text}, {.edits = {&some[i], 1}});
            REQUIRE(alone);
            const auto own = std::span(together->last()).subspan(i * size, size);
            CHECK(std::ranges::equal(own, alone->last()));
            const std::vector<float>& weights = alone->weights[last];
            CHECK(std::ranges::equal(
                std::span(together->weights[last]).subspan(i * weights.size(), weights.size()),
                weights));
        }
    };
    check(edits);
    for (std::size_t i = 0; i < edits.size(); ++i) check(std::vector<Edits>(9, edits[i]));
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
