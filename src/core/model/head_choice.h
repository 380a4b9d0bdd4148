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
    std::vector<double> shares;  ///< of a mean, one per head
    bool isWeighed = false;      ///< the shares are given weights or norms
    double divisor = 1.0;        ///< divisor of the sum of shares times weights
    std::vector<int>
        parked;  ///< sinks whose weight is added to the reader's own (SinkUse::exclude)

    /// The heads of a layer and their shares, by the layer's own choice if it has one. No heads in the settings means
    /// all of them. If there is not one weight per head, the shares are 1, divided once, so that the mean of equal
    /// values is that value. HeadFusion::gradientNorm becomes a mean whose shares are the norms, equal where all of
    /// them are 0.
    HeadChoice(const AttentionTensor& attentions, int layer, const Settings& settings);
};

/// Scratch space for fuseRow (core/methods/steps/fuse_row.h), reused from row to row.
struct FusionScratch {
    std::vector<float> decoded;  ///< of 16-bit weights
    std::vector<double> sums;
    std::vector<double> totals;  ///< of the shares of the heads that have the weight
    std::vector<float> kept;
};

}  // namespace hw
