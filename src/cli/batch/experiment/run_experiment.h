// SPDX-License-Identifier: MIT
// batch experiment: one text.
#pragma once

#include <string>

#include "cli/model/given_texts.h"
#include "cli/options.h"
#include "core/problem.h"
#include "model/session/session.h"

namespace hw::cli {

/// What cutting does to the answer of a text, for each method, as a JSON object (experiment_table.h reads it). Of a model that gives a vector a
/// pair is two texts, and the question the cosine of both unless --target names another. `warnings` grows by a text that was cut off. Errors: those of running, asking
/// and ranking. Cost: of each method (1 + draws) cut runs for each count.
Result<std::string> experimentJson(const model::Session& session, const GivenText& text,
                                   const BatchOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
