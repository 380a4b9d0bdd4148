// SPDX-License-Identifier: MIT
// Scores of edges and tokens by attention flow, for the ranking of an experiment.
#pragma once

#include <span>
#include <vector>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "model/ask/units.h"
#include "model/network/stop.h"

namespace hw::model {

/// One score for each unit, in their order, by the maximum flows from the position of the answer (Runner::read) to each
/// token, over the attention of the run's example (residual one half, the mean of the heads). The score of a token or
/// patch is the flow itself. The score of an edge is its share of all these flows together (one of many solutions,
/// because a maximum flow is rarely unique), split among the heads by weight. For a pair flow crosses both stacks
/// (core/flow/flow_across.h), and a token is one of the encoder's. Units are of one kind and not heads. Errors: those
/// of flow for the example; cancelled. Cost: a maximum flow for each token that is read and each token.
Result<std::vector<double>> flowScores(const Example& example, std::span<const double> read,
                                       const std::vector<Unit>& units, const Stop& stop = {});

}  // namespace hw::model
