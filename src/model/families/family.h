// SPDX-License-Identifier: MIT
// The families that this library runs. A new one is its name in HW_FAMILIES, and a short file in the folder of its kind
// with its row: sizes by their keys, names of tensors, where norms stand, its heads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// Fills a Spec from the configuration; errors stay in `config`. `architecture`: the class that the checkpoint was
/// saved from, "BertForMaskedLM", or empty.
using ReadFamily = void (*)(Config& config, std::string_view architecture, Spec& spec);

struct Family {
    std::string_view type;  ///< config.json's model_type
    std::string_view name;  ///< for people
    ReadFamily read = nullptr;
    ReadFamily decoder = nullptr;  ///< of models that translate; `read` is then of the encoder
};

/// Every family by the name of its row, NAMEFamily, which stands next to its functions. A row for each model_type, in the order
/// in which a message lists them.
// clang-format off
#define HW_FAMILIES(row)                                                                        \
    /* encoders */                                                                              \
    row(bert) row(roberta) row(xlmRoberta) row(camembert) row(distilbert) row(electra)          \
    row(albert) row(modernBert) row(mpnet) row(deberta)                                         \
    /* decoders */                                                                              \
    row(gpt2) row(gptNeo) row(opt) row(gptNeoX) row(llama) row(mistral) row(qwen2) row(qwen3)   \
    row(phi3) row(gemma2) row(gemma3)                                                           \
    /* translators */                                                                           \
    row(t5) row(mt5) row(bart) row(marian)                                                      \
    /* vision */                                                                                \
    row(vit) row(deit) row(dinov2) row(dinov2Registers) row(beit) row(clip) row(clipVision)
// clang-format on

#define HW_FAMILY_ROW(name) extern const Family name##Family;
HW_FAMILIES(HW_FAMILY_ROW)
#undef HW_FAMILY_ROW

/// The model that the files are of: config.json or GGUF's keys, and where a sentence encoder says how it pools. Errors:
/// a family that is not known, naming those that are; a key that is missing, has a value that is not supported, or is
/// not known and may change the mathematics.
Result<Spec> readSpec(const ModelFiles& files);

/// How pictures become numbers, from preprocessor_config.json, and what follows for the network: its grid, places, positions.
/// Nothing for models of texts. Errors: cannotRead without that file; a key or value that changes the numbers and is not known.
Result<void> readPreparation(const ModelFiles& files, Spec& spec);
/// The tower of CLIP that reads texts; nullopt for every other model.
Result<std::optional<Spec>> readTextTower(const ModelFiles& files);

/// The decoder that goes with readSpec's encoder; nullopt for models without one, and for classes whose head is not computed
/// (readSpec's notes say so). Errors: as of readSpec.
Result<std::optional<Spec>> readDecoder(const ModelFiles& files);

/// The same of GGUF's keys and tensors.
Result<Spec> readGgufSpec(const ModelFiles& files);
Result<std::optional<Spec>> readGgufDecoder(const ModelFiles& files);

}  // namespace hw::model
