// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "protocol/query.h"

namespace hw {

/// The part of a query that the matrices depend on.
struct WorkKey {
    std::uint32_t document = 0;
    int example = 0;
    Side side = Side::encoder;
    bool isUniform = false;  ///< the example's uniform causal model
    Method method = Method::rollout;
    Settings settings;  ///< canonical
    bool operator==(const WorkKey&) const = default;
};

}  // namespace hw
