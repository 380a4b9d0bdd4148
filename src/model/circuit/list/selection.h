// SPDX-License-Identifier: MIT
// Sets of edges chosen by their scores. Equal scores are taken in the order of the edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/choice_names.h"
#include "model/circuit/graph.h"

namespace hw::circuit {

enum class Choose : std::uint8_t {
    top,     ///< the largest
    greedy,  ///< from the logits down, always the largest edge into a node of the circuit
};

struct Selection {
    Choose choose = Choose::top;
    bool isSigned =
        false;  ///< by the score, so that only helpful edges come first; else by its size
};

/// At most `count` edges, in the order in which they are chosen. Cost: O(E log E).
std::vector<int> chosen(const Graph& graph, std::span<const double> scores, int count,
                        const Selection& selection = {});
/// The edges on some path from the input to the logits inside the set, in order. With `resample` the others change no
/// number. Cost: O(E), a few times.
std::vector<int> pruned(const Graph& graph, std::span<const int> edges);
/// For each edge whether it is in the set.
std::vector<bool> maskOf(const Graph& graph, std::span<const int> edges);

/// MIB's shares of the edges at which a circuit is tested.
constexpr std::array<double, 10> testedShares{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1};
/// floor(share * E) for each.
std::vector<int> testedSizes(const Graph& graph);

/// The area below the faithfulness at the tested shares, by the trapezoid rule over the shares as they are (MIB's CPR),
/// and that of |1 - faithfulness| (CMD).
struct Areas {
    double cpr = 0;
    double cmd = 0;
};
Areas areasOf(std::span<const double> faithfulness);

}  // namespace hw::circuit

namespace hw {
template <>
struct Names<circuit::Choose> {
    static constexpr ChoiceName list[] = {{"top"}, {"greedy"}};
};
}  // namespace hw
