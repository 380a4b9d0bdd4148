// SPDX-License-Identifier: MIT
#include "core/flow/flow_capacities.h"

#include <algorithm>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/matrix/ordered_sums.h"
#include "core/methods/effective_attention.h"
#include "core/methods/row_steps.h"

namespace hw {
namespace {

/// Discarding and what else is defined on float32 matrices as a whole.
bool isSingle(const Settings& settings) {
    return settings.discard > 0.0 || settings.residualKind != Residual::weighted ||
           settings.normalise == Normalise::columnsByRowSums;
}

/// Residual and renormalisation of one row; contributions stay as they are.
void putRow(std::span<const double> fused, const Settings& settings, MatrixKind kind, int query,
            std::span<double> row) {
    std::ranges::copy(fused, row.begin());
    if (kind != MatrixKind::attention) return;
    addResidualToRow(row, query, settings.residual);
    const double sum = sumInOrder(expressionOf(row));
    if (!(sum > 0.0)) {
        // The rest stays: the network names a weight below 0 as what it is.
        row[query] = emptyRowDiagonal(settings.normalise, settings.residual);
    } else if (settings.normalise == Normalise::rows) {
        divideRow(row, sum);
    }
}

}  // namespace

std::vector<double> exactAttention(const AttentionTensor& attentions, const Settings& settings,
                                   int layer, std::span<const float> fixedResidual) {
    if (!takesPart(settings, layer) || isSingle(settings)) {
        const Matrix matrix = effectiveAttention(attentions, settings, layer, fixedResidual);
        return {matrix.data(), matrix.data() + matrix.size()};
    }
    PrintedAttention printed(attentions, settings);
    std::vector<double> result(attentions.matrixSize());
    const std::size_t width = attentions.keys;
    for (int query = 0; query < attentions.queries; ++query) {
        putRow(printed.row(layer, query), settings, attentions.kind, query,
               std::span(result).subspan(query * width, width));
    }
    return result;
}

FlowNetworkBuild::FlowNetworkBuild(const AttentionTensor& attentions, const Settings& settings,
                                   std::shared_ptr<PrintedAttention> printed,
                                   std::span<const float> fixedResidual)
    : attentions_(attentions),
      settings_(settings),
      fixedResidual_(fixedResidual),
      printed_(std::move(printed)),
      builder_(attentions.layers - settings.startLayer, attentions.queries) {}

void FlowNetworkBuild::fill(int layer, int query, std::span<double> row) {
    const std::int64_t size = std::ssize(row);
    if (!takesPart(settings_, layer)) {
        row[query] = 1.0;
        return;
    }
    if (!isSingle(settings_)) {
        const std::int64_t before = printed_->work();
        putRow(printed_->row(layer, query), settings_, attentions_.kind, query, row);
        work_ += printed_->work() - before + 3 * size;
        return;
    }
    if (singleLayer_ != layer) {
        single_ = exactAttention(attentions_, settings_, layer, fixedResidual_);
        singleLayer_ = layer;
        work_ += size * size * (attentions_.heads + 10);
    }
    std::ranges::copy(std::span(single_).subspan(query * row.size(), row.size()), row.begin());
}

Result<bool> FlowNetworkBuild::step(std::int64_t budget) {
    const std::int64_t until = work_ + budget;
    while (builder_.wantsRow()) {
        if (work_ >= until) return false;
        const std::span<double> row = builder_.row();
        fill(settings_.startLayer + builder_.layer(), builder_.query(), row);
        work_ += 2 * std::ssize(row);
        if (auto good = builder_.takeRow(); !good) return std::unexpected(std::move(good.error()));
    }
    while (work_ < until) {
        work_ += 4 * attentions_.keys;
        if (builder_.finishRow()) return true;
    }
    return false;
}

Result<AttentionGraph> flowNetwork(const AttentionTensor& attentions, const Settings& settings,
                                   std::span<const float> fixedResidual) {
    FlowNetworkBuild build(attentions, settings,
                           std::make_shared<PrintedAttention>(attentions, settings), fixedResidual);
    auto stands = build.step(std::int64_t{1} << 60);
    if (!stands) return std::unexpected(std::move(stands.error()));
    return std::move(build).take();
}

}  // namespace hw
