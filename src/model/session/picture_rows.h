// SPDX-License-Identifier: MIT
// A picture as tokens: those of its own in front, then its patches, row after row.
#pragma once

#include <span>

#include "model/network/network.h"
#include "model/run/batch.h"

namespace hw::model {

/// The picture's tokens, each at its place. Its ids count rows of its own: a token each, and last that of a patch whose pixels
/// are all 0 (after normalising), which may take the place of any. `pixels`: [3][height][width] as in spec.picture.
/// O(patches 3 patch^2 D).
TextInput pictureInput(const Network& network, std::span<const float> pixels);

}  // namespace hw::model
