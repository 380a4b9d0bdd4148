// SPDX-License-Identifier: MIT
// A model and a text instead of a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/model/input_texts.h"
#include "cli/options.h"
#include "core/model/attention_model.h"
#include "model/session/session.h"

namespace hw::cli {

/// The model's run on a text, as an example for the commands. It has the gradients of the question if a method or
/// --gradients needs them, and the scores of --scores as importance. Adds a warning for a text that was cut. Errors:
/// those of running and asking.
Result<Example> modelExample(const model::Session& session, const InputText& text,
                             const InputOptions& options, std::vector<Problem>& warnings);

/// The scores that the options name, those of --test-words first. If there are none and `usual` is true, the score of
/// hiding each token.
std::vector<std::string> scoreNames(const ModelOptions& options, bool usual);

/// The run of the options' model on the options' text, as a document of one example.
Result<Document> modelDocument(const InputOptions& options);

/// The same as a file in the project's own format.
Result<std::string> modelFile(const InputOptions& options);

/// A hash of the names and bytes of a model's files, so that a later run can see that the model is the same. Errors:
/// cannotRead. Cost: reads all of them. `step` as in modelParts.
Result<std::uint32_t> markOfModel(const std::string& path, int step);

}  // namespace hw::cli
