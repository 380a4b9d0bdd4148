// SPDX-License-Identifier: MIT
// Encoders with decoders. Compares their numbers and their written text with the real library's, for our own
// checkpoints (tests/model/make/translation.py) and those next to the checkout (shared/data/models/README.md).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "model/network/buckets.h"
#include "model/pair.h"

namespace hw::model {
namespace {

using test::Expected;

void closeIfThere(const Expected& expected, const std::string& name, std::string_view quantity,
                  std::span<const float> found, std::span<const float> counts = {}) {
    if (!expected.has(name)) return;
    const std::vector<float> wanted = expected.tensor(name);
    INFO(name);
    const double allowed = expected.allowed(quantity, test::largestOf(wanted));
    CHECK(test::largestDifference(found, wanted, counts) <= allowed);
}

void checkCase(Pair& model, const Expected& expected, io::NodeId node) {
    const std::string name = expected.text(node, "name");
    INFO(name);
    const Trace encoded = model.encoded(expected.whole(node, "ids"));
    const Trace decoded = model.decoded(expected.whole(node, "decoder_ids"));
    const std::vector<float> own = test::concatenate(encoded.weights);
    const std::vector<float> causal = test::concatenate(decoded.weights);
    const std::vector<float> cross = test::concatenate(decoded.cross);
    CHECK(expected.has(name + ".cross.attention"));
    closeIfThere(expected, name + ".encoder.attention", "attention", own);
    closeIfThere(expected, name + ".decoder.attention", "attention", causal);
    closeIfThere(expected, name + ".cross.attention", "attention", cross);
    closeIfThere(expected, name + ".encoder.hidden", "hidden", test::concatenate(encoded.streams));
    closeIfThere(expected, name + ".decoder.hidden", "hidden", test::concatenate(decoded.streams));
    const int last = decoded.batch.tokens() - 1;
    closeIfThere(expected, name + ".logits", "logits", model.logits(decoded, last));

    Target target;
    target.index = static_cast<int>(expected.number(expected.json.find(node, "target"), "index"));
    const auto second = backward(model.decoder, decoded, {&target, 1});
    REQUIRE(second);
    const auto first = backwardFrom(
        model.encoder, encoded,
        backwardEncoderStates(model.encoder, encoded, model.norm, second->encoderStates));
    REQUIRE(first);
    const double value = expected.number(expected.json.find(node, "target"), "value");
    CHECK(std::abs(second->value - value) <= expected.allowed("value", std::abs(value)));
    const char* quantity = "attention_gradient";
    closeIfThere(expected, name + ".encoder.attention_gradient", quantity,
                 test::concatenate(first->weights), own);
    closeIfThere(expected, name + ".decoder.attention_gradient", quantity,
                 test::concatenate(second->weights), causal);
    closeIfThere(expected, name + ".cross.attention_gradient", quantity,
                 test::concatenate(second->cross), cross);
    // MarianMT's references have the rows before they are scaled, all others the rows to which positions are added.
    const bool isMarian = model.encoder.spec.family == "marian";
    for (const auto& [stack, made] : {std::pair{".encoder", &*first}, {".decoder", &*second}}) {
        std::vector<float> words = made->embeddings;
        if (isMarian)
            for (float& number : words) number *= model.encoder.spec.embeddingScale;
        closeIfThere(expected, name + stack + ".input_gradient", "input_gradient", words);
    }
}

}  // namespace

TEST_CASE("encoders with decoders give the library's numbers") {
    const std::string folder = std::string(HW_TEST_DATA "/model/") +
                               GENERATE("t5_small", "t5_tied", "bart_small", "marian_small");
    INFO(folder);
    Pair model(folder);
    const Expected expected(folder);
    for (const io::NodeId node : expected.cases()) checkCase(model, expected, node);
    // Positions of MarianMT are in no file. Everything else is read by one of the two.
    for (const std::string& name : model.encoder.unused)
        CHECK(std::ranges::find(model.decoder.unused, name) == model.decoder.unused.end());
}

TEST_CASE("T5, BART and Marian give the library's numbers") {
    const std::string shared = std::string(HW_SHARED_DATA) + "/models/";
    if (!std::filesystem::is_directory(shared + "marian"))
        SKIP("shared/data is not beside the checkout");
    const std::string folder = shared + GENERATE("t5", "t5_gated", "bart", "marian");
    INFO(folder);
    Pair model(folder);
    const Expected expected(folder);
    for (const io::NodeId node : expected.cases()) checkCase(model, expected, node);
}

TEST_CASE("edges of cross-attention are cut by either rule") {
    Pair model(HW_TEST_DATA "/model/" + std::string(GENERATE("t5_tied", "bart_small")));
    model.encoded({5, 9, 11, 4, 33, 2});
    const std::vector<int> ids{2, 3, 14, 15};
    const Trace before = model.decoded(ids);
    const int keys = 6;
    const auto at = [&](int head, int query, int key) {
        return (std::size_t{1} * head * 4 + query) * keys + key;
    };
    Edits edits;
    edits.cross = {{1, 0, 2, 3}};
    const Trace zeroed = model.decoded(ids, edits);
    CHECK(zeroed.cross[0] == before.cross[0]);
    CHECK(zeroed.weights[1] == before.weights[1]);
    CHECK(zeroed.cross[1][at(0, 2, 3)] == 0);
    CHECK(zeroed.cross[1][at(0, 2, 2)] == before.cross[1][at(0, 2, 2)]);
    CHECK(zeroed.last() != before.last());
    edits.rule = CutRule::renormalise;
    const Trace shared = model.decoded(ids, edits);
    double sum = 0;
    for (int key = 0; key < keys; ++key) {
        sum += shared.cross[1][at(0, 2, key)];
        if (key == 3) continue;
        const double rest = 1 - before.cross[1][at(0, 2, 3)];
        CHECK(std::abs(shared.cross[1][at(0, 2, key)] - before.cross[1][at(0, 2, key)] / rest) <
              1e-5);
    }
    CHECK(std::abs(sum - 1) < 1e-6);
    // Words after the cut one do not know of it, those before it less.
    CHECK(model.logits(shared, 1) == model.logits(before, 1));
    CHECK(model.logits(shared, 2) != model.logits(before, 2));
    // First order, as the gradient predicts for a small weight.
    Target target{.index = 7, .position = 2};
    const auto gradients = backward(model.decoder, before, {&target, 1});
    REQUIRE(gradients);
    CHECK(gradients->cross[1][at(0, 2, 3)] != 0);
    CHECK(gradients->cross[1][at(0, 3, 3)] == 0);

    edits.cross = {{1, 0, 2, keys}};
    CHECK_FALSE(forward(model.decoder, {{ids}},
                        {.edits = {&edits, 1}, .encoderStates = model.encoderStates}));
}

TEST_CASE("distances have the buckets of T5") {
    Spec spec;
    spec.bucketCount = 32;
    spec.bucketDistance = 128;
    spec.layers.resize(1);
    const int first[] = {0, 17, 18, 19, 20, 21, 22, 23, 24, 24, 24, 24};
    const int sixth[] = {5, 4, 3, 2, 1, 0, 17, 18, 19, 20, 21, 22};
    for (int key = 0; key < 12; ++key) {
        CHECK(bucketOf(key, spec) == first[key]);
        CHECK(bucketOf(key - 5, spec) == sixth[key]);
    }
    CHECK(bucketOf(-1000, spec) == 15);
    spec.layers[0].ahead = 0;
    CHECK(bucketOf(-15, spec) == 15);
    CHECK(bucketOf(-16, spec) == 16);
    CHECK(bucketOf(-1000, spec) == 31);
    CHECK(bucketOf(4, spec) == 0);
}

}  // namespace hw::model
