// SPDX-License-Identifier: MIT
// What can be cut one at a time: edges, heads, tokens, patches of a picture; and how much each counts to first order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/ask/subject.h"

namespace hw::model {

class KnownCuts;

/// Edges and heads are cut. A token is hidden from all others in all layers and heads (Edits::hidden), whatever the rule for edges. A
/// patch is wiped: its pixels become 0 after normalising. For a pair a token is one of the encoder's, hidden from all of the decoder's
/// tokens, too.
enum class UnitKind : std::uint8_t { edge, head, token, patch };

/// Whose attention: the encoder's or the only network's, the decoder's, or from the one to the other.
enum class Stack : std::uint8_t { encoder, decoder, cross };

/// One of them: an edge (all four), a head (layer, head), a token or the token of a patch (key).
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
    const Spec& spec;
    const std::vector<std::vector<float>>& weights;
    const std::vector<std::vector<float>>& slopes;
    int queries = 0;
    int keys = 0;

    std::size_t row(int head, int query) const {
        return (std::size_t{1} * head * queries + query) * keys;
    }
};
/// One, or of a pair all three.
std::vector<StackView> stacksOf(const Subject& subject, const Slopes& slopes);

/// All units of a kind in a run, with what the gradients predict of each; edges without weight and patches without pixels,
/// wiped or not, are left out. A text has no patches. Cost O(L H n^2), of patches O(n E).
std::vector<Unit> unitsOf(const Subject& subject, const Slopes& slopes, UnitKind kind,
                          CutRule rule);

/// Takes tokens out that take no part; empty: all do.
void keepTokens(std::vector<Unit>& units, const std::vector<bool>& takesPart);

/// Adds the cut of a unit of one network to the edits; a patch is none of these.
void addCut(Edits& edits, const Unit& unit);

/// What units that are cut make of a run: other changes, or of a picture other patches.
struct Cut {
    TextInput text;
    PairEdits edits;
};
Cut cutOf(const Subject& subject, std::span<const Unit> units, CutRule rule);

/// The target's number with each list of units cut; the same units are cut once, and not at all where they are `known`. Errors, cost: as
/// editedValues; of patches as textValues.
Result<std::vector<double>> cutValues(const Subject& subject,
                                      const std::vector<std::vector<Unit>>& lists, CutRule rule,
                                      const Target& target, const Progress& progress = {},
                                      const Stop& stop = {}, KnownCuts* known = nullptr);

}  // namespace hw::model

namespace hw {
template <>
struct Names<model::Stack> {
    static constexpr ChoiceName list[] = {{"encoder"}, {"decoder"}, {"cross"}};
};
}  // namespace hw
