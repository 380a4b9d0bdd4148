// SPDX-License-Identifier: MIT
// What sentence-transformers puts behind an encoder, and in front of its texts: the modules of modules.json (Reimers and Gurevych 2019).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/network/spec.h"

namespace hw::model {

/// Fills the head from the modules: Transformer, Pooling, and any of Dense, LayerNorm, Normalize and Dropout behind it, as version 6
/// of the library computes them; a model with only a Transformer keeps its own head. Without modules.json only 1_Pooling is
/// read, for models that give a vector. Also reads the prompts of config_sentence_transformers.json and the longest text. Errors: badArgument
/// with the name of a module or of a setting that is not supported; those of reading the files.
Result<void> readSentence(const ModelFiles& files, Spec& spec);

/// What a cross-encoder does with its logits, by the class of torch that its configuration names; nullopt for a name that is not known.
std::optional<ShareForm> shareNamed(std::string_view type);

/// What the library gives for an output of the head, which has no Normalize at its end: no cosine needs it.
std::vector<float> sentenceVector(const Spec& spec, std::vector<float> vector);

}  // namespace hw::model
