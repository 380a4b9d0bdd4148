// SPDX-License-Identifier: MIT
// One output token traced down through the layers. Independent of the page.
#pragma once

#include <limits>
#include <vector>

#include "panels/flow/graph.h"

namespace hw {

inline constexpr double noAmount = std::numeric_limits<double>::quiet_NaN();

/// The weights of one layer, [tokens][tokens], row-major, NaN if missing.
using LayerWeights = const float*;

struct TracedEdge {
    int layer = 0;  ///< zero-based, from level layer + 1 to level layer
    int query = 0;
    int key = 0;
    double weight = 0;
    double amount = 0;  ///< with share, of the source's rollout. With weight, the weight
    FilePresence files =
        FilePresence::one;  ///< for traceOverlay(), with the amounts in each file below
    double here = 0;
    double before = 0;
};

struct Trace {
    std::vector<TracedEdge> edges;  ///< the drawn ones, the upper layers first
    std::vector<double> inputs;  ///< with share, the amount that reaches each input over all edges
    /// The total of each layer, the upper first. With share, all that passes it. With weight, the attention of the
    /// drawn tokens.
    std::vector<double> wholes;
    std::vector<double> wholesBefore;  ///< of the other file
    double smallest = 0;               ///< the min. size of drawn edges, 0 if chosen by share
    double kept = 0;                   ///< the requested share of each layer, 0 if chosen by size
    long long possible = 0;            ///< edges above 0 that leave drawn tokens
    double drawnShare = 1;             ///< drawn part of `wholes`, the min over layers
};

/// Traces `source` down from above layer `layers.size() - 1`. An edge is drawn if its amount is at least `size` and its
/// upper end is the source or reached by a drawn edge. `size` 0 means the smallest round number with which at most
/// `most` are drawn, or the largest one with which any is. Amounts count every edge, drawn or not. With Carries::share
/// those of a layer add up to the whole, and `inputs` is the source's row of the rollout, the product of the layers'
/// weights (Abnar & Zuidema 2020, eq. 1). A token without any weight in a layer keeps its share
/// (core/methods/missing.h). O(layers * tokens^2).
Trace traced(const std::vector<LayerWeights>& layers, int firstLayer, int tokens, int source,
             WidthMeaning carries, double size, int most);

/// The amount that readers can distinguish.
struct TraceLimits {
    int edges = 0;     ///< of all layers, if the share is chosen here
    int perLayer = 0;  ///< edges of one layer
    int tokens = 0;
};

/// As traced(), except that each layer has its widest edges until they carry `kept` (0..1) of the layer's total
/// (Trace::wholes). No layer is left without edges, however long an input is. Drawn tokens have only what their drawn
/// edges gave them, so every layer can carry as much as the one above it. `kept` 0 means the largest twentieth that
/// stays within the limits. If there are more tokens than the limit, the widest ones are kept, and `drawnShare` shows
/// if they carry less than `kept`. O(layers * tokens^2), times 6 for `kept` 0.
Trace tracedShare(const std::vector<LayerWeights>& layers, int firstLayer, int tokens, int source,
                  WidthMeaning carries, double kept, const TraceLimits& limits);

/// At most `most` tokens in text order, `always` and those at the widest edges. All if there are no more.
std::vector<int> widestTokens(const Trace& trace, int tokens, int most,
                              const std::vector<int>& always);

/// The smallest round number (one digit times a power of ten) that at most `most` of the values reach. If there is
/// none, the largest one that any value reaches. O(values log values).
double fittingSize(const std::vector<double>& values, int most);

}  // namespace hw
