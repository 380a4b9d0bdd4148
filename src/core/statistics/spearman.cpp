// SPDX-License-Identifier: MIT
#include "core/statistics/spearman.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/matrix/matrix.h"
#include "core/matrix/ordered_sums.h"

namespace hw {

std::vector<double> ranksOf(std::span<const double> values, const RankOptions& options) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto below = [&](std::size_t a, std::size_t b) {
        if (std::isnan(values[b])) return !std::isnan(values[a]);
        return values[a] < values[b];
    };
    std::ranges::stable_sort(order, below);
    const auto equal = [&](std::size_t a, std::size_t b) {
        if (std::isnan(values[a]) || std::isnan(values[b])) return !below(a, b);
        return values[a] == values[b] || values[b] - values[a] <= options.epsilon;
    };
    std::vector<double> ranks(values.size());
    double dense = 0.0;
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && equal(order[end - 1], order[end])) ++end;
        dense += 1.0;
        const double average = static_cast<double>(begin + end + 1) / 2.0;
        for (; begin < end; ++begin) {
            ranks[order[begin]] = options.ties == TieRanks::dense ? dense : average;
        }
    }
    return ranks;
}

double pearson(std::span<const double> a, std::span<const double> b) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (a.size() != b.size() || a.empty()) return none;
    const auto count = static_cast<double>(a.size());
    const RowArray<double> fromA = expressionOf(a) - sumInOrder(expressionOf(a)) / count;
    const RowArray<double> fromB = expressionOf(b) - sumInOrder(expressionOf(b)) / count;
    const double ab = sumInOrder(fromA * fromB);
    const double aa = sumInOrder(fromA * fromA);
    const double bb = sumInOrder(fromB * fromB);
    if (!(aa > 0.0) || !(bb > 0.0)) return none;
    return std::clamp(ab / std::sqrt(aa) / std::sqrt(bb), -1.0, 1.0);
}

double spearman(std::span<const double> a, std::span<const double> b, const RankOptions& forA,
                const RankOptions& forB) {
    return pearson(ranksOf(a, forA), ranksOf(b, forB));
}

}  // namespace hw
