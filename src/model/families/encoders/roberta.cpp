// SPDX-License-Identifier: MIT
// RoBERTa, XLM-RoBERTa, CamemBERT: BERT whose positions begin after the id of padding, with its own heads.
#include "model/families/common.h"
#include "model/families/encoders/bert.h"
#include "model/families/family.h"

namespace hw::model {

void readRobertaHead(Config& config, std::string_view architecture, Spec& spec,
                     std::initializer_list<std::string_view> bare) {
    if (isA(architecture, "ForMaskedLM")) {
        StageSpec stage = denseStage("lm_head.dense", spec.width, Activation::gelu);
        stage.norm = "lm_head.layer_norm";
        stage.epsilon = spec.epsilon;
        spec.head = tiedWordHead(config, stage, "lm_head");
    } else if (isA(architecture, "ForSequenceClassification")) {
        spec.head = classHead(config, Pool::first, "classifier.out_proj");
        spec.head.stages = {denseStage("classifier.dense", spec.width, Activation::tanh)};
    } else if (isA(architecture, "ForTokenClassification")) {
        spec.head = classHead(config, Pool::every, "classifier");
    } else {
        noHead(spec, architecture, bare);
    }
}

namespace {

void readRoberta(Config& config, std::string_view architecture, Spec& spec) {
    readBertBody(config, spec, "roberta.");
    spec.countedFrom = config.whole("pad_token_id", 1, 0);
    spec.positionOffset = spec.countedFrom + 1;
    readRobertaHead(config, architecture, spec,
                    {"RobertaModel", "XLMRobertaModel", "CamembertModel"});
}

}  // namespace

constinit const Family robertaFamily{.type = "roberta", .name = "RoBERTa", .read = readRoberta};
constinit const Family xlmRobertaFamily{
    .type = "xlm-roberta", .name = "XLM-RoBERTa", .read = readRoberta};
constinit const Family camembertFamily{
    .type = "camembert", .name = "CamemBERT", .read = readRoberta};

}  // namespace hw::model
