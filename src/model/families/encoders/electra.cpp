// SPDX-License-Identifier: MIT
// ELECTRA (Clark et al. 2020): BERT with narrower embeddings, trained to detect replaced tokens.
#include "model/families/common.h"
#include "model/families/encoders/bert.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readElectra(Config& config, std::string_view architecture, Spec& spec) {
    readBertBody(config, spec, "electra.");
    spec.embeddingWidth = config.whole("embedding_size", spec.width);
    spec.names.projection = "embeddings_project";
    for (const char* key : {"summary_type", "summary_use_proj", "summary_activation",
                            "summary_last_dropout", "embedding_hidden_size"})
        config.ignore(key);  // for the multiple-choice head
    if (isA(architecture, "ForPreTraining")) {
        HeadSpec head;
        head.task = Task::discriminator;
        head.stages = {denseStage("discriminator_predictions.dense", spec.width, spec.activation)};
        head.out = "discriminator_predictions.dense_prediction";
        head.outBias = head.out + ".bias";
        head.outputs = 1;
        spec.head = head;
    } else if (isA(architecture, "ForMaskedLM")) {
        StageSpec stage =
            denseStage("generator_predictions.dense", spec.embeddingWidth, Activation::gelu);
        stage.norm = "generator_predictions.LayerNorm";
        stage.epsilon = spec.epsilon;
        spec.head = maskedWordHead(stage, "generator_lm_head", "generator_lm_head.bias");
    } else if (isA(architecture, "ForSequenceClassification")) {
        spec.head = classHead(config, Pool::first, "classifier.out_proj");
        spec.head.stages = {denseStage("classifier.dense", spec.width, Activation::gelu)};
    } else if (isA(architecture, "ForTokenClassification")) {
        spec.head = classHead(config, Pool::every, "classifier");
    } else {
        noHead(spec, architecture, {"ElectraModel"});
    }
}

}  // namespace

constinit const Family electraFamily{.type = "electra", .name = "ELECTRA", .read = readElectra};

}  // namespace hw::model
