// SPDX-License-Identifier: MIT
// The circuit of a list of pairs as JSON, in MIB's form with the results of the test beside it.
//
//   {"cfg": {"n_layers", "n_heads", "parallel_attn_mlp"},
//    "nodes": {name: bool}, "edges": {name: {"score", "in_graph"}},
//    "metric", "scores", "pairs", "test": {...}, "held_out": {...} or null, "minimum_cut": {...}}
//
// A test has "shares", "sizes", "kept_after_pruning", "m_empty", "m_full", "faithfulness", "intervals" (95 %, over the
// pairs), "cpr", "cmd", "complement" and "random" ("seed", "faithfulness" [sizes][sets]). If m_full and m_empty are too
// close for shares, faithfulness, intervals, cpr and cmd are null. "held_out" tests on pairs 1, 3, 5 ... what pairs 0,
// 2, 4 ... chose.
#pragma once

#include <string>

#include "model/circuit/list/minimum_cut.h"
#include "model/circuit/list/pair_list.h"

namespace hw::circuit {

struct CircuitRequest {
    ScoreOptions scores;
    Selection selection;
    Replacement replacement = Replacement::resample;
    /// The share of the edges that are in the circuit; 0 for the smallest tested share that keeps nine tenths.
    double share = 0;
    int edges = 0;  ///< their number, if it is not 0
    int randomSets = 20;
    std::uint64_t seed = 0;
};

struct CircuitAnswer {
    std::vector<double> scores;
    CircuitTest test;
    std::optional<CircuitTest> heldOut;  ///< with at least four pairs
    std::vector<int> circuit;            ///< pruned
    MinimumCut cut;                      ///< inside the circuit
};

/// Scores, the test and the cut. Errors: those of PairList. Cost: scores, and for each pair a run for each tested
/// circuit.
Result<CircuitAnswer> findCircuit(const PairList& list, const CircuitRequest& request,
                                  const Watch& watch = {});
/// Forward passes of one text, about.
double passesFor(const Graph& graph, const CircuitRequest& request, int pairs);

std::string circuitJson(const PairList& list, const CircuitRequest& request,
                        const CircuitAnswer& answer);

}  // namespace hw::circuit
