// SPDX-License-Identifier: MIT
// How a number arises: what a value of a method is made of, one step at a time. Plain data; core/explain/explain.h
// computes it.
#pragma once

#include <optional>
#include <vector>

#include "core/choice_names.h"
#include "core/flow/max_flow.h"
#include "core/model/methods.h"

namespace hw {

/// Which number of a layer.
enum class NumberKind {
    value,   ///< the method's, from an output down to an input
    weight,  ///< the effective weight of one layer: residual, discard and division are in it
    fused,   ///< the same before these steps: the heads of one layer
};
template <>
struct Names<NumberKind> {
    static constexpr ChoiceName list[] = {{"value"}, {"weight"}, {"fused"}};
};

/// Where a number stands. A rollout is a product of matrices, R = E_layer ... E_start; `down` says how many of them,
/// from the top, have been passed: the value of what is left, or with `weight` and `fused` of the topmost left.
struct NumberPlace {
    NumberKind kind = NumberKind::value;
    int layer = 0;  ///< zero-based, of the number that was asked for first
    int down = 0;   ///< 0: that number itself
    int query = 0;  ///< tokens of the rows and columns of what is asked for
    int key = 0;
    bool operator==(const NumberPlace&) const = default;
};

/// One product of a sum: `value` = `weight` * `factor`, rounded once.
struct NumberTerm {
    double value = 0.0;
    double weight = 0.0;  ///< of a row: E[query][token]; of heads: the head's share
    double factor =
        0.0;        ///< of a column: the value below, from `token`; of heads: the head's weight
    int token = 0;  ///< the token passed through, or the head; zero-based
};

/// What happens to a weight between its heads and its place in the product, in this order.
struct WeightStep {
    enum class Kind {
        fused,      ///< the heads are one
        residual,   ///< a of the identity, 1-a of the weight (or W-Res)
        ownOne,     ///< relevance keeps what it has: 1 on the diagonal
        discarded,  ///< the smallest are set to 0
        divided,    ///< by the sum of its row
        handsOn,    ///< the layer takes no part: the identity
    };
    Kind kind = Kind::fused;
    double value = 0.0;  ///< after the step
    double sum = 1.0;    ///< divided: what the weight before was divided by
};

/// One augmenting path: from the source at level layer + 1 to the sink at level 0. Each step goes down along an edge or,
/// where it takes back flow that an earlier path has sent, up.
struct Augmentation {
    double amount = 0.0;      ///< what its narrowest edge has left
    std::vector<int> levels;  ///< node by node
    std::vector<int> tokens;
};

/// A maximum flow as augmenting paths, one after the other. Amounts are exact on the grid of AttentionGraph.
struct FlowSteps {
    std::vector<Augmentation> paths;  ///< each the widest that the residual graph has
    bool isComplete = false;          ///< no path is left: they carry the whole flow
    double rest = 0.0;                ///< the value less the paths that are listed
    /// Edges with their capacities: all above 0 in a small network, else those of the paths and of the cut; `amount` is
    /// the flow on them after the listed paths.
    std::vector<FlowEdge> edges;
    MinimumCut cut;  ///< nearest the source; its capacity is the value
};

/// How a number is made. Terms and paths come largest first.
struct Explanation {
    NumberPlace place;
    Method method = Method::rollout;
    int startLayer = 0;  ///< of the first matrix in the product
    int links = 0;       ///< matrices in the product of what is asked for
    double value = 0.0;
    /// The sum that makes the value: a row times a column, or the heads. Their sum in this order, one after the other
    /// in double, and `correction` are `value`.
    std::vector<NumberTerm> terms;
    double correction =
        0.0;  ///< relevance without its own one: -1; heads whose sum is below 0 and counts as 0
    std::vector<WeightStep> steps;  ///< of a weight, bottom up; the last one's value is `value`
    /// The products along single ways through all layers, and what all others carry together: amounts added up in this
    /// order, and `rest`, are `value`. tokens[0] is the output, the last one the input.
    std::vector<FlowPath> paths;
    double rest = 0.0;
    std::optional<FlowSteps> flow;
};

}  // namespace hw
