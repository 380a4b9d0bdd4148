// SPDX-License-Identifier: MIT
#include "model/circuit/gradients.h"

#include <algorithm>
#include <utility>

#include "model/kernel/activations.h"
#include "model/kernel/linear.h"

namespace hw::circuit {
namespace {

/// One backward pass, from the last layer down.
class Backward {
public:
    Backward(const Components& parts, const std::vector<Plan>& plans, const Runs& runs,
             std::vector<float> gradient)
        : parts_(parts),
          graph_(parts.graph()),
          network_(parts.network()),
          plans_(plans),
          runs_(runs),
          pass_(network_, runs.batch, {}),
          rows_(runs.batch.tokens()),
          size_(gradient.size()),
          gradient_(std::move(gradient)) {
        pass_.separateKeys();
        made_.receivers.resize(size_ * static_cast<std::size_t>(graph_.receivers()));
        made_.nodes.resize(size_ * static_cast<std::size_t>(parts.slots() + 1));
        std::ranges::copy(gradient_, receiver(graph_.logits()));
    }

    void layer(int index) {
        const bool isParallel = graph_.isParallel();
        leaveSlot(2 * index + 1, gradient_);
        std::vector<float> fromMlp = slot(2 * index + 1);
        drop(graph_.mlpNode(index), fromMlp.data(), parts_.width(), parts_.width());
        pass_.mlpBackward(network_.block(index), runs_.layers[index].mlp, fromMlp);
        const int mlp = graph_.receiver(index, Reads::mlp, 0);
        beforeNorm(2 * index + 1, mlp, runs_.layers[index].mlpNorm, fromMlp.data());
        if (!isParallel) addRows(receiver(mlp));
        leaveSlot(2 * index, gradient_);
        attention(index);
        if (isParallel) addRows(receiver(mlp));
    }

    ReceiverGradients take() {
        std::ranges::copy(gradient_, made_.nodes.begin());
        return std::move(made_);
    }

private:
    float* receiver(int index) {
        return made_.receivers.data() + size_ * static_cast<std::size_t>(index);
    }
    std::vector<float> slot(int index) const {
        const auto from = made_.nodes.begin() + static_cast<std::ptrdiff_t>(size_) * (index + 1);
        return {from, from + static_cast<std::ptrdiff_t>(size_)};
    }
    void addRows(const float* rows) {
        for (std::size_t i = 0; i < size_; ++i) gradient_[i] += rows[i];
    }

    /// From the gradient above a slot to that of its nodes, which is stored, and that of the stream below it.
    void leaveSlot(int index, std::vector<float>& gradient) {
        const LayerParts& record = runs_.layers[index / 2];
        const bool isAttention = index % 2 == 0;
        const model::Norm& norm = parts_.normAfter(index);
        float* to = made_.nodes.data() + size_ * static_cast<std::size_t>(index + 1);
        model::applyNormBackward(
            norm, gradient.data(), (isAttention ? record.attentionSum : record.mlpSum).data(),
            isAttention ? record.attentionAfter : record.mlpAfter, rows_, parts_.width(), to);
        if (network_.spec.placement == model::Placement::post)
            std::copy_n(to, size_, gradient.data());
    }

    /// Sets the gradient of a replaced node to 0 where it was replaced. Its columns of a row are `width` of `stride`.
    void drop(int node, float* rows, int width, int stride) {
        for (std::size_t run = 0; run < plans_.size(); ++run)
            for (const NodeChange& change : plans_[run].nodes) {
                if (change.node != node) continue;
                for (int token = 0; token < runs_.tokens; ++token) {
                    if (change.token >= 0 && change.token != token) continue;
                    float* row = rows + (run * runs_.tokens + token) * std::size_t{1} * stride;
                    for (int i = 0; i < width; ++i)
                        row[i] = change.values.empty() ? change.factor * row[i] : 0;
                }
            }
    }

    /// A receiver's gradient from that behind the norm in front of it.
    void beforeNorm(int slot, int receiver, const model::NormRecord& record, const float* rows) {
        const float* place = runs_.places.data() + size_ * parts_.placeOf(receiver);
        model::applyNormBackward(parts_.normBefore(slot), rows, place, record, rows_,
                                 parts_.width(), this->receiver(receiver));
    }

    void attention(int index) {
        const model::Block& block = network_.block(index);
        const LayerParts& record = runs_.layers[index];
        const int heads = graph_.heads();
        const int width = network_.spec.headWidth;
        const std::vector<float> above = slot(2 * index);
        std::vector<float> outputs(record.attention.headOutputs.size());
        model::linearBackward(above.data(), rows_, block.output.weight, outputs.data(),
                              pass_.workspace);
        for (int head = 0; head < heads; ++head)
            drop(graph_.headNode(index, head), outputs.data() + std::size_t{1} * head * width,
                 width, heads * width);
        model::HeadGradients made;
        std::vector<float> weights;
        pass_.attendBackward(index, record.attention, record.attention.weights, outputs, weights,
                             made);
        std::vector<float> own(std::size_t{1} * rows_ * width);
        std::vector<float> behind(size_);
        const auto project = [&](Reads reads, const model::Linear& linear,
                                 const std::vector<float>& from, int stored) {
            for (int head = 0; head < heads; ++head) {
                for (int row = 0; row < rows_; ++row)
                    std::copy_n(from.data() + (std::size_t{1} * row * heads + head) * width, width,
                                own.data() + std::size_t{1} * row * width);
                model::linearBackward(
                    own.data(), rows_,
                    linear.weight.rowsFrom(head / (heads / stored) * width, width), behind.data(),
                    pass_.workspace);
                const int receiver = graph_.receiver(index, reads, head);
                beforeNorm(2 * index, receiver, record.attentionNorm, behind.data());
                addRows(this->receiver(receiver));
            }
        };
        project(Reads::query, block.query, made.query, heads);
        project(Reads::key, block.key, made.key, network_.spec.keyHeads);
        project(Reads::value, block.value, made.value, network_.spec.keyHeads);
    }

    const Components& parts_;
    const Graph& graph_;
    const model::Network& network_;
    const std::vector<Plan>& plans_;
    const Runs& runs_;
    model::Pass pass_;
    int rows_;
    std::size_t size_;  ///< B T D
    std::vector<float> gradient_;
    ReceiverGradients made_;
};

}  // namespace

Result<ReceiverGradients> gradientsOf(const Components& parts, const std::vector<Plan>& plans,
                                      const Runs& runs, std::vector<float> gradient,
                                      const model::Stop& stop) {
    Backward backward(parts, plans, runs, std::move(gradient));
    for (int layer = parts.graph().layers() - 1; layer >= 0; --layer) {
        if (stop && stop()) return std::unexpected(model::cancelled());
        backward.layer(layer);
    }
    return backward.take();
}

}  // namespace hw::circuit
