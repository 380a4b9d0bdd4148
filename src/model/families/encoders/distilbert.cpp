// SPDX-License-Identifier: MIT
// DistilBERT (Sanh et al. 2019): BERT without types of tokens, with its own names.
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readDistilBert(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec,
              {.width = "dim", .layers = "n_layers", .heads = "n_heads", .mlp = "hidden_dim"});
    config.ignore("sinusoidal_pos_embds");  // only initialises the table of positions for training
    spec.activation = readActivation(config, "activation", "gelu");
    spec.epsilon = 1e-12F;
    spec.placement = Placement::post;
    spec.hasFinalNorm = false;
    spec.hasEmbeddingNorm = true;
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    spec.position = PositionKind::learned;
    spec.positions = config.whole("max_position_embeddings", 512);
    spec.names = {.prefixes = {"distilbert.", ""},
                  .embeddings = "embeddings.word_embeddings",
                  .positions = "embeddings.position_embeddings",
                  .embeddingNorm = "embeddings.LayerNorm",
                  .block = "transformer.layer.{}.",
                  .attentionNorm = "sa_layer_norm",
                  .mlpNorm = "output_layer_norm",
                  .query = "attention.q_lin",
                  .key = "attention.k_lin",
                  .value = "attention.v_lin",
                  .output = "attention.out_lin",
                  .up = "ffn.lin1",
                  .down = "ffn.lin2"};
    if (isA(architecture, "ForMaskedLM")) {
        StageSpec stage = denseStage("vocab_transform", spec.width, spec.activation);
        stage.norm = "vocab_layer_norm";
        stage.epsilon = spec.epsilon;
        spec.head = maskedWordHead(stage, "vocab_projector", "vocab_projector.bias");
    } else if (isA(architecture, "ForSequenceClassification")) {
        spec.head = classHead(config, Pool::first, "classifier");
        spec.head.stages = {denseStage("pre_classifier", spec.width, Activation::relu)};
    } else if (isA(architecture, "ForTokenClassification")) {
        spec.head = classHead(config, Pool::every, "classifier");
    } else {
        noHead(spec, architecture, {"DistilBertModel"});
    }
}

}  // namespace

constinit const Family distilbertFamily{
    .type = "distilbert", .name = "DistilBERT", .read = readDistilBert};

}  // namespace hw::model
