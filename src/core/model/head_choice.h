// SPDX-License-Identifier: MIT
// Which heads of a layer are fused, and how. Internal to core.
#pragma once

#include <span>
#include <vector>

#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

struct HeadChoice {
    HeadFusion fusion = HeadFusion::mean;
    std::vector<int> heads;
    std::vector<double> shares;  ///< for a mean: one per head
    double divisor = 1.0;        ///< the sum of shares times weights is divided by this

    /// The heads of a layer and their shares. No heads in the settings: all of them. Without one weight per
    /// head the shares are 1 and the sum is divided once, so that the mean of equal values is that value.
    /// HeadFusion::gradientNorm becomes a mean whose shares are the norms, or equal where all norms are 0.
    HeadChoice(const AttentionTensor& attentions, int layer, const Settings& settings);
};

/// Scratch space for fuseRow (core/methods/fuse_row.h), reused from row to row.
struct FusionRoom {
    std::vector<float> decoded;  ///< of 16-bit weights
    std::vector<double> sums;
    std::vector<double> totals;  ///< of the shares of the heads that have the weight
    std::vector<float> kept;
};

}  // namespace hw
