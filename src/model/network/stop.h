// SPDX-License-Identifier: MIT
// Cancellation and progress of a model's long computations.
#pragma once

#include <functional>

#include "core/localized_text.h"
#include "core/problem.h"

namespace hw::model {

/// Called between parts of long work; true if the user has cancelled. Empty for never.
using Stop = std::function<bool()>;
/// Called with the share of long work that is done, from 0 to 1. May be empty.
using Progress = std::function<void(double done)>;

/// The error of cancelled work.
inline Problem cancelled() {
    return {
        .code = Code::cancelled, .place = {}, .finding = "Cancelled."_tr, .remedy = {}, .byte = {}};
}

}  // namespace hw::model
