// SPDX-License-Identifier: MIT
// What chance alone gives: rank correlations of rankings with scores whose values were dealt out anew.
// Sources: Pitman 1937 (permutation test of a correlation); Westfall & Young 1993, section 2.3 (the largest of a whole
// table, single step); Phipson & Smyth 2010 (random shuffles count the observed order); Bonett & Wright 2000 (interval).
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "core/statistics/spearman.h"

namespace hw {

/// What a permutation test found of one ranking; both NaN where there is no correlation.
struct ShuffleTest {
    double p = 0.0;  ///< share of the orders whose correlation is as far from 0: two-sided
    /// Share of the orders in which any ranking of the table has one as far from 0: of the best of many rankings p says
    /// too little, since one of them is always best.
    double ofTable = 0.0;
};

/// Tests many rankings of the same tokens against one list of scores with the same shuffles: all n! orders up to seven
/// tokens, else 9,999 random ones and the observed. Ranks are whole numbers here (twice their distance from the mean), so
/// that equal sums are equal and every machine finds the same.
class RankShuffles {
public:
    static constexpr int randomOrders = 9999;
    static constexpr std::size_t mostExact = 7;

    explicit RankShuffles(std::span<const double> scores, std::uint32_t seed = 1);
    /// A ranking, one value a token, before the first step; equal values share the mean of their ranks. One that is
    /// constant, holds a NaN or is of another length takes no part.
    void add(std::span<const double> ranking, double epsilon = 0.0);
    /// Shuffles for about `budget` products. True when done. All in all orders * rankings * n.
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
    std::vector<double> ranks_;     // [ranking][token], the same of the rankings that take part
    std::vector<double> norms_;     // of each of them
    std::vector<double> observed_;  // |correlation|, but for a factor that all share
    std::vector<double> present_;   // the same in the present order
    std::vector<int> rows_;         // of each added ranking its row, or -1
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

/// 95 % interval of Spearman's correlation r of n tokens: tanh(atanh r ± 1.96 sqrt((1 + r²/2) / (n - 3))), as if the
/// tokens were independent. NaN for fewer than four tokens, or where r is. Source: Bonett & Wright 2000.
RankInterval rankInterval(double r, int tokens);

}  // namespace hw
