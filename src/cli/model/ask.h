// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "model/session/session.h"

namespace hw::cli {

/// ask: a number of the model's output, what cuts make of it, scores of tokens, as JSON. Writes the file of
/// Options::model.out too. Without cuts, scores and a file it hides each token (--test-words). Errors: badArgument for a target, a cut or a score that is not there, and those of running.
Result<std::string> askText(const Options& options, std::vector<Problem>& warnings);

/// The same of a model that translates: its output's tokens, cuts in encoder, decoder and cross-attention. Errors: as above; usage
/// for minimum cuts and scores of tokens, which there are not.
Result<std::string> askTranslation(const Options& options, const model::Session& session,
                                   const model::Run& run, std::vector<Problem>& warnings);

}  // namespace hw::cli
