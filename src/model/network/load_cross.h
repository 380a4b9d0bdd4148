// SPDX-License-Identifier: MIT
// What decoders have besides: cross-attention, and positions that are computed.
#pragma once

#include <vector>

#include "model/network/loader.h"

namespace hw::model {

/// The block's tensors of Spec::hasCross. Errors stay in the loader.
void loadCross(Loader& loader, const Spec& spec, Block& block);

/// [positions][width]: of pair i the angle a = position / 10000^(2i/width), sin a in the first half of a row, cos a in the
/// second (MarianMT; Vaswani et al. 2017 interleave them). Odd widths have one sine more. Cost O(positions width).
std::vector<float> sinusoids(int positions, int width);

}  // namespace hw::model
