// SPDX-License-Identifier: MIT
#include "io/axes/readings.h"

#include <algorithm>
#include <array>

namespace hw::io {

namespace {

struct Row {
    int axes;
    std::array<AxisKind, 4> order;
};
// For equal numbers of axes, the row that more tools write comes first.
constexpr Row table[] = {
    {0, {}},
    {1, {AxisKind::layers}},
    {1, {AxisKind::heads}},
    {1, {AxisKind::inputs}},
    {2, {AxisKind::layers, AxisKind::heads}},
    {2, {AxisKind::inputs, AxisKind::heads}},
    {2, {AxisKind::inputs, AxisKind::layers}},
    {2, {AxisKind::layers, AxisKind::inputs}},
    {3, {AxisKind::layers, AxisKind::inputs, AxisKind::heads}},
    {3, {AxisKind::inputs, AxisKind::layers, AxisKind::heads}},
    {3, {AxisKind::layers, AxisKind::streams, AxisKind::heads}},
    {4, {AxisKind::inputs, AxisKind::layers, AxisKind::inputs, AxisKind::heads}},
    {4, {AxisKind::layers, AxisKind::streams, AxisKind::inputs, AxisKind::heads}},
    {4, {AxisKind::steps, AxisKind::layers, AxisKind::inputs, AxisKind::heads}},
};

constexpr int impossible = -100;
constexpr int against = -8;

bool has(const Axes& axes, AxisKind axis) { return std::ranges::find(axes, axis) != axes.end(); }

// Points for lists of tokens, as many as inputs, or one list that all share, or one that runs through all.
int pointsOfTexts(std::size_t number, std::size_t columns, const std::vector<std::size_t>& texts) {
    if (texts.empty()) return 0;
    if (texts.size() == 1) {
        if (number == 1) return 2;
        return texts[0] == number * columns ? 8 : 0;
    }
    if (texts.size() != number) return against;
    const bool all =
        std::ranges::all_of(texts, [&](std::size_t one) { return fits(one, columns); });
    return all ? 8 : 4;
}

// A model has several layers, and a batch of one item is a batch.
int pointsOfSizes(const Shape& shape, const Axes& axes) {
    int points = 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::uint32_t size = shape[static_cast<int>(i)];
        if (axes[i] == AxisKind::layers && size == 1) points -= 1;
        // With two axes the second counts heads, even if it is only one.
        if (axes[i] == AxisKind::inputs && size == 1 && axes.size() > 2) points += 1;
    }
    return points;
}

// [2][12][H] is likelier to be two inputs of twelve layers than twelve inputs of two layers.
int pointsOfDepth(const Shape& shape, const Axes& axes) {
    if (axes.size() != 3 || axes[0] != AxisKind::inputs) return 0;
    return shape[0] > 1 && shape[0] <= 3 && shape[1] >= 6 ? 1 : 0;
}

int pointsOfStreams(const Shape& shape, const Axes& axes, const Clues& clues) {
    if (!has(axes, AxisKind::streams)) return 0;
    if (shape[1] != 2 || !clues.square) return impossible;
    if (clues.mirrored) return 12;
    // Otherwise a pair is likelier to be a batch. But several inputs would have several lists of tokens.
    return axes.size() == 4 ? 0 : -2;
}

int pointsOfSteps(const Shape& shape, const Axes& axes, const Clues& clues) {
    if (!has(axes, AxisKind::steps)) return 0;
    const std::uint32_t rows = shape[shape.rank - 2];
    if (rows == shape[shape.rank - 1] && clues.square) return shape[0] == 1 ? -1 : impossible;
    return rows == 1 ? 10 : clues.square ? impossible : 2;
}

}  // namespace

bool fits(std::size_t texts, std::size_t columns) {
    return texts == columns || texts == columns + 1;
}

std::size_t sizeOf(const Shape& shape, const Axes& axes, AxisKind axis) {
    std::size_t size = 1;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i] == axis) size *= shape[static_cast<int>(i)];
    }
    return size;
}

std::vector<Reading> readingsOf(const Shape& shape, const Clues& clues) {
    std::vector<Reading> readings;
    for (const Row& row : table) {
        if (row.axes != shape.rank - 2) continue;
        Reading reading{{row.order.begin(), row.order.begin() + row.axes}, 0};
        reading.points = pointsOfTexts(sizeOf(shape, reading.axes, AxisKind::inputs),
                                       shape[shape.rank - 1], clues.texts) +
                         pointsOfSizes(shape, reading.axes) + pointsOfDepth(shape, reading.axes) +
                         pointsOfStreams(shape, reading.axes, clues) +
                         pointsOfSteps(shape, reading.axes, clues);
        if (clues.headsFirst && row.axes == 1 && row.order[0] == AxisKind::heads)
            reading.points += 3;
        if (reading.points > impossible / 2) readings.push_back(std::move(reading));
    }
    std::ranges::stable_sort(readings, std::ranges::greater(), &Reading::points);
    return readings;
}

std::vector<Axes> otherReadings(const Shape& shape, std::span<const Reading> readings,
                                const Clues& clues) {
    std::vector<Axes> others;
    if (readings.size() < 2) return others;
    const bool several = clues.texts.size() > 1;
    const Axes& taken = readings[0].axes;
    const bool usual =
        shape.rank == 4
            ? taken[0] == AxisKind::layers && taken[1] == AxisKind::heads && shape[0] > 1
        : shape.rank == 5 ? taken[0] == AxisKind::layers && taken[1] == AxisKind::inputs &&
                                shape[1] == 1 && shape[0] > 1
                          : shape.rank == 3 && clues.headsFirst;
    if (usual && !several) return others;
    const auto meaning = [&](const Axes& axes) {
        return std::array{
            sizeOf(shape, axes, AxisKind::inputs), sizeOf(shape, axes, AxisKind::layers),
            sizeOf(shape, axes, AxisKind::heads), sizeOf(shape, axes, AxisKind::streams),
            sizeOf(shape, axes, AxisKind::steps)};
    };
    for (const Reading& reading : readings.subspan(1)) {
        const bool contradicted = several && reading.points < 0;
        if (!contradicted && meaning(reading.axes) != meaning(taken))
            others.push_back(reading.axes);
    }
    return others;
}

}  // namespace hw::io
