// SPDX-License-Identifier: MIT
#include "engine/store/work_cache.h"

#include <algorithm>

#include "core/flow/flow_ranges.h"
#include "core/localized_text.h"
#include "core/matrix/matrix.h"
#include "core/model/setting_fields.h"

namespace hw {
Part partOf(Side side) {
    switch (side) {
        case Side::encoder: return Part::encoder;
        case Side::decoder: return Part::decoder;
        case Side::cross: return Part::cross;
        case Side::contributions: return Part::contributions;
    }
    return Part::encoder;
}

// --- matrices -------------------------------------------------------------------------------------

Result<std::shared_ptr<StackWork>> StackWork::begin(ExampleRef shared, const WorkKey& key) {
    const Example& example = *shared;
    const Part part = partOf(key.side);
    auto stack = MethodStack::begin(example, part, key.method, key.settings);
    if (!stack) return std::unexpected(std::move(stack.error()));
    const AttentionTensor& tensor = *tensorOf(example, part);
    const std::size_t bytes = tensor.matrixSize() * sizeof(float) * stack->total();
    return std::shared_ptr<StackWork>(new StackWork(std::move(shared), std::move(*stack), bytes));
}

const Matrix* StackWork::at(int layer) const {
    const int index = layer - stack_.firstLayer();
    const auto matrices = stack_.matrices();
    if (index < 0 || index >= static_cast<int>(matrices.size())) return nullptr;
    return &matrices[index];
}

// --- flow -----------------------------------------------------------------------------------------

Result<std::uint64_t> SolvedNetwork::begin(FlowRequest request) {
    if (auto begun = solver().begin(std::move(request)); !begun) {
        return std::unexpected(std::move(begun.error()));
    }
    return ++turn_;
}

Result<std::shared_ptr<FlowWork>> FlowWork::begin(ExampleRef shared, const WorkKey& key) {
    const Example& example = *shared;
    const Part part = partOf(key.side);
    if (auto good = checkMethod(example, part, Method::flow, key.settings); !good) {
        return std::unexpected(std::move(good.error()));
    }
    std::shared_ptr<FlowWork> work(new FlowWork);
    work->attentions_ = tensorOf(example, part);
    if (part == Part::encoder) work->fixedResidual_ = example.fixedResidual;
    work->settings_ = key.settings;
    work->places_ = flowPlaces(example, part, key.settings);
    if (part == Part::cross) {
        work->across_ = &example;
    } else {
        work->printed_ = std::make_shared<PrintedAttention>(*work->attentions_, key.settings);
    }
    work->example_ = std::move(shared);
    return work;
}

Result<bool> FlowWork::advance(std::int64_t budget) {
    if (network_) return true;
    if (!build_ && across_ != nullptr) build_.emplace(*across_, settings_);
    if (!build_) build_.emplace(*attentions_, settings_, std::move(printed_), fixedResidual_);
    auto stands = build_->step(budget);
    if (!stands || !*stands) return stands;
    network_.emplace(std::move(*build_).take());
    build_.reset();
    return true;
}

std::vector<double> FlowWork::ceilings(int source) const {
    if (network_ || build_ || across_ != nullptr) return {};
    ExactRows exact(*attentions_, settings_, printed_, fixedResidual_);
    if (!exact.isByRow()) return {};
    std::vector<std::vector<double>> rows;
    for (int layer = settings_.startLayer; layer < attentions_->layers; ++layer) {
        exact.fill(layer, source, rows.emplace_back(attentions_->keys, 0.0));
        // Stops at a weight that is NaN or negative. Building the network reports it.
        if (std::ranges::any_of(rows.back(), [](double weight) { return !(weight >= 0.0); }))
            return {};
    }
    return flowCeilings(rows, source, isCausal(*attentions_));
}

const std::vector<double>* FlowWork::finished(int graphLayer) const {
    const auto found = finished_.find(graphLayer);
    return found == finished_.end() ? nullptr : &found->second;
}

void FlowWork::keep(int graphLayer, std::vector<double> flows) {
    finished_[graphLayer] = std::move(flows);
}

std::size_t FlowWork::bytes() const {
    const std::size_t layers = places_.layers();
    const std::size_t tokens = places_.tokens();
    // Capacities of a network by rows and by columns, and the solver's residual ones. Other data are small.
    const std::size_t matrices = 3 * layers + finished_.size();
    return tokens * tokens * sizeof(double) * matrices;
}

// --- caching --------------------------------------------------------------------------------------

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
    problem.finding = formatText("All layers’ matrices need {} MB (limit {} MB)."_tr,
                                 {bytes >> 20, budget_ >> 19});
    problem.remedy = "View raw attention, or use the command line."_tr;
    return std::unexpected(std::move(problem));
}

Result<std::shared_ptr<StackWork>> WorkCache::stack(const ExampleRef& example, const WorkKey& key) {
    if (const Entry* kept = find(key)) return kept->stack;
    auto work = StackWork::begin(example, key);
    if (!work) return work;
    if (auto fits = checkSize((*work)->bytes()); !fits) return std::unexpected(fits.error());
    entries_.push_front({key, *work, nullptr, nullptr});
    trim();
    return work;
}

Result<std::shared_ptr<FlowWork>> WorkCache::flow(const ExampleRef& example, const WorkKey& key) {
    if (const Entry* kept = find(key)) return kept->flow;
    auto work = FlowWork::begin(example, key);
    if (!work) return work;
    if (auto fits = checkSize((*work)->bytes()); !fits) return std::unexpected(fits.error());
    shareHeads(**work, key);
    entries_.push_front({key, nullptr, *work, nullptr});
    trim();
    return work;
}

/// Networks of other settings read the same fused heads. These are stored under a key with only the fusion settings.
void WorkCache::shareHeads(FlowWork& work, const WorkKey& key) {
    if (work.printed() == nullptr) return;
    WorkKey heads = key;
    heads.method = Method::raw;
    heads.settings = headSettings(key.settings);
    if (const Entry* kept = find(heads)) return work.share(kept->printed);
    entries_.push_front({heads, nullptr, nullptr, work.printed()});
}

std::size_t WorkCache::Entry::bytes() const {
    if (stack) return stack->bytes();
    return flow ? flow->bytes() : printed->bytes();
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
    kept_.forget(document);
    entries_.remove_if([&](const Entry& entry) { return entry.key.document == document; });
}

void WorkCache::forget(ExamplePlace place) {
    kept_.forget(place);
    entries_.remove_if([&](const Entry& entry) {
        return ExamplePlace{entry.key.document, entry.key.example} == place;
    });
}

}  // namespace hw
