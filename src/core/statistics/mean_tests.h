// SPDX-License-Identifier: MIT
// How sure a mean over examples is, and whether two methods differ. Examples of one cluster, such as texts made from one template, count as
// one observation.
// Sources: Student 1908; Liang & Zeger 1986 (sums of clusters in the standard error); Fisher 1935, section 21 (sign flips of paired
// differences); Phipson & Smyth 2010 (random flips count the observed one); Holm 1979; Wilson 1927 (shares).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// A mean over examples with its interval. All are NaN without examples, and the bounds also with a single cluster.
struct MeanInterval {
    int count = 0;  ///< examples
    double mean = 0.0;
    double low = 0.0;
    double high = 0.0;
};

/// The share of intervals that contain the true mean, if means are normal. docs/batch.md lists the shares of other distributions.
inline constexpr double intervalLevel = 0.95;

/// The quantile of Student's t at (1 + level) / 2. NaN below 1 degree of freedom. To 1e-10.
double studentT(int freedom, double level = intervalLevel);

/// The mean of one number per example (NaN if it has none) and its Student's interval. `clusters` lists the cluster of
/// each example. If empty, each example is its own cluster. With G clusters the standard error is that of their sums of
/// distances from the mean, and t has G - 1 degrees of freedom.
MeanInterval meanInterval(std::span<const double> values, std::span<const int> clusters = {});

/// The same for independent examples whose mean and squared distances from it are known.
MeanInterval meanInterval(int count, double mean, double squares);

/// The share of examples that have a property, with Wilson's interval (1927), all NaN without examples.
MeanInterval shareInterval(int having, int count);

/// The sum of each cluster's numbers, in the order of their first examples. Without clusters these are the numbers.
/// Ignores NaN.
std::vector<double> clusterSums(std::span<const double> values, std::span<const int> clusters);

/// The clusters of examples, by their names.
class Clusters {
public:
    /// Adds the next example. An empty name is a separate cluster.
    void add(std::string_view name);
    /// The cluster of each example, or empty if no two share one.
    std::span<const int> numbers() const {
        return isShared_ ? std::span(numbers_) : std::span<const int>();
    }
    int count() const { return next_; }

private:
    std::map<std::string, int, std::less<>> known_;
    std::vector<int> numbers_;
    int next_ = 0;
    bool isShared_ = false;
};

/// Result of a test of sign flips.
struct SignFlips {
    double p = 1.0;
    bool isExact = true;      ///< all 2^n were counted, otherwise random ones
    std::uint64_t flips = 1;  ///< number of flips, including the observed one
};

/// Two-sided, as the share of sign flips of the differences whose sum is as far from 0 as theirs. Uses all flips for up
/// to 20 differences other than 0 (zeros have no effect), else `randomFlips` and the observed one. The order of the
/// differences has no effect. Clusters flip as a whole, so pass clusterSums(). Cost O(2^n), or O(n) per flip.
SignFlips signFlipTest(std::span<const double> differences, std::uint32_t seed = 1,
                       std::uint64_t randomFlips = 99999);

/// Holm's adjustment for several tests, which gives the smallest level at which each would be rejected. NaN stays, and
/// does not count as a test.
std::vector<double> holmAdjusted(std::span<const double> p);

}  // namespace hw
