// SPDX-License-Identifier: MIT
// Phi-3 (Abdin et al. 2024): Llama with fused matrices.
#include "model/families/common.h"
#include "model/families/decoders/llama.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readPhi3(Config& config, std::string_view architecture, Spec& spec) {
    readLlamaBody(config, spec, 10000, 1);
    spec.activation = readActivation(config, "hidden_act", "silu");
    spec.qkv = QkvForm::grouped;
    spec.mlp = MlpForm::gatedFused;
    spec.names.qkv = "self_attn.qkv_proj";
    spec.names.up = "mlp.gate_up_proj";
    config.only("attention_bias", false);
    makeCausal(spec, config.has("sliding_window") ? config.whole("sliding_window") : 0);
    for (LayerKind& layer : spec.layers) layer.rotary = 0;
    decoderHead(config, architecture, spec, false);
}

}  // namespace

constinit const Family phi3Family{.type = "phi3", .name = "Phi-3", .read = readPhi3};

}  // namespace hw::model
