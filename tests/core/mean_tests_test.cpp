// SPDX-License-Identifier: MIT
// Intervals and tests of means, compared with scipy, enumeration, binomials and simulations.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/near.h"
#include "core/statistics/mean_tests.h"

namespace hw::test {
namespace {

using Values = std::vector<double>;
/// Every pattern of signs, one after the other.
double pluralText(const Values& differences) {
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
    // Zero differences and missing values do not count.
    CHECK(signFlipTest(Values{0, 3, none}).flips == 2);
    for (const Values& each : {Values{0.1, 0.2, 0.3, -0.4, 1.7}, Values{-1, -2, -3, -4, 5, 6, 0.5},
                               Values{1e-9, 2e-9, -4e-9, 1e-9}}) {
        const SignFlips found = signFlipTest(each);
        CHECK(found.isExact);
        CHECK(found.flips == std::uint64_t{1} << each.size());
        CHECK(near(found.p, pluralText(each)));
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
    // Never 0, because the observed signs are one of the patterns.
    CHECK(signFlipTest(Values(200, 1.0)).p == 1.0 / 100000);
}

TEST_CASE("quantiles of Student's t are those of scipy") {
    // scipy.stats.t.ppf(0.975, freedom)
    CHECK(near(studentT(1), 12.706204736174694, 1e-8));
    CHECK(near(studentT(2), 4.302652729749462, 1e-9));
    CHECK(near(studentT(9), 2.262157162798205, 1e-9));
    CHECK(near(studentT(29), 2.045229642132703, 1e-9));
    CHECK(near(studentT(100000), 1.9599877075346095, 1e-9));
    CHECK(near(studentT(4, 0.5), 0.7406970841126829, 1e-9));
    CHECK(std::isnan(studentT(0)));
}

TEST_CASE("the interval of a mean is Student's, and with clusters that of their sums") {
    // scipy.stats.t.interval(0.95, 4, mean, scipy.stats.sem(values))
    const MeanInterval made = meanInterval(Values{0.2, -0.1, 0.5, none, 0.3, 0.4});
    CHECK(made.count == 5);
    CHECK(near(made.mean, 0.26));
    CHECK(near(made.low, -0.025852519098702342, 1e-9));
    CHECK(near(made.high, 0.5458525190987022, 1e-9));
    const MeanInterval ofSums = meanInterval(5, 0.26, 0.212);
    CHECK((near(ofSums.low, made.low) && near(ofSums.high, made.high)));
    CHECK(meanInterval(Values{}).count == 0);
    CHECK(std::isnan(meanInterval(Values{1}).low));
    // Two identical texts from each of three templates count no more than one of each.
    const Values thrice{0.1, 0.1, 0.4, 0.4, 0.7, 0.7};
    const std::vector<int> clusters{0, 0, 1, 1, 2, 2};
    const MeanInterval clustered = meanInterval(thrice, clusters);
    const MeanInterval once = meanInterval(Values{0.1, 0.4, 0.7});
    CHECK(clustered.count == 6);
    CHECK((near(clustered.low, once.low) && near(clustered.high, once.high)));
    CHECK(meanInterval(thrice).high < clustered.high);
    CHECK(signFlipTest(clusterSums(thrice, clusters)).p == 2.0 / 8);
    CHECK(signFlipTest(thrice).p == 2.0 / 64);
    CHECK(std::isnan(meanInterval(thrice, std::vector<int>(6, 0)).low));
}

TEST_CASE("examples without a cluster are clusters of their own") {
    Clusters clusters;
    for (const char* name : {"", "a", "", "b"}) clusters.add(name);
    CHECK(clusters.numbers().empty());
    CHECK(clusters.count() == 4);
    clusters.add("a");
    CHECK(std::ranges::equal(clusters.numbers(), std::vector{0, 1, 2, 3, 1}));
    CHECK(clusters.count() == 4);
    CHECK(clusterSums(Values{1, 2, 4, none, 8}, clusters.numbers()) == Values{1, 10, 4});
}

/// A percentile bootstrap, for comparison.
MeanInterval bootstrapped(const Values& values, std::mt19937& random) {
    Values means;
    for (int resample = 0; resample < 400; ++resample) {
        double sum = 0;
        for (std::size_t i = 0; i < values.size(); ++i) sum += values[random() % values.size()];
        means.push_back(sum / static_cast<double>(values.size()));
    }
    std::ranges::sort(means);
    return {static_cast<int>(values.size()), 0, means[10], means[389]};
}

/// The share of intervals that contain the true mean, for this number of texts.
template <class Draw>
double coverageOf(int texts, double mean, int samples, const Draw& draw, bool bootstraps = false) {
    std::mt19937 random(20);
    int covered = 0;
    for (int sample = 0; sample < samples; ++sample) {
        Values values;
        for (int i = 0; i < texts; ++i) values.push_back(draw(random));
        const MeanInterval made = bootstraps ? bootstrapped(values, random) : meanInterval(values);
        if (made.low <= mean && mean <= made.high) ++covered;
    }
    return static_cast<double>(covered) / samples;
}

TEST_CASE("coverage of the 95 % intervals for 3, 10 and 30 texts is what docs/batch.md lists") {
    const auto uniform = [](std::mt19937& random) { return (random() + 0.5) / 4294967296.0; };
    const auto normal = [&](std::mt19937& random) {
        const double radius = std::sqrt(-2 * std::log(uniform(random)));
        return radius * std::cos(2 * 3.141592653589793 * uniform(random));
    };
    const auto skewed = [&](std::mt19937& random) { return -std::log(uniform(random)); };
    const auto rare = [&](std::mt19937& random) {
        const double noise = 0.05 * normal(random);
        return uniform(random) < 0.2 ? skewed(random) + noise : noise;
    };
    const int texts[] = {3, 10, 30};
    const double ofNormal[] = {0.95, 0.95, 0.95};
    const double ofUniform[] = {0.92, 0.94, 0.95};
    const double ofSkewed[] = {0.89, 0.90, 0.93};
    const double ofRare[] = {0.49, 0.71, 0.86};
    for (int i = 0; i < 3; ++i) {
        INFO(texts[i]);
        constexpr int samples = 20000;
        CHECK(near(coverageOf(texts[i], 0, samples, normal), ofNormal[i], 0.01));
        CHECK(near(coverageOf(texts[i], 0.5, samples, uniform), ofUniform[i], 0.01));
        CHECK(near(coverageOf(texts[i], 1, samples, skewed), ofSkewed[i], 0.01));
        CHECK(near(coverageOf(texts[i], 0.2, samples, rare), ofRare[i], 0.015));
    }
    // Percentiles of the bootstrap contain the mean of three normal texts three times in four.
    CHECK(near(coverageOf(3, 0, 2000, normal, true), 0.75, 0.03));
    CHECK(near(coverageOf(10, 0, 2000, normal, true), 0.90, 0.03));
}

TEST_CASE("Holm's adjustment keeps the order and never exceeds 1") {
    const Values adjusted = holmAdjusted(Values{0.01, 0.04, 0.03});
    CHECK((near(adjusted[0], 0.03) && near(adjusted[1], 0.06) && near(adjusted[2], 0.06)));
    CHECK(holmAdjusted(Values{0.9, 0.8}) == Values{1, 1});
    CHECK(holmAdjusted(Values{}).empty());
    const Values some = holmAdjusted(Values{0.01, none, 0.04});
    CHECK((near(some[0], 0.02) && std::isnan(some[1]) && near(some[2], 0.04)));
}

}  // namespace
}  // namespace hw::test
