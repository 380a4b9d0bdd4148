// SPDX-License-Identifier: MIT
// SigLIP (Zhai et al. 2023): a picture tower, whose patches a learned query pools by attention, and a text tower. The
// score of a pair is exp(scale) times the cosine of their vectors plus a bias, and its probability is logistic.
#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/family.h"
#include "model/families/vision/clip.h"
#include "model/families/vision/vit.h"

namespace hw::model {
namespace {

/// From SiglipTextConfig.
constexpr SizeDefaults siglipTextSizes{
    .vocabulary = 32000, .width = 768, .layers = 12, .heads = 12, .mlp = 3072};

void readSiglip(Config& config, std::string_view architecture, Spec& spec) {
    const bool isPair = config.has("vision_config");
    Config tower = isPair ? config.object("vision_config") : config;
    config.ignore("text_config");
    readSiglipVision(tower, spec, siglipSizes, 16);
    const bool isPooled = tower.flag("vision_use_head", true);
    if (isA(architecture, "ForImageClassification")) {
        spec.head = classHead(config, Pool::mean, "classifier");
        return;
    }
    noHead(spec, architecture, {"SiglipModel", "SiglipVisionModel"});
    if (isPooled) spec.head.pool = Pool::attention;
}

}  // namespace

void readSiglipVision(Config& config, Spec& spec, const SizeDefaults& defaults, int patch) {
    readPatches(config, spec, "intermediate_size", defaults, patch);
    readTower(config, spec, "vision_model.", "gelu_pytorch_tanh", 1e-6);
    if (config.failed() || !spec.picture) return;
    spec.names.prefixes = {"vision_model.", ""};
    spec.names.embeddings = "embeddings.patch_embedding";
    spec.names.positions = "embeddings.position_embedding.weight";
    spec.names.finalNorm = "post_layernorm";
    spec.picture->resizes = true;
}

Result<std::optional<Spec>> readSiglipTexts(const ModelFiles& files) {
    Config config(files.config, io::Tree::root);
    const std::vector<std::string> classes = config.texts("architectures");
    if (!classes.empty() && classes.front() != "SiglipModel") return std::nullopt;
    Config tower = config.object("text_config");
    Spec spec;
    spec.family = "siglip_text_model";
    spec.familyName = "SigLIP";
    readSizes(tower, spec, {}, siglipTextSizes);
    readTower(tower, spec, "text_model.", "gelu_pytorch_tanh", 1e-6);
    spec.positions = spec.mostTokens = tower.whole("max_position_embeddings", 64);
    spec.paddedWith = tower.whole("pad_token_id", 1, 0);
    spec.names.embeddings = "embeddings.token_embedding";
    spec.names.positions = "embeddings.position_embedding";
    spec.names.finalNorm = "final_layer_norm";
    spec.head.pool = Pool::last;
    spec.head.stages = {denseStage("text_model.head", tower.whole("projection_size", spec.width),
                                   Activation::none)};
    for (const char* key : {"vision_config", "model_type", "initializer_factor"})
        config.ignore(key);
    if (auto good = config.finish(spec, files.ignoresKeys); !good)
        return std::unexpected(good.error());
    return spec;
}

constinit const Family siglipFamily{.type = "siglip", .name = "SigLIP", .read = readSiglip};
constinit const Family siglipVisionFamily{
    .type = "siglip_vision_model", .name = "SigLIP", .read = readSiglip};

}  // namespace hw::model
