// SPDX-License-Identifier: MIT
#include "core/statistics/head_statistics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "core/matrix/matrix.h"
#include "core/matrix/ordered_sums.h"
#include "core/matrix/row_totals.h"

namespace hw {
namespace {

// Objects instead of functions, since an expression would call a function's pointer for each value.
constexpr auto weightOf = [](float value) {
    constexpr float most = std::numeric_limits<float>::max();
    return value > 0.0F && value <= most ? static_cast<double>(value) : 0.0;
};

/// The amount that a share adds to the entropy.
constexpr auto surprise = [](double share) {
    return share > 0.0 ? -(share * std::log(share)) : 0.0;
};

/// Like FNV-1a, but with two values at a time in four chains, combined at the end, since one chain would wait for each
/// product. Equal heads are compared value for value afterwards.
std::uint64_t hashOf(std::span<const float> values) {
    constexpr std::uint64_t prime = 0x100000001b3U;
    constexpr std::size_t chains = 4;
    constexpr std::size_t step = 2 * chains;
    std::array<std::uint64_t, chains> hashes{0xcbf29ce484222325U, 1, 2, 3};
    std::size_t i = 0;
    for (; i + step <= values.size(); i += step) {
        std::array<std::uint64_t, chains> bits;
        std::memcpy(bits.data(), values.data() + i, sizeof bits);
        for (std::size_t chain = 0; chain < chains; ++chain) {
            hashes[chain] = (hashes[chain] ^ bits[chain]) * prime;
            hashes[chain] ^= hashes[chain] >> 32;
        }
    }
    std::uint64_t hash = 0;
    for (const std::uint64_t chain : hashes) hash = (hash ^ chain) * prime;
    for (; i < values.size(); ++i) hash = (hash ^ std::bit_cast<std::uint32_t>(values[i])) * prime;
    return hash;
}

bool sameValues(std::span<const float> a, std::span<const float> b) {
    return std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace

HeadStatistics headStatistics(MatrixView head, const std::vector<bool>& special) {
    HeadStatistics total;
    int rows = 0;
    const RowArray<double> keys = RowArray<double>::LinSpaced(head.cols, 0, head.cols - 1);
    RowArray<double> isSpecial = RowArray<double>::Zero(head.cols);
    std::copy_n(special.begin(), std::min(std::ssize(special), isSpecial.size()),
                isSpecial.begin());
    RowArray<double> shares;
    for (int query = 0; query < head.rows; ++query) {
        shares = expressionOf(head.row(query)).unaryExpr(weightOf);
        const double sum = sumInOrder(shares);
        if (!(sum > 0.0)) continue;
        ++rows;
        shares /= sum;
        total.entropy = sumInOrder(shares.unaryExpr(surprise), total.entropy);
        total.meanDistance = sumInOrder(shares * (keys - query).abs(), total.meanDistance);
        total.specialShare = sumInOrder(shares * isSpecial, total.specialShare);
    }
    if (rows == 0) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        return {none, none, none};
    }
    // Rounding may leave a one-key row with an entropy of -1e-17.
    return {std::max(total.entropy / rows, 0.0), total.meanDistance / rows,
            total.specialShare / rows};
}

std::vector<HeadStatistics> headStatistics(const AttentionTensor& attentions,
                                           const std::vector<bool>& special) {
    std::vector<HeadStatistics> all;
    std::vector<float> room;
    for (int layer = 0; layer < attentions.layers; ++layer) {
        for (int head = 0; head < attentions.heads; ++head) {
            all.push_back(headStatistics(attentions.matrix(layer, head, room), special));
        }
    }
    return all;
}

bool isCutRow(std::span<const CutEdge> cuts, AttentionStack of, int layer, int query) {
    return std::ranges::any_of(cuts, [&](const CutEdge& cut) {
        return cut.of == of && cut.layer == layer && (cut.query == query || cut.query < 0) &&
               cut.heads > 0;
    });
}

RowSumDeviation rowSumDeviation(const AttentionTensor& attentions, double tolerance,
                                std::span<const CutEdge> cuts, AttentionStack of) {
    RowSumDeviation result;
    std::vector<float> room;
    for (int layer = 0; layer < attentions.layers; ++layer) {
        for (int head = 0; head < attentions.heads; ++head) {
            const MatrixView matrix = attentions.matrix(layer, head, room);
            for (int query = 0; query < matrix.rows; ++query) {
                const auto row = matrix.row(query);
                const double sum = rowTotals(row).sum;
                if (!std::isfinite(sum)) {
                    result.missing += std::ranges::count_if(
                        row, [](float value) { return !std::isfinite(value); });
                    continue;
                }
                const double deviation = std::abs(sum - 1.0);
                if (sum < 1 - tolerance && isCutRow(cuts, of, layer, query)) {
                    ++result.cut;
                    continue;
                }
                if (deviation > tolerance) ++result.rowsBeyond;
                if (deviation > result.largest) {
                    result.largest = deviation;
                    result.layer = layer;
                    result.head = head;
                    result.query = query;
                }
            }
        }
    }
    return result;
}

std::vector<DuplicatedHead> duplicatedHeads(const AttentionTensor& attentions) {
    std::vector<DuplicatedHead> found;
    std::unordered_multimap<std::uint64_t, int> seen;
    std::vector<float> room;
    std::vector<float> otherRoom;
    for (int index = 0; index < attentions.layers * attentions.heads; ++index) {
        const int layer = index / attentions.heads;
        const int head = index % attentions.heads;
        const auto values = attentions.matrix(layer, head, room).values();
        const std::uint64_t hash = hashOf(values);
        const auto [begin, end] = seen.equal_range(hash);
        const auto same = std::find_if(begin, end, [&](const auto& entry) {
            const int other = entry.second;
            return sameValues(
                values,
                attentions.matrix(other / attentions.heads, other % attentions.heads, otherRoom)
                    .values());
        });
        if (same == end) {
            seen.emplace(hash, index);
        } else {
            found.push_back(
                {layer, head, same->second / attentions.heads, same->second % attentions.heads});
        }
    }
    return found;
}

std::vector<int> unseenKeys(const AttentionTensor& attentions) {
    std::vector<int> unseen(attentions.keys);
    std::iota(unseen.begin(), unseen.end(), 0);
    std::vector<float> room;
    for (int layer = 0; layer < attentions.layers; ++layer) {
        for (int head = 0; head < attentions.heads && !unseen.empty(); ++head) {
            const MatrixView matrix = attentions.matrix(layer, head, room);
            std::erase_if(unseen, [&](int key) {
                return (expressionOf(matrix).col(key).unaryExpr(weightOf).array() > 0.0).any();
            });
        }
    }
    return unseen;
}

}  // namespace hw
