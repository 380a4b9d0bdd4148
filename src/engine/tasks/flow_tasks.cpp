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
    FlowTask(Assignment assignment, std::shared_ptr<FlowWork> work, FlowCache& kept,
             FlowHelpers& helpers)
        : assignment_(std::move(assignment)),
          work_(std::move(work)),
          kept_(kept),
          helpers_(helpers) {
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
        const std::size_t layers = isProfile_ ? places.layers() : 1;
        const std::size_t sources = request_.sources.empty() ? rows : request_.sources.size();
        isGradual_ = layers * sources * places.tokens() <= GradualFlow::mostValues;
        // Words that are compared as a whole are sums, which single bounds do not bound.
        hasRanges_ = isProfile_ && assignment_.outputs.keyGroups.empty() &&
                     !request_.sources.empty() &&
                     request_.sources.size() <= GradualFlow::mostRanged;
    }

    Result<bool> step() override {
        if (startsLater_) return done();
        if (work_->graph() == nullptr) {
            note(putCeilings());
            return notYet(work_->advance(pieceOfWork));
        }
        // An answer about one output token also reports how its flows were bounded.
        if (!isSingle() && takeFinished()) return done();
        if (isGradual_) return stepGradually();
        if (!flow_) {
            auto begun = SharedFlow::begin(work_, request_, helpers_);
            if (!begun) return std::unexpected(std::move(begun.error()));
            flow_ = std::move(*begun);
        }
        if (!flow_->step(pieceOfWork)) return false;
        putSinks();
        keepWholeLayers(flow_->table());
        return done();
    }

    Answer answer() override {
        if (isDone_) return std::move(answer_);
        if (gradual_) putGradually();
        if (flow_) putSinks();
        const auto kept = kept_.find(assignment_.key, request_);  // of a question that was dropped
        const double progress = gradual_ ? gradual_->progress()
                                : flow_  ? flow_->progress()
                                : kept   ? kept->progress()
                                         : 0.0;
        answer_.complete = std::min(progress, 0.999);
        return answer_;
    }

    void show(int layer) override {
        shownLayer_ = layer;
        if (gradual_) gradual_->show(places().above(layer));
    }
    News news() override { return isGradual_ ? news_ : News::some; }

private:
    const FlowPlaces& places() const { return work_->places(); }
    bool isSingle() const { return isProfile_ && assignment_.outputs.tokens.size() == 1; }

    Result<bool> stepGradually() {
        if (!gradual_) {
            auto soFar = kept_.begin(assignment_.key, request_, *work_->graph());
            if (!soFar) return std::unexpected(std::move(soFar.error()));
            auto begun =
                GradualFlow::begin(work_, std::move(*soFar), request_, places().above(shownLayer_),
                                   helpers_, GradualFlow::Ranges{hasRanges_});
            if (!begun) return std::unexpected(std::move(begun.error()));
            gradual_ = std::move(*begun);
        }
        const bool hadRanges = !gradual_->ranges().empty();
        if (gradual_->step(pieceOfWork)) {
            putSoFar(gradual_->soFar());
            answer_.least = answer_.most = {};
            keepWholeLayers(gradual_->table());
            if (isSingle()) countSaturated(gradual_->table());
            gradual_.reset();
            return done();
        }
        note(!hadRanges && !gradual_->ranges().empty());
        return false;
    }

    /// Records whether the last step has new values. Urgent ones are sent at once.
    void note(bool isUrgent) {
        // Values kept from an earlier question are sent only with ranges for the others.
        const bool hasSome = !answer_.most.empty() ||
                             (gradual_ && gradual_->progress() > 0.0 && !gradual_->isRanging());
        news_ = hasSome ? News::some : News::none;
        if (isUrgent) news_ = News::urgent;
    }

    /// Puts upper bounds before the network of a long input is complete. True if that gave new values, at most once.
    bool putCeilings() {
        if (hasCeilings_ || !hasRanges_ || !isGradual_) return false;
        hasCeilings_ = true;
        const std::size_t edges = assignment_.tensor->matrixSize() * places().layers();
        if (places().isAcross() || edges < GradualFlow::longFrom) return false;
        const std::size_t sources = request_.sources.size(), size = sources * keys();
        std::vector<double> most(places().layers() * size);  // [layer][source][input]
        for (std::size_t source = 0; source < sources; ++source) {
            const std::vector<double> own = work_->ceilings(request_.sources[source]);
            if (own.empty()) return false;
            for (std::size_t at = 0; at < own.size(); ++at)
                most[at / keys() * size + source * keys() + at % keys()] = own[at];
        }
        startRanges();
        for (int layer = 0; layer < places().layers(); ++layer) {
            const std::vector<double> row = joined(std::span(most).subspan(layer * size, size));
            for (std::size_t at = 0; at < keys(); ++at)
                putRange((places().start + layer) * keys() + at, 0.0, row[at]);
        }
        // Values that an earlier, cancelled task computed are shown too.
        if (const auto soFar = kept_.find(assignment_.key, request_)) putSoFar(*soFar);
        return true;
    }

    void startRanges() {
        if (answer_.least.empty())
            answer_.least = answer_.most =
                std::vector(answer_.values.size(), std::numeric_limits<float>::quiet_NaN());
    }

    /// Bounds are rounded to float32 outwards. Narrower bounds stay.
    void putRange(std::size_t at, double least, double most) {
        auto low = static_cast<float>(least), high = static_cast<float>(most);
        if (static_cast<double>(low) > least) low = std::nextafter(low, 0.0F);
        if (static_cast<double>(high) < most)
            high = std::nextafter(high, std::numeric_limits<float>::infinity());
        answer_.least[at] = std::fmax(answer_.least[at], low);
        answer_.most[at] = std::fmin(answer_.most[at], high);
    }

    /// Puts the computed values, and ranges for the others.
    void putGradually() {
        putSoFar(gradual_->soFar());
        const std::span<const FlowRanges> ranges = gradual_->ranges();
        if (ranges.empty()) return;
        startRanges();
        const FlowTable& table = gradual_->table();
        std::vector<double> least(ranges.size() * keys()), most(least.size());
        for (int i = 0; i < table.layers; ++i) {
            for (std::size_t at = 0; at < least.size(); ++at) {
                const FlowRanges& of = ranges[at / keys()];
                const int sink = static_cast<int>(at % keys());
                least[at] = of.least(table.layer(i), sink);
                most[at] = of.most(table.layer(i), sink);
            }
            const std::vector<double> low = joined(least), high = joined(most);
            const std::size_t start = places().layer(table.layer(i)) * keys();
            for (std::size_t sink = 0; sink < keys(); ++sink)
                if (!gradual_->has(i, static_cast<int>(sink)))
                    putRange(start + sink, low[sink], high[sink]);
        }
    }

    /// The rows of the chosen sources as one. Sums, means and maxima of bounds are bounds of theirs.
    std::vector<double> joined(std::span<const double> rows) const {
        OutputChoice choice = assignment_.outputs;
        choice.tokens.clear();
        return outputRow(rows, assignment_.keys, choice);
    }

    void putSoFar(const FlowsSoFar& soFar) {
        putTable(soFar.table, [&](int layer, int sink) { return soFar.hasSink(layer, sink); });
    }

    /// The chosen sources' values of a table, where `has(layer index, sink)`.
    template <class Has>
    void putTable(const FlowTable& table, Has has) {
        const std::size_t size = table.sources.size() * keys();
        for (int i = 0; i < table.layers; ++i) {
            const auto flows = std::span(table.values).subspan(table.index(i, 0, 0), size);
            const std::vector<double> row = isProfile_ ? joined(flows) : std::vector<double>();
            const std::span<const double> from = isProfile_ ? std::span(row) : flows;
            const std::size_t start = isProfile_ ? places().layer(table.layer(i)) * keys() : 0;
            for (std::size_t at = 0; at < from.size(); ++at)
                if (has(i, static_cast<int>(at % keys())))
                    answer_.values[start + at] = static_cast<float>(from[at]);
        }
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

    /// Reads the values that other questions have computed. False if some are missing.
    bool takeFinished() {
        const int step = request_.layerStep;
        for (int layer = request_.firstLayer; layer <= request_.lastLayer; layer += step) {
            if (work_->finished(layer) == nullptr) return false;
        }
        for (int layer = request_.firstLayer; layer <= request_.lastLayer; layer += step) {
            const std::vector<double>& flows = *work_->finished(layer);
            if (isProfile_) {
                const auto row = outputRow(flows, assignment_.keys, assignment_.outputs);
                std::ranges::transform(
                    row, answer_.values.begin() + std::ptrdiff_t(places().layer(layer) * keys()),
                    [](double value) { return static_cast<float>(value); });
            } else {
                std::copy(flows.begin(), flows.end(), answer_.values.begin());
            }
        }
        return true;
    }

    void putSinks() {
        putTable(flow_->table(), [&](int, int sink) { return flow_->hasSink(sink); });
    }

    void keepWholeLayers(const FlowTable& table) {
        if (std::ssize(table.sources) != assignment_.tensor->queries) return;
        const std::size_t size = table.sources.size() * keys();
        for (int i = 0; i < table.layers; ++i) {
            const auto flows = std::span(table.values).subspan(table.index(i, 0, 0), size);
            work_->keep(table.layer(i), {flows.begin(), flows.end()});
        }
    }

    Assignment assignment_;
    std::shared_ptr<FlowWork> work_;
    FlowCache& kept_;
    FlowHelpers& helpers_;
    FlowRequest request_;
    std::unique_ptr<SharedFlow> flow_;
    std::unique_ptr<GradualFlow> gradual_;  // used instead unless too large
    int shownLayer_ = 0;
    News news_ = News::none;
    bool hasCeilings_ = false;
    Answer answer_;
    bool isProfile_ = false;
    bool isGradual_ = false;
    bool hasRanges_ = false;  // once the request is long
    bool startsLater_ = false;
    bool isDone_ = false;
};

}  // namespace

MadeTask makeFlowTask(Assignment assignment, WorkCache& cache, FlowHelpers& helpers) {
    auto work = flowWork(assignment, cache);
    if (!work) return std::unexpected(std::move(work.error()));
    return std::make_unique<FlowTask>(std::move(assignment), std::move(*work), cache.keptFlows(),
                                      helpers);
}

}  // namespace hw
