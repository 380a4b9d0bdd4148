// SPDX-License-Identifier: MIT
// Attention flow, as profile, as one layer's matrix, and for one pair with its edges and cuts.
#include <algorithm>
#include <limits>
#include <numeric>

#include "core/flow/edges/joint_flow.h"
#include "core/flow/max_flow.h"
#include "core/words.h"
#include "engine/helpers/flow_helpers.h"
#include "engine/tasks/task_parts.h"

namespace hw {
namespace {

/// Units of the solver, about a nanosecond each.
constexpr std::int64_t pieceOfWork = 1'500'000;
/// Of each layer, in a joint flow: more cannot be told apart in a picture.
constexpr int mostEdges = 2000;

/// A task goes on after the network stands, or fails with it.
Result<bool> notYet(Result<bool> stands) {
    if (stands) return false;
    return stands;
}

class FlowTask final : public Task {
public:
    FlowTask(Assignment assignment, std::shared_ptr<FlowWork> work, FlowHelpers& helpers)
        : assignment_(std::move(assignment)), work_(std::move(work)), helpers_(helpers) {
        const AttentionTensor& tensor = *assignment_.tensor;
        isProfile_ = assignment_.query.what == Query::What::profile;
        const int rows = isProfile_ ? tensor.layers : tensor.queries;
        answer_ = emptyAnswer(assignment_.query, rows, assignment_.keys);
        const FlowPlaces& places = work_->places();
        const int layer = assignment_.query.layer;
        startsLater_ = !isProfile_ && layer < places.start;
        request_.firstLayer = places.above(isProfile_ ? places.start : layer);
        request_.lastLayer = places.above(isProfile_ ? tensor.layers - 1 : layer);
        request_.layerStep = places.step();
        if (isProfile_) request_.sources = assignment_.outputs.tokens;
        if (places.isAcross() && request_.sources.empty()) {
            request_.sources.resize(tensor.queries);
            std::iota(request_.sources.begin(), request_.sources.end(), 0);
        }
        for (int& source : request_.sources) source = places.source(source);
    }

    Result<bool> step() override {
        if (startsLater_) return done();
        if (work_->graph() == nullptr) return notYet(work_->advance(pieceOfWork));
        // One output token is asked anew: only the solver's table tells how its flows were bounded.
        const bool single = isProfile_ && assignment_.outputs.tokens.size() == 1;
        if (!single && takeFinished()) return done();
        if (!flow_) {
            auto begun = SharedFlow::begin(work_, request_, helpers_);
            if (!begun) return std::unexpected(std::move(begun.error()));
            flow_ = std::move(*begun);
        }
        if (!flow_->step(pieceOfWork)) return false;
        putSinks();
        keepWholeLayers();
        if (teaches()) countSaturated();
        return done();
    }

    Answer answer() override {
        if (isDone_) return std::move(answer_);
        if (flow_) putSinks();
        answer_.complete = flow_ ? std::min(flow_->progress(), 0.999) : 0.0;
        return answer_;
    }

private:
    /// The limits of flow are told for one output token at a time.
    bool teaches() const {
        return isProfile_ && assignment_.outputs.tokens.size() == 1 &&
               flow_->table().sources.size() == 1;
    }

    void countSaturated() {
        const FlowTable& table = flow_->table();
        answer_.saturated.assign(answer_.rows, 0);
        answer_.tied = answer_.reached = answer_.saturated;
        const FlowPlaces& places = work_->places();
        const AttentionGraph& graph = *work_->graph();
        for (int i = 0; i < table.layers; ++i) {
            const Saturation found = places.isAcross()
                                         ? saturationAcross(graph, places, table, i, 0)
                                         : saturation(graph, table, i, 0);
            const std::size_t row = places.layer(table.layer(i));
            answer_.saturated[row] = found.atCeiling;
            answer_.reached[row] = found.sinks;
            answer_.tied[row] = tiedSinks(graph, table, i, 0, places.isAcross());
        }
    }

    Result<bool> done() {
        flow_.reset();
        isDone_ = true;
        answer_.complete = 1.0;
        return true;
    }

    std::size_t keys() const { return assignment_.keys; }

    /// One row of a profile, from the flows of the asked sources to all sinks.
    void putProfileRow(int graphLayer, std::span<const double> flows, const OutputChoice& choice) {
        const auto row = outputRow(flows, assignment_.keys, choice);
        const std::size_t start = work_->places().layer(graphLayer) * keys();
        for (std::size_t t = 0; t < keys(); ++t) {
            if (!flow_ || flow_->hasSink(static_cast<int>(t)))
                answer_.values[start + t] = static_cast<float>(row[t]);
        }
    }

    /// The asked sources, joined as they were asked for.
    OutputChoice allRows() const {
        OutputChoice choice = assignment_.outputs;
        choice.tokens.clear();
        return choice;
    }

    /// Reads what other questions have computed already. False if some of it is missing.
    bool takeFinished() {
        const int step = request_.layerStep;
        for (int layer = request_.firstLayer; layer <= request_.lastLayer; layer += step) {
            if (work_->finished(layer) == nullptr) return false;
        }
        for (int layer = request_.firstLayer; layer <= request_.lastLayer; layer += step) {
            const std::vector<double>& flows = *work_->finished(layer);
            if (isProfile_) {
                putProfileRow(layer, flows, assignment_.outputs);
            } else {
                std::copy(flows.begin(), flows.end(), answer_.values.begin());
            }
        }
        return true;
    }

    /// Copies the sinks that are complete.
    void putSinks() {
        const FlowTable& table = flow_->table();
        for (int i = 0; i < table.layers; ++i) {
            const std::size_t size = table.sources.size() * keys();
            const auto flows = std::span(table.values).subspan(table.index(i, 0, 0), size);
            if (isProfile_) {
                // The table holds the asked sources alone: all of its rows are joined.
                putProfileRow(table.layer(i), flows, allRows());
                continue;
            }
            for (std::size_t at = 0; at < flows.size(); ++at) {
                if (flow_->hasSink(static_cast<int>(at % keys())))
                    answer_.values[at] = static_cast<float>(flows[at]);
            }
        }
    }

    void keepWholeLayers() {
        const FlowTable& table = flow_->table();
        if (std::ssize(table.sources) != assignment_.tensor->queries) return;
        const std::size_t size = table.sources.size() * keys();
        for (int i = 0; i < table.layers; ++i) {
            const auto flows = std::span(table.values).subspan(table.index(i, 0, 0), size);
            work_->keep(table.layer(i), {flows.begin(), flows.end()});
        }
    }

    Assignment assignment_;
    std::shared_ptr<FlowWork> work_;
    FlowHelpers& helpers_;
    FlowRequest request_;
    std::unique_ptr<SharedFlow> flow_;
    Answer answer_;
    bool isProfile_ = false;
    bool startsLater_ = false;
    bool isDone_ = false;
};

void renumber(std::vector<FlowEdge>& edges, int startLayer) {
    for (FlowEdge& edge : edges) edge.layer += startLayer;
}

void renumber(MinimumCut& cut, int startLayer) {
    cut.layer += startLayer;
    renumber(cut.edges, startLayer);
}

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

/// The network that all questions with these settings share.
auto sharedWork(Assignment& assignment, WorkCache& cache) {
    assignment.key = workKey(assignment, Method::flow);
    return cache.flow(assignment.example, assignment.key);
}

}  // namespace

MadeTask makeFlowTask(Assignment assignment, WorkCache& cache, FlowHelpers& helpers) {
    auto work = sharedWork(assignment, cache);
    if (!work) return std::unexpected(std::move(work.error()));
    return std::make_unique<FlowTask>(std::move(assignment), std::move(*work), helpers);
}

MadeTask makeFlowEdgesTask(Assignment assignment, WorkCache& cache) {
    const Query& query = assignment.query;
    if (query.outputMode != OutputMode::chosen || query.outputs.size() != 1) {
        return std::unexpected(badQuestion("outputs", "A flow starts from one output token."_tr));
    }
    if (query.side == Side::cross)
        return std::unexpected(
            badQuestion("side", "There is no graph of a single pair across both sides."_tr));
    auto work = sharedWork(assignment, cache);
    if (!work) return std::unexpected(std::move(work.error()));
    return std::make_unique<FlowEdgesTask>(std::move(assignment), std::move(*work));
}

}  // namespace hw
