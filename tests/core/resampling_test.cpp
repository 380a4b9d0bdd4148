// SPDX-License-Identifier: MIT
// Intervals and tests without a distribution, against counting by hand and against binomials.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "core/near.h"
#include "core/statistics/resampling.h"

namespace hw::test {
namespace {

using Values = std::vector<double>;
/// Every pattern of signs, one after the other.
double counted(const Values& differences) {
    double observed = 0;
    for (const double each : differences) observed += each;
    int asFar = 0;
    const int patterns = 1 << differences.size();
    for (int pattern = 0; pattern < patterns; ++pattern) {
        double sum = 0;
        for (std::size_t i = 0; i < differences.size(); ++i)
            sum += (pattern >> i & 1) != 0 ? -differences[i] : differences[i];
        if (std::abs(sum) >= std::abs(observed) - 1e-9) ++asFar;
    }
    return static_cast<double>(asFar) / patterns;
}

TEST_CASE("the p of sign flips is a share of all of them") {
    CHECK(signFlipTest(Values{1, 2, 3}).p == 2.0 / 8);
    CHECK(signFlipTest(Values{1, 1, 1, -1}).p == 10.0 / 16);
    CHECK(signFlipTest(Values{}).p == 1);
    // What does not differ says nothing, and what is missing neither.
    CHECK(signFlipTest(Values{0, 3, none}).flips == 2);
    for (const Values& each : {Values{0.1, 0.2, 0.3, -0.4, 1.7}, Values{-1, -2, -3, -4, 5, 6, 0.5},
                               Values{1e-9, 2e-9, -4e-9, 1e-9}}) {
        const SignFlips found = signFlipTest(each);
        CHECK(found.isExact);
        CHECK(found.flips == std::uint64_t{1} << each.size());
        CHECK(near(found.p, counted(each)));
    }
}

TEST_CASE("of many differences random flips come near the binomial") {
    Values differences(30, 1.0);
    for (std::size_t i = 0; i < 10; ++i) differences[i] = -1;
    double share = 0;
    for (int plus = 20; plus <= 30; ++plus)
        share += std::exp(std::lgamma(31) - std::lgamma(plus + 1) - std::lgamma(31 - plus) -
                          30 * std::log(2));
    const SignFlips found = signFlipTest(differences, 7);
    CHECK_FALSE(found.isExact);
    CHECK(found.flips == 100000);
    CHECK(near(found.p, 2 * share, 0.004));
    CHECK(found.p == signFlipTest(differences, 7).p);
    // Never 0: the observed signs are one of the patterns.
    CHECK(signFlipTest(Values(200, 1.0)).p == 1.0 / 100000);
}

TEST_CASE("bootstrap intervals are those of the mean over resampled examples") {
    Values coins(100, 0.0);
    for (std::size_t i = 0; i < 50; ++i) coins[i] = 1;
    Values doubled = coins;
    for (double& value : doubled) value *= 2;
    Values some(100, none);
    some[3] = 4;
    some[50] = 4;
    const std::vector<Values> columns{coins, doubled, some, Values(100, none)};
    const auto made = bootstrapMeans(columns, {.resamples = 4000, .seed = 3});
    CHECK(made[0].mean == 0.5);
    // The standard error of a coin's mean is 1/20.
    CHECK(near(made[0].low, 0.5 - 1.96 / 20, 0.015));
    CHECK(near(made[0].high, 0.5 + 1.96 / 20, 0.015));
    // All columns are resampled together.
    CHECK(near(made[1].low, 2 * made[0].low));
    CHECK(near(made[1].high, 2 * made[0].high));
    CHECK(made[2].count == 2);
    CHECK((made[2].low == 4 && made[2].mean == 4 && made[2].high == 4));
    CHECK((made[3].count == 0 && std::isnan(made[3].mean) && std::isnan(made[3].low)));
    const auto again = bootstrapMeans(columns, {.resamples = 4000, .seed = 3});
    CHECK((again[0].low == made[0].low && again[0].high == made[0].high));
    const auto narrow = bootstrapMeans(columns, {.level = 0.5, .resamples = 4000, .seed = 3});
    CHECK(narrow[0].high - narrow[0].low < made[0].high - made[0].low);
    CHECK(bootstrapMeans({}).empty());
}

TEST_CASE("Holm's adjustment keeps the order and never exceeds 1") {
    const Values adjusted = holmAdjusted(Values{0.01, 0.04, 0.03});
    CHECK((near(adjusted[0], 0.03) && near(adjusted[1], 0.06) && near(adjusted[2], 0.06)));
    CHECK(holmAdjusted(Values{0.9, 0.8}) == Values{1, 1});
    CHECK(holmAdjusted(Values{}).empty());
}

}  // namespace
}  // namespace hw::test
