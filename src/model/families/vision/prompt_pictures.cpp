// SPDX-License-Identifier: MIT
// Pictures in prompts: LLaVA (Liu et al. 2023) with a tower of CLIP or SigLIP, and Idefics3 (Laurencon et al. 2024), of
// which SmolVLM is one. The decoder is that of another family.
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "model/families/common.h"
#include "model/families/family.h"
#include "model/families/vision/clip.h"

namespace hw::model {
namespace {

/// The decoder of text_config.
void readText(Config& config, Spec& spec, std::vector<std::string> prefixes, std::string head) {
    Config text = config.object("text_config");
    const std::string type = text.text("model_type", "llama");
    const Family* family = familyNamed(type == "vllama3" ? "llama" : type);
    // From LlamaConfig and Qwen2Config.
    const bool isQwen = type.starts_with("qwen");
    for (const auto& [key, llama, qwen] : {std::tuple{"vocab_size", 32000, 151936},
                                           {"hidden_size", 4096, 4096},
                                           {"num_hidden_layers", 32, 32},
                                           {"num_attention_heads", 32, 32},
                                           {"intermediate_size", 11008, 22016}})
        text.assume(key, isQwen ? qwen : llama);
    // Keys of published files that no code reads.
    for (const char* key :
         {"perceiver_config", "neftune_noise_alpha", "pixel_shuffle_factor", "qk_layer_norms",
          "use_resampler", "is_llama_config", "model_type", "rope_interleaved"})
        text.ignore(key);
    for (const char* key :
         {"vision_config", "vocab_size", "hidden_size", "image_token_index", "image_token_id",
          "image_seq_length", "projector_hidden_act", "vision_feature_layer",
          "vision_feature_select_strategy", "multimodal_projector_bias", "scale_factor",
          "ignore_index", "use_reentrant_checkpointing", "pad_token_id", "_pad_token_id"})
        config.ignore(key);
    if (family != nullptr) family->read(text, "ForCausalLM", spec);
    if (spec.head.task != Task::nextWord || spec.picture)
        config.fail("text_config", formatText("Unsupported model family “{}”."_tr, {type}));
    spec.names.prefixes = std::move(prefixes);
    spec.head.out = std::move(head);
    if (config.flag("tie_word_embeddings", false)) spec.head.mayBeTied = true;
}

void readLlava(Config& config, std::string_view /*architecture*/, Spec& spec) {
    readText(config, spec, {"language_model.model.", "model.language_model."},
             "language_model.lm_head|lm_head");
}

void readIdefics3(Config& config, std::string_view /*architecture*/, Spec& spec) {
    readText(config, spec, {"model.text_model."}, "lm_head");
}

void readLlavaTower(Config& config, Spec& spec, int width) {
    Config tower = config.object("vision_config");
    const std::string type = tower.text("model_type", "clip_vision_model");
    if (type == "clip_vision_model") {
        readClipVision(tower, spec);
    } else if (type == "siglip_vision_model") {
        readSiglipVision(tower, spec, siglipSizes, 16);
        tower.ignore("vision_use_head");
    } else {
        config.fail("vision_config", formatText("Unsupported model family “{}”."_tr, {type}));
    }
    tower.ignore("vocab_size");
    if (config.failed() || !spec.picture) return;
    spec.picture->resizes = false;
    // A number of layers that run, or from the end, where -1 is all of them.
    const int layers = spec.layerCount();
    const int feature = config.whole("vision_feature_layer", -2, -layers - 1);
    const int used = feature < 0 ? layers + 1 + feature : feature;
    const std::string strategy = config.text("vision_feature_select_strategy", "default");
    if (used > layers || used < 1)
        config.fail("vision_feature_layer", std::string("Unsupported value."_tr));
    if (strategy != "default" && strategy != "full")
        config.fail("vision_feature_select_strategy", std::string("Unsupported value."_tr));
    if (config.failed()) return;
    spec.layers.resize(used);
    spec.blocks = used;
    spec.hasFinalNorm = false;
    spec.names.prefixes = {"vision_tower.vision_model.", "model.vision_tower.vision_model.",
                           "vision_tower.", "model.vision_tower."};
    const bool hasBias = config.flag("multimodal_projector_bias", true);
    const auto stage = [&](const std::string& name, Activation activation) {
        StageSpec made =
            denseStage("multi_modal_projector." + name + "|model.multi_modal_projector." + name,
                       width, activation);
        made.hasBias = hasBias;
        return made;
    };
    spec.head.pool = Pool::every;
    spec.head.stages = {stage("linear_1", readActivation(config, "projector_hidden_act", "gelu")),
                        stage("linear_2", Activation::none)};
    spec.head.from = strategy == "default" ? 1 : 0;
}

void readIdefics3Tower(Config& config, Spec& spec, int width) {
    Config tower = config.object("vision_config");
    // From Idefics3VisionConfig.
    readSiglipVision(tower, spec, {.width = 1152, .layers = 12, .heads = 16, .mlp = 3072}, 32);
    for (const char* key :
         {"size", "max_image_size", "use_base_siglip", "tie_word_embeddings", "vision_use_head"})
        tower.ignore(key);
    if (config.failed() || !spec.picture) return;
    spec.picture->resizes = false;
    spec.names.prefixes = {"model.vision_model."};
    StageSpec stage =
        denseStage("model.connector.modality_projection.proj", width, Activation::none);
    stage.hasBias = false;
    spec.head.pool = Pool::every;
    spec.head.stages = {std::move(stage)};
}

/// Patches of a square of side `scale` are one image token, row after row.
void shuffle(Config& config, Spec& spec, int scale) {
    const PictureSpec& picture = *spec.picture;
    if (picture.rows() % scale != 0 || picture.columns() % scale != 0) {
        config.fail("scale_factor", std::string("Unsupported value."_tr));
        return;
    }
    for (int row = 0; row < picture.rows(); row += scale)
        for (int column = 0; column < picture.columns(); column += scale) {
            std::vector<int>& group = spec.head.groups.emplace_back();
            for (int y = 0; y < scale; ++y)
                for (int x = 0; x < scale; ++x)
                    group.push_back((row + y) * picture.columns() + column + x);
        }
}

}  // namespace

Result<std::optional<PromptPictureSpec>> readPromptPictures(const ModelFiles& files, int width) {
    if (files.isGguf) return std::nullopt;
    Config config(files.config, io::Tree::root);
    const std::string type = config.text("model_type", "");
    const bool isLlava = type == llavaFamily.type;
    if (!isLlava && type != idefics3Family.type && type != smolVlmFamily.type) return std::nullopt;
    PromptPictureSpec made;
    Spec& spec = made.tower;
    spec.family = type + "_vision";
    spec.familyName = familyNamed(type)->name;
    made.isFramed = !isLlava;
    made.token = config.hasNumber("image_token_index")
                     ? config.whole("image_token_index", {}, 0)
                     : config.whole("image_token_id", isLlava ? 32000 : 128257, 0);
    const int scale = config.whole("scale_factor", 2);
    (isLlava ? readLlavaTower : readIdefics3Tower)(config, spec, width);
    for (const char* key : {"text_config", "architectures", "tie_word_embeddings", "vocab_size",
                            "image_seq_length", "ignore_index", "use_reentrant_checkpointing",
                            "pad_token_id", "_pad_token_id", "image_token_id", "hidden_size"})
        config.ignore(key);
    if (auto good = config.finish(spec, files.ignoresKeys); !good)
        return std::unexpected(good.error());
    if (auto good = readPreparation(files, spec); !good) return std::unexpected(good.error());
    if (made.isFramed)
        shuffle(config, spec, scale);
    else
        for (int token = std::exchange(spec.head.from, 0); token < spec.positions; ++token)
            spec.head.groups.push_back({token});
    if (auto good = config.finish(spec, files.ignoresKeys); !good)
        return std::unexpected(good.error());
    return made;
}

constinit const Family llavaFamily{.type = "llava", .name = "LLaVA", .read = readLlava};
constinit const Family idefics3Family{.type = "idefics3", .name = "Idefics3", .read = readIdefics3};
constinit const Family smolVlmFamily{.type = "smolvlm", .name = "SmolVLM", .read = readIdefics3};

}  // namespace hw::model
