// SPDX-License-Identifier: MIT
// The values that each method gives each token of one example, for one output, layer by layer. Other code ranks them
// and correlates them with the file's scores. Internal to engine/tasks.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/flow/joint_attribution.h"
#include "core/methods/output_choice.h"
#include "core/report/ranked_source.h"
#include "engine/helpers/flow_helpers.h"
#include "engine/store/open_documents.h"
#include "engine/store/work_cache.h"

namespace hw {

/// One example's values, row by row in the order of rankedOrder. Call prepare() first, which computes all except flow,
/// and its network. Then comes flow, which helpers may share.
class ExampleRankings {
public:
    /// `key` has the requested settings. Its example and method are ignored. `helpers` must outlive this. `index` is
    /// the example's index in its document.
    ExampleRankings(ExampleRef example, int index, OutputChoice outputs, WorkKey key,
                    FlowHelpers& helpers, Sharing sharing);

    const Example& example() const { return *example_; }
    const OutputChoice& outputs() const { return outputs_; }
    /// One step of everything before flow. True when done. Errors: the settings do not fit rollout or flow; rows
    /// already computed stay available (ready()). Other rows stay empty if the example has no data for them.
    Result<bool> prepare();

    /// The flow, once prepared. Null when it is finished.
    SharedFlow* flow() { return flow_.get(); }
    /// Works on the flow, or collects the helpers' results. True when all rows are done.
    bool stepFlow(std::int64_t budget);

    /// How many rows are done, in the order of rankedOrder.
    int ready() const { return ready_; }
    bool isDone() const { return ready_ == rankedRowCount; }
    /// [layers][keys], row-major, NaN where a layer takes no part. In double, since as floats, flows that are equal up
    /// to the last digit would get different ranks.
    const std::vector<double>& rows(int row) const { return rows_[row]; }
    /// Layers before this one take no part in the row.
    int firstLayer(int row) const { return first_[row]; }
    /// False if a row is not done, or if the example has no data for it.
    bool isThere(int row) const { return there_[row]; }
    double progress() const;
    /// Memory held until the flow is finished, in bytes.
    std::size_t bytes() const { return network_ ? network_->bytes() : 0; }
    const FlowWork* network() const { return network_.get(); }

private:
    std::size_t keys() const { return tensor_->keys; }
    int row() const { return rankedOrder[ready_]; }
    /// The source of the current row.
    RankedSource source() const { return rankedSource(*example_, partOf(key_.side), row()); }
    Part part() const { return source().part; }
    const AttentionTensor* tensor() const { return source().tensor; }
    Method method() const { return source().method; }
    WorkKey key() const;
    bool exists() const;
    void put(int layer, std::span<const double> values);
    void put(int layer, const Matrix& matrix);
    void prepareRaw();
    Result<void> prepareStack();
    Result<void> prepareJoint();
    Result<bool> prepareNetwork();
    void takeFlow();
    void finishRow(bool isThere = true);

    ExampleRef example_;
    const AttentionTensor* tensor_ = nullptr;
    OutputChoice outputs_;
    WorkKey key_;
    FlowHelpers& helpers_;
    Sharing sharing_;
    std::vector<double> rows_[rankedRowCount];
    int first_[rankedRowCount] = {};
    bool there_[rankedRowCount] = {};
    int ready_ = 0;
    int layer_ = 0;  // next layer of the row being prepared
    std::shared_ptr<StackWork> stack_;
    std::vector<std::vector<double>> capacities_;  // of joint attribution
    std::optional<JointAttribution> joint_;
    std::shared_ptr<FlowWork> network_;
    std::unique_ptr<SharedFlow> flow_;
};

}  // namespace hw
