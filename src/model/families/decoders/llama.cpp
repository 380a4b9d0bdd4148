// SPDX-License-Identifier: MIT
// Llama (Touvron et al. 2023) and similar models: RMSNorm, rotated queries and keys, few heads of keys, a gated MLP.
#include "model/families/decoders/llama.h"
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {

void readLlamaBody(Config& config, Spec& spec, double base, std::optional<double> partial) {
    readSizes(config, spec);
    readGroupedHeads(config, spec);
    spec.norm = NormKind::rms;
    spec.hasNormBias = false;
    spec.epsilon = static_cast<float>(config.real("rms_norm_eps", 1e-6));
    spec.mlp = MlpForm::gated;
    spec.rotaries = {readRotaryKeys(config, spec.headWidth, base, partial)};
    makeCausal(spec);
    for (LayerKind& layer : spec.layers) layer.rotary = 0;
    spec.names = {.prefixes = {"model.", ""},
                  .embeddings = "embed_tokens",
                  .block = "layers.{}.",
                  .attentionNorm = "input_layernorm",
                  .mlpNorm = "post_attention_layernorm",
                  .query = "self_attn.q_proj",
                  .key = "self_attn.k_proj",
                  .value = "self_attn.v_proj",
                  .output = "self_attn.o_proj",
                  .queryNorm = "self_attn.q_norm",
                  .keyNorm = "self_attn.k_norm",
                  .gate = "mlp.gate_proj",
                  .up = "mlp.up_proj",
                  .down = "mlp.down_proj",
                  .finalNorm = "norm"};
}

namespace {

void readLlama(Config& config, std::string_view architecture, Spec& spec) {
    readLlamaBody(config, spec, 10000);
    spec.activation = readActivation(config, "hidden_act", "silu");
    spec.hasQkvBias = spec.hasOutputBias = config.flag("attention_bias", false);
    spec.hasMlpBias = config.flag("mlp_bias", false);
    config.ignore("rope_interleaved");  // SmolLM's files say false, and no code reads it
    decoderHead(config, architecture, spec, false);
}

void readMistral(Config& config, std::string_view architecture, Spec& spec) {
    readLlamaBody(config, spec, 10000);
    spec.activation = readActivation(config, "hidden_act", "silu");
    makeCausal(spec, config.has("sliding_window") ? config.whole("sliding_window") : 0);
    for (LayerKind& layer : spec.layers) layer.rotary = 0;
    decoderHead(config, architecture, spec, false);
}

}  // namespace

constinit const Family llamaFamily{.type = "llama", .name = "Llama", .read = readLlama};
constinit const Family mistralFamily{.type = "mistral", .name = "Mistral", .read = readMistral};

}  // namespace hw::model
