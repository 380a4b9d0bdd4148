// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// Whether --question stands with options that belong to it: it has arguments of its own, and prints nothing of what each cut does.
Result<void> checkQuestionOptions(const ModelOptions& own);
/// ask and why: what service::effectsOf says of the options' question. Writes the file of Options::model.out too. Without cuts, scores and a
/// file it hides each token (--test-words). With
/// a question (--question) its answers, a line each. Errors: badArgument for a target, a cut or a score that is not there, and those of running.
Result<std::string> askText(const Options& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
