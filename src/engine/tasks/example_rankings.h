// SPDX-License-Identifier: MIT
// The values that raw attention, rollout and flow give each token of one example, for one output, layer by
// layer: these are ranked and correlated with the file's scores. Internal to engine/tasks.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/methods/output_choice.h"
#include "engine/helpers/flow_helpers.h"
#include "engine/store/open_documents.h"
#include "engine/store/work_cache.h"

namespace hw {

inline constexpr int rankedMethodCount = static_cast<int>(rankedMethods.size());
inline Method rankedMethod(int index) { return rankedMethods[index]; }

/// One example's values. Call prepare() first, which computes raw attention, rollout and the network of flow;
/// then comes flow, which helpers may share.
class ExampleRankings {
public:
    /// `key` has the requested settings; its example and method are ignored. `helpers` must outlive this.
    /// `index`: of the example in its document.
    ExampleRankings(ExampleRef example, int index, OutputChoice outputs, WorkKey key,
                    FlowHelpers& helpers, Sharing sharing);

    const Example& example() const { return *example_; }
    /// One piece of everything before flow. True when done. Errors: the example lacks what the
    /// settings need; methods already computed stay available (ready()).
    Result<bool> prepare();

    /// The flow, once prepared; null when it is finished.
    SharedFlow* flow() { return flow_.get(); }
    /// Works on the flow, or collects what helpers have computed. True when all methods are done.
    bool stepFlow(std::int64_t budget);

    /// How many methods are done, in the order of rankedMethods.
    int ready() const { return ready_; }
    /// [layers][keys], row-major, NaN where a layer takes no part. In double: as floats, flows that are equal
    /// up to the last digit would get different ranks.
    const std::vector<double>& rows(int method) const { return rows_[method]; }
    /// Layers before this one take no part in the method.
    int firstLayer(int method) const;
    double progress() const;
    /// Memory held until the flow is finished, in bytes.
    std::size_t bytes() const { return network_ ? network_->bytes() : 0; }
    const FlowWork* network() const { return network_.get(); }

private:
    std::size_t keys() const { return tensor_->keys; }
    WorkKey keyOf(Method method) const;
    void put(int layer, std::span<const double> row);
    void put(int layer, const Matrix& matrix);
    void prepareRaw();
    Result<void> prepareStack();
    Result<bool> prepareNetwork();
    void takeFlow();

    ExampleRef example_;
    const AttentionTensor* tensor_ = nullptr;
    OutputChoice outputs_;
    WorkKey key_;
    FlowHelpers& helpers_;
    Sharing sharing_;
    std::vector<double> rows_[rankedMethodCount];
    int ready_ = 0;
    int layer_ = 0;  // next layer of the method being prepared
    std::shared_ptr<StackWork> stack_;
    std::shared_ptr<FlowWork> network_;
    std::unique_ptr<SharedFlow> flow_;
};

}  // namespace hw
