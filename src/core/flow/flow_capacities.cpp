// SPDX-License-Identifier: MIT
#include "core/flow/flow_capacities.h"

#include <algorithm>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/matrix/ordered_sums.h"
#include "core/methods/steps/effective_attention.h"
#include "core/methods/steps/row_steps.h"

namespace hw {
namespace {

/// Residual and renormalisation of one row. Contributions stay unchanged.
void putRow(std::span<const double> fused, const Settings& settings, MatrixKind kind, int query,
            std::span<double> row) {
    std::ranges::copy(fused, row.begin());
    if (kind != MatrixKind::attention) return;
    addResidualToRow(row, query, settings.residual);
    const double sum = sumInOrder(expressionOf(row));
    if (!(sum > 0.0)) {
        // The rest stays. The network reports a negative weight as such.
        row[query] = emptyRowDiagonal(settings.normalise, settings.residual);
    } else if (settings.normalise == Normalise::rows) {
        divideRow(row, sum);
    }
}

/// A row of cross-attention. A row without weights stays empty.
void putCrossRow(std::span<const double> fused, const Settings& settings, std::span<double> row) {
    std::ranges::copy(fused, row.begin());
    const double sum = sumInOrder(expressionOf(row));
    if (settings.normalise != Normalise::none && sum > 0.0) divideRow(row, sum);
}

}  // namespace

// Here with what every flow needs, since the rest of flow_across is only for a flow across both sides.
FlowPlaces flowPlaces(const Example& example, Part part, const Settings& settings) {
    const AttentionTensor& tensor = *tensorOf(example, part);
    FlowPlaces places;
    places.start = settings.startLayer;
    places.encoderTokens = tensor.keys;
    const bool isAcross = part == Part::cross;
    const AttentionTensor* stack = isAcross ? tensorOf(example, Part::encoder) : &tensor;
    if (stack != nullptr) places.encoder = stack->layers - settings.startLayer;
    if (!isAcross) return places;
    places.decoder = tensor.layers - settings.startLayer;
    places.decoderTokens = tensor.queries;
    return places;
}

std::vector<double> exactAttention(const AttentionTensor& attentions, const Settings& settings,
                                   int layer, std::span<const float> fixedResidual) {
    if (!takesPart(settings, layer) || !makesRowsAlone(settings)) {
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

ExactRows::ExactRows(const AttentionTensor& attentions, const Settings& settings,
                     std::shared_ptr<PrintedAttention> printed,
                     std::span<const float> fixedResidual, bool across)
    : attentions_(attentions),
      settings_(settings),
      fixedResidual_(fixedResidual),
      printed_(std::move(printed)),
      across_(across) {}

bool ExactRows::isByRow() const {
    return makesRowsAlone(settings_) && settings_.normalise == Normalise::rows &&
           attentions_.kind == MatrixKind::attention;
}

void ExactRows::fill(int layer, int query, std::span<double> row) {
    const std::int64_t size = std::ssize(row);
    if (!across_ && !takesPart(settings_, layer)) {
        row[query] = 1.0;
        return;
    }
    // For cross-attention only discarding needs all of a matrix.
    if (across_ ? settings_.discard <= 0.0 : makesRowsAlone(settings_)) {
        const std::int64_t before = printed_->work();
        const std::span<const double> fused = printed_->row(layer, query);
        if (across_) {
            putCrossRow(fused, settings_, row);
        } else {
            putRow(fused, settings_, attentions_.kind, query, row);
        }
        work_ += printed_->work() - before + 3 * size;
        return;
    }
    if (singleLayer_ != layer) {
        const Matrix matrix =
            across_ ? effectiveCrossAttention(attentions_, settings_, layer)
                    : effectiveAttention(attentions_, settings_, layer, fixedResidual_);
        single_.assign(matrix.data(), matrix.data() + matrix.size());
        singleLayer_ = layer;
        work_ += size * attentions_.queries * (attentions_.heads + 10);
    }
    std::ranges::copy(std::span(single_).subspan(query * row.size(), row.size()), row.begin());
}

FlowNetworkBuild::FlowNetworkBuild(const AttentionTensor& attentions, const Settings& settings,
                                   std::shared_ptr<PrintedAttention> printed,
                                   std::span<const float> fixedResidual)
    : settings_(settings),
      stack_(std::in_place, attentions, settings, std::move(printed), fixedResidual),
      tokens_(attentions.queries),
      builder_(attentions.layers - settings.startLayer, attentions.queries) {}

void FlowNetworkBuild::fill(int layer, int query, std::span<double> row) {
    if (cross_) return fillAcross(layer, query, row);
    stack_->fill(settings_.startLayer + layer, query, row);
}

std::int64_t FlowNetworkBuild::work() const {
    std::int64_t sum = work_;
    for (const auto* rows : {&stack_, &decoder_, &cross_}) {
        if (*rows) sum += (*rows)->work();
    }
    return sum;
}

Result<bool> FlowNetworkBuild::step(std::int64_t budget) {
    const std::int64_t until = work() + budget;
    while (builder_.wantsRow()) {
        if (work() >= until) return false;
        const std::span<double> row = builder_.row();
        fill(builder_.layer(), builder_.query(), row);
        work_ += 2 * std::ssize(row);
        if (auto good = builder_.takeRow(); !good) return std::unexpected(std::move(good.error()));
    }
    while (work() < until) {
        work_ += 4 * tokens_;
        if (builder_.finishRow()) return true;
    }
    return false;
}

namespace {

Result<AttentionGraph> completed(FlowNetworkBuild build) {
    auto stands = build.step(std::int64_t{1} << 60);
    if (!stands) return std::unexpected(std::move(stands.error()));
    return std::move(build).take();
}

}  // namespace

Result<AttentionGraph> flowNetwork(const AttentionTensor& attentions, const Settings& settings,
                                   std::span<const float> fixedResidual) {
    auto printed = std::make_shared<PrintedAttention>(attentions, settings);
    return completed({attentions, settings, std::move(printed), fixedResidual});
}

Result<AttentionGraph> flowNetwork(const Example& example, Part part, const Settings& settings) {
    if (part == Part::cross) return completed({example, settings});
    const std::span<const float> ratios = example.fixedResidual;
    return flowNetwork(*tensorOf(example, part), settings,
                       part == Part::encoder ? ratios : std::span<const float>{});
}

}  // namespace hw
