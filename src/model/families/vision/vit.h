// SPDX-License-Identifier: MIT
// What ViT shares with the other encoders of patches.
#pragma once

#include <string_view>

#include "model/families/common.h"
#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// Sizes of an encoder of patches, its picture, positions and biases. `mlp`: the key of the feed-forward width, or empty;
/// `defaults` and `patch` are for sizes that are missing.
void readPatches(Config& config, Spec& spec, std::string_view mlp = "intermediate_size",
                 const SizeDefaults& defaults = {}, int patch = 16);
/// ViT's names behind a prefix, which DeiT and BEiT share.
TensorNames vitNames(std::string_view prefix);

}  // namespace hw::model
