// SPDX-License-Identifier: MIT
// GPT-2 (Radford et al. 2019) and GPT-Neo: pre-LN, causal, learned positions.
#include <array>
#include <cmath>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readGptBody(Config& config, Spec& spec) {
    spec.activation = readActivation(config, "activation_function", "gelu_new");
    spec.epsilon = static_cast<float>(config.real("layer_norm_epsilon", 1e-5));
    spec.hasOutputBias = spec.hasMlpBias = true;
    spec.position = PositionKind::learned;
    makeCausal(spec);
    spec.names = {.prefixes = {"transformer.", ""},
                  .embeddings = "wte",
                  .positions = "wpe",
                  .block = "h.{}.",
                  .attentionNorm = "ln_1",
                  .mlpNorm = "ln_2",
                  .up = "mlp.c_fc",
                  .down = "mlp.c_proj",
                  .finalNorm = "ln_f"};
    // For a multiple-choice head.
    for (const char* key : {"summary_type", "summary_use_proj", "summary_activation",
                            "summary_first_dropout", "summary_proj_to_labels"})
        config.ignore(key);
}

void readGpt2(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec, {.width = "n_embd", .layers = "n_layer", .heads = "n_head", .mlp = ""});
    readGptBody(config, spec);
    spec.mlpWidth = config.whole("n_inner", 4 * spec.width);
    spec.positions = config.whole("n_positions", 1024);
    config.ignore("n_ctx");
    spec.hasQkvBias = true;
    spec.isInOut = true;
    spec.qkv = QkvForm::grouped;
    spec.names.qkv = "attn.c_attn";
    spec.names.output = "attn.c_proj";
    if (!config.flag("scale_attn_weights", true))
        for (LayerKind& layer : spec.layers) layer.scale = 1;
    if (config.flag("scale_attn_by_inverse_layer_idx", false))
        for (int layer = 0; layer < spec.layerCount(); ++layer)
            spec.layers[layer].scale /= static_cast<float>(layer + 1);
    decoderHead(config, architecture, spec, true);
}

void readGptNeo(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec, {.layers = "num_layers", .heads = "num_heads", .mlp = ""});
    readGptBody(config, spec);
    spec.mlpWidth = config.whole("intermediate_size", 4 * spec.width);
    spec.positions = config.whole("max_position_embeddings", 2048);
    spec.names.query = "attn.attention.q_proj";
    spec.names.key = "attn.attention.k_proj";
    spec.names.value = "attn.attention.v_proj";
    spec.names.output = "attn.attention.out_proj";
    const int window = config.whole("window_size", 256);
    config.ignore("attention_types");  // the same as attention_layers, in short
    const std::vector<std::string> kinds = config.texts("attention_layers");
    if (kinds.size() != spec.layers.size()) {
        config.fail("attention_layers", formatText("Found {} types for {} layers."_tr,
                                                   {kinds.size(), spec.layers.size()}));
        return;
    }
    for (int layer = 0; layer < spec.layerCount(); ++layer) {
        spec.layers[layer].scale = 1;
        if (kinds[layer] == "local") {
            spec.layers[layer].back = window - 1;
        } else if (kinds[layer] != "global") {
            config.fail("attention_layers",
                        formatText("Unsupported layer type “{}”."_tr, {io::excerpt(kinds[layer])}));
        }
    }
    decoderHead(config, architecture, spec, true);
}

}  // namespace

constinit const Family gpt2Family{.type = "gpt2", .name = "GPT-2", .read = readGpt2};
constinit const Family gptNeoFamily{.type = "gpt_neo", .name = "GPT-Neo", .read = readGptNeo};

}  // namespace hw::model
