// SPDX-License-Identifier: MIT
// T5 (Raffel et al. 2020), and mT5 (Xue et al. 2021), whose decoder's output is never scaled: pre-RMSNorm, no biases,
// unscaled scores, and a bias for each distance.
#include <cmath>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readFeedForward(Config& config, Spec& spec) {
    const bool isFirst = spec.family == "t5";
    const std::string kind = config.text("feed_forward_proj", isFirst ? "relu" : "gated-gelu");
    config.ignore("dense_act_fn");
    config.ignore("is_gated_act");
    const bool isGated = kind.starts_with("gated-");
    const std::string name = isGated ? kind.substr(6) : kind;
    spec.mlp = isGated ? MlpForm::gated : MlpForm::plain;
    if (name == "relu") {
        spec.activation = Activation::relu;
    } else if (name == "gelu") {
        // The library uses the approximation for "gated-gelu".
        spec.activation = isGated ? Activation::geluTanh : Activation::gelu;
    } else if (name == "silu") {
        spec.activation = Activation::silu;
    } else {
        config.fail("feed_forward_proj",
                    formatText("Unsupported activation “{}”."_tr, {io::excerpt(kind)}));
    }
}

/// The common parts of encoder and decoder. `stack` is "encoder." or "decoder.", whose feed-forward part is `layer.N`.
void readStack(Config& config, Spec& spec, const std::string& stack, std::string_view mlpLayer) {
    spec.headWidth = config.whole("d_kv", 64);
    for (LayerKind& layer : spec.layers) layer.scale = 1;
    readFeedForward(config, spec);
    spec.norm = NormKind::rms;
    spec.hasNormBias = false;
    spec.epsilon = static_cast<float>(config.real("layer_norm_epsilon", 1e-6));
    spec.bucketCount = config.whole("relative_attention_num_buckets", 32, 4);
    spec.bucketDistance = config.whole("relative_attention_max_distance", 128, 2);
    for (const char* key : {"n_positions", "is_encoder_decoder", "num_layers", "num_decoder_layers",
                            "scale_decoder_outputs"})
        config.ignore(key);
    const std::string attention = "layer.0.SelfAttention.";
    const std::string mlp = std::string(mlpLayer) + ".DenseReluDense.";
    const bool isGated = spec.mlp == MlpForm::gated;
    spec.names = {
        .prefixes = {""},
        .embeddings = "shared|" + stack + "embed_tokens|encoder.embed_tokens|decoder.embed_tokens",
        .block = stack + "block.{}.",
        .attentionNorm = "layer.0.layer_norm",
        .mlpNorm = std::string(mlpLayer) + ".layer_norm",
        .query = attention + "q",
        .key = attention + "k",
        .value = attention + "v",
        .output = attention + "o",
        .gate = mlp + "wi_0",
        .up = mlp + (isGated ? "wi_1" : "wi"),
        .down = mlp + "wo",
        .finalNorm = stack + "final_layer_norm",
        .buckets = stack + "block.0." + attention + "relative_attention_bias"};
}

void readT5(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec,
              {.width = "d_model", .layers = "num_layers", .heads = "num_heads", .mlp = "d_ff"});
    readStack(config, spec, "encoder.", "layer.1");
    encoderHead(spec, architecture);
}

void readT5Decoder(Config& config, std::string_view, Spec& spec) {
    const bool hasOwn = config.has("num_decoder_layers");
    readSizes(config, spec,
              {.width = "d_model",
               .layers = hasOwn ? "num_decoder_layers" : "num_layers",
               .heads = "num_heads",
               .mlp = "d_ff"});
    readStack(config, spec, "decoder.", "layer.2");
    makeCausal(spec);
    const std::string cross = "layer.1.EncDecAttention.";
    spec.hasCross = true;
    spec.names.crossNorm = "layer.1.layer_norm";
    spec.names.crossQuery = cross + "q";
    spec.names.crossKey = cross + "k";
    spec.names.crossValue = cross + "v";
    spec.names.crossOutput = cross + "o";
    spec.head = nextWordHead("lm_head", true);
    if (spec.family != "t5") return config.ignore("tie_word_embeddings");
    // Newer configurations have a separate key for the scale that tied heads had, and may tie every head.
    if (config.flag("scale_decoder_outputs", config.flag("tie_word_embeddings", true)))
        spec.head.scale = static_cast<float>(1 / std::sqrt(spec.width));
}

}  // namespace

constinit const Family t5Family{
    .type = "t5", .name = "T5", .read = readT5, .decoder = readT5Decoder};
constinit const Family mt5Family{
    .type = "mt5", .name = "mT5", .read = readT5, .decoder = readT5Decoder};

}  // namespace hw::model
