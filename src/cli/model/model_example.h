// SPDX-License-Identifier: MIT
// A model and a text in place of a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/model/given_texts.h"
#include "cli/options.h"
#include "core/model/attention_model.h"
#include "model/session/session.h"

namespace hw::cli {

/// What the model does with a text, as the commands read it: with the gradients of the question where a method needs them
/// or --gradients asks for them, and with the scores of --scores as importance. `warnings` grows by a text that was cut. Errors: those of running and asking.
Result<Example> modelExample(const model::Session& session, const GivenText& text,
                             const InputOptions& options, std::vector<Problem>& warnings);

/// The scores that the options name, those of --test-words first; without any by hiding each token if `usual`.
std::vector<std::string> scoreNames(const ModelOptions& options, bool usual);

/// What the options' model does with the options' text, as a document of one example.
Result<Document> modelDocument(const InputOptions& options);

/// The same as a file in the project's own form.
Result<std::string> modelFile(const InputOptions& options);

/// A number by which a later run sees that the model is the same: of the names and bytes of its files. Errors: cannotRead.
/// Cost: reads them all.
Result<std::uint32_t> markOfModel(const std::string& path);

}  // namespace hw::cli
