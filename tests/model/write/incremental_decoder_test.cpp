// SPDX-License-Identifier: MIT
// Cached keys and values. Every step has the attention and the logits of the whole pass, and gives the real library's
// greedy text (shared/data/models/README.md).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/run/read_out.h"
#include "model/run/run.h"
#include "model/shared_models.h"
#include "model/write/incremental_decoder.h"
#include "model/write/sampling.h"

namespace hw::model {
namespace {

using test::Expected;

const std::string own = HW_TEST_DATA "/model/";

/// The run assembled from the first tokens equals a pass of them, forward and back.
void checkTrace(const Network& network, const IncrementalDecoder& decoder, int count) {
    CAPTURE(count);
    const std::vector<int> ids(decoder.ids().begin(), decoder.ids().begin() + count);
    const auto whole = forward(network, {{.ids = ids}});
    const auto made = decoder.trace(count);
    REQUIRE(whole);
    REQUIRE(made);
    REQUIRE(made->weights.size() == whole->weights.size());
    REQUIRE(made->streams.size() == whole->streams.size());
    for (std::size_t layer = 0; layer < whole->weights.size(); ++layer)
        CHECK(test::largestDifference(made->weights[layer], whole->weights[layer]) <= 2e-5);
    for (std::size_t layer = 0; layer < whole->streams.size(); ++layer)
        CHECK(test::largestDifference(made->streams[layer], whole->streams[layer]) <=
              5e-5 * test::largestOf(whole->streams[layer]));
    const Target target{.index = 1};
    const auto wanted = backward(network, *whole, {&target, 1});
    const auto found = backward(network, *made, {&target, 1});
    REQUIRE(wanted);
    REQUIRE(found);
    for (std::size_t layer = 0; layer < whole->weights.size(); ++layer)
        CHECK(test::largestDifference(found->weights[layer], wanted->weights[layer]) <=
              1e-3 * std::max(1.0, double{test::largestOf(wanted->weights[layer])}));
}

/// Runs the ids in parts of these sizes (repeating the last one) and compares each with the whole pass.
void checkParts(const Network& network, const std::vector<int>& ids, std::vector<int> sizes) {
    const auto whole = forward(network, {{.ids = ids}});
    REQUIRE(whole);
    auto decoder = IncrementalDecoder::of(network);
    REQUIRE(decoder);
    const int heads = network.spec.heads;
    const int n = static_cast<int>(ids.size());
    std::size_t part = 0;
    for (int at = 0; at < n;) {
        const int count = std::min(sizes[std::min(part++, sizes.size() - 1)], n - at);
        std::vector<std::vector<float>> rows;
        REQUIRE(decoder->add(std::span(ids).subspan(at, count), {}, &rows));
        const int all = at + count;
        CAPTURE(at, count);
        for (int layer = 0; layer < network.spec.layerCount(); ++layer) {
            REQUIRE(rows[layer].size() == std::size_t{1} * heads * count * all);
            double most = 0;
            for (int head = 0; head < heads; ++head)
                for (int query = 0; query < count; ++query)
                    for (int key = 0; key < n; ++key) {
                        const float wanted =
                            whole->weights[layer]
                                          [(std::size_t{1} * head * n + at + query) * n + key];
                        const float found =
                            key < all
                                ? rows[layer][(std::size_t{1} * head * count + query) * all + key]
                                : 0.0F;
                        most = std::max(most, std::abs(double{wanted} - found));
                    }
            CHECK(most <= 2e-5);
        }
        at = all;
        Workspace workspace;
        const int position = at - 1;
        const ReadOut wanted =
            readOut(network, whole->batch, whole->last(), {&position, 1}, {}, workspace);
        CHECK(test::largestDifference(decoder->logits(position), wanted.values) <=
              5e-5 * test::largestOf(wanted.values));
    }
    CHECK(decoder->runTokens() == n);
    checkTrace(network, *decoder, n);
    checkTrace(network, *decoder, n / 2 + 1);
    CHECK(decoder->ids() == ids);
}

std::vector<int> greedy(const Network& network, const std::vector<int>& ids, int count) {
    auto decoder = IncrementalDecoder::of(network);
    REQUIRE(decoder);
    REQUIRE(decoder->add(ids));
    std::vector<int> written;
    for (int i = 0; i < count; ++i) {
        const int next = chooseToken(decoder->logits(decoder->tokens() - 1), {}, decoder->tokens());
        written.push_back(next);
        REQUIRE(decoder->add({&next, 1}));
    }
    return written;
}

std::vector<int> someIds(const Network& network, int count) {
    std::vector<int> ids;
    for (int i = 0; i < count; ++i) ids.push_back((7 + 13 * i + i * i) % network.spec.vocabulary);
    return ids;
}

}  // namespace

TEST_CASE("a token more has the attention and logits of the whole pass", "[model][write]") {
    const std::string name = GENERATE("gpt2_bare", "qwen3");
    INFO(name);
    const auto network = test::openNetwork(test::partsOf(own + name));
    REQUIRE(network);
    const std::vector<int> ids = someIds(*network, 23);
    checkParts(*network, ids, {1});
    checkParts(*network, ids, {9, 1});
    checkParts(*network, ids, {4, 7});
}

TEST_CASE("after a step back another way is what it would have been from the beginning",
          "[model][write]") {
    const auto network = test::openNetwork(test::partsOf(own + "qwen3"));
    REQUIRE(network);
    const std::vector<int> ids = someIds(*network, 12);
    auto decoder = IncrementalDecoder::of(*network);
    REQUIRE(decoder);
    REQUIRE(decoder->add(ids));
    const std::vector<float> before = decoder->logits(4);
    decoder->shorten(5);
    CHECK(decoder->tokens() == 5);
    CHECK(decoder->logits(4) == before);
    CHECK(decoder->logits(5).empty());
    const std::vector<int> other{3, 1};
    REQUIRE(decoder->add(other));
    auto fresh = IncrementalDecoder::of(*network);
    REQUIRE(fresh);
    std::vector<int> all(ids.begin(), ids.begin() + 5);
    all.insert(all.end(), other.begin(), other.end());
    REQUIRE(fresh->add(all));
    CHECK(test::largestDifference(decoder->logits(6), fresh->logits(6)) <= 1e-4);
}

TEST_CASE("growing stops at the model's length, at the memory, and when it is told to",
          "[model][write]") {
    const auto network = test::openNetwork(test::partsOf(own + "gpt2_bare"));
    REQUIRE(network);
    const int most = network->spec.positions;
    REQUIRE(most > 2);
    auto decoder = IncrementalDecoder::of(*network);
    REQUIRE(decoder);
    CHECK(decoder->mostTokens() == most);
    const std::vector<int> tooMany(most + 1, 1);
    const auto refused = decoder->add(tooMany);
    REQUIRE(!refused);
    CHECK(refused.error().code == Code::tooLarge);
    CHECK(decoder->tokens() == 0);
    const std::vector<int> unknown{1, network->spec.vocabulary};
    CHECK(decoder->add(unknown).error().code == Code::badArgument);
    CHECK(decoder->add({}).error().code == Code::badArgument);
    const std::vector<int> ids{1, 2, 3};
    REQUIRE(decoder->add(ids));
    const std::vector<float> before = decoder->logits(2);
    int asked = 0;
    const auto stopped = decoder->add(ids, [&] { return ++asked > 1; });
    REQUIRE(!stopped);
    CHECK(stopped.error().code == Code::cancelled);
    CHECK(decoder->ids() == ids);
    // Nothing remains of the layers that had run.
    const std::vector<int> one{5};
    REQUIRE(decoder->add(one));
    decoder->shorten(3);
    CHECK(decoder->logits(2) == before);
    checkParts(*network, {1, 2, 3, 5}, {3, 1});

    const std::uint64_t token = kvCacheBytes(network->spec) + sizeof(float) * network->spec.width;
    auto small = IncrementalDecoder::of(*network, 3 * token);
    REQUIRE(small);
    CHECK(small->mostTokens() == 3);
    CHECK(small->add(std::vector<int>{1, 2, 3, 4}).error().code == Code::tooLarge);
}

TEST_CASE("a run is put together as long as there is room for what it needs", "[model][write]") {
    const auto network = test::openNetwork(test::partsOf(own + "qwen3"));
    REQUIRE(network);
    const Spec& spec = network->spec;
    const std::uint64_t token = kvCacheBytes(spec) + sizeof(float) * spec.width;
    const std::uint64_t forRun = sizeof(float) * (spec.layers.size() * spec.heads * spec.headWidth +
                                                  (spec.layers.size() - 1) * spec.width);
    auto decoder = IncrementalDecoder::of(*network, 4 * (token + forRun));
    REQUIRE(decoder);
    REQUIRE(decoder->mostTokens() > 5);
    const std::vector<int> ids = someIds(*network, 5);
    REQUIRE(decoder->add(std::span(ids).first(4)));
    CHECK(decoder->runTokens() == 4);
    CHECK(decoder->trace(5).error().code == Code::badArgument);
    CHECK(decoder->trace(0).error().code == Code::badArgument);
    CHECK(decoder->trace(4, [] { return true; }).error().code == Code::cancelled);
    const std::vector<float> before = decoder->logits(3);
    REQUIRE(decoder->add(std::span(ids).last(1)));
    CHECK(decoder->runTokens() == 0);
    CHECK(decoder->trace(4).error().code == Code::badArgument);
    CHECK(decoder->logits(3) == before);
    auto fresh = IncrementalDecoder::of(*network);
    REQUIRE(fresh);
    REQUIRE(fresh->add(ids));
    CHECK(test::largestDifference(decoder->logits(4), fresh->logits(4)) <= 1e-4);
    // Fewer tokens do not bring back a dropped cache. A new text caches it again.
    decoder->shorten(2);
    CHECK(decoder->runTokens() == 0);
    decoder->shorten(0);
    REQUIRE(decoder->add(std::span(ids).first(3)));
    checkTrace(*network, *decoder, 3);
}

TEST_CASE("a model that reads both ways does not write", "[model][write]") {
    const auto network = test::openNetwork(test::partsOf(own + "distilbert_cls"));
    REQUIRE(network);
    CHECK(IncrementalDecoder::of(*network).error().code == Code::badArgument);
}

TEST_CASE(
    "quantised weights, whose products are rounded for one token, stay within the references' "
    "tolerance",
    "[model][write][shared]") {
    const std::string folder = test::sharedModels();
    if (folder.empty()) SKIP("the shared checkpoints are not here");
    const std::string name =
        GENERATE("llama-Q4_1", "llama-Q8_0", "llama-Q4_0", "gpt2-Q8_0", "qwen2-Q4_1", "qwen2-Q8_0");
    const std::string path = folder + "gguf/" + name + ".gguf";
    if (!std::filesystem::exists(path)) SKIP("there is no " + name);
    INFO(name);
    const auto network = test::openNetwork({test::partOf(path)});
    REQUIRE(network);
    checkParts(*network, someIds(*network, 24), {5, 1});
}

TEST_CASE("every causal family writes what the real library writes", "[model][write][shared]") {
    const std::string folder = test::sharedModels();
    if (folder.empty()) SKIP("the shared checkpoints are not here");
    const std::string name =
        GENERATE("gpt2", "gpt2_bare", "gpt_neo", "opt", "opt_post", "pythia", "llama", "smollm",
                 "llama3", "mistral", "qwen2", "qwen3", "gemma2", "gemma3", "phi3");
    INFO(name);
    const auto network = test::openNetwork(test::partsOf(folder + name));
    REQUIRE(network);
    const Expected expected(folder + name);
    int written = 0;
    for (const io::NodeId node : expected.cases()) {
        const std::vector<int> ids = expected.whole(node, "ids");
        checkParts(*network, ids, {static_cast<int>(ids.size()) / 2 + 1, 1});
        const io::NodeId greedyNode = expected.json.find(node, "greedy");
        if (greedyNode == io::none || expected.json.is(greedyNode, io::Kind::null)) continue;
        CHECK(greedy(*network, ids, 12) == expected.whole(greedyNode, "ids"));
        ++written;
    }
    const bool isDeep = name == "gpt2" || name == "pythia" || name == "llama" || name == "qwen3";
    CHECK((written > 0) == isDeep);
}

}  // namespace hw::model
