// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "model/session/session.h"

namespace hw::cli {

/// A run with its question, forward and back.
struct Question {
    model::Target target;
    model::Trace trace;  ///< of the run again, with what the way back needs
    model::Gradients gradients;
};

/// "are@5", "are-is", "7@2", "\"7\"", "@3", ""; the text to compare with where the model gives a vector. Without a word:
/// the likeliest. Errors: badArgument.
Result<model::Target> readTarget(const model::Session& session, const model::Run& run,
                                 std::string_view text, std::string_view as);

/// Asks the target (readTarget) of a run. Errors: badArgument for the target; as forward and backward.
Result<Question> askRun(const model::Session& session, const model::Run& run,
                        std::string_view target, std::string_view as);

}  // namespace hw::cli
