// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "model/circuit/runs.h"
#include "model/kernel/activations.h"

namespace hw::circuit {

Result<Components> Components::of(const model::Network& network) {
    auto graph = Graph::of(network.spec);
    if (!graph) return std::unexpected(std::move(graph.error()));
    Components made;
    made.network_ = &network;
    made.graph_ = std::move(*graph);
    for (int slot = 0; slot < made.slots(); ++slot)
        made.isAdditive_ = made.isAdditive_ && made.normAfter(slot).empty();
    return made;
}

int firstChange(const Graph& graph, const Plan& plan) {
    int layer = graph.layers();
    for (const NodeChange& change : plan.nodes)
        layer = std::min(layer, std::max(0, graph.layerOfNode(change.node)));
    for (const StreamChange& change : plan.streams) layer = std::min(layer, change.layer);
    if (plan.kept == nullptr) return layer;
    const auto found = std::ranges::find(*plan.kept, false);
    if (found == plan.kept->end()) return layer;
    const int edge = static_cast<int>(found - plan.kept->begin());
    return std::min(layer, graph.layerOf(graph.ends(edge).receiver));
}

int Components::placeOf(int receiver) const {
    const int layer = graph_.layerOf(receiver);
    const bool isInside = graph_.readsOf(receiver) == Reads::mlp && !graph_.isParallel();
    return 2 * layer + (isInside ? 1 : 0);
}

int Components::slotOf(int node) const {
    if (node == 0) return -1;
    return 2 * graph_.layerOfNode(node) + (graph_.isHead(node) ? 0 : 1);
}

int Components::firstOf(int slot) const {
    if (slot < 0) return 0;
    return slot % 2 == 0 ? graph_.headNode(slot / 2, 0) : graph_.mlpNode(slot / 2);
}

const model::Norm& Components::normBefore(int slot) const {
    static const model::Norm none;
    if (network_->spec.placement == model::Placement::post) return none;
    const model::Block& block = network_->block(slot / 2);
    return slot % 2 == 0 ? block.attentionNorm : block.mlpNorm;
}

const model::Norm& Components::normAfter(int slot) const {
    const model::Block& block = network_->block(slot / 2);
    if (network_->spec.placement == model::Placement::post)
        return slot % 2 == 0 ? block.attentionNorm : block.mlpNorm;
    return slot % 2 == 0 ? block.attentionBranchNorm : block.mlpBranchNorm;
}

void Components::addSlot(int slot, const float* stream, const float* sum, int rows, float* to,
                         model::NormRecord& record, std::vector<float>* input) const {
    const int width = network_->spec.width;
    const std::size_t size = std::size_t{1} * rows * width;
    const bool isPost = network_->spec.placement == model::Placement::post;
    const model::Norm& norm = normAfter(slot);
    std::vector<float> made(sum, sum + size);
    if (const auto& bias = network_->block(slot / 2).output.bias; slot % 2 == 0 && !bias.empty())
        for (std::size_t i = 0; i < size; ++i) made[i] += bias[i % bias.size()];
    if (isPost)
        for (std::size_t i = 0; i < size; ++i) made[i] += stream[i];
    if (!norm.empty()) {
        std::vector<float> normed(size);
        model::applyNorm(norm, made.data(), rows, width, normed.data(), record);
        if (input != nullptr) *input = std::move(made);
        made = std::move(normed);
    }
    for (std::size_t i = 0; i < size; ++i) to[i] = isPost ? made[i] : stream[i] + made[i];
}

NodeValues Components::valuesOf(std::vector<float> outputs, int tokens) const {
    const std::size_t size = std::size_t{1} * tokens * width();
    NodeValues made{tokens, std::move(outputs), {}, {}};
    made.sums.assign(size * static_cast<std::size_t>(slots()), 0.0F);
    made.places.assign(made.outputs.begin(),
                       made.outputs.begin() + std::ssize(made.sums) / std::max(slots(), 1));
    made.places.resize(size * static_cast<std::size_t>(slots() + 1));
    model::NormRecord record;
    for (int slot = 0; slot < slots(); ++slot) {
        float* sum = made.sums.data() + size * static_cast<std::size_t>(slot);
        for (int node = firstOf(slot); node < firstOf(slot + 1); ++node) {
            const float* own = made.outputs.data() + size * static_cast<std::size_t>(node);
            for (std::size_t i = 0; i < size; ++i) sum[i] += own[i];
        }
        float* place = made.places.data() + size * static_cast<std::size_t>(slot);
        addSlot(slot, place, sum, tokens, place + size, record);
    }
    return made;
}

NodeValues Runs::valuesOf(int run) const {
    const std::size_t all = last.size();
    const std::size_t size = all / static_cast<std::size_t>(count);
    const auto rowsOf = [&](const std::vector<float>& from) {
        std::vector<float> made;
        for (std::size_t at = size * static_cast<std::size_t>(run); at < from.size(); at += all)
            made.insert(made.end(), from.begin() + static_cast<std::ptrdiff_t>(at),
                        from.begin() + static_cast<std::ptrdiff_t>(at + size));
        return made;
    };
    return {tokens, rowsOf(outputs), rowsOf(sums), rowsOf(places)};
}

Result<void> Components::checkText(const model::TextInput& text) const {
    auto running = model::Running::of(*network_, {text});
    if (!running) return std::unexpected(std::move(running.error()));
    return {};
}

std::uint64_t Components::bytesOfRun(int tokens, bool keepsOutputs) const {
    const std::uint64_t streams = 2 * slots() + 3 * graph_.heads() + 4;
    const std::uint64_t all = streams + (keepsOutputs ? graph_.nodes() : graph_.heads() + 1);
    return all * tokens * width() * sizeof(float);
}

std::uint64_t Components::bytesOfPair(int tokens) const {
    const std::uint64_t gradients =
        sizeof(float) * graph_.receivers() * std::uint64_t{2} * tokens * width();
    return 4 * bytesOfRun(tokens, true) + gradients;
}

}  // namespace hw::circuit
