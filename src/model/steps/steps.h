// SPDX-License-Identifier: MIT
// The weights of one model at several steps of its training.
#pragma once

#include <memory>

#include "core/problem.h"
#include "model/session/session.h"

namespace hw::model {

class Steps {
public:
    virtual ~Steps() = default;
    /// The model with the weights after this many steps. Errors: badArgument for a step without weights; those of
    /// making or opening them.
    virtual Result<std::shared_ptr<const Session>> at(int step, const Progress& progress) = 0;
};

/// The largest number of a step.
inline constexpr int mostStep = 999'999'999;

}  // namespace hw::model
