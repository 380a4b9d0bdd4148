// SPDX-License-Identifier: MIT
// Request and result of FlowSolver (core/flow/max_flow.h).
#pragma once

#include <cstddef>
#include <vector>

#include "core/flow/answers/minimum_cut.h"

namespace hw {

/// Which pairs. Empty lists mean every token. Workers share a request by splitting `sinks`.
struct FlowRequest {
    int firstLayer = 0;
    int lastLayer = 0;  ///< inclusive
    std::vector<int> sources;
    std::vector<int> sinks;
    bool verifyCuts = false;  ///< measure again every cut that a search found; slow, for tests
    int layerStep = 1;        ///< from one requested layer to the next, at least 1
};

/// Flows of many pairs, exact, as weights (not grid steps).
struct FlowTable {
    int firstLayer = 0;
    int layerStep = 1;
    int layers = 0;            ///< how many there are
    std::vector<int> sources;  ///< written out, even if the request's list is empty
    std::vector<int> sinks;
    std::vector<double> values;                 ///< [layer index][source index][sink index]
    std::vector<FlowCertificate> certificates;  ///< the same order
    int layer(int layerIndex) const { return firstLayer + layerIndex * layerStep; }
    std::size_t index(int layerIndex, int sourceIndex, int sinkIndex) const {
        return (layerIndex * sources.size() + sourceIndex) * sinks.size() + sinkIndex;
    }
};

}  // namespace hw
