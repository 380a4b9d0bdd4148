// SPDX-License-Identifier: MIT
// Explains how a number arises (core/explain/explanation.h), computed in double from the weights as they were printed,
// so that a calculation on paper gives the same digits. Matrices on the page are float32. They differ from these values
// by less than 1e-6.
#pragma once

#include <memory>

#include "core/explain/augmenting_paths.h"
#include "core/explain/explanation.h"
#include "core/methods/method_stack.h"
#include "core/problem.h"

namespace hw {

/// Explains a value of raw attention, rollout, gradient rollout or relevance, or one weight of these or of
/// flow, one matrix per call, so that a worker can yield in between.
///
///     auto explainer = Explainer::begin(example, part, method, settings, place, 16);
///     if (!explainer) return show(explainer.error());
///     while (explainer->advance()) {}
///     use(std::move(*explainer).take());
///
/// Raw attention has no product, so its value is the fused weight. Rollout across encoder and decoder is the product
/// R_decoder * C_layer * R_encoder of MethodStack. Relevance R += M R is the product of I + M.
/// Cost: one layer's fusion per call, O(heads n^2), and O(n^2) for sums and paths. Keeps n^2 doubles at a time. The
/// example must outlive this.
class Explainer {
public:
    /// `mostPaths` is the maximum length of Explanation::paths. Errors: those of checkExplained; badArgument for values
    /// of flow (use FlowExplainer).
    static Result<Explainer> begin(const Example& example, Part part, Method method,
                                   const Settings& settings, const NumberPlace& place,
                                   int mostPaths);
    Explainer(Explainer&&) noexcept;
    Explainer& operator=(Explainer&&) noexcept;
    ~Explainer();

    /// Processes one matrix. False, with nothing done, when finished.
    bool advance();
    Explanation take() &&;

private:
    struct State;
    explicit Explainer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Checks that the number exists and can be explained. Errors: those of checkMethod; badArgument for a place that does
/// not exist, for joint attribution, and for relevance across encoder and decoder; noWeights if the file has none to
/// compute it from.
Result<void> checkExplained(const Example& example, Part part, Method method,
                            const Settings& settings, const NumberPlace& place);

/// Explains a value of attention flow as augmenting paths, one path per call. `graph` begins at settings.startLayer and
/// must outlive this. Layers of the result count as in the file.
class FlowExplainer {
public:
    /// Errors: badArgument for a place that is not in the network.
    static Result<FlowExplainer> begin(const AttentionGraph& graph, int startLayer,
                                       const NumberPlace& place, int mostPaths);

    /// Finds one path. False when none is left or there are `mostPaths`.
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

/// Everything in one call, including flow. Errors: as begin().
Result<Explanation> explain(const Example& example, Part part, Method method,
                            const Settings& settings, const NumberPlace& place, int mostPaths);

/// How many augmenting paths are worth showing: all of a small network, the widest of a large one.
int augmentingPathsWorth(int layers, int tokens);

}  // namespace hw
