// SPDX-License-Identifier: MIT
#include "core/statistics/rank_shuffles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/matrix/matrix.h"

namespace hw {
namespace {

constexpr double noCorrelation = std::numeric_limits<double>::quiet_NaN();

/// Twice the distance of each rank from their mean, which are whole numbers.
std::vector<double> wholeRanks(std::span<const double> values, double epsilon) {
    std::vector<double> ranks = ranksOf(values, {TieRanks::average, epsilon});
    const double twiceMean = static_cast<double>(values.size()) + 1;
    for (double& rank : ranks) rank = 2 * rank - twiceMean;
    return ranks;
}

bool isFinite(std::span<const double> values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

double normOf(std::span<const double> values) {
    double squares = 0;
    for (const double value : values) squares += value * value;
    return std::sqrt(squares);
}

}  // namespace

RankShuffles::RankShuffles(std::span<const double> scores, std::uint32_t seed) : random_(seed) {
    if (isFinite(scores)) scores_ = wholeRanks(scores, 0.0);
    if (normOf(scores_) == 0) scores_.clear();
    first_ = scores_;
    order_.resize(scores_.size());
    std::iota(order_.begin(), order_.end(), 0);
    orders_ = randomOrders + 1;
    if (scores_.size() > mostExact) return;
    orders_ = 1;
    for (std::size_t i = 2; i <= scores_.size(); ++i) orders_ *= i;
}

void RankShuffles::add(std::span<const double> ranking, double epsilon) {
    rows_.push_back(-1);
    if (scores_.empty() || ranking.size() != scores_.size() || !isFinite(ranking)) return;
    const std::vector<double> ranks = wholeRanks(ranking, epsilon);
    const double norm = normOf(ranks);
    if (norm == 0) return;
    rows_.back() = static_cast<int>(norms_.size());
    norms_.push_back(norm);
    ranks_.insert(ranks_.end(), ranks.begin(), ranks.end());
}

bool RankShuffles::step(std::int64_t budget) {
    if (norms_.empty()) done_ = orders_;
    const auto each = static_cast<std::int64_t>(ranks_.size()) + 1;
    for (; done_ < orders_ && budget > 0; budget -= each) {
        if (done_ > 0) shuffle();
        count();
        ++done_;
    }
    return done_ == orders_;
}

void RankShuffles::shuffle() {
    if (scores_.size() <= mostExact) {
        std::ranges::next_permutation(order_);
        for (std::size_t i = 0; i < order_.size(); ++i) scores_[i] = first_[order_[i]];
        return;
    }
    // Not std::shuffle, which differs between libraries.
    for (std::size_t i = scores_.size() - 1; i > 0; --i)
        std::swap(scores_[i], scores_[random_() % (i + 1)]);
}

void RankShuffles::count() {
    const auto rankings = static_cast<Eigen::Index>(norms_.size());
    const Eigen::Map<const DoubleMatrix> ranks(ranks_.data(), rankings, std::ssize(scores_));
    const Eigen::Map<const Eigen::VectorXd> scores(scores_.data(), std::ssize(scores_));
    present_.resize(norms_.size());
    // Sums of whole numbers below 2^53, which are exact in any order.
    Eigen::Map<Eigen::VectorXd>(present_.data(), rankings).noalias() = ranks * scores;
    double largest = 0;
    for (std::size_t i = 0; i < norms_.size(); ++i) {
        present_[i] = std::abs(present_[i]) / norms_[i];
        largest = std::max(largest, present_[i]);
    }
    if (done_ == 0) {
        observed_ = present_;
        asFar_.assign(norms_.size(), 0);
        tableAsFar_.assign(norms_.size(), 0);
    }
    for (std::size_t i = 0; i < norms_.size(); ++i) {
        if (present_[i] >= observed_[i]) ++asFar_[i];
        if (largest >= observed_[i]) ++tableAsFar_[i];
    }
}

ShuffleTest RankShuffles::at(std::size_t ranking) const {
    const int row = rows_[ranking];
    if (row < 0 || done_ < orders_) return {noCorrelation, noCorrelation};
    const auto all = static_cast<double>(orders_);
    return {static_cast<double>(asFar_[row]) / all, static_cast<double>(tableAsFar_[row]) / all};
}

RankInterval rankInterval(double r, int tokens) {
    if (std::isnan(r) || tokens < 4) return {noCorrelation, noCorrelation};
    constexpr double quantile = 1.959963984540054;
    const double middle = std::atanh(r);
    const double width = quantile * std::sqrt((1 + r * r / 2) / (tokens - 3));
    // At r = 1 the transformation is infinite, and the interval is the point.
    return {std::tanh(middle - width), std::tanh(middle + width)};
}

}  // namespace hw
