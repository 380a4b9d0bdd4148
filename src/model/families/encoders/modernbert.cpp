// SPDX-License-Identifier: MIT
// ModernBERT (Warner et al. 2024): pre-LN without biases, rotated queries and keys, a sliding window in most layers.
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

/// Full attention if i % n == 0, else a window; bases of the rotations of both kinds.
void readKinds(Config& config, Spec& spec) {
    std::vector<bool> sliding = readSliding(config, spec);
    const int every = config.whole("global_attn_every_n_layers", 3);
    const int reach = config.whole("local_attention", 128) / 2;
    double global = config.real("global_rope_theta", 160000);
    double local = config.real("local_rope_theta", 10000);
    Config parameters = config.object("rope_parameters");
    Config full = parameters.object("full_attention");
    Config window = parameters.object("sliding_attention");
    spec.rotaries = {readRotary(full, readLengths(config, spec.headWidth, global)),
                     readRotary(window, readLengths(config, spec.headWidth, local))};
    if (config.failed()) return;
    for (int layer = 0; layer < spec.layerCount(); ++layer) {
        const bool slides = sliding.empty() ? layer % every != 0 : sliding[layer];
        spec.layers[layer].rotary = slides ? 1 : 0;
        if (slides) spec.layers[layer].back = spec.layers[layer].ahead = reach;
    }
}

void readModernHead(Config& config, std::string_view architecture, Spec& spec) {
    StageSpec stage = denseStage("head.dense", spec.width,
                                 readActivation(config, "classifier_activation", "gelu"));
    stage.hasBias = config.flag("classifier_bias", false);
    stage.norm = "head.norm";
    stage.hasNormBias = spec.hasNormBias;
    stage.epsilon = spec.epsilon;
    const std::string pooling = config.text("classifier_pooling", "cls");
    const bool hasDecoderBias = config.flag("decoder_bias", true);
    if (isA(architecture, "ForMaskedLM")) {
        spec.head = maskedWordHead(stage, "decoder", hasDecoderBias ? "decoder.bias" : "");
    } else if (isA(architecture, "ForSequenceClassification")) {
        if (pooling != "mean") config.only("classifier_pooling", "cls");
        spec.head = classHead(config, pooling == "mean" ? Pool::mean : Pool::first, "classifier");
        spec.head.stages = {stage};
    } else if (isA(architecture, "ForTokenClassification")) {
        spec.head = classHead(config, Pool::every, "classifier");
        spec.head.stages = {stage};
    } else {
        noHead(spec, architecture, {"ModernBertModel"});
    }
}

void readModernBert(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec);
    spec.activation = readActivation(config, "hidden_activation", "gelu");
    spec.epsilon = static_cast<float>(config.real("norm_eps", 1e-5));
    spec.hasNormBias = spec.hasEmbeddingNormBias = config.flag("norm_bias", false);
    spec.hasQkvBias = spec.hasOutputBias = config.flag("attention_bias", false);
    spec.hasMlpBias = config.flag("mlp_bias", false);
    spec.hasEmbeddingNorm = true;
    spec.firstHasNoAttentionNorm = true;
    spec.qkv = QkvForm::grouped;
    spec.mlp = MlpForm::gatedFused;
    // These keys are in published files, but no code reads them.
    for (const char* key : {"layer_norm_eps", "position_embedding_type", "max_position_embeddings"})
        config.ignore(key);
    spec.names = {.prefixes = {"model.", ""},
                  .embeddings = "embeddings.tok_embeddings",
                  .embeddingNorm = "embeddings.norm",
                  .block = "layers.{}.",
                  .attentionNorm = "attn_norm",
                  .mlpNorm = "mlp_norm",
                  .qkv = "attn.Wqkv",
                  .output = "attn.Wo",
                  .up = "mlp.Wi",
                  .down = "mlp.Wo",
                  .finalNorm = "final_norm"};
    readKinds(config, spec);
    readModernHead(config, architecture, spec);
}

}  // namespace

constinit const Family modernBertFamily{
    .type = "modernbert", .name = "ModernBERT", .read = readModernBert};

}  // namespace hw::model
