// SPDX-License-Identifier: MIT
// Rollout's chain of products, by Eigen, for comparison in main.cpp.
#pragma once

#include <vector>

/// Sum of all values. Shows that a run was not optimised away, and that both kernels agree.
inline double checksum(const float* values, int tokens) {
    double sum = 0.0;
    const int count = tokens * tokens;
    for (int i = 0; i < count; ++i) sum += static_cast<double>(values[i]) * (1 + i % 7);
    return sum;
}

/// Multiplies [tokens][tokens] matrices, the first one last, and stores every prefix. Returns the checksum of the last.
double eigenChain(const std::vector<const float*>& layers, int tokens);
