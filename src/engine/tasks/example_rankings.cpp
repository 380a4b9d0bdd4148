// SPDX-License-Identifier: MIT
#include "engine/tasks/example_rankings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/methods/fuse.h"
#include "core/methods/missing.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

/// Of building a network, in units of about a nanosecond.
constexpr std::int64_t pieceOfNetwork = 2'000'000;

}  // namespace

ExampleRankings::ExampleRankings(ExampleRef example, int index, OutputChoice outputs, WorkKey key,
                                 FlowHelpers& helpers, Sharing sharing)
    : example_(std::move(example)),
      outputs_(std::move(outputs)),
      key_(std::move(key)),
      helpers_(helpers),
      sharing_(sharing) {
    key_.example = index;
    tensor_ = tensorOf(*example_, partOf(key_.side));
    for (std::vector<double>& rows : rows_) {
        rows.assign(std::size_t{1} * tensor_->layers * keys(),
                    std::numeric_limits<double>::quiet_NaN());
    }
}

/// Each method takes from the settings what plays a part in it.
WorkKey ExampleRankings::keyOf(Method method) const {
    WorkKey key = key_;
    key.method = method;
    key.settings =
        canonicalSettings(std::move(key.settings), method, tensor_->heads, tensor_->kind);
    return key;
}

int ExampleRankings::firstLayer(int method) const {
    const bool isFirst = rankedMethod(method) == Method::raw || tensor_->isGlobal();
    return isFirst ? 0 : key_.settings.startLayer;
}

void ExampleRankings::put(int layer, std::span<const double> row) {
    const auto start = std::size_t{1} * layer * keys();
    const auto to = rows_[ready_].begin() + static_cast<std::ptrdiff_t>(start);
    std::ranges::copy(row, to);
    if (!tensor_->hasMissing) return;
    const Method method = rankedMethod(ready_);
    std::vector<float> marked(row.size());
    Gaps(*example_, partOf(key_.side), method, keyOf(method).settings)
        .markRow(marked, layer, outputs_);
    for (std::size_t i = 0; i < marked.size(); ++i) {
        if (std::isnan(marked[i])) to[static_cast<std::ptrdiff_t>(i)] = marked[i];
    }
}

void ExampleRankings::put(int layer, const Matrix& matrix) {
    const std::vector<double> values(matrix.data(), matrix.data() + matrix.size());
    put(layer, outputRow(values, static_cast<int>(matrix.cols()), outputs_));
}

// --- before the flow ------------------------------------------------------------------------------

Result<bool> ExampleRankings::prepare() {
    const Method method = rankedMethod(ready_);
    if (!tensor_->isAttention() &&
        !isOfContributions(method, tensor_->kind, tensor_->hasNegative)) {  // its row stays empty
        ++ready_;
        return true;
    }
    if (method == Method::flow) return prepareNetwork();
    if (method == Method::raw) {
        prepareRaw();
    } else if (auto good = prepareStack(); !good) {
        return std::unexpected(std::move(good.error()));
    }
    if (layer_ == tensor_->layers) {
        ++ready_;
        layer_ = 0;
    }
    return false;
}

void ExampleRankings::prepareRaw() {
    const Settings settings = keyOf(Method::raw).settings;
    put(layer_, fuseHeads(*tensor_, layer_, settings));
    ++layer_;
}

Result<void> ExampleRankings::prepareStack() {
    if (!stack_) {
        auto begun = StackWork::begin(example_, keyOf(rankedMethod(ready_)));
        if (!begun) return std::unexpected(std::move(begun.error()));
        stack_ = std::move(*begun);
        layer_ = stack_->firstLayer();
    }
    const bool more = stack_->advance();
    for (; layer_ < tensor_->layers && stack_->at(layer_) != nullptr; ++layer_) {
        put(layer_, *stack_->at(layer_));
    }
    if (!more) layer_ = tensor_->layers;
    if (layer_ == tensor_->layers) stack_.reset();
    return {};
}

Result<bool> ExampleRankings::prepareNetwork() {
    if (!network_) {
        auto begun = FlowWork::begin(example_, keyOf(Method::flow));
        if (!begun) return std::unexpected(std::move(begun.error()));
        network_ = std::move(*begun);
    }
    if (network_->graph() == nullptr) {
        auto stands = network_->advance(pieceOfNetwork);
        if (!stands) return stands;
        return false;
    }
    FlowRequest request;
    request.lastLayer = tensor_->layers - 1 - network_->startLayer();
    request.sources = outputs_.tokens;
    auto begun = SharedFlow::begin(network_, std::move(request), helpers_, sharing_);
    if (!begun) return std::unexpected(std::move(begun.error()));
    flow_ = std::move(*begun);
    return true;
}

// --- the flow -------------------------------------------------------------------------------------

bool ExampleRankings::stepFlow(std::int64_t budget) {
    if (flow_ && flow_->step(budget)) takeFlow();
    return flow_ == nullptr;
}

void ExampleRankings::takeFlow() {
    const FlowTable& table = flow_->table();
    // The table holds the asked sources alone: all of its rows are joined.
    OutputChoice all = outputs_;
    all.tokens.clear();
    for (int i = 0; i < table.layers; ++i) {
        const std::size_t size = table.sources.size() * keys();
        const auto flows = std::span(table.values).subspan(table.index(i, 0, 0), size);
        put(table.layer(i) + network_->startLayer(), outputRow(flows, tensor_->keys, all));
    }
    ++ready_;
    flow_.reset();
    network_.reset();
}

double ExampleRankings::progress() const {
    return (ready_ + (flow_ ? flow_->progress() : 0.0)) / rankedMethodCount;
}

}  // namespace hw
