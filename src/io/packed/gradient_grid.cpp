// SPDX-License-Identifier: MIT
#include "io/packed/gradient_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace hw::io {

namespace {

constexpr std::int64_t mostOfRow = std::int64_t{64} * mostParts;  // limit of the grid's coder

float largestOf(std::span<const float> values) {
    float largest = 0;
    for (const float value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
    return largest;
}

/// The sum of the sizes of a row's parts.
std::int64_t quantiseRow(std::span<const float> row, double step, std::span<std::int32_t> parts) {
    std::int64_t sum = 0;
    for (std::size_t key = 0; key < row.size(); ++key) {
        if (!std::isfinite(row[key])) {
            parts[key] = Grid::gap;
            continue;
        }
        parts[key] =
            step > 0 ? static_cast<std::int32_t>(std::lround(static_cast<double>(row[key]) / step))
                     : 0;
        sum += std::abs(parts[key]);
    }
    return sum;
}

}  // namespace

std::optional<GradientGrid> quantiseGradients(const AttentionTensor& gradients, int parts) {
    GradientGrid out;
    Grid& grid = out.grid;
    grid = {gradients.layers, gradients.heads, gradients.queries, gradients.keys};
    grid.parts.resize(gradients.count());
    grid.causal = gradients.queries == gradients.keys;
    const std::size_t keys = gradients.keys;
    std::size_t at = 0;
    std::int64_t all = 0;
    std::vector<float> room;
    for (int layer = 0; layer < gradients.layers; ++layer) {
        float largest = 0;
        for (int head = 0; head < gradients.heads; ++head)
            largest = std::max(largest, largestOf(gradients.matrix(layer, head, room).values()));
        const float step = largest / static_cast<float>(parts);
        out.steps.push_back(step);
        for (int row = 0; row < gradients.heads * gradients.queries; ++row, at += keys) {
            const int query = row % gradients.queries;
            const auto row_ = gradients.row(layer, row / gradients.queries, query, room);
            const auto its = std::span(grid.parts).subspan(at, keys);
            const std::int64_t sum = quantiseRow(row_, static_cast<double>(step), its);
            if (sum > mostOfRow) return std::nullopt;
            all += sum;
            for (std::size_t key = 0; key < keys; ++key) {
                grid.gaps = grid.gaps || its[key] == Grid::gap;
                grid.negative = grid.negative || (its[key] < 0 && its[key] != Grid::gap);
                if (std::cmp_greater(key, query) && its[key] != 0) grid.causal = false;
            }
        }
    }
    const auto rows =
        static_cast<std::int64_t>(gradients.layers) * gradients.heads * gradients.queries;
    grid.whole = static_cast<int>(std::clamp<std::int64_t>(all / rows, 1, mostParts));
    return out;
}

std::vector<float> gradientsOf(const GradientGrid& gradients) {
    const Grid& grid = gradients.grid;
    std::vector<float> values(grid.parts.size());
    const std::size_t layer = grid.parts.size() / std::max<std::size_t>(1, gradients.steps.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int32_t part = grid.parts[i];
        values[i] =
            part == Grid::gap
                ? std::numeric_limits<float>::quiet_NaN()
                : static_cast<float>(static_cast<double>(gradients.steps[i / layer]) * part);
    }
    return values;
}

void codeGradients(FieldCoder& fields, const Grid& of, GradientGrid& gradients) {
    if (!fields.flag(!gradients.empty(), Field::flags)) return;
    Grid& grid = gradients.grid;
    const auto whole = fields.number(static_cast<std::uint32_t>(grid.whole), Field::whole);
    if (whole < 1 || whole > static_cast<std::uint32_t>(mostParts)) {
        fields.fail();
        return;
    }
    for (bool* const flag : {&grid.causal, &grid.negative, &grid.gaps})
        *flag = fields.flag(*flag, Field::flags);
    if (grid.causal && of.queries != of.keys) fields.fail();
    if (!fields.good()) return;
    if (fields.reads()) {
        grid.layers = of.layers;
        grid.heads = of.heads;
        grid.queries = of.queries;
        grid.keys = of.keys;
        grid.whole = static_cast<int>(whole);
        grid.parts.resize(of.parts.size());
        gradients.steps.resize(of.layers);
    }
    for (float& step : gradients.steps) {
        step = std::bit_cast<float>(fields.plain(std::bit_cast<std::uint32_t>(step), 32));
        if (!(step >= 0) || !std::isfinite(step)) fields.fail();
    }
    codeParts(fields, grid);
}

}  // namespace hw::io
