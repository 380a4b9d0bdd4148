// SPDX-License-Identifier: MIT
// Correlation of methods with a file's own scores, for one example, or for all. For many examples several are computed
// at once, so that helpers (engine/helpers/flow_helpers.h) can compute their flows. They are counted in the order of
// the file, so that no number depends on which one is done first. Tests against chance come at the end
// (correlation_tests.h).
#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>

#include "core/localized_text.h"
#include "core/report/correlation_tests.h"
#include "core/report/faithfulness.h"
#include "core/report/ranked_tokens.h"
#include "engine/tasks/example_rankings.h"
#include "engine/tasks/task_parts.h"
#include "io/write/json_writer.h"

namespace hw {
namespace {

/// Units of the flow solver, about a nanosecond each.
constexpr std::int64_t pieceOfRanking = 2'000'000;
/// Products of a test by shuffles, about as long.
constexpr std::int64_t pieceOfTest = 4'000'000;
/// Memory for the networks of all examples in progress together.
constexpr std::size_t pendingBytes = std::size_t{256} << 20;

/// An example that is not counted yet.
struct PendingExample {
    std::unique_ptr<ExampleRankings> rankings;
    bool prepared = false;
    bool failed = false;
    bool isDone() const { return failed || rankings->isDone(); }
};

class CorrelationTask final : public Task {
public:
    CorrelationTask(Assignment assignment, FlowHelpers& helpers)
        : assignment_(std::move(assignment)), helpers_(helpers) {
        assignment_.key = workKey(assignment_, Method::rollout);
        // Each method takes only the settings that it uses.
        assignment_.key.settings = assignment_.query.settings;
        int layers = assignment_.tensor->layers;
        if (overAll()) {
            end_ = assignment_.document->fileExamples();
            for (const ExampleRef& example : assignment_.document->examples) {
                const AttentionTensor* tensor = tensorOf(*example, partOf(assignment_.query.side));
                if (tensor != nullptr) layers = std::max(layers, tensor->layers);
            }
        } else {
            next_ = assignment_.query.example;
            end_ = next_ + 1;
        }
        first_ = next_;
        const std::size_t rows = scores().size() * rankedRowCount;
        const auto blocks =
            overAll() ? static_cast<int>(TableBlock::count) : static_cast<int>(ExampleBlock::count);
        answer_ = emptyAnswer(assignment_.query, static_cast<int>(rows) * blocks, layers);
        cells_.resize(rows * layers);
        if (overAll()) tableTest_.emplace(cells_.size());
    }

    Result<bool> step() override {
        ++steps_;
        if (!underWay_.empty() && !underWay_.back().prepared) {
            auto good = prepare(underWay_.back());
            if (!good) return std::unexpected(std::move(good.error()));
        } else if (next_ < end_ && hasRoom()) {
            begin(next_++);
        } else {
            workOnFlows();
        }
        while (!underWay_.empty() && underWay_.front().isDone()) {
            take(*underWay_.front().rankings);
            if (tableTest_)
                tableTest_->endExample(underWay_.front().rankings->example().cluster);
            else
                beginTest(*underWay_.front().rankings);
            underWay_.pop_front();
        }
        if (!underWay_.empty() || next_ < end_) return false;
        return isTested_ = isTested_ || test();
    }

    Answer answer() override {
        // Progress over all examples counts whole examples, and over one example whole methods.
        double done = next_ - first_ - static_cast<int>(underWay_.size());
        if (!overAll() && !underWay_.empty()) {
            take(*underWay_.front().rankings);
            done = underWay_.front().rankings->progress();
        }
        // Helpers may have sent the last values, which the next step adds. Tests come last.
        answer_.complete = isTested_ ? 1.0 : std::min(done / (end_ - first_), 0.999999);
        answer_.detail = names();
        if (overAll()) putCells();
        return answer_;
    }

private:
    bool overAll() const { return assignment_.query.allExamples; }
    const std::vector<Importance>& scores() const { return assignment_.example->importance; }
    /// A table over all examples uses those of the file.
    const ExampleRef& exampleAt(int index) const {
        return overAll() ? assignment_.document->examples[index] : assignment_.example;
    }

    // --- examples in progress ---------------------------------------------------------------------

    /// One example is computed here. More are in progress only while helpers take their flows.
    bool hasRoom() const {
        if (underWay_.empty()) return true;
        if (!overAll() || steps_ <= helpers_.stepsAlone()) return false;
        std::size_t bytes = 0;
        for (const PendingExample& one : underWay_) bytes += one.rankings->bytes();
        const FlowWork* network = underWay_.front().rankings->network();
        const int most = network == nullptr ? 1 : 1 + helpers_.appetite(*network);
        return static_cast<int>(underWay_.size()) < most && bytes < pendingBytes;
    }

    void begin(int index) {
        const Example& example = *exampleAt(index);
        // Without scores or attention of this side there is nothing to compare.
        const bool takesPart = !example.importance.empty() &&
                               tensorOf(example, partOf(assignment_.query.side)) != nullptr;
        if (!takesPart) return;
        OutputChoice outputs = assignment_.outputs;
        if (overAll()) outputs = usualOutputs(example);
        const Sharing sharing = overAll() ? Sharing::whole : Sharing::bySink;
        underWay_.push_back({std::make_unique<ExampleRankings>(
            exampleAt(index), index, std::move(outputs), assignment_.key, helpers_, sharing)});
    }

    Result<void> prepare(PendingExample& one) {
        auto prepared = one.rankings->prepare();
        if (!prepared) {
            // If the settings do not fit one example, the others still get their table.
            if (!overAll()) return std::unexpected(std::move(prepared.error()));
            one.prepared = one.failed = true;
            return {};
        }
        one.prepared = *prepared;
        return {};
    }

    /// Offers unassigned flows to helpers, and computes here, preferably flows that no helper has.
    void workOnFlows() {
        PendingExample* mine = nullptr;
        for (PendingExample& one : underWay_) {
            SharedFlow* flow = one.rankings->flow();
            if (flow == nullptr) continue;
            if (overAll() && steps_ > helpers_.stepsAlone() && flow->hasOpen()) flow->offer();
            if (flow->isDone()) one.rankings->stepFlow(0);
            if (one.isDone()) continue;
            if (mine == nullptr || (flow->hasOpen() && !mine->rankings->flow()->hasOpen()))
                mine = &one;
        }
        if (mine != nullptr) mine->rankings->stepFlow(pieceOfRanking);
    }

    // --- the table --------------------------------------------------------------------------------

    /// The tokens that take part. Those without a score do not.
    std::vector<bool> kept(const ExampleRankings& rankings) const {
        const Example& example = rankings.example();
        std::vector<bool> keep = rankedTokens(example, assignment_.query.among, rankings.outputs(),
                                              assignment_.query.leftOut);
        for (const Importance& score : example.importance)
            for (std::size_t i = 0; i < std::min(keep.size(), score.values.size()); ++i)
                if (std::isnan(score.values[i])) keep[i] = false;
        return keep;
    }

    /// Adds the correlations of the computed methods with each score of the example.
    void take(const ExampleRankings& rankings) {
        const Example& example = rankings.example();
        const std::vector<bool> keep = kept(rankings);
        for (std::size_t i = 0; i < scores().size(); ++i) {
            const auto found =
                std::ranges::find(example.importance, scores()[i].name, &Importance::name);
            if (found == example.importance.end() || found->values.size() != keep.size()) continue;
            for (int done = 0; done < rankings.ready(); ++done) {
                const int row = rankedOrder[done];
                if (!rankings.isThere(row)) continue;
                const RankOptions options{.epsilon = specOf(rankedRows[row].method).sameWithin};
                put(table().cell(row, i, 0), rankings.firstLayer(row),
                    correlateLayers(rankings.rows(row), found->values, keep, options));
            }
        }
    }

    /// Layers before the first are missing, not constant. So is a row without data in the example.
    void put(std::size_t start, int firstLayer, const std::vector<double>& layers) {
        for (std::size_t layer = firstLayer; layer < layers.size(); ++layer) {
            const std::size_t cell = start + layer;
            if (tableTest_) {
                cells_[cell].add(layers[layer]);
                tableTest_->add(cell, layers[layer]);
            } else {
                table().at(ExampleBlock::correlation, cell) = static_cast<float>(layers[layer]);
            }
        }
    }

    void putCells() {
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const MeanSpread& cell = cells_[i];
            const bool any = cell.count() > 0;
            const float none = std::numeric_limits<float>::quiet_NaN();
            table().at(TableBlock::mean, i) = any ? static_cast<float>(cell.mean()) : none;
            table().at(TableBlock::deviation, i) =
                any ? static_cast<float>(cell.deviation()) : none;
            table().at(TableBlock::examples, i) = static_cast<float>(cell.count());
            table().at(TableBlock::constant, i) = static_cast<float>(cell.constant());
        }
    }

    CorrelationTable table() {
        return {answer_.values, scores().size(), static_cast<std::size_t>(answer_.cols)};
    }

    // --- chance -----------------------------------------------------------------------------------

    void beginTest(const ExampleRankings& rankings) {
        if (!rankings.isDone()) return;  // the settings do not fit it
        exampleTest_.emplace(scores(), kept(rankings));
        for (const int row : rankedOrder) {
            if (rankings.isThere(row))
                exampleTest_->add(row, rankings.firstLayer(row), rankings.rows(row));
        }
    }

    /// True when all tests are done.
    bool test() {
        if (tableTest_) {
            putCells();
            return tableTest_->step(table());
        }
        if (!exampleTest_) return true;
        if (!exampleTest_->step(pieceOfTest)) return false;
        exampleTest_->put(table());
        return true;
    }

    /// {"importance":[...]}, the names of the scores, which are the rows of each method.
    std::string names() const {
        JsonWriter json;
        json.beginObject().key("importance").beginArray();
        for (const Importance& score : scores()) json.value(score.name);
        return json.endArray().endObject().take();
    }

    Assignment assignment_;
    FlowHelpers& helpers_;
    Answer answer_;
    std::vector<MeanSpread> cells_;
    std::optional<TableTest> tableTest_;      // of all examples
    std::optional<ExampleTest> exampleTest_;  // of one example, when its rankings are done
    bool isTested_ = false;
    std::deque<PendingExample> underWay_;  // in the order of the file
    int first_ = 0;
    int next_ = 0;
    int end_ = 1;
    int steps_ = 0;
};

}  // namespace

MadeTask correlationTask(Assignment assignment, const TaskTools& tools) {
    const Example& example = *assignment.example;
    const bool fits = std::all_of(
        example.importance.begin(), example.importance.end(), [&](const Importance& score) {
            return static_cast<int>(score.values.size()) == assignment.tensor->keys;
        });
    if (!hasEncoderQueries(assignment.query.side) || example.importance.empty() || !fits) {
        return std::unexpected(badQuestion("importance", "This side’s tokens have no scores."_tr));
    }
    return std::make_unique<CorrelationTask>(std::move(assignment), tools.helpers);
}

}  // namespace hw
