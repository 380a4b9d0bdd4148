// SPDX-License-Identifier: MIT
// The question about a run, in words. Captions and lists of runs use it to name the question of gradients and scores.
#pragma once

#include <string>
#include <string_view>

#include "model/session/session.h"

namespace hw::model {

/// The word or class in question, as in nameOf(). A word of several tokens is complete.
std::string wordOf(const Session& session, const Target& target);

/// The token at which the output in question is read, if it has to be named: if it is not the run's usual position, and
/// always for generated output. Else -1.
int placeToName(const Session& session, const Run& run, const Target& target);

/// "logit of “are” against “is”", "logit of “are” at token 7"; for a cosine "cosine with “other”", with a long text
/// truncated. `other` is the text that it compares with.
std::string describeQuestion(const Session& session, const Run& run, const Target& target,
                             std::string_view other);

/// A run's title followed by the question.
std::string askedTitle(const std::string& title, const Session& session, const Run& run,
                       const Target& target, std::string_view other);

}  // namespace hw::model
