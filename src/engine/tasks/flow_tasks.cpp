// SPDX-License-Identifier: MIT
// Attention flow, as profile and as one layer's matrix.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/flow/max_flow.h"
#include "engine/helpers/flow_helpers.h"
#include "engine/helpers/gradual_flow.h"
#include "engine/tasks/flow_parts.h"

namespace hw {
namespace {

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
        if (work_->graph() == nullptr) {
            note(putCeilings());
            return notYet(work_->advance(pieceOfWork));
        }
        // One output token is asked anew: only the solver's table tells how its flows were bounded.
        if (isSingle() && !places().isAcross()) return stepGradually();
        if (!isSingle() && takeFinished()) return done();
        if (!flow_) {
            auto begun = SharedFlow::begin(work_, request_, helpers_);
            if (!begun) return std::unexpected(std::move(begun.error()));
            flow_ = std::move(*begun);
        }
        if (!flow_->step(pieceOfWork)) return false;
        putSinks();
        keepWholeLayers();
        if (teaches()) countSaturated(flow_->table());
        return done();
    }

    Answer answer() override {
        if (isDone_) return std::move(answer_);
        if (gradual_) putGradually();
        if (flow_) putSinks();
        double progress = flow_ ? flow_->progress() : 0.0;
        if (gradual_) progress = gradual_->progress();
        answer_.complete = std::min(progress, 0.999);
        return answer_;
    }

    void show(int layer) override {
        shownLayer_ = layer;
        if (gradual_) gradual_->show(places().above(layer));
    }
    News news() override { return isSingle() && !places().isAcross() ? news_ : News::some; }

private:
    const FlowPlaces& places() const { return work_->places(); }
    bool isSingle() const { return isProfile_ && assignment_.outputs.tokens.size() == 1; }

    Result<bool> stepGradually() {
        if (!gradual_) {
            auto begun = GradualFlow::begin(work_, request_, places().above(shownLayer_), helpers_);
            if (!begun) return std::unexpected(std::move(begun.error()));
            gradual_ = std::move(*begun);
        }
        const bool hadRanges = gradual_->ranges() != nullptr;
        if (gradual_->step(pieceOfWork)) {
            putGradually();
            answer_.least = answer_.most = {};
            countSaturated(gradual_->table());
            gradual_.reset();
            return done();
        }
        note(!hadRanges && gradual_->ranges() != nullptr);
        return false;
    }

    /// What the last step has brought, apart from what is urgent.
    void note(bool isUrgent) {
        const bool hasSome = !answer_.most.empty() || (gradual_ && gradual_->progress() > 0.0);
        news_ = hasSome ? News::some : News::none;
        if (isUrgent) news_ = News::urgent;
    }

    /// Before the network of a long input is there. True if that has brought something, which it does once at most.
    bool putCeilings() {
        if (hasCeilings_ || !isSingle() || places().isAcross()) return false;
        hasCeilings_ = true;
        const AttentionTensor& tensor = *assignment_.tensor;
        if (tensor.matrixSize() * places().layers() < GradualFlow::longFrom) return false;
        const std::vector<double> most = work_->ceilings(request_.sources.front());
        if (most.empty()) return false;
        startRanges();
        for (std::size_t at = 0; at < most.size(); ++at)
            putRange(places().start * keys() + at, 0.0, most[at]);
        return true;
    }

    void startRanges() {
        if (answer_.least.empty())
            answer_.least = answer_.most =
                std::vector(answer_.values.size(), std::numeric_limits<float>::quiet_NaN());
    }

    /// Ends are rounded to float32 outwards; what was known before stays known.
    void putRange(std::size_t at, double least, double most) {
        auto low = static_cast<float>(least), high = static_cast<float>(most);
        if (static_cast<double>(low) > least) low = std::nextafter(low, 0.0F);
        if (static_cast<double>(high) < most)
            high = std::nextafter(high, std::numeric_limits<float>::infinity());
        answer_.least[at] = std::fmax(answer_.least[at], low);
        answer_.most[at] = std::fmin(answer_.most[at], high);
    }

    /// What is computed, and between which values the rest lies.
    void putGradually() {
        const FlowTable& table = gradual_->table();
        const FlowRanges* ranges = gradual_->ranges();
        if (ranges != nullptr) startRanges();
        for (int i = 0; i < table.layers; ++i) {
            const std::size_t start = places().layer(table.layer(i)) * keys();
            for (int sink = 0; sink < static_cast<int>(keys()); ++sink) {
                if (gradual_->has(i, sink)) {
                    answer_.values[start + sink] =
                        static_cast<float>(table.values[table.index(i, 0, sink)]);
                } else if (ranges != nullptr) {
                    putRange(start + sink, ranges->least(table.layer(i), sink),
                             ranges->most(table.layer(i), sink));
                }
            }
        }
    }

    /// The limits of flow are told for one output token at a time.
    bool teaches() const {
        return isProfile_ && assignment_.outputs.tokens.size() == 1 &&
               flow_->table().sources.size() == 1;
    }

    void countSaturated(const FlowTable& table) {
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
    std::unique_ptr<GradualFlow> gradual_;  // of a single output token of one stack, instead
    int shownLayer_ = 0;
    News news_ = News::none;
    bool hasCeilings_ = false;
    Answer answer_;
    bool isProfile_ = false;
    bool startsLater_ = false;
    bool isDone_ = false;
};

}  // namespace

MadeTask makeFlowTask(Assignment assignment, WorkCache& cache, FlowHelpers& helpers) {
    auto work = flowWork(assignment, cache);
    if (!work) return std::unexpected(std::move(work.error()));
    return std::make_unique<FlowTask>(std::move(assignment), std::move(*work), helpers);
}

}  // namespace hw
