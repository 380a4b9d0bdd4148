// SPDX-License-Identifier: MIT
// Cross-attention, which decoders have in addition.
#pragma once

#include "model/network/loader.h"

namespace hw::model {

/// The block's tensors of Spec::hasCross. Errors stay in the loader.
void loadCross(Loader& loader, const Spec& spec, Block& block);

}  // namespace hw::model
