// SPDX-License-Identifier: MIT
// Attention flow as augmenting paths, and every kind of explanation at once.
#include <utility>

#include "core/explain/explain.h"
#include "core/flow/flow_capacities.h"

namespace hw {

FlowExplainer::FlowExplainer(const AttentionGraph& graph, int startLayer, const NumberPlace& place,
                             int most, PairFlow flow)
    : graph_(&graph),
      startLayer_(startLayer),
      place_(place),
      most_(most),
      flow_(std::move(flow)),
      found_(graph, place.layer - startLayer, place.query, place.key) {}

Result<FlowExplainer> FlowExplainer::begin(const AttentionGraph& graph, int startLayer,
                                           const NumberPlace& place, int mostPaths) {
    auto flow = maxFlow(graph, place.layer - startLayer, place.query, place.key);
    if (!flow) return std::unexpected(std::move(flow.error()));
    return FlowExplainer(graph, startLayer, place, mostPaths, std::move(*flow));
}

bool FlowExplainer::advance() {
    if (isComplete_) return false;
    // The kernel's cut proves that all of it is sent, which the search would only find out.
    isComplete_ = found_.sent() == flow_.value;
    if (isComplete_ || std::ssize(found_.paths()) >= most_) return false;
    isComplete_ = !found_.advance();
    return !isComplete_;
}

Explanation FlowExplainer::take() && {
    Explanation found;
    found.place = place_;
    found.method = Method::flow;
    found.startLayer = startLayer_;
    found.links = place_.layer - startLayer_ + 1;
    found.value = flow_.value;
    isComplete_ = isComplete_ || found_.sent() == flow_.value;
    FlowSteps steps = flowSteps(*graph_, found_, flow_, isComplete_);
    for (Augmentation& path : steps.paths) {
        for (int& level : path.levels) level += startLayer_;
        found.paths.push_back({path.amount, path.tokens});
    }
    for (FlowEdge& edge : steps.edges) edge.layer += startLayer_;
    for (FlowEdge& edge : steps.cut.edges) edge.layer += startLayer_;
    steps.cut.layer += startLayer_;
    found.rest = steps.rest;
    found.flow = std::move(steps);
    return found;
}

Result<Explanation> explain(const Example& example, Part part, Method method,
                            const Settings& settings, const NumberPlace& place, int mostPaths) {
    if (method == Method::flow && place.kind == NumberKind::value) {
        if (auto good = checkExplained(example, part, method, settings, place); !good)
            return std::unexpected(std::move(good.error()));
        auto graph = flowNetwork(example, part, settings);
        if (!graph) return std::unexpected(std::move(graph.error()));
        auto explainer = FlowExplainer::begin(*graph, settings.startLayer, place, mostPaths);
        if (!explainer) return std::unexpected(std::move(explainer.error()));
        while (explainer->advance()) {}
        return std::move(*explainer).take();
    }
    auto explainer = Explainer::begin(example, part, method, settings, place, mostPaths);
    if (!explainer) return std::unexpected(std::move(explainer.error()));
    while (explainer->advance()) {}
    return std::move(*explainer).take();
}

int augmentingPathsWorth(int layers, int tokens) {
    constexpr long long smallNetwork = 40'000;  // edges; all paths are found in milliseconds
    return 1LL * layers * tokens * tokens <= smallNetwork ? 400 : 48;
}

}  // namespace hw
