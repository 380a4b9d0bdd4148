// SPDX-License-Identifier: MIT
// The layers of a run, one after the other, with all their intermediate results.
#pragma once

#include <functional>

#include "core/problem.h"
#include "model/run/run.h"

namespace hw::model {

/// Called with each layer, its record, and its attention weights.
using LayerCallback =
    std::function<void(int layer, const LayerRecord& record, const std::vector<float>& weights)>;

/// Calls `take` for each layer of the trace, which needs its streams. Layers without records are run again. Errors:
/// cancelled; badArgument for a run that started from another run's layers.
Result<void> eachLayer(const Network& network, const Trace& trace, const Stop& stop,
                       const LayerCallback& take);

/// W_O as numbers, [D][H*d].
std::vector<float> outputMatrix(const Block& block);

}  // namespace hw::model
