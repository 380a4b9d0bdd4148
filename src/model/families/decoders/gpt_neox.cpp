// SPDX-License-Identifier: MIT
// GPT-NeoX and Pythia (Black et al. 2022): attention and MLP in parallel, part of each head's width is rotated.
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readGptNeoX(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec);
    spec.activation = readActivation(config, "hidden_act", "gelu");
    spec.epsilon = static_cast<float>(config.real("layer_norm_eps", 1e-5));
    spec.placement =
        config.flag("use_parallel_residual", true) ? Placement::parallel : Placement::pre;
    spec.hasQkvBias = spec.hasOutputBias = config.flag("attention_bias", true);
    spec.hasMlpBias = true;
    spec.qkv = QkvForm::perHead;
    const double partial = config.real("rotary_pct", 0.25);
    const double base = config.real("rotary_emb_base", 10000);
    spec.rotaries = {readRotaryKeys(config, spec.headWidth, base, partial)};
    makeCausal(spec);
    for (LayerKind& layer : spec.layers) layer.rotary = 0;
    spec.names = {.prefixes = {"gpt_neox.", ""},
                  .embeddings = "embed_in",
                  .block = "layers.{}.",
                  .attentionNorm = "input_layernorm",
                  .mlpNorm = "post_attention_layernorm",
                  .qkv = "attention.query_key_value",
                  .output = "attention.dense",
                  .up = "mlp.dense_h_to_4h",
                  .down = "mlp.dense_4h_to_h",
                  .finalNorm = "final_layer_norm"};
    decoderHead(config, architecture, spec, false, "embed_out");
}

}  // namespace

constinit const Family gptNeoXFamily{.type = "gpt_neox", .name = "GPT-NeoX", .read = readGptNeoX};

}  // namespace hw::model
