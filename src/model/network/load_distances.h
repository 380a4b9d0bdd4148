// SPDX-License-Identifier: MIT
// The additions of DeBERTa: vectors of distances, and a convolution after layer 0.
#pragma once

#include "model/network/loader.h"

namespace hw::model {

/// Loads the network's tensors of Spec::distances and Spec::convolutionTokens. Errors are kept in the loader, here and
/// below.
void loadDistances(Loader& loader, Network& network);
/// Loads the block's tensors. Its queries and keys have to be loaded.
void loadDistanceParts(Loader& loader, const Spec& spec, Block& block);

}  // namespace hw::model
