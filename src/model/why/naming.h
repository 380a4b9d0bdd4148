// SPDX-License-Identifier: MIT
// Which word of a text may be named as the one that matters most for an answer, and which not: hiding words measures it, and of a
// decoder two more quantities, which fail on other texts, have to agree with that (docs/why.md has the rates).
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace hw::why {

/// What is known of each group of tokens: a word, or a token.
struct Evidence {
    std::vector<double>
        leftOut;                 ///< by how much the question falls without it; NaN: it has no test
    std::vector<double> routes;  ///< information flow routes; empty unless the tests vote
    std::vector<double> direct;  ///< direct contributions to the answer; empty as those
    std::vector<double> attention;  ///< what attention leads to, sinks parked
    std::vector<bool> isSink;       ///< all of its tokens are
    std::vector<bool>
        takesPart;  ///< may be named: not a special token, nor of a chat template, nor where the answer is read
};

enum class Test { hidden, routes, direct };
inline constexpr int tests = 3;

struct Naming {
    int named = -1;                            ///< -1: none may be
    int then = -1;                             ///< of a vote of two: what the third test names
    int votes = 0;                             ///< tests that name it; 0: there was no vote
    std::array<int, tests> first{-1, -1, -1};  ///< by Test: the group with the largest value
    std::vector<int> order;  ///< those that take part, the likeliest to matter first
};

/// The group with the largest value above `least` among those that `may` take part; the earlier of equal ones; -1: none.
int largest(const std::vector<double>& values, double least, const std::vector<bool>& may);

/// The share of the lead that hiding a word has to take before it is named without a vote.
inline constexpr double leastOfLead = 0.5;
/// Groups to choose from, at least, before one is named.
inline constexpr int fewestGroups = 3;

/// With `routes` and `direct`: the group that two of the three tests put first; sinks take part in the measured one only. Without: the group whose hiding takes at least half of `lead`, if there is one. Equal values: the earlier
/// group. The order is by the sum of the tests, each divided by its largest value, negative ones as 0; without a vote by the measured one. O(groups^2).
/// Hiding that takes no more than `noise` names nothing, and neither do fewer than `fewestGroups` groups.
Naming nameGroup(const Evidence& evidence, std::optional<double> lead, double noise = 0);

/// The group that attention leads to, sinks left out, if it gets more than an even share, the question moves by at most `most` without it, and
/// it is none of the named ones; -1: there is none.
int elsewhere(const Evidence& evidence, const Naming& naming, double most);

}  // namespace hw::why
