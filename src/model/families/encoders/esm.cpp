// SPDX-License-Identifier: MIT
// ESM-2 and ESM-1b (Lin et al. 2023, Rives et al. 2021), for proteins: pre-LN, one token for each residue.
#include "model/families/common.h"
#include "model/families/encoders/bert.h"
#include "model/families/family.h"
#include "model/network/rotary.h"

namespace hw::model {
namespace {

/// Rotated queries and keys, or positions as in RoBERTa, which begin after the id of padding.
void readPositions(Config& config, Spec& spec) {
    const int padding = config.whole("pad_token_id", 1, 0);
    const int positions = config.whole("max_position_embeddings", 1026);
    const double base = config.real("rope_theta", 10000);
    if (config.text("position_embedding_type", "absolute") == "rotary") {
        spec.rotaries = {plainRotary(spec.headWidth, base)};
        for (LayerKind& layer : spec.layers) layer.rotary = 0;
        return;
    }
    config.only("position_embedding_type", "absolute");
    spec.position = PositionKind::learned;
    spec.positions = positions;
    spec.countedFrom = padding;
    spec.positionOffset = padding + 1;
}

void readEsm(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec);
    config.only("is_folding_model", false);
    config.ignore("esmfold_config");
    config.ignore("vocab_list");
    config.ignore("hidden_act");  // the library's code has GELU
    spec.epsilon = static_cast<float>(config.real("layer_norm_eps", 1e-12));
    spec.hasEmbeddingNorm = config.flag("emb_layer_norm_before", false);
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    const int mask = config.whole("mask_token_id", -1, -1);
    if (config.flag("token_dropout", false)) spec.droppedWord = mask;
    readPositions(config, spec);
    spec.names = {.prefixes = {"esm.", ""},
                  .embeddings = "embeddings.word_embeddings",
                  .positions = "embeddings.position_embeddings",
                  .embeddingNorm = "embeddings.layer_norm",
                  .block = "encoder.layer.{}.",
                  .attentionNorm = "attention.LayerNorm",
                  .mlpNorm = "LayerNorm",
                  .query = "attention.self.query",
                  .key = "attention.self.key",
                  .value = "attention.self.value",
                  .output = "attention.output.dense",
                  .up = "intermediate.dense",
                  .down = "output.dense",
                  .finalNorm = "encoder.emb_layer_norm_after",
                  .contacts = "contact_head.regression"};
    readRobertaHead(config, architecture, spec, {"EsmModel"});
    if (spec.head.task != Task::maskedWord) return;
    // Files also hold a copy of the tied matrix, which the library does not read.
    if (config.flag("tie_word_embeddings", true)) spec.head.out = "esm.embeddings.word_embeddings";
    spec.head.outBias = "lm_head.bias";
}

}  // namespace

constinit const Family esmFamily{.type = "esm", .name = "ESM", .read = readEsm};

}  // namespace hw::model
