// SPDX-License-Identifier: MIT
// batch experiment: one text.
#pragma once

#include <string>

#include "cli/model/input_texts.h"
#include "cli/options.h"
#include "core/problem.h"
#include "model/session/session.h"

namespace hw::cli {

/// How cutting changes the answer of a text, for each method, as a JSON object (experiment_table.h reads it). For a
/// model that gives a vector, a pair is two texts, and the question is the cosine of both unless --target names
/// another. Adds a warning for a text that was cut off. Errors: those of running, asking and ranking. Cost: per method,
/// (1 + draws) cut runs for each count.
Result<std::string> experimentJson(const model::Session& session, const InputText& text,
                                   const BatchOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
