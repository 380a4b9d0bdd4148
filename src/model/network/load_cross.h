// SPDX-License-Identifier: MIT
// Cross-attention, an addition of decoders.
#pragma once

#include "model/network/loader.h"

namespace hw::model {

/// Loads the block's tensors of Spec::hasCross. Errors are kept in the loader.
void loadCross(Loader& loader, const Spec& spec, Block& block);

}  // namespace hw::model
