// SPDX-License-Identifier: MIT
// Decides which word of a text may be named as the most important for an answer. Hiding words measures their
// importance. For a decoder two more quantities, which fail on other texts, have to agree with it (docs/why.md has the
// rates).
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace hw::why {

/// Evidence about each group of tokens (a word, or a token).
struct Evidence {
    /// By how much the question falls without it; NaN if it has no test.
    std::vector<double> leftOut;
    std::vector<double> routes;     ///< information flow routes; empty unless the tests vote
    std::vector<double> direct;     ///< direct contributions to the answer; empty if `routes` is
    std::vector<double> attention;  ///< how much attention leads to it, sinks parked
    std::vector<bool> isSink;       ///< all its tokens are sinks
    /// May be named: no special token, not part of a chat template, and not the position of the answer.
    std::vector<bool> takesPart;
};

enum class Test { hidden, routes, direct };
inline constexpr int tests = 3;

struct Naming {
    int named = -1;                            ///< -1 if none may be named
    int then = -1;                             ///< in a vote of two: the choice of the third test
    int votes = 0;                             ///< tests that name it; 0 without a vote
    std::array<int, tests> first{-1, -1, -1};  ///< by Test: the group with the largest value
    std::vector<int> order;  ///< the groups that take part, the likeliest to matter first
};

/// The group with the largest value above `least` among those that `may` take part. Of equal ones it is the first. -1
/// if there is none.
int largest(const std::vector<double>& values, double least, const std::vector<bool>& may);

/// The share of the lead that hiding a word has to remove before it is named without a vote.
inline constexpr double leastOfLead = 0.5;
/// Minimum number of groups among which one is named.
inline constexpr int fewestGroups = 3;

/// With `routes` and `direct`, the result is the group that two of the three tests put first. Sinks take part in the
/// measured one only. Without them it is the group whose hiding removes at least half of `lead`, if there is one. Of
/// groups with equal values it is the first. The order is by the sum of the tests, each divided by its largest value,
/// negative ones as 0; without a vote by the measured one. Nothing is named if hiding removes no more than `noise`, or
/// for fewer than `fewestGroups` groups. O(groups^2).
Naming nameGroup(const Evidence& evidence, std::optional<double> lead, double noise = 0);

/// The groups that a test put first, each once, the likeliest to matter first: three without a majority.
std::vector<int> firstInOrder(const Naming& naming);

/// The group that attention leads to, without sinks, if it gets more than an even share, the question moves by at most
/// `most` without it, and it is not named. -1 if there is none.
int elsewhere(const Evidence& evidence, const Naming& naming, double most);

}  // namespace hw::why
