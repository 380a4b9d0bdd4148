// SPDX-License-Identifier: MIT
// Units that can be cut one at a time (edges, heads, tokens, patches of a picture), and their first-order effects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/choice_names.h"
#include "model/run/edits.h"

namespace hw::model {

/// Edges and heads are cut. A token is hidden from all others in all layers and heads (Edits::hidden), for any edge
/// rule. A patch is wiped, so its pixels become 0 after normalising. For a pair a token is one of the encoder's, hidden
/// from all of the decoder's tokens, too.
enum class UnitKind : std::uint8_t {
    edge,
    head,
    token,
    patch,
    /// The stream around a layer's attention, only in minimum cuts; not available in questions.
    residual,
};

/// The attention of the encoder or only network, of the decoder, or from the decoder to the encoder.
enum class Stack : std::uint8_t { encoder, decoder, cross };

/// One unit: an edge (all four), a head (layer, head), a token or the token of a patch (key), a residual (layer, key).
struct Unit {
    UnitKind kind = UnitKind::edge;
    Edge place;
    /// The first-order effect of cutting it, through attention (firstOrder).
    double predicted = 0;
    double weight = 0;  ///< the attention that is cut; 1 for patches, so that random draws take any
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
    const std::vector<std::vector<float>>& runGradients;

    std::size_t row(int head, int query) const {
        return (std::size_t{1} * head * queries + query) * keys;
    }
};

/// All units of a kind in a run except patches, from one stack or for a pair all three, with their predictions from
/// gradients. Edges without weight are skipped. Cost: O(L H n^2).
std::vector<Unit> unitsOf(std::span<const StackView> stacks, UnitKind kind, CutRule rule);

/// The weight of a unit in a run's attention. Units of a run with cuts have that run's weight. O(1), for a token O(L H
/// n).
double weightIn(std::span<const StackView> stacks, const Unit& unit);

/// Drops the tokens that are not included. Empty includes all.
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
