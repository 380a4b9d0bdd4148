// SPDX-License-Identifier: MIT
// The modules of sentence-transformers (Reimers and Gurevych 2019) after an encoder, and the prompts in front of its
// texts, from modules.json.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/network/spec.h"

namespace hw::model {

/// Fills the head from the modules: Transformer, Pooling, and any of Dense, LayerNorm, Normalize and Dropout after it,
/// as in version 6 of the library. A model with only a Transformer keeps its own head. Without modules.json only
/// 1_Pooling is read, for models that give a vector. Also reads the prompts of config_sentence_transformers.json and
/// the longest text. Errors: badArgument with the name of an unsupported module or setting; those of reading the files.
Result<void> readSentence(const ModelFiles& files, Spec& spec);

/// How a cross-encoder's logits are shown, by the torch class in its configuration; nullopt for an unknown name.
std::optional<ShareForm> shareNamed(std::string_view type);

/// The library's vector for an output of the head. The head has no final Normalize, because cosines do not need it.
std::vector<float> sentenceVector(const Spec& spec, std::vector<float> vector);

}  // namespace hw::model
