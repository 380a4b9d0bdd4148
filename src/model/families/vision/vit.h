// SPDX-License-Identifier: MIT
// The common parts of ViT and other encoders of patches.
#pragma once

#include <string_view>

#include "model/families/common.h"
#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// Reads sizes of an encoder of patches, its picture, positions and biases. `mlp` is the key of the feed-forward width,
/// or empty. `defaults` and `patch` replace missing sizes.
void readPatches(Config& config, Spec& spec, std::string_view mlp = "intermediate_size",
                 const SizeDefaults& defaults = {}, int patch = 16);
/// ViT's names after a prefix, shared with DeiT and BEiT.
TensorNames vitNames(std::string_view prefix);

}  // namespace hw::model
