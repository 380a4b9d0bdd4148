// SPDX-License-Identifier: MIT
// The tiles for processors with AVX2, for which tiles.cpp checks first. Internal to kernel.
#pragma once

#include "model/kernel/tiles.h"

#if defined(__x86_64__)
#define HW_TILES_AVX2
#define HW_FOR_AVX2 [[gnu::target("avx2")]]

namespace hw::model {

SumAlong sumAlongAvx2;
AddOver addOverAvx2;
Gather gatherAvx2;

}  // namespace hw::model
#endif
