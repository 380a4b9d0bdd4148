// SPDX-License-Identifier: MIT
#include "core/flow/kernel/attention_graph.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/localized_text.h"

namespace hw {
namespace {

Problem badShape(std::string place, std::string finding) {
    return {Code::badShape,
            std::move(place),
            std::move(finding),
            "Give one square matrix per layer, all the same size."_tr,
            {}};
}

Problem badCapacity(int layer, int query, int key) {
    return {Code::badNumber,
            formatText("layer {}, row {}, column {} (counting from 1)"_tr,
                       {layer + 1, query + 1, key + 1}),
            "A capacity must be finite and non-negative."_tr,
            "Use another head fusion or method."_tr,
            {}};
}

}  // namespace

template <class At>
Result<AttentionGraph> AttentionGraph::build(int layers, int tokens, At at) {
    GraphBuilder builder(layers, tokens);
    while (builder.wantsRow()) {
        const std::span<double> row = builder.row();
        for (int key = 0; key < tokens; ++key) {
            row[key] = at(builder.layer(), builder.query(), key);
        }
        if (auto good = builder.takeRow(); !good) return std::unexpected(std::move(good.error()));
    }
    while (!builder.finishRow()) {}
    return std::move(builder).take();
}

bool AttentionGraph::isLarge() const { return layers_ * offset(tokens_) >= std::size_t{8} << 20; }

void AttentionGraph::makeCapacities(bool packed) {
    packed_ = packed;
    matrixSize_ = sizeOf(packed);
    capacities_.resize(layers_ * matrixSize_);
}

void AttentionGraph::unpack() {
    AttentionGraph whole;
    whole.layers_ = layers_;
    whole.tokens_ = tokens_;
    whole.makeCapacities(false);
    for (int layer = 0; layer < layers_; ++layer) {
        for (int query = 0; query < tokens_; ++query)
            std::ranges::copy(heldRow(layer, query), whole.heldRow(layer, query).begin());
    }
    packed_ = false;
    matrixSize_ = whole.matrixSize_;
    capacities_ = std::move(whole.capacities_);
}

void AttentionGraph::makeRoom(bool causal) {
    const std::size_t nodes = offset(layers_);
    diagonals_.resize(nodes);
    rowSums_.assign(nodes, 0.0);
    columnSums_.assign(nodes, 0.0);
    bits_.assign(nodes * words(), 0);
    if (!causal || !isLarge()) columns_.resize(nodes * tokens_);
    causal_ = true;
}

void AttentionGraph::summarise(int layer, int query) {
    const std::size_t node = offset(layer) + query;
    std::uint64_t* bits = bits_.data() + node * words();
    double* columns = columnSums_.data() + offset(layer);
    const double* values = row(layer, query);
    double sum = 0.0;
    for (int key = 0; key < keys(query); ++key) {
        const double value = values[key];
        sum += value;
        columns[key] = std::min(columns[key] + value, saturated);
        if (value > 0.0) {
            bits[key >> 6] |= std::uint64_t{1} << (key & 63);
            causal_ = causal_ && key <= query;
        }
    }
    rowSums_[node] = sum;
    diagonals_[node] = values[query];
    if (!columns_.empty() && (query + 1 == tokens_ || (query + 1) % tile == 0))
        turn(layer, query / tile * tile);
}

// Rows into columns, in tiles, so that neither side walks through memory in long strides.
void AttentionGraph::turn(int layer, int firstRow) {
    const int endRow = std::min(firstRow + tile, tokens_);
    double* to = columns_.data() + layer * offset(tokens_);
    for (int firstColumn = 0; firstColumn < tokens_; firstColumn += tile) {
        const int endColumn = std::min(firstColumn + tile, tokens_);
        for (int query = firstRow; query < endRow; ++query) {
            const double* from = row(layer, query);
            for (int key = firstColumn; key < endColumn; ++key) {
                to[offset(key) + query] = from[key];
            }
        }
    }
}

// --- row by row -----------------------------------------------------------------------------------

GraphBuilder::GraphBuilder(int layers, int tokens) {
    graph_.layers_ = layers;
    graph_.tokens_ = tokens;
    row_.resize(tokens);
}

void GraphBuilder::next() {
    if (++query_ < graph_.tokens_) return;
    query_ = 0;
    ++layer_;
}

Result<void> GraphBuilder::takeRow() {
    double sum = 0.0;
    int key = 0;
    for (const double value : row_) {
        if (!(value >= 0.0) || !(value <= 1e300))
            return std::unexpected(badCapacity(layer_, query_, key));
        sum += value;
        causal_ = causal_ && (key <= query_ || value == 0.0);
        ++key;
    }
    largest_ = std::max(largest_, sum);
    // Mostly the first row already shows whether keys come after their queries.
    if (graph_.capacities_.empty()) graph_.makeCapacities(causal_ && graph_.isLarge());
    if (graph_.packed_ && !causal_) graph_.unpack();
    const std::span<double> held = graph_.heldRow(layer_, query_);
    std::copy_n(row_.begin(), held.size(), held.begin());
    std::ranges::fill(row_, 0.0);
    next();
    return {};
}

bool GraphBuilder::finishRow() {
    if (half_ == 0.0) {
        // 2^exponent steps to a weight of 1, such that the largest row sum lies in [2^50, 2^51).
        // Every double is a multiple of 2^-1074, so no finer grid is ever needed.
        const int exponent = largest_ > 0.0 ? std::min(50 - std::ilogb(largest_), 1074) : 50;
        graph_.unit_ = std::ldexp(1.0, -exponent);
        // In two factors, since 2^exponent alone may be beyond double for denormal weights.
        half_ = std::ldexp(1.0, exponent / 2);
        rest_ = std::ldexp(1.0, exponent - exponent / 2);
        graph_.makeRoom(causal_);
        layer_ = query_ = 0;
    }
    for (double& value : graph_.heldRow(layer_, query_)) {
        // Adding 2^52 rounds to a whole number (ties to even) without a library call.
        const double steps = value * half_ * rest_;
        value = (steps + AttentionGraph::saturated) - AttentionGraph::saturated;
    }
    graph_.summarise(layer_, query_);
    next();
    return layer_ == graph_.layers_;
}

// --- from matrices --------------------------------------------------------------------------------

Result<AttentionGraph> AttentionGraph::fromMatrices(std::span<const MatrixView> layers) {
    if (layers.empty() || layers.front().rows <= 0) {
        return std::unexpected(badShape("", "There are no attention layers."_tr));
    }
    const int tokens = layers.front().rows;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        if (layers[layer].rows != tokens || layers[layer].cols != tokens) {
            return std::unexpected(
                badShape(formatText("layer {}"_tr, {layer}),
                         formatText("The matrix is {} x {}, not {} x {}."_tr,
                                    {layers[layer].rows, layers[layer].cols, tokens, tokens})));
        }
    }
    return build(static_cast<int>(layers.size()), tokens, [&](int layer, int query, int key) {
        return static_cast<double>(layers[layer](query, key));
    });
}

Result<AttentionGraph> AttentionGraph::fromDoubles(std::span<const std::vector<double>> layers,
                                                   int tokens) {
    if (layers.empty() || tokens <= 0) {
        return std::unexpected(badShape("", "There are no attention layers."_tr));
    }
    const std::size_t width = tokens;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        if (layers[layer].size() != width * width) {
            return std::unexpected(badShape(formatText("layer {}"_tr, {layer}),
                                            formatText("There are {} values, not {} x {}."_tr,
                                                       {layers[layer].size(), tokens, tokens})));
        }
    }
    return build(static_cast<int>(layers.size()), tokens,
                 [&](int layer, int query, int key) { return layers[layer][query * width + key]; });
}

Result<AttentionGraph> AttentionGraph::fromSteps(int layers, int tokens, double unit,
                                                 std::vector<double> steps) {
    const Problem tooFew = badShape("", "There are too few capacities for the layers."_tr);
    if (layers <= 0 || tokens <= 0) return std::unexpected(tooFew);
    if (!(unit > 0.0 && unit <= 1e300)) return std::unexpected(badCapacity(0, 0, 0));
    AttentionGraph graph;
    graph.layers_ = layers;
    graph.tokens_ = tokens;
    graph.unit_ = unit;
    graph.packed_ = graph.isLarge() && steps.size() != layers * graph.offset(tokens);
    graph.matrixSize_ = graph.sizeOf(graph.packed_);
    if (steps.size() != layers * graph.matrixSize_) return std::unexpected(tooFew);
    graph.capacities_ = std::move(steps);
    bool causal = true;
    for (int layer = 0; layer < layers; ++layer) {
        for (int query = 0; query < tokens; ++query) {
            double sum = 0.0;
            bool whole = true;
            int key = 0;
            for (const double value : graph.heldRow(layer, query)) {
                whole = whole && value >= 0.0 && value < saturated && value == std::floor(value);
                sum += value;
                causal = causal && (key <= query || value == 0.0);
                ++key;
            }
            if (!whole || !(sum < saturated)) return std::unexpected(badCapacity(layer, query, 0));
        }
    }
    graph.makeRoom(causal);
    for (int layer = 0; layer < layers; ++layer) {
        for (int query = 0; query < tokens; ++query) graph.summarise(layer, query);
    }
    return graph;
}

}  // namespace hw
