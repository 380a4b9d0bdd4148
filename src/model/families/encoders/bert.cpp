// SPDX-License-Identifier: MIT
// BERT (Devlin et al. 2019): post-LN, learned positions, types of tokens. Sentence encoders such as MiniLM, BGE and E5
// are BERTs without a head.
#include "model/families/encoders/bert.h"
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {

void readBertBody(Config& config, Spec& spec, std::string_view prefix) {
    readSizes(config, spec);
    config.only("position_embedding_type", "absolute");
    spec.activation = readActivation(config, "hidden_act", "gelu");
    spec.epsilon = static_cast<float>(config.real("layer_norm_eps", 1e-12));
    spec.placement = Placement::post;
    spec.hasFinalNorm = false;
    spec.hasEmbeddingNorm = true;
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    spec.position = PositionKind::learned;
    spec.positions = config.whole("max_position_embeddings", 512);
    spec.types = config.whole("type_vocab_size", 2, 0);
    spec.names = {.prefixes = {std::string(prefix), ""},
                  .embeddings = "embeddings.word_embeddings",
                  .positions = "embeddings.position_embeddings",
                  .types = "embeddings.token_type_embeddings",
                  .embeddingNorm = "embeddings.LayerNorm",
                  .block = "encoder.layer.{}.",
                  .attentionNorm = "attention.output.LayerNorm",
                  .mlpNorm = "output.LayerNorm",
                  .query = "attention.self.query",
                  .key = "attention.self.key",
                  .value = "attention.self.value",
                  .output = "attention.output.dense",
                  .up = "intermediate.dense",
                  .down = "output.dense"};
}

namespace {

void readBert(Config& config, std::string_view architecture, Spec& spec) {
    readBertBody(config, spec, "bert.");
    if (isA(architecture, "ForMaskedLM") || isA(architecture, "ForPreTraining")) {
        StageSpec stage =
            denseStage("cls.predictions.transform.dense", spec.width, spec.activation);
        stage.norm = "cls.predictions.transform.LayerNorm";
        stage.epsilon = spec.epsilon;
        spec.head = tiedWordHead(config, stage, "cls.predictions");
    } else if (isA(architecture, "ForSequenceClassification")) {
        spec.head = classHead(config, Pool::first, "classifier");
        spec.head.stages = {denseStage("bert.pooler.dense", spec.width, Activation::tanh)};
    } else if (isA(architecture, "ForTokenClassification")) {
        spec.head = classHead(config, Pool::every, "classifier");
    } else {
        noHead(spec, architecture, {"BertModel"});
    }
}

}  // namespace

constinit const Family bertFamily{.type = "bert", .name = "BERT", .read = readBert};

}  // namespace hw::model
