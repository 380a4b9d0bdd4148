// SPDX-License-Identifier: MIT
// Gemma 2 and 3 (Gemma Team 2024, 2025): Llama with another norm after each branch, norms stored minus one, words times
// the root of the width, and sliding-window layers. Gemma 2 caps scores and logits. Gemma 3 has norms of queries and
// keys, and two bases of rotations.
#include <cmath>
#include <string>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/decoders/llama.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readGemmaBody(Config& config, Spec& spec, double base) {
    readLlamaBody(config, spec, base);
    config.ignore("hidden_act");  // hidden_activation counts
    spec.activation = readActivation(config, "hidden_activation", "gelu_pytorch_tanh");
    spec.hasQkvBias = spec.hasOutputBias = config.flag("attention_bias", false);
    config.only("use_bidirectional_attention", false);
    spec.normOffset = 1;
    spec.hasBranchNorms = true;
    spec.embeddingScale = static_cast<float>(std::sqrt(spec.width));
    spec.names.attentionBranchNorm = "post_attention_layernorm";
    spec.names.mlpNorm = "pre_feedforward_layernorm";
    spec.names.mlpBranchNorm = "post_feedforward_layernorm";
    const double scalar = config.real("query_pre_attn_scalar", 256);
    if (!(scalar > 0))
        config.fail("query_pre_attn_scalar", std::string("Expected a number above 0."_tr));
    for (LayerKind& layer : spec.layers) layer.scale = static_cast<float>(1 / std::sqrt(scalar));
    spec.scoreCap = static_cast<float>(config.real("attn_logit_softcapping", 0));
}

/// By layer_types, else by the pattern that all layers except each `every`-th slide.
void slide(Config& config, Spec& spec, int every) {
    const std::vector<bool> kinds = readSliding(config, spec);
    const int window = config.whole("sliding_window", 4096);
    for (int layer = 0; layer < spec.layerCount() && !config.failed(); ++layer) {
        const bool slides = kinds.empty() ? (layer + 1) % every != 0 : kinds[layer];
        if (!slides) continue;
        spec.layers[layer].back = window - 1;
        if (spec.rotaries.size() > 1) spec.layers[layer].rotary = 1;
    }
}

void capLogits(Config& config, Spec& spec) {
    const double cap = config.real("final_logit_softcapping", 0);
    // The library caps only words, not classes.
    if (spec.head.task == Task::nextWord) spec.head.cap = static_cast<float>(cap);
}

void readGemma2(Config& config, std::string_view architecture, Spec& spec) {
    readGemmaBody(config, spec, 10000);
    slide(config, spec, 2);
    config.ignore("cache_implementation");
    decoderHead(config, architecture, spec, true);
    capLogits(config, spec);
}

void readGemma3(Config& config, std::string_view architecture, Spec& spec) {
    // Newer files have the rotations of both kinds of layers in one object.
    Config parameters = config.object("rope_parameters");
    const bool isNew = config.has("rope_parameters");
    readGemmaBody(config, spec, 1e6);
    spec.hasQueryKeyNorm = true;
    spec.scoreCap = 0;  // the library reads the key, but does not use it
    if (isNew && !config.object("rope_scaling").isEmpty())
        config.fail("rope_scaling", std::string("RoPE is configured twice."_tr));
    const double local = config.real("rope_local_base_freq", 10000);
    Config window = parameters.object("sliding_attention");
    Config full = parameters.object("full_attention");
    if (isNew) spec.rotaries = {readRotary(full, readLengths(config, spec.headWidth, 1e6))};
    spec.rotaries.push_back(readRotary(window, readLengths(config, spec.headWidth, local)));
    const int newer = config.whole("_sliding_window_pattern", 6);
    slide(config, spec, config.whole("sliding_window_pattern", newer));
    decoderHead(config, architecture, spec, true);
    capLogits(config, spec);
}

}  // namespace

constinit const Family gemma2Family{.type = "gemma2", .name = "Gemma 2", .read = readGemma2};
constinit const Family gemma3Family{.type = "gemma3_text", .name = "Gemma 3", .read = readGemma3};

}  // namespace hw::model
