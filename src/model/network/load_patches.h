// SPDX-License-Identifier: MIT
// Internal to model/network: what stands before the first layer of a model that reads pictures.
#pragma once

#include <vector>

#include "model/network/loader.h"

namespace hw::model {

/// The filters of patches, the vectors of the tokens before them, and positions of all tokens: registers, which have none,
/// get zeros. A table of another size than the picture's is resized where the family does so.
void loadPatches(Loader& loader, Network& network);

/// A table of positions of `side` x `side` patches, [side * side][width], for `rows` x `columns`, as
/// torch.nn.functional.interpolate(mode="bicubic", align_corners=False): with a = -0.75, or, if `isSmooth`, with antialias=True, which
/// has a = -0.5 and widens the filter where the table shrinks. O(rows columns width) where it grows.
std::vector<float> resizePositions(const std::vector<float>& table, int side, int rows, int columns,
                                   int width, bool isSmooth = false);

}  // namespace hw::model
