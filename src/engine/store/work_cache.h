// SPDX-License-Identifier: MIT
// Results that the engine computes once and reads many times. A method's matrices layer by layer, and the network of
// attention flow. Internal to engine/store.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/flow/flow_across.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/methods/method_stack.h"
#include "engine/store/flow_cache.h"
#include "engine/store/open_documents.h"
#include "engine/store/work_key.h"
#include "protocol/query.h"

namespace hw {

Part partOf(Side side);

/// A method's matrices, as far as they have been computed.
class StackWork {
public:
    /// Errors: as MethodStack::begin.
    static Result<std::shared_ptr<StackWork>> begin(ExampleRef example, const WorkKey& key);

    bool advance() { return stack_.advance(); }
    double progress() const { return stack_.progress(); }
    int firstLayer() const { return stack_.firstLayer(); }
    /// `layer` is zero-based. Null if it does not exist (yet).
    const Matrix* at(int layer) const;
    std::size_t bytes() const { return bytes_; }

private:
    StackWork(ExampleRef example, MethodStack stack, std::size_t bytes)
        : example_(std::move(example)), stack_(std::move(stack)), bytes_(bytes) {}
    ExampleRef example_;  // the stack points into it
    MethodStack stack_;
    std::size_t bytes_;
};

/// A network and its solver, which caches data between requests that do not depend on the source.
class SolvedNetwork {
public:
    explicit SolvedNetwork(AttentionGraph graph) : graph_(std::move(graph)) {}
    SolvedNetwork(const SolvedNetwork&) = delete;
    SolvedNetwork& operator=(const SolvedNetwork&) = delete;

    const AttentionGraph& graph() const { return graph_; }
    /// Created on first use, since helpers may do all the work.
    FlowSolver& solver() {
        if (!solver_) solver_.emplace(graph_);
        return *solver_;
    }
    /// Begins a request and returns its turn, a number. There is one solver, which serves a turn until the next request
    /// begins. Errors: as FlowSolver::begin.
    Result<std::uint64_t> begin(FlowRequest request);
    bool serves(std::uint64_t turn) const { return turn != 0 && turn == turn_; }

private:
    AttentionGraph graph_;
    std::optional<FlowSolver> solver_;
    std::uint64_t turn_ = 0;  // 0 is never used
};

/// The network of attention flow, built piece by piece, and finished matrices of flow.
/// Layer 0 of the graph is the settings' start layer.
class FlowWork {
public:
    /// Errors: as checkMethod.
    static Result<std::shared_ptr<FlowWork>> begin(ExampleRef example, const WorkKey& key);
    /// The fused heads that it reads. Null across encoder and decoder, where it reads those of three stacks. Before
    /// building begins, share() can replace them by another network's with the same head settings.
    const std::shared_ptr<PrintedAttention>& printed() const { return printed_; }
    void share(std::shared_ptr<PrintedAttention> printed) { printed_ = std::move(printed); }

    /// Builds for about `budget` nanoseconds of work. True once the network is complete. Errors: as
    /// FlowNetworkBuild::step.
    Result<bool> advance(std::int64_t budget);
    /// Upper bounds of the flows from a token, [layer of the network][input] (flowCeilings), before the network is
    /// complete. Empty if they would cost as much as the network. O(layers n^2) for the search for entries above the
    /// diagonal, else O(heads layers n).
    std::vector<double> ceilings(int source) const;
    /// Null until the network is complete.
    SolvedNetwork* network() { return network_ ? &*network_ : nullptr; }
    const AttentionGraph* graph() const { return network_ ? &network_->graph() : nullptr; }
    int startLayer() const { return settings_.startLayer; }
    const FlowPlaces& places() const { return places_; }

    /// All flows after a layer of the graph, [queries][keys]. Null unless all are computed.
    const std::vector<double>* finished(int graphLayer) const;
    void keep(int graphLayer, std::vector<double> flows);
    std::size_t bytes() const;

private:
    FlowWork() = default;
    ExampleRef example_;
    const AttentionTensor* attentions_ = nullptr;
    const Example* across_ = nullptr;  // set for a network of encoder and decoder
    std::span<const float> fixedResidual_;
    Settings settings_;
    FlowPlaces places_;
    std::shared_ptr<PrintedAttention> printed_;
    std::optional<FlowNetworkBuild> build_;
    std::optional<SolvedNetwork> network_;
    std::map<int, std::vector<double>> finished_;
};

/// An LRU cache of work by its key, with at most `budgetBytes`. Work that a task still uses stays alive through its
/// pointer.
class WorkCache {
public:
    explicit WorkCache(std::size_t budgetBytes) : budget_(budgetBytes) {}

    /// Finds the work or begins it. Code::tooLarge if one method would take twice the budget on its own.
    Result<std::shared_ptr<StackWork>> stack(const ExampleRef& example, const WorkKey& key);
    Result<std::shared_ptr<FlowWork>> flow(const ExampleRef& example, const WorkKey& key);
    /// Flows outlive their networks, which are large.
    FlowCache& keptFlows() { return kept_; }
    void forget(std::uint32_t document);
    void forget(ExamplePlace place);

private:
    struct Entry {
        WorkKey key;
        std::shared_ptr<StackWork> stack;  // one of these three is set
        std::shared_ptr<FlowWork> flow;
        std::shared_ptr<PrintedAttention> printed;
        std::size_t bytes() const;
    };
    Entry* find(const WorkKey& key);
    void shareHeads(FlowWork& work, const WorkKey& key);
    void trim();
    Result<void> checkSize(std::size_t bytes) const;

    std::list<Entry> entries_;  // most recently used first
    FlowCache kept_;
    std::size_t budget_;
};

}  // namespace hw
