// SPDX-License-Identifier: MIT
// How long work of a model is stopped, and says how far it is.
#pragma once

#include <functional>

#include "core/problem.h"
#include "core/words.h"

namespace hw::model {

/// Asked between pieces of long work: true if the user has cancelled. Empty: never.
using Stop = std::function<bool()>;
/// Told how much of long work is done, from 0 to 1. Empty: nobody listens.
using Progress = std::function<void(double done)>;

/// What work ends with that was stopped.
inline Problem cancelled() {
    return {
        .code = Code::cancelled, .place = {}, .finding = "Cancelled."_tr, .remedy = {}, .byte = {}};
}

}  // namespace hw::model
