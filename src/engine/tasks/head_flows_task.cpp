// SPDX-License-Identifier: MIT
// Attention flow through each head of a layer on its own.
#include <algorithm>
#include <memory>
#include <optional>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/localized_text.h"
#include "core/matrix/matrix.h"
#include "engine/tasks/task_parts.h"
#include "engine/tasks/thumbnail.h"

namespace hw {
namespace {

/// Thumbnails of flow. For each head, the network whose top layer is only this head. One row for each of the query's
/// outputs, or all pairs without outputs.
class HeadFlowsTask final : public Task {
public:
    explicit HeadFlowsTask(Assignment assignment) : assignment_(std::move(assignment)) {
        const AttentionTensor& tensor = *assignment_.tensor;
        const Query& query = assignment_.query;
        const std::vector<int> none;
        const int sources =
            query.outputs.empty() ? tensor.queries : static_cast<int>(query.outputs.size());
        queries_ = groupsOf(query.outputs.empty() ? query.grouping.queries : none, sources);
        keys_ = groupsOf(query.grouping.keys, tensor.keys);
        rows_ = std::min(queries_.count, mostCells);
        cols_ = std::min(keys_.count, mostCells);
        answer_ = emptyAnswer(query, tensor.heads, rows_ * cols_);
    }

    Result<bool> step() override {
        const AttentionTensor& tensor = *assignment_.tensor;
        Settings& settings = assignment_.key.settings;
        const int layer = assignment_.query.layer;
        if (layer < settings.startLayer) {
            next_ = tensor.heads;  // takes no part and stays NaN
            return true;
        }
        if (!solver_ && !graph_) {
            if (!build_) {
                settings.headOfLayer = {layer, next_};
                const bool isEncoder = assignment_.query.side == Side::encoder;
                const std::span<const float> ratios = assignment_.example->fixedResidual;
                build_.emplace(tensor, settings,
                               std::make_shared<PrintedAttention>(tensor, settings),
                               isEncoder ? ratios : std::span<const float>{});
            }
            auto stands = build_->step(pieceOfWork);
            if (!stands || !*stands) return stands;
            graph_ = std::make_unique<AttentionGraph>(std::move(*build_).take());
            build_.reset();
            solver_.emplace(*graph_);
            const int at = layer - settings.startLayer;
            if (auto begun = solver_->begin({at, at, assignment_.query.outputs, {}}); !begun)
                return std::unexpected(begun.error());
        }
        if (!solver_->step(pieceOfWork)) return false;
        putHead();
        return ++next_ == tensor.heads;
    }

    Answer answer() override {
        answer_.complete = static_cast<double>(next_) / answer_.rows;
        return next_ == answer_.rows ? std::move(answer_) : answer_;
    }

private:
    static constexpr std::int64_t pieceOfWork = 1'500'000;  ///< units of about a nanosecond

    void putHead() {
        const FlowTable table = solver_->takeTable();
        const std::vector<float> flows(table.values.begin(), table.values.end());
        solver_.reset();
        graph_.reset();
        const MatrixView all{flows.data(), static_cast<int>(table.sources.size()),
                             static_cast<int>(table.sinks.size())};
        const std::size_t size = answer_.cols;
        const auto out = std::span(answer_.values).subspan(next_ * size, size);
        const Grouping& grouping = assignment_.query.grouping;
        if (grouping.isEmpty()) return putThumbnail(all, rows_, cols_, out);
        putThumbnail(groupMatrix(all, queries_, keys_, divisionOf(grouping)), rows_, cols_, out);
    }

    Assignment assignment_;
    std::optional<FlowNetworkBuild> build_;
    std::unique_ptr<AttentionGraph> graph_;
    std::optional<FlowSolver> solver_;
    Answer answer_;
    TokenGroups queries_;
    TokenGroups keys_;
    int rows_ = 0;
    int cols_ = 0;
    int next_ = 0;
};

}  // namespace

MadeTask makeHeadFlowsTask(Assignment assignment) {
    assignment.key = workKey(assignment, Method::flow);
    const Part part = partOf(assignment.query.side);
    const Settings& settings = assignment.key.settings;
    if (auto good = checkMethod(*assignment.example, part, Method::flow, settings); !good)
        return std::unexpected(std::move(good.error()));
    for (const int output : assignment.query.outputs) {
        if (output < 0 || output >= assignment.tensor->queries)
            return std::unexpected(badQuestion("outputs", "There is no such output token."_tr));
    }
    return std::make_unique<HeadFlowsTask>(std::move(assignment));
}

}  // namespace hw
