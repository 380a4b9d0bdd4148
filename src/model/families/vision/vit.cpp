// SPDX-License-Identifier: MIT
// ViT (Dosovitskiy et al. 2021), DeiT (Touvron et al. 2021) and DINOv2 (Oquab et al. 2023; Darcet et al. 2024 for
// registers): pre-LN encoders with patches of a picture as words.
#include <cmath>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/family.h"
#include "model/families/vision/vit.h"

namespace hw::model {

void readPatches(Config& config, Spec& spec, std::string_view mlp, const SizeDefaults& defaults,
                 int patch) {
    readSizes(config, spec, {.vocabulary = "", .mlp = mlp}, defaults);
    config.only("num_channels", 3.0);
    const int size = config.whole("image_size", 224);
    PictureSpec picture;
    picture.patch = config.whole("patch_size", patch);
    picture.width = picture.height = size;
    picture.storedSide = size / picture.patch;
    if (picture.storedSide < 1 || picture.storedSide > PictureSpec::mostSide)
        config.fail("patch_size",
                    formatText("A {}-pixel picture can’t be divided into {}-pixel patches."_tr,
                               {size, picture.patch}));
    spec.picture = picture;
    spec.position = PositionKind::learned;
    spec.activation = readActivation(config, "hidden_act", "gelu");
    spec.hasOutputBias = spec.hasMlpBias = true;
}

TensorNames vitNames(std::string_view prefix) {
    return {.prefixes = {std::string(prefix), ""},
            .embeddings = "embeddings.patch_embeddings.projection",
            .positions = "embeddings.position_embeddings",
            .block = "encoder.layer.{}.",
            .attentionNorm = "layernorm_before",
            .mlpNorm = "layernorm_after",
            .query = "attention.attention.query",
            .key = "attention.attention.key",
            .value = "attention.attention.value",
            .output = "attention.output.dense",
            .up = "intermediate.dense",
            .down = "output.dense",
            .finalNorm = "layernorm",
            .leading = {"embeddings.cls_token"}};
}

namespace {

void readVitBody(Config& config, Spec& spec, std::string_view prefix,
                 std::string_view mlp = "intermediate_size") {
    readPatches(config, spec, mlp);
    spec.epsilon = static_cast<float>(config.real("layer_norm_eps", 1e-12));
    spec.hasQkvBias = config.flag("qkv_bias", true);
    spec.names = vitNames(prefix);
    // For a pooler and a decoder of masked patches, which class heads do not read.
    for (const char* key : {"pooler_act", "pooler_output_size", "encoder_stride"})
        config.ignore(key);
}

void readVit(Config& config, std::string_view architecture, Spec& spec) {
    readVitBody(config, spec, "vit.");
    if (isA(architecture, "ForImageClassification")) {
        spec.head = classHead(config, Pool::first, "classifier");
    } else {
        noHead(spec, architecture, {"ViTModel"});
        spec.head.pool = Pool::first;
    }
}

void readDeit(Config& config, std::string_view architecture, Spec& spec) {
    readVitBody(config, spec, "deit.");
    spec.names.leading.emplace_back("embeddings.distillation_token");
    if (isA(architecture, "ForImageClassificationWithTeacher")) {
        spec.head = classHead(config, Pool::first, "cls_classifier");
        spec.head.beside = {Pool::second};
        spec.head.second = "distillation_classifier";
    } else if (isA(architecture, "ForImageClassification")) {
        spec.head = classHead(config, Pool::first, "classifier");
    } else {
        noHead(spec, architecture, {"DeiTModel"});
        spec.head.pool = Pool::first;
    }
}

void readDinov2(Config& config, std::string_view architecture, Spec& spec) {
    readVitBody(config, spec, "dinov2.", "");
    spec.names.prefixes = {"dinov2.", "dinov2_with_registers.", ""};
    spec.epsilon = static_cast<float>(config.real("layer_norm_eps", 1e-6));
    spec.names.attentionNorm = "norm1";
    spec.names.mlpNorm = "norm2";
    spec.names.attentionBranchNorm = "layer_scale1.lambda1";
    spec.names.mlpBranchNorm = "layer_scale2.lambda1";
    spec.hasLayerScale = true;
    spec.names.up = "mlp.fc1";
    spec.names.down = "mlp.fc2";
    const double inner = std::floor(spec.width * config.real("mlp_ratio", 4));
    if (inner < 1 || inner > largestSize) {
        config.fail("mlp_ratio", std::string("Unsupported value."_tr));
        return;
    }
    spec.mlpWidth = static_cast<int>(inner);
    if (config.flag("use_swiglu_ffn", false)) {
        // As in the library: two thirds of it, up to a multiple of eight.
        spec.mlpWidth = (spec.mlpWidth * 2 / 3 + 7) / 8 * 8;
        spec.mlp = MlpForm::gatedFused;
        spec.activation = Activation::silu;
        spec.names.up = "mlp.weights_in";
        spec.names.down = "mlp.weights_out";
    }
    config.only("apply_layernorm", true);
    // For a backbone, and for training with masked patches.
    for (const char* key :
         {"layerscale_value", "out_features", "out_indices", "stage_names", "reshape_hidden_states",
          "use_mask_token", "drop_path_rate", "intermediate_size"})
        config.ignore(key);
    if (config.failed() || !spec.picture) return;
    spec.picture->resizes = spec.picture->isShortest = true;
    // The class with registers has four by default, and another resize method.
    const bool hasRegisters = spec.family == "dinov2_with_registers";
    spec.picture->isSmooth = hasRegisters;
    spec.picture->registers = config.whole("num_register_tokens", hasRegisters ? 4 : 0, 0);
    spec.names.registers = "embeddings.register_tokens";
    if (isA(architecture, "ForImageClassification")) {
        spec.head = classHead(config, Pool::first, "classifier");
        spec.head.beside = {Pool::mean};
    } else {
        noHead(spec, architecture, {"Dinov2Model", "Dinov2WithRegistersModel"});
        spec.head.pool = Pool::first;
    }
}

}  // namespace

constinit const Family vitFamily{.type = "vit", .name = "ViT", .read = readVit};
constinit const Family deitFamily{.type = "deit", .name = "DeiT", .read = readDeit};
constinit const Family dinov2Family{.type = "dinov2", .name = "DINOv2", .read = readDinov2};
constinit const Family dinov2RegistersFamily{
    .type = "dinov2_with_registers", .name = "DINOv2", .read = readDinov2};

}  // namespace hw::model
