// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "model/service/effects.h"
#include "model/session/session.h"
#include "model/why/look.h"

namespace hw::cli {

/// The groups of tokens that are tested: words, or each token.
why::Groups testedTogether(const model::Run& run, bool byWords);
/// The question that a text names, as for ask. Without any the likeliest word by its log-probability, for a model of next words; else the
/// likeliest answer against its usual contrast. Errors: as service::askedText.
Result<service::AskedText> whyTarget(const model::Session& session, const model::Run& run,
                                     std::string_view target,
                                     std::optional<model::TargetKind> kind);

/// why: which word of the text matters most for the answer, as a table for people, or as JSON (Format::json): a number for each token, words
/// tested together with --by words, as tables always do. Errors: badArgument for a test that the model does not have; those of running.
Result<std::string> whyText(const WhyOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
