// SPDX-License-Identifier: MIT
// OPT (Zhang et al. 2022): pre-LN, causal, positions from row 2 on. Only its model of 350 M parameters is post-LN and
// has narrower embeddings.
#include "model/families/common.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readOpt(Config& config, std::string_view architecture, Spec& spec) {
    readSizes(config, spec, {.mlp = "ffn_dim"});
    config.only("layer_norm_elementwise_affine", true);
    spec.activation = readActivation(config, "activation_function", "relu");
    const bool before = config.flag("do_layer_norm_before", true);
    spec.placement = before ? Placement::pre : Placement::post;
    const bool isRemoved = config.flag("_remove_final_layer_norm", false);
    spec.hasFinalNorm = before && !isRemoved;
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = config.flag("enable_bias", true);
    spec.embeddingWidth = config.whole("word_embed_proj_dim", spec.width);
    spec.projectsFirst = true;
    spec.position = PositionKind::learned;
    spec.positionOffset = 2;
    spec.positions = config.whole("max_position_embeddings", 2048) + spec.positionOffset;
    makeCausal(spec);
    spec.names = {.prefixes = {"model.decoder.", "decoder."},
                  .embeddings = "embed_tokens",
                  .positions = "embed_positions",
                  .projection = "project_in",
                  .block = "layers.{}.",
                  .attentionNorm = "self_attn_layer_norm",
                  .mlpNorm = "final_layer_norm",
                  .query = "self_attn.q_proj",
                  .key = "self_attn.k_proj",
                  .value = "self_attn.v_proj",
                  .output = "self_attn.out_proj",
                  .up = "fc1",
                  .down = "fc2",
                  .finalNorm = "final_layer_norm"};
    decoderHead(config, architecture, spec, true);
    if (spec.embeddingWidth == spec.width || spec.head.task != Task::nextWord) return;
    StageSpec stage = denseStage("model.decoder.project_out|decoder.project_out",
                                 spec.embeddingWidth, Activation::none);
    stage.hasBias = false;
    spec.head.stages = {stage};
}

}  // namespace

constinit const Family optFamily{.type = "opt", .name = "OPT", .read = readOpt};

}  // namespace hw::model
