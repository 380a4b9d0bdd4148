// SPDX-License-Identifier: MIT
#include "whole.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "model/families/family.h"
#include "model/support.h"

namespace hw::bench {

namespace {

constexpr int words = 64;
constexpr int positions = 256;
constexpr int headWidth = 32;

/// A safetensors file that is built up.
struct Weights {
    std::string header = "{";
    std::string data;
    unsigned seed = 100;

    void add(const std::string& name, std::vector<int> shape, float middle, float spread) {
        std::size_t count = 1;
        std::string sizes;
        for (const int size : shape) {
            count *= static_cast<std::size_t>(size);
            sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
        }
        std::vector<float> values = test::randomFloats(count, ++seed, spread);
        for (float& value : values) value += middle;
        header += std::string(header.size() > 1 ? "," : "") + "\"" + name +
                  R"(":{"dtype":"F32","shape":[)" + sizes + R"(],"data_offsets":[)" +
                  std::to_string(data.size()) + "," + std::to_string(data.size() + 4 * count) +
                  "]}";
        data += test::rawBytes(values);
    }
    void addLinear(const std::string& name, int outputs, int inputs) {
        add(name + ".weight", {outputs, inputs}, 0.0F, 0.05F);
        add(name + ".bias", {outputs}, 0.0F, 0.05F);
    }
    void addNorm(const std::string& name, int width) {
        add(name + ".weight", {width}, 1.0F, 0.1F);
        add(name + ".bias", {width}, 0.0F, 0.1F);
    }
};

std::string configOf(int layers, int width, int inner) {
    return R"({"model_type":"bert","architectures":["BertModel"],"hidden_act":"gelu","layer_norm_eps":1e-12,)"
           R"("position_embedding_type":"absolute","type_vocab_size":2,"pad_token_id":0,"hidden_size":)" +
           std::to_string(width) + R"(,"intermediate_size":)" + std::to_string(inner) +
           R"(,"num_hidden_layers":)" + std::to_string(layers) + R"(,"num_attention_heads":)" +
           std::to_string(width / headWidth) + R"(,"vocab_size":)" + std::to_string(words) +
           R"(,"max_position_embeddings":)" + std::to_string(positions) + "}";
}

template <class Value>
Value orStop(Result<Value> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "error: %s\n", sentence(result.error()).c_str());
    std::exit(1);
}

model::TextInput text(int tokens) {
    model::TextInput input;
    for (int i = 0; i < tokens; ++i) input.ids.push_back(i * 7 % words);
    return input;
}

}  // namespace

model::Network encoder(int layers, int width, int inner) {
    Weights weights;
    weights.add("embeddings.word_embeddings.weight", {words, width}, 0.0F, 1.0F);
    weights.add("embeddings.position_embeddings.weight", {positions, width}, 0.0F, 1.0F);
    weights.add("embeddings.token_type_embeddings.weight", {2, width}, 0.0F, 1.0F);
    weights.addNorm("embeddings.LayerNorm", width);
    for (int layer = 0; layer < layers; ++layer) {
        const std::string name = "encoder.layer." + std::to_string(layer) + ".";
        for (const char* part : {"query", "key", "value"}) {
            weights.addLinear(name + "attention.self." + part, width, width);
        }
        weights.addLinear(name + "attention.output.dense", width, width);
        weights.addNorm(name + "attention.output.LayerNorm", width);
        weights.addLinear(name + "intermediate.dense", inner, width);
        weights.addLinear(name + "output.dense", width, inner);
        weights.addNorm(name + "output.LayerNorm", width);
    }
    weights.addLinear("pooler.dense", width, width);
    const std::string file = test::safetensors(weights.header + "}", weights.data);
    const model::ModelFiles files =
        orStop(model::readModelFiles({test::part("config.json", configOf(layers, width, inner)),
                                      test::part("model.safetensors", file)}));
    return orStop(model::loadNetwork(files, orStop(model::readSpec(files))));
}

void runForward(const model::Network& network, int tokens) {
    orStop(model::forward(network, {text(tokens)}, {.keepsStreams = false}));
}

void runBoth(const model::Network& network, int tokens) {
    const model::Trace trace =
        orStop(model::forward(network, {text(tokens)}, {.keepsRecords = true}));
    const model::Target target{
        .kind = model::TargetKind::cosine,
        .other = test::randomFloats(static_cast<std::size_t>(network.spec.width), 7)};
    orStop(model::backward(network, trace, std::vector{target}));
}

}  // namespace hw::bench
