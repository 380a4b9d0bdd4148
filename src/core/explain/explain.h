// SPDX-License-Identifier: MIT
// Computes how a number arises (core/explain/explanation.h), in double from the weights as they were printed, so that
// what people compute on paper comes out. Matrices on the page are float32: they differ from these values by less than
// 1e-6.
#pragma once

#include <memory>

#include "core/explain/augmenting_paths.h"
#include "core/explain/explanation.h"
#include "core/methods/method_stack.h"
#include "core/problem.h"

namespace hw {

/// A value of raw attention, rollout, gradient rollout or relevance, or a weight of any of them and of flow, a matrix
/// a call, so that a worker can let others in between.
///
///     auto explainer = Explainer::begin(example, part, method, settings, place, 16);
///     if (!explainer) return show(explainer.error());
///     while (explainer->advance()) {}
///     use(std::move(*explainer).take());
///
/// Raw attention has no product: its value is its fused weight. Rollout across encoder and decoder is the product
/// R_decoder * C_layer * R_encoder of MethodStack. Relevance R += M R is the product of I + M.
/// Cost: a layer's fusion a call, O(heads n^2), and O(n^2) for sums and ways; n^2 doubles at a time. The example must
/// outlive this.
class Explainer {
public:
    /// `mostPaths`: so many of Explanation::paths. Errors: those of checkExplained; badArgument for the values of flow
    /// (FlowExplainer).
    static Result<Explainer> begin(const Example& example, Part part, Method method,
                                   const Settings& settings, const NumberPlace& place,
                                   int mostPaths);
    Explainer(Explainer&&) noexcept;
    Explainer& operator=(Explainer&&) noexcept;
    ~Explainer();

    /// One matrix. False, and nothing done, when all is done.
    bool advance();
    Explanation take() &&;

private:
    struct State;
    explicit Explainer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Whether there is such a number, and it can be taken apart. Errors: those of checkMethod; badArgument for a place that
/// is not there, for joint attribution, and for relevance across encoder and decoder; noWeights where the file has none
/// for the number.
Result<void> checkExplained(const Example& example, Part part, Method method,
                            const Settings& settings, const NumberPlace& place);

/// A value of attention flow as augmenting paths, a path a call. `graph` begins at settings.startLayer and must outlive
/// this; layers of the result count as in the file.
class FlowExplainer {
public:
    /// Errors: badArgument for what is not in the network.
    static Result<FlowExplainer> begin(const AttentionGraph& graph, int startLayer,
                                       const NumberPlace& place, int mostPaths);

    /// One path. False when there is no other, or `mostPaths` are there.
    bool advance();
    Explanation take() &&;

private:
    FlowExplainer(const AttentionGraph& graph, int startLayer, const NumberPlace& place, int most,
                  PairFlow flow);
    const AttentionGraph* graph_;
    int startLayer_;
    NumberPlace place_;
    int most_;
    PairFlow flow_;
    AugmentingPaths found_;
    bool isComplete_ = false;
};

/// Everything at once, flow included. Errors: as begin.
Result<Explanation> explain(const Example& example, Part part, Method method,
                            const Settings& settings, const NumberPlace& place, int mostPaths);

/// How many augmenting paths are worth showing: all of a small network, the widest of a large one.
int augmentingPathsWorth(int layers, int tokens);

}  // namespace hw
