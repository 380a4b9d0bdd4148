// SPDX-License-Identifier: MIT
// A picture as tokens: its special tokens first, then its patches, row after row.
#pragma once

#include <span>
#include <vector>

#include "model/network/network.h"
#include "model/run/batch.h"

namespace hw::model {

/// The picture's tokens, each at its position. Its ids index its own rows: one for each token, and a last one for a
/// patch whose pixels are all 0 (after normalising), which may replace any patch. `pixels`: [3][height][width] as in
/// spec.picture. O(patches 3 patch^2 D).
TextInput pictureInput(const Network& network, std::span<const float> pixels);

/// The gradient of normalised pixels, [3][height][width], from that of the picture's embeddings, [tokens][D]
/// (Gradients::embeddings). O(patches 3 patch^2 D).
std::vector<float> pixelGradients(const Network& network, std::span<const float> gradient);

}  // namespace hw::model
