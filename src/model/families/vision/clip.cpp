// SPDX-License-Identifier: MIT
// CLIP (Radford et al. 2021): a picture tower and a text tower, both pre-LN, whose vectors are compared by their
// cosine.
#include "model/families/vision/clip.h"
#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/family.h"
#include "model/families/vision/vit.h"

namespace hw::model {
void readTower(Config& config, Spec& spec, std::string_view prefix, std::string_view activation,
               double epsilon) {
    spec.activation = readActivation(config, "hidden_act", activation);
    spec.epsilon = static_cast<float>(config.real("layer_norm_eps", epsilon));
    spec.hasQkvBias = spec.hasOutputBias = spec.hasMlpBias = true;
    spec.position = PositionKind::learned;
    spec.names.prefixes = {std::string(prefix)};
    spec.names.block = "encoder.layers.{}.";
    spec.names.attentionNorm = "layer_norm1";
    spec.names.mlpNorm = "layer_norm2";
    spec.names.query = "self_attn.q_proj";
    spec.names.key = "self_attn.k_proj";
    spec.names.value = "self_attn.v_proj";
    spec.names.output = "self_attn.out_proj";
    spec.names.up = "mlp.fc1";
    spec.names.down = "mlp.fc2";
    config.only("is_decoder", false);
    config.only("add_cross_attention", false);
    for (const char* key : {"model_type", "projection_dim", "num_labels"}) config.ignore(key);
}

namespace {

/// The matrix behind a tower.
StageSpec projectionStage(std::string name, int features) {
    StageSpec stage = denseStage(std::move(name), features, Activation::none);
    stage.hasBias = false;
    return stage;
}

/// The configuration of a tower. As in the library, text_config_dict and vision_config_dict override it, with the
/// class's own defaults for missing keys.
Config towerOf(Config& config, const std::string& key) {
    const std::string winner = key + "_dict";
    config.ignore(key);
    return config.object(config.has(winner) ? winner : key);
}

/// From CLIPVisionConfig and CLIPTextConfig.
constexpr SizeDefaults pictureSizes{.width = 768, .layers = 12, .heads = 12, .mlp = 3072};
constexpr SizeDefaults textSizes{
    .vocabulary = 49408, .width = 512, .layers = 12, .heads = 8, .mlp = 2048};

void readClip(Config& config, std::string_view architecture, Spec& spec) {
    const bool isPair = config.has("vision_config") || config.has("vision_config_dict");
    Config tower = isPair ? towerOf(config, "vision_config") : config;
    for (const char* key : {"text_config", "text_config_dict", "logit_scale_init_value"})
        config.ignore(key);
    readClipVision(tower, spec);
    if (config.failed() || !spec.picture) return;
    const bool isProjected = isPair || isA(architecture, "WithProjection");
    const int features = config.whole("projection_dim", 512);
    if (isProjected) spec.head.stages = {projectionStage("visual_projection", features)};
}

}  // namespace

void readClipVision(Config& config, Spec& spec) {
    readPatches(config, spec, "intermediate_size", pictureSizes, 32);
    readTower(config, spec, "vision_model.", "quick_gelu", 1e-5);
    if (config.failed() || !spec.picture) return;
    spec.names.embeddings = "embeddings.patch_embedding";
    spec.names.positions = "embeddings.position_embedding.weight";
    spec.names.leading = {"embeddings.class_embedding"};
    spec.names.embeddingNorm = "pre_layrnorm";  // the library's spelling
    spec.names.finalNorm = "post_layernorm";
    spec.hasEmbeddingNorm = true;
    spec.picture->isShortest = true;
    spec.picture->hasPatchBias = false;
    spec.head.pool = Pool::first;
}

Result<std::optional<Spec>> readTextTower(const ModelFiles& files) {
    if (files.isGguf) return std::nullopt;  // which has no config.json
    Config config(files.config, io::Tree::root);
    if (config.text("model_type", "") == "siglip") return readSiglipTexts(files);
    if (config.text("model_type", "") != "clip") return std::nullopt;
    const int features = config.whole("projection_dim", 512);
    Config tower = towerOf(config, "text_config");
    Spec spec;
    spec.family = "clip_text_model";
    spec.familyName = "CLIP";
    readSizes(tower, spec, {}, textSizes);
    makeCausal(spec);
    spec.positions = tower.whole("max_position_embeddings", 77);
    spec.names.embeddings = "embeddings.token_embedding";
    spec.names.positions = "embeddings.position_embedding";
    spec.names.finalNorm = "final_layer_norm";
    // As in the library: in old files 2 means the end of the text, which has the largest number.
    const int end = tower.whole("eos_token_id", 49407, -1);
    readTower(tower, spec, "text_model.", "quick_gelu", 1e-5);
    spec.head.stages = {projectionStage("text_projection", features)};
    spec.head.pool = Pool::last;
    spec.head.end = end == 2 ? HeadSpec::largestId : end;
    for (const char* key :
         {"vision_config", "vision_config_dict", "logit_scale_init_value", "architectures"})
        config.ignore(key);
    if (auto good = config.finish(spec, files.ignoresKeys); !good)
        return std::unexpected(good.error());
    return spec;
}

constinit const Family clipFamily{.type = "clip", .name = "CLIP", .read = readClip};
constinit const Family clipVisionFamily{
    .type = "clip_vision_model", .name = "CLIP", .read = readClip};

}  // namespace hw::model
