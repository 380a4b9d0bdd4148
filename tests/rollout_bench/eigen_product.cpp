// SPDX-License-Identifier: MIT
// Compiled with instructions that src/core does not use (CMakeLists.txt), therefore under its own name. A program can
// contain each of Eigen's functions in one form only.
#define Eigen EigenOfBench
#include <Eigen/Core>

#include "chain.h"

double eigenChain(const std::vector<const float*>& layers, int tokens) {
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto layer = [&](std::size_t l) {
        return Eigen::Map<const Matrix>(layers[l], tokens, tokens);
    };
    std::vector<Matrix> prefixes;
    prefixes.emplace_back(layer(1) * layer(0));
    for (std::size_t l = 2; l < layers.size(); ++l)
        prefixes.emplace_back(layer(l) * prefixes.back());
    return checksum(prefixes.back().data(), tokens);
}
