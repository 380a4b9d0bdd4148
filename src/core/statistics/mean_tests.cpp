// SPDX-License-Identifier: MIT
#include "core/statistics/mean_tests.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace hw {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The continued fraction of the incomplete beta function, by Lentz's method (Press et al. 2007, section 6.4).
double betaFraction(double a, double b, double x) {
    constexpr double least = 1e-300;
    const auto away = [](double value) { return std::abs(value) < least ? least : value; };
    double c = 1;
    double d = 1 / away(1 - (a + b) * x / (a + 1));
    double fraction = d;
    for (int m = 1; m <= 500; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        for (const double step : {even, odd}) {
            d = 1 / away(1 + step * d);
            c = away(1 + step / c);
            fraction *= c * d;
        }
        if (std::abs(c * d - 1) < 1e-15) break;
    }
    return fraction;
}

/// The share of Student's t farther from 0 than t.
double tailsOfT(double t, double freedom) {
    const double x = freedom / (freedom + t * t);
    const double a = freedom / 2;
    const double front = std::exp(std::lgamma(a + 0.5) - std::lgamma(a) - std::lgamma(0.5) +
                                  a * std::log(x) + 0.5 * std::log1p(-x));
    return x < (a + 1) / (a + 2.5) ? front * betaFraction(a, 0.5, x) / a
                                   : 1 - front * betaFraction(0.5, a, 1 - x) / 0.5;
}

MeanInterval intervalOf(int count, double mean, double error, int clusters) {
    const double half = studentT(clusters - 1) * error;
    return {count, mean, mean - half, mean + half};
}

}  // namespace

double studentT(int freedom, double level) {
    if (freedom < 1) return none;
    double low = 0;
    double high = 1;
    while (tailsOfT(high, freedom) > 1 - level) high *= 2;
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = (low + high) / 2;
        (tailsOfT(middle, freedom) > 1 - level ? low : high) = middle;
    }
    return (low + high) / 2;
}

std::vector<double> clusterSums(std::span<const double> values, std::span<const int> clusters) {
    std::vector<double> sums;
    std::map<int, std::size_t> places;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) continue;
        if (clusters.empty()) {
            sums.push_back(values[i]);
            continue;
        }
        const auto [place, isNew] = places.try_emplace(clusters[i], sums.size());
        if (isNew) sums.push_back(0);
        sums[place->second] += values[i];
    }
    return sums;
}

MeanInterval meanInterval(std::span<const double> values, std::span<const int> clusters) {
    MeanInterval made{0, 0, none, none};
    // The order of the examples does not change the sums, to the last digit.
    std::vector<double> known = clusterSums(values, {});
    if (known.empty()) return {0, none, none, none};
    std::ranges::sort(known);
    made.count = static_cast<int>(known.size());
    made.mean = std::accumulate(known.begin(), known.end(), 0.0) / made.count;
    std::vector<double> apart(values.begin(), values.end());
    for (double& each : apart) each -= made.mean;
    std::vector<double> sums = clusterSums(apart, clusters);
    std::ranges::sort(sums);
    double squares = 0;
    for (const double sum : sums) squares += sum * sum;
    const auto size = static_cast<double>(sums.size());
    return intervalOf(made.count, made.mean, std::sqrt(squares * size / (size - 1)) / made.count,
                      static_cast<int>(sums.size()));
}

MeanInterval meanInterval(int count, double mean, double squares) {
    if (count < 1) return {0, none, none, none};
    return intervalOf(count, mean, std::sqrt(squares / (count - 1.0) / count), count);
}

MeanInterval shareInterval(int having, int count) {
    if (count < 1) return {0, none, none, none};
    constexpr double z =
        1.959963984540054;  // of the normal distribution, at (1 + intervalLevel) / 2
    const double share = static_cast<double>(having) / count;
    const double over = z * z / count;
    const double middle = (share + over / 2) / (1 + over);
    const double half = z * std::sqrt((share * (1 - share) + over / 4) / count) / (1 + over);
    return {count, share, std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

void Clusters::add(std::string_view name) {
    const auto known = name.empty() ? known_.end() : known_.find(name);
    if (known != known_.end()) {
        isShared_ = true;
        return numbers_.push_back(known->second);
    }
    if (!name.empty()) known_.emplace(name, next_);
    numbers_.push_back(next_++);
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
    std::ranges::sort(sizes);  // random flips are the same in any order
    // Sums that are equal up to rounding count as equal.
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
            // Gray code, so that one sign changes at a time.
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
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (!std::isnan(p[i])) order.push_back(i);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
    std::vector<double> adjusted(p.size(), none);
    double most = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        most = std::max(most, static_cast<double>(order.size() - rank) * p[order[rank]]);
        adjusted[order[rank]] = std::min(most, 1.0);
    }
    return adjusted;
}

}  // namespace hw
