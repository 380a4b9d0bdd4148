// SPDX-License-Identifier: MIT
// How sure a mean over examples is, and whether two methods differ, without assuming a distribution.
// Sources: Efron & Tibshirani 1993, chapter 13 (percentile bootstrap); Fisher 1935, section 21 (sign flips of paired
// differences); Phipson & Smyth 2010 (random flips count the observed one); Holm 1979.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hw {

/// A mean over examples with its interval; NaN without examples.
struct MeanInterval {
    int count = 0;
    double mean = 0.0;
    double low = 0.0;
    double high = 0.0;
};

struct BootstrapOptions {
    double level = 0.95;
    int resamples = 10000;
    std::uint32_t seed = 1;
};

/// The mean of each column over its examples, and percentiles of that of resampled examples: the same resamples for all
/// columns, which have one number for each example (NaN: it has none). Cost O(resamples times all numbers).
std::vector<MeanInterval> bootstrapMeans(std::span<const std::vector<double>> columns,
                                         const BootstrapOptions& options = {});

/// What a test of sign flips found.
struct SignFlips {
    double p = 1.0;
    bool isExact = true;      ///< all 2^n were counted; else random ones
    std::uint64_t flips = 1;  ///< how many, the observed one among them
};

/// Two-sided: the share of sign flips of the differences whose sum is as far from 0 as theirs. All flips up to 20
/// differences other than 0, which tell nothing, else `randomFlips` and the observed. Cost O(2^n), or O(n) a flip.
SignFlips signFlipTest(std::span<const double> differences, std::uint32_t seed = 1,
                       std::uint64_t randomFlips = 99999);

/// Holm's adjustment for several tests: the smallest level at which each would be rejected.
std::vector<double> holmAdjusted(std::span<const double> p);

}  // namespace hw
