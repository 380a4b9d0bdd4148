// SPDX-License-Identifier: MIT
// Attention from an answer about a picture to its patches.
#pragma once

#include <span>
#include <vector>

#include "model/session/session.h"

namespace hw::model {

/// The pooling by attention of a run of a picture (Pool::attention).
struct PoolAttention {
    std::vector<float> weights;  ///< [H][tokens]
    /// Their mean over heads times the rollout of the tower, [tokens]; sums to 1.
    std::vector<float> rollout;
};
/// Empty for other heads. Cost: the head, and O(L T^2).
PoolAttention poolAttentionOf(const Session& session, const Run& run);

/// Row `from` [T] times the rollout of a stack (Abnar & Zuidema 2020) with residual 0.5: the product over layers of half
/// the mean over heads plus half the identity. `weights` has a layer's attention of one text, [H][T][T]. Cost: O(L T^2
/// H).
std::vector<double> rolledOut(std::span<const std::vector<float>> weights, int heads,
                              std::vector<double> from);

}  // namespace hw::model
