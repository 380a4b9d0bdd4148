// SPDX-License-Identifier: MIT
#include "core/statistics/resampling.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace hw {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The mean of the numbers, each as often as `times` says; NaN if there are none.
double meanOf(std::span<const double> values, std::span<const int> times) {
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (times[i] == 0 || std::isnan(values[i])) continue;
        sum += times[i] * values[i];
        count += times[i];
    }
    return count > 0 ? sum / count : none;
}

/// Between neighbours in a sorted list.
double percentile(std::span<const double> sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::vector<MeanInterval> bootstrapMeans(std::span<const std::vector<double>> columns,
                                         const BootstrapOptions& options) {
    std::vector<MeanInterval> made(columns.size(), {0, none, none, none});
    if (columns.empty() || columns[0].empty()) return made;
    const std::size_t examples = columns[0].size();
    const std::vector<int> once(examples, 1);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        made[i].mean = meanOf(columns[i], once);
        made[i].count = static_cast<int>(
            std::ranges::count_if(columns[i], [](double value) { return !std::isnan(value); }));
    }
    std::vector<std::vector<double>> means(columns.size());
    std::mt19937 random(options.seed);
    std::vector<int> times(examples);
    for (int resample = 0; resample < options.resamples; ++resample) {
        std::ranges::fill(times, 0);
        // No std::uniform_int_distribution: every library has its own.
        for (std::size_t i = 0; i < examples; ++i) ++times[random() % examples];
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double mean = meanOf(columns[i], times);
            if (!std::isnan(mean)) means[i].push_back(mean);
        }
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (means[i].empty()) continue;
        std::ranges::sort(means[i]);
        made[i].low = percentile(means[i], (1 - options.level) / 2);
        made[i].high = percentile(means[i], (1 + options.level) / 2);
    }
    return made;
}

SignFlips signFlipTest(std::span<const double> differences, std::uint32_t seed,
                       std::uint64_t randomFlips) {
    std::vector<double> sizes;
    double observed = 0;
    double total = 0;
    for (const double each : differences) {
        if (std::isnan(each) || each == 0) continue;
        sizes.push_back(each);
        observed += each;
        total += std::abs(each);
    }
    // Sums that are equal but for rounding are equal.
    const double least = std::abs(observed) - 1e-12 * total;
    constexpr std::size_t mostExact = 20;
    SignFlips found;
    std::uint64_t asFar = 0;
    if (sizes.size() <= mostExact) {
        found.flips = std::uint64_t{1} << sizes.size();
        double sum = observed;
        for (std::uint64_t flip = 0;;) {
            if (std::abs(sum) >= least) ++asFar;
            if (++flip == found.flips) break;
            // Gray code: one sign changes at a time.
            double& changed = sizes[std::countr_zero(flip)];
            changed = -changed;
            sum += 2 * changed;
        }
    } else {
        found.isExact = false;
        found.flips = randomFlips + 1;
        asFar = 1;
        std::mt19937 random(seed);
        for (std::uint64_t flip = 0; flip < randomFlips; ++flip) {
            double sum = 0;
            std::uint32_t signs = 0;
            for (std::size_t i = 0; i < sizes.size(); ++i, signs >>= 1) {
                if (i % 32 == 0) signs = random();
                sum += (signs & 1) != 0 ? -sizes[i] : sizes[i];
            }
            if (std::abs(sum) >= least) ++asFar;
        }
    }
    found.p = static_cast<double>(asFar) / static_cast<double>(found.flips);
    return found;
}

std::vector<double> holmAdjusted(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
    std::vector<double> adjusted(p.size());
    double most = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        most = std::max(most, static_cast<double>(p.size() - rank) * p[order[rank]]);
        adjusted[order[rank]] = std::min(most, 1.0);
    }
    return adjusted;
}

}  // namespace hw
