// SPDX-License-Identifier: MIT
// What can be cut one at a time: edges, heads, tokens, patches of a picture; and how much each counts to first order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/choice_names.h"
#include "model/run/edits.h"

namespace hw::model {

/// Edges and heads are cut. A token is hidden from all others in all layers and heads (Edits::hidden), whatever the rule for edges. A
/// patch is wiped: its pixels become 0 after normalising. For a pair a token is one of the encoder's, hidden from all of the decoder's
/// tokens, too.
enum class UnitKind : std::uint8_t {
    edge,
    head,
    token,
    patch,
    residual,  ///< the stream past a layer's attention: only in minimum cuts, and nobody can ask for it
};

/// Whose attention: the encoder's or the only network's, the decoder's, or from the one to the other.
enum class Stack : std::uint8_t { encoder, decoder, cross };

/// One of them: an edge (all four), a head (layer, head), a token or the token of a patch (key), a residual (layer, key).
struct Unit {
    UnitKind kind = UnitKind::edge;
    Edge place;
    double predicted =
        0;  ///< what cutting it adds to the target through attention, to first order (firstOrder)
    double weight = 0;  ///< the attention that is cut; of patches 1, so that chance takes any
    Stack stack = Stack::encoder;
    bool operator==(const Unit& other) const {
        return kind == other.kind && place == other.place && stack == other.stack;
    }
};

/// The attention of a stack with its gradients: a matrix of queries by keys for each head of each layer.
struct StackView {
    Stack stack = Stack::encoder;
    int layers = 0;
    int heads = 0;
    int queries = 0;
    int keys = 0;
    const std::vector<std::vector<float>>& weights;
    const std::vector<std::vector<float>>& slopes;

    std::size_t row(int head, int query) const {
        return (std::size_t{1} * head * queries + query) * keys;
    }
};

/// All units of a kind but patches in a run, one stack or of a pair all three, with what the gradients predict of each; edges without
/// weight are left out. Cost O(L H n^2).
std::vector<Unit> unitsOf(std::span<const StackView> stacks, UnitKind kind, CutRule rule);

/// The weight of a unit of a run by its attention: units of a run with cuts have that run's. O(1), of a token O(L H n).
double weightIn(std::span<const StackView> stacks, const Unit& unit);

/// Takes tokens out that take no part; empty: all do.
void keepTokens(std::vector<Unit>& units, const std::vector<bool>& takesPart);

}  // namespace hw::model

namespace hw {
template <>
struct Names<model::UnitKind> {
    static constexpr ChoiceName list[] = {{"edge"}, {"head"}, {"token"}, {"patch"}};
};
template <>
struct Names<model::Stack> {
    static constexpr ChoiceName list[] = {{"encoder"}, {"decoder"}, {"cross"}};
};
}  // namespace hw
