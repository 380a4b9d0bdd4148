// SPDX-License-Identifier: MIT
// What DeBERTa has besides: vectors of distances, and a convolution behind layer 0.
#pragma once

#include "model/network/loader.h"

namespace hw::model {

/// The network's tensors of Spec::distances and Spec::convolutionTokens. Errors stay in the loader, here and below.
void loadDistances(Loader& loader, Network& network);
/// The block's, whose queries and keys are there.
void loadDistanceParts(Loader& loader, const Spec& spec, Block& block);

}  // namespace hw::model
