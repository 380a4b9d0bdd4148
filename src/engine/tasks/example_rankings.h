// SPDX-License-Identifier: MIT
// The values that raw attention, rollout and flow give each token of one example, for one output, layer by layer: what
// is ranked and correlated with the file's scores. Internal to engine/tasks.
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

/// One example's values. First prepare(), which takes raw attention, rollout and the network of flow, then
/// flow, which helpers may take part in.
class ExampleRankings {
public:
    /// `key` has the settings as asked; its example and method do not count. `helpers` outlive this.
    ExampleRankings(DocumentRef document, int example, OutputChoice outputs, WorkKey key,
                    FlowHelpers& helpers, Sharing sharing);

    int example() const { return key_.example; }
    /// One piece of what comes before the flow. True when it is done. Errors: the example lacks what the
    /// settings need; the methods computed before that stay readable (ready()).
    Result<bool> prepare();

    /// The flow, once prepared; null afterwards.
    SharedFlow* flow() { return flow_.get(); }
    /// Works on the flow, or takes in what helpers have made of it. True when all methods are there.
    bool stepFlow(std::int64_t budget);

    /// How many methods are there, in the order of rankedMethods.
    int ready() const { return ready_; }
    /// [layers][keys], row-major, NaN where a layer takes no part. In double: flows that are equal but for
    /// the last digit of a float would get ranks of their own.
    const std::vector<double>& rows(int method) const { return rows_[method]; }
    /// Layers before this one take no part in the method.
    int firstLayer(int method) const;
    double progress() const;
    /// Memory held until the flow is done.
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

    DocumentRef document_;
    const AttentionTensor* tensor_ = nullptr;
    OutputChoice outputs_;
    WorkKey key_;
    FlowHelpers& helpers_;
    Sharing sharing_;
    std::vector<double> rows_[rankedMethodCount];
    int ready_ = 0;
    int layer_ = 0;  // the next of the method that is being prepared
    std::shared_ptr<StackWork> stack_;
    std::shared_ptr<FlowWork> network_;
    std::unique_ptr<SharedFlow> flow_;
};

}  // namespace hw
