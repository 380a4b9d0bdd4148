// SPDX-License-Identifier: MIT
#include "io/values/row_causes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hw::io {

namespace {

constexpr double offBy = 0.01;

/// Calls `each(row, query)` with every row.
template <class Each>
void forEachRow(const AttentionTensor& tensor, Each each) {
    std::vector<float> room;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        for (int head = 0; head < tensor.heads; ++head) {
            const MatrixView matrix = tensor.matrix(layer, head, room);
            for (int query = 0; query < matrix.rows; ++query) each(matrix.row(query), query);
        }
    }
}

/// The places where any head of any layer has a weight.
std::vector<bool> usedPlaces(const AttentionTensor& tensor) {
    std::vector<bool> used(tensor.matrixSize());
    forEachRow(tensor, [&](std::span<const float> row, int query) {
        const std::size_t begin = std::size_t{1} * query * tensor.keys;
        for (std::size_t key = 0; key < row.size(); ++key) {
            if (row[key] != 0.0F) used[begin + key] = true;
        }
    });
    return used;
}

struct Counts {
    double places = 0;  ///< where weights could be
    double zeros = 0;   ///< of these
    double rows = 0;
    double whole = 0;  ///< rows without a zero
    double wholeSum = 0;
    double leastWhole = HUGE_VAL;
    double mostWhole = 0;
    double sum = 0;
    double most = 0;
    double least = HUGE_VAL;   ///< of rows that have a weight
    double lacking = 0;        ///< rows that lack the offBy and more
    double negative = 0;       ///< negative places
    double largest = 0;        ///< without signs
    bool alike = true;         ///< all rows of a matrix have one sum, above 0
    double first = 0;          ///< of the first row with a weight of this matrix
    bool unsignedOnes = true;  ///< without signs, every row sums to 1
    bool missing = false;
};

Counts countsOf(const AttentionTensor& tensor) {
    const std::vector<bool> used = usedPlaces(tensor);
    Counts counts;
    forEachRow(tensor, [&](std::span<const float> row, int query) {
        const std::size_t begin = std::size_t{1} * query * tensor.keys;
        double sum = 0;
        double zeros = 0;
        double places = 0;
        double absolute = 0;
        for (std::size_t key = 0; key < row.size(); ++key) {
            const auto value = static_cast<double>(row[key]);
            counts.missing = counts.missing || !std::isfinite(value);
            if (value < 0) ++counts.negative;
            counts.largest = std::max(counts.largest, std::fabs(value));
            absolute += std::fabs(value);
            sum += value;
            if (!used[begin + key]) continue;
            ++places;
            if (row[key] == 0.0F) ++zeros;
        }
        if (query == 0) counts.first = 0;
        if (places == 0) return;
        if (counts.first == 0) counts.first = sum;
        counts.alike = counts.alike && sum > 0 && std::fabs(sum - counts.first) < offBy;
        counts.unsignedOnes = counts.unsignedOnes && std::fabs(absolute - 1) < offBy;
        counts.places += places;
        counts.zeros += zeros;
        ++counts.rows;
        counts.sum += sum;
        counts.most = std::max(counts.most, sum);
        if (sum > 0) counts.least = std::min(counts.least, sum);
        if (sum < 1 - offBy) ++counts.lacking;
        if (zeros > 0) return;
        ++counts.whole;
        counts.wholeSum += sum;
        counts.leastWhole = std::min(counts.leastWhole, sum);
        counts.mostWhole = std::max(counts.mostWhole, sum);
    });
    return counts;
}

/// p, or 0 if this is not dropout.
double dropoutOf(const Counts& counts) {
    const double zeros = counts.places > 0 ? counts.zeros / counts.places : 0;
    if (counts.places < 40 || counts.zeros < 2 || zeros > 0.8) return 0;
    const double spread = 4 * std::sqrt(zeros * (1 - zeros) / counts.places) + 0.02;
    if (counts.whole > 0) {
        const double scale = counts.wholeSum / counts.whole;
        const double p = 1 - 1 / scale;
        const bool alike = counts.mostWhole - counts.leastWhole <= offBy * scale;
        const bool fits = scale > 1 + offBy / 2 && counts.most <= scale * (1 + offBy);
        return alike && fits && std::fabs(p - zeros) < spread ? p : 0;
    }
    const double mean = counts.sum / counts.rows;
    const bool around =
        std::fabs(mean - 1) < 0.05 && counts.least < 1 - offBy && counts.most > 1 + offBy;
    return around && counts.most <= (1 + 5 * offBy) / (1 - zeros) ? zeros : 0;
}

}  // namespace

RowCause causeOf(const AttentionTensor& attentions) {
    if (attentions.empty() || attentions.isUniform) return {};
    const Counts counts = countsOf(attentions);
    if (counts.rows == 0 || counts.missing) return {};
    if (counts.negative > 0) {
        const double share = counts.negative / counts.places;
        if (counts.unsignedOnes) return {RowCause::Kind::droppedSigns, share, 0, 0};
        if (counts.alike && counts.rows > 2 && counts.largest <= 1 + offBy)
            return {RowCause::Kind::differential, share, 0, 0};
        const bool few = share < 0.35 && counts.largest < 1.5;
        return {few ? RowCause::Kind::maybeSigns : RowCause::Kind::unknown, share, 0, 0};
    }
    if (const double p = dropoutOf(counts); p > 0) return {RowCause::Kind::dropout, p, 0, 0};
    const bool lacks = counts.most <= 1 + offBy && counts.lacking * 5 >= counts.rows;
    if (!lacks || counts.least > 1) return {};
    return {RowCause::Kind::missingShare, 1 - counts.sum / counts.rows,
            std::max(0.0, 1 - counts.most), 1 - counts.least};
}

}  // namespace hw::io
