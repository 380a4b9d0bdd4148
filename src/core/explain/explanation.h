// SPDX-License-Identifier: MIT
// How a number arises, as the parts that make up a method's value, one step at a time. Plain data, computed by
// core/explain/explain.h.
#pragma once

#include <optional>
#include <vector>

#include "core/choice_names.h"
#include "core/flow/answers/pair_flow.h"
#include "core/model/methods.h"

namespace hw {

/// Which kind of number, at a given layer.
enum class NumberKind {
    value,   ///< the method's result, from an output down to an input
    weight,  ///< the effective weight of one layer, after residual, discard and division
    fused,   ///< the weight before these steps, which is the fused heads of one layer
};
template <>
struct Names<NumberKind> {
    static constexpr ChoiceName list[] = {{"value"}, {"weight"}, {"fused"}};
};

/// A rollout is a product of matrices, R = E_layer ... E_start. `down` counts the matrices, from the top, that have
/// been stepped through. The value is that of the remaining product, and a weight is one of its topmost matrix.
struct NumberPlace {
    NumberKind kind = NumberKind::value;
    int layer = 0;  ///< zero-based, of the number first asked about
    int down = 0;   ///< 0 is that number itself
    int query = 0;  ///< row and column tokens of the number
    int key = 0;
    bool operator==(const NumberPlace&) const = default;
};

/// One product of a sum, `value` = `weight` * `factor`, rounded once.
struct NumberTerm {
    double value = 0.0;
    double weight = 0.0;  ///< of a row, E[query][token]; of heads, the head's share
    double factor = 0.0;  ///< of a column, the value below at `token`; of heads, the head's weight
    int token = 0;        ///< the token the path passes through, or the head; zero-based
};

/// What happens to a weight between its heads and its entry in the product, in this order.
struct WeightStep {
    enum class Kind {
        fused,      ///< the heads are fused
        residual,   ///< a times the identity plus 1-a times the weight (or W-Res)
        ownOne,     ///< relevance adds the identity, 1 on the diagonal
        discarded,  ///< the smallest weights are set to 0
        divided,    ///< each row by its sum
        handsOn,    ///< the layer is not in use, so its matrix is the identity
    };
    Kind kind = Kind::fused;
    double value = 0.0;  ///< after the step
    double sum = 1.0;    ///< for `divided`, the row sum that divided the weight
};

/// One augmenting path, from the source at level layer + 1 to the sink at level 0. Each step goes down along an edge,
/// or up where it takes back flow that an earlier path has sent.
struct Augmentation {
    double amount = 0.0;      ///< residual capacity of its narrowest edge
    std::vector<int> levels;  ///< one per node of the path
    std::vector<int> tokens;
};

/// A maximum flow as augmenting paths, one after the other. Amounts are exact on the grid of AttentionGraph.
struct FlowSteps {
    std::vector<Augmentation> paths;  ///< each the widest in the residual graph
    bool isComplete = false;          ///< no path is left, so the paths carry the whole flow
    double rest = 0.0;                ///< the value minus the paths listed
    /// Edges with their capacities. In a small network these are all edges above 0, else those on the paths and in the
    /// cut. `amount` is the flow on them after the listed paths.
    std::vector<FlowEdge> edges;
    MinimumCut cut;  ///< the one nearest the source, whose capacity is the value
};

/// How a number is made up. Terms and paths are sorted, largest first.
struct Explanation {
    NumberPlace place;
    Method method = Method::rollout;
    int startLayer = 0;  ///< of the first matrix in the product
    int links = 0;       ///< number of matrices in its product
    double value = 0.0;
    /// The sum that makes up the value, a row times a column, or the heads. Added in this order, one after the other in
    /// double, and then `correction`, they give `value` exactly.
    std::vector<NumberTerm> terms;
    double correction =
        0.0;  ///< -1 for relevance without its own 1; or what raises a negative sum of heads to 0
    std::vector<WeightStep> steps;  ///< of a weight, in order; the last one's value is `value`
    /// The products along individual paths through all layers, and the total of all others. The amounts added in this
    /// order, and then `rest`, give `value`. tokens.front() is the output, tokens.back() the input.
    std::vector<FlowPath> paths;
    double rest = 0.0;
    std::optional<FlowSteps> flow;
};

}  // namespace hw
