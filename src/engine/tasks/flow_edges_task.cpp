// SPDX-License-Identifier: MIT
// Attention flow for one pair with its edges and cuts, and for one output token to all inputs together.
#include "core/flow/edges/joint_flow.h"
#include "core/flow/max_flow.h"
#include "core/localized_text.h"
#include "engine/tasks/flow_parts.h"

namespace hw {
namespace {

void renumber(std::vector<FlowEdge>& edges, int startLayer) {
    for (FlowEdge& edge : edges) edge.layer += startLayer;
}

void renumber(MinimumCut& cut, int startLayer) {
    cut.layer += startLayer;
    renumber(cut.edges, startLayer);
}

/// Max. edges per layer in a joint flow, since a picture cannot show more.
constexpr int mostEdges = 2000;

class FlowEdgesTask final : public Task {
public:
    FlowEdgesTask(Assignment assignment, std::shared_ptr<FlowWork> work)
        : assignment_(std::move(assignment)), work_(std::move(work)) {}

    Result<bool> step() override {
        if (work_->graph() == nullptr) return notYet(work_->advance(pieceOfWork));
        const Query& query = assignment_.query;
        const int start = work_->startLayer();
        const AttentionGraph& graph = *work_->graph();
        const int layer = query.layer - start;
        auto flow = query.sink == allInputs
                        ? jointFlow(graph, layer, query.outputs.front(), mostEdges)
                        : maxFlow(graph, layer, query.outputs.front(), query.sink);
        if (!flow) return std::unexpected(std::move(flow.error()));
        flow->layer += start;
        renumber(flow->edges, start);
        renumber(flow->nearSource, start);
        renumber(flow->nearSink, start);
        flow_ = std::move(*flow);
        return true;
    }

    Answer answer() override {
        Answer answer;
        answer.query = assignment_.query;
        answer.complete = flow_ ? 1.0 : 0.0;
        answer.flow = std::move(flow_);
        return answer;
    }

private:
    Assignment assignment_;
    std::shared_ptr<FlowWork> work_;
    std::optional<PairFlow> flow_;
};

}  // namespace

MadeTask makeFlowEdgesTask(Assignment assignment, WorkCache& cache) {
    const Query& query = assignment.query;
    if (query.outputMode != OutputMode::chosen || query.outputs.size() != 1) {
        return std::unexpected(badQuestion("outputs", "Flow needs exactly one output token."_tr));
    }
    if (query.side == Side::cross)
        return std::unexpected(
            badQuestion("side", "The flow graph of a pair can’t span encoder and decoder."_tr));
    auto work = flowWork(assignment, cache);
    if (!work) return std::unexpected(std::move(work.error()));
    return std::make_unique<FlowEdgesTask>(std::move(assignment), std::move(*work));
}

}  // namespace hw
