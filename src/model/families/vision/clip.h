// SPDX-License-Identifier: MIT
// The parts that the towers of CLIP, SigLIP and LLaVA share.
#pragma once

#include "model/families/common.h"
#include "model/files/model_files.h"

namespace hw::model {

/// Names, biases and activation of a tower's blocks.
void readTower(Config& config, Spec& spec, std::string_view prefix, std::string_view activation,
               double epsilon);
/// CLIP's tower of pictures, up to its last norm.
void readClipVision(Config& config, Spec& spec);
/// SigLIP's, without its head. `defaults` replace missing sizes.
void readSiglipVision(Config& config, Spec& spec, const SizeDefaults& defaults, int patch);
/// From SiglipVisionConfig.
constexpr SizeDefaults siglipSizes{.width = 768, .layers = 12, .heads = 12, .mlp = 3072};
/// SigLIP's text tower; nullopt for a model of pictures only.
Result<std::optional<Spec>> readSiglipTexts(const ModelFiles& files);

}  // namespace hw::model
