// SPDX-License-Identifier: MIT
// DeBERTa-v2 and v3 (He et al. 2021, 2023): BERT whose scores add contents and distances, with an optional convolution
// after its first layer.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/encoders/bert.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

/// "p2c|c2p", or the same as a list.
std::vector<std::string> partsOfScores(Config& config) {
    std::vector<std::string> parts = config.texts("pos_att_type");
    std::string whole = parts.empty() ? config.text("pos_att_type", "") : std::string();
    while (!whole.empty()) {
        const std::size_t bar = std::min(whole.find('|'), whole.size());
        parts.push_back(whole.substr(0, bar));
        whole.erase(0, bar + 1);
    }
    for (const std::string& part : parts)
        if (part != "c2p" && part != "p2c")
            config.fail("pos_att_type",
                        formatText("Unsupported position attention “{}”."_tr, {io::excerpt(part)}));
    return parts;
}

/// Scores are divided by the root of the heads' width times the number of products, even of products that are not
/// computed.
void readDistances(Config& config, Spec& spec) {
    const std::vector<std::string> parts = partsOfScores(config);
    DistanceSpec distances;
    distances.hasKeys = std::ranges::find(parts, "c2p") != parts.end();
    distances.hasQueries = std::ranges::find(parts, "p2c") != parts.end();
    const int products = 1 + int{distances.hasKeys} + int{distances.hasQueries};
    for (LayerKind& layer : spec.layers)
        layer.scale = static_cast<float>(1 / std::sqrt(double{1} * spec.headWidth * products));
    const bool isUsed = config.flag("relative_attention", false);
    distances.sharesWeights = config.flag("share_att_key", false);
    distances.isNormed = config.text("norm_rel_ebd", "none").contains("layer_norm");
    if (!distances.isNormed) config.only("norm_rel_ebd", "none");
    const int positions = config.whole("max_position_embeddings", 512);
    // Negative values mean none.
    distances.buckets = std::max(0, config.whole("position_buckets", -1, -1));
    distances.farthest = config.whole("max_relative_positions", -1, -1);
    if (distances.farthest < 1) distances.farthest = positions;
    distances.span = distances.buckets > 0 ? distances.buckets : distances.farthest;
    if (distances.buckets == 1 || distances.span > 1 << 16)
        config.fail("position_buckets",
                    formatText("{} distance rows aren’t supported."_tr, {2 * distances.span}));
    if (isUsed) spec.distances = distances;
}

void readConvolution(Config& config, Spec& spec) {
    spec.convolutionTokens = config.whole("conv_kernel_size", 0, 0);
    const Activation activation = readActivation(config, "conv_act", "tanh");
    config.only("conv_groups", 1.0);
    if (spec.convolutionTokens == 0) return;
    spec.convolutionActivation = activation;
    if (spec.convolutionTokens % 2 == 0)
        config.fail("conv_kernel_size",
                    formatText("Convolutions over {} tokens aren’t supported."_tr,
                               {spec.convolutionTokens}));
    spec.names.convolution = "encoder.conv.conv";
    spec.names.convolutionNorm = "encoder.conv.LayerNorm";
}

void readDebertaHead(Config& config, std::string_view architecture, Spec& spec) {
    if (isA(architecture, "ForMaskedLM")) {
        const bool isLegacy = config.flag("legacy", true);
        const std::string front =
            isLegacy ? "cls.predictions.transform." : "lm_predictions.lm_head.";
        StageSpec stage = denseStage(front + "dense", spec.width, spec.activation);
        stage.norm = front + "LayerNorm";
        stage.epsilon = spec.epsilon;
        // The newer head's only matrix is the word embeddings.
        spec.head = isLegacy ? tiedWordHead(config, stage, "cls.predictions")
                             : maskedWordHead(stage, "lm_predictions.lm_head.decoder",
                                              "lm_predictions.lm_head.bias");
    } else if (isA(architecture, "ForSequenceClassification")) {
        spec.head = classHead(config, Pool::first, "classifier");
        spec.head.stages = {denseStage("pooler.dense", spec.width,
                                       readActivation(config, "pooler_hidden_act", "gelu"))};
    } else if (isA(architecture, "ForTokenClassification")) {
        spec.head = classHead(config, Pool::every, "classifier");
    } else {
        noHead(spec, architecture, {"DebertaV2Model"});
    }
    config.ignore("legacy");
    config.ignore("pooler_hidden_act");
    config.only("pooler_hidden_size", double{1} * spec.width);
    for (const char* key : {"pooler_dropout", "cls_dropout"}) config.ignore(key);
}

void readDeberta(Config& config, std::string_view architecture, Spec& spec) {
    readBertBody(config, spec, "deberta.");
    if (config.failed()) return;
    spec.epsilon = static_cast<float>(config.real("layer_norm_eps", 1e-7));
    spec.types = config.whole("type_vocab_size", 0, 0);
    config.only("attention_head_size", double{1} * spec.headWidth);
    // Between the sum of the embeddings and their norm.
    config.only("embedding_size", double{1} * spec.width);
    if (!config.flag("position_biased_input", true)) {
        spec.position = PositionKind::none;
        spec.positions = 0;
    }
    readDistances(config, spec);
    spec.names.query = "attention.self.query_proj";
    spec.names.key = "attention.self.key_proj";
    spec.names.value = "attention.self.value_proj";
    spec.names.distanceQuery = "attention.self.pos_query_proj";
    spec.names.distanceKey = "attention.self.pos_key_proj";
    spec.names.distances = "encoder.rel_embeddings";
    spec.names.distanceNorm = "encoder.LayerNorm";
    readConvolution(config, spec);
    readDebertaHead(config, architecture, spec);
}

}  // namespace

constinit const Family debertaFamily{.type = "deberta-v2", .name = "DeBERTa", .read = readDeberta};

}  // namespace hw::model
