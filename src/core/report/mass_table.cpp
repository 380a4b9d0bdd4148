// SPDX-License-Identifier: MIT
#include "core/report/mass_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace hw {
namespace {

constexpr int exactSlots = 32;
constexpr int firstOctave = std::bit_width(unsigned{exactSlots}) - 1;

/// slotOf(query, key) gives the slot of a value.
template <class SlotOf>
std::vector<double> meanShares(MatrixView layer, std::span<const int> queries, int slots,
                               SlotOf slotOf) {
    std::vector<double> shares(slots, 0.0);
    std::vector<double> row(slots);
    int rows = 0;
    const int count = queries.empty() ? layer.rows : static_cast<int>(queries.size());
    for (int i = 0; i < count; ++i) {
        const int query = queries.empty() ? i : queries[i];
        std::ranges::fill(row, 0.0);
        double sum = 0.0;
        for (int key = 0; key < layer.cols; ++key) {
            const double value = layer(query, key);
            sum += value;
            row[slotOf(query, key)] += value;
        }
        if (!(sum > 0.0) || !std::isfinite(sum)) continue;
        ++rows;
        for (int slot = 0; slot < slots; ++slot) shares[slot] += row[slot] / sum;
    }
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    for (double& share : shares) share = rows > 0 ? share / rows : none;
    return shares;
}

}  // namespace

int distanceSlot(int distance) {
    if (distance < exactSlots) return distance;
    const int octave = std::bit_width(static_cast<unsigned>(distance)) - 1;
    const int half = (distance >> (octave - 1)) & 1;
    return exactSlots + 2 * (octave - firstOctave) + half;
}

int firstDistance(int slot) {
    if (slot < exactSlots) return slot;
    const int octave = firstOctave + (slot - exactSlots) / 2;
    return (2 + (slot - exactSlots) % 2) << (octave - 1);
}

std::vector<double> massByDistance(MatrixView layer, std::span<const int> queries) {
    return meanShares(layer, queries, distanceSlot(layer.cols - 1) + 1,
                      [](int query, int key) { return distanceSlot(std::abs(query - key)); });
}

std::vector<double> massByClass(MatrixView layer, std::span<const int> queries,
                                std::span<const int> classOfKey, int classes) {
    return meanShares(layer, queries, classes, [&](int, int key) { return classOfKey[key]; });
}

void MassTable::add(int layer, std::span<const double> shares) {
    const auto isNothing = [](double share) { return std::isnan(share); };
    if (shares.empty() || std::ranges::any_of(shares, isNothing)) return;
    std::vector<MeanSpread>& cells = layerOf(layer, shares.size());
    for (std::size_t slot = 0; slot < cells.size(); ++slot)
        cells[slot].add(slot < shares.size() ? shares[slot] : 0.0);
}

void MassTable::add(int layer, std::vector<MeanSpread> cells) {
    if (cells.empty()) return;
    std::vector<MeanSpread>& mine = layerOf(layer, cells.size());
    cells.resize(mine.size(), MeanSpread::from(cells.front().count(), 0, 0.0, 0.0));
    for (std::size_t slot = 0; slot < mine.size(); ++slot) mine[slot].add(cells[slot]);
}

std::vector<MeanSpread>& MassTable::layerOf(int layer, std::size_t slots) {
    if (std::ssize(layers_) <= layer) layers_.resize(layer + 1);
    std::vector<MeanSpread>& cells = layers_[layer];
    const int before = cells.empty() ? 0 : cells.front().count();
    if (cells.size() < slots) cells.resize(slots, MeanSpread::from(before, 0, 0.0, 0.0));
    return cells;
}

}  // namespace hw
