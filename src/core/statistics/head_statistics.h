// SPDX-License-Identifier: MIT
// Statistics of heads, and checks for anything unusual in a file's weights.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/model/attention_model.h"

namespace hw {

/// Statistics of one head. Each row counts as a distribution, divided by its sum. Empty rows are ignored, and missing
/// and negative entries count as 0. All three are means over the rows, NaN if every row is empty.
struct HeadStatistics {
    double entropy = 0.0;       ///< nats, 0 (one key) .. ln n (uniform), Clark et al. 2019
    double meanDistance = 0.0;  ///< tokens, mean of |query - key| by weight, Vig & Belinkov 2019
    double specialShare = 0.0;  ///< 0..1, weight on special tokens, Clark et al. 2019
};

/// Their names in files and results.
inline constexpr std::pair<const char*, double HeadStatistics::*> headStatisticNames[] = {
    {"entropy", &HeadStatistics::entropy},
    {"meanDistance", &HeadStatistics::meanDistance},
    {"specialShare", &HeadStatistics::specialShare},
};

/// `special` marks keys, none if empty. Cost O(queries * keys).
HeadStatistics headStatistics(MatrixView head, const std::vector<bool>& special = {});

/// All heads, [layers * heads], layer by layer.
std::vector<HeadStatistics> headStatistics(const AttentionTensor& attentions,
                                           const std::vector<bool>& special = {});

/// Whether one of these cuts took attention from a row of this stack, which the caller knows. O(cuts).
bool isCutRow(std::span<const CutEdge> cuts, AttentionStack of, int layer, int query);

/// The row whose sum is farthest from 1. Missing entries count as 0. Rows with missing entries are not compared, since
/// their sum means nothing, and neither are rows that are below 1 because of a cut.
struct RowSumDeviation {
    double largest = 0.0;  ///< |sum - 1|
    int layer = 0;
    int head = 0;
    int query = 0;
    long long rowsBeyond = 0;  ///< rows farther from 1 than the tolerance
    long long missing = 0;     ///< entries that are not finite
    long long cut = 0;         ///< rows below 1 because of a cut, by more than the tolerance
};

/// A tolerance of 1e-3 suits float16, 1e-2 bfloat16, 1e-4 numbers printed with five digits. `cuts` are Example::cuts,
/// of which those of this stack count. Cost O(values).
RowSumDeviation rowSumDeviation(const AttentionTensor& attentions, double tolerance = 1e-3,
                                std::span<const CutEdge> cuts = {},
                                AttentionStack of = AttentionStack::encoder);

/// A head whose matrix is identical to an earlier one's. The cause is a broken export, or heads that were averaged and
/// repeated. Cost O(values).
struct DuplicatedHead {
    int layer = 0;
    int head = 0;
    int sameLayer = 0;
    int sameHead = 0;
};
std::vector<DuplicatedHead> duplicatedHeads(const AttentionTensor& attentions);

/// Keys that get no attention in any layer and head, as padding masks cause. Missing weights count as 0.
/// Cost O(values) at most, and for most files the first head settles it.
std::vector<int> unseenKeys(const AttentionTensor& attentions);

}  // namespace hw
