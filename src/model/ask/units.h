// SPDX-License-Identifier: MIT
// What can be cut one at a time: edges, heads, tokens; and how much each counts to first order.
#pragma once

#include <cstdint>
#include <vector>

#include "model/run/run.h"

namespace hw::model {

/// A token is cut by hiding it from all others, in all layers and heads.
enum class UnitKind : std::uint8_t { edge, head, token };

/// One of them: an edge (all four), a head (layer, head), a token (key).
struct Unit {
    UnitKind kind = UnitKind::edge;
    Edge place;
    double predicted = 0;  ///< what cutting it adds to the target, to first order (firstOrder)
    double weight = 0;     ///< the attention that is cut
    bool operator==(const Unit& other) const { return kind == other.kind && place == other.place; }
};

/// All units of a kind in a run, with what the gradients predict of each; edges without weight are left out. A trace of one
/// text with its weights. Cost O(L H n^2).
std::vector<Unit> unitsOf(const Network& network, const Trace& trace, const Gradients& gradients,
                          UnitKind kind, CutRule rule);

/// Adds the cut of a unit to the edits.
void addCut(Edits& edits, const Unit& unit, const Spec& spec, int tokens);

}  // namespace hw::model
