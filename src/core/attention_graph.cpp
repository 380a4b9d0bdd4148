// SPDX-License-Identifier: MIT
#include "core/attention_graph.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace hw {
namespace {

Problem badShape(std::string place, std::string finding) {
    return {Code::badShape,
            std::move(place),
            std::move(finding),
            "Give one square matrix a layer, all of the same size.",
            {}};
}

Problem badCapacity(int layer, int query, int key) {
    return {Code::badNumber,
            "layer " + std::to_string(layer) + ", row " + std::to_string(query) + ", column " +
                std::to_string(key),
            "A capacity must be a finite number that is not negative.",
            "Attention flow needs non-negative weights; use another head fusion or method.",
            {}};
}

// In tiles, so that neither side walks through memory in long strides.
void transpose(const double* from, double* to, int n) {
    constexpr int tile = 16;
    for (int firstRow = 0; firstRow < n; firstRow += tile) {
        for (int firstColumn = 0; firstColumn < n; firstColumn += tile) {
            for (int row = firstRow; row < std::min(firstRow + tile, n); ++row) {
                for (int column = firstColumn; column < std::min(firstColumn + tile, n); ++column) {
                    to[std::ptrdiff_t{column} * n + row] = from[std::ptrdiff_t{row} * n + column];
                }
            }
        }
    }
}

}  // namespace

template <class At>
Result<AttentionGraph> AttentionGraph::build(int layers, int tokens, At at) {
    AttentionGraph graph;
    graph.layers_ = layers;
    graph.tokens_ = tokens;
    double largest = 0.0;
    for (int layer = 0; layer < layers; ++layer) {
        for (int query = 0; query < tokens; ++query) {
            double sum = 0.0;
            for (int key = 0; key < tokens; ++key) {
                const double value = at(layer, query, key);
                if (!(value >= 0.0) || !(value <= 1e300)) {
                    return std::unexpected(badCapacity(layer, query, key));
                }
                sum += value;
            }
            largest = std::max(largest, sum);
        }
    }
    // 2^exponent steps to a weight of 1, such that the largest row sum lies in [2^50, 2^51).
    // Every double is a multiple of 2^-1074, so no finer grid is ever needed.
    const int exponent = largest > 0.0 ? std::min(50 - std::ilogb(largest), 1074) : 50;
    graph.unit_ = std::ldexp(1.0, -exponent);
    // In two factors, since 2^exponent alone may be beyond double for denormal weights.
    const double half = std::ldexp(1.0, exponent / 2);
    const double rest = std::ldexp(1.0, exponent - exponent / 2);
    graph.capacities_.resize(static_cast<std::size_t>(layers) * graph.offset(tokens));
    double* out = graph.capacities_.data();
    for (int layer = 0; layer < layers; ++layer) {
        for (int query = 0; query < tokens; ++query) {
            for (int key = 0; key < tokens; ++key) {
                // Adding 2^52 rounds to a whole number (ties to even) without a library call.
                const double steps = at(layer, query, key) * half * rest;
                *out++ = (steps + saturated) - saturated;
            }
        }
    }
    graph.summarise();
    return graph;
}

void AttentionGraph::summarise() {
    const std::size_t nodes = offset(layers_);
    diagonals_.resize(nodes);
    rowSums_.assign(nodes, 0.0);
    columnSums_.assign(nodes, 0.0);
    bits_.assign(nodes * static_cast<std::size_t>(words()), 0);
    causal_ = true;
    std::uint64_t* bits = bits_.data();
    for (int layer = 0; layer < layers_; ++layer) {
        double* columns = columnSums_.data() + offset(layer);
        for (int query = 0; query < tokens_; ++query, bits += words()) {
            const double* values = row(layer, query);
            double sum = 0.0;
            for (int key = 0; key < tokens_; ++key) {
                const double value = values[key];
                sum += value;
                columns[key] = std::min(columns[key] + value, saturated);
                if (value > 0.0) {
                    bits[key >> 6] |= std::uint64_t{1} << (key & 63);
                    causal_ = causal_ && key <= query;
                }
            }
            rowSums_[offset(layer) + static_cast<std::size_t>(query)] = sum;
            diagonals_[offset(layer) + static_cast<std::size_t>(query)] = values[query];
        }
    }
    columns_.resize(capacities_.size());
    for (int layer = 0; layer < layers_; ++layer) {
        transpose(matrix(layer),
                  columns_.data() + static_cast<std::size_t>(layer) * offset(tokens_), tokens_);
    }
}

Result<AttentionGraph> AttentionGraph::fromMatrices(std::span<const MatrixView> layers) {
    if (layers.empty() || layers.front().rows <= 0) {
        return std::unexpected(badShape("", "There are no attention layers."));
    }
    const int tokens = layers.front().rows;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        if (layers[layer].rows != tokens || layers[layer].cols != tokens) {
            return std::unexpected(badShape("layer " + std::to_string(layer),
                                            "The matrix is " + std::to_string(layers[layer].rows) +
                                                " x " + std::to_string(layers[layer].cols) +
                                                ", not " + std::to_string(tokens) + " x " +
                                                std::to_string(tokens) + "."));
        }
    }
    return build(static_cast<int>(layers.size()), tokens, [&](int layer, int query, int key) {
        return static_cast<double>(layers[static_cast<std::size_t>(layer)](query, key));
    });
}

Result<AttentionGraph> AttentionGraph::fromDoubles(std::span<const std::vector<double>> layers,
                                                   int tokens) {
    if (layers.empty() || tokens <= 0) {
        return std::unexpected(badShape("", "There are no attention layers."));
    }
    const std::size_t width = static_cast<std::size_t>(tokens);
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        if (layers[layer].size() != width * width) {
            return std::unexpected(badShape("layer " + std::to_string(layer),
                                            "There are " + std::to_string(layers[layer].size()) +
                                                " values, not " + std::to_string(tokens) + " x " +
                                                std::to_string(tokens) + "."));
        }
    }
    return build(static_cast<int>(layers.size()), tokens, [&](int layer, int query, int key) {
        return layers[static_cast<std::size_t>(layer)]
                     [static_cast<std::size_t>(query) * width + static_cast<std::size_t>(key)];
    });
}

Result<AttentionGraph> AttentionGraph::fromSteps(int layers, int tokens, double unit,
                                                 std::vector<double> steps) {
    const std::size_t width = static_cast<std::size_t>(std::max(tokens, 0));
    if (layers <= 0 || tokens <= 0 ||
        steps.size() != static_cast<std::size_t>(layers) * width * width) {
        return std::unexpected(badShape("", "The capacities do not fill the layers."));
    }
    if (!(unit > 0.0 && unit <= 1e300)) return std::unexpected(badCapacity(0, 0, 0));
    for (std::size_t at = 0; at < steps.size(); at += width) {
        double sum = 0.0;
        bool whole = true;
        for (std::size_t key = 0; key < width; ++key) {
            const double value = steps[at + key];
            whole = whole && value >= 0.0 && value < saturated && value == std::floor(value);
            sum += value;
        }
        const int row = static_cast<int>(at / width);
        if (!whole || !(sum < saturated))
            return std::unexpected(badCapacity(row / tokens, row % tokens, 0));
    }
    AttentionGraph graph;
    graph.layers_ = layers;
    graph.tokens_ = tokens;
    graph.unit_ = unit;
    graph.capacities_ = std::move(steps);
    graph.summarise();
    return graph;
}

Result<AttentionGraph> AttentionGraph::uniformCausal(int layers, int tokens, double residual) {
    if (layers <= 0 || tokens <= 0) {
        return std::unexpected(badShape("", "There are no attention layers."));
    }
    if (!(residual >= 0.0 && residual <= 1.0)) {
        return std::unexpected(Problem{Code::badArgument,
                                       "residual",
                                       "The residual weight lies outside [0, 1].",
                                       "Give a number from 0 to 1.",
                                       {}});
    }
    return build(layers, tokens, [&](int, int query, int key) {
        const double looked = key <= query ? 1.0 / (query + 1) : 0.0;
        return (1.0 - residual) * looked + (key == query ? residual : 0.0);
    });
}

}  // namespace hw
