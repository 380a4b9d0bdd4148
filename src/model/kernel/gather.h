// SPDX-License-Identifier: MIT
// The gathering loop for every processor. Internal to kernel.
#pragma once

#include "model/kernel/tiles.h"

namespace hw::model {

Gather gatherPlainly;

}  // namespace hw::model
