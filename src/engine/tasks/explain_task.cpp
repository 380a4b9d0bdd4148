// SPDX-License-Identifier: MIT
// How a number arises (core/explain), with one matrix or augmenting path per step.
#include "core/explain/explain.h"
#include "engine/tasks/task_parts.h"

namespace hw {
namespace {

/// Max. individual paths through a product that are returned.
constexpr int mostWays = 16;
/// Units of the network's builder, about a nanosecond each.
constexpr std::int64_t pieceOfBuilding = 1'500'000;

Answer explainedAnswer(const Query& query, std::optional<Explanation> explanation) {
    Answer answer;
    answer.query = query;
    answer.complete = explanation ? 1.0 : 0.0;
    answer.explanation = std::move(explanation);
    return answer;
}

class ExplainTask final : public Task {
public:
    ExplainTask(Assignment assignment, Explainer explainer)
        : assignment_(std::move(assignment)), explainer_(std::move(explainer)) {}
    Result<bool> step() override {
        if (explainer_.advance()) return false;
        found_ = std::move(explainer_).take();
        return true;
    }
    Answer answer() override { return explainedAnswer(assignment_.query, std::move(found_)); }

private:
    Assignment assignment_;
    Explainer explainer_;
    std::optional<Explanation> found_;
};

class ExplainFlowTask final : public Task {
public:
    ExplainFlowTask(Assignment assignment, std::shared_ptr<FlowWork> work)
        : assignment_(std::move(assignment)), work_(std::move(work)) {}
    Result<bool> step() override {
        if (work_->graph() == nullptr) {
            auto stands = work_->advance(pieceOfBuilding);
            if (stands) return false;
            return stands;
        }
        if (!explainer_) return begin();
        if (explainer_->advance()) return false;
        found_ = std::move(*explainer_).take();
        return true;
    }
    Answer answer() override { return explainedAnswer(assignment_.query, std::move(found_)); }

private:
    Result<bool> begin() {
        const AttentionTensor& tensor = *assignment_.tensor;
        auto begun =
            FlowExplainer::begin(*work_->graph(), work_->startLayer(), assignment_.query.place,
                                 augmentingPathsWorth(tensor.layers, tensor.queries));
        if (!begun) return std::unexpected(std::move(begun.error()));
        explainer_.emplace(std::move(*begun));
        return false;
    }

    Assignment assignment_;
    std::shared_ptr<FlowWork> work_;
    std::optional<FlowExplainer> explainer_;
    std::optional<Explanation> found_;
};

}  // namespace

MadeTask explanationTask(Assignment assignment, const TaskTools& tools) {
    const Query& query = assignment.query;
    const Part part = partOf(query.side);
    if (auto good =
            checkExplained(*assignment.example, part, query.method, query.settings, query.place);
        !good) {
        return std::unexpected(std::move(good.error()));
    }
    if (query.method == Method::flow && query.place.kind == NumberKind::value) {
        assignment.key = workKey(assignment, Method::flow);
        auto work = tools.cache.flow(assignment.example, assignment.key);
        if (!work) return std::unexpected(std::move(work.error()));
        return std::make_unique<ExplainFlowTask>(std::move(assignment), std::move(*work));
    }
    auto explainer = Explainer::begin(*assignment.example, part, query.method, query.settings,
                                      query.place, mostWays);
    if (!explainer) return std::unexpected(std::move(explainer.error()));
    return std::make_unique<ExplainTask>(std::move(assignment), std::move(*explainer));
}

}  // namespace hw
