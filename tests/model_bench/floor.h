// SPDX-License-Identifier: MIT
// The yardstick for the products with weights. It uses float32, packed beforehand, with a plain tile of 4 x 8, or of 8
// x 8 where the processor has registers of eight.
#pragma once

#include <vector>

namespace hw::bench {

/// Weights [rows][columns] as panels of eight rows. rows is a multiple of 8.
std::vector<float> packPanels(const std::vector<float>& w, int rows, int columns);

/// y[tokens][rows] = x[tokens][columns] W^T, with packed W.
void floorProduct(const float* x, int tokens, const std::vector<float>& packed, int rows,
                  int columns, float* y);

}  // namespace hw::bench
