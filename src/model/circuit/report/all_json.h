// SPDX-License-Identifier: MIT
// Everything about a list of pairs as one JSON object: metrics, scores, exact patches, head scores, direct
// contributions, attributions to inputs and steering of its first pair; mean scores, circuits with their tests,
// minimality and minimum cuts of the list. The parts and their definitions are in docs/circuits.md.
#pragma once

#include <string>
#include <vector>

#include "model/circuit/list/pair_list.h"
#include "model/circuit/report/read_pairs.h"

namespace hw::circuit {

/// The most edges of a graph of which each is patched on its own, and each node's activations integrated.
constexpr int mostSingleEdges = 5000;

/// Errors: those of PairList. Cost: for the first pair two runs for each edge and some for each node, up to
/// mostSingleEdges; for each pair about 250 runs.
Result<std::string> allJson(const model::Session& session, const Components& parts,
                            const std::vector<NamedPair>& pairs, const Watch& watch = {});

}  // namespace hw::circuit
