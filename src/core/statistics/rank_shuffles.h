// SPDX-License-Identifier: MIT
// The effect of chance alone on rank correlations of rankings with scores, by shuffling the scores.
// Sources: Pitman 1937 (permutation test of a correlation); Westfall & Young 1993, section 2.3 (the largest of a whole
// table, single step); Phipson & Smyth 2010 (random shuffles count the observed order); Bonett & Wright 2000 (interval).
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "core/statistics/spearman.h"

namespace hw {

/// Result of a permutation test for one ranking. Both are NaN where there is no correlation.
struct ShuffleTest {
    double p = 0.0;  ///< share of the orders whose correlation is as far from 0, two-sided
    /// Share of the orders in which any ranking of the table has one as far from 0. For the best of many rankings p
    /// alone is too small, since one of them is always best.
    double ofTable = 0.0;
};

/// Tests many rankings of the same tokens against one list of scores with the same shuffles. These are all n! orders up
/// to seven tokens, else 9,999 random ones and the observed. Ranks are whole numbers here (twice their distance from
/// the mean), so that equal sums are equal and every machine gives the same result.
class RankShuffles {
public:
    static constexpr int randomOrders = 9999;
    static constexpr std::size_t mostExact = 7;

    explicit RankShuffles(std::span<const double> scores, std::uint32_t seed = 1);
    /// Adds a ranking, one value per token, before the first step. Equal values share the mean of their ranks. A
    /// ranking that is constant, has a NaN or another length is ignored.
    void add(std::span<const double> ranking, double epsilon = 0.0);
    /// Shuffles for about `budget` products. True when done. The total is orders * rankings * n.
    bool step(std::int64_t budget);
    double progress() const { return static_cast<double>(done_) / static_cast<double>(orders_); }
    /// In the order of add(), once done.
    ShuffleTest at(std::size_t ranking) const;
    std::uint64_t orders() const { return orders_; }

private:
    void count();
    void shuffle();

    std::vector<double>
        scores_;  // twice the distance of each rank from the mean, in the present order
    std::vector<double> ranks_;     // [ranking][token], the same for the rankings in use
    std::vector<double> norms_;     // of each of them
    std::vector<double> observed_;  // |correlation|, up to a factor that all share
    std::vector<double> present_;   // the same in the present order
    std::vector<int> rows_;         // row of each added ranking, or -1
    std::vector<std::uint64_t> asFar_;
    std::vector<std::uint64_t> tableAsFar_;
    std::vector<int> order_;  // of exact shuffles
    std::vector<double> first_;
    std::uint64_t orders_ = 0;
    std::uint64_t done_ = 0;
    std::mt19937 random_;
};

/// An interval of a rank correlation of n tokens.
struct RankInterval {
    double low = 0.0;
    double high = 0.0;
};

/// 95 % interval of Spearman's correlation r of n tokens, tanh(atanh r ± 1.96 sqrt((1 + r²/2) / (n - 3))), as if the
/// tokens were independent. NaN for fewer than four tokens, or where r is NaN. Source: Bonett & Wright 2000.
RankInterval rankInterval(double r, int tokens);

}  // namespace hw
