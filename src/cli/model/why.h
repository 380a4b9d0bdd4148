// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/options.h"
#include "model/session/session.h"

namespace hw::cli {

/// why: which word of the text matters most for the answer, as a table for people, or as JSON (Format::json): a number for each token, words
/// tested together with --by words, as tables always do. Errors: badArgument for a test that the model does not have; those of running.
Result<std::string> whyText(const Options& options, const model::Session& session,
                            const model::Run& run);

}  // namespace hw::cli
