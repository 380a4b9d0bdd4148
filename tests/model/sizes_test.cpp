// SPDX-License-Identifier: MIT
// Sizes from a file or a text. Their products are compared with limits before memory is allocated, on 32-bit machines
// as well.
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "model/ask/contributions.h"
#include "model/checkpoint.h"
#include "model/decoding/decode.h"
#include "model/families/family.h"
#include "model/gguf_bytes.h"
#include "model/run/kv_cache.h"
#include "model/weights/weight.h"
#include "model/write/incremental_decoder.h"

namespace hw::model {
namespace {

constexpr int largest = 1 << 24;  // as a configuration may have

Batch batchOf(int tokens) {
    Batch batch;
    batch.add(tokens);
    return batch;
}

/// A causal decoder whose tensors are never read.
Network decoderOf(int heads, int keyHeads, int headWidth, int width) {
    Network network;
    Spec& spec = network.spec;
    spec.heads = heads;
    spec.keyHeads = keyHeads;
    spec.headWidth = headWidth;
    spec.width = spec.embeddingWidth = width;
    spec.mlpWidth = 1;
    spec.vocabulary = 4;
    spec.layers = {LayerKind{.ahead = 0}};
    spec.head.task = Task::nextWord;
    return network;
}

Spec encoder() {
    Spec spec;
    spec.familyName = "T";
    spec.width = spec.embeddingWidth = spec.mlpWidth = 8;
    spec.heads = spec.keyHeads = 1;
    spec.headWidth = 8;
    spec.vocabulary = 4;
    return spec;
}

Code codeOf(const Spec& spec) {
    const auto network = loadNetwork({}, spec);
    REQUIRE_FALSE(network);
    return network.error().code;
}

}  // namespace

TEST_CASE("the memory of a pass never wraps to a little") {
    const Spec& spec = decoderOf(largest, largest, 1, 1).spec;
    for (const int tokens : {1 << 16, 1 << 20, std::numeric_limits<int>::max()})
        CHECK(passBytes(spec, batchOf(tokens), true, true) > mostPassBytes);
    // 2^32 numbers, which is 0 where a size has 32 bits.
    CHECK(batchOf(4096).matrices(256) == std::uint64_t{1} << 32);
    CHECK(passBytes(decoderOf(256, 256, 1, 1).spec, batchOf(4096), false, false) > mostPassBytes);
    CHECK(batchOf(1 << 20).matrices(largest) == std::numeric_limits<std::uint64_t>::max());
    CHECK_FALSE(areRecordsSmall(spec, batchOf(1 << 20)));
}

TEST_CASE("the memory of a pass has the rows of the embeddings, rotations and distances") {
    Spec spec = decoderOf(1, 1, 8, 8).spec;
    const Batch batch = batchOf(64);
    const std::uint64_t plain = passBytes(spec, batch, false, false);
    spec.embeddingWidth = largest;
    CHECK(passBytes(spec, batch, false, false) > plain + std::uint64_t{64} * largest * 4);
    spec.embeddingWidth = 8;
    spec.rotaries.resize(2);
    CHECK(passBytes(spec, batch, false, false) >= plain + std::uint64_t{64} * 2 * 8 * 4);
    spec.distances = DistanceSpec{.span = 1 << 16};
    CHECK(passBytes(spec, batch, false, false) >= plain + std::uint64_t{128} * (16 + 64) * 4);
    spec.convolutionTokens = 1 << 20;
    CHECK(passBytes(spec, batch, false, false) > std::uint64_t{64} * 8 * (1 << 20) * 4);
}

TEST_CASE("what a growing text keeps and looks at has a limit") {
    CHECK(kvCacheBytes(decoderOf(1, largest, largest, 1).spec) == std::uint64_t{1} << 51);
    const Network many = decoderOf(largest, 1, 1, 1);
    const auto few = IncrementalDecoder::of(many);
    if (few) CHECK(few->mostTokens() <= 1);
    const Network wide = decoderOf(1, 1, 1, largest);
    const auto refused = IncrementalDecoder::of(wide);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::tooLarge);
    Network none = decoderOf(1, 1, 1, 1);
    none.spec.positions = 1;
    none.spec.positionOffset = 2;
    const auto empty = IncrementalDecoder::of(none);
    REQUIRE(empty);
    CHECK(empty->mostTokens() == 0);
}

TEST_CASE("a decoder's keys and values are counted before they are computed") {
    Network decoder = decoderOf(1, 1 << 12, 1 << 12, 8);
    decoder.spec.hasCross = true;
    const EncoderStates encoderStates{{}, batchOf(1 << 16)};
    const auto decoded = decode(decoder, encoderStates, {});
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().code == Code::tooLarge);
}

TEST_CASE("vectors that attention moves are counted before they are made") {
    const Network network = decoderOf(1 << 12, 1 << 12, 1, 1 << 16);
    Trace trace;
    trace.batch = batchOf(100);
    const auto made = contributions(network, trace);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == Code::tooLarge);
}

TEST_CASE("sizes that fit no machine are refused before a tensor is looked for") {
    Spec heads = encoder();
    heads.heads = 257;
    heads.headWidth = 16'711'936;  // times 257 is 2^32 + 256
    CHECK(codeOf(heads) == Code::badShape);
    Spec keys = encoder();
    keys.keyHeads = keys.headWidth = 1 << 15;
    CHECK(codeOf(keys) == Code::badShape);
    // With none of these is the logarithmic share of the distances a number.
    for (const auto& [count, distance] : {std::pair{1, 128}, {3, 128}, {32, 16}, {32, 2}}) {
        Spec buckets = encoder();
        buckets.bucketCount = count;
        buckets.bucketDistance = distance;
        CHECK(codeOf(buckets) == Code::badArgument);
    }
    for (const auto& [count, farthest] : {std::pair{2, 2}, {8, 5}, {8, 1}}) {
        Spec distances = encoder();
        distances.distances = DistanceSpec{.span = 8, .buckets = count, .farthest = farthest};
        CHECK(codeOf(distances) == Code::badArgument);
    }
    Spec picture = encoder();
    picture.picture = PictureSpec{.width = 128, .height = 128, .patch = 1, .storedSide = 1};
    picture.vocabulary = 128 * 128 + 2;
    picture.width = largest;
    CHECK(codeOf(picture) == Code::tooLarge);
    picture.width = 8;
    picture.picture->patch = 1 << 20;
    CHECK(codeOf(picture) == Code::tooLarge);
}

TEST_CASE("a tensor that claims more than its file takes no memory") {
    ModelFiles files;
    files.parts = {test::part("model.safetensors", "some bytes")};
    StoredTensor tensor;
    tensor.name = "w";
    tensor.type = TensorType::f32;
    tensor.shape = {std::int64_t{1} << 40};
    tensor.bytes = std::uint64_t{1} << 42;
    const auto read = loadVector(files, tensor);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == Code::truncated);
    tensor.offset = std::numeric_limits<std::uint64_t>::max() - 2;
    CHECK(loadVector(files, tensor).error().code == Code::truncated);
}

TEST_CASE("numbers of GGUF keys that no size can be are refused by their key") {
    const auto opened = [](const std::string& key, double value) {
        test::GgufBytes file;
        const auto text = [&](const char* name, const char* content) {
            file.entry(name, 8, test::ggufText(content));
        };
        const bool isBert = key.starts_with("tokenizer");
        const std::string family = isBert ? "bert" : "llama";
        text("general.architecture", family.c_str());
        for (const char* size : {"block_count", "embedding_length", "attention.head_count",
                                 "feed_forward_length", "context_length", "vocab_size"})
            file.entry(family + "." + size, 4, test::littleEndian(std::uint32_t{1}));
        file.entry(key, 12, test::littleEndian(value));
        const auto files = readModelFiles({test::part("model.gguf", file.bytes())});
        REQUIRE(files);
        const auto spec = readSpec(*files);
        return spec ? std::string() : spec.error().place;
    };
    for (const std::string key :
         {"tokenizer.ggml.token_type_count", "llama.attention.sliding_window"}) {
        CHECK(opened(key, 2) == "");
        for (const double bad : {1e300, -1.0, 1.5, std::numeric_limits<double>::quiet_NaN()})
            CHECK(opened(key, bad) == key);
    }
}

TEST_CASE("widths that a factor of a configuration makes are whole numbers of a size that may be") {
    const std::string folder = HW_TEST_DATA "/model/families/dinov2/";
    const auto opened = [&](const std::string& ratio) {
        std::string text = test::readBytes(folder + "config.json");
        const std::size_t at = text.find("\"mlp_ratio\":");
        REQUIRE(at != text.npos);
        text.replace(at, text.find_first_of(",}", at) - at, "\"mlp_ratio\": " + ratio);
        const auto read = test::openNetwork({test::part("config.json", text),
                                             test::partOf(folder + "preprocessor_config.json"),
                                             test::partOf(folder + "model.safetensors")});
        return read ? std::string() : read.error().place;
    };
    for (const char* bad : {"1e12", "0", "0.001"}) CHECK(opened(bad) == "config.json, mlp_ratio");
}

}  // namespace hw::model
