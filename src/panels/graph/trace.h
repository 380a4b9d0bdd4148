// SPDX-License-Identifier: MIT
// One output token traced down through the layers. Independent of the page.
#pragma once

#include <limits>
#include <vector>

#include "panels/flow/graph.h"

namespace hw {

inline constexpr double noAmount = std::numeric_limits<double>::quiet_NaN();

/// The weights of one layer, [tokens][tokens], row-major; NaN: missing.
using LayerWeights = const float*;

struct TracedEdge {
    int layer = 0;  ///< zero-based: from level layer + 1 to level layer
    int query = 0;
    int key = 0;
    double weight = 0;
    double amount = 0;             ///< share: of the source's rollout; weight: the weight itself
    InFiles files = InFiles::one;  ///< this, and what it carries in either file: tracedBoth()
    double here = 0;
    double before = 0;
};

struct Trace {
    std::vector<TracedEdge> edges;  ///< those that are drawn, the upper layers first
    std::vector<double> inputs;     ///< share: what reaches each input, all edges counted
    /// Of each layer, the upper first: what passes it (share), or what the drawn tokens pay in it (weight).
    std::vector<double> wholes;
    std::vector<double> wholesBefore;  ///< of the other file
    double smallest = 0;               ///< the size from which edges are drawn; 0: chosen by share
    double kept = 0;         ///< the share that each layer was to carry; 0: chosen by size
    long long possible = 0;  ///< edges above 0 that leave drawn tokens
    double drawnShare =
        1;  ///< drawn part of what leaves the drawn tokens (weight) or passes (share), the min over layers
};

/// Traces `source` down from above layer `layers.size() - 1`. An edge is drawn if its amount is at least
/// `size` and its upper end is the source or reached by a drawn edge; `size` 0 means the smallest round
/// number with which at most `most` are drawn, or the largest one with which any is. Amounts count every
/// edge, drawn or not: with Carries::share those of a layer add up to the whole, and `inputs` is the source's
/// row of the rollout, the product of the layers' weights (Abnar & Zuidema 2020, eq. 1). A token without any
/// weight in a layer keeps what it has (core/methods/missing.h). O(layers * tokens^2).
Trace traced(const std::vector<LayerWeights>& layers, int firstLayer, int tokens, int source,
             Carries carries, double size, int most);

/// How much can be told apart.
struct TraceLimits {
    int edges = 0;     ///< of all layers, where the share is chosen here
    int perLayer = 0;  ///< edges of one layer
    int tokens = 0;
};

/// As traced(), but of each layer the widest edges are drawn until together they carry `kept` (0..1) of what passes it
/// (share), or of what the drawn tokens pay in it (weight): however long an input is, no layer is left without edges.
/// The drawn tokens hold what their drawn edges gave them, so every layer can carry as much as the one above it.
/// `kept` 0: the largest twentieth that stays within the limits. Where there are more tokens than that, the widest ones
/// are kept, and what carries less than `kept` says so in `drawnShare`. O(layers * tokens^2), times 6 for `kept` 0.
Trace tracedShare(const std::vector<LayerWeights>& layers, int firstLayer, int tokens, int source,
                  Carries carries, double kept, const TraceLimits& limits);

/// At most `most` tokens in text order: `always`, then those at the widest edges. All if there are no more.
std::vector<int> widestTokens(const Trace& trace, int tokens, int most,
                              const std::vector<int>& always);

/// The smallest round number (one digit times a power of ten) that at most `most` of the values reach; if
/// none does, the largest one that any value reaches. O(values log values).
double fittingSize(const std::vector<double>& values, int most);

}  // namespace hw
