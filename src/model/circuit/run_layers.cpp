// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "model/ask/layer_replay.h"
#include "model/circuit/private_streams.h"
#include "model/circuit/runs.h"
#include "model/kernel/linear.h"
#include "model/kernel/products.h"

namespace hw::circuit {
using model::Block;
using model::Linear;

namespace {

std::vector<model::TextInput> textsOf(const std::vector<Plan>& plans) {
    std::vector<model::TextInput> texts;
    for (const Plan& plan : plans) texts.push_back(plan.text);
    return texts;
}

/// B runs, one layer at a time.
class Layers {
public:
    Layers(const Components& parts, const std::vector<Plan>& plans, const RunOptions& options)
        : parts_(parts),
          graph_(parts.graph()),
          network_(parts.network()),
          plans_(plans),
          options_(options),
          texts_(textsOf(plans)),
          batch_(texts_, network_.spec.head),
          pass_(network_, batch_, {}),
          rows_(batch_.tokens()),
          size_(std::size_t{1} * rows_ * parts.width()),
          mix_(parts, plans, options.base) {
        pass_.separateKeys();
        bool isMixed = false;
        if (options.base != nullptr) first_ = graph_.layers();
        for (const Plan& plan : plans) {
            if (options.base != nullptr) first_ = std::min(first_, firstChange(graph_, plan));
            isMixed = isMixed || plan.kept != nullptr;
        }
        keepsOutputs_ = isMixed || options.keepsOutputs;
        mix_.begin(first_, keepsOutputs_);
        if (options.keepsRecords) records_.resize(graph_.layers());
        if (first_ == 0) embed();
    }

    int first() const { return first_; }

    void layer(int index) {
        for (std::size_t run = 0; run < plans_.size(); ++run)
            for (const StreamChange& change : plans_[run].streams)
                if (change.layer == index) {
                    float* to = mix_.placeOfRun(2 * index, static_cast<int>(run));
                    for (std::size_t i = 0; i < change.rows.size(); ++i) to[i] += change.rows[i];
                }
        LayerParts& record = records_.empty() ? scratch_ : records_[index];
        attention(index, record);
        addSlot(2 * index, record.attentionAfter, record.attentionSum);
        mlp(index, record);
        addSlot(2 * index + 1, record.mlpAfter, record.mlpSum);
    }

    Result<Runs> take() {
        Runs made;
        made.count = static_cast<int>(plans_.size());
        made.tokens = batch_.length(0);
        made.batch = batch_;
        made.last = mix_.place(2 * graph_.layers());
        for (int run = 0; run < made.count; ++run)
            if (mix_.isPrivate(run, graph_.logits()))
                mix_.read(run, graph_.logits(),
                          made.last.data() + size_ / plans_.size() * static_cast<std::size_t>(run));
        if (auto good = model::checkFinite(made.last); !good)
            return std::unexpected(std::move(good.error()));
        if (options_.keepsOutputs || options_.keepsRecords)
            mix_.give(made.outputs, made.sums, made.places);
        made.layers = std::move(records_);
        return made;
    }

private:
    void embed() {
        model::EmbeddingRecord record;
        std::vector<float> stream;
        pass_.embed(texts_, record, stream);
        std::ranges::copy(stream, mix_.output(0));
        change(0, mix_.output(0), 0, plans_.size());
        std::copy_n(mix_.output(0), size_, mix_.placeOfRun(0, 0));
    }

    /// Applies the changes of some plans to a node's output, [runs][T][D].
    void change(int node, float* output, std::size_t firstRun, std::size_t endRun) const {
        const std::size_t own = size_ / plans_.size();
        const std::size_t width = parts_.width();
        for (std::size_t run = firstRun; run < endRun; ++run)
            for (const NodeChange& change : plans_[run].nodes) {
                if (change.node != node) continue;
                const std::size_t from = change.token < 0 ? 0 : change.token * width;
                const std::size_t count = change.token < 0 ? own : width;
                float* to = output + own * (run - firstRun) + from;
                for (std::size_t i = 0; i < count; ++i)
                    to[i] = change.values.empty() ? change.factor * to[i] : change.values[from + i];
            }
    }

    void addSlot(int slot, model::NormRecord& record, std::vector<float>& input) {
        parts_.addSlot(slot, mix_.placeOfRun(slot, 0), mix_.sumOfRun(slot, 0), rows_,
                       mix_.placeOfRun(slot + 1, 0), record, records_.empty() ? nullptr : &input);
    }

    /// The queries, keys or values of all heads from the common stream.
    void projectAll(const Linear& weights, const float* x, bool isQuery, std::vector<float>& to) {
        const int heads = network_.spec.heads;
        const int stored = isQuery ? heads : network_.spec.keyHeads;
        const std::size_t width = network_.spec.headWidth;
        if (stored == heads) {
            model::linear(x, rows_, weights.weight, weights.biasOrNull(), to.data(),
                          pass_.workspace);
            return;
        }
        few_.resize(std::size_t{1} * rows_ * stored * width);
        model::linear(x, rows_, weights.weight, weights.biasOrNull(), few_.data(), pass_.workspace);
        for (int row = 0; row < rows_; ++row)
            for (int head = 0; head < heads; ++head) {
                const int shared = head / (heads / stored);
                std::copy_n(few_.data() + (std::size_t{1} * row * stored + shared) * width, width,
                            to.data() + (std::size_t{1} * row * heads + head) * width);
            }
    }

    /// One head's queries, keys or values in the runs where it has a private stream.
    void projectOwn(int index, Reads reads, int head, const Linear& weights,
                    std::vector<float>& to) {
        const int receiver = graph_.receiver(index, reads, head);
        const int tokens = batch_.length(0);
        const std::size_t own = size_ / plans_.size();
        runs_.clear();
        for (int run = 0; std::cmp_less(run, plans_.size()); ++run)
            if (mix_.isPrivate(run, receiver)) runs_.push_back(run);
        if (runs_.empty()) return;
        const int count = static_cast<int>(runs_.size()) * tokens;
        stream_.resize(own * runs_.size());
        for (std::size_t i = 0; i < runs_.size(); ++i)
            mix_.read(runs_[i], receiver, stream_.data() + own * i);
        model::NormRecord record;
        model::applyNorm(parts_.normBefore(2 * index), stream_.data(), count, parts_.width(),
                         stream_.data(), record);
        const int heads = network_.spec.heads;
        const int width = network_.spec.headWidth;
        const int stored = reads == Reads::query ? heads : network_.spec.keyHeads;
        const int first = head / (heads / stored) * width;
        few_.resize(std::size_t{1} * count * width);
        model::linear(stream_.data(), count, weights.weight.rowsFrom(first, width),
                      weights.bias.empty() ? nullptr : weights.bias.data() + first, few_.data(),
                      pass_.workspace);
        for (int i = 0; i < count; ++i) {
            const int row = runs_[i / tokens] * tokens + i % tokens;
            std::copy_n(few_.data() + std::size_t{1} * i * width, width,
                        to.data() + (std::size_t{1} * row * heads + head) * width);
        }
    }

    void attention(int index, LayerParts& record) {
        const Block& block = network_.block(index);
        model::AttentionRecord& made = record.attention;
        pass_.sizeAttention(made);
        const float* place = mix_.placeOfRun(2 * index, 0);
        normed_.resize(size_);
        model::applyNorm(parts_.normBefore(2 * index), place, rows_, parts_.width(), normed_.data(),
                         record.attentionNorm);
        projectAll(block.query, normed_.data(), true, made.query);
        projectAll(block.key, normed_.data(), false, made.key);
        projectAll(block.value, normed_.data(), false, made.value);
        for (int head = 0; head < network_.spec.heads; ++head) {
            projectOwn(index, Reads::query, head, block.query, made.query);
            projectOwn(index, Reads::key, head, block.key, made.key);
            projectOwn(index, Reads::value, head, block.value, made.value);
        }
        pass_.attend(index, made);
        if (keepsOutputs_)
            headsApart(index, made.headOutputs);
        else
            headsTogether(index, made.headOutputs);
    }

    /// A head's outputs after its part of the output projection, for some rows of all heads' outputs.
    void project(const std::vector<float>& matrix, const float* headOutputs, int head, int rows,
                 float* to) const {
        const int width = network_.spec.headWidth;
        const std::ptrdiff_t stride = std::ptrdiff_t{1} * network_.spec.heads * width;
        const std::ptrdiff_t column = std::ptrdiff_t{1} * head * width;
        model::productTransposed({headOutputs + column, stride, rows, width},
                                 {matrix.data() + column, stride, parts_.width(), width}, 1,
                                 {to, parts_.width(), false});
    }

    void headsApart(int index, const std::vector<float>& headOutputs) {
        const std::vector<float> matrix = model::outputMatrix(network_.block(index));
        float* sum = mix_.sumOfRun(2 * index, 0);
        std::fill_n(sum, size_, 0.0F);
        for (int head = 0; head < network_.spec.heads; ++head) {
            const int node = graph_.headNode(index, head);
            float* output = mix_.output(node);
            project(matrix, headOutputs.data(), head, rows_, output);
            change(node, output, 0, plans_.size());
            for (std::size_t i = 0; i < size_; ++i) sum[i] += output[i];
        }
    }

    /// The sum of all heads in one product. Only heads that a plan changes are computed apart.
    void headsTogether(int index, const std::vector<float>& headOutputs) {
        float* sum = mix_.sumOfRun(2 * index, 0);
        model::linear(headOutputs.data(), rows_, network_.block(index).output.weight, nullptr, sum,
                      pass_.workspace);
        std::vector<float> matrix;
        const std::size_t own = size_ / plans_.size();
        const std::size_t stride = headOutputs.size() / plans_.size();
        std::vector<float> before(own);
        for (std::size_t run = 0; run < plans_.size(); ++run) {
            std::vector<int> heads;
            for (const NodeChange& change : plans_[run].nodes)
                if (graph_.isHead(change.node) && graph_.layerOfNode(change.node) == index)
                    heads.push_back(change.node - graph_.headNode(index, 0));
            std::ranges::sort(heads);
            const auto repeated = std::ranges::unique(heads);
            heads.erase(repeated.begin(), repeated.end());
            for (const int head : heads) {
                if (matrix.empty()) matrix = model::outputMatrix(network_.block(index));
                project(matrix, headOutputs.data() + stride * run, head, batch_.length(0),
                        before.data());
                std::vector<float> after = before;
                change(graph_.headNode(index, head), after.data(), run, run + 1);
                float* to = sum + own * run;
                for (std::size_t i = 0; i < own; ++i) to[i] += after[i] - before[i];
            }
        }
    }

    void mlp(int index, LayerParts& record) {
        const int receiver = graph_.receiver(index, Reads::mlp, 0);
        const float* place = mix_.placeOfRun(parts_.placeOf(receiver), 0);
        normed_.assign(place, place + size_);
        const std::size_t own = size_ / plans_.size();
        for (std::size_t run = 0; run < plans_.size(); ++run)
            if (mix_.isPrivate(static_cast<int>(run), receiver))
                mix_.read(static_cast<int>(run), receiver, normed_.data() + own * run);
        model::applyNorm(parts_.normBefore(2 * index + 1), normed_.data(), rows_, parts_.width(),
                         normed_.data(), record.mlpNorm);
        pass_.mlp(network_.block(index), normed_.data(), rows_, record.mlp, out_);
        const int node = graph_.mlpNode(index);
        std::ranges::copy(out_, mix_.output(node));
        change(node, mix_.output(node), 0, plans_.size());
        std::copy_n(mix_.output(node), size_, mix_.sumOfRun(2 * index + 1, 0));
    }

    const Components& parts_;
    const Graph& graph_;
    const model::Network& network_;
    const std::vector<Plan>& plans_;
    const RunOptions& options_;
    std::vector<model::TextInput> texts_;
    model::Batch batch_;
    model::Pass pass_;
    int rows_;
    std::size_t size_;  ///< B T D
    PrivateStreams mix_;
    int first_ = 0;
    bool keepsOutputs_ = false;
    std::vector<LayerParts> records_;
    LayerParts scratch_;
    std::vector<float> normed_;
    std::vector<float> out_;
    std::vector<float> few_;
    std::vector<float> stream_;
    std::vector<int> runs_;
};

}  // namespace

Result<Runs> Components::run(const std::vector<Plan>& plans, const RunOptions& options) const {
    Layers layers(*this, plans, options);
    for (int layer = layers.first(); layer < graph_.layers(); ++layer) {
        if (options.stop && options.stop()) return std::unexpected(model::cancelled());
        layers.layer(layer);
    }
    return layers.take();
}

}  // namespace hw::circuit
