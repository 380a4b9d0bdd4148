// SPDX-License-Identifier: MIT
// T5's encoder (Raffel et al. 2020): RMSNorm before, no biases, scores that are not scaled, and a bias for each distance.
#include <array>

#include "core/words.h"
#include "model/families/common.h"
#include "model/families/rows.h"

namespace hw::model {
namespace {

void readFeedForward(Config& config, Spec& spec) {
    const std::string kind = config.text("feed_forward_proj", "relu");
    config.ignore("dense_act_fn");
    config.ignore("is_gated_act");
    const bool isGated = kind.starts_with("gated-");
    const std::string name = isGated ? kind.substr(6) : kind;
    spec.mlp = isGated ? MlpForm::gated : MlpForm::plain;
    if (name == "relu") {
        spec.activation = Activation::relu;
    } else if (name == "gelu") {
        // The library takes the approximation for "gated-gelu".
        spec.activation = isGated ? Activation::geluTanh : Activation::gelu;
    } else if (name == "silu") {
        spec.activation = Activation::silu;
    } else {
        config.fail("feed_forward_proj", say("The activation “{}” is not supported."_tr, {kind}));
    }
}

}  // namespace

void readT5(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec,
              {.width = "d_model", .layers = "num_layers", .heads = "num_heads", .mlp = "d_ff"});
    spec.headWidth = config.whole("d_kv", 64);
    for (LayerKind& layer : spec.layers) layer.scale = 1;
    readFeedForward(config, spec);
    spec.norm = NormKind::rms;
    spec.hasNormBias = false;
    spec.epsilon = static_cast<float>(config.real("layer_norm_epsilon", 1e-6));
    spec.position = PositionKind::buckets;
    spec.bucketCount = config.whole("relative_attention_num_buckets", 32, 4);
    spec.bucketDistance = config.whole("relative_attention_max_distance", 128, 2);
    config.ignore("n_positions");
    config.ignore("is_encoder_decoder");
    config.ignore("num_decoder_layers");
    config.ignore("scale_decoder_outputs");
    const std::string attention = "layer.0.SelfAttention.";
    const std::string mlp = "layer.1.DenseReluDense.";
    const bool isGated = spec.mlp == MlpForm::gated;
    spec.names = {.prefixes = {""},
                  .words = "shared|encoder.embed_tokens",
                  .block = "encoder.block.{}.",
                  .attentionNorm = "layer.0.layer_norm",
                  .mlpNorm = "layer.1.layer_norm",
                  .query = attention + "q",
                  .key = attention + "k",
                  .value = attention + "v",
                  .output = attention + "o",
                  .gate = mlp + "wi_0",
                  .up = mlp + (isGated ? "wi_1" : "wi"),
                  .down = mlp + "wo",
                  .finalNorm = "encoder.final_layer_norm",
                  .buckets = "encoder.block.0." + attention + "relative_attention_bias"};
    spec.head = embeddingHead();
    if (!isA(architecture, "EncoderModel")) spec.notes.emplace_back("Only the encoder is run."_tr);
}

}  // namespace hw::model
