// SPDX-License-Identifier: MIT
#include "app/work_cache.h"

#include <algorithm>

#include "core/flow_capacities.h"
#include "core/number_text.h"

namespace hw {
namespace {

const Example& exampleOf(const OpenDocument& document, const WorkKey& key) {
    return document.content.examples[static_cast<std::size_t>(key.example)];
}

}  // namespace

Part partOf(Side side) {
    switch (side) {
        case Side::encoder: return Part::encoder;
        case Side::decoder: return Part::decoder;
        case Side::cross: return Part::cross;
    }
    return Part::encoder;
}

// --- matrices -------------------------------------------------------------------------------------

Result<std::shared_ptr<StackWork>> StackWork::begin(DocumentRef document, const WorkKey& key) {
    const Example& example = exampleOf(*document, key);
    const Part part = partOf(key.side);
    auto stack = MethodStack::begin(example, part, key.method, key.settings);
    if (!stack) return std::unexpected(std::move(stack.error()));
    const AttentionTensor& tensor = *tensorOf(example, part);
    const std::size_t bytes =
        tensor.matrixSize() * sizeof(float) * static_cast<std::size_t>(stack->total());
    return std::shared_ptr<StackWork>(new StackWork(std::move(document), std::move(*stack), bytes));
}

const Matrix* StackWork::at(int layer) const {
    const int index = layer - stack_.firstLayer();
    const auto matrices = stack_.matrices();
    if (index < 0 || index >= static_cast<int>(matrices.size())) return nullptr;
    return &matrices[static_cast<std::size_t>(index)];
}

// --- flow -----------------------------------------------------------------------------------------

Result<std::shared_ptr<FlowWork>> FlowWork::begin(DocumentRef document, const WorkKey& key) {
    const Example& example = exampleOf(*document, key);
    const Part part = partOf(key.side);
    if (auto good = checkMethod(example, part, Method::flow, key.settings); !good) {
        return std::unexpected(std::move(good.error()));
    }
    if (part == Part::cross) {
        Problem problem;
        problem.code = Code::badArgument;
        problem.place = "method";
        problem.finding = "Flow is defined on one stack of self-attention.";
        problem.remedy = "Choose the encoder or the decoder, or rollout.";
        return std::unexpected(std::move(problem));
    }
    std::shared_ptr<FlowWork> work(new FlowWork);
    work->attentions_ = tensorOf(example, part);
    if (part == Part::encoder) work->fixedResidual_ = example.fixedResidual;
    work->settings_ = key.settings;
    work->document_ = std::move(document);
    return work;
}

Result<bool> FlowWork::advance() {
    if (graph_) return false;
    const int layer = settings_.startLayer + static_cast<int>(effective_.size());
    if (layer < attentions_->layers) {
        effective_.push_back(exactAttention(*attentions_, settings_, layer, fixedResidual_));
        return true;
    }
    auto graph = AttentionGraph::fromDoubles(effective_, attentions_->queries);
    if (!graph) return std::unexpected(std::move(graph.error()));
    graph_ = std::move(*graph);
    effective_ = {};
    return false;
}

const std::vector<double>* FlowWork::finished(int graphLayer) const {
    const auto found = finished_.find(graphLayer);
    return found == finished_.end() ? nullptr : &found->second;
}

void FlowWork::keep(int graphLayer, std::vector<double> flows) {
    finished_[graphLayer] = std::move(flows);
}

std::size_t FlowWork::bytes() const {
    // The graph holds capacities by rows and by columns; the rest is small beside them.
    const std::size_t layers = static_cast<std::size_t>(attentions_->layers - settings_.startLayer);
    return attentions_->matrixSize() * sizeof(double) * (2 * layers + finished_.size());
}

// --- keeping --------------------------------------------------------------------------------------

WorkCache::Entry* WorkCache::find(const WorkKey& key) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.key == key; });
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return &entries_.front();
}

Result<void> WorkCache::checkSize(std::size_t bytes) const {
    if (bytes / 2 <= budget_) return {};
    Problem problem;
    problem.code = Code::tooLarge;
    problem.finding = "The matrices of all layers need " + numberText(bytes >> 20) + " MB; " +
                      numberText(budget_ >> 19) + " MB are allowed.";
    problem.remedy = "Raw attention can be looked at; for the rest use the command line.";
    return std::unexpected(std::move(problem));
}

Result<std::shared_ptr<StackWork>> WorkCache::stack(const DocumentRef& document,
                                                    const WorkKey& key) {
    if (const Entry* kept = find(key)) return kept->stack;
    auto work = StackWork::begin(document, key);
    if (!work) return work;
    if (auto fits = checkSize((*work)->bytes()); !fits) return std::unexpected(fits.error());
    entries_.push_front({key, *work, nullptr});
    trim();
    return work;
}

Result<std::shared_ptr<FlowWork>> WorkCache::flow(const DocumentRef& document, const WorkKey& key) {
    if (const Entry* kept = find(key)) return kept->flow;
    auto work = FlowWork::begin(document, key);
    if (!work) return work;
    if (auto fits = checkSize((*work)->bytes()); !fits) return std::unexpected(fits.error());
    entries_.push_front({key, nullptr, *work});
    trim();
    return work;
}

void WorkCache::trim() {
    std::size_t held = 0;
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        held += entry->bytes();
        const bool drop = held > budget_ && entry != entries_.begin();
        entry = drop ? entries_.erase(entry) : std::next(entry);
    }
}

void WorkCache::forget(std::uint32_t document) {
    entries_.remove_if([&](const Entry& entry) { return entry.key.document == document; });
}

}  // namespace hw
