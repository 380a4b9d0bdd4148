// SPDX-License-Identifier: MIT
// How well methods agree with a file's own scores: one example, or all of them one after another.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/canonical_query.h"
#include "app/ranked_methods.h"
#include "app/task_parts.h"
#include "core/faithfulness.h"
#include "core/fuse.h"
#include "core/max_flow.h"
#include "io/json_writer.h"

namespace hw {
namespace {

constexpr std::size_t methodCount = rankedMethods.size();

/// Units of the flow solver, about a nanosecond each.
constexpr std::int64_t pieceOfWork = 4'000'000;

/// A method's [layers][n] for one output of one example, in double: flows that are equal but for the
/// last digit of a float would get ranks of their own. Works a layer or a piece of flow at a time.
class Ranking {
public:
    Ranking(DocumentRef document, int example, Method method, OutputChoice outputs, WorkKey key)
        : document_(std::move(document)), outputs_(std::move(outputs)), key_(std::move(key)) {
        key_.example = example;
        key_.method = method;
        const Example& which = document_->content.examples[static_cast<std::size_t>(example)];
        tensor_ = tensorOf(which, partOf(key_.side));
        key_.settings = canonicalSettings(key_.settings, method, tensor_->heads);
        const auto size = static_cast<std::size_t>(tensor_->layers) * keys();
        rows_.assign(size, std::numeric_limits<double>::quiet_NaN());
    }

    const std::vector<double>& rows() const { return rows_; }

    /// True when all layers are there.
    Result<bool> step() {
        switch (key_.method) {
            case Method::raw: return stepRaw();
            case Method::flow: return stepFlow();
            default: return stepStack();
        }
    }

private:
    std::size_t keys() const { return static_cast<std::size_t>(tensor_->keys); }

    void put(int layer, std::span<const double> row) {
        std::copy(
            row.begin(), row.end(),
            rows_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(layer) * keys()));
    }
    void put(int layer, const Matrix& matrix) {
        const std::vector<double> values(matrix.values.begin(), matrix.values.end());
        put(layer, outputRow(values, matrix.cols, outputs_));
    }

    Result<bool> stepRaw() {
        const Settings& s = key_.settings;
        put(layer_, fuseHeads(*tensor_, layer_, s.fusion, s.heads, s.headWeights));
        return ++layer_ == tensor_->layers;
    }

    Result<bool> stepStack() {
        if (!stack_) {
            auto begun = StackWork::begin(document_, key_);
            if (!begun) return std::unexpected(std::move(begun.error()));
            stack_ = std::move(*begun);
            layer_ = stack_->firstLayer();
        }
        const bool more = stack_->advance();
        for (; layer_ < tensor_->layers && stack_->at(layer_) != nullptr; ++layer_) {
            put(layer_, *stack_->at(layer_));
        }
        return layer_ == tensor_->layers || !more;
    }

    Result<bool> stepFlow() {
        if (!flow_) {
            auto begun = FlowWork::begin(document_, key_);
            if (!begun) return std::unexpected(std::move(begun.error()));
            flow_ = std::move(*begun);
        }
        if (flow_->graph() == nullptr) {
            auto more = flow_->advance();
            if (!more) return std::unexpected(std::move(more.error()));
            return false;
        }
        if (!solver_) {
            FlowRequest request;
            request.lastLayer = tensor_->layers - 1 - flow_->startLayer();
            request.sources = outputs_.tokens;
            solver_.emplace(*flow_->graph());
            if (auto begun = solver_->begin(std::move(request)); !begun) {
                return std::unexpected(std::move(begun.error()));
            }
        }
        if (!solver_->step(pieceOfWork)) return false;
        const FlowTable& table = solver_->table();
        for (int i = 0; i < table.layers; ++i) {
            const std::size_t size = table.sources.size() * keys();
            const auto flows = std::span(table.values).subspan(table.index(i, 0, 0), size);
            put(table.firstLayer + i + flow_->startLayer(),
                outputRow(flows, tensor_->keys, {outputs_.join, {}}));
        }
        return true;
    }

    DocumentRef document_;
    const AttentionTensor* tensor_ = nullptr;
    OutputChoice outputs_;
    WorkKey key_;
    std::vector<double> rows_;
    std::shared_ptr<StackWork> stack_;
    std::shared_ptr<FlowWork> flow_;
    std::optional<FlowSolver> solver_;
    int layer_ = 0;
};

/// Examples one after another; the answer after each of them is the table so far.
class CorrelationTask final : public Task {
public:
    explicit CorrelationTask(Assignment assignment) : assignment_(std::move(assignment)) {
        assignment_.key = workKey(assignment_, Method::rollout);
        // Each method takes from the settings what plays a part in it.
        assignment_.key.settings = assignment_.query.settings;
        const auto& examples = assignment_.document->content.examples;
        int layers = assignment_.tensor->layers;
        if (overAll()) {
            end_ = static_cast<int>(examples.size());
            for (const Example& example : examples) {
                layers = std::max(layers, example.attentions.layers);
            }
        } else {
            example_ = assignment_.query.example;
            end_ = example_ + 1;
        }
        first_ = example_;
        const int rows = static_cast<int>(scores().size() * methodCount * (overAll() ? 4 : 1));
        answer_ = emptyAnswer(assignment_.query, rows, layers);
        cells_.resize(scores().size() * methodCount * static_cast<std::size_t>(layers));
    }

    Result<bool> step() override {
        if (!takesPart()) return nextExample();
        if (!ranking_) {
            ranking_.emplace(assignment_.document, example_, rankedMethods[method_], outputs(),
                             assignment_.key);
        }
        auto ready = ranking_->step();
        if (!ready) {
            // One example that the settings do not fit must not take the table from all others.
            if (!overAll()) return ready;
            return nextExample();
        }
        if (!*ready) return false;
        take(ranking_->rows());
        ranking_.reset();
        if (++method_ < methodCount) return false;
        return nextExample();
    }

    Answer answer() override {
        answer_.complete =
            static_cast<double>(example_ - first_) / static_cast<double>(end_ - first_);
        answer_.detail = names();
        const std::size_t size = cells_.size();
        for (std::size_t i = 0; overAll() && i < size; ++i) {
            const MeanSpread& cell = cells_[i];
            const bool any = cell.count() > 0;
            const float none = std::numeric_limits<float>::quiet_NaN();
            answer_.values[i] = any ? static_cast<float>(cell.mean()) : none;
            answer_.values[size + i] = any ? static_cast<float>(cell.deviation()) : none;
            answer_.values[2 * size + i] = static_cast<float>(cell.count());
            answer_.values[3 * size + i] = static_cast<float>(cell.constant());
        }
        return answer_;
    }

private:
    bool overAll() const { return assignment_.query.allExamples; }
    const std::vector<Importance>& scores() const { return assignment_.example->importance; }
    const Example& example() const {
        return assignment_.document->content.examples[static_cast<std::size_t>(example_)];
    }

    /// Without scores or attention of this side there is nothing to compare.
    bool takesPart() const {
        return !example().importance.empty() &&
               tensorOf(example(), partOf(assignment_.query.side)) != nullptr;
    }

    OutputChoice outputs() const {
        if (!overAll()) return assignment_.outputs;
        return {OutputJoin::sum, {outputTokenOf(example())}};
    }

    Result<bool> nextExample() {
        ranking_.reset();
        method_ = 0;
        return ++example_ == end_;
    }

    /// The present method's correlations with each score of the present example.
    void take(const std::vector<double>& rows) {
        const std::vector<bool> keep = keptTokens(example().tokens, assignment_.query.leftOut);
        RankOptions options;
        // Two flows through one cut may differ in the last digit that float32 weights leave.
        if (rankedMethods[method_] == Method::flow) options.epsilon = 1e-9;
        const auto cols = static_cast<std::size_t>(answer_.cols);
        for (std::size_t i = 0; i < scores().size(); ++i) {
            const auto found = std::find_if(
                example().importance.begin(), example().importance.end(),
                [&](const Importance& score) { return score.name == scores()[i].name; });
            if (found == example().importance.end() || found->values.size() != keep.size())
                continue;
            const auto layers = correlateLayers(rows, found->values, keep, options);
            const std::size_t start = (method_ * scores().size() + i) * cols;
            // Layers before the start layer take no part: they are missing, not constant.
            const std::size_t begin = firstLayer();
            for (std::size_t layer = begin; layer < layers.size(); ++layer) {
                if (overAll()) {
                    cells_[start + layer].add(layers[layer]);
                } else {
                    answer_.values[start + layer] = static_cast<float>(layers[layer]);
                }
            }
        }
    }

    std::size_t firstLayer() const {
        const bool raw = rankedMethods[method_] == Method::raw;
        return raw ? 0 : static_cast<std::size_t>(assignment_.key.settings.startLayer);
    }

    /// {"importance":[...]}: what the rows are, within each method.
    std::string names() const {
        JsonWriter json;
        json.beginObject().key("importance").beginArray();
        for (const Importance& score : scores()) json.value(score.name);
        return json.endArray().endObject().take();
    }

    Assignment assignment_;
    Answer answer_;
    std::vector<MeanSpread> cells_;
    std::optional<Ranking> ranking_;
    std::size_t method_ = 0;
    int first_ = 0;
    int example_ = 0;
    int end_ = 1;
};

}  // namespace

MadeTask makeCorrelationTask(Assignment assignment) {
    const Example& example = *assignment.example;
    const bool fits = std::all_of(
        example.importance.begin(), example.importance.end(), [&](const Importance& score) {
            return static_cast<int>(score.values.size()) == assignment.tensor->keys;
        });
    if (assignment.query.side != Side::encoder || example.importance.empty() || !fits) {
        return std::unexpected(
            badQuestion("importance", "The file holds no scores for the tokens of this side."));
    }
    return std::make_unique<CorrelationTask>(std::move(assignment));
}

}  // namespace hw
