// SPDX-License-Identifier: MIT
// What can be cut one at a time: edges, heads, tokens, patches of a picture; and how much each counts to first order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/run/run.h"

namespace hw::model {

class KnownCuts;

/// A token is cut by hiding it from all others, in all layers and heads; a patch is wiped: its pixels become 0 after normalising.
enum class UnitKind : std::uint8_t { edge, head, token, patch };

/// One of them: an edge (all four), a head (layer, head), a token or the token of a patch (key).
struct Unit {
    UnitKind kind = UnitKind::edge;
    Edge place;
    double predicted = 0;  ///< what cutting it adds to the target, to first order (firstOrder)
    double weight = 0;     ///< the attention that is cut; of patches 1, so that chance takes any
    bool operator==(const Unit& other) const { return kind == other.kind && place == other.place; }
};

/// All units of a kind in a run, with what the gradients predict of each; edges without weight and patches without pixels,
/// wiped or not, are left out. A text has no patches. A trace of one text with its weights. Cost O(L H n^2), of patches O(n E).
std::vector<Unit> unitsOf(const Network& network, const Trace& trace, const Gradients& gradients,
                          UnitKind kind, CutRule rule);

/// Adds the cut of a unit to the edits; a patch is none of these.
void addCut(Edits& edits, const Unit& unit, const Spec& spec, int tokens);

/// What units that are cut make of a run: other changes, or of a picture other patches.
struct Cut {
    TextInput text;
    Edits edits;
};
Cut cutOf(const Network& network, const Trace& base, std::span<const Unit> units, CutRule rule);

/// The target's number with each list of units cut; the same units are cut once, and not at all where they are `known`. `base`: the run without cuts, with its streams. Errors, cost: as editedValues;
/// of patches as textValues.
Result<std::vector<double>> cutValues(const Network& network, const Trace& base,
                                      const std::vector<std::vector<Unit>>& lists, CutRule rule,
                                      const Target& target, const Progress& progress = {},
                                      const Stop& stop = {}, KnownCuts* known = nullptr);

}  // namespace hw::model
