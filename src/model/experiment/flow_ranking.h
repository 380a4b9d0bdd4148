// SPDX-License-Identifier: MIT
// What attention flow says of edges and tokens: in which order an experiment cuts what it ranks first.
#pragma once

#include <span>
#include <vector>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "model/ask/units.h"
#include "model/network/stop.h"

namespace hw::model {

/// One score for each unit, in their order, by the maximum flows from where the answer is read (Runner::read) to each token, over the
/// attention of the run's example (residual one half, the mean of the heads). Of tokens and patches the flow itself; of edges what they
/// carry of all these flows together (one way to carry them: a maximum flow is rarely the only one), a head's part by its weight.
/// Of a pair flow goes across (core/flow/flow_across.h), and a token is one of the encoder's. Units are of one kind and not heads. Errors: those of
/// flow for the example; cancelled. Cost: a maximum flow for each token that is read and each token.
Result<std::vector<double>> flowScores(const Example& example, std::span<const double> read,
                                       const std::vector<Unit>& units, const Stop& stop = {});

}  // namespace hw::model
