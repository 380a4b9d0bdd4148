// SPDX-License-Identifier: MIT
// batch why: one text whose deciding words are known.
#pragma once

#include <string>
#include <vector>

#include "cli/model/input_texts.h"
#include "cli/options.h"
#include "core/problem.h"
#include "model/session/session.h"

namespace hw::cli {

/// The word that each method puts first, and the one that the rule of `headwaters why` names, as a JSON object
/// (why_table.h reads it):
///
///   {value, by, test, words, known, chance, answer, probability, first: {method: word}, named, votes}
///
/// Words count from 0. "known" has the words that the text lists, "chance" their share of the words that take part.
/// null means none. Methods that the model does not have are missing. Adds a warning for a text that was cut off.
/// Errors: badArgument for a text without known words, and for known words that the text does not have or that take no
/// part; those of running, asking and of the methods. Cost: a pass for each word and test, plus the methods.
Result<std::string> whyLineJson(const model::Session& session, const InputText& text,
                                const BatchOptions& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
