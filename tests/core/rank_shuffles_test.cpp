// SPDX-License-Identifier: MIT
// The permutation test of rank correlations, compared with enumerating every order by hand and with published values.
#include "core/statistics/rank_shuffles.h"
#include "core/near.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace hw::test {
namespace {

using Values = std::vector<double>;
RankShuffles tested(const Values& scores, const std::vector<Values>& rankings) {
    RankShuffles shuffles(scores);
    for (const Values& ranking : rankings) shuffles.add(ranking);
    while (!shuffles.step(1000)) {}
    return shuffles;
}

struct Counted {
    Values p;
    Values ofTable;
};

/// Every order of the scores' values, each with the plain correlation.
Counted pluralText(const Values& scores, const std::vector<Values>& rankings) {
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Counted found{Values(rankings.size()), Values(rankings.size())};
    double all = 0;
    do {
        Values dealt;
        for (const std::size_t i : order) dealt.push_back(scores[i]);
        double largest = 0;
        for (const Values& ranking : rankings)
            largest = std::max(largest, std::abs(spearman(ranking, dealt)));
        for (std::size_t i = 0; i < rankings.size(); ++i) {
            const double observed = std::abs(spearman(rankings[i], scores)) - 1e-9;
            if (std::abs(spearman(rankings[i], dealt)) >= observed) ++found.p[i];
            if (largest >= observed) ++found.ofTable[i];
        }
        ++all;
    } while (std::ranges::next_permutation(order).found);
    for (double& p : found.p) p /= all;
    for (double& p : found.ofTable) p /= all;
    return found;
}

TEST_CASE("p is a share of all orders, of a ranking and of a table") {
    const Values scores{0.1, 0.9, 0.4, 0.4, 0.2, 0.7};
    const std::vector<Values> rankings{
        {1, 6, 3, 4, 2, 5}, {3, 1, 2, 2, 6, 5}, {0, 0, 1, 1, 0, 0}, {6, 1, 4, 3, 5, 2}};
    const RankShuffles found = tested(scores, rankings);
    const Counted known = pluralText(scores, rankings);
    CHECK(found.orders() == 720);
    for (std::size_t i = 0; i < rankings.size(); ++i) {
        CAPTURE(i);
        CHECK(std::abs(found.at(i).p - known.p[i]) < 1e-12);
        CHECK(std::abs(found.at(i).ofTable - known.ofTable[i]) < 1e-12);
        CHECK(found.at(i).ofTable >= found.at(i).p);
    }
}

TEST_CASE("five tokens in the same order have p 2/120, the smallest that there is") {
    const RankShuffles found = tested({1, 2, 3, 4, 5}, {{1, 2, 3, 4, 5}, {2, 1, 3, 4, 5}});
    CHECK(found.at(0).p == 2.0 / 120);
    // For rho = .9, tables of Spearman's test have .0833, two-sided.
    CHECK(std::abs(found.at(1).p - 10.0 / 120) < 1e-12);
}

TEST_CASE("random orders come near all of them, and the same come each time") {
    const Values scores{3, 1, 4, 1, 5, 9, 2, 6, 8};
    const std::vector<Values> rankings{{2, 1, 5, 3, 4, 9, 1, 7, 6}, {9, 8, 1, 3, 5, 4, 7, 2, 6}};
    const RankShuffles found = tested(scores, rankings);
    CHECK(found.orders() == RankShuffles::randomOrders + 1);
    const Counted known = pluralText(scores, rankings);
    for (std::size_t i = 0; i < rankings.size(); ++i) {
        // Four standard errors.
        const double p = known.p[i];
        CHECK(std::abs(found.at(i).p - p) < 4 * std::sqrt(p * (1 - p) / 10000) + 1e-4);
        CHECK(found.at(i).p == tested(scores, rankings).at(i).p);
        CHECK(found.at(i).p >= 1.0 / 10000);
    }
}

TEST_CASE("what has no correlation takes no part") {
    const RankShuffles found =
        tested({1, 2, 3, 4}, {{5, 5, 5, 5}, {1, none, 2, 3}, {1, 2}, {4, 3, 2, 1}});
    for (const std::size_t i : {0, 1, 2}) {
        CHECK(std::isnan(found.at(i).p));
        CHECK(std::isnan(found.at(i).ofTable));
    }
    CHECK(found.at(3).p == 2.0 / 24);
    CHECK(found.at(3).ofTable == found.at(3).p);
    CHECK(std::isnan(tested({1, 1, 1}, {{1, 2, 3}}).at(0).p));
    CHECK(std::isnan(tested({}, {{}}).at(0).p));
}

TEST_CASE("noise is seldom told from chance, though the best of many is always there") {
    std::mt19937 random(7);
    const auto noise = [&](std::size_t count) {
        Values values(count);
        for (double& value : values) value = static_cast<double>(random());
        return values;
    };
    int single = 0;
    int table = 0;
    for (int trial = 0; trial < 60; ++trial) {
        std::vector<Values> rankings;
        for (int i = 0; i < 40; ++i) rankings.push_back(noise(6));
        const RankShuffles found = tested(noise(6), rankings);
        double least = 1;
        double leastOfTable = 1;
        for (std::size_t i = 0; i < rankings.size(); ++i) {
            least = std::min(least, found.at(i).p);
            leastOfTable = std::min(leastOfTable, found.at(i).ofTable);
        }
        single += least < 0.05 ? 1 : 0;
        table += leastOfTable < 0.05 ? 1 : 0;
    }
    CHECK(single > 30);
    CHECK(table <= 8);
}

TEST_CASE("the interval of a correlation is Bonett and Wright's") {
    // atanh(.5) = .549306 and 1.959964 * sqrt(1.125 / 17) = .504197, so tanh of .045109 and 1.053503.
    const RankInterval interval = rankInterval(0.5, 20);
    CHECK(std::abs(interval.low - 0.045079) < 1e-5);
    CHECK(std::abs(interval.high - 0.783164) < 1e-5);
    CHECK(rankInterval(1, 10).low == 1);
    CHECK(rankInterval(-1, 10).high == -1);
    CHECK(std::isnan(rankInterval(0.5, 3).low));
    CHECK(std::isnan(rankInterval(none, 30).high));
}

}  // namespace
}  // namespace hw::test
