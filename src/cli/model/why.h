// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "model/service/effects.h"
#include "model/session/session.h"
#include "model/why/run_overview.h"

namespace hw::cli {

/// The groups of tokens that are tested together, words or single tokens.
why::Groups testedTogether(const model::Run& run, bool byWords);
/// The question that a text names, as for ask. Without one, a model of next words takes the likeliest word by its
/// log-probability, and others take the likeliest answer against its usual contrast. Errors: as service::parseTextTarget.
Result<service::TextTarget> whyTarget(const model::Session& session, const model::Run& run,
                                      std::string_view target,
                                      std::optional<model::TargetKind> kind);

/// why: the word of the text that matters most for the answer, as a table for people, or as JSON (Format::json). JSON
/// has a number for each token. With --by words, words are tested together, as in tables. Errors: badArgument for a
/// test that the model does not have; those of running.
Result<std::string> whyText(const WhyOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
