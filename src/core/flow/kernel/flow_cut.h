// SPDX-License-Identifier: MIT
// Minimum cuts, made from a certificate, measured, and verified.
#pragma once

#include "core/flow/answers/minimum_cut.h"
#include "core/flow/kernel/attention_graph.h"

namespace hw {

/// The full cut of a closed-form certificate (any shape but `searched`). layer, source, sink must be in
/// range. Cost O(layer n^2).
MinimumCut expandCut(const AttentionGraph& graph, int layer, int source, int sink,
                     FlowCertificate certificate);

/// Fills edges and capacity of a cut from its sourceSide.
void measureCut(const AttentionGraph& graph, MinimumCut& cut);

/// True if the cut separates source and sink, lists exactly the edges that cross, and their
/// capacities, summed again, are `value`. Then no flow from source to sink is larger than `value`.
bool verifyCut(const AttentionGraph& graph, const MinimumCut& cut, double value);

}  // namespace hw
