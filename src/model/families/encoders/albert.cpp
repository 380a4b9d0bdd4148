// SPDX-License-Identifier: MIT
// ALBERT (Lan et al. 2020): BERT whose layers share their weights in groups, with narrower embeddings.
#include "model/families/common.h"
#include "model/families/encoders/bert.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readAlbert(Config& config, std::string_view architecture, Spec& spec) {
    readBertBody(config, spec, "albert.");
    spec.activation = readActivation(config, "hidden_act", "gelu_new");
    spec.embeddingWidth = config.whole("embedding_size", 128);
    config.only("inner_group_num", 1.0);
    for (const char* key :
         {"net_structure_type", "gap_size", "num_memory_blocks", "down_scale_factor"})
        config.ignore(key);  // in published files, but no code reads it
    const int groups = config.whole("num_hidden_groups", 1);
    if (config.failed()) return;
    spec.blocks = groups;
    const int layers = spec.layerCount();
    if (groups > layers) {
        config.only("num_hidden_groups", 1.0);
        return;
    }
    // As in the library: int(layer / (layers / groups)), with floating-point division.
    for (int layer = 0; layer < layers; ++layer)
        spec.layers[layer].block = static_cast<int>(layer / (static_cast<double>(layers) / groups));
    spec.names.projection = "encoder.embedding_hidden_mapping_in";
    spec.names.block = "encoder.albert_layer_groups.{}.albert_layers.0.";
    spec.names.attentionNorm = "attention.LayerNorm";
    spec.names.mlpNorm = "full_layer_layer_norm";
    spec.names.query = "attention.query";
    spec.names.key = "attention.key";
    spec.names.value = "attention.value";
    spec.names.output = "attention.dense";
    spec.names.up = "ffn";
    spec.names.down = "ffn_output";
    if (isA(architecture, "ForMaskedLM") || isA(architecture, "ForPreTraining")) {
        StageSpec stage = denseStage("predictions.dense", spec.embeddingWidth, spec.activation);
        stage.norm = "predictions.LayerNorm";
        stage.epsilon = spec.epsilon;
        spec.head = tiedWordHead(config, stage, "predictions");
    } else if (isA(architecture, "ForSequenceClassification")) {
        spec.head = classHead(config, Pool::first, "classifier");
        spec.head.stages = {denseStage("albert.pooler", spec.width, Activation::tanh)};
    } else if (isA(architecture, "ForTokenClassification")) {
        spec.head = classHead(config, Pool::every, "classifier");
    } else {
        noHead(spec, architecture, {"AlbertModel"});
    }
}

}  // namespace

constinit const Family albertFamily{.type = "albert", .name = "ALBERT", .read = readAlbert};

}  // namespace hw::model
