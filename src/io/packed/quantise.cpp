// SPDX-License-Identifier: MIT
#include "io/packed/quantise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace hw::io {

namespace {

struct Remainder {
    double size;
    std::size_t key;
};

/// Rounds down, and gives the rest to the parts that lost most (the method of the largest remainders).
bool quantiseRow(std::span<const float> row, int whole, std::span<std::int32_t> parts,
                 std::vector<Remainder>& remainders) {
    double sum = 0;
    for (const float value : row)
        sum += std::isfinite(value) ? std::fabs(static_cast<double>(value)) : 0;
    if (!(sum < 64)) return false;
    auto left = static_cast<std::int64_t>(std::llround(sum * whole));
    remainders.clear();
    for (std::size_t key = 0; key < row.size(); ++key) {
        if (!std::isfinite(row[key])) {
            parts[key] = Grid::gap;
            continue;
        }
        const double exact = std::fabs(static_cast<double>(row[key])) * whole;
        parts[key] = static_cast<std::int32_t>(exact);
        left -= parts[key];
        remainders.push_back({exact - parts[key], key});
    }
    const std::size_t lucky =
        std::clamp<std::int64_t>(left, 0, static_cast<std::int64_t>(remainders.size()));
    std::ranges::stable_sort(
        remainders, [](const Remainder& a, const Remainder& b) { return a.size > b.size; });
    for (std::size_t i = 0; i < lucky; ++i) ++parts[remainders[i].key];
    for (std::size_t key = 0; key < row.size(); ++key) {
        if (row[key] < 0 && parts[key] != Grid::gap) parts[key] = -parts[key];
    }
    return true;
}

}  // namespace

std::optional<Grid> quantise(const AttentionTensor& tensor, int whole) {
    Grid grid{tensor.layers, tensor.heads, tensor.queries, tensor.keys, whole};
    grid.parts.resize(tensor.count());
    std::vector<float> room;
    std::vector<Remainder> remainders;
    const std::size_t keys = tensor.keys;
    std::size_t at = 0;
    grid.causal = tensor.queries == tensor.keys;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        for (int head = 0; head < tensor.heads; ++head) {
            const MatrixView matrix = tensor.matrix(layer, head, room);
            for (int query = 0; query < tensor.queries; ++query, at += keys) {
                const auto parts = std::span(grid.parts).subspan(at, keys);
                if (!quantiseRow(matrix.row(query), whole, parts, remainders)) return std::nullopt;
                for (std::size_t key = 0; key < keys; ++key) {
                    grid.gaps = grid.gaps || parts[key] == Grid::gap;
                    grid.negative = grid.negative || (parts[key] < 0 && parts[key] != Grid::gap);
                    if (std::cmp_greater(key, query) && parts[key] != 0) grid.causal = false;
                }
            }
        }
    }
    return grid;
}

std::vector<float> weightsOf(const Grid& grid) {
    std::vector<float> weights(grid.parts.size());
    std::ranges::transform(grid.parts, weights.begin(), [&](std::int32_t part) {
        return part == Grid::gap ? std::numeric_limits<float>::quiet_NaN()
                                 : static_cast<float>(static_cast<double>(part) / grid.whole);
    });
    return weights;
}

}  // namespace hw::io
