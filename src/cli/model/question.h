// SPDX-License-Identifier: MIT
// A run with its question, forward and back.
#pragma once

#include <string_view>

#include "model/session/session.h"

namespace hw::cli {

struct Question {
    model::Target target;
    model::Trace trace;  ///< of the run again, with what the way back needs
    model::Gradients gradients;
};

/// Asks the target (readTarget) of a run. Errors: badArgument for the target; as forward and backward.
Result<Question> askRun(const model::Session& session, const model::Run& run,
                        std::string_view target, std::string_view as);

}  // namespace hw::cli
