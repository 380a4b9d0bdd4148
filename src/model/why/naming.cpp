// SPDX-License-Identifier: MIT
#include "model/why/naming.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hw::why {
namespace {

constexpr int majority = 2;
constexpr double lowest = -std::numeric_limits<double>::infinity();

/// Adds the test to the sums: its values divided by the largest, negative ones as 0.
void addShares(const std::vector<double>& values, int first, std::vector<double>& sums) {
    if (first < 0 || values[first] <= 0) return;
    for (std::size_t group = 0; group < sums.size(); ++group)
        if (values[group] > 0) sums[group] += values[group] / values[first];
}

/// The groups that take part, without sinks.
std::vector<bool> noSinks(const Evidence& evidence) {
    std::vector<bool> may = evidence.takesPart;
    for (std::size_t group = 0; group < may.size(); ++group)
        if (evidence.isSink[group]) may[group] = false;
    return may;
}

}  // namespace

int largest(const std::vector<double>& values, double least, const std::vector<bool>& may) {
    int best = -1;
    for (int group = 0; group < static_cast<int>(values.size()); ++group)
        if (may[group] && values[group] > least &&  // false for NaN
            (best < 0 || values[group] > values[best]))
            best = group;
    return best;
}

Naming nameGroup(const Evidence& evidence, std::optional<double> lead, double noise) {
    const std::vector<bool> others = noSinks(evidence);
    Naming made;
    made.first[0] = largest(evidence.leftOut, noise, evidence.takesPart);
    made.first[1] = largest(evidence.routes, lowest, others);
    made.first[2] = largest(evidence.direct, lowest, others);
    std::vector<double> sums(evidence.takesPart.size(), 0.0);
    addShares(evidence.leftOut, made.first[0], sums);
    for (int group = 0; group < static_cast<int>(sums.size()); ++group)
        if (evidence.takesPart[group]) made.order.push_back(group);
    const bool isChoice = std::ssize(made.order) >= fewestGroups;
    const bool isVote = made.first[1] >= 0 && made.first[2] >= 0 && made.first[0] >= 0 && isChoice;
    if (isVote) {
        // Sinks have no share of these two.
        std::vector<double> forward(sums.size(), 0.0);
        addShares(evidence.routes, made.first[1], forward);
        addShares(evidence.direct, made.first[2], forward);
        for (std::size_t group = 0; group < sums.size(); ++group)
            if (!evidence.isSink[group]) sums[group] += forward[group];
    }
    std::ranges::stable_sort(made.order, [&](int a, int b) { return sums[a] > sums[b]; });
    if (!isVote) {
        const int first = made.first[0];
        if (isChoice && lead && *lead > noise && first >= 0 &&
            evidence.leftOut[first] >= leastOfLead * *lead)
            made.named = first;
        return made;
    }
    for (const int group : made.first) {
        const auto votes = static_cast<int>(std::ranges::count(made.first, group));
        if (votes > made.votes) made.votes = votes;
        if (votes >= majority) made.named = group;
    }
    if (made.votes == majority)
        made.then = *std::ranges::find_if(made.first, [&](int one) { return one != made.named; });
    return made;
}

std::vector<int> firstInOrder(const Naming& naming) {
    std::vector<int> groups;
    for (const int group : naming.order)
        if (std::ranges::find(naming.first, group) != naming.first.end()) groups.push_back(group);
    return groups;
}

int elsewhere(const Evidence& evidence, const Naming& naming, double most) {
    const double even = 1.0 / static_cast<double>(evidence.takesPart.size());
    const int to = largest(evidence.attention, even, noSinks(evidence));
    if (to < 0 || to == naming.named || to == naming.then) return -1;
    return std::abs(evidence.leftOut[to]) <= most ? to : -1;  // false for NaN
}

}  // namespace hw::why
