// SPDX-License-Identifier: MIT
// Qwen2 is Llama with biases of queries, keys and values. Qwen3 has norms of each head's queries and keys instead.
#include "model/families/common.h"
#include "model/families/decoders/llama.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readQwenBody(Config& config, std::string_view architecture, Spec& spec) {
    readLlamaBody(config, spec, 10000);
    spec.activation = readActivation(config, "hidden_act", "silu");
    const std::vector<bool> kinds = readSliding(config, spec);
    const bool isUsed = config.flag("use_sliding_window", false);
    const int first = config.whole("max_window_layers", 28, 0);
    const int window = config.has("sliding_window") ? config.whole("sliding_window") : 0;
    for (int layer = 0; layer < spec.layerCount() && !config.failed(); ++layer) {
        const bool slides = kinds.empty() ? isUsed && layer >= first : kinds[layer];
        if (slides && window > 0) spec.layers[layer].back = window - 1;
    }
    decoderHead(config, architecture, spec, false);
}

void readQwen2(Config& config, std::string_view architecture, Spec& spec) {
    readQwenBody(config, architecture, spec);
    spec.hasQkvBias = true;
    config.only("use_mrope", false);
}

void readQwen3(Config& config, std::string_view architecture, Spec& spec) {
    readQwenBody(config, architecture, spec);
    spec.hasQkvBias = spec.hasOutputBias = config.flag("attention_bias", false);
    spec.hasQueryKeyNorm = true;
}

}  // namespace

constinit const Family qwen2Family{.type = "qwen2", .name = "Qwen2", .read = readQwen2};
constinit const Family qwen3Family{.type = "qwen3", .name = "Qwen3", .read = readQwen3};

}  // namespace hw::model
