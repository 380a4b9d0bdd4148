// SPDX-License-Identifier: MIT
#include "model/answers/alignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace hw::model {
namespace {

constexpr int medianWidth = 7;

/// [rows][columns] without the silence after the sound, rows of sum 1.
std::vector<double> headOf(const Run& run, int layer, int head) {
    const int rows = run.answeringTokens();
    const int all = run.tokens();
    const int heard = run.soundTokens;
    const std::vector<float>& weights = run.output->trace.cross[layer];
    std::vector<double> made(std::size_t{1} * rows * heard);
    for (int row = 0; row < rows; ++row) {
        const float* from = weights.data() + (std::size_t{1} * head * rows + row) * all;
        double sum = 0;
        for (int i = 0; i < heard; ++i) sum += double{from[i]};
        for (int i = 0; i < heard && sum > 0; ++i)
            made[std::size_t{1} * row * heard + i] = double{from[i]} / sum;
    }
    return made;
}

/// Subtracts each column's mean over the rows and divides by its standard deviation.
void standardise(std::vector<double>& values, int rows, int columns) {
    for (int column = 0; column < columns; ++column) {
        double mean = 0;
        double square = 0;
        for (int row = 0; row < rows; ++row)
            mean += values[std::size_t{1} * row * columns + column];
        mean /= rows;
        for (int row = 0; row < rows; ++row) {
            const double off = values[std::size_t{1} * row * columns + column] - mean;
            square += off * off;
        }
        const double deviation = std::sqrt(square / rows);
        for (int row = 0; row < rows; ++row) {
            double& value = values[std::size_t{1} * row * columns + column];
            value = deviation > 0 ? (value - mean) / deviation : 0;
        }
    }
}

/// The median of seven along the row, which is mirrored at its ends; unchanged if the row is too short for that.
void smooth(std::span<double> row) {
    const int count = static_cast<int>(row.size());
    constexpr int half = medianWidth / 2;
    if (count <= half) return;
    const std::vector<double> before(row.begin(), row.end());
    for (int i = 0; i < count; ++i) {
        std::array<double, medianWidth> near{};
        for (int k = -half; k <= half; ++k) {
            int at = std::abs(i + k);
            if (at >= count) at = 2 * (count - 1) - at;
            near[k + half] = before[at];
        }
        std::ranges::nth_element(near, near.begin() + half);
        row[i] = near[half];
    }
}

/// The first column of each row on the path of least cost from the first cell to the last one, by steps right, down and
/// diagonal.
std::vector<int> cheapestPath(const std::vector<double>& cost, int rows, int columns) {
    const std::size_t width = std::size_t{1} * columns + 1;
    std::vector<double> sums((std::size_t{1} * rows + 1) * width,
                             std::numeric_limits<double>::infinity());
    std::vector<std::uint8_t> steps(sums.size());
    sums[0] = 0;
    for (int row = 1; row <= rows; ++row)
        for (int column = 1; column <= columns; ++column) {
            const std::size_t at = row * width + column;
            const std::array before{sums[at - width - 1], sums[at - width], sums[at - 1]};
            // The library prefers a step right to equal others.
            std::uint8_t best = 2;
            if (before[0] < before[1] && before[0] < before[2]) best = 0;
            if (before[1] < before[0] && before[1] < before[2]) best = 1;
            steps[at] = best;
            sums[at] = cost[std::size_t{1} * (row - 1) * columns + column - 1] + before[best];
        }
    std::vector<int> starts(rows);
    for (int row = rows, column = columns; row > 0 && column > 0;) {
        starts[row - 1] = column - 1;
        const std::uint8_t step = steps[row * width + column];
        if (step != 2) --row;
        if (step != 1) --column;
    }
    return starts;
}

/// v = (v + v mean_h A) / 2 for a layer's weights [H][n][n].
void rollBack(std::vector<double>& v, const std::vector<float>& weights, int heads) {
    const std::size_t n = v.size();
    std::vector<double> carried(n);
    for (int head = 0; head < heads; ++head)
        for (std::size_t row = 0; row < n; ++row) {
            if (v[row] == 0) continue;
            const float* from = weights.data() + (head * n + row) * n;
            const double share = v[row] / heads;
            for (std::size_t i = 0; i < n; ++i) carried[i] += share * double{from[i]};
        }
    for (std::size_t i = 0; i < n; ++i) v[i] = 0.5 * v[i] + 0.5 * carried[i];
}

int headsOf(const std::vector<float>& weights, std::size_t rows, std::size_t columns) {
    return static_cast<int>(weights.size() / (rows * columns));
}

}  // namespace

std::vector<std::pair<int, int>> alignmentHeads(const Session& session) {
    std::vector<std::pair<int, int>> heads = session.soundPrompts().alignment;
    if (!heads.empty()) return heads;
    const Spec& spec = session.decoder()->spec;
    for (int layer = spec.layerCount() / 2; layer < spec.layerCount(); ++layer)
        for (int head = 0; head < spec.heads; ++head) heads.emplace_back(layer, head);
    return heads;
}

std::vector<float> alignment(const Session& session, const Run& run) {
    const auto heads = alignmentHeads(session);
    std::vector<float> mean(std::size_t{1} * run.answeringTokens() * run.soundTokens);
    for (const auto& [layer, head] : heads) {
        const std::vector<double> own = headOf(run, layer, head);
        for (std::size_t i = 0; i < own.size(); ++i)
            mean[i] += static_cast<float>(own[i] / static_cast<double>(heads.size()));
    }
    return mean;
}

std::vector<int> alignedStarts(const Session& session, const Run& run, int first, int end) {
    const int rows = run.answeringTokens();
    const int columns = run.soundTokens;
    end = std::min(end, rows);
    if (first < 0 || first >= end || columns == 0) return {};
    std::vector<double> cost(std::size_t{1} * (end - first) * columns);
    const auto heads = alignmentHeads(session);
    for (const auto& [layer, head] : heads) {
        std::vector<double> own = headOf(run, layer, head);
        standardise(own, rows, columns);
        for (int row = first; row < end; ++row) {
            const std::span line = std::span(own).subspan(std::size_t{1} * row * columns, columns);
            smooth(line);
            for (int i = 0; i < columns; ++i)
                cost[std::size_t{1} * (row - first) * columns + i] -=
                    line[i] / static_cast<double>(heads.size());
        }
    }
    return cheapestPath(cost, end - first, columns);
}

std::vector<float> soundRollout(const Run& run, int position) {
    const Trace& decoder = run.output->trace;
    const auto rows = static_cast<std::size_t>(run.answeringTokens());
    const auto columns = static_cast<std::size_t>(run.tokens());
    std::vector<double> written(rows);
    written[position] = 1;
    for (std::size_t layer = decoder.weights.size(); layer-- > 0;)
        rollBack(written, decoder.weights[layer], headsOf(decoder.weights[layer], rows, rows));
    const std::vector<float>& cross = decoder.cross.back();
    const int heads = headsOf(cross, rows, columns);
    std::vector<double> heard(columns);
    for (int head = 0; head < heads; ++head)
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t i = 0; i < columns; ++i)
                heard[i] += written[row] / heads * double{cross[(head * rows + row) * columns + i]};
    for (std::size_t layer = run.trace.weights.size(); layer-- > 0;)
        rollBack(heard, run.trace.weights[layer],
                 headsOf(run.trace.weights[layer], columns, columns));
    return {heard.begin(), heard.end()};
}

}  // namespace hw::model
