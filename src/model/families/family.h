// SPDX-License-Identifier: MIT
// The supported families. To add one, add its name to HW_FAMILIES, and a short file in the folder of its kind with its
// row: sizes by their keys, names of tensors, positions of norms, its heads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// Fills a Spec from the configuration. Errors are kept in `config`. `architecture` is the class that the checkpoint
/// was saved from, "BertForMaskedLM", or empty.
using ReadFamily = void (*)(Config& config, std::string_view architecture, Spec& spec);

struct Family {
    std::string_view type;  ///< config.json's model_type
    std::string_view name;  ///< name for people
    ReadFamily read = nullptr;
    ReadFamily decoder = nullptr;  ///< for translation models, whose encoder `read` reads
};

/// Every family by the name of its row, NAMEFamily, which is defined next to its functions. One row for each
/// model_type, in the order in which messages list them.
// clang-format off
#define HW_FAMILIES(row)                                                                        \
    /* encoders */                                                                              \
    row(bert) row(roberta) row(xlmRoberta) row(camembert) row(distilbert) row(electra)          \
    row(albert) row(modernBert) row(mpnet) row(deberta) row(esm)                                \
    /* decoders */                                                                              \
    row(gpt2) row(gptNeo) row(opt) row(gptNeoX) row(llama) row(mistral) row(qwen2) row(qwen3)   \
    row(phi3) row(gemma2) row(gemma3)                                                           \
    /* translators */                                                                           \
    row(t5) row(mt5) row(bart) row(marian) row(whisper)                                         \
    /* vision */                                                                                \
    row(vit) row(deit) row(dinov2) row(dinov2Registers) row(beit) row(clip) row(clipVision)    \
    row(siglip) row(siglipVision)                                                           \
    /* pictures in prompts */                                                                   \
    row(llava) row(idefics3) row(smolVlm)
// clang-format on

#define HW_FAMILY_ROW(name) extern const Family name##Family;
HW_FAMILIES(HW_FAMILY_ROW)
#undef HW_FAMILY_ROW

/// The architecture of the model in these files, from config.json or GGUF's keys, with a sentence encoder's pooling.
/// Errors: an unknown family, with a list of the supported ones; a key that is missing, has an unsupported value, or is
/// unknown and may change the mathematics.
Result<Spec> readSpec(const ModelFiles& files);

/// The conversion of pictures to numbers from preprocessor_config.json, and the grid, tokens and positions that follow
/// from it. Does nothing for models of texts. Errors: cannotRead without that file; an unknown key or value that
/// changes the numbers.
Result<void> readPreparation(const ModelFiles& files, Spec& spec);
/// The text tower of CLIP or SigLIP; nullopt for every other model.
Result<std::optional<Spec>> readTextTower(const ModelFiles& files);

/// A model of next words that reads pictures in its prompt. A tower reads each frame of a picture, and the tower's head,
/// the connector, gives the vectors of the frame's image tokens.
struct PromptPictureSpec {
    Spec tower;
    int token = -1;  ///< the id of an image token
    bool isFramed =
        false;  ///< Idefics3: frames have tokens around them, and pictures may be split into tiles
    int tokensOfFrame() const { return static_cast<int>(tower.head.groups.size()); }
};
/// The pictures of the prompts of readSpec's decoder, of `width` features; nullopt for other models. Errors: as of
/// readSpec and readPreparation.
Result<std::optional<PromptPictureSpec>> readPromptPictures(const ModelFiles& files, int width);
/// The family of a model_type; null if there is none.
const Family* familyNamed(std::string_view type);

/// The decoder for readSpec's encoder. nullopt for models without one, and for classes whose head is not computed
/// (which readSpec's notes mention). Errors: as of readSpec.
Result<std::optional<Spec>> readDecoder(const ModelFiles& files);

/// The same from GGUF's keys and tensors.
Result<Spec> readGgufSpec(const ModelFiles& files);
Result<std::optional<Spec>> readGgufDecoder(const ModelFiles& files);

}  // namespace hw::model
