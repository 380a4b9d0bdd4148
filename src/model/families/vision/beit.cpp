// SPDX-License-Identifier: MIT
// BEiT (Bao et al. 2022): a ViT whose scores have a bias for each step between patches, in each layer. Its class head
// reads the mean of the patches.
#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/family.h"
#include "model/families/vision/vit.h"

namespace hw::model {
namespace {

/// Reads the pooler: its norm of the mean, or the norm of all tokens and then the first.
void readPooled(Config& config, Spec& spec) {
    HeadSpec& head = spec.head;
    spec.hasFinalNorm = !config.flag("use_mean_pooling", true);
    head.pool = spec.hasFinalNorm ? Pool::first : Pool::mean;
    if (spec.hasFinalNorm) return;
    head.from = 1;
    StageSpec stage;
    stage.norm = "beit.pooler.layernorm|pooler.layernorm";
    stage.epsilon = spec.epsilon;
    head.stages.push_back(stage);
}

void readBeit(Config& config, std::string_view architecture, Spec& spec) {
    readPatches(config, spec);
    spec.epsilon = static_cast<float>(config.real("layer_norm_eps", 1e-12));
    spec.hasQkvBias = true;
    spec.hasKeyBias = false;
    spec.hasGridBias = config.flag("use_relative_position_bias", false);
    spec.hasLayerScale = config.real("layer_scale_init_value", 0.1) > 0;
    // One table for all layers, instead of one per layer.
    config.only("use_shared_relative_position_bias", false);
    if (!config.flag("use_absolute_position_embeddings", false)) spec.position = PositionKind::none;
    spec.names = vitNames("beit.");
    spec.names.attentionBranchNorm = "lambda_1";
    spec.names.mlpBranchNorm = "lambda_2";
    spec.names.gridBias = "attention.attention.relative_position_bias.relative_position_bias_table";
    // For segmentation, a backbone, and training with masked patches.
    for (const char* key :
         {"vocab_size", "use_mask_token", "drop_path_rate", "pool_scales", "use_auxiliary_head",
          "auxiliary_loss_weight", "auxiliary_channels", "auxiliary_num_convs",
          "auxiliary_concat_input", "semantic_loss_ignore_index", "out_features", "out_indices",
          "stage_names", "add_fpn", "reshape_hidden_states"})
        config.ignore(key);
    const bool isPooled = isA(architecture, "ForImageClassification") || architecture.empty() ||
                          architecture == "BeitModel";
    if (!isPooled)
        return config.fail(
            "architectures",
            formatText("{} has no pooled output. Use BeitForImageClassification or BeitModel."_tr,
                       {io::excerpt(architecture)}));
    if (isA(architecture, "ForImageClassification")) {
        spec.head = classHead(config, Pool::first, "classifier");
    } else {
        noHead(spec, architecture, {"BeitModel"});
    }
    readPooled(config, spec);
}

}  // namespace

constinit const Family beitFamily{.type = "beit", .name = "BEiT", .read = readBeit};

}  // namespace hw::model
