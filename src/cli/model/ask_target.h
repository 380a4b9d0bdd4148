// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "cli/model/given_texts.h"
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

/// A text to run, and the target of its question.
struct Compared {
    GivenText text;
    std::string target;
};

/// Of a model that gives a vector a pair is two texts: the first is run, and the question is its cosine with the second, unless the options name
/// another target. All else stays.
Compared comparedText(const model::Session& session, GivenText text, const ModelOptions& options);

/// Asks the target (readTarget) of a run. Errors: badArgument for the target; as forward and backward.
Result<Question> askRun(const model::Session& session, const model::Run& run,
                        std::string_view target, std::string_view as);

}  // namespace hw::cli
