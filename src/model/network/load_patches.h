// SPDX-License-Identifier: MIT
// Internal parts of model/network: the embeddings of a model that reads pictures or hears.
#pragma once

#include <vector>

#include "model/network/loader.h"

namespace hw::model {

/// Loads the filters of patches, the vectors of the tokens before them, and positions of all tokens, with zeros for
/// registers, which have none. A table of another size than the picture's is resized if the family does so.
void loadPatches(Loader& loader, Network& network);

/// Loads the two convolutions of an encoder of sound.
void loadSound(Loader& loader, Network& network);

/// Resizes a table of positions of `side` x `side` patches, [side * side][width], to `rows` x `columns`, like
/// torch.nn.functional.interpolate(mode="bicubic", align_corners=False) with a = -0.75, or, if `isSmooth`, with
/// antialias=True, which has a = -0.5 and widens the filter if the table shrinks. O(rows columns width) if it grows.
std::vector<float> resizePositions(const std::vector<float>& table, int side, int rows, int columns,
                                   int width, bool isSmooth = false);

/// Loads Network::head's pool from the tensors "head." after the prefix, if the head's pool is Pool::attention.
void loadAttentionPool(Loader& loader, Network& network);

}  // namespace hw::model
