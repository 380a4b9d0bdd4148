// SPDX-License-Identifier: MIT
#include "engine/tasks/example_rankings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/methods/missing.h"
#include "core/methods/steps/fuse.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

/// For building a network, in units of about a nanosecond.
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

/// Each method takes only the settings that it uses.
WorkKey ExampleRankings::key() const {
    WorkKey key = key_;
    key.method = method();
    if (rankedRows[row()].ofContributions) key.side = Side::contributions;
    key.settings =
        canonicalSettings(std::move(key.settings), key.method, tensor()->heads, tensor()->kind);
    return key;
}

bool ExampleRankings::exists() const {
    return tensor() != nullptr &&
           hasRanking(*example_, partOf(key_.side), row(), key().settings, outputs_.join);
}

void ExampleRankings::put(int layer, std::span<const double> values) {
    const auto start = std::size_t{1} * layer * keys();
    const auto to = rows_[row()].begin() + static_cast<std::ptrdiff_t>(start);
    std::ranges::copy(values, to);
    if (!tensor()->hasMissing) return;
    Gaps(*example_, part(), method(), key().settings)
        .markRow(std::span(to, values.size()), layer, outputs_);
}

void ExampleRankings::put(int layer, const Matrix& matrix) {
    const std::vector<double> values(matrix.data(), matrix.data() + matrix.size());
    put(layer, outputRow(values, static_cast<int>(matrix.cols()), outputs_));
}

// --- before the flow ------------------------------------------------------------------------------

Result<bool> ExampleRankings::prepare() {
    if (!exists()) {  // its row stays empty
        finishRow(false);
        return isDone();
    }
    if (method() == Method::flow) return prepareNetwork();
    if (method() == Method::raw) {
        prepareRaw();
    } else if (method() == Method::joint) {
        if (auto good = prepareJoint(); !good) return std::unexpected(std::move(good.error()));
    } else if (auto good = prepareStack(); !good) {
        return std::unexpected(std::move(good.error()));
    }
    if (layer_ == tensor_->layers) finishRow();
    return false;
}

void ExampleRankings::finishRow(bool isThere) {
    there_[row()] = isThere;
    ++ready_;
    layer_ = 0;
    stack_.reset();
    joint_.reset();
    capacities_.clear();
}

void ExampleRankings::prepareRaw() {
    put(layer_, fuseHeads(*tensor(), layer_, key().settings));
    ++layer_;
}

Result<void> ExampleRankings::prepareStack() {
    if (!stack_) {
        auto begun = StackWork::begin(example_, key());
        if (!begun) return std::unexpected(std::move(begun.error()));
        stack_ = std::move(*begun);
        layer_ = first_[row()] = stack_->firstLayer();
    }
    const bool more = stack_->advance();
    for (; layer_ < tensor_->layers && stack_->at(layer_) != nullptr; ++layer_) {
        put(layer_, *stack_->at(layer_));
    }
    if (!more) layer_ = tensor_->layers;
    return {};
}

/// A layer's capacities, then its problem, one Newton step at a time.
Result<void> ExampleRankings::prepareJoint() {
    const Settings settings = key().settings;
    if (std::ssize(capacities_) <= layer_) {
        static const AttentionTensor none;
        const AttentionTensor* gradients = gradientsOf(*example_, part());
        capacities_.push_back(
            jointCapacities(*tensor_, gradients == nullptr ? none : *gradients, settings, layer_));
        first_[row()] = settings.startLayer;
        if (layer_ < settings.startLayer) ++layer_;
        return {};
    }
    if (!joint_) {
        auto begun = JointAttribution::begin(capacities_, static_cast<int>(keys()), settings,
                                             outputs_.tokens);
        if (!begun) return std::unexpected(std::move(begun.error()));
        joint_.emplace(std::move(*begun));
    }
    if (!joint_->step()) return {};
    put(layer_++, joint_->values());
    joint_.reset();
    return {};
}

Result<bool> ExampleRankings::prepareNetwork() {
    if (!network_) {
        auto begun = FlowWork::begin(example_, key());
        if (!begun) return std::unexpected(std::move(begun.error()));
        network_ = std::move(*begun);
        first_[row()] = network_->startLayer();
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
    // The table has only the chosen sources, so all of its rows are combined.
    OutputChoice all = outputs_;
    all.tokens.clear();
    for (int i = 0; i < table.layers; ++i) {
        const std::size_t size = table.sources.size() * keys();
        const auto flows = std::span(table.values).subspan(table.index(i, 0, 0), size);
        put(table.layer(i) + network_->startLayer(), outputRow(flows, tensor_->keys, all));
    }
    finishRow();
    flow_.reset();
    network_.reset();
}

double ExampleRankings::progress() const {
    return (ready_ + (flow_ ? flow_->progress() : 0.0)) / rankedRowCount;
}

}  // namespace hw
