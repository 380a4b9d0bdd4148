// SPDX-License-Identifier: MIT
#include "core/flow/flow_across.h"

#include <algorithm>
#include <cmath>

#include "core/flow/flow_capacities.h"
#include "core/matrix/matrix.h"
#include "core/matrix/ordered_sums.h"
#include "core/methods/steps/row_steps.h"

namespace hw {
namespace {

/// More than the largest sum of cross-attention and residual from one token, so that no source can fill it.
double handOn(const AttentionTensor& cross, const Settings& settings, const FlowPlaces& places,
              PrintedAttention& printed) {
    double largest = 1.0;
    // Rows that are divided by their sum have at most 1.
    for (int layer = 0; settings.normalise == Normalise::none && layer < places.decoder; ++layer) {
        for (int query = 0; query < cross.queries; ++query) {
            const auto row = expressionOf(printed.row(places.start + layer, query));
            largest = std::max(largest, sumInOrder(row));
        }
    }
    return std::exp2(std::ceil(std::log2(largest)) + 1.0);
}

}  // namespace

FlowNetworkBuild::FlowNetworkBuild(const Example& example, const Settings& settings)
    : settings_(settings),
      across_(flowPlaces(example, Part::cross, settings)),
      tokens_(across_.tokens()),
      builder_(across_.layers(), tokens_) {
    const auto rows = [&](std::optional<ExactRows>& stack, Part part) {
        const AttentionTensor* tensor = tensorOf(example, part);
        if (tensor == nullptr) return;
        auto printed = std::make_shared<PrintedAttention>(*tensor, settings);
        const bool isCross = part == Part::cross;
        if (isCross) passes_ = handOn(*tensor, settings, across_, *printed);
        std::span<const float> ratios;
        if (part == Part::encoder) ratios = example.fixedResidual;
        stack.emplace(*tensor, settings, std::move(printed), ratios, isCross);
    };
    rows(stack_, Part::encoder);
    rows(decoder_, Part::decoder);
    rows(cross_, Part::cross);
}

void FlowNetworkBuild::fillAcross(int layer, int query, std::span<double> row) {
    const std::span<double> encoder = row.first(across_.encoderTokens);
    const std::span<double> decoder = row.subspan(across_.encoderTokens);
    const bool ofEncoder = query < across_.encoderTokens;
    const bool inEncoder = layer < across_.encoder;
    if (ofEncoder != inEncoder) {
        row[query] = passes_;
        return;
    }
    if (inEncoder) return stack_->fill(across_.start + layer, query, encoder);
    query -= across_.encoderTokens;
    const int place = across_.start + (layer - across_.encoder) / 2;
    if ((layer - across_.encoder) % 2 == 0) {
        if (decoder_) return decoder_->fill(place, query, decoder);
        decoder[query] = 1.0;
        return;
    }
    const double a = settings_.residual;
    if (takesPart(settings_, place)) {
        cross_->fill(place, query, encoder);
        auto weights = expressionOf(encoder);
        const bool isEmpty = !(sumInOrder(weights) > 0.0);
        weights *= 1.0 - a;
        decoder[query] = isEmpty ? emptyRowDiagonal(settings_.normalise, a) : a;
    } else {
        decoder[query] = 1.0;
    }
}

Saturation saturationAcross(const AttentionGraph& graph, const FlowPlaces& places,
                            const FlowTable& table, int layerIndex, int sourceIndex) {
    Saturation result;
    const int layer = table.layer(layerIndex);
    const int source = table.sources[sourceIndex];
    for (std::size_t i = 0; i < table.sinks.size(); ++i) {
        const double value =
            table.values[table.index(layerIndex, sourceIndex, static_cast<int>(i))];
        if (value == 0.0) continue;  // out of reach
        ++result.sinks;
        const int sink = table.sinks[i];
        const bool ofEncoder = sink < places.encoderTokens;
        const double sends =
            ofEncoder ? graph.rowSums(layer)[source] : graph.diagonal(layer)[source];
        const double takes = graph.columnSums(ofEncoder ? 0 : places.encoder)[sink];
        if (value == std::min(sends, takes) * graph.unit()) ++result.atCeiling;
    }
    return result;
}

AcrossEdge edgeAcross(const FlowPlaces& places, const FlowEdge& edge) {
    using Stack = AcrossEdge::Stack;
    if (edge.layer < places.encoder)
        return {Stack::encoder, places.start + edge.layer, edge.query, edge.key};
    const int above = edge.layer - places.encoder;
    const int layer = places.start + above / 2;
    const int query = edge.query - places.encoderTokens;
    if (above % 2 == 0) return {Stack::decoder, layer, query, edge.key - places.encoderTokens};
    const bool isResidual = edge.key >= places.encoderTokens;
    return {isResidual ? Stack::residual : Stack::cross, layer, query,
            isResidual ? query : edge.key};
}

}  // namespace hw
